"""Few lines below the orders may be a sign-off, and none that takes an order back."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.core import Json
from games.mail.inbound.commands import MOST_SIGN_OFFS, orders_of
from games.mail.mail_case import MailCase
from games.models import Game, InboundMail, User
from tests.mail.post import address_of, last_mail, orders_for, sealed, send
from tests.mail.test_shapes import parse

Outcome = InboundMail.Outcome
JUNK = "lorem ipsum dolor sit amet"
# The whole text is read at most three times, and then each possible sign-off once.
MOST_READINGS = 3 + MOST_SIGN_OFFS


def unread_of(text: str) -> list[str]:
    return [problem.data["written"] for problem in orders_of(text, parse).unread]


@pytest.mark.parametrize("count", [1, MOST_SIGN_OFFS, MOST_SIGN_OFFS + 1, 300])
def test_only_the_last_lines_are_looked_at_and_each_is_read_once(count: int) -> None:
    texts: list[str] = []

    def counted(text: str) -> tuple[Json, Any]:
        texts.append(text)
        return parse(text)

    orders = orders_of("\n".join(("bid: 3", *[JUNK] * count)), counted)
    assert orders.answer == {"bid": 3}
    assert orders.prose == (JUNK,) * min(count, MOST_SIGN_OFFS)
    assert len(orders.unread) == max(count - MOST_SIGN_OFFS, 0)
    assert len(texts) <= MOST_READINGS


@pytest.mark.parametrize("is_above", [True, False])
def test_a_mail_full_of_junk_seals_nothing_and_is_read_a_few_times(
    game: Game, anna: User, monkeypatch: pytest.MonkeyPatch, is_above: bool
) -> None:
    before, texts, parse_as = sealed(game, anna), list[str](), MailCase.parse_as

    def counted(case: MailCase, kind: str, text: str, options: Json | None = None) -> Any:
        texts.append(text)
        return parse_as(case, kind, text, options)

    plan, junk = orders_for(game, anna), "\n".join([JUNK] * 50)
    monkeypatch.setattr(MailCase, "parse_as", counted)
    send(address_of(game, anna), f"{junk}\n{plan}" if is_above else f"{plan}\n{junk}")
    assert last_mail().outcome == Outcome.REJECTED
    assert sealed(game, anna) == before
    assert 0 < sum(JUNK in text for text in texts) <= MOST_READINGS


CONTRADICTIONS = (
    *("do not sell", "stop", "cancel that", "wait", "without refill", "Don't", "don’t do it"),
    *("No!", "never mind", "rather this instead", "I can't, Greta", "STOPP", "Halt", "warte"),
    *("doch nicht", "kein Verkauf", "keine Steuern", "nie", "ohne mich", "statt dessen"),
    *("alles zurück", "Stornieren bitte"),
)


@pytest.mark.parametrize("line", CONTRADICTIONS)
def test_a_line_that_takes_an_order_back_is_no_sign_off(line: str) -> None:
    assert unread_of(f"bid: 3\n{line}") == [line]
    assert unread_of(f"bid: 3\n{line}\nGreta") == [line]
    assert unread_of(f"bid: 3\nGreta\n{line}") == ["Greta", line]


@pytest.mark.parametrize("line", ["do not sell", "Stopp", "doch nicht"])
def test_what_is_taken_back_is_not_sealed(game: Game, anna: User, line: str) -> None:
    to, plan, before = address_of(game, anna), orders_for(game, anna), sealed(game, anna)
    for text in (f"{plan}\n{line}", f"{line}\n{plan}", f"{plan}\n{line}\nGreta"):
        send(to, text)
        assert last_mail().outcome == Outcome.REJECTED
        assert sealed(game, anna) == before
    send(to, f"{plan}\nGreta")
    assert last_mail().outcome == Outcome.ACCEPTED
    assert sealed(game, anna) != before


@pytest.mark.parametrize("rest", ["Köln Mark", "x 3"])
def test_a_name_does_not_make_a_signature_of_what_stands_below_it(rest: str) -> None:
    assert unread_of(f"bid: 3\nGreta\n{rest}") == ["Greta", rest]


@pytest.mark.parametrize(
    "signed",
    [
        *("Greta", "Noah Nothnagel", "Haltern Waiters", "Greta\n***\nJan", "Greta\nTel: 030 123"),
        "Greta\n\nGreta Muster\nChurch Street 5\nTel: 030 123",
    ],
)
def test_names_and_ways_to_reach_somebody_still_sign_off(signed: str) -> None:
    assert unread_of(f"bid: 3\n{signed}") == []
