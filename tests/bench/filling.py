"""A site that has been there for years: finished games and letters sent, by a few statements."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection
from django.db.models import Model

from games.models import CountedGame, Game, KeptArchive, OutboxRow, User

# A game ends every hour of the day, a letter goes every minute.
GAME_MINUTES, NOTICE_MINUTES = 60, 1
# The digits that look like letters are in no game's name.
_ID = "replace(replace('z' || (200000000 + n), '0', 'b'), '1', 'c')"


def fill(
    game: Game, notice: OutboxRow, people: Sequence[User], games: range, notices: range
) -> None:
    """Add copies of a finished game, spread over these people, and of a letter, by number."""
    owner = _one_of([person.pk for person in people])
    times = {at: _before(at, GAME_MINUTES) for at in ("created_at", "started_at", "finished_at")}
    _copy(game, games, id=_ID, host_id=owner, throws_due="false", archive_due="false", **times)
    ended_at = _before("ended_at", GAME_MINUTES)
    for seat in game.seats.all():
        user = owner if seat.key == "A" else "NULL"
        _copy(seat, games, game_id=_ID, user_id=user, ended_at=ended_at)
    for counted in CountedGame.objects.filter(game=game):
        _copy(counted, games, game_id=_ID)
    for kept in KeptArchive.objects.filter(game=game):
        # That they are there matters, and no byte of them: they would be gigabytes.
        _copy(kept, games, game_id=_ID, body="''")
    _copy(
        notice,
        notices,
        dedup="'copy ' || n",
        notice="'copy ' || n",
        user_id=owner,
        # Some went in daily letters.
        state="CASE n % 10 WHEN 0 THEN 'collected' ELSE 'sent' END",
        digest_id=f"CASE n % 10 WHEN 0 THEN {notice.pk} END",
        **{at: _before("created_at", NOTICE_MINUTES) for at in ("created_at", "due_at", "sent_at")},
    )
    _tidy()


def _tidy() -> None:
    """What a server does by itself at times: count its rows, and know which are seen by all."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")


def _copy(row: Model, copies: range, **changed: str) -> None:
    """Copies of a row, with these expressions of their number n instead of some values."""
    table, key = row._meta.db_table, row._meta.pk
    fields = [f for f in row._meta.concrete_fields if f is not key or f.attname in changed]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    values = ", ".join(changed.get(field.attname, f't."{field.column}"') for field in fields)
    with connection.cursor() as cursor:
        cursor.execute(
            "WITH RECURSIVE numbers(n) AS "  # noqa: S608 names and numbers of ours
            f"(SELECT {copies[0]} UNION ALL SELECT n + 1 FROM numbers WHERE n < {copies[-1]}) "
            f"INSERT INTO {table} ({columns}) SELECT {values} "
            f"FROM {table} t, numbers WHERE t.\"{key.column}\" = '{row.pk}'"
        )


def _one_of(keys: Sequence[int]) -> str:
    cases = " ".join(f"WHEN {at} THEN {key}" for at, key in enumerate(keys))
    return f"CASE n % {len(keys)} {cases} END"


def _before(column: str, minutes: int) -> str:
    """A time of the row, so many minutes earlier for each number."""
    if connection.vendor == "postgresql":
        return f"t.\"{column}\" - n * interval '{minutes} minutes'"
    return f"strftime('%Y-%m-%d %H:%M:%f', t.\"{column}\", '-' || (n * {minutes}) || ' minutes')"
