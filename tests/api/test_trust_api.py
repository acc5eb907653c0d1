"""Signed heads and receipts for programs, and the repair that only staff can do."""

from __future__ import annotations

import pytest

from engine.kernel.log import read_log
from engine.kernel.verify import verify
from games.models import Game, SigningKey
from games.trust.statements import is_signed
from tests.api.requests import (
    Asker,
    content,
    legal_answer,
    person,
    question,
    refused,
    started_game,
    work,
)

pytestmark = pytest.mark.django_db


def test_a_receipt_is_signed_and_is_there_again(anna, bela, nobody):
    game = started_game(anna, bela)
    asked = question(anna, game)
    sent = {"answer": legal_answer(game, asked)}
    receipt = anna.put(f"games/{game}/decisions/{asked}/", sent).json()
    signed = receipt["signed"]
    assert is_signed(signed, dict(SigningKey.objects.values_list("pk", "public")))
    statement = signed["statement"]
    assert (statement["seat"], statement["decision"]) == ("A", asked)
    for name in ("digest", "seq", "head", "at", "game"):
        assert statement[name] == receipt[name]
    assert anna.get(f"games/{game}/receipts/").json() == {"receipts": [signed]}
    assert bela.get(f"games/{game}/receipts/").json() == {"receipts": []}
    refused(nobody.get(f"games/{game}/receipts/"), 401, "not_authenticated")
    refused(Asker(person("carl")).get(f"games/{game}/receipts/"), 403, "not_your_game")


def test_heads_are_for_everybody_and_fit_the_log(anna, nobody):
    game = started_game(anna)
    asked = question(anna, game)
    anna.put(f"games/{game}/decisions/{asked}/", {"answer": legal_answer(game, asked)})
    assert work(game) == 1
    heads = nobody.get(f"games/{game}/heads/").json()["heads"]
    _header, entries = read_log(content(nobody.get(f"games/{game}/log/")).splitlines(keepends=True))
    keys = nobody.client.get("/.well-known/wallenstein-keys.json").json()["keys"]
    public = {key["id"]: key["public"] for key in keys}
    assert [head["statement"]["step"] for head in heads] == [1, 2]
    for head in heads:
        assert is_signed(head, public)
        assert entries[head["statement"]["seq"] - 1].hash == head["statement"]["head"]


def test_a_hidden_game_hides_its_heads(anna, nobody):
    game = started_game(anna, visibility="unlisted")
    refused(nobody.get(f"games/{game}/heads/"), 404, "no_such_game")
    invite = Game.objects.get(pk=game).invite
    assert nobody.get(f"games/{game}/heads/?invite={invite}").status_code == 200


def test_staff_fork_and_nobody_else(anna, bela):
    game = started_game(anna, bela)
    staff = Asker(person("staff", is_staff=True))
    body = {"step": 1, "why": "the board was wrong"}
    for somebody in (anna, Asker(person("carl"))):
        refused(somebody.post(f"games/{game}/fork/", body), 403, "staff_only")
    refused(staff.post(f"games/{game}/fork/", {**body, "step": 7}), 409, "no_such_step")
    refused(staff.post(f"games/{game}/fork/", {**body, "why": " "}), 409, "no_reason")
    assert staff.post(f"games/{game}/fork/", {"step": 1}).status_code == 400
    once = {"HTTP_IDEMPOTENCY_KEY": "a-repair"}
    made = staff.post(f"games/{game}/fork/", body, **once)
    assert made.status_code == 201
    fork = made.json()["id"]
    assert staff.post(f"games/{game}/fork/", body, **once).json()["id"] == fork
    assert Game.objects.count() == 2
    log = content(anna.get(f"games/{fork}/log/")).splitlines(keepends=True)
    assert verify(*read_log(log)).steps == 1
    events = anna.get(f"games/{fork}/events/").json()["events"]
    assert any("the board was wrong" in event["text"] for event in events)
