"""Twin tables that differ in a rival's hand: the same bytes everywhere but before that rival."""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import transaction

from engine.kernel.core import Decision, Seat
from games.log import store
from games.mail.addresses import turn_address
from games.mail.letters import short
from games.models import Game, OutboxRow, User
from games.net.outbound import CheckedUrl
from games.services.play.advance import game_advance
from games.services.play.turns import answer_submit
from games.services.post import webhooks
from tests.api.conftest import _own_cache
from tests.api.requests import Asker, content
from tests.contract.toys.high_card import HAND
from tests.contract.toys.registered import HIGH_CARD
from tests.contract.twins import HIDDEN, TwinEnds, forget, hidden_hand, twin
from tests.contract.web_games import legal_answer
from tests.mail.post import last_answer, send
from tests.mail.rows import opened, parts_of
from tests.service.conftest import anna, bert, nothing_folded
from tests.service.tables import again, person, started
from wallenstein_site.logs import Lines

__all__ = ["_own_cache", "anna", "bert", "nothing_folded"]

pytestmark = pytest.mark.django_db
# How many steps after the hands are dealt: when they are whole, and when cards of each lie open.
LOOKED_AT = (0, 1, 6)
# Everything of a game that can be read over the API.
PLACES = (
    "games/",
    "games/{game}/",
    "games/{game}/board/",
    "games/{game}/events/?limit=500",
    "games/{game}/log/",
    "games/{game}/heads/",
    "games/{game}/receipts/",
    "games/{game}/odds/",
    "games/{game}/luck/",
    "games/{game}/deals/",
    "games/{game}/archive/",
)
ABOUT_A_QUESTION = ("default/", "suggestion/", "draft/")
# What of a log line is drawn anew or is the time.
DRAWN_ANEW = ("time", "request_id", "ms")
COMMANDS = ("status", "board", "orders", "check", "help")


def over_the_api(game: Game, reader: Asker, seat: Seat) -> dict[str, bytes]:
    """Every answer of the API to a reader who asks of the questions to a seat, too."""
    places = [place.format(game=game.pk) for place in PLACES]
    for question in questions_to(game, seat):
        way = f"games/{game.pk}/decisions/{question.id}/"
        places += [f"{way}{about}" for about in ABOUT_A_QUESTION]
    return {place: content(reader.get(place)) for place in places}


def questions_to(game: Game, seat: Seat) -> list[Decision]:
    """What a seat may answer now."""
    return [one for one in store.load(again(game)).decisions if one.seat == seat]


def letters_to(game: Game, reader: User) -> list[bytes]:
    """Every letter to somebody with its headers, and what a telephone shows of it.

    Left out: the lines between the parts of a mail, drawn by chance, and when it was sent.
    """
    rows = OutboxRow.objects.filter(game=game, user=reader, channel="mail").exclude(
        kind="mail_answer"
    )
    contents = []
    for row in rows.select_related("user", "game").order_by("pk"):
        letter = opened(row)
        head = [one for one in letter.items() if one[0] not in ("Content-Type", "Date")]
        contents += [repr(head).encode(), *(body for _kind, body in parts_of(letter))]
        contents.append(repr(short(row)).encode())
    return contents


def calls_of(game: Game) -> list[bytes]:
    """What programs are told."""
    rows = OutboxRow.objects.filter(game=game, channel="webhook").order_by("pk")
    return [webhooks.payload(row) for row in rows]


def answers_by_mail(game: Game, reader: User, seat: Seat) -> list[str]:
    """What somebody is answered who asks by mail how things stand."""
    asked = questions_to(game, seat)[0].id
    address = turn_address(game=game, decision_id=asked, user=reader, seat=seat)
    answers: list[str] = []
    with suppress(TwinEnds), transaction.atomic():
        for command in COMMANDS:
            send(address, command)
            answers.append(last_answer())
        raise TwinEnds
    return answers


