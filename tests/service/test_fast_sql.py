"""Statements prepared once say the same to every database as Django's own."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from games.log import fast_sql
from games.log.fast_sql import Prepared
from games.log.seals import seal
from games.models import Game, LogEntry, OpenDecision, SavedDraft, Seat, User
from tests.service.tables import started, waiting

SEATS = Prepared(
    lambda pk: Seat.objects.select_related("user", "substitute").filter(game=pk).order_by("key"),
    "g",
)


def entry(game: Game, seq: int, sealed: bytes | None = None) -> LogEntry:
    return LogEntry(
        game=game,
        seq=seq,
        kind="noted",
        version=1,
        at="2026-11-16T12:00:00.000Z",
        payload={"words": ["Übermut", None, 1.5], "100%": {"of": "it"}},
        secret_digest="d" * 64 if sealed else None,
        secret_sealed=sealed,
        prev="p" * 64,
        hash=f"{seq:064}",
    )


def test_rows_come_with_those_they_refer_to(
    anna: User, bert: User, django_assert_num_queries: object
) -> None:
    game = started(anna)
    game.seats.filter(key="A").update(substitute=bert)
    by_django = Seat.objects.select_related("user", "substitute").filter(game=game)
    expected = [
        (seat.pk, seat.game_id, seat.key, seat.user, seat.substitute, seat.bot)
        for seat in by_django.order_by("key")
    ]
    with django_assert_num_queries(1):  # type: ignore[operator] # its type has no public name
        seats = SEATS.rows(game.pk)
        assert [
            (seat.pk, seat.game_id, seat.key, seat.user, seat.substitute, seat.bot)
            for seat in seats
        ] == expected
    assert (seats[0].user, seats[0].substitute, seats[1].user) == (anna, bert, None)
    assert SEATS.first("nowhere") is None


def test_a_found_row_can_be_changed_and_saved(anna: User) -> None:
    seat = SEATS.rows(started(anna).pk)[0]
    assert not seat._state.adding
    seat.key = "Z"
    seat.save()
    assert Seat.objects.get(pk=seat.pk).key == "Z"


def test_a_query_asks_by_its_values_in_their_order() -> None:
    swapped = Prepared(lambda seq, game: LogEntry.objects.filter(game=game, seq=seq), 1, "g")
    with pytest.raises(ValueError, match="in their order"):
        swapped.rows(1, "g")


def test_rows_are_inserted_as_django_would(anna: User) -> None:
    game = started(anna)
    before = game.entries.count()
    rows = [entry(game, 1000 + at, seal([at]) if at % 2 else None) for at in range(1201)]
    fast_sql.insert(rows)
    stored = list(LogEntry.objects.filter(game=game, seq__gte=1000).order_by("seq"))
    columns = [field.attname for field in LogEntry._meta.concrete_fields if field.attname != "id"]
    for row, written in zip(rows, stored, strict=True):
        for column in columns:
            value = getattr(written, column)
            value = bytes(value) if isinstance(value, memoryview) else value
            assert value == getattr(row, column)
    assert game.entries.count() == before + len(rows)


def test_what_the_database_forbids_is_refused_in_djangos_words(anna: User) -> None:
    game = started(anna)
    before = game.entries.count()
    with pytest.raises(IntegrityError), transaction.atomic():
        fast_sql.insert([entry(game, 1)])
    assert game.entries.count() == before


def test_what_is_sent_together_is_answered_each_by_itself(anna: User, bert: User) -> None:
    game, other = started(anna, bert), started(bert)
    with fast_sql.together():
        here, nowhere, there = (SEATS.ask(pk) for pk in (game.pk, "nowhere", other.pk))
        fast_sql.insert([entry(game, 500)])
        fast_sql.update(LogEntry, {"game": other.pk, "seq": 0}, kind="never")
    assert [seat.user for seat in here.rows()] == [anna, bert, None]
    assert nowhere.first() is None
    assert [seat.user for seat in there.rows()] == [bert, None, None]
    assert game.entries.filter(seq=500).count() == 1


def test_of_what_is_sent_together_nothing_stays_if_one_is_forbidden(anna: User) -> None:
    game = started(anna)
    before = game.entries.count()

    @transaction.atomic
    def written() -> None:
        with fast_sql.together():
            fast_sql.insert([entry(game, 500)])
            fast_sql.insert([entry(game, 1)])
            fast_sql.delete(SavedDraft, game=game.pk, decision="any")

    with pytest.raises(IntegrityError):
        written()
    assert game.entries.count() == before
    # The connection is as good as before.
    fast_sql.insert([entry(game, 501)])
    assert game.entries.count() == before + 1


def test_only_what_is_meant_is_changed(anna: User, bert: User) -> None:
    game, other = started(anna, bert), started(anna, bert)
    asked = waiting(game, "A").id
    fast_sql.update(OpenDecision, {"game": game.pk, "decision": asked}, sealed_seq=7)
    changed = OpenDecision.objects.filter(sealed_seq=7)
    assert [(row.game_id, row.decision) for row in changed] == [(game.pk, asked)]
    fast_sql.update(OpenDecision, {"game": game.pk, "decision": asked}, sealed_seq=None)
    assert not changed.all().exists()
    options = {"line_up": "default", "why": "100 %"}
    fast_sql.update(Game, {"id": game.pk}, options=options, deadline=None, seq=99)
    game.refresh_from_db()
    assert (game.options, game.deadline, game.seq) == (options, None, 99)
    other.refresh_from_db()
    assert (other.options, other.seq) != (options, 99)


def test_only_what_is_meant_is_dropped(anna: User, bert: User) -> None:
    game = started(anna, bert)
    for seat in "AB":
        SavedDraft.objects.create(
            game=game, decision=waiting(game, seat).id, seat=seat, answer_sealed=seal({})
        )
    fast_sql.delete(SavedDraft, game=game.pk, decision=waiting(game, "A").id)
    assert [draft.seat for draft in SavedDraft.objects.all()] == ["B"]
