"""What is left beforehand, on pages: told to its author, changed, withdrawn, and secret."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from structlog.testing import capture_logs

from engine.kernel.core import Decision, Json
from games.boards import board_of
from games.log import store
from games.models import Game, OutboxRow, User
from games.services.play.advance import game_advance
from games.services.play.turns import answer_submit, draft_save
from games.services.play.wishes import wish_withdraw
from games.services.tables.seats import substitute_name
from tests.contract.form_fields import FormFields
from tests.mail.rows import opened, text_of
from tests.service.conftest import anna, bert, cora, nothing_folded
from tests.service.tables import again, answer, open_seats, person, started, waiting
from tests.web.test_secrecy_pages import asked
from tests.web.told import reader

__all__ = ["anna", "bert", "cora", "nothing_folded"]

pytestmark = pytest.mark.django_db
RULESET = "loewenherz-2003"
# So many ducats nobody ever has.
CANARY = 919


def sings(text: str, number: int = CANARY) -> bool:
    """Whether the condition is there: in a sentence, as text orders, as a field, as JSON."""
    words = rf"{number} (ducats|Dukaten)|value=.?{number}\b|ducats\W{{1,6}}{number}\b"
    return re.search(words, text) is not None


def while_others_play(game: Game, *people: User) -> Decision:
    """Play until anna waits for bert's turn and may leave orders; the question."""
    seats = dict(zip("ABC", people, strict=False))
    for _ in range(200):
        (seat,) = open_seats(game)
        offers = wish_of(game, "orders")
        if seat == "B" and waiting(game, "B").kind == "turn" and offers is not None:
            return offers
        answer(game, seats[seat])
        game_advance(game_id=game.pk)
    raise AssertionError("never waits")


def wish_of(game: Game, kind: str, seat: str = "A") -> Decision | None:
    """The open question by which something may be left."""
    asked = store.load(again(game)).decisions
    return next((d for d in asked if d.seat == seat and d.kind == kind), None)


def orders(decision: Decision, number: int = CANARY) -> Json:
    """A first choice that never comes, and a sale."""
    first, *_rest, last = decision.options["hand"]
    never = {"card": first, "do": "sell", "if": [{"ducats": number}]}
    return {"orders": [never, {"card": last, "do": "sell", "refill": ["deck"]}]}


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    """Anna has left orders and drafts others while bert is at turn."""
    game = started(anna, bert, players=3, ruleset=RULESET)
    game_advance(game_id=game.pk)
    asked = while_others_play(game, anna, bert)
    submit(game, anna, asked, orders(asked))
    draft_save(person=anna, game_id=game.pk, decision=asked.id, answer=orders(asked, 929))
    return again(game)


def submit(game: Game, who: User, decision: Decision, content: Json) -> None:
    answer_submit(person=who, game_id=game.pk, decision=decision.id, answer=content)


def page(game: Game, who: User | None, path: str = "") -> str:
    response = reader(who).get(f"/games/{game.pk}/{path}")
    assert response.status_code == 200
    return response.content.decode()


def card(text: str) -> str:
    """What a page shows as left beforehand."""
    shown = re.search(r'<section class="wishes".*?</section>', text, re.DOTALL)
    return shown.group() if shown else ""


def next_step(game: Game, who: User) -> None:
    """Whoever is asked answers, and the game goes on."""
    answer(game, who)
    game_advance(game_id=game.pk)


def test_orders_in_force_are_told_on_table_and_turn(game: Game, anna: User) -> None:
    question = wish_of(game, "orders")
    assert question is not None
    for path in ("", f"turn/{question.id}/"):
        shown = card(page(game, anna, path))
        assert "When it is your turn:" in shown
        assert f"if you have at least {CANARY} ducats</li>" in shown
        assert "new card: from the deck</li>" in shown
        assert "<li>Otherwise your oldest card is sold</li>" in shown
        assert f'action="/games/{game.pk}/wishes/orders/"' in shown
    assert f'href="/games/{game.pk}/turn/{question.id}/"' in card(page(game, anna))


