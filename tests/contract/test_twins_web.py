"""Twin games that differ in a hidden hand and in what was ordered show rivals the same pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client

from engine.kernel.core import Seat
from games.log import store
from games.log.seals import seal, unseal
from games.models import FoldedGame, LogEntry, ReadChapter, User
from games.services.play.advance import game_advance
from tests.contract.toys.registered import HIGH_CARD
from tests.contract.web_games import WebGame, browser_of
from tests.service.conftest import at
from tests.service.tables import person
from tests.service.test_deadlines import Travel

__all__ = ["at"]
pytestmark = [pytest.mark.usefixtures("fresh_pages"), pytest.mark.slow]
START = datetime(2026, 6, 1, 12, tzinfo=UTC)
# What every answer draws anew: the token against forged requests, and the mark of a form.
DRAWN_ANEW = re.compile(
    rb'((?:name="csrfmiddlewaretoken"|name="once") value="|X-CSRFToken[^:]*: ?")[^"]+'
)
Twist = Callable[[Any], Any]


def hidden_rows(table: WebGame, holder: Seat) -> list[tuple[LogEntry, Twist]]:
    """What only the holder knows now, each with what it might as well be."""
    position = store.load(table.row)
    hand = position.state.hands[holder]
    cards = LogEntry.objects.filter(game=table.game, kind="card_dealt")
    rows: list[tuple[LogEntry, Twist]] = [
        (row, lambda card: card % 12 + 1) for row in cards if row.payload["handle"] in hand
    ]
    for decision, answer in position.sealed.items():
        if decision.endswith(f".{holder}"):
            row = LogEntry.objects.get(game=table.game, seq=answer.seq)
            rows.append((row, lambda sealed: {"choice": other(hand, sealed["choice"])}))
    return rows


def other(hand: Any, choice: Any) -> Any:
    """Another thing that could have been chosen instead."""
    return (choice + 1) % 5 if isinstance(choice, int) else next(c for c in hand if c != choice)


@contextmanager
def twin(table: WebGame, holder: Seat) -> Iterator[None]:
    """The same game for a while, had its holder got other cards and ordered something else."""
    rows = hidden_rows(table, holder)
    assert rows
    kept = [bytes(row.secret_sealed or b"") for row, _twist in rows]
    for row, twist in rows:
        salt, secret = unseal(row.secret_sealed)
        write(row, seal([salt, twist(secret)]))
    forget(table)
    yield
    for (row, _twist), sealed in zip(rows, kept, strict=True):
        write(row, sealed)
    forget(table)


def write(row: LogEntry, sealed: bytes) -> None:
    """Put another secret under the digest of a row, as only a change of keys does in life."""
    LogEntry.objects.filter(pk=row.pk).update(secret_sealed=sealed)


def forget(table: WebGame) -> None:
    """Nothing that was computed of the game is remembered, nor what anybody has read of it."""
    ReadChapter.objects.filter(game=table.game).delete()
    FoldedGame.objects.filter(game=table.game).delete()
    store.forget()
    caches["boards"].clear()


def shown(table: WebGame, reader: User | None, browser: Client) -> dict[str, bytes]:
    """The bytes of every page somebody can open, and of what the scripts on them ask for."""
    mine = reader if reader in table.people.values() else None
    addresses = [
        *table.pages(mine),
        f"{table.address('news')}?since=0",
        table.address("replay-frames", 0),
    ]
    addresses += [f"/live/pulse/?game={table.game.pk}", f"/people/{table.people['B'].player_uid}/"]
    return {address: read(browser, address) for address in addresses}


def read(browser: Client, address: str) -> bytes:
    response = browser.get(address, follow=True)
    assert response.status_code in (200, 204), (address, response.status_code)
    return DRAWN_ANEW.sub(rb"\1", response.content)


def compare(table: WebGame, holder: Seat) -> None:
    """Everybody else sees the same in both twins; the holder sees the difference."""
    rival = "A" if holder == "B" else "B"
    staff = User.objects.get(username="staff")
    readers: list[tuple[User | None, Client]] = [
        (table.people[rival], table.browsers[rival]),
        (None, table.spectator),
        (staff, browser_of(staff)),
    ]
    own = table.address("table")
    forget(table)
    once = [shown(table, *reader) for reader in readers]
    mine = read(table.browsers[holder], own)
    with twin(table, holder):
        twins = [shown(table, *reader) for reader in readers]
        their_own = read(table.browsers[holder], own)
    for first, second in zip(once, twins, strict=True):
        assert [address for address in first if first[address] != second[address]] == []
    assert (mine != their_own) == bool(store.load(table.row).state.hands[holder])


@pytest.mark.parametrize("holder", ["A", "B"])
def test_a_rivals_hand_and_orders_are_on_no_page(at: Travel, holder: Seat) -> None:
    at(START)
    table = WebGame(HIGH_CARD.key)
    person("staff", is_staff=True)
    table.start()
    for decision in table.waiting:
        table.answer(decision)
    # What was boasted is sealed, and no card is dealt yet.
    compare(table, holder)
    game_advance(game_id=table.game.pk)
    compare(table, holder)
    for _ in range(2):
        orders = [
            decision
            for decision in store.load(table.row).decisions
            if decision.seat == holder and decision.id not in store.load(table.row).sealed
        ]
        for decision in orders:
            table.answer(decision, {"choice": decision.options["hand"][-1]})
        compare(table, holder)
        for decision in table.waiting:
            table.answer(decision)
        game_advance(game_id=table.game.pk)
    while not table.finished:
        table.play()
    over = table.spectator.get(table.address("report-newest"), follow=True).content.decode()
    assert "The winner:" in over, "at the end everything lies open, and the log still holds"
