"""One notice, over every channel its person wants it on: a row of the outbox for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from typing import Final

from games.models import Channel, OutboxRow
from games.notice_kinds import KINDS, REPORT
from games.notify.preferences import NoticePreferences, preferences_of
from games.notify.times import after_quiet, next_digest

SPARE: Final = OutboxRow.State.SPARE


def spread(notices: Sequence[OutboxRow]) -> list[OutboxRow]:
    """The rows for these letters; calls of webhooks, and what is always a letter, stay."""
    people = sorted({row.user_id for row in notices if _is_chosen(row)})
    preferences = preferences_of(people) if people else {}
    rows: list[OutboxRow] = []
    for row in notices:
        rows.extend(_spread(row, preferences[row.user_id]) if _is_chosen(row) else [row])
    return rows


def told_once(rows: Sequence[OutboxRow]) -> list[OutboxRow]:
    """The rows of one step without reports on channels that carry more of it.

    A question, and the end of a game, hold the report; a letter kept in reserve may never go.
    """
    carried = {_way(row) for row in rows if row.kind != REPORT and row.state != SPARE}
    return [row for row in rows if row.kind != REPORT or _way(row) not in carried]


def _way(row: OutboxRow) -> tuple[int, str, int | None]:
    """To whom, and over what, a row goes."""
    return row.user_id, row.channel, row.destination_id


def _is_chosen(row: OutboxRow) -> bool:
    return row.channel == Channel.MAIL and row.kind in KINDS


def _spread(row: OutboxRow, preferences: NoticePreferences) -> Iterator[OutboxRow]:
    moment = row.due_at
    row.due_at = after_quiet(row, preferences.times, moment)
    for place in preferences.taking(row.kind):
        twin = copy(row)
        twin.channel, twin.destination = place.channel, place
        twin.dedup = f"{row.notice}:{place.channel} {place.pk}"
        yield twin
    state = preferences.mail(row.kind, row.game_id)
    if state is None:
        return
    row.state = state
    digest_at = preferences.times.digest_at if preferences.times else None
    if state == OutboxRow.State.WAITING and digest_at is not None and not KINDS[row.kind].urgent:
        row.state, row.due_at = OutboxRow.State.COLLECTED, next_digest(row, digest_at, moment)
    yield row
