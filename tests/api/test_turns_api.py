"""Answers over the API, and a whole game of them."""

import json

import pytest

from engine.kernel.log import read_log
from engine.kernel.phases import MOST_PROBLEMS
from engine.kernel.verify import verify
from engine.registry import newest
from games.models import Game, LogEntry
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
SALT = "ab" * 32


def sealed(game):
    return LogEntry.objects.filter(game=game, kind="answer_sealed", payload__seat="A").count()


def test_an_answer_is_sealed_replaced_and_withdrawn(anna, bela):
    game = started_game(anna, bela)
    asked = question(anna, game)
    answer = legal_answer(game, asked)
    receipt = anna.put(f"games/{game}/decisions/{asked}/", {"answer": answer, "salt": SALT}).json()
    assert receipt["salt"] == SALT
    assert receipt["game"] == game
    assert receipt["head"] == Game.objects.get(pk=game).head
    assert anna.get(f"games/{game}/board/").json()["answers"] == {asked: answer}
    other = legal_answer(game, asked, "other")
    replaced = anna.put(f"games/{game}/decisions/{asked}/", {"answer": other}).json()
    assert replaced["digest"] != receipt["digest"]
    assert anna.delete(f"games/{game}/decisions/{asked}/").status_code == 204
    refused(anna.delete(f"games/{game}/decisions/{asked}/"), 409, "nothing_to_withdraw")
    assert sealed(game) == 2


def test_every_mistake_of_a_plan_comes_back_in_the_language_asked_for(anna):
    game = started_game(anna)
    asked = question(anna, game)
    answer = legal_answer(game, asked)
    answer["boxes"]["collect_taxes"] = "atlantis"
    answer["boxes"]["collect_grain"] = 7
    answer["bid"] = 99
    messages = {}
    for language in ("de", "en"):
        response = anna.put(
            f"games/{game}/decisions/{asked}/",
            {"answer": answer},
            HTTP_ACCEPT_LANGUAGE=language,
        )
        problem = refused(response, 422, "illegal_answer")
        assert len(problem["problems"]) >= 3
        for one in problem["problems"]:
            assert set(one) == {"where", "code", "message", "accepted"}
            assert one["message"]
        messages[language] = [one["message"] for one in problem["problems"]]
    assert messages["de"] != messages["en"]
    anna.user.language = "de"
    anna.user.save()
    problem = refused(
        anna.put(f"games/{game}/decisions/{asked}/", {"answer": answer}), 422, "illegal_answer"
    )
    assert [one["message"] for one in problem["problems"]] == messages["de"]
    assert sealed(game) == 0


def test_a_plan_with_ten_mistakes_gets_ten_messages(anna):
    game = started_game(anna)
    asked = question(anna, game)
    answer = legal_answer(game, asked)
    others = ["atlantis", "lemuria", "avalon", "thule", "utopia", "cockaigne", 7]
    names = sorted(answer["boxes"])[: len(others)]
    answer["boxes"] |= dict(zip(names, others, strict=True)) | {"build_castle": None}
    answer |= {"bid": 99, "favours": []}
    place = f"games/{game}/decisions/{asked}/"
    problem = refused(anna.put(place, {"answer": answer}), 422, "illegal_answer")
    wrong = {*(f"boxes.{name}" for name in names), "boxes.build_castle", "bid", "favours"}
    assert {one["where"] for one in problem["problems"]} == wrong
    messages = {one["message"] for one in problem["problems"]}
    assert len(problem["problems"]) == len(messages) == 10
    assert all(one["accepted"] for one in problem["problems"])
    assert "10 problems" in problem["detail"]
    assert sealed(game) == 0


def test_of_very_many_mistakes_only_the_number_is_told(anna):
    game = started_game(anna)
    asked = question(anna, game)
    answer = legal_answer(game, asked) | {f"k{number}": 1 for number in range(20_000)}
    place = f"games/{game}/decisions/{asked}/"
    response = anna.put(place, {"answer": answer}, HTTP_ACCEPT_LANGUAGE="de")
    assert len(response.content) < 50_000
    problem = refused(response, 422, "illegal_answer")
    assert "20000" in problem["detail"]
    assert len(problem["problems"]) == MOST_PROBLEMS + 1
    assert problem["problems"][-1] == {
        "where": "plan",
        "code": "and_more",
        "message": "Dein Plan: weitere Fehler, die hier nicht stehen: 19900.",
        "accepted": [],
    }
    assert sealed(game) == 0


