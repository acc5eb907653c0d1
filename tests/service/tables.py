"""Tables for the service tests: people, bots, and a game among them, by services only."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import connection

from engine.kernel.core import Decision, Json
from engine.kernel.log import Entry, Header, read_log
from engine.kernel.verify import Proof, verify
from games import access, clock
from games.log import store
from games.models import Game, LogEntry, OpenDecision, User
from games.read import selectors
from games.services.play.advance import game_advance
from games.services.play.table import table
from games.services.play.turns import answer_submit
from games.services.post.notices import put, row
from games.services.tables.lobby import game_create, game_join, game_start
from games.trust.receipts import Receipt
from tests.play.tables import RULESET, random_answer

NOBODY = AnonymousUser()


def person(name: str, **fields: Any) -> User:
    """Somebody with an account."""
    return User.objects.create_user(name, f"{name}@example.org", "secret", **fields)


def lobby(host: User, *, players: int = 3, bots: int = 2, **choices: Any) -> Game:
    """A table that waits for players."""
    given = {"name": "Prague", "ruleset": RULESET, "bots": ["random"] * bots, **choices}
    return game_create(host=host, players=players, **given)


def started(*people: User, players: int = 3, **choices: Any) -> Game:
    """A running game: these people, the first of them its host, and bots on the other seats."""
    game = lobby(people[0], players=players, bots=players - len(people), **choices)
    for guest in people[1:]:
        game_join(person=guest, game_id=game.id, invite=game.invite)
    return game_start(person=people[0], game_id=game.id)


def reported(*people: User, **choices: Any) -> Game:
    """The same, and beside the question to each a report of the step, as older versions wrote."""
    game = started(*people, **choices)
    with table(game.pk, Game.Status.RUNNING) as held:
        at = {"until": held.position.seq, "head": held.position.head}
        for reader in people:
            data = {"seat": access.seat_for(game, reader).key, "since": 0, **at}
            put([row(held, reader, "season_report", f"step {held.position.step}", data)])
    return game


def again(game: Game) -> Game:
    """The game as the database knows it now."""
    return Game.objects.get(pk=game.pk)


def waiting(game: Game, seat: str = "A") -> Decision:
    """The question a seat has not answered."""
    return next(d for d in store.load(again(game)).waiting if d.seat == seat)


def some_answer(game: Game, decision: Decision, flavour: str = "", *, terse: bool = False) -> Json:
    """A legal answer; terse: without standing orders, so that more is asked."""
    return random_answer(store.load(again(game)), decision, f"service {flavour}", terse=terse)


def answer(
    game: Game, player: User, flavour: str = "", salt: str | None = None, *, terse: bool = False
) -> tuple[Receipt, Json]:
    """Answer whatever a person is asked, under a salt of their own as by a browser, or without."""
    salt = secrets.token_hex(32) if salt is None else salt
    seat = access.seat_for(game, player)
    decision = waiting(game, seat.key)
    content = some_answer(game, decision, flavour, terse=terse)
    receipt = answer_submit(
        person=player, game_id=game.id, decision=decision.id, answer=content, salt=salt
    )
    return receipt, content


def late(game: Game) -> Game:
    """The same game, its time just over."""
    Game.objects.filter(pk=game.pk).update(deadline=clock.now() - timedelta(minutes=1))
    return game


def play_out(game: Game, *people: User) -> Game:
    """The rest of a game."""
    while again(game).status == Game.Status.RUNNING:
        for seat in open_seats(game):
            player = next(p for p in people if access.seat_for(game, p).key == seat)
            answer(game, player)
        game_advance(game_id=game.id)
    return again(game)


def open_seats(game: Game) -> list[str]:
    """The seats the projections wait on."""
    rows = OpenDecision.objects.filter(game=game, sealed_seq__isnull=True, optional=False)
    return sorted(rows.values_list("seat", flat=True))


def exported(game: Game, reader: Any, invite: str = "") -> tuple[Header, list[Entry]]:
    """The log file as this person may read it, read again."""
    viewer = access.viewer(again(game), reader, invite)
    return read_log(list(selectors.log_file(viewer)))


def proof(game: Game, reader: Any) -> Proof:
    """What can be proved with the log as this person may read it."""
    return verify(*exported(game, reader))


def kinds(game: Game) -> list[str]:
    """What happened, by kind."""
    return list(LogEntry.objects.filter(game=game).order_by("seq").values_list("kind", flat=True))


def payloads(game: Game, kind: str) -> list[Json]:
    """Everything of a kind that happened."""
    rows = LogEntry.objects.filter(game=game, kind=kind).order_by("seq")
    return list(rows.values_list("payload", flat=True))


def everything_stored() -> Iterator[str]:
    """Every value of every column of every table, as text."""
    for name in connection.introspection.table_names():
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(name)}")  # noqa: S608
            for row in cursor.fetchall():
                for value in row:
                    raw = bytes(value) if isinstance(value, memoryview | bytes) else None
                    yield raw.decode("latin-1") if raw is not None else str(value)
