"""Twin games that differ in a hidden hand and in what was ordered show rivals the same pages."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.test import Client

from engine.kernel.core import Decision, Seat
from games.log import store
from games.models import User
from games.services.play.advance import game_advance
from tests.contract.toys.registered import HIGH_CARD
from tests.contract.twins import LOEWENHERZ, forget, twin
from tests.contract.web_games import WebGame, browser_of
from tests.service.conftest import at
from tests.service.tables import answer, person
from tests.service.test_deadlines import Travel

__all__ = ["at"]
pytestmark = [pytest.mark.usefixtures("fresh_pages"), pytest.mark.slow]
START = datetime(2026, 6, 1, 12, tzinfo=UTC)
# What every answer draws anew: the token against forged requests, and the mark of a form.
DRAWN_ANEW = re.compile(
    rb'((?:name="csrfmiddlewaretoken"|name="once") value="|X-CSRFToken[^:]*: ?")[^"]+'
)
# Pages of games that have a map or a tower; others have none there.
OF_SOME_GAMES = ("places", "odds", "luck")
# What an operator sees of the tables of the database.
ADMIN = ("game", "logentry", "opendecision", "outboxrow")


def shown(table: WebGame, reader: User | None, browser: Client) -> dict[str, bytes]:
    """The bytes of every page somebody can open, and of what the scripts on them ask for."""
    mine = reader if reader in table.people.values() else None
    addresses = [
        *table.pages(mine),
        f"{table.address('news')}?since=0",
        table.address("replay-frames", 0),
    ]
    addresses += [f"/live/pulse/?game={table.game.pk}", f"/people/{table.people['B'].player_uid}/"]
    if reader and reader.is_superuser:
        addresses += [f"/admin/games/{listed}/" for listed in ADMIN]
    lacking = [table.address(name) for name in OF_SOME_GAMES]
    lacking.append(table.address("miniature", store.load(table.row).step))
    return {
        **{address: read(browser, address) for address in addresses},
        **{address: read(browser, address, 404) for address in lacking},
    }


def read(browser: Client, address: str, *more: int) -> bytes:
    response = browser.get(address, follow=True)
    assert response.status_code in (200, 204, *more), (address, response.status_code)
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
    forget(table.game)
    once = [shown(table, *reader) for reader in readers]
    mine = read(table.browsers[holder], own)
    with twin(table.game, holder) as changed:
        assert changed
        twins = [shown(table, *reader) for reader in readers]
        their_own = read(table.browsers[holder], own)
    for first, second in zip(once, twins, strict=True):
        assert [address for address in first if first[address] != second[address]] == []
    assert (mine != their_own) == bool(store.load(table.row).state.hands[holder])


def go_on(table: WebGame) -> None:
    """A step to where something is to be seen; its answers come from elsewhere."""
    for asked in table.waiting:
        answer(table.game, table.people[asked.seat])
    game_advance(game_id=table.game.pk)


def unsealed(table: WebGame, holder: Seat) -> list[Decision]:
    """Everything a seat may answer now and has not."""
    position = store.load(table.row)
    mine = [one for one in position.decisions if one.seat == holder]
    return [one for one in mine if one.id not in position.sealed]


@pytest.mark.parametrize(
    ("key", "holder"), [(HIGH_CARD.key, "A"), (HIGH_CARD.key, "B"), (LOEWENHERZ, "B")]
)
def test_a_rivals_hand_and_orders_are_on_no_page(at: Travel, key: str, holder: Seat) -> None:
    at(START)
    table = WebGame(key)
    person("staff", is_staff=True, is_superuser=True)
    table.start()
    while holder not in [asked.seat for asked in table.waiting]:
        go_on(table)
    for decision in table.waiting:
        table.answer(decision)
    # The first answer is sealed, and no card is dealt yet.
    compare(table, holder)
    game_advance(game_id=table.game.pk)
    while not store.load(table.row).dealt:
        go_on(table)
    compare(table, holder)
    for _ in range(2):
        for decision in unsealed(table, holder):
            table.answer(decision)
        compare(table, holder)
        table.play()


def test_at_the_end_everything_lies_open() -> None:
    table = WebGame(HIGH_CARD.key)
    table.start()
    while not table.finished:
        table.play()
    over = table.spectator.get(table.address("report-newest"), follow=True).content.decode()
    assert "The winner:" in over
