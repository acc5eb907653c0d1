"""Whole games of the toys over the API alone, and a few steps of every ruleset."""

from __future__ import annotations

import re
from collections.abc import Mapping
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest

from engine.kernel.core import Ruleset
from engine.kernel.log import read_log
from engine.kernel.verify import verify
from engine.registry import RULESETS, newest
from games.models import Game
from tests.api.conftest import _own_cache, anna, bela, nobody
from tests.api.requests import Asker, content, legal_answer, new_game, refused, work
from tests.contract.toys.registered import HIGH_CARD, TOYS
from tests.service.conftest import nothing_folded

__all__ = ["_own_cache", "anna", "bela", "nobody", "nothing_folded"]

pytestmark = pytest.mark.django_db
toys = pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.key)
# The games that are played to their end here, and what is told of it then.
WON = {
    **{toy.key: {"en": "^The winner: ", "de": "^Es gewinnt: "} for toy in TOYS},
    "loewenherz-2003": {
        "en": r" (wins|share the victory): .* points \(",
        "de": r" (gewinnt|teilen sich den Sieg): .* Punkte \(",
    },
}


def seated(ruleset: str, anna: Asker, bela: Asker, **more: Any) -> str:
    """A running game of two people and a bot, by the API alone."""
    game = new_game(anna, ruleset=ruleset, bots=["random"], **more)
    invite = Game.objects.get(pk=game).invite
    assert bela.post(f"games/{game}/join/?invite={invite}").json() == {"seat": "B"}
    assert anna.post(f"games/{game}/start/").json()["status"] == "running"
    return game


def asked(asker: Asker, game: str) -> list[dict[str, Any]]:
    """The questions put to somebody that the game waits for."""
    board = asker.get(f"games/{game}/board/").json()
    mine = [one for one in board["decisions"] if not one.get("optional")]
    return [one for one in mine if one["id"] not in board.get("answers", {})]


def answer_in_words(asker: Asker, game: str, question: dict[str, Any], language: str) -> Any:
    """Seal text orders in a language; the receipt."""
    answer = legal_answer(game, question["id"], f"{language} {question['id']}")
    notation = newest(Game.objects.get(pk=game).ruleset).text()
    return asker.put(
        f"games/{game}/decisions/{question['id']}/",
        notation.format(question["kind"], answer, language).encode(),
        kind="text/plain; charset=utf-8",
        HTTP_ACCEPT_LANGUAGE=language,
    )


def played(ruleset: str, anna: Asker, bela: Asker) -> tuple[str, list[dict[str, Any]]]:
    """A game to its end: one answers in JSON, one in German and English lines; the receipts."""
    game = seated(ruleset, anna, bela)
    receipts: list[dict[str, Any]] = []
    while Game.objects.get(pk=game).status == "running":
        for question in asked(anna, game):
            path = f"games/{game}/decisions/{question['id']}/"
            response = anna.put(path, {"answer": legal_answer(game, question["id"])})
            assert response.status_code == 200, response.content
            receipts.append(response.json())
        for question in asked(bela, game):
            language = ("de", "en")[len(receipts) % 2]
            response = answer_in_words(bela, game, question, language)
            assert response.status_code == 200, response.content
            receipts.append(response.json())
        assert work(game) >= 1
    return game, receipts


@pytest.mark.parametrize(
    "key", [pytest.param(key, marks=[] if "toy" in key else pytest.mark.slow) for key in WON]
)
def test_a_whole_game_by_api_alone(key: str, anna: Asker, bela: Asker, nobody: Asker) -> None:
    game, receipts = played(key, anna, bela)
    shown = nobody.get(f"games/{game}/").json()
    assert (shown["status"], bool(shown["winners"])) == ("finished", True)
    header, entries = read_log(content(nobody.get(f"games/{game}/log/")).splitlines(keepends=True))
    proof = verify(header, entries)
    assert (proof.over, proof.head, proof.resolved) == (True, shown["head"], proof.steps)
    for receipt in receipts:
        entry = entries[receipt["seq"] - 1]
        assert (entry.hash, entry.secret_digest) == (receipt["head"], receipt["digest"])
    heads = nobody.get(f"games/{game}/heads/").json()["heads"]
    assert [head["statement"]["step"] for head in heads] == list(range(1, proof.steps + 1))
    mine = anna.get(f"games/{game}/receipts/").json()["receipts"]
    digests = {entry.secret_digest for entry in entries if entry.payload.get("seat") == "A"}
    assert {one["statement"]["digest"] for one in mine} == {
        receipt["digest"] for receipt in receipts if receipt["digest"] in digests
    }
    bundle = ZipFile(BytesIO(content(nobody.get(f"games/{game}/archive/"))))
    assert bundle.read(f"wallenstein-{game}/game.wlog.jsonl") == content(
        nobody.get(f"games/{game}/log/")
    )
    assert nobody.get(f"games/{game}/board/").json()["decisions"] == []
    told_in_both_languages(game, nobody, WON[key])


def told_in_both_languages(game: str, nobody: Asker, won: Mapping[str, str]) -> None:
    """Every entry of the log has its sentence."""
    sentences_in: dict[str, list[str]] = {}
    for language in ("en", "de"):
        sentences: list[str] = []
        after: int | None = 0
        while after is not None:
            path = f"games/{game}/events/?after={after}&limit=50"
            page = nobody.get(path, HTTP_ACCEPT_LANGUAGE=language).json()
            sentences += [one["text"] for one in page["events"]]
            after = page["next_after"]
        sentences_in[language] = sentences
        assert len(sentences) == Game.objects.get(pk=game).seq
        assert all(sentences)
    assert sentences_in["en"][-1] != sentences_in["de"][-1]
    for language, words in won.items():
        assert any(re.search(words, line) for line in sentences_in[language])


