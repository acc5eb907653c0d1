"""The letter that answers a mail: said when the mail came, kept sealed, sent like every letter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.boards.blocks import (
    Block,
    Heading,
    Letter,
    Listing,
    OrdersBlock,
    ProofBlock,
    Say,
    Signed,
    Way,
)
from games.log.seals import seal, unseal
from games.mail.addresses import turn_address
from games.models import InboundMail, OutboxRow

KIND: Final = "mail_answer"
# A part of an answer as it is kept: what it is, and its words.
Piece = list[Any]

_BLOCKS: Final[Mapping[str, Callable[..., Block]]] = {
    "say": Say,
    "loud": lambda text: Say(text, loud=True),
    "heading": Heading,
    "orders": OrdersBlock,
    "listing": lambda lines: Listing([(line, "") for line in lines]),
    "named": lambda pairs: Listing([(name, about) for name, about in pairs]),
    "proof": ProofBlock,
    "signed": Signed,
    "way": Way,
}


@dataclass(frozen=True)
class MailAnswer:
    """What a mail is answered."""

    subject: str
    pieces: tuple[Piece, ...]

    def sealed(self) -> bytes:
        """The answer as it is kept: there may be a plan in it."""
        return seal([self.subject, list(self.pieces)])


def answer(subject: str, pieces: Iterable[Piece]) -> MailAnswer:
    """An answer of these pieces."""
    return MailAnswer(subject, tuple(pieces))


def letter(row: OutboxRow) -> Letter:
    """The letter of a row of this kind."""
    subject, pieces = unseal(_mail(row).answer_sealed)
    blocks = [_BLOCKS[kind](*words) for kind, *words in pieces]
    return Letter(subject, blocks, _reply_to(row))


def headers(row: OutboxRow) -> dict[str, str]:
    """What binds the letter to the mail it answers, and says that a machine wrote it."""
    name = _mail(row).message_id
    return {"In-Reply-To": name, "References": name, "Auto-Submitted": "auto-replied"}


def _mail(row: OutboxRow) -> InboundMail:
    return InboundMail.objects.get(pk=row.data["mail"])


def _reply_to(row: OutboxRow) -> str:
    """Where to answer the answer: to what the seat is asked now."""
    if not row.data["decision"]:
        return ""
    return turn_address(
        game=row.the_game,
        decision_id=row.data["decision"],
        user=row.user,
        seat=row.data["seat"],
    )
