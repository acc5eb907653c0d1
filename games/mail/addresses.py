"""The address a turn is answered to: it proves who answers, and From never does.

Its local part names the game, the person, the seat and the question, and a MAC over them. Mail
servers may write it in capitals, so it is made of letters and digits of one case alone.
"""

from __future__ import annotations

import hmac
import re
from base64 import b32encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.utils.crypto import salted_hmac

from engine.kernel.core import Seat
from games.mail.epochs import epoch_of, epochs_of
from games.mail.inbound.addresses import address_in
from games.models import Game, User

# The whole local part has at most 64 characters (RFC 5321), with all of these at their longest.
DIGITS: Final = "abcdefghijklmnopqrstuvwxyz234567"
TAG_LETTERS: Final = 7
MAC_LETTERS: Final = 16
SECRET_LETTERS: Final = 8
_LOCAL: Final = re.compile(
    r"(?:.*[^a-z0-9])?"
    r"(?P<game>[a-z0-9]{1,20})-(?P<user>[a-z2-7]{1,13})-(?P<seat>[a-z])(?P<tag>[a-z2-7]{7})"
    r"-(?P<mac>[a-z2-7]{16})",
    re.DOTALL,
)
_BOUNCE: Final = re.compile(
    r"(?:.*[^a-z0-9])?"
    r"bounce-(?P<user>[a-z2-7]{1,13})-(?P<whither>[a-z2-7]{7})-(?P<mac>[a-z2-7]{16})",
    re.DOTALL,
)


@dataclass(frozen=True)
class TurnAddress:
    """Who answers what: true, because the signature of the address was good."""

    game_id: str
    user_id: int
    seat: Seat
    tag: str
    # What only the letter of this address has in its last line.
    secret: str = field(repr=False)
    # The signature itself, the letters before the @: only whoever has the letter knows them.
    mac: str = field(repr=False)

    def asks(self, decision_id: str) -> bool:
        """Whether this is the address of that question."""
        return hmac.compare_digest(self.tag, _tag(decision_id))


def turn_address(*, game: Game, decision_id: str, user: User, seat: Seat) -> str:
    """Where somebody answers a question put to their seat; nowhere if no mail comes in."""
    body = f"{game.pk}-{_number(user.pk)}-{seat.lower()}{_tag(decision_id)}"
    return _signed(body, epoch_of(user))


def read_address(text: str) -> TurnAddress | None:
    """What an address says, if it is one of ours and nobody has changed a letter of it.

    Another password or address of its owner makes it worthless, as if it had been changed itself.
    """
    match = _LOCAL.fullmatch(_local(text))
    if match is None:
        return None
    game, user, seat, tag, mac = match.group("game", "user", "seat", "tag", "mac")
    person = User.objects.filter(pk=_read_number(user)).first()
    if person is None or not _is_signed(f"{game}-{user}-{seat}{tag}", mac, epochs_of(person)):
        return None
    return TurnAddress(game, person.pk, seat.upper(), tag, _secret(mac), mac)


def secret_of(address: str) -> str:
    """What stands in the last line of the letter that is answered to this address."""
    return _secret(_local(address).rpartition("-")[2])


def _secret(mac: str) -> str:
    """Some letters that tell nothing about the signature they are made of."""
    return _base32(sha256(f"mark {mac}".encode()).digest(), SECRET_LETTERS)


def bounce_address(*, user: User) -> str:
    """Where mail servers send back what they cannot deliver; nowhere if no mail comes in."""
    return _signed(f"bounce-{_number(user.pk)}-{_tag(user.address.lower())}")


@dataclass(frozen=True)
class BounceAddress:
    """Whose letter came back, and from where: people move."""

    user_id: int
    tag: str

    def is_of(self, address: str) -> bool:
        """Whether the letter had gone to this address."""
        return self.tag == _tag(address.lower())


def read_bounce_address(text: str) -> BounceAddress | None:
    """Whose letter came back to this address; none if it is no such address of ours."""
    match = _BOUNCE.fullmatch(_local(text))
    if match is None:
        return None
    user, whither, mac = match.group("user", "whither", "mac")
    if not _is_signed(f"bounce-{user}-{whither}", mac):
        return None
    return BounceAddress(_read_number(user), whither)


def _signed(text: str, epoch: str = "") -> str:
    """An address of ours that says this."""
    host = settings.MAIL_IN_HOST
    return f"{settings.MAIL_IN_PREFIX}{text}-{next(_macs(text, epoch))}@{host}" if host else ""


def _local(text: str) -> str:
    return address_in(text).rpartition("@")[0].lower()


def _is_signed(signed: str, mac: str, epochs: Iterable[str] = ("",)) -> bool:
    good = (made for epoch in epochs for made in _macs(signed, epoch))
    return any(hmac.compare_digest(mac, made) for made in good)


def _macs(signed: str, epoch: str) -> Iterator[str]:
    """The MAC under the key in use, then under those that were."""
    signed = f"{signed} {epoch}"
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        made = salted_hmac("games.mail.addresses", signed, secret=key, algorithm="sha256")
        yield _base32(made.digest(), MAC_LETTERS)


def _tag(name: str) -> str:
    """A question, or an address, in few letters: enough to tell it from all it may stand beside."""
    return _base32(sha256(name.encode()).digest(), TAG_LETTERS)


def _base32(raw: bytes, letters: int) -> str:
    return b32encode(raw).decode("ascii").lower()[:letters]


def _number(value: int) -> str:
    written = DIGITS[value % 32]
    while value := value // 32:
        written = DIGITS[value % 32] + written
    return written


def _read_number(written: str) -> int:
    value = 0
    for digit in written:
        value = value * 32 + DIGITS.index(digit)
    return value
