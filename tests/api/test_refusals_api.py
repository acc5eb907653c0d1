"""Bad requests: every kind is answered with a reason and changes nothing."""

import json
import socket

import pytest
from django.db import OperationalError
from structlog.testing import capture_logs

from games.log.seals import LostKey
from games.models import Game, IdempotencyKey, LogEntry
from games.read import selectors
from tests.api.requests import legal_answer, new_game, question, refused, started_game

pytestmark = pytest.mark.django_db

DEEP = b'{"answer": ' + b"[" * 40 + b"]" * 40 + b"}"
VERY_DEEP = b'{"answer": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b'{"answer": "' + b"x" * 256 * 1024 + b'"}', 413, "too_large"),
        (b"{", 400, "not_json"),
        (b"plan", 400, "not_json"),
        (b'{"answer": NaN}', 400, "not_json"),
        (b'{"answer": Infinity}', 400, "not_json"),
        (b'{"answer": 1.5}', 400, "not_json"),
        (b'{"answer": 1e999}', 400, "not_json"),
        (b'{"answer": 1' + b"0" * 1000 + b"}", 400, "not_json"),
        (b'{"answer": 1' + b"0" * 999 + b"}", 422, "illegal_answer"),
        (b'{"answer": {"bid": 1' + b"0" * 999 + b"}}", 422, "illegal_answer"),
        (b'{"answer": 1, "answer": 2}', 400, "not_json"),
        (b'{"answer": "\\ud800"}', 400, "not_json"),
        (b'{"answer": "\xff"}', 400, "not_utf8"),
        ('{"answer": 1}'.encode("utf-16"), 400, "not_utf8"),
        (b'\xef\xbb\xbf{"answer": 1}', 400, "not_json"),
        (b"[]", 400, "not_an_object"),
        (b"null", 400, "not_an_object"),
        (b'"plan"', 400, "not_an_object"),
        (DEEP, 400, "nested_too_deep"),
        (VERY_DEEP, 400, "not_json"),
        (b"", 400, "invalid"),
        (b'{"answer": null}', 400, "invalid"),
        (b'{"answer": {}, "seat": "B"}', 400, "invalid"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_bad_body_is_refused_with_a_reason(anna, body, status, code):
    game = started_game(anna)
    before = Game.objects.values().get(pk=game), LogEntry.objects.count()
    refused(anna.put(f"games/{game}/decisions/1.spring.plan.A/", body), status, code)
    if code not in ("illegal_answer", "invalid"):
        draft = anna.put(f"games/{game}/decisions/1.spring.plan.A/draft/", body)
        refused(draft, status, code)
        refused(anna.post("games/", body), status, code)
        refused(anna.post(f"games/{game}/pause/", body), status, code)
    assert before == (Game.objects.values().get(pk=game), LogEntry.objects.count())


@pytest.mark.parametrize(
    "kind",
    ["application/x-www-form-urlencoded", "multipart/form-data", "text/html", "", "x", "a/b/c"],
)
def test_a_body_of_another_kind_is_refused(anna, kind):
    refused(anna.post("games/", b"name=Prag", kind=kind), 415, "unsupported_media_type")


def test_text_is_for_answers_only(anna):
    refused(anna.post("games/", b"name: Prag", kind="text/plain"), 415, "unsupported_media_type")


@pytest.mark.parametrize(
    "path",
    ["nothing/", "games", "games/UPPER/", "games/b%00d/", "games/2222222222/x/", "", "tokens/x/"],
)
def test_nothing_is_a_problem_too(anna, path):
    refused(anna.get(path), 404, "no_such_address")


def test_a_game_that_is_not_there(anna):
    refused(anna.get("games/2222222222/"), 404, "no_such_game")
    refused(anna.post("games/2222222222/join/"), 404, "no_such_game")


def test_methods_that_are_not_there(anna, nobody):
    game = new_game(anna)
    for asker in (anna, nobody):
        for method in ("PUT", "PATCH", "OPTIONS", "BREW"):
            refused(asker(method, f"games/{game}/"), 405, "method_not_allowed")


def test_too_many_requests(anna, nobody, settings):
    settings.API_RATES = {"person": "3/min", "address": "2/min"}
    for asker, times in ((anna, 3), (nobody, 2)):
        for _ in range(times):
            assert asker.get("rulesets/").status_code == 200
        response = asker.get("rulesets/")
        refused(response, 429, "throttled")
        assert int(response["Retry-After"]) > 0


def test_a_cache_that_is_away_turns_nobody_away(anna, settings):
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": f"redis://127.0.0.1:{port}",
        }
    }
    with capture_logs() as records:
        assert anna.get("me/").status_code == 200
    assert {record["event"] for record in records} == {"throttle_unavailable"}
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}


