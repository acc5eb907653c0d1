"""The tables; only the log is truth, the rest can be rebuilt from it or is about people."""

from games.models.game import Game, OpenDecision, SavedDraft, Seat
from games.models.house import Heartbeat, Outage
from games.models.invitations import Invitation
from games.models.log import FoldedGame, LogEntry
from games.models.outbox import OutboxRow
from games.models.people import Absence, ApiToken, IdempotencyKey, User
from games.models.talk import ChatMessage, GameNote
from games.models.webhooks import Webhook

__all__ = [
    "Absence",
    "ApiToken",
    "ChatMessage",
    "FoldedGame",
    "Game",
    "GameNote",
    "Heartbeat",
    "IdempotencyKey",
    "Invitation",
    "LogEntry",
    "OpenDecision",
    "Outage",
    "OutboxRow",
    "SavedDraft",
    "Seat",
    "User",
    "Webhook",
]