def everything(game: Game, reader: User, seat: Seat, *askers: Asker) -> dict[str, object]:
    """All that a player is shown, and whoever asks the API beside them."""
    return {
        "api": [over_the_api(game, asker, seat) for asker in askers],
        "letters": letters_to(game, reader),
        "calls": calls_of(game),
        "mail": answers_by_mail(game, reader, seat),
    }


def exported(game: Game, folder: Path) -> bytes:
    """The game as its operator writes it into a file."""
    file = folder / "export.wlog.jsonl"
    call_command("export_game", game.pk, out=str(file))
    return file.read_bytes()


def lines_of(caplog: pytest.LogCaptureFixture) -> list[object]:
    """What was logged since, as production writes it."""
    formatter = Lines("json")
    lines = [json.loads(formatter.format(record)) for record in caplog.records]
    caplog.clear()
    return [{k: v for k, v in line.items() if k not in DRAWN_ANEW} for line in lines]


def answers_of(game: Game, people: dict[Seat, User], questions: list[Decision]) -> None:
    """The people of these questions say something."""
    for asked in questions:
        choice = legal_answer(again(game), asked)
        who = people[asked.seat]
        answer_submit(person=who, game_id=game.pk, decision=asked.id, answer=choice)


def play_step(game: Game, people: dict[Seat, User]) -> None:
    """Everybody answers what they must."""
    answers_of(game, people, list(store.load(again(game)).waiting))
    game_advance(game_id=game.pk)


def dealt_game(key: str, people: dict[Seat, User]) -> Game:
    """A table of two people and a bot, just when the hands are dealt."""
    game = started(*people.values(), players=3, ruleset=key)
    while not store.load(again(game)).dealt:
        play_step(game, people)
    return game


@pytest.mark.slow
@pytest.mark.parametrize("key", HIDDEN)
def test_nobody_but_the_rival_can_tell_twins_apart(
    key: str, anna: User, bert: User, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    people = {"A": anna, "B": bert}
    game = dealt_game(key, people)
    kinds = ["your_turn", "season_report"]
    webhooks.webhook_create(
        person=anna, game_id=game.pk, url=CheckedUrl("https://192.0.2.1/hook"), kinds=kinds
    )
    # The host plays; beside her look on a stranger, somebody of the staff, and nobody we know.
    others = [Asker(anna), Asker(person("cora")), Asker(person("staff", is_staff=True)), Asker()]
    rival = Asker(bert)

    def public() -> list[object]:
        caplog.clear()
        shown = everything(game, anna, "A", *others)
        return [shown, exported(game, tmp_path), lines_of(caplog)]

    caplog.set_level(logging.INFO)
    for number in range(max(LOOKED_AT) + 1):
        if again(game).status == Game.Status.FINISHED:
            break
        if number in LOOKED_AT:
            answers_of(game, people, [q for q in questions_to(game, "B") if q.optional and number])
            forget(game)
            mine, his = public(), everything(game, bert, "B", rival)
            with twin(game, "B") as changed:
                assert changed >= len(hidden_hand(game, "B")) > 0
                assert public() == mine
                differing = everything(game, bert, "B", rival)
                # A letter has a hand in it only once its holder was asked for a card of it.
                for shown in ("api", "mail", *(["letters"] if number else [])):
                    assert differing[shown] != his[shown], "who holds the cards sees the difference"
                assert differing["calls"] == his["calls"]
            assert everything(game, bert, "B", rival) == his
        play_step(game, people)


def test_once_a_card_is_shown_everybody_knows_it(anna: User, bert: User) -> None:
    people = {"A": anna, "B": bert}
    game = dealt_game(HIGH_CARD.key, people)
    for _ in range(HAND):
        play_step(game, people)
    over = again(game)
    assert over.status == Game.Status.FINISHED
    log = content(Asker().get(f"games/{game.pk}/log/")).splitlines()
    dealt = [entry for entry in map(json.loads, log[1:]) if entry["kind"] == "card_dealt"]
    assert len(dealt) == 3 * HAND
    assert all(entry["secret"] for entry in dealt)