def test_those_who_may_not_ask_are_counted_too(nobody, settings):
    settings.API_RATES = {"person": "3/min", "address": "2/min"}
    for _ in range(2):
        refused(nobody.get("me/"), 401, "not_authenticated")
    refused(nobody.get("me/"), 429, "throttled")
    for _ in range(2):
        refused(nobody.get("me/", HTTP_AUTHORIZATION="Bearer wbp_no"), 401, "bad_token")
    refused(nobody.get("me/", HTTP_AUTHORIZATION="Bearer wbp_no"), 429, "throttled")


@pytest.mark.parametrize(
    ("trouble", "status", "code"),
    [
        (OperationalError("attempt to write a readonly database"), 503, "unavailable"),
        (LostKey(), 503, "unavailable"),
        (RuntimeError("the secret is 42"), 500, "failed"),
    ],
)
def test_our_own_mistakes_say_nothing(anna, monkeypatch, capfd, trouble, status, code):
    def fail(*_args):
        raise trouble

    game = started_game(anna)
    monkeypatch.setattr(selectors, "board", fail)
    problem = refused(anna.get(f"games/{game}/board/"), status, code)
    assert str(trouble) not in json.dumps(problem)
    assert str(trouble) not in "".join(capfd.readouterr())


def test_the_same_request_twice_is_one_event(anna):
    game = started_game(anna)
    asked = question(anna, game)
    path, body = f"games/{game}/decisions/{asked}/", {"answer": legal_answer(game, asked)}
    first = anna.put(path, body, HTTP_IDEMPOTENCY_KEY="k1")
    seq = Game.objects.get(pk=game).seq
    again = anna.put(path, body, HTTP_IDEMPOTENCY_KEY="k1")
    assert (again.status_code, again.json()) == (200, first.json())
    assert again["Idempotency-Replayed"] == "true"
    assert Game.objects.get(pk=game).seq == seq
    other = {"answer": legal_answer(game, asked, "other")}
    refused(anna.put(path, other, HTTP_IDEMPOTENCY_KEY="k1"), 422, "idempotency_key_reused")
    paused = anna.post(f"games/{game}/pause/", {"why": "fair"}, HTTP_IDEMPOTENCY_KEY="k1")
    refused(paused, 422, "idempotency_key_reused")
    assert Game.objects.get(pk=game).seq == seq


def test_a_key_belongs_to_one_person(anna, bela):
    for asker in (anna, bela):
        game = new_game(asker)
        assert asker.post(f"games/{game}/start/", HTTP_IDEMPOTENCY_KEY="go").status_code == 200
    assert IdempotencyKey.objects.count() == 2


def test_a_key_keeps_no_secret_readable(anna):
    game = started_game(anna)
    asked = question(anna, game)
    path, body = f"games/{game}/decisions/{asked}/", {"answer": legal_answer(game, asked)}
    receipt = anna.put(path, body, HTTP_IDEMPOTENCY_KEY="k1").json()
    (row,) = IdempotencyKey.objects.values()
    assert receipt["salt"] not in json.dumps(row, default=str)


def test_a_refused_request_may_be_mended_under_its_key(anna):
    game = new_game(anna, bots=["random"])
    refused(anna.post(f"games/{game}/start/", HTTP_IDEMPOTENCY_KEY="go"), 409, "seats_free")
    anna.put(f"games/{game}/seats/B/", {"bot": "random"})
    assert anna.post(f"games/{game}/start/", HTTP_IDEMPOTENCY_KEY="go").status_code == 200
    again = anna.post(f"games/{game}/start/", HTTP_IDEMPOTENCY_KEY="go")
    assert again.json()["status"] == "running"


@pytest.mark.parametrize("key", ["", " ", "x" * 101, "ä", "a b"])
def test_a_bad_key_is_refused(anna, key):
    game = new_game(anna)
    response = anna.post(f"games/{game}/start/", HTTP_IDEMPOTENCY_KEY=key)
    refused(response, 422, "bad_idempotency_key")
    assert Game.objects.get(pk=game).status == "lobby"


def test_made_once_left_once(anna):
    body = {"name": "Prag", "ruleset": "wallenstein-2010", "players": 3}
    made = [anna.post("games/", body, HTTP_IDEMPOTENCY_KEY="m").json() for _ in range(2)]
    assert made[0] == made[1]
    assert Game.objects.count() == 1
    path = f"games/{made[0]['id']}/leave/"
    assert [anna.post(path, HTTP_IDEMPOTENCY_KEY="l").status_code for _ in range(2)] == [204, 204]
