"""Text orders that cannot be read leave their place in the form open, whatever stood there."""

from __future__ import annotations

import pytest
from django.test import Client

from engine.kernel.core import Json
from games.log import store
from games.models import Game, User
from games.read import selectors
from games.read.open_orders import is_said_again, opened, orders_in, unplaced, without
from tests.service.tables import again, started
from tests.web.test_turn_form import PLAN, TEXT, annas_view, page_of, plan_of, post, selected


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    return started(anna, bert)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("combat A: Strassburg -> Badenxxq all", "combat A"),
        ("Kampf A: Strassburg -> Badenxxq alle", "combat A"),
        ("combatt A: Anhalt", "combat A"),
        ("combat A Anhalt", "combat A"),
        ("cmbat A Anhalt", "combat A"),
        ("Kmpf A Anhalt -> Mark alle", "combat A"),
    ],
)
def test_what_stood_in_the_form_is_not_what_was_meant(
    annas: Client, game: Game, line: str, name: str
) -> None:
    plan = plan_of(game)
    assert plan["boxes"]["combat_a"]
    post(annas, game, "ready", plan)
    response = post(annas, game, "read", plan, orders=f"{line}\nbid: none")
    assert response.status_code == 422
    page = page_of(response)
    assert f"1 line cannot be read. Open in the form now: {name}" in page
    assert selected(page, "boxes.combat_a") == ""
    draft = selectors.draft_of(annas_view(game), PLAN)
    assert draft is not None
    assert "combat_a" not in orders_in(draft)
    # Nor is it sealed before it is said: what was sealed stays what it was.
    post(annas, game, "ready", draft)
    assert store.load(again(game)).answers[PLAN] == plan


BEFORE: Json = {
    "boxes": {"collect_grain": "koeln", "combat_a": "anhalt", "combat_b": "mark"},
    "moves": {"combat_a": [{"stay": True}]},
    "bid": 1,
}


def open_after(text: str, before: Json = BEFORE) -> dict[str, str]:
    answer, unread = TEXT.parse("plan", text, "en")
    return opened(unread, answer, before)


def test_a_line_opens_the_order_it_begins_with() -> None:
    assert open_after("bid: 99") == {"bid": "bid"}
    assert open_after("combat A: Anhalt -> Mark 2\ncombat A: Anhalt -> Nowhere 2") == {
        "combat_a": "combat A"
    }
    assert open_after("bid: 2\nbid: 3") == {"bid": "bid"}


def test_a_line_that_is_like_an_order_opens_it_unless_that_is_said() -> None:
    assert open_after("grian: Köln\nbid: 2") == {"collect_grain": "grain"}
    assert open_after("grian: Köln\ngrain: Köln") == {}


def test_a_line_without_a_colon_that_begins_like_an_order_opens_it() -> None:
    assert open_after("cmbat A Anhalt -> Mark all") == {"combat_a": "combat A"}
    assert open_after("Kmpf A Anhalt -> Mark alle") == {"combat_a": "combat A"}
    both = {"combat_a": "combat A", "combat_b": "combat B"}
    for line in ("attack Anhalt -> Mark all", "Angriff Anhalt -> Mark alle"):
        assert open_after(line) == open_after(f"bid: 2\n{line}") == both
    # Nearly any short word is like some name, and long ones have something of many.
    for line in ("Bis Freitag", "see you", "Ich greife Mark an", "ziehe Anhalt -> Mark alle"):
        assert open_after(line) == {}


def test_a_line_like_no_order_is_kept_unless_it_must_be_about_the_rest() -> None:
    def lines(text: str) -> list[str]:
        answer, unread = TEXT.parse("plan", text, "en")
        return unplaced(unread, answer, BEFORE)

    assert lines("bid: 2\nAnhalt forward") == ["Anhalt forward"]
    assert lines("grain: Köln\ncombat B: Mark\nbid: 2\nAnhalt forward") == []
    assert lines("cmbat A Anhalt -> Mark all\nbid: 99") == []


def test_a_line_is_said_again_by_an_order_that_names_all_it_names() -> None:
    sealed = "combat A: Osnabrück stay\ngrain: Mark\nbid: 1"
    line = "everything from Osnabruck to Köln, 2 of them"
    assert is_said_again(line, "bid: 2\ncombat A: Osnabrück -> Köln all", sealed)
    assert is_said_again("osn forward", "combat A: Osnabrück -> Köln all", sealed)
    for other in ("bid: 2", "grain: Köln", "combat B: Mark -> Köln all", "grain: Osnabrück", ""):
        assert not is_said_again(line, f"{other}\ntaxes: Köln", sealed), other
    assert not is_said_again("2 of them", "bid: 2", sealed)


def test_a_line_like_no_order_opens_what_a_whole_plan_leaves_out() -> None:
    assert open_after("grain: Köln\ncombat B: Mark\nbid: 2\nAnhalt forward") == {
        "combat_a": "combat A"
    }
    assert open_after("bid: 2\nAnhalt forward") == {}
    assert open_after("Anhalt forward") == {}


def test_an_answer_without_orders_says_nothing_of_them() -> None:
    assert without(BEFORE, {"combat_a", "bid"}) == {
        "boxes": {"collect_grain": "koeln", "combat_b": "mark"}
    }
    assert without({"defend": {}, "bid": None}, {"combat_a"}) == {"defend": {}, "bid": None}
