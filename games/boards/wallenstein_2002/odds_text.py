"""Every battle that is possible now, where whoever is attacked may hold armies back."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from engine.devices.tower import Tower
from engine.kernel.core import Json, Seat
from engine.wallenstein.editions import Wallenstein
from engine.wallenstein.state import State
from games.boards.wallenstein import odds_text
from games.boards.wallenstein.odds_text import battles_listed

__all__ = ["battles_listed", "battles_told"]


def battles_told(
    state: State, ruleset: Wallenstein, tower: Tower, seat: Seat, names: Mapping[Seat, str]
) -> Json:
    """The battles and revolts a seat could bring about, and what nobody can know of them."""
    note = _(
        "In this edition whoever is attacked may let armies stand back. "
        "The odds are those against all of them."
    )
    return {**odds_text.battles_told(state, ruleset, tower, seat, names), "note": note}
