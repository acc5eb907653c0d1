"""The API keeps what its schema says, whatever is sent: Schemathesis draws, every answer is held
against the schema.

Each operation is asked at addresses that exist and at made-up ones, with data the schema allows and
with data it does not. Every request finds the same world: what it changes is rolled back.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.config import SchemathesisConfig

from games import clock
from games.log.seals import seal
from games.models import ApiToken, Webhook
from games.notify.destinations import browser_add
from tests.api.requests import Asker, new_game, question, started_game
from tests.service.browsers import Browser
from wallenstein_site.wsgi import application

load_all_checks()
# Left out: `max_response_time` measures, and a test that measures fails on slow machines.
# `object_level_authorization` wants a second account in its settings; who may see what is the
# business of test_secrecy_api.py.
LEFT_OUT = {"max_response_time", "object_level_authorization"}
HELD_TO: list[Any] = [
    CHECKS.get_one(name) for name in CHECKS.get_all_names() if name not in LEFT_OUT
]
# 422: well-formed, and against the rules of the game, which no schema can tell.
CONFIG = SchemathesisConfig.from_dict(
    {
        "checks": {
            "positive_data_acceptance": {
                "expected-statuses": ["2xx", "401", "403", "404", "409", "422"]
            }
        },
        # No text here holds a NUL; in a schema that would be a pattern on every field.
        "generation": {"allow-x00": False},
    }
)
SCHEMA = schemathesis.openapi.from_dict(
    SchemaGenerator().get_schema(request=None, public=True), config=CONFIG
)
SCHEMA.app = application
OPERATIONS = [operation for methods in SCHEMA.values() for operation in methods.values()]


def _place(operation: Any) -> str:
    """Where an operation belongs: one world is enough for all that do the same at one place."""
    return f"{operation.method.upper()} {operation.path.split('/')[2]}"


@pytest.fixture
def world(settings: Any, anna: Asker, bela: Asker) -> Iterator[dict[str, dict[str, Any]]]:
    """Addresses that exist: of a running game, and of one in the lobby."""
    settings.API_RATES = dict.fromkeys(settings.API_RATES, "100000/min")
    running, lobby = started_game(anna), new_game(anna, bots=["random"])
    token = ApiToken.objects.get(user=anna.user).pk
    others = {
        "decision": question(anna, running),
        "letter": "B",
        "token": str(token),
        "player": _invited(anna, lobby, bela),
        "absence": _absence(anna),
        "destination": _destination(anna),
        "channel": "players",
    }
    places = {
        place: {"game": game, "hook": _hook(anna, game), "message": _message(anna, game), **others}
        for place, game in (("running", running), ("lobby", lobby))
    }
    # A server closes its connections between two requests; this one lives in our transaction.
    # No test client may ask after this: it would connect the signals again.
    for moment in (request_started, request_finished):
        moment.disconnect(close_old_connections)
    yield places
    for moment in (request_started, request_finished):
        moment.connect(close_old_connections)


def _invited(host: Asker, game: str, guest: Asker) -> str:
    assert guest.user is not None
    player = guest.user.username
    assert host.post(f"games/{game}/invitations/", {"player": player}).status_code == 201
    return player


def _absence(person: Asker) -> str:
    day = (clock.now() + timedelta(days=30)).date().isoformat()
    made = person.post("me/absences/", {"first_day": day, "last_day": day})
    assert made.status_code == 201
    return str(made.json()["id"])


def _destination(person: Asker) -> str:
    assert person.user is not None
    subscription = Browser("https://push.example/").subscription
    return str(browser_add(person=person.user, name="phone", subscription=subscription).pk)


def _hook(person: Asker, game: str) -> str:
    assert person.user is not None
    made = Webhook.objects.create(
        game_id=game,
        owner=person.user,
        url="https://example.org/hook",
        secret_sealed=seal("a secret"),
        kinds=["your_turn"],
    )
    return str(made.pk)


def _message(person: Asker, game: str) -> str:
    made = person.post(f"games/{game}/chat/players/", {"text": "Hello"})
    assert made.status_code == 201
    return str(made.json()["id"])


@pytest.mark.parametrize("place", sorted({_place(operation) for operation in OPERATIONS}))
def test_an_operation_keeps_what_the_schema_says(
    place: str, anna: Asker, world: dict[str, dict[str, Any]], subtests: pytest.Subtests
) -> None:
    for operation in OPERATIONS:
        if _place(operation) == place:
            with subtests.test(operation.label):
                _keeps_what_the_schema_says(operation, anna, world)


def _keeps_what_the_schema_says(
    operation: Any, anna: Asker, world: dict[str, dict[str, Any]]
) -> None:
    named = {parameter.name for parameter in operation.path_parameters}
    drawn = [
        operation.as_strategy(mode, path_parameters=known)
        for mode in GenerationMode
        for known in (
            None,
            *({key: place[key] for key in named} for place in world.values() if named),
        )
    ]

    @settings(
        max_examples=12,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.one_of(drawn))
    def ask(case: schemathesis.Case) -> None:
        cache.clear()
        with transaction.atomic():
            case.call_and_validate(
                checks=HELD_TO, headers={"Authorization": f"Bearer {anna.token}"}
            )
            transaction.set_rollback(True)

    ask()
