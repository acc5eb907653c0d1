"""What was said beside a game, in one letter: for those who were not there, and not too often.

A letter covers the time up to a moment that is fixed when its row is written, and goes out after
it; so it says the same whenever it is sent, and whatever is said later is for the next one.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings

from games import access, clock
from games.models import ChatMessage, Game, OutboxRow, User
from games.read.talk import readable
from games.services.post.notices import about, put

KIND: Final = "chat_digest"
# Time for a talk to go on before anybody is written to about it.
PATIENCE: Final = timedelta(minutes=30)


def digest_talk(message: ChatMessage) -> None:
    """Let everybody around the table read what was said, in their next letter about the talk.

    Whoever says something has read what was said before, so their letter need not go any more.
    """
    game = (
        Game.objects.select_related("host")
        .prefetch_related("seats__user", "seats__substitute")
        .get(pk=message.game_id)
    )
    of_this_game = OutboxRow.objects.filter(game=game, kind=KIND)
    collected = of_this_game.filter(state=OutboxRow.State.COLLECTED, digest__isnull=True)
    untold = of_this_game.unsent(message.said_at) | collected
    untold.filter(user=message.author, attempts=0, claimed_by="").delete()
    rows: list[OutboxRow] = []
    for person in _around(game):
        channels = readable(access.viewer(game, person))
        if person != message.author and message.channel in channels:
            last = of_this_game.filter(user=person).order_by("-pk").first()
            rows += _letter(game, person, last, message.said_at, channels)
    put(rows)


def _around(game: Game) -> Iterator[User]:
    """Everybody at a table, and its host who may not play."""
    people = {person for seat in game.seats.all() for person in (seat.user, seat.substitute)}
    yield from filter(None, people | {game.host})


def _letter(
    game: Game, person: User, last: OutboxRow | None, said_at: datetime, channels: list[str]
) -> Iterator[OutboxRow]:
    """The next letter to somebody, unless one is on its way that will tell this, too."""
    after, until = said_at, said_at + PATIENCE
    if last is not None:
        after = clock.read(last.data["until"])
        if said_at < after:
            return
        until = max(until, after + timedelta(hours=settings.CHAT_DIGEST_HOURS))
    data = {
        "after": clock.written(after),
        "until": clock.written(until),
        "channels": channels,
        "head": game.head,
    }
    # Named by the one before: two who speak at once ask for the same letter.
    row = about(game, person, KIND, f"talk after {last.pk if last else 0}", data)
    row.due_at = until
    yield row
