"""Letters about an account, where there is no mail server: kept sealed, read at the post office."""

from __future__ import annotations

from typing import Final

from games.boards.blocks import Letter, Verbatim
from games.log.seals import seal, unseal
from games.models import OutboxRow

KIND: Final = "account"


def sealed(subject: str, text: str) -> str:
    """The letter as it is kept: there may be a key to the account in it."""
    return seal([subject, text]).decode("ascii")


def letter(row: OutboxRow) -> Letter:
    """The letter of a row of this kind, as it was written."""
    subject, text = unseal(row.data["sealed"].encode("ascii"))
    return Letter(subject, [Verbatim(text)], to=row.data["to"])
