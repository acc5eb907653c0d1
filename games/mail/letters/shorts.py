"""A notice in a few words, for channels with little room and many onlookers."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Final

from django.conf import settings
from django.utils import translation
from django.utils.text import Truncator

from games.boards.blocks import Message, Quote, Say
from games.mail.letters.kinds import letter_of
from games.mail.links import absolute
from games.models import OutboxRow

FIRST: Final = 5
LONGEST: Final = 300


@dataclass(frozen=True)
class Short:
    """A title, a sentence or two, and where to read on."""

    title: str
    body: str
    url: str


def short(row: OutboxRow) -> Short:
    """A notice without anything that only its reader may know: no key, no receipt.

    What others wrote is not repeated there, nor is a sentence that introduces it.
    """
    with translation.override(row.language):
        letter = letter_of(row)
        # What stands at the top of the letter: why it was written, and until when there is time.
        sentences = [
            block.text
            for block, below in islice(pairwise((*letter.blocks, None)), FIRST)
            if isinstance(block, Say) and not isinstance(below, Quote | Message)
        ]
    return Short(letter.subject, Truncator(" ".join(sentences)).chars(LONGEST), _address(row))


def _address(row: OutboxRow) -> str:
    """Where its reader goes on after signing in: the page of the turn, the talk, or the table."""
    if row.game_id is None:
        return f"{settings.SITE_URL}/me/post/"
    if row.kind == "chat_digest":
        return absolute("chat", row.the_game.pk)
    if "decision" in row.data:
        return absolute("turn", row.the_game.pk, row.data["decision"])
    return absolute("table", row.the_game.pk)
