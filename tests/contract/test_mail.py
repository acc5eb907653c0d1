"""Whole games by mail: letters are read, orders out of their forms sent back, in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.kernel.core import Ruleset
from engine.kernel.verify import verify
from games.log import store
from games.models import InboundMail, OutboxRow, User
from games.services.play.advance import game_advance
from tests.browser.realms import SHORT, realms_known
from tests.contract.by_mail import Correspondents, newest_letter, orders_in, quoted
from tests.contract.toys.registered import HIGH_CARD, PRESS, TOYS
from tests.mail.post import asked_of, last_answer, last_mail, sealed, send
from tests.mail.rows import html_of, opened, rows_of, text_of
from tests.service.conftest import anna, nothing_folded
from tests.service.tables import again, open_seats, person, started

__all__ = ["anna", "nothing_folded"]

pytestmark = pytest.mark.django_db
Outcome = InboundMail.Outcome
toys = pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.key)


@pytest.fixture
def bert(db: None) -> User:
    """Her rival, who reads German."""
    return person("bert", language="de")


def table_of(toy: Ruleset[Any], anna: User, bert: User, **choices: Any) -> Correspondents:
    game = started(anna, bert, players=2, ruleset=toy.key, **choices)
    return Correspondents(game, (anna, bert))


def dealt(anna: User, bert: User) -> Correspondents:
    """A table at which both hold their cards."""
    post = table_of(HIGH_CARD, anna, bert)
    post.step()
    return post


@toys
def test_a_game_is_played_by_mail_alone(toy: Ruleset[Any], anna: User, bert: User) -> None:
    post = table_of(toy, anna, bert)
    while not post.is_over():
        post.step()
    over = again(post.game)
    proof = verify(store.header_of(over), store.entries_of(over))
    assert (proof.over, proof.head) == (True, over.head)
    heads = {
        who: {order.partition(":")[0] for name, order in post.sent if name == who}
        for who in ("anna", "bert")
    }
    assert (
        heads
        == {
            PRESS.key: {"anna": {"choice"}, "bert": {"Wahl"}},
            HIGH_CARD.key: {"anna": {"boast", "card"}, "bert": {"Prahlerei", "Karte"}},
        }[toy.key]
    )
    won = {anna: "won", bert: "gewonnen"}
    for player, word in won.items():
        (row,) = rows_of(over, "game_over", player)
        assert word in text_of(opened(row))
    # What was sealed is what the letter's form offered, whichever language it was in.
    assert {
        entry.payload["by"] for entry in store.entries_of(over) if entry.kind == "answer_sealed"
    } == {"relay"}


@pytest.mark.slow
def test_a_game_on_a_board_is_played_by_mail_alone(anna: User, bert: User) -> None:
    """From the first castle to the last card, of a deck that is short."""
    hand = {anna: "YOUR HAND\n", bert: "DEINE HAND\n"}
    with realms_known():
        game = started(anna, bert, players=2, ruleset=SHORT.key)
        post = Correspondents(game, (anna, bert))
        while not post.is_over():
            for player in list(post.asked()):
                dealt = bool(store.load(again(game)).dealt)
                assert (hand[player] in text_of(newest_letter(game, player))) == dealt
                assert post.reply_in_words(player) == Outcome.ACCEPTED, post.sent[-1]
            game_advance(game_id=game.pk)
        over = again(game)
        proof = verify(store.header_of(over), store.entries_of(over))
        assert (proof.over, proof.resolved, proof.head) == (True, proof.steps, over.head)
        for player, word in {anna: "won", bert: "gewonnen"}.items():
            (row,) = rows_of(over, "game_over", player)
            assert word in text_of(opened(row))
    orders = " ".join(text for _name, text in post.sent)
    assert all(word in orders for word in ("castle: ", "Burg: ", "sell: ", "verkaufe: "))


@toys
def test_every_order_of_a_form_can_be_sent_back(toy: Ruleset[Any], anna: User, bert: User) -> None:
    post = table_of(toy, anna, bert)
    for _ in range(2):
        for player in list(post.asked()):
            letter = newest_letter(post.game, player)
            offered = orders_in(letter)
            choices = store.load(again(post.game)).decision(asked_of(post.game, player))
            assert choices is not None
            assert len(offered) == len(choices.options["choices"])
            for order, choice in zip(offered, choices.options["choices"], strict=True):
                send(str(letter["Reply-To"]), order)
                assert last_mail().outcome == Outcome.ACCEPTED
                assert sealed(post.game, player) == {"choice": choice}
                assert order in last_answer()
        game_advance(game_id=post.game.pk)


@toys
def test_a_letter_sent_back_as_it_is_orders_nothing(
    toy: Ruleset[Any], anna: User, bert: User
) -> None:
    post = table_of(toy, anna, bert)
    letter = newest_letter(post.game, anna)
    for text in (quoted(letter), text_of(letter)):
        send(str(letter["Reply-To"]), text)
        assert last_mail().outcome == Outcome.NOTHING
    assert open_seats(post.game)[0] == "A"


SAID = {
    "en": {
        "status": ("STANDINGS", "Still waiting for: ", "You have not answered yet."),
        "orders": ("YOUR ORDERS", "ORDERS TO FILL IN", "One of these lines"),
        "board": ("Player  Points", "A anna ", "B bert "),
        "help": ("WHAT YOU CAN WRITE", "“withdraw”", "One of these lines"),
    },
    "de": {
        "stand": ("STAND", "wartet noch auf: ", "Du hast noch nicht geantwortet."),
        "befehle": ("DEINE BEFEHLE", "BEFEHLE ZUM AUSFÜLLEN", "Eine dieser Zeilen"),
        "lage": ("Spieler  Punkte", "A anna ", "B bert "),
        "hilfe": ("WAS DU SCHREIBEN KANNST", "„zurücknehmen“", "Eine dieser Zeilen"),
    },
}


@toys
@pytest.mark.parametrize("language", SAID)
def test_what_can_be_asked_for_is_answered(
    toy: Ruleset[Any], language: str, anna: User, bert: User
) -> None:
    User.objects.filter(pk=anna.pk).update(language=language)
    anna.refresh_from_db()
    post = table_of(toy, anna, bert)
    to = str(newest_letter(post.game, anna)["Reply-To"])
    for command, phrases in SAID[language].items():
        send(to, command)
        assert last_mail().outcome == Outcome.COMMAND
        answer = last_answer()
        assert [words for words in phrases if words not in answer] == []
    before = again(post.game).head
    for wrong in ("sing: loudly", f"{orders_in(newest_letter(post.game, anna))[0]}x"):
        send(to, wrong)
        assert last_mail().outcome == Outcome.REJECTED
    assert wrong in last_answer()
    assert again(post.game).head == before
    assert post.reply(anna) == Outcome.ACCEPTED
    send(to, {"en": "orders", "de": "befehle"}[language])
    assert post.sent[-1][1] in last_answer()
    send(to, {"en": "withdraw", "de": "zurücknehmen"}[language])
    assert last_mail().outcome == Outcome.WITHDRAWN
    assert post.sent[-1][1] in last_answer()
    assert sealed(post.game, anna) is None


def test_a_form_tells_its_reader_what_the_own_cards_are(anna: User, bert: User) -> None:
    post = dealt(anna, bert)
    known = store.load(again(post.game)).known
    for player, mine in ((anna, "A"), (bert, "B")):
        text = text_of(newest_letter(post.game, player))
        for seat, hand in store.load(again(post.game)).state.hands.items():
            named = [handle for handle in hand if f"# {handle}: {known[handle]}\n" in text]
            assert named == (list(hand) if seat == mine else [])


def test_a_line_that_a_mail_program_broke_is_read_whole(anna: User, bert: User) -> None:
    post = dealt(anna, bert)
    letter = newest_letter(post.game, anna)
    *_, last = orders_in(letter)
    order, _, number = last.rpartition(" ")
    far_right = order.replace(": ", ": ".ljust(70))
    send(str(letter["Reply-To"]), f"{far_right}\n{number}\n")
    assert last_mail().outcome == Outcome.ACCEPTED
    assert sealed(post.game, anna) == {"choice": last.partition(": ")[2]}


def test_what_need_not_be_answered_is_offered_and_ordered_by_mail(anna: User, bert: User) -> None:
    post = dealt(anna, bert)
    game, letter = post.game, newest_letter(post.game, anna)
    text = text_of(letter)
    assert "No answer is needed: the game goes on without it." in text
    address = re.search(r"mailto:(\S+)", text)
    assert address
    assert f'href="mailto:{address[1]}"' in html_of(letter)
    to = address[1]
    assert to != str(letter["Reply-To"])
    hand = store.load(again(game)).state.hands["A"]
    beforehand = store.load(again(game)).sealed
    for order in (f"next: {hand[1]}", f"next: {hand[2]}"):
        send(to, order)
        assert last_mail().outcome == Outcome.ACCEPTED
    assert store.load(again(game)).answers["1.next.A"] == {"choice": hand[2]}
    # An answer to the answer is about the same question.
    row = OutboxRow.objects.filter(game=game, kind="mail_answer").latest("pk")
    assert str(opened(row)["Reply-To"]) == to
    send(to, "orders")
    assert f"next: {hand[2]}" in last_answer()
    send(to, "withdraw")
    assert last_mail().outcome == Outcome.WITHDRAWN
    assert set(store.load(again(game)).sealed) == set(beforehand)
    send(to, f"next: {hand[3]}")
    assert open_seats(game) == ["A", "B"]
    post.step()
    assert list(store.load(again(game)).state.standing) == ["A"]
    send(to, f"next: {hand[1]}")
    assert last_mail().outcome == Outcome.REFUSED
