"""Whom the head of a report is told, and what changed hands in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.kernel.core import Seat
from engine.wallenstein.words.voice import Voice

SETUP: Final = "setup"


@dataclass(frozen=True)
class TakenCounty:
    """A county that has another owner after a passage than before."""

    county: str
    was: Seat | None
    now: Seat | None
    place: int


@dataclass(frozen=True)
class HeadReader:
    """Whom the head is told, so that it can say you."""

    seat: Seat | None
    say: Voice

    def is_me(self, seat: Seat | None) -> bool:
        """Whether a seat is the reader's own."""
        return seat is not None and seat == self.seat

    def who(self, seat: Seat | None) -> str:
        """A seat as a subject."""
        if seat is None:
            return _("neutral")
        return pgettext("subject", "you") if self.is_me(seat) else self.say.seat(seat)

    def whom(self, seat: Seat | None) -> str:
        """A seat as somebody who is attacked; of a county nobody owns its peasants."""
        if seat is None:
            return _("the peasants")
        return pgettext("object", "you") if self.is_me(seat) else self.say.seat(seat)
