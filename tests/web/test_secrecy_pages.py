"""Canaries: what somebody sealed or drafts shows to nobody else, at no address of the site."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.test import Client

from engine.kernel.chance import links
from engine.kernel.core import Json
from games import clock
from games.boards import BOARDS
from games.boards.rulebooks import rulebooks
from games.log import store
from games.log.seals import unseal
from games.mail.links import turn_link
from games.models import ApiToken, ChatMessage, Game, OutboxRow, User
from games.services.people.tokens import token_create
from games.services.play.advance import game_advance
from games.services.play.turns import answer_submit, draft_save
from games.services.tables.talk import chat_post
from games.web import live
from games.web.referee import DEEDS
from tests.service.hashes import hashes_in
from tests.service.tables import again, answer, person, play_out, started, waiting
from tests.service.test_secrets import canary_plan
from tests.web.addresses import Route, routes

SALT = "c0ffee" * 10 + "dead"
# Numbers of armies nobody has, in conditions of standing orders and nowhere else.
SEALED, DRAFTED = 919, 929
KEYED = ("turn-link", "turn-link-check", "turn-link-places", "mail-off")
QUERIES = {
    "live-pulse": "game={game}",
    "live-stream": "game={game}",
    "news": "since=0",
    "replay": "at=21",
    "table": "county=boehmen",
    "turn": "guide",
}


def shows(text: str, number: int) -> bool:
    """Whether the condition is there: as JSON, in a sentence, or as a field of a form."""
    return re.search(rf"at.most\W*(value\W*)?{number}\b", text) is not None


def with_number(plan: Json, number: int) -> Json:
    plan["moves"]["combat_a"][0]["when"] = {"held_by": "enemy", "at_most": number}
    return plan


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    """Anna has sealed one plan and drafts another; around it there is something of everything."""
    game = started(anna, bert)
    decision = waiting(game).id
    plan, other = (with_number(canary_plan(game), number) for number in (SEALED, DRAFTED))
    answer_submit(person=anna, game_id=game.pk, decision=decision, answer=plan, salt=SALT)
    draft_save(person=anna, game_id=game.pk, decision=decision, answer=other)
    chat_post(person=bert, game_id=game.pk, channel="players", text="Good luck!")
    token_create(user=anna, name="script", scopes=["read"])
    return again(game)


def _rivals_key(game: Game) -> str:
    """The key to a turn in a rival's letter: good for that turn, whoever holds it."""
    bert = User.objects.get(username="bert")
    link = turn_link(
        game=game, decision="1.spring.plan.B", user=bert, seat="B", written=clock.now()
    )
    return link.split("/")[-2]


def known(game: Game) -> dict[str, Sequence[object]]:
    """What fits into the addresses: of this game, and of everybody around it."""
    people = User.objects.all()
    decisions = [decision.id for decision in store.load(game).decisions]
    values: dict[str, Sequence[object]] = {
        "game": [game.pk],
        "decision": decisions,
        "seat_key": "ABC",
        # As the API calls it.
        "letter": "ABC",
        "step": range(game.step + 1),
        "channel": ["players", "spectators"],
        "message": list(ChatMessage.objects.values_list("pk", flat=True)),
        "deed": list(DEEDS),
        "kind": ["orders", "ranking"],
        "book": list(rulebooks()),
        "page": [page for book in rulebooks().values() for page in book.pages],
        **tutorial_scenes(),
        "token": list(ApiToken.objects.values_list("pk", flat=True)),
        "demo.token": ["forged"],
        "row": list(OutboxRow.objects.values_list("pk", flat=True)),
        **{f"{name}.token": [_rivals_key(game), "forged" * 6] for name in KEYED},
        "player": [person.username for person in people],
        "someone.player": [person.player_uid for person in people],
        # Nobody is away, has a key or a hook here; a number is tried all the same.
        **{name: [1] for name in ("absence", "destination", "hook", "pk")},
        **{name: ["a1"] for name in ("key", "uidb36")},
        "url": ["games/seat/"],
        "app_label": ["games"],
        "content_type_id": [ContentType.objects.get_for_model(Game).pk],
        "object_id": [game.pk],
    }
    for model in admin.site._registry:
        rows = list(model._default_manager.order_by("-pk").values_list("pk", flat=True)[:8])
        for page in ("change", "history", "delete"):
            name = f"{model._meta.app_label}_{model._meta.model_name}_{page}"
            values[f"{name}.object_id"] = rows
    return values


def tutorial_scenes() -> dict[str, Sequence[object]]:
    """The games that can be learned by playing, and the scenes of all of them."""
    tutorials = {key: board.tutorial for key, board in BOARDS.items() if board.tutorial}
    scenes = dict.fromkeys(scene for tutorial in tutorials.values() for scene in tutorial.scenes)
    return {"ruleset": list(tutorials), "scene": list(scenes)}


