"""The tables; only the log is truth, the rest can be rebuilt from it or is about people."""

from games.models.game import Game, OpenDecision, SavedDraft, Seat
from games.models.log import LogEntry
from games.models.outbox import OutboxRow
from games.models.people import Absence, ApiToken, IdempotencyKey, User

__all__ = [
    "Absence",
    "ApiToken",
    "Game",
    "IdempotencyKey",
    "LogEntry",
    "OpenDecision",
    "OutboxRow",
    "SavedDraft",
    "Seat",
    "User",
]
