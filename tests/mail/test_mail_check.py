"""A check by mail: however it is asked for it seals nothing, and says what sealing would say."""

from __future__ import annotations

import pytest

from engine.devices.tower import tower_named
from games.boards import board_of
from games.log import store
from games.mail.inbound.commands import Command, content_of
from games.models import Game, InboundMail, User
from games.services.play.turns import draft_save
from tests.mail.post import (
    address_of,
    asked_of,
    last_answer,
    last_mail,
    open_question,
    orders_for,
    sealed,
    send,
)
from tests.service.tables import again, some_answer

Outcome = InboundMail.Outcome

ASKED = [
    *("check", "“check”", "‘check’", "«check»", "check?", "- check", "_check_", "\ufeffcheck"),
    *("please check", "just check", "Check these, please.", "a preview, please"),
    *("bitte prüfen", "„prüfen“", "‚pruefen‘", "nur prüfen", "bitte überprüfen", "Vorschau?"),
]


def answered() -> str:
    """The last answer in one line."""
    return " ".join(last_answer().split())


@pytest.mark.parametrize("line", ASKED)
def test_a_check_is_read_however_it_is_written(line: str) -> None:
    orders = "grain: Köln"
    for text in (f"{line}\n\n{orders}", f"{orders}\n{line}"):
        content = content_of(text, "Re: Your turn")
        assert content.commands == (Command.CHECK,)
        assert content.text.strip() == orders


@pytest.mark.parametrize(
    "line",
    [
        *("Anna Prüfer", "# check this", "check: Köln", "check -> Köln", "grain: Köln # check"),
        "I do not think that anybody needs to check any of this",
    ],
)
def test_what_asks_for_no_check_is_none(line: str) -> None:
    assert content_of(f"{line}\ngrain: Köln", "Re: Your turn, please check").commands == ()


def test_a_sentence_is_no_proof_that_a_person_writes() -> None:
    assert not content_of("Please check your inbox.", "Away").is_literal
    assert content_of("check", "").is_literal
    assert content_of("", "Re: status").is_literal


def test_a_question_withdraws_nothing() -> None:
    assert content_of("withdraw?", "").commands == ()
    assert content_of("„withdraw“", "").commands == (Command.WITHDRAW,)
    assert content_of("?", "").commands == (Command.HELP,)


@pytest.mark.parametrize(
    ("subject", "head"),
    [("check", ""), ("Re: “Check”", ""), ("Your turn", "“check”"), ("Your turn", "bitte prüfen")],
)
def test_a_check_never_seals(game: Game, anna: User, subject: str, head: str) -> None:
    send(address_of(game, anna), f"{head}\n\n{orders_for(game, anna)}", subject=subject)
    assert last_mail().outcome == Outcome.COMMAND
    assert "Checked only: this mail seals nothing." in answered()
    assert sealed(game, anna) is None


def test_a_draft_that_is_no_plan_is_nothing_to_check(game: Game, anna: User) -> None:
    draft_save(person=anna, game_id=game.pk, decision=asked_of(game, anna), answer=[1, 2])
    to = address_of(game, anna)
    send(to, "check\n")
    assert last_mail().outcome == Outcome.COMMAND
    assert "There are no orders to check." in answered()


def test_a_check_passes_over_the_kind_words_that_sealing_passes_over(
    game: Game, anna: User
) -> None:
    first, *others = orders_for(game, anna).splitlines()
    text = "\n".join((first, "lovely weather", *others))
    to = address_of(game, anna)
    send(to, f"check\n{text}")
    assert "These orders are legal. Send them without “check” to seal them." in answered()
    send(to, text)
    assert last_mail().outcome == Outcome.ACCEPTED


def test_a_check_knows_what_is_open(game: Game, anna: User) -> None:
    to, orders = address_of(game, anna), orders_for(game, anna)
    bid = next(line for line in orders.splitlines() if line.startswith("bid"))
    send(to, orders)
    send(to, "Lübeck and Bremen swap: yes\n")
    assert last_mail().outcome == Outcome.REJECTED
    send(to, f"check\n{bid}\n")
    assert "These orders cannot be sealed as they are:" in answered()
    assert "Still open, because we cannot tell which order it belongs to:" in answered()
    send(to, f"{bid}\n")
    assert last_mail().outcome == Outcome.REJECTED


def test_a_check_of_a_rejected_change_is_about_the_whole(game: Game, anna: User) -> None:
    to, orders = address_of(game, anna), orders_for(game, anna)
    lines = dict(line.split(":", 1) for line in orders.splitlines())
    send(to, orders)
    send(to, f"bid: {lines['bid'].strip()}\ntaxes: Atlantis\n")
    assert last_mail().outcome == Outcome.REJECTED
    send(to, "check\n")
    assert "Still open: taxes." in answered()
    # What is sealed fills all but what could not be read.
    assert "grain: " + lines["grain"].strip() in answered()
    send(to, f"check\ntaxes: {lines['taxes'].strip()}\n")
    assert "These orders are legal." in answered()
    assert "They change the orders you sent before. Together they are:" in answered()


def test_coin_on_the_rest_keeps_what_is_said_to_be_none(game: Game, anna: User) -> None:
    lines = dict(line.split(":", 1) for line in orders_for(game, anna).splitlines())
    counties = [f"{head}:{card}" for head, card in lines.items() if card.strip() != "coin"]
    orders = "\n".join(line for line in counties if not line.startswith("bid:"))
    to = address_of(game, anna)
    send(to, f"check\n{orders}\nbid: none\nrest: coins\n")
    assert "bid: none" in answered()
    send(to, f"check\n{orders}\nrest: coins\n")
    assert "bid: none" not in answered()
    assert "bid: " in answered()


def test_a_check_tells_what_a_plan_comes_to(game: Game, anna: User) -> None:
    send(address_of(game, anna), f"check\n{orders_for(game, anna)}")
    position = store.load(again(game))
    asked = open_question(game, anna)
    answer = some_answer(game, asked, "")
    tower = tower_named(game.tower)
    remarks = board_of(game.ruleset).turn.remarks(position.state, asked, answer, (), "en", tower)
    assert any(remarks.sums)
    for line in filter(None, remarks.sums):
        assert " ".join(line.split()) in answered()