@toys
def test_what_a_game_without_a_tower_lacks_is_refused_by_a_code(
    toy: Ruleset[Any], anna: Asker, bela: Asker
) -> None:
    game = seated(toy.key, anna, bela)
    for path in ("odds/", "odds/?seat=A", "luck/"):
        refused(anna.get(f"games/{game}/{path}"), 404, "no_tower")
    problem = anna.get(f"games/{game}/archive/").json()
    assert (problem["status"], bool(problem["code"])) == (409, True)
    listed = {one["key"]: one for one in anna.get("rulesets/").json()}[toy.key]
    assert (listed["seats"], listed["bots"]) == (list(toy.seats), ["random"])


@toys
def test_answers_are_drafted_replaced_withdrawn_and_refused(
    toy: Ruleset[Any], anna: Asker, bela: Asker
) -> None:
    game = seated(toy.key, anna, bela)
    (question,) = asked(anna, game)
    path = f"games/{game}/decisions/{question['id']}/"
    choices = question["options"]["choices"]
    assert anna.get(f"{path}default/").json() == {"answer": {"choice": choices[0]}}
    assert anna.put(f"{path}draft/", {"answer": {"choice": "half"}}).status_code == 200
    assert anna.get(f"{path}draft/").json() == {"answer": {"choice": "half"}}
    refused(bela.get(f"{path}draft/"), 404, "no_draft")
    before = Game.objects.get(pk=game).head
    wrongs: list[Any] = [{"choice": "half"}, {"choice": True}, {}, [], {"choice": 1, "more": 1}]
    for wrong in wrongs:
        problem = refused(anna.put(path, {"answer": wrong}), 422, "illegal_answer")
        assert all(one["message"] for one in problem["problems"])
    for language, words in (("en", "is not an order"), ("de", "ist kein Befehl")):
        problem = refused(
            anna.put(path, b"sing: loudly", kind="text/plain", HTTP_ACCEPT_LANGUAGE=language),
            422,
            "unreadable_orders",
        )
        assert words in problem["problems"][0]["message"]
    refused(bela.put(path, {"answer": {"choice": choices[0]}}), 403, "not_your_decision")
    assert Game.objects.get(pk=game).head == before
    for choice in (choices[0], choices[-1]):
        assert anna.put(path, {"answer": {"choice": choice}}).status_code == 200
        assert anna.get(f"games/{game}/board/").json()["answers"] == {
            question["id"]: {"choice": choice}
        }
        assert (
            "answers" not in bela.get(f"games/{game}/board/").json()
            or not bela.get(f"games/{game}/board/").json()["answers"]
        )
    assert anna.delete(path).status_code == 204
    refused(anna.delete(path), 409, "nothing_to_withdraw")


def test_an_optional_decision_is_answered_changed_and_withdrawn_at_any_time(
    anna: Asker, bela: Asker
) -> None:
    game = seated(HIGH_CARD.key, anna, bela)
    for asker in (anna, bela):
        (question,) = asked(asker, game)
        assert answer_in_words(asker, game, question, "en").status_code == 200
    assert work(game) == 1
    board = anna.get(f"games/{game}/board/").json()
    (optional,) = [one for one in board["decisions"] if one.get("optional")]
    assert [one["id"] for one in board["waiting"]] == ["1.play.A", "1.play.B", "1.play.C"]
    hand, path = optional["options"]["hand"], f"games/{game}/decisions/{optional['id']}/"
    assert set(optional["options"]["known"]) == set(hand)
    # Nobody can say beforehand that they play what they play now, so the last of the hand stays.
    assert anna.put(path, f"next: {hand[1]}".encode(), kind="text/plain").status_code == 200
    assert anna.put(path, {"answer": {"choice": hand[2]}}).status_code == 200
    assert anna.delete(path).status_code == 204
    assert anna.put(path, {"answer": {"choice": hand[3]}}).status_code == 200
    refused(bela.put(path, {"answer": {"choice": hand[3]}}), 403, "not_your_decision")
    assert work(game) == 0
    for asker in (anna, bela):
        (question,) = asked(asker, game)
        choice = question["options"]["hand"][0]
        place = f"games/{game}/decisions/{question['id']}/"
        assert asker.put(place, {"answer": {"choice": choice}}).status_code == 200
    assert work(game) == 1
    waiting = {one["id"] for one in anna.get(f"games/{game}/board/").json()["waiting"]}
    # The bot may have said so, too.
    assert waiting - {"2.play.C"} == {"2.play.B"}
    refused(anna.put(path, {"answer": {"choice": hand[3]}}), 409, "not_open")


@pytest.mark.parametrize(
    "key", sorted({*(key for key, _version in RULESETS), *(toy.key for toy in TOYS)})
)
def test_a_few_steps_of_every_ruleset_in_words(key: str, anna: Asker, bela: Asker) -> None:
    game = seated(key, anna, bela)
    for _ in range(3):
        for asker, language in ((anna, "en"), (bela, "de")):
            for question in asked(asker, game):
                response = answer_in_words(asker, game, question, language)
                assert response.status_code == 200, response.content
        assert work(game) >= 1
    for asker in (anna, bela):
        log = content(asker.get(f"games/{game}/log/")).splitlines(keepends=True)
        assert verify(*read_log(log)).steps >= 4
