"""What a mail costs: one load under one lock, each answer validated once, few statements."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import access
from games.log import store
from games.models import Game, InboundMail, User
from tests.mail.post import address_of, last_mail, orders_for, send
from tests.service.test_walks import counted

Outcome = InboundMail.Outcome


@pytest.mark.parametrize(
    ("text", "outcome", "statements", "validated"),
    [
        ("ORDERS", Outcome.ACCEPTED, 28, 1),
        # Alone it is no plan, and laid over what is sealed it is another answer.
        ("bid: 2", Outcome.ACCEPTED, 28, 2),
        # Two of them ask how the players are called: a refusal may name one.
        ("bid: 99", Outcome.REJECTED, 22, 1),
        ("status", Outcome.COMMAND, 23, 0),
        ("withdraw", Outcome.WITHDRAWN, 23, 0),
        ("Thank you all!", Outcome.NOTHING, 21, 0),
    ],
)
def test_a_mail_is_one_walk(
    game: Game,
    anna: User,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    outcome: str,
    statements: int,
    validated: int,
) -> None:
    to, orders = address_of(game, anna), orders_for(game, anna)
    if text != "ORDERS":
        send(to, orders)
    loads = counted(monkeypatch, store, "load")
    viewers = counted(monkeypatch, access, "viewer")
    ruleset = type(store.load(game).ruleset)
    checked = counted(monkeypatch, ruleset, "problems")
    loads.clear()
    with CaptureQueriesContext(connection) as asking:
        send(to, orders if text == "ORDERS" else text)
    assert last_mail().outcome == outcome
    assert (len(loads), len(viewers), len(checked)) == (1, 1, validated)
    assert len(asking) <= statements
