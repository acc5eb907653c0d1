"""Canaries: what somebody sealed shows to nobody else, at no address of the API."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

import pytest
from django.db import transaction
from django.test import Client

from engine.kernel.chance import links
from engine.kernel.core import Json
from games.log import store
from games.log.seals import unseal
from games.models import ApiToken, ChatMessage, Game
from tests.api.requests import ALL, Asker, content, legal_answer, person, question, started_game
from tests.service.hashes import hashes_in

pytestmark = pytest.mark.django_db

SALT = "c0ffee" * 10 + "dead"
CANARY = "a-canary-in-a-draft"
HIDDEN = "a-canary-the-host-has-hidden"
GALLERY = "a-canary-in-the-gallery"
ONCE = "a-key-of-annas"


def get_addresses(game: str, decisions: list[str]) -> list[str]:
    """Every GET operation the schema knows, with everything that fits into its address."""
    schema = Client().get("/api/schema/").json()
    addresses = []
    for path, operations in schema["paths"].items():
        if "get" not in operations:
            continue
        for decision in decisions:
            for channel in ChatMessage.Channel.values:
                filled = path.format(game=game, decision=decision, channel=channel)
                addresses.append(filled.removeprefix("/api/"))
    return sorted({*addresses, "schema/", "docs/", "games/?mine=true", "games/?waiting=true"})


def values(thing: Any) -> Iterator[Any]:
    """Everything inside a JSON value."""
    yield thing
    for inner in thing.values() if isinstance(thing, dict) else thing:
        if isinstance(inner, dict | list):
            yield from values(inner)


def contents(response: Any) -> tuple[str, list[Any]]:
    """A response as text, and as JSON values where it is JSON."""
    text = content(response).decode()
    if "json" not in response["Content-Type"]:
        return text, []
    lines = text.splitlines() if "ndjson" in response["Content-Type"] else [text]
    return text, [value for line in lines for value in values(json.loads(line))]


def talk(game: str, player: Asker, spectator: Asker, invite: str) -> None:
    """A note, something hidden at the table and something said in the gallery."""
    note = {"text": CANARY, "edition": 0}
    assert player.put(f"games/{game}/note/", note).status_code == 200
    message = player.post(f"games/{game}/chat/players/", {"text": HIDDEN}).json()["id"]
    hide = player.post(f"games/{game}/chat/messages/{message}/hide/", {"why": "not for you"})
    assert hide.status_code == 200
    above = spectator.post(f"games/{game}/chat/spectators/?invite={invite}", {"text": GALLERY})
    assert above.status_code == 201


class Laid(NamedTuple):
    """A game of two people with canaries in everything the first of them keeps to herself."""

    row: Game
    mine: str
    theirs: str
    answer: Json
    links: list[str]
    tokens: list[str]
    hook: int


def lay(anna: Asker, bela: Asker, outsider: Asker, visibility: str) -> Laid:
    """Anna has sealed a plan, keeps a draft and a note, and has a program called."""
    game = started_game(anna, bela, visibility=visibility)
    mine, theirs = question(anna, game), question(bela, game)
    answer = legal_answer(game, mine)
    path, once = f"games/{game}/decisions/{mine}/", {"HTTP_IDEMPOTENCY_KEY": ONCE}
    assert anna.put(path, {"answer": answer, "salt": SALT}, **once).status_code == 200
    assert anna.put(f"{path}draft/", {"answer": {"note": CANARY}}).status_code == 200
    hook = {"url": f"https://example.org/{CANARY}", "kinds": ["your_turn"]}
    called = anna.post(f"games/{game}/webhooks/", hook).json()
    row = Game.objects.get(pk=game)
    chain = unseal(row.chain_sealed)
    hidden = [link.hex() for link in links(bytes.fromhex(chain["end"]), chain["length"])]
    digests = ApiToken.objects.values_list("digest", flat=True)
    tokens = [called["secret"], anna.token, bela.token, *digests]
    talk(game, anna, outsider, row.invite)
    return Laid(row, mine, theirs, answer, hidden[row.step + 1 :], tokens, called["id"])


@pytest.fixture(autouse=True)
def _no_names_are_resolved(monkeypatch):
    monkeypatch.setattr("games.net.outbound.resolved", lambda _parts: "192.0.2.1")


@pytest.mark.parametrize("visibility", ["public", "unlisted"])
def test_a_sealed_answer_shows_to_its_seat_alone(anna, bela, nobody, visibility):
    staff = Asker(person("staff", is_staff=True, is_superuser=True))
    outsider = Asker(person("carl"))
    laid = lay(anna, bela, outsider, visibility)
    row, answer, hidden, tokens = laid.row, laid.answer, laid.links, laid.tokens
    game = row.pk
    askers = {
        "nobody": nobody,
        "outsider": outsider,
        "staff": staff,
        "rival": bela,
        "owner": anna,
        "staff in a session": Asker(client=Client()),
        "invited": outsider,
    }
    askers["staff in a session"].client.force_login(
        staff.user, backend="django.contrib.auth.backends.ModelBackend"
    )
    addresses = get_addresses(game, [laid.mine, laid.theirs])
    assert len(addresses) >= 20
    listed = {f"games/{game}/{end}/" for end in ("events", "webhooks", "note", "chat/spectators")}
    assert listed <= set(addresses)
    shown: dict[tuple[str, str], tuple[int, str]] = {}
    for name, asker in askers.items():
        for address in addresses:
            invite = f"?invite={row.invite}" if name == "invited" and "?" not in address else ""
            response = asker.get(address + invite)
            assert response.status_code < 500, (name, address)
            text, inside = contents(response)
            shown[name, address] = response.status_code, text
            for token in tokens:
                assert token not in text, (name, address)
            assert not hashes_in(text).intersection(hidden), (name, address)
            assert HIDDEN not in text, (name, address)
            if name in ("owner", "rival"):
                assert GALLERY not in text, (name, address)
            if name != "owner":
                assert SALT not in text, (name, address)
                assert CANARY not in text, (name, address)
                assert answer not in inside, (name, address)
                assert answer["boxes"] not in inside, (name, address)
                if name != "invited":
                    assert row.invite not in text, (name, address)
    # The canaries sing where they may.
    assert any(SALT in text for (name, _), (_, text) in shown.items() if name == "owner")
    assert any(CANARY in text for (name, _), (_, text) in shown.items() if name == "owner")
    assert CANARY in shown["owner", f"games/{game}/note/"][1]
    assert GALLERY in shown["invited", f"games/{game}/chat/spectators/"][1]
    for address in addresses:
        if address not in ("docs/", "me/", "tokens/"):
            assert shown["staff", address] == shown["outsider", address]


# What goes into the body of any operation, by the name of its field.
SENT = {
    "address": "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js",
    "bot": "marshal",
    "bots": ["random"],
    "choices": [{"kind": "season_report", "channel": "mail", "wanted": False}],
    "code": "123456",
    "digest_at": "08:00",
    "edition": 0,
    "first_day": "2030-01-01",
    "hours": 3,
    "kinds": ["your_turn"],
    "language": "de",
    "last_day": "2030-01-02",
    "lateness": "wait",
    "name": "Prague",
    "notify_address": "",
    "options": {},
    "password": "open sesame",
    "player": "carl",
    "players": 3,
    "quiet_from": "22:00",
    "quiet_until": "07:00",
    "ruleset": "wallenstein-2010",
    "salt": "",
    "schedule": {},
    "scopes": ["read"],
    "step": 1,
    "subscription": {"endpoint": "https://push.example/x", "keys": {"p256dh": "a", "auth": "b"}},
    "text": "Good luck!",
    "time_zone": "Europe/Vienna",
    "url": "https://example.org/called",
    "username": "somebody",
    "visibility": "public",
    "why": "So it is.",
    "yes": True,
}


def writes(laid: Laid) -> Iterator[tuple[str, str, Json]]:
    """Every operation but GET, at every address, with what its fields may hold."""
    schema = Client().get("/api/schema/").json()
    fits: dict[str, list[Any]] = {
        "game": [laid.row.pk],
        "decision": [laid.mine, laid.theirs],
        "channel": ChatMessage.Channel.values,
        "letter": ["A", "B"],
        "message": list(ChatMessage.objects.values_list("pk", flat=True)),
        "token": list(ApiToken.objects.values_list("pk", flat=True)),
        "player": ["anna"],
        "hook": [laid.hook],
        # Nobody is away or has a browser here; a number is tried all the same.
        **{name: [1] for name in ("absence", "destination")},
    }
    sent = {**SENT, "answer": legal_answer(laid.row.pk, laid.theirs)}
    for path, operations in schema["paths"].items():
        wants = re.findall(r"{(\w+)}", path)
        for method in set(operations) & {"post", "put", "patch", "delete"}:
            content = operations[method].get("requestBody", {}).get("content", {})
            named = content.get("application/json", {}).get("schema", {}).get("$ref", "")
            shape = schema["components"]["schemas"].get(named.rpartition("/")[2], {})
            body = {name: sent[name] for name in shape.get("properties", {})}
            for chosen in product(*(fits[name] for name in wants)):
                filled = path.format(**dict(zip(wants, chosen, strict=True)))
                yield method.upper(), filled.removeprefix("/api/"), body


def test_no_write_shows_it_either(anna, bela, nobody, settings):
    outsider = Asker(person("carl"))
    laid = lay(anna, bela, outsider, "public")
    settings.API_RATES = dict.fromkeys(settings.API_RATES, "100000/min")
    askers = {
        "nobody": nobody,
        "outsider": outsider,
        "staff": Asker(person("staff", is_staff=True, is_superuser=True)),
        "rival": bela,
    }
    secret = [SALT, CANARY, HIDDEN, *laid.tokens]
    statuses: dict[str, Counter[int]] = {name: Counter() for name in askers}
    for operation in writes(laid):
        for name, asker in askers.items():
            # Once as anybody would, once with the key of a request of the owner's.
            for meta in ({}, {"HTTP_IDEMPOTENCY_KEY": ONCE}):
                response, seq = undone(laid, asker, operation, meta)
                where = (name, *operation[:2])
                assert response.status_code < 500, where
                text = content(response).decode()
                assert [one for one in secret if one in text] == [], where
                assert not hashes_in(text).intersection(laid.links), where
                inside = list(values(json.loads(text))) if text else []
                assert laid.answer["boxes"] not in inside, where
                assert name in ("staff", "rival") or seq == laid.row.seq, where
                statuses[name][response.status_code] += 1
    assert set(statuses["nobody"]) == {401}
    assert all(count.total() > 100 for count in statuses.values())
    assert statuses["rival"][200] > 5
    # To its owner it sings.
    path = f"games/{laid.row.pk}/decisions/{laid.mine}/"
    sent = ("PUT", path, {"answer": laid.answer, "salt": SALT})
    receipt, _ = undone(laid, anna, sent, {"HTTP_IDEMPOTENCY_KEY": ONCE})
    assert SALT in content(receipt).decode()


def undone(laid: Laid, asker: Asker, operation: Any, meta: Json) -> tuple[Any, int]:
    """What somebody is answered, and how long the log was then; nothing of it stays."""
    method, address, body = operation
    with transaction.atomic():
        response = asker(method, address, body or None, **meta)
        seq = Game.objects.get(pk=laid.row.pk).seq
        transaction.set_rollback(True)
    store.forget()
    return response, seq


def test_a_token_shows_once(anna):
    client = Client()
    client.force_login(anna.user, backend="django.contrib.auth.backends.ModelBackend")
    made = Asker(client=client).post("tokens/", {"name": "x", "scopes": list(ALL)})
    assert made["Cache-Control"] == "no-store"
    text = made.json()["token"]
    for address in ("tokens/", "me/", "games/"):
        assert text not in content(Asker(client=client).get(address)).decode()


def test_staff_can_do_nothing_more(anna):
    game = started_game(anna, schedule={"kind": "hours", "hours": 9})
    asked = question(anna, game)
    body = {"answer": legal_answer(game, asked)}
    staff = Asker(person("staff", is_staff=True, is_superuser=True))
    seq = Game.objects.get(pk=game).seq
    for response in (
        staff.put(f"games/{game}/decisions/{asked}/", body),
        staff.put(f"games/{game}/decisions/{asked}/draft/", body),
        staff.delete(f"games/{game}/decisions/{asked}/"),
        staff.post(f"games/{game}/pause/", {"why": "staff"}),
        staff.post(f"games/{game}/extend/", {"hours": 3, "why": "staff"}),
    ):
        assert response.status_code == 403
    assert Game.objects.get(pk=game).seq == seq
