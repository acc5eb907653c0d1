"""A check by mail: however it is asked for it seals nothing, and says what sealing would say."""

from __future__ import annotations

import pytest

from games.mail.inbound.commands import Command, content_of
from games.models import Game, InboundMail, User
from tests.mail.post import address_of, last_answer, last_mail, orders_for, sealed, send

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
