"""What everybody at a table is called, on every page alike."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import override

from engine.core import Seat as Letter
from engine.registry import ruleset_of
from games.models import Game, Seat
from games.spoken import spoken


def names_of(game: Game, language: str = "") -> dict[Letter, str]:
    """The names at a table by seat; the reader's language unless another is wanted."""
    return {seat.letter: name_of(game, seat, language) for seat in game.seats.all()}


def name_of(game: Game, seat: Seat, language: str = "") -> str:
    """A player's name; bots are told apart by the colour they play."""
    if seat.user:
        return seat.user.get_username()
    wanted = language or spoken()
    colour = ruleset_of(game.ruleset, game.version).text().seat(seat.letter, wanted)
    with override(wanted):
        return _("%s (bot)") % colour if seat.bot else colour
