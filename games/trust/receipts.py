"""What a player is handed for an answer."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from engine.kernel.core import Json


@dataclass(frozen=True)
class Receipt:
    """What a player holds in hand: proof that an answer was accepted, and when."""

    game: str
    decision: str
    digest: str
    salt: str = field(repr=False)
    # As in the log: `seat` if the salt came with the answer, `relay` if the server drew it.
    by: str
    at: str
    seq: int
    head: str
    # Signed for people; bots and the server need no receipt.
    signed: Json | None = None
    # Whether it was the last answer the game waited for; no part of what is proved.
    is_last: bool = False

    def to_json(self) -> Json:
        """The receipt for API and mail."""
        proved = (part.name for part in fields(self) if part.name != "is_last")
        return {name: getattr(self, name) for name in proved}
