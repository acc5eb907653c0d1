"""A question of any ruleset on its page: answered, changed, taken back, too late, or optional."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from engine.kernel.core import Decision
from games.boards import board_of
from games.log import store
from games.models import Game, SavedDraft
from games.ops import due
from games.services.play.advance import game_advance
from tests.contract.page_text import PageText
from tests.contract.toys.registered import HIGH_CARD, PRESS
from tests.contract.web_games import EVERY_KEY, TOY_KEYS, WebGame, legal_answer
from tests.service.conftest import at
from tests.service.tables import payloads
from tests.service.test_deadlines import Travel

__all__ = ["at"]
pytestmark = pytest.mark.usefixtures("fresh_pages")
START = datetime(2026, 6, 1, 12, tzinfo=UTC)
LATE = timedelta(hours=25)


def sealed(table: WebGame, decision: Decision) -> object:
    """What counts of a question now."""
    seal = store.load(table.row).sealed.get(decision.id)
    return seal and seal.answer


@pytest.mark.parametrize("key", EVERY_KEY)
def test_an_answer_is_sealed_changed_and_taken_back(key: str) -> None:
    table = WebGame(key)
    table.start()
    mine = next(decision for decision in table.waiting if decision.seat == "A")
    position = store.load(table.row)
    first, other = legal_answer(table.row, mine), position.ruleset.default(position.state, mine)
    table.answer(mine, first)
    assert sealed(table, mine) == first
    page = table.browsers["A"].get(table.address("turn", mine.id)).content.decode()
    assert 'id="receipt"' in page
    assert "Ready again" in page
    table.answer(mine, other)
    # What a text leaves out stays as it is in the form.
    assert (sealed(table, mine) != first) == (other != first)
    filled = table.turn(mine).sent
    assert "Taken back." in table.send(mine, "back").content.decode()
    assert sealed(table, mine) is None
    changing = dict.fromkeys(("seen", "csrfmiddlewaretoken"))
    assert table.turn(mine).sent | changing == filled | changing, "the form stays filled"
    assert table.row.step == 1


@pytest.mark.parametrize("key", EVERY_KEY)
def test_the_last_answer_leads_on_and_the_page_is_over(key: str) -> None:
    table = WebGame(key)
    table.start()
    asked = table.waiting
    for decision in asked:
        table.answer(decision)
        last = table.send(decision, "ready")
    # After a choice on the way the next one often comes within seconds.
    is_plan = board_of(key).turn.is_plan(decision.kind)
    leads_to, words = ("table", "Everybody is ready") if is_plan else ("next-turn", "Taken. The")
    assert last.redirect_chain[-1][0] == table.address(leads_to)
    assert words in last.content.decode()
    game_advance(game_id=table.game.pk)
    browser = table.browsers[decision.seat]
    over = browser.get(table.address("turn", decision.id))
    assert over.status_code == 410
    assert table.address("report-newest") in over.content.decode()
    assert browser.get(table.address("turn", "9.nothing.A")).status_code == 404
    check = browser.post(table.address("turn-check", decision.id), {})
    assert (check.status_code, check.json()["code"]) == (410, "over")


@pytest.mark.parametrize("key", EVERY_KEY)
def test_a_question_is_nobody_elses(key: str) -> None:
    table = WebGame(key)
    table.start()
    mine = next(decision for decision in table.waiting if decision.seat == "A")
    address = table.address("turn", mine.id)
    assert table.browsers["B"].get(address).status_code == 403
    assert table.browsers["B"].post(address, {"act": "ready"}).status_code == 403
    assert table.spectator.get(address).status_code == 302
    assert sealed(table, mine) is None


def now_of(table: WebGame) -> list[str]:
    """What the table tells Anna to do now."""
    page = table.browsers["A"].get(table.address("table")).content.decode()
    return PageText(
        page.partition('id="now" ')[2].partition(">")[2].partition("</section>")[0]
    ).texts


def test_an_optional_question_is_answered_changed_and_withdrawn() -> None:
    table = WebGame(HIGH_CARD.key)
    table.start()
    table.play()
    position = store.load(table.row)
    play, later = (one for one in position.decisions if one.seat == "A")
    assert (play.optional, later.optional) == (False, True)
    assert now_of(table)[:4] == [
        "It is your turn",
        "Answer: Card",
        "Answer: Next",
        "You do not have to answer.",
    ]
    cards = table.turn(later).choices["choice"]
    for card in cards[1:3]:
        table.send(later, "ready", choice=card)
    assert sealed(table, later) == {"choice": cards[2].strip('"')}
    assert now_of(table)[0] == "It is your turn", "the card itself is still to be played"
    table.send(later, "back")
    assert sealed(table, later) is None
    table.send(later, "ready", choice=cards[3])
    table.send(play, "ready", choice=cards[0])
    texts = now_of(table)
    assert texts[0] == "You are ready"
    assert texts.count("Change or take back your answer") == 2
    rival = next(decision for decision in table.waiting if decision.seat == "B")
    table.answer(rival)
    game_advance(game_id=table.game.pk)
    assert "A" in store.load(table.row).state.standing
    # The next card is ordered already: only the one after it is asked for, and need not be.
    assert now_of(table)[:3] == ["Waiting", "Answer: Next", "You do not have to answer."]
    home = table.browsers["A"].get("/").content.decode()
    assert "Nothing is waiting for you." in home


@pytest.mark.parametrize("policy", ["wait", "draft", "default", "stand_in"])
@pytest.mark.parametrize("key", TOY_KEYS)
def test_who_is_late_is_served_by_the_policy_of_the_table(
    at: Travel, key: str, policy: str
) -> None:
    at(START)
    answers = {"pace": "hours", "hours": "24", "grace_minutes": "10", "lateness": policy}
    table = WebGame(key, **answers)
    table.start()
    first = table.waiting[0]
    drafted = table.turn(first).choices["choice"][-1]
    table.send(first, "check", choice=drafted)
    assert SavedDraft.objects.count() == 1
    at(START + LATE)
    page = table.browsers["A"].get(table.address("table")).content.decode()
    assert "time is up" in page
    due_now = due.games_to_advance()
    assert bool(due_now) == (policy != "wait")
    game_advance(game_id=table.game.pk)
    ran_out = payloads(table.game, "time_ran_out")
    if policy == "wait":
        assert (ran_out, table.row.step) == ([], 1)
        return
    assert ran_out[0]["policy"] == policy
    # The bot on C answers by itself; who is late is answered for in a way of the table's own.
    by_policy = {"draft": "draft", "default": "default", "stand_in": "bot random"}[policy]
    late = [seal["by"] for seal in payloads(table.game, "answer_sealed") if seal["seat"] == "A"]
    assert late[0] == by_policy
    assert table.row.step > 1
    for name in ("table", "referee", "report-newest"):
        response = table.browsers["A"].get(table.address(name), follow=True)
        assert PageText(response.content.decode()).leaks == []


def test_a_game_that_everybody_has_left_plays_itself_to_the_end(at: Travel) -> None:
    at(START)
    table = WebGame(PRESS.key, pace="hours", hours="1", grace_minutes="0", lateness="default")
    table.start()
    hours = 0
    while not table.finished and hours < 100:
        hours += 2
        at(START + timedelta(hours=hours))
        for game in due.games_to_advance():
            game_advance(game_id=game)
    assert table.row.status == Game.Status.FINISHED
    page = PageText(table.spectator.get(table.address("table")).content.decode())
    assert "The game is over" in page.texts
