"""Asking the API as somebody, and a worker's share of the work."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.test import Client

from games.log import store
from games.models import Game, User
from games.services.people import tokens
from games.services.play.advance import game_advance
from tests.play.tables import random_answer

ALL = ("read", "play", "host", "account")


@dataclass
class Asker:
    """A person with a token, or nobody."""

    user: User | None = None
    scopes: tuple[str, ...] = ALL
    token: str = ""
    client: Client = field(default_factory=Client)

    def __post_init__(self) -> None:
        if self.user and not self.token:
            made = tokens.token_create(user=self.user, name="test", scopes=self.scopes)
            self.token = made.text

    def __call__(
        self, method: str, path: str, body: Any = None, kind: str = "application/json", **meta: Any
    ) -> Any:
        if self.token:
            meta.setdefault("HTTP_AUTHORIZATION", f"Bearer {self.token}")
        raw = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body)
        return self.client.generic(method, f"/api/{path}", raw, kind, **meta)

    def get(self, path: str, **meta: Any) -> Any:
        return self("GET", path, **meta)

    def post(self, path: str, body: Any = None, **meta: Any) -> Any:
        return self("POST", path, body, **meta)

    def put(self, path: str, body: Any = None, **meta: Any) -> Any:
        return self("PUT", path, body, **meta)

    def delete(self, path: str, **meta: Any) -> Any:
        return self("DELETE", path, **meta)


def person(name: str, **more: Any) -> User:
    return User.objects.create_user(name, f"{name}@example.org", "open sesame", **more)


def content(response: HttpResponseBase) -> bytes:
    if isinstance(response, StreamingHttpResponse):
        return b"".join(response)
    assert isinstance(response, HttpResponse)
    return response.content


def refused(response: Any, status: int, code: str) -> dict[str, Any]:
    """The problem a response tells of, which is the one expected."""
    assert response.status_code == status, content(response)
    assert response["Content-Type"] == "application/problem+json"
    problem: dict[str, Any] = json.loads(content(response))
    assert problem["code"] == code, problem
    assert problem["status"] == status
    assert problem["detail"]
    assert problem["title"]
    assert problem["type"] == "about:blank"
    return problem


def new_game(host: Asker, **more: Any) -> str:
    """A table for three with two bots."""
    body = {
        "name": "Prag",
        "ruleset": "wallenstein-2010",
        "players": 3,
        "bots": ["random", "random"],
        **more,
    }
    response = host.post("games/", body)
    assert response.status_code == 201, response.content
    return str(response.json()["id"])


def started_game(host: Asker, *others: Asker, **more: Any) -> str:
    """A running game: the host, others, and bots."""
    game = new_game(host, bots=["random"] * (2 - len(others)), **more)
    for other in others:
        invite = Game.objects.get(pk=game).invite
        assert other.post(f"games/{game}/join/?invite={invite}").status_code == 200
    assert host.post(f"games/{game}/start/").status_code == 200
    return game


def question(asker: Asker, game: str) -> str:
    """The decision put to somebody."""
    return str(asker.get(f"games/{game}/board/").json()["decisions"][0]["id"])


def legal_answer(game: str, decision: str, flavour: str = "k") -> Any:
    """Something legal, at random."""
    position = store.load(Game.objects.get(pk=game))
    asked = position.decision(decision)
    assert asked is not None
    return random_answer(position, asked, flavour)


def work(game: str) -> int:
    """What a worker does when it is woken; a test's transaction never commits and wakes nobody."""
    return game_advance(game_id=game)