def test_orders_are_given_by_fields_without_a_script(game: Game, anna: User) -> None:
    question = wish_of(game, "orders")
    assert question is not None
    address, browser = f"/games/{game.pk}/turn/{question.id}/", reader(anna)
    fields = FormFields(browser.get(address).content.decode(), "turn")
    hand = question.options["hand"]
    assert fields.choices["order.0.card"] == ["", *hand]
    sent = {name: "" if name.startswith("order.") else text for name, text in fields.sent.items()}
    sent |= {
        "order.0.card": hand[1],
        "order.0.deed": "sell",
        "order.0.if.0.what": "free",
        "order.0.if.0.of": "D4 C4",
        "order.1.card": hand[0],
        "order.1.deed": "sell",
        "act": "ready",
    }
    response = browser.post(address, sent, follow=True)
    assert response.status_code == 200
    assert store.load(again(game)).sealed[question.id].answer == {
        "orders": [
            {"card": hand[1], "do": "sell", "if": [{"free": "c4|d4"}]},
            {"card": hand[0], "do": "sell"},
        ]
    }
    assert "if c4|d4 is still free" in card(response.content.decode())


def test_bad_orders_are_told_beside_their_fields_and_nothing_is_lost(
    game: Game, anna: User
) -> None:
    question = wish_of(game, "orders")
    assert question is not None
    address, browser = f"/games/{game.pk}/turn/{question.id}/", reader(anna)
    sent = FormFields(browser.get(address).content.decode(), "turn").sent
    wrong = {"order.0.if.1.what": "free", "order.0.if.1.of": "<b>moon</b>", "act": "ready"}
    shown = browser.post(address, {**sent, **wrong}, follow=True).content.decode()
    assert 'href="#f-order-0-if-1-of"' in shown
    assert "&lt;b&gt;moon&lt;/b&gt;" in shown
    # What was sealed before still counts.
    assert sings(str(store.load(again(game)).sealed[question.id].answer))


def test_text_stays_a_way_to_leave_orders(game: Game, anna: User) -> None:
    question = wish_of(game, "orders")
    assert question is not None
    address, browser = f"/games/{game.pk}/turn/{question.id}/", reader(anna)
    sent = FormFields(browser.get(address).content.decode(), "turn").sent
    text = f"1. sell: {question.options['hand'][0]}\nif: c4|d4 free"
    shown = browser.post(address, {**sent, "orders": text, "act": "read"}, follow=True)
    fields = FormFields(shown.content.decode(), "turn").sent
    assert fields["order.0.if.0.of"] == "c4|d4"
    assert fields["order.0.card"] == question.options["hand"][0]


def test_orders_of_an_earlier_question_stay_in_force_and_are_what_a_change_begins_with(
    anna: User, bert: User, cora: User
) -> None:
    game = started(anna, bert, cora, players=3, ruleset=RULESET)
    before = while_others_play(game, anna, bert, cora)
    submit(game, anna, before, orders(before))
    next_step(game, bert)
    now = wish_of(game, "orders")
    assert now is not None
    assert now.id != before.id
    assert sings(card(page(game, anna)))
    fields = FormFields(page(game, anna, f"turn/{now.id}/"), "turn").sent
    assert fields["order.0.if.0.of"] == str(CANARY)
    # Taking it back on that page leaves nothing older in force.
    reader(anna).post(f"/games/{game.pk}/turn/{now.id}/", {**fields, "act": "ready"})
    assert in_force(game) == orders(before)
    fields = FormFields(page(game, anna, f"turn/{now.id}/"), "turn").sent
    reader(anna).post(f"/games/{game.pk}/turn/{now.id}/", {**fields, "act": "back"})
    assert in_force(game) == {"orders": []}
    assert not sings(card(page(game, anna)))


def test_withdrawn_orders_are_not_carried_out_whenever_they_were_left(
    game: Game, anna: User
) -> None:
    browser: Client = reader(anna)
    address = f"/games/{game.pk}/wishes/orders/"
    response = browser.post(address, follow=True)
    assert "Taken back" in response.content.decode()
    assert not sings(card(response.content.decode()))
    assert browser.post(address).status_code == 302
    assert in_force(game) is None