def test_unknown_stale_and_foreign_decisions_are_refused(anna, bela):
    game = started_game(anna, bela)
    mine, theirs = question(anna, game), question(bela, game)
    answers = {asked: legal_answer(game, asked) for asked in (mine, theirs)}
    seq = Game.objects.get(pk=game).seq
    body = {"answer": answers[theirs]}
    refused(anna.put(f"games/{game}/decisions/{theirs}/", body), 403, "not_your_decision")
    refused(anna.delete(f"games/{game}/decisions/{theirs}/"), 403, "not_your_decision")
    refused(anna.put(f"games/{game}/decisions/{theirs}/draft/", body), 403, "not_your_decision")
    refused(anna.put(f"games/{game}/decisions/9.never/", body), 409, "not_open")
    text = b"bid: 1\n"
    for decision, status, code in (
        (theirs, 403, "not_your_decision"),
        ("9.never", 409, "not_open"),
    ):
        response = anna.put(f"games/{game}/decisions/{decision}/", text, kind="text/plain")
        refused(response, status, code)
    outsider = Asker(person("carl"))
    refused(outsider.put(f"games/{game}/decisions/{mine}/", body), 403, "not_your_game")
    refused(
        outsider.put(f"games/{game}/decisions/{mine}/", text, kind="text/plain"),
        403,
        "not_your_game",
    )
    refused(outsider.get(f"games/{game}/decisions/{mine}/draft/"), 403, "not_your_game")
    assert Game.objects.get(pk=game).seq == seq
    for asker, asked in ((anna, mine), (bela, theirs)):
        answer = {"answer": answers[asked]}
        assert asker.put(f"games/{game}/decisions/{asked}/", answer).status_code == 200
    assert work(game) == 1
    stale = anna.put(f"games/{game}/decisions/{mine}/", {"answer": answers[mine]})
    refused(stale, 409, "not_open")


def test_a_draft_is_kept_for_its_author(anna, bela):
    game = started_game(anna, bela)
    asked = question(anna, game)
    path = f"games/{game}/decisions/{asked}/draft/"
    refused(anna.get(path), 404, "no_draft")
    assert anna.put(path, {"answer": {"half": "done"}}).status_code == 200
    assert anna.get(path).json() == {"answer": {"half": "done"}}
    refused(bela.get(path), 404, "no_draft")


def test_bad_salts_and_empty_answers(anna):
    game = started_game(anna)
    asked = question(anna, game)
    answer = legal_answer(game, asked)
    path = f"games/{game}/decisions/{asked}/"
    for salt in ("", "xyz", "AB" * 32, 7):
        refused(anna.put(path, {"answer": answer, "salt": salt}), 400, "invalid")
    refused(anna.put(path, {}), 400, "invalid")
    refused(anna.put(path), 400, "invalid")
    refused(anna.put(path, {"answer": "no plan"}), 422, "illegal_answer")
    assert sealed(game) == 0


def test_text_orders_name_every_line_they_cannot_read(anna):
    game = started_game(anna)
    asked = question(anna, game)
    text = b"taxes: Atlantis\nbid: 1\nsing: loudly\n"
    response = anna.put(f"games/{game}/decisions/{asked}/", text, kind="text/plain")
    problem = refused(response, 422, "unreadable_orders")
    assert [one["where"] for one in problem["problems"]] == ["line 1", "line 3"]
    assert [one["code"] for one in problem["problems"]] == ["unknown_county", "unknown_head"]
    assert all(one["message"].startswith("Line ") for one in problem["problems"])
    response = anna.put(f"games/{game}/decisions/{asked}/", b"bid: 1\n", kind="text/plain")
    refused(response, 422, "illegal_answer")
    response = anna.put(f"games/{game}/decisions/{asked}/", b"bid: \xff", kind="text/plain")
    refused(response, 400, "not_utf8")
    assert sealed(game) == 0


