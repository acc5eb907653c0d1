"""Letters about a table: who is awaited there, who is not any more, and a program switched off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.boards import chapter_words, wording_of
from games.boards.blocks import Block, Letter, Say, Way
from games.mail.letters.parts import Pen
from games.mail.links import absolute
from games.mail.snapshots import scene_of
from games.models import OutboxRow, User
from games.read.schedule_text import pace_in_words
from games.schedule import schedule_of

# The subject and what there is to say.
ABOUT_THE_TABLE: Final = {
    "invited": (
        gettext_lazy("You are invited to %s"),
        gettext_lazy("A seat is waiting for you. Look at the table and sit down if you like."),
    ),
    "rematch": (
        gettext_lazy("A rematch: %s"),
        gettext_lazy("Your seat from the last game is kept for you. Sit down to play again."),
    ),
    "unseated": (
        gettext_lazy("You no longer have a seat at %s"),
        gettext_lazy("The host gave your seat away before the game started."),
    ),
    "table_cancelled": (
        gettext_lazy("%s will not take place"),
        gettext_lazy("The host has cancelled the table."),
    ),
    "webhook_off": (
        gettext_lazy("Your webhook for %s is switched off"),
        gettext_lazy("Its address did not answer as it should. Set it up again when it works."),
    ),
}
# Letters that ask somebody to sit down.
OFFERS: Final = {
    "invited": gettext_lazy(
        "%(host)s invites you to “%(table)s”: %(game)s, a table of %(seats)d seats."
    ),
    "rematch": gettext_lazy(
        "%(host)s asks for a rematch at “%(table)s”: %(game)s, a table of %(seats)d seats."
    ),
}


def about_the_table(row: OutboxRow) -> Letter:
    """Something that is in no log; where there is one, with its head and the reader's receipts."""
    subject, sentence = ABOUT_THE_TABLE[row.kind]
    blocks = [
        *_offer(row),
        Say(str(sentence)),
        Way(_("Go to the table"), absolute("table", row.the_game.pk)),
    ]
    if row.data.get("head"):
        blocks += Pen(row, scene_of(row)).proofs()
    return Letter(str(subject) % row.the_game.name, blocks)


def _offer(row: OutboxRow) -> Iterator[Block]:
    """Who invites to what, and how much time it takes."""
    if row.kind not in OFFERS:
        return
    game = row.the_game
    host = User.objects.filter(player_uid=row.data.get("by")).first() or game.host
    offer = {
        "host": host.get_username() if host else _("somebody"),
        "table": game.name,
        "game": str(wording_of(game.ruleset).title),
        "seats": game.players,
    }
    yield Say(str(OFFERS[row.kind]) % offer, loud=True)
    yield Say(pace_in_words(schedule_of(game.schedule), game.lateness, chapter_words(game.ruleset)))
