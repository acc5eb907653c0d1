"""Links that letters carry: to one turn and no further, and out of a kind of letter.

Whoever holds a link of a turn may do with that turn what its player may, so it is short-lived, good
for one question only, never logged and never shown anywhere but in the player's own letter.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.core import signing
from django.urls import reverse

from engine.kernel.core import Seat
from games import clock
from games.mail.epochs import epoch_of
from games.models import Game, User

TURN_SALT: Final = "games.mail.links.turn"
OFF_SALT: Final = "games.mail.links.off"
# A game may wait longer for an answer; then one signs in.
OPEN_FOR: Final = timedelta(days=30)


@dataclass(frozen=True)
class TurnLink:
    """What a link of a turn says: who may answer which question, for which seat, until when."""

    game_id: str
    decision: str
    user_id: int
    seat: Seat
    until: datetime
    epoch: str = field(repr=False)

    @property
    def is_old(self) -> bool:
        """Whether its time is over."""
        return clock.now() >= self.until


@dataclass(frozen=True)
class OffLink:
    """What a link out of a kind of letter says."""

    user_id: int
    kind: str


def turn_link(*, game: Game, decision: str, user: User, seat: Seat, written: datetime) -> str:
    """The address of one turn for one person; the same for a letter however often it is sent."""
    until = int((written + OPEN_FOR).timestamp())
    content = [game.pk, decision, user.pk, seat, until, epoch_of(user)]
    return absolute("turn-link", _signed(content, TURN_SALT))


def read_turn(token: str) -> TurnLink | None:
    """What a link says, if nobody has changed a letter of it."""
    content = _read(token, TURN_SALT)
    # Letters of an earlier version say less.
    if content is None or len(content) != len(fields(TurnLink)):
        return None
    game, decision, user, seat, until, epoch = content
    return TurnLink(game, decision, user, seat, datetime.fromtimestamp(until, UTC), epoch)


def off_link(*, user: User, kind: str) -> str:
    """The address at which somebody gets no more letters of a kind."""
    return absolute("mail-off", _signed([user.pk, kind], OFF_SALT))


def read_off(token: str) -> OffLink | None:
    """What a link says, if nobody has changed a letter of it."""
    content = _read(token, OFF_SALT)
    return OffLink(*content) if content is not None else None


def absolute(name: str, *arguments: str) -> str:
    """A page of this site, as letters name it."""
    return f"{settings.SITE_URL}{reverse(name, args=arguments)}"


def _signer(salt: str) -> signing.Signer:
    # A full stop between the parts: a colon ends an address in some mail programs.
    return signing.Signer(sep=".", salt=salt)


def _signed(content: list[Any], salt: str) -> str:
    return _signer(salt).sign_object(content)


def _read(token: str, salt: str) -> Any | None:
    try:
        return _signer(salt).unsign_object(token)
    except (signing.BadSignature, ValueError):
        return None
