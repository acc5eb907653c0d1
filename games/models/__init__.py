"""The tables; only the log is truth, the rest can be rebuilt from it or is about people."""

from games.models.channels import Channel, Destination, NoticeChoice, NoticeTimes
from games.models.game import GOING_ON, Game, OpenDecision, SavedDraft, Seat
from games.models.house import Heartbeat, Outage
from games.models.invitations import Invitation
from games.models.log import FoldedGame, LogEntry
from games.models.mail import InboundMail
from games.models.outbox import OutboxRow
from games.models.people import Absence, ApiToken, IdempotencyKey, User
from games.models.reading import KnownGame, ReadChapter
from games.models.talk import ChatMessage, GameNote, TalkRead
from games.models.trust import (
    CountedGame,
    KeptArchive,
    SignedHead,
    SignedReceipt,
    SigningKey,
    TowerTally,
)
from games.models.webhooks import Webhook

__all__ = [
    "GOING_ON",
    "Absence",
    "ApiToken",
    "Channel",
    "ChatMessage",
    "CountedGame",
    "Destination",
    "FoldedGame",
    "Game",
    "GameNote",
    "Heartbeat",
    "IdempotencyKey",
    "InboundMail",
    "Invitation",
    "KeptArchive",
    "KnownGame",
    "LogEntry",
    "NoticeChoice",
    "NoticeTimes",
    "OpenDecision",
    "Outage",
    "OutboxRow",
    "ReadChapter",
    "SavedDraft",
    "Seat",
    "SignedHead",
    "SignedReceipt",
    "SigningKey",
    "TalkRead",
    "TowerTally",
    "User",
    "Webhook",
]