def asked(
    game: Game, reader: User | None, *, posting: bool = True, about: str = ""
) -> Iterator[tuple[str, str]]:
    """Every address with what somebody is shown there, by asking and by sending an empty form."""
    values, ask = known(game), Visitor(reader).told
    for route in (route for route in routes() if not about or about in route.wants):
        query = QUERIES.get(route.name, "").format(game=game.pk)
        for address in route.filled(values):
            yield f"GET {address}", ask("get", f"{address}?{query}")
            if posting and not address.startswith(("/admin/", "/api/")):
                yield f"POST {address}", ask("post", address)


class Visitor:
    """Somebody who has signed in once, or nobody, and goes from address to address."""

    def __init__(self, reader: User | None) -> None:
        client = Client()
        if reader:
            client.force_login(reader, "django.contrib.auth.backends.ModelBackend")
        self._cookies = {name: cookie.value for name, cookie in client.cookies.items()}

    def told(self, how: str, address: str) -> str:
        """One answer; whatever was done by asking, to the game or to the session, is undone."""
        with transaction.atomic():
            client = Client()
            client.cookies.load(self._cookies)
            response: Any = getattr(client, how)(address)
            assert response.status_code != 500, (how, address)
            text = response.getvalue().decode(errors="replace")
            transaction.set_rollback(True)
        if how == "post":
            store.forget()
        return text


@pytest.fixture(autouse=True)
def _short_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream ends after its first line, and keeps the connection that knows of this game."""
    monkeypatch.setattr(live, "BEATS", 0)
    monkeypatch.setattr("django.db.connections.close_all", lambda: None)


def hidden(game: Game) -> list[str]:
    """What the house keeps to itself."""
    chain = unseal(game.chain_sealed)
    every = [link.hex() for link in links(bytes.fromhex(chain["end"]), chain["length"])]
    return every[game.step + 1 :]


@pytest.mark.parametrize("reader", ["nobody", "outsider", "rival", "staff"])
def test_no_address_shows_a_plan_or_a_draft_to_others(game: Game, bert: User, reader: str) -> None:
    who = {
        "nobody": lambda: None,
        "outsider": lambda: person("dora"),
        "rival": lambda: bert,
        "staff": lambda: person("staff", is_staff=True, is_superuser=True),
    }[reader]()
    secrets = {SALT, *hidden(game)}
    count = 0
    for address, text in asked(game, who):
        assert not shows(text, SEALED), address
        assert not shows(text, DRAFTED), address
        assert game.invite not in text, address
        assert not secrets & hashes_in(text), address
        count += 1
    assert count > 250


def test_the_canaries_sing_to_their_owner_and_no_other_page_shows_a_salt(
    game: Game, anna: User
) -> None:
    heard: dict[int | str, set[str]] = {SEALED: set(), DRAFTED: set(), SALT: set()}
    for address, text in asked(game, anna, posting=False):
        for canary in (SEALED, DRAFTED):
            if shows(text, canary):
                heard[canary].add(address)
        if SALT in text:
            heard[SALT].add(address)
    page, api = f"GET /games/{game.pk}/turn/", f"GET /api/games/{game.pk}/"
    assert any(address.startswith(page) for address in heard[DRAFTED])
    assert any(address.startswith(api) for address in heard[SEALED])
    # On the receipt it is the owner's, to see that it is the one their browser drew.
    assert any(address.startswith(page) for address in heard[SALT])
    assert all(address.startswith((api, page)) for address in heard[SALT])


def test_standing_orders_are_open_when_the_game_is_over_and_not_before(
    game: Game, anna: User, bert: User
) -> None:
    answer(game, bert)
    game_advance(game_id=game.pk)
    for reader in (None, bert):
        answers = list(asked(again(game), reader, posting=False, about="game"))
        assert [address for address, text in answers if shows(text, SEALED)] == []
    play_out(game, anna, bert)
    answers = list(asked(again(game), None, posting=False, about="game"))
    singing = [address for address, text in answers if shows(text, SEALED)]
    assert singing == [f"GET /api/games/{game.pk}/log/", f"GET /games/{game.pk}/report/1/"]
    assert [address for address, text in answers if shows(text, DRAFTED)] == []


def test_a_new_address_must_be_made_known_here(game: Game) -> None:
    strange = Route("new", "games/%(game)s/%(secret)s/", ("game", "secret"))
    with pytest.raises(KeyError, match="say in the test what fits there"):
        list(strange.filled(known(game)))
