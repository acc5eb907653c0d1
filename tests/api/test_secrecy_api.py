"""Canaries: what somebody sealed shows to nobody else, at no address of the API."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from engine.chance import links
from games.models import ApiToken, ChatMessage, Game
from games.seals import unseal
from tests.api.asking import ALL, Asker, content, legal_answer, person, question, started_game

pytestmark = pytest.mark.django_db

SALT = "c0ffee" * 10 + "dead"
CANARY = "a-canary-in-a-draft"
HIDDEN = "a-canary-the-host-has-hidden"
GALLERY = "a-canary-in-the-gallery"


def get_addresses(game: str, decisions: list[str]) -> list[str]:
    """Every GET operation the schema knows, with everything that fits into its address."""
    schema = Client().get("/api/schema/").json()
    found = []
    for path, operations in schema["paths"].items():
        if "get" not in operations:
            continue
        for decision in decisions:
            for channel in ChatMessage.Channel.values:
                filled = path.format(game=game, decision=decision, channel=channel)
                found.append(filled.removeprefix("/api/"))
    return sorted({*found, "schema/", "docs/", "games/?mine=true", "games/?waiting=true"})


def values(thing: Any) -> Iterator[Any]:
    """Everything inside a JSON value."""
    yield thing
    for inner in thing.values() if isinstance(thing, dict) else thing:
        if isinstance(inner, dict | list):
            yield from values(inner)


def told(response: Any) -> tuple[str, list[Any]]:
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
    said = player.post(f"games/{game}/chat/players/", {"text": HIDDEN}).json()["id"]
    hide = player.post(f"games/{game}/chat/messages/{said}/hide/", {"why": "not for you"})
    assert hide.status_code == 200
    above = spectator.post(f"games/{game}/chat/spectators/?invite={invite}", {"text": GALLERY})
    assert above.status_code == 201


@pytest.mark.parametrize("visibility", ["public", "unlisted"])
def test_a_sealed_answer_shows_to_its_seat_alone(anna, bela, nobody, visibility, monkeypatch):
    game = started_game(anna, bela, visibility=visibility)
    mine, theirs = question(anna, game), question(bela, game)
    answer = legal_answer(game, mine)
    path = f"games/{game}/decisions/{mine}/"
    assert anna.put(path, {"answer": answer, "salt": SALT}).status_code == 200
    assert anna.put(f"{path}draft/", {"answer": {"note": CANARY}}).status_code == 200
    monkeypatch.setattr("games.outbound.resolved", lambda _parts: "192.0.2.1")
    hook = {"url": f"https://example.org/{CANARY}", "kinds": ["your_turn"]}
    signing = anna.post(f"games/{game}/webhooks/", hook).json()["secret"]
    row = Game.objects.get(pk=game)
    chain = unseal(row.chain_sealed)
    hidden = [link.hex() for link in links(bytes.fromhex(chain["end"]), chain["length"])]
    hidden = hidden[row.step + 1 :]
    tokens = [signing, anna.token, bela.token, *ApiToken.objects.values_list("digest", flat=True)]
    staff = Asker(person("staff", is_staff=True, is_superuser=True))
    outsider = Asker(person("carl"))
    talk(game, anna, outsider, row.invite)
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
    addresses = get_addresses(game, [mine, theirs])
    assert len(addresses) >= 20
    listed = {f"games/{game}/{end}/" for end in ("events", "webhooks", "note", "chat/spectators")}
    assert listed <= set(addresses)
    shown: dict[tuple[str, str], tuple[int, str]] = {}
    for name, asker in askers.items():
        for address in addresses:
            invite = f"?invite={row.invite}" if name == "invited" and "?" not in address else ""
            response = asker.get(address + invite)
            assert response.status_code < 500, (name, address)
            text, inside = told(response)
            shown[name, address] = response.status_code, text
            for token in tokens:
                assert token not in text, (name, address)
            for link in hidden:
                assert link not in text, (name, address)
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
        staff.post(f"games/{game}/pause/"),
        staff.post(f"games/{game}/extend/", {"hours": 3}),
    ):
        assert response.status_code == 403
    assert Game.objects.get(pk=game).seq == seq
