"""What everybody at a table is called, and the chapter it is in, on every page alike."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import override

from engine.kernel.core import Seat
from engine.registry import ruleset_of
from games.language import spoken
from games.models import Game
from games.models import Seat as SeatRow


def names_of(game: Game, language: str = "") -> dict[Seat, str]:
    """The names at a table by seat; the reader's language unless another is wanted."""
    wanted = language or spoken()
    with override(wanted):
        return {seat.key: _name(game, seat, wanted) for seat in game.seats.all()}


def name_of(game: Game, seat: SeatRow, language: str = "") -> str:
    """A player's name; bots are told apart by the colour they play."""
    wanted = language or spoken()
    with override(wanted):
        return _name(game, seat, wanted)


def _name(game: Game, seat: SeatRow, language: str) -> str:
    if seat.user:
        return seat.user.get_username()
    colour = ruleset_of(game.ruleset, game.version).text().seat(seat.key, language)
    return _("%s (bot)") % colour if seat.bot else colour


def chapter_name(game: Game, language: str = "") -> str:
    """What players call the chapter a game is in; nothing where it has no name."""
    words = ruleset_of(game.ruleset, game.version).text()
    return words.chapter(game.turn, language or spoken())