def test_text_orders_fill_no_gap_from_what_is_sealed(anna):
    game = started_game(anna)
    asked = question(anna, game)
    path = f"games/{game}/decisions/{asked}/"
    assert anna.put(path, {"answer": legal_answer(game, asked)}).status_code == 200
    before = anna.get(f"games/{game}/").json()["head"]
    for text in (b"combat A: Mark -> Atlantis all\nbid: 1\n", b"bid: 1\n"):
        assert anna.put(path, text, kind="text/plain").status_code == 422
    assert anna.get(f"games/{game}/").json()["head"] == before


def test_the_host_extends_pauses_and_resumes(anna, bela):
    game = started_game(anna, bela, schedule={"kind": "hours", "hours": 24})
    before = anna.get(f"games/{game}/").json()["deadline"]
    after = anna.post(f"games/{game}/extend/", {"hours": 5, "why": "holiday"}).json()["deadline"]
    assert after > before
    refused(bela.post(f"games/{game}/extend/", {"hours": 5, "why": "me"}), 403, "host_only")
    refused(anna.post(f"games/{game}/extend/", {"hours": 10**30}), 400, "invalid")
    seq = anna.get(f"games/{game}/").json()["seq"]
    for act, more in (("extend", {"hours": 5}), ("pause", {})):
        refused(anna.post(f"games/{game}/{act}/", more), 400, "invalid")
        refused(anna.post(f"games/{game}/{act}/", {**more, "why": " \t"}), 409, "no_reason")
    assert anna.get(f"games/{game}/").json()["seq"] == seq
    assert anna.post(f"games/{game}/pause/", {"why": "fair"}).json()["status"] == "paused"
    refused(anna.post(f"games/{game}/pause/", {"why": "fair"}), 409, "wrong_status")
    refused(anna.post(f"games/{game}/resume/"), 400, "invalid")
    refused(anna.post(f"games/{game}/resume/", {"why": " "}), 409, "no_reason")
    on = {"why": "All are back"}
    assert anna.post(f"games/{game}/resume/", on).json()["status"] == "running"
    refused(bela.post(f"games/{game}/resume/", on), 409, "wrong_status")


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        ("wallenstein-2010", {"emperors_court": "on", "landsknechte": "on"}),
        ("wallenstein-2002", {}),
    ],
    ids=["both expansions", "2002"],
)
def test_a_whole_game_by_api_alone(anna, nobody, ruleset, options):
    game = started_game(anna, ruleset=ruleset, options=options)
    notation = newest(ruleset).text()
    heads, asked_of_me = [], 0
    while anna.get(f"games/{game}/").json()["status"] == "running":
        for asked in anna.get(f"games/{game}/board/").json()["decisions"]:
            path = f"games/{game}/decisions/{asked['id']}/"
            answer = legal_answer(game, asked["id"])
            if asked_of_me == 1:
                orders = notation.format(asked["kind"], answer, "en").encode()
                receipt = anna.put(path, orders, kind="text/plain; charset=utf-8")
            else:
                receipt = anna.put(path, {"answer": answer})
            assert receipt.status_code == 200, receipt.content
            heads.append(receipt.json())
            asked_of_me += 1
        assert work(game) >= 1
    assert asked_of_me >= 6
    shown = nobody.get(f"games/{game}/").json()
    assert shown["status"] == "finished"
    assert shown["winners"]
    response = nobody.get(f"games/{game}/log/")
    assert response["Content-Type"] == "application/x-ndjson"
    header, entries = read_log(content(response).splitlines(keepends=True))
    proof = verify(header, entries)
    assert proof.head == shown["head"]
    assert proof.resolved == proof.steps
    for receipt in heads:
        entry = entries[receipt["seq"] - 1]
        assert (entry.hash, entry.secret_digest) == (receipt["head"], receipt["digest"])
    refused(anna.post(f"games/{game}/pause/", {"why": "fair"}), 409, "wrong_status")


def test_a_running_log_can_be_checked_by_everybody(anna, bela, nobody):
    game = started_game(anna, bela)
    asked = question(anna, game)
    anna.put(f"games/{game}/decisions/{asked}/", {"answer": legal_answer(game, asked)})
    for asker in (anna, bela, nobody):
        lines = content(asker.get(f"games/{game}/log/")).splitlines(keepends=True)
        proof = verify(*read_log(lines))
        assert proof.head == Game.objects.get(pk=game).head
    own = [json.loads(line) for line in content(anna.get(f"games/{game}/log/")).splitlines()]
    assert any("secret" in entry for entry in own)
