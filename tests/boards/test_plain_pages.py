"""A game that nobody has drawn is played on the pages of the site, and by mail."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.core.cache import caches

from engine.kernel.catalogue import Catalogue
from engine.kernel.core import Decision, Json
from games import access
from games.boards.plain.questions import UNREAD
from games.log import store
from games.mail.letters import message_of
from games.models import Game, InboundMail, OutboxRow, User
from games.read import selectors
from games.services.play.advance import game_advance
from tests.contract.toys.registered import HIGH_CARD, PRESS, TOYS
from tests.mail.post import address_of, last_answer, last_mail, send
from tests.service.tables import again, person, some_answer, started, waiting
from tests.web.pages import Reader

pytestmark = pytest.mark.django_db

TOY_KEYS = [toy.key for toy in TOYS]
VALUES = re.compile(r'type="radio" id="[^"]*" name="choice" value="([^"]*)"')
HIDDEN = re.compile(r'<input type="hidden" name="(seen|kind)" value="([^"]*)"')
PAGES = ("", "report/", "report/0/log/", "replay/", "replay/frames/0/", "charts/", "referee/")


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    store.forget()
    caches["boards"].clear()
    yield
    store.forget()
    caches["boards"].clear()


@pytest.fixture
def anna() -> User:
    return person("anna")


@pytest.fixture
def bert() -> User:
    return person("bert")


def address(game: Game, decision: Decision) -> str:
    return f"/games/{game.pk}/turn/{decision.id}/"


def raw(reader: Reader, way: str, language: str = "en") -> str:
    """A page as it is sent."""
    answer = reader.client.get(way, headers={"accept-language": language}, follow=True)
    assert answer.status_code == 200, (way, answer.content[-800:])
    return answer.content.decode()


def filled(reader: Reader, way: str, act: str, **fields: str) -> Any:
    """Open a question, fill its form and press a button, as a browser without a script does."""
    hidden = {name: unescape(value) for name, value in HIDDEN.findall(raw(reader, way))}
    return reader.client.post(way, {**hidden, **fields, "act": act}, follow=True)


def answer_by_form(reader: Reader, game: Game, decision: Decision, language: str) -> None:
    """Choose the last thing on offer, check it, and press Ready."""
    way = address(game, decision)
    value = unescape(VALUES.findall(raw(reader, way, language))[-1])
    checked = filled(reader, way, "check", choice=value).content.decode()
    assert 'id="legal"' in checked
    assert checked.count(" checked>") == 1
    filled(reader, way, "ready", choice=value)
    assert decision.id in store.load(again(game)).sealed


def every_page(reader: Reader, game: Game, language: str) -> None:
    for page in PAGES:
        assert raw(reader, f"/games/{game.pk}/{page}", language)


@pytest.mark.slow
@pytest.mark.parametrize(("key", "language"), [(PRESS.key, "de"), (HIGH_CARD.key, "en")])
def test_a_whole_game_is_played_with_forms(key: str, language: str, anna: User, bert: User) -> None:
    game = started(anna, bert, players=3, ruleset=key)
    readers = {"A": Reader(anna), "B": Reader(bert)}
    for step in range(60):
        if again(game).status == Game.Status.FINISHED:
            break
        for decision in store.load(again(game)).waiting:
            answer_by_form(readers[decision.seat], game, decision, language)
        if step % 3 == 0:
            every_page(readers["A"], game, language)
        game_advance(game_id=game.id)
    assert again(game).status == Game.Status.FINISHED
    for reader in readers.values():
        every_page(reader, game, language)
    assert {row.kind for row in OutboxRow.objects.filter(game=game)} >= {"your_turn", "game_over"}
    for row in OutboxRow.objects.filter(game=game):
        mail = message_of(row)
        assert "anna" in mail.body
        assert "anna" in str(mail.alternatives[0][0])


def test_a_hand_is_on_no_page_of_a_rival(anna: User, bert: User) -> None:
    game = started(anna, bert, players=2, ruleset=HIGH_CARD.key, visibility="public")
    for decision in store.load(again(game)).waiting:
        answer_by_form({"A": Reader(anna), "B": Reader(bert)}[decision.seat], game, decision, "en")
    game_advance(game_id=game.id)
    position = store.load(again(game))
    hands = {
        seat: "<td>" + ", ".join(str(position.known[card]) for card in cards) + "</td>"
        for seat, cards in position.state.hands.items()
    }
    assert len(set(hands.values())) == 2
    ways = [f"/games/{game.pk}/", f"/games/{game.pk}/replay/", f"/games/{game.pk}/report/"]
    # Whoever comes first fills what is kept for all who look.
    for seat, reader in (("A", Reader(anna)), ("B", Reader(bert)), ("", Reader())):
        asked = [one for one in position.waiting if one.seat == seat]
        pages = [raw(reader, way) for way in (*ways, *(address(game, one) for one in asked))]
        for holder, hand in hands.items():
            assert any(hand in page for page in pages) == (holder == seat)
            assert (hand in pages[0]) == (holder == seat)


def test_no_choice_is_missing_and_nonsense_is_refused(anna: User, bert: User) -> None:
    game = started(anna, bert, players=2, ruleset=PRESS.key)
    way, reader = address(game, waiting(game)), Reader(anna)
    for fields in ({}, {"choice": "{"}, {"choice": "9" * 5000}):
        page = filled(reader, way, "ready", **fields).content.decode()
        assert "Still empty." in page
        assert '<a href="#f-choice">' in page
    page = unescape(filled(reader, way, "ready", choice='"keep"').content.decode())
    assert "Accepted: roll." in page
    assert not store.load(again(game)).sealed


def test_the_script_saves_and_is_told_what_is_wrong(anna: User, bert: User) -> None:
    game = started(anna, bert, players=2, ruleset=PRESS.key)
    way, client = address(game, waiting(game)), Reader(anna).client
    seen = dict(HIDDEN.findall(raw(Reader(anna), way)))["seen"]
    sent = {"kind": "press", "choice": '"keep"', "seen": seen}
    reply: Json = client.post(f"{way}check/", sent).json()
    assert reply["problems"] == {"choice": ["Accepted: roll."]}
    sent = {"kind": "press", "choice": '"roll"', "seen": reply["seen"]}
    reply = client.post(f"{way}check/", sent).json()
    assert (reply["code"], reply["problems"], reply["text"]) == ("saved", {}, "choice: roll")


def test_text_orders_are_laid_into_the_form(anna: User, bert: User) -> None:
    game = started(anna, bert, players=2, ruleset=PRESS.key)
    way, reader = address(game, waiting(game)), Reader(anna)
    page = filled(reader, way, "read", orders="Wahl: würfeln").content.decode()
    assert " checked>" in page
    page = unescape(filled(reader, way, "read", orders="Whal: würfeln").content.decode())
    assert "Did you mean choice?" in page


def test_a_question_without_choices_is_answered_by_text(
    anna: User, bert: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.boards.BOARDS", Catalogue({}))
    game = started(anna, bert)
    asked, reader = waiting(game), Reader(anna)
    way = address(game, asked)
    assert "# combat A:" in raw(reader, way)
    words = store.load(again(game)).ruleset.text()
    answer = some_answer(game, asked)
    orders = words.format(asked.kind, answer, "en")
    wrong = orders + "\nHokus: <b>Pokus</b>\n"
    page = filled(reader, way, "ready", text=wrong).content.decode()
    assert page.count("&lt;b&gt;Pokus") >= 2, "in the text, and in what is said about it"
    assert "<b>Pokus" not in page
    assert asked.id not in store.load(again(game)).sealed
    kept = selectors.draft_of(access.viewer(again(game), anna), asked.id)
    assert kept == {UNREAD: wrong}
    filled(reader, way, "ready", text=orders)
    assert store.load(again(game)).sealed[asked.id].answer == answer


@pytest.mark.parametrize("key", TOY_KEYS)
def test_a_question_is_answered_by_mail(key: str, anna: User, bert: User) -> None:
    game = started(anna, bert, players=2, ruleset=key)
    asked, to = waiting(game), address_of(game, anna)
    words = store.load(again(game)).ruleset.text()
    for choice in asked.options["choices"]:
        order = words.format(asked.kind, {"choice": choice}, "en")
        send(to, f"Hello!\n\n{order}\n\nBest\nAnna\n")
        assert last_mail().outcome == InboundMail.Outcome.ACCEPTED
        assert order in last_answer()
        assert store.load(again(game)).sealed[asked.id].answer == {"choice": choice}
    send(to, "board")
    assert "Points" in last_answer()
    send(to, "orders")
    assert f"# {order}" in last_answer()
    send(to, "help")
    assert "One of these lines" in last_answer()


def test_a_mail_nobody_can_read_is_answered_with_the_orders_there_are(
    anna: User, bert: User
) -> None:
    game = started(anna, bert, players=2, ruleset=PRESS.key)
    to = address_of(game, anna)
    send(to, "choise: roll\n")
    assert last_mail().outcome == InboundMail.Outcome.REJECTED
    assert "# choice: roll" in last_answer()
    send(to, "choice: run\n")
    assert "Accepted: roll." in last_answer()
    assert not store.load(again(game)).sealed
