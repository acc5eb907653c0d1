"""Logs: one line for each event, whoever logs, and never a word of a plan."""

from __future__ import annotations

import json
import logging
import sys
import threading
import traceback
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import structlog
from celery import current_app, signals
from celery.app import trace
from django.conf import settings as django_settings
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import path

from engine.registry import newest
from games.models import Game, User
from games.ops import tasks
from games.services.play.advance import game_advance
from tests.play.tables import RULESET
from tests.service.tables import again, answer, person, started
from wallenstein_site import failures, logs, request_ids
from wallenstein_site.urls import urlpatterns as usual

CANARY = "Lüneburg attacks Anhalt with quokkas"


def fails(request: HttpRequest, game: str = "") -> HttpResponse:
    plan = {"boxes": {"combat_a": CANARY}}
    raise RuntimeError(f"what was this plan? {plan}")


# The addresses of the tests below.
urlpatterns = [path("fails/<str:game>/", fails), path("api/fails/", fails), *usual]
handler500 = failures.server_error


class Written:
    """What was logged since."""

    def __init__(self, stream: StringIO) -> None:
        self._stream = stream

    @property
    def text(self) -> str:
        return self._stream.getvalue()

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]

    def line(self, **fields: Any) -> dict[str, Any]:
        """The one line with these fields."""
        (match,) = [line for line in self.lines if fields.items() <= line.items()]
        return match


@pytest.fixture(params=["json"])
def written(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Written]:
    """Logging as production has it."""
    stream = StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    logs.configure(logs.settings_for(request.param, "INFO"))
    yield Written(stream)
    monkeypatch.undo()
    logs.configure(django_settings.LOGGING)


