"""Games that are made, filled, started and answered on pages, as by browsers without a script."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django.test import Client
from django.urls import reverse

from engine.bots import bot_named
from engine.kernel.chance import stream
from engine.kernel.core import Decision, Json, Seat
from engine.registry import RULESETS
from games import access
from games.log import store
from games.models import Game, User
from games.read.timeline import timeline
from games.services.play.advance import game_advance
from tests.contract.form_fields import FormFields
from tests.contract.toys.registered import TOYS
from tests.service.tables import NOBODY, again, person
from tests.web.test_wizard import filled_in

TOY_KEYS = [toy.key for toy in TOYS]
EVERY_KEY = [*dict.fromkeys(key for key, _version in RULESETS), *TOY_KEYS]
NAME = "Zum Ochsen"


class WebGame:
    """A table of two people and a bot: Anna, its host, on A, Bert on B."""

    def __init__(self, key: str, **answers: Any) -> None:
        self.people: dict[Seat, User] = {"A": person("anna"), "B": person("bert")}
        self.browsers = {seat: browser_of(sitter) for seat, sitter in self.people.items()}
        self.spectator = Client()
        self.game = made(self.browsers["A"], self.people["A"], key, **answers)

    @property
    def row(self) -> Game:
        """The game as the database knows it now."""
        return again(self.game)

    @property
    def finished(self) -> bool:
        """Whether it is over."""
        return self.row.status == Game.Status.FINISHED

    @property
    def waiting(self) -> list[Decision]:
        """What people are asked and have not answered."""
        return list(store.load(self.row).waiting)

    def address(self, name: str, *args: Any) -> str:
        """Where a page about this game is."""
        return reverse(name, args=[self.game.pk, *args])

    def start(self) -> None:
        """The rival sits down, and the host begins."""
        for seat, deed in (("B", "join"), ("A", "start")):
            response = self.browsers[seat].post(self.address(deed), follow=True)
            assert response.status_code == 200
        assert self.row.status == Game.Status.RUNNING

    def turn(self, decision: Decision, **query: str) -> FormFields:
        """The form of a question as its seat finds it."""
        response = self.browsers[decision.seat].get(self.address("turn", decision.id), query)
        assert response.status_code == 200
        return FormFields(response.content.decode(), "turn")

    def send(self, decision: Decision, act: str, **fields: str) -> Any:
        """Open the form, change some fields, press a button, and follow where it leads."""
        sent = {**self.turn(decision).sent, **fields, "act": act}
        address = self.address("turn", decision.id)
        return self.browsers[decision.seat].post(address, sent, follow=True)

    def answer(self, decision: Decision, choice: Json | None = None) -> None:
        """Paste an answer as text into the form, and press Ready."""
        position = store.load(self.row)
        choice = choice or legal_answer(self.row, decision)
        text = position.ruleset.text(position.header.options).format(decision.kind, choice, "en")
        assert self.send(decision, "read", orders=text).status_code == 200
        assert self.send(decision, "ready").status_code == 200
        assert decision.id in store.load(self.row).sealed

    def play(self) -> None:
        """Everybody answers, and the game goes on."""
        for decision in self.waiting:
            self.answer(decision)
        game_advance(game_id=self.game.pk)

    def pages(self, reader: User | None) -> list[str]:
        """Every page about this game that somebody may open now, and those that list it."""
        row = self.row
        addresses = [self.address(name) for name in ("table", "chat", "report-newest", "charts")]
        if row.anchor:
            addresses += [self.address(name) for name in ("replay", "audit", "referee")]
            addresses += self._story(reader)
        if reader:
            own = next(seat for seat, sitter in self.people.items() if sitter == reader)
            asked = row.open_decisions.filter(seat=own).values_list("decision", flat=True)
            addresses += [self.address("turn", decision) for decision in asked]
            addresses.append(self.address("notes"))
        return [*addresses, reverse("home"), f"{reverse('lobby')}?status={row.status}"]

    def _story(self, reader: User | None) -> list[str]:
        line = timeline(access.viewer(self.row, reader or NOBODY), "en")
        addresses = []
        for chapter in line.chapters:
            addresses += [self.address(name, chapter.number) for name in ("report", "report-log")]
            addresses.append(f"{self.address('replay')}?at={chapter.last}")
        return addresses


def browser_of(user: User) -> Client:
    """Somebody's browser, signed in."""
    client = Client()
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return client


def made(browser: Client, host: User, key: str, **answers: Any) -> Game:
    """A table of three with one bot, by the form for new tables."""
    wanted = {"name": NAME, "ruleset": key, "players": "3", "bots": "1", "bot": "random"}
    sent = filled_in(host, **{**wanted, "pace": "none", **answers})
    response = browser.post(reverse("new-table"), sent, follow=True)
    assert response.status_code == 200, response.content[-2000:]
    return Game.objects.get(name=NAME)


def legal_answer(game: Game, decision: Decision) -> Json:
    """What the bot of a ruleset that plays by chance would say."""
    position = store.load(game)
    source = stream(sha256(b"contract").digest(), f"{decision.id} {position.seq}")
    return bot_named(game.ruleset, "random").answer(position.state, decision, source)
