"""Twin tables that differ in a rival's hand: the same bytes everywhere but before that rival."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from django.core.cache import cache, caches
from django.db import transaction

from engine.kernel.core import Seat
from games.log import store
from games.log.seals import seal, unseal
from games.mail import snapshots
from games.mail.letters import parts, short
from games.models import FoldedGame, Game, LogEntry, OutboxRow, User
from games.net.outbound import CheckedUrl
from games.services.play.advance import game_advance
from games.services.play.turns import answer_submit
from games.services.post import webhooks
from tests.api.conftest import _own_cache
from tests.api.requests import Asker, content
from tests.contract.tables import any_choice
from tests.contract.toys.high_card import HAND
from tests.contract.toys.registered import HIGH_CARD
from tests.mail.post import address_of, last_answer, send
from tests.mail.rows import opened, parts_of
from tests.service.conftest import anna, bert, nothing_folded
from tests.service.tables import again, person, started

__all__ = ["_own_cache", "anna", "bert", "nothing_folded"]

pytestmark = pytest.mark.django_db
ROUNDS = range(1, HAND + 1)
# When the hands are whole, and when some cards of each lie open.
LOOKED_AT = (1, 3)
# Everything of a game that can be read over the API; {seat} and {round} name the reader's question.
PLACES = (
    "games/",
    "games/{game}/",
    "games/{game}/board/",
    "games/{game}/events/?limit=500",
    "games/{game}/log/",
    "games/{game}/heads/",
    "games/{game}/receipts/",
    "games/{game}/luck/",
    "games/{game}/archive/",
    "games/{game}/decisions/{round}.play.{seat}/default/",
    "games/{game}/decisions/{round}.next.{seat}/default/",
    "games/{game}/decisions/{round}.play.{seat}/draft/",
)
COMMANDS = ("status", "board", "orders", "help")


class TakenBack(Exception):
    """Ends a twin."""


def forget() -> None:
    """Let this process know nothing of any game."""
    store.forget()
    snapshots._past.cache_clear()
    parts._PAINTED.clear()
    for kept in (cache, caches["boards"]):
        kept.clear()


@contextmanager
def twin(game: Game, seat: Seat) -> Iterator[list[str]]:
    """The same table, had a seat been dealt other cards: those nobody has been shown yet; which."""
    hand = store.load(again(game)).state.hands[seat]
    with suppress(TakenBack), transaction.atomic():
        for row in LogEntry.objects.filter(game=game, kind="card_dealt", payload__seat=seat):
            if row.payload["handle"] in hand:
                salt, card = unseal(row.secret_sealed)
                other = seal([salt, card % 12 + 1])
                LogEntry.objects.filter(pk=row.pk).update(secret_sealed=other)
        FoldedGame.objects.filter(game=game).delete()
        forget()
        yield list(hand)
        raise TakenBack
    forget()


def over_the_api(game: Game, reader: Asker, seat: Seat) -> dict[str, bytes]:
    """Every answer of the API to a reader."""
    parts = {"game": game.pk, "seat": seat, "round": store.load(again(game)).state.round}
    return {place: content(reader.get(place.format(**parts))) for place in PLACES}


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


def answers_by_mail(game: Game, reader: User) -> list[str]:
    """What somebody is answered who asks by mail how things stand."""
    answers: list[str] = []
    with suppress(TakenBack), transaction.atomic():
        for command in COMMANDS:
            send(address_of(game, reader), command)
            answers.append(last_answer())
        raise TakenBack
    return answers


def everything(game: Game, reader: User, seat: Seat, *askers: Asker) -> dict[str, object]:
    """All that a player is shown, and whoever asks the API beside them."""
    return {
        "api": [over_the_api(game, asker, seat) for asker in askers],
        "letters": letters_to(game, reader),
        "calls": calls_of(game),
        "mail": answers_by_mail(game, reader),
    }


def play_round(game: Game, anna: User, bert: User) -> None:
    """Both answer what they must."""
    for number, decision in enumerate(store.load(again(game)).waiting):
        who = {"A": anna, "B": bert}[decision.seat]
        choice = any_choice(decision, number)
        answer_submit(person=who, game_id=game.pk, decision=decision.id, answer=choice)
    game_advance(game_id=game.pk)


@pytest.mark.slow
def test_nobody_but_the_rival_can_tell_twins_apart(anna: User, bert: User) -> None:
    game = started(anna, bert, players=3, ruleset=HIGH_CARD.key)
    kinds = ["your_turn", "season_report"]
    webhooks.webhook_create(
        person=anna, game_id=game.pk, url=CheckedUrl("https://192.0.2.1/hook"), kinds=kinds
    )
    # The host plays; beside her look on a stranger, somebody of the staff, and nobody we know.
    others = [Asker(anna), Asker(person("cora")), Asker(person("staff", is_staff=True)), Asker()]
    rival = Asker(bert)
    for number in ROUNDS:
        play_round(game, anna, bert)
        assert store.load(again(game)).state.round == number
        if number not in LOOKED_AT:
            continue
        mine = everything(game, anna, "A", *others)
        his = everything(game, bert, "B", rival)
        with twin(game, "B") as changed:
            assert len(changed) == HAND + 1 - number
            assert everything(game, anna, "A", *others) == mine
            differing = everything(game, bert, "B", rival)
            for shown in ("api", "letters", "mail"):
                assert differing[shown] != his[shown], "who holds the cards sees the difference"
            assert differing["calls"] == his["calls"]
        assert everything(game, bert, "B", rival) == his


def test_once_a_card_is_shown_everybody_knows_it(anna: User, bert: User) -> None:
    game = started(anna, bert, players=3, ruleset=HIGH_CARD.key)
    for _ in (0, *ROUNDS):
        play_round(game, anna, bert)
    over = again(game)
    assert over.status == Game.Status.FINISHED
    log = content(Asker().get(f"games/{game.pk}/log/")).splitlines()
    dealt = [entry for entry in map(json.loads, log[1:]) if entry["kind"] == "card_dealt"]
    assert len(dealt) == 3 * HAND
    assert all(entry["secret"] for entry in dealt)
