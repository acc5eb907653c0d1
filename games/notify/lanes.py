"""Two lanes for the outbox: letters wait for one mail server, calls each for somebody's."""

from __future__ import annotations

from typing import Final

from games.models.channels import Channel

LETTERS: Final = "letters"
CALLS: Final = "calls"
LANES: Final = {
    LETTERS: (Channel.MAIL,),
    CALLS: (Channel.PUSH, Channel.APPRISE, Channel.WEBHOOK),
}


def lane_of(channel: str) -> str:
    """The lane a channel is in."""
    return LETTERS if channel in LANES[LETTERS] else CALLS
