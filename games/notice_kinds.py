"""The kinds of notices: what they are called, which can wait, and where they go by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models.channels import CHOSEN_BY_KIND, Channel

# About the channels themselves, and about no game.
TEST: Final = "test"
DIGEST: Final = "digest"
CHANNEL_OFF: Final = "channel_off"
# What happened: to stored rows, people's choices and programs it is known by this name.
REPORT: Final = "season_report"
# What happened in a game of turns, for whoever waits for theirs: once a day, and on demand alone.
DAILY: Final = "daily_report"
# What puts a question; a plan is one's turn, all else a choice.
YOUR_TURN: Final = "your_turn"
CHOICE: Final = "choice_asked"
ASKING: Final = (YOUR_TURN, CHOICE)
GAME_OVER: Final = "game_over"
# Whoever gets one of these is told what happened in it, and needs no report beside it.
HOLDING_REPORT: Final = (*ASKING, GAME_OVER)


@dataclass(frozen=True)
class NoticeKind:
    """A kind of notice that somebody may want or not want."""

    name: str
    label: str | Promise
    # What waits for an answer or may soon be too late is in no daily letter.
    urgent: bool = False
    # Whether a phone should ring for it, unless its owner says otherwise.
    rings: bool = False
    # Whether only those are told who have asked for it.
    on_demand: bool = False

    def by_itself(self, channel: str) -> bool:
        """Whether a channel tells this kind to somebody who has not chosen."""
        return (channel == Channel.MAIL or self.rings) and not self.on_demand


_ALL: Final = (
    NoticeKind(YOUR_TURN, _("It is your turn"), urgent=True, rings=True),
    NoticeKind(CHOICE, _("A question for you during play"), urgent=True, rings=True),
    NoticeKind("reminder", _("Time is running out"), urgent=True, rings=True),
    NoticeKind("deadline_moved", _("A deadline was moved, or a game paused"), urgent=True),
    NoticeKind("vote", _("Somebody asks for more time"), urgent=True, rings=True),
    NoticeKind(REPORT, _("What happened")),
    NoticeKind(DAILY, _("What happened while you wait for your turn, once a day"), on_demand=True),
    NoticeKind(GAME_OVER, _("A game is over"), rings=True),
    NoticeKind("player_replaced", _("A player was replaced")),
    NoticeKind("chat_digest", _("There are messages at the table")),
    NoticeKind("invited", _("You are invited to a table"), rings=True),
    NoticeKind("rematch", _("There is a rematch")),
    NoticeKind("table_cancelled", _("A table was cancelled")),
    NoticeKind("unseated", _("Your seat was given away before the start")),
    NoticeKind("seat_given", _("You were given a seat"), urgent=True, rings=True),
    NoticeKind("seat_lost", _("You no longer play a seat")),
    NoticeKind("substitute_named", _("You may stand in for somebody"), urgent=True),
    NoticeKind("substitute_gone", _("No substitute any more")),
    NoticeKind("game_forked", _("A game continues elsewhere"), urgent=True),
    NoticeKind("fork_began", _("A game continues from an earlier step"), urgent=True, rings=True),
    NoticeKind("host_changed", _("You are the host now")),
    NoticeKind("webhook_off", _("A webhook was switched off")),
)
# Everything else is an answer to the person themselves, or about their channels: always by mail.
KINDS: Final[dict[str, NoticeKind]] = {kind.name: kind for kind in _ALL}


def is_chosen(kind: str, channel: str) -> bool:
    """Whether a person may choose about this kind on this channel."""
    return kind in KINDS and channel in CHOSEN_BY_KIND