@pytest.fixture
def broken(anna: User, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game whose next step raises, with the plan in a variable and in the message."""
    game = started(anna)
    answer(game, anna)

    def resolve(state: Any, answers: Any, chance: Any) -> None:
        plan = {"note": CANARY, "answers": answers}
        raise KeyError(f"{plan}")

    monkeypatch.setattr(newest(RULESET), "resolve", resolve, raising=False)
    return game


def test_our_own_events_are_json_lines_with_game_and_step(written: Written, anna: User) -> None:
    game = started(anna)
    answer(game, anna)
    assert game_advance(game_id=game.id) == 1
    line = written.lines[-1]
    assert line["event"] == "step_taken"
    assert (line["game"], line["step"], line["seq"]) == (game.id, 2, again(game).seq)
    assert line["level"] == "info"
    assert line["time"].endswith("+00:00")
    assert list(line)[:3] == ["time", "level", "event"]


def test_an_accepted_answer_is_a_line_with_its_event_and_nothing_of_it(
    written: Written, anna: User, django_capture_on_commit_callbacks: Any
) -> None:
    game = started(anna)
    with django_capture_on_commit_callbacks(execute=True):
        receipt, plan = answer(game, anna, salt="c0ffee" * 10 + "dead")
    line = written.line(event="answer_accepted")
    assert (line["game"], line["seq"], line["hash"]) == (game.id, receipt.seq, receipt.head)
    assert line["decision"] == receipt.decision
    assert "c0ffee" not in written.text
    assert not any(card in written.text for card in plan["boxes"].values() if card)


def test_a_failed_resolution_shows_where_and_never_what(written: Written, broken: Game) -> None:
    tasks.advance_game(broken.id)
    line = written.line(event="resolution_failed")
    assert line["game"] == broken.id
    assert line["problem"] == "KeyError"
    assert line["where"][-1].endswith(" resolve")
    assert line["do"] == f"When the cause is gone: manage.py retry_game {broken.id}"
    assert "quokkas" not in written.text


def test_a_task_that_fails_is_logged_by_celery_without_its_words(
    written: Written, broken: Game
) -> None:
    def bare(game_id: str) -> int:
        plan = CANARY
        raise RuntimeError(f"{game_id}: {plan}")

    failing = current_app.task(bare, name="tests.bare", shared=False)
    try:
        run = trace.build_tracer(failing.name, failing, app=current_app, eager=True)
        outcome = run("an-id", [broken.id], {})
    finally:
        current_app.tasks.pop("tests.bare")
    assert "quokkas" in repr(outcome)  # it was there to be told
    line = written.line(logger="celery.app.trace")
    assert line["event"] == "Task tests.bare[None] raised unexpected: …"
    assert line["problem"] == "RuntimeError"
    assert line["where"][-1].endswith(" bare")
    assert "quokkas" not in written.text


@pytest.mark.urls(__name__)
@pytest.mark.django_db
def test_a_page_that_fails_says_a_plain_sentence(written: Written, client: Client) -> None:
    client.raise_request_exception = False
    client.force_login(person("anna"), "django.contrib.auth.backends.ModelBackend")
    response = client.get("/fails/2345/")
    assert response.status_code == 500
    page = response.content.decode()
    assert "The mistake is ours. Nothing was changed." in page
    assert "Traceback" not in page
    assert "quokkas" not in page
    line = written.line(logger="django.request")
    assert line["event"] == "Internal Server Error: /fails/<str:game>/"
    assert line["problem"] == "RuntimeError"
    assert line["where"][-1].endswith(" fails")
    assert line["request_id"] == response[request_ids.HEADER]
    assert line["game"] == "2345"
    assert line["player"] == User.objects.get().player_uid
    assert "quokkas" not in written.text


@pytest.mark.urls(__name__)
def test_an_address_of_the_api_that_fails_outside_its_views_is_a_problem_too(
    written: Written, client: Client
) -> None:
    client.raise_request_exception = False
    response = client.get("/api/fails/")
    assert response.status_code == 500
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["detail"] == "Something went wrong here. Nothing was changed."
    assert "quokkas" not in written.text + response.content.decode()


@pytest.mark.django_db
def test_a_refused_address_is_logged_without_the_key_in_it(
    written: Written, client: Client, settings, tmp_path: Path
) -> None:
    settings.HOME = tmp_path
    response = client.get("/demo/a-key-of-somebody/")
    assert response.status_code == 410
    line = written.line(event="Gone: /demo/<str:token>/")
    assert line["request_id"] == response[request_ids.HEADER]
    assert "a-key-of-somebody" not in written.text


def test_whatever_others_log_of_an_exception_its_words_are_not_in_it(written: Written) -> None:
    stranger = logging.getLogger("some.library")
    try:
        fails(HttpRequest())
    except RuntimeError as problem:
        stranger.error("this failed: %s and %r", problem, problem)
        stranger.error(f"it failed: {problem!r} or {problem}", exc_info=True)
        stranger.exception(problem)
        structlog.get_logger().error("ours", problem=problem, unknown=problem)
        thread = threading.Thread(target=fails, args=(HttpRequest(),))
    thread.start()
    thread.join()
    assert "quokkas" not in written.text
    assert written.lines[0]["event"] == "this failed: RuntimeError and 'RuntimeError'"
    assert written.lines[1]["event"] == "it failed: RuntimeError or RuntimeError"
    assert written.lines[3]["unknown"] == "RuntimeError"
    assert written.lines[4]["event"] == "A thread has died."


def test_a_line_that_others_got_wrong_is_a_line_all_the_same() -> None:
    record = logging.makeLogRecord({"msg": "%d is\nno number", "args": ("x",), "name": "y"})
    line = json.loads(logs.Lines("json").format(record))
    assert (line["event"], line["logger"]) == ("%d is no number", "y")


def test_a_cause_is_named_and_its_words_are_not(written: Written) -> None:
    try:
        try:
            fails(HttpRequest())
        except RuntimeError as problem:
            raise ValueError("later") from problem
    except ValueError as problem:
        text = "".join(traceback.format_exception_only(problem.__cause__))
        logging.getLogger("x").error("both: %s", text.partition(": ")[2].strip(), exc_info=True)
    line = written.lines[0]
    assert (line["problem"], line["because"]) == ("ValueError", ["RuntimeError"])
    assert "quokkas" not in written.text


@pytest.mark.parametrize("written", ["plain"], indirect=True)
def test_at_home_lines_are_for_people(written: Written) -> None:
    structlog.get_logger().warning("broker_file_damaged", file="1.msg")
    (line,) = written.text.splitlines()
    assert " warning  broker_file_damaged  file=1.msg " in line


def test_celery_sets_up_no_logging_of_its_own(written: Written) -> None:
    assert signals.setup_logging.receivers
    current_app.log.already_setup = False
    current_app.log.setup(loglevel="INFO")
    assert [type(handler.formatter) for handler in logging.getLogger().handlers] == [logs.Lines]


@pytest.mark.parametrize(
    ("proxies", "given", "believed"),
    [(0, "abcdefgh-1", False), (1, "abcdefgh-1", True), (1, "a b\nc", False), (1, "x" * 65, False)],
)
def test_an_id_is_believed_from_a_proxy_only(
    settings, proxies: int, given: str, believed: bool
) -> None:
    settings.PROXIES = proxies
    request = RequestFactory().get("/", headers={"x-request-id": given})
    answered = request_ids.RequestIds(lambda _: HttpResponse())(request)
    assert (answered.headers[request_ids.HEADER] == given) is believed
    assert structlog.contextvars.get_contextvars() == {"request_id": answered["X-Request-ID"]}
    request_ids.forget()
    assert structlog.contextvars.get_contextvars() == {}