def in_force(game: Game, kind: str = "orders") -> Json | None:
    """What the rules would carry out for anna."""
    position, wishes = store.load(again(game)), board_of(RULESET).wishes
    assert wishes is not None
    answers = {name: one.answer for name, one in position.sealed.items() if one.answer}
    name = wishes.in_force(position.state, answers, kind, "A")
    return answers[name] if name else None


def test_a_ranking_of_before_is_withdrawn_by_one_that_says_nothing(
    game: Game, anna: User, bert: User
) -> None:
    asked = wish_of(game, "ranking")
    assert asked is not None
    submit(game, anna, asked, {"give_up": asked.options["knights"][:2]})
    ranked = ", ".join(asked.options["knights"][:2])
    assert f"The first that can leave goes: {ranked}</li>" in card(page(game, anna))
    next_step(game, bert)
    while_others_play(game, anna, bert)
    assert in_force(game, "ranking") == {"give_up": asked.options["knights"][:2]}
    wish_withdraw(person=anna, game_id=game.pk, kind="ranking")
    assert in_force(game, "ranking") == {"give_up": []}
    assert "that can leave" not in card(page(game, anna))


@pytest.mark.parametrize("who", ["nobody", "outsider", "rival", "staff"])
def test_no_address_shows_orders_to_others(game: Game, bert: User, who: str) -> None:
    visitor = {
        "nobody": lambda: None,
        "outsider": lambda: person("dora"),
        "rival": lambda: bert,
        "staff": lambda: person("staff", is_staff=True, is_superuser=True),
    }[who]()
    count = 0
    for address, text in asked(game, visitor, posting=False, about="game"):
        assert not sings(text), address
        assert not sings(text, 929), address
        assert 'class="wish"' not in text, address
        count += 1
    assert count > 40


def test_no_letter_and_no_line_of_the_log_tells_them_before_or_after_they_are_used(
    game: Game, anna: User, bert: User
) -> None:
    asked = wish_of(game, "orders")
    assert asked is not None
    sold = asked.options["hand"][-1]
    with capture_logs() as logs:
        submit(game, anna, asked, orders(asked))
        wish_withdraw(person=anna, game_id=game.pk, kind="orders")
        submit(game, anna, asked, orders(asked))
        for _ in range(3):
            if sold in store.load(again(game)).state.hands["A"]:
                next_step(game, bert)
    assert sold not in store.load(again(game)).state.hands["A"]
    assert logs
    assert not sings(repr(logs))
    for row in OutboxRow.objects.filter(game=game).select_related("user", "game"):
        assert not sings(text_of(opened(row)))
    for visitor in (None, bert):
        for path in ("", "report/", "replay/", "audit/"):
            shown = reader(visitor).get(f"/games/{game.pk}/{path}", follow=True)
            assert not sings(shown.content.decode()), path


def test_who_came_to_a_seat_later_knows_that_something_is_left_and_not_what(
    game: Game, anna: User, bert: User, cora: User
) -> None:
    substitute_name(person=anna, game_id=game.pk, player=cora.username, why="away")
    shown = card(page(game, cora))
    assert "which is sealed" in shown
    assert not sings(page(game, cora))
    reader(cora).post(f"/games/{game.pk}/wishes/orders/")
    assert in_force(game) is None
    next_step(game, bert)


def test_nobody_withdraws_what_is_not_theirs_or_is_no_wish(
    game: Game, bert: User, cora: User
) -> None:
    assert reader().post(f"/games/{game.pk}/wishes/orders/").status_code == 302
    assert reader(cora).post(f"/games/{game.pk}/wishes/orders/").status_code == 403
    assert reader(bert).post(f"/games/{game.pk}/wishes/turn/").status_code == 404
    # It is bert's turn, so he may leave nothing now.
    assert reader(bert).post(f"/games/{game.pk}/wishes/orders/").status_code == 409
    assert in_force(game) is not None
