"""A program that dies between chapters: no letter was kept, and its owner is told all the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any, cast

import pytest
from django.core import mail
from structlog.testing import capture_logs

from engine.registry import RULESETS
from games import access
from games.log import store
from games.models import Game, OutboxRow, User, Webhook
from games.net.outbound import checked_url
from games.notify.choices import choices_change
from games.notify.states import post_of, state_in_words
from games.services.play.advance import game_advance
from games.services.play.turns import answer_submit
from games.services.post.delivery import MOST_ATTEMPTS_BEFORE_MAIL, deliver_due, wait_after
from games.services.post.webhooks import webhook_create, webhook_delete
from tests.service.places import browser, receiver, states
from tests.service.receiver import Receiver
from tests.service.stones import PLAIN
from tests.service.tables import again, started

__all__ = ["receiver"]

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
REPORTED = "What happened in Heap"
OFF = {(kind, "mail"): False for kind in ("your_turn", "season_report")}


@pytest.fixture(autouse=True)
def rules() -> Iterator[None]:
    """A game of one chapter, so that no step closes one."""
    with RULESETS.lent({(PLAIN.key, PLAIN.version): cast(Any, PLAIN)}):
        yield


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    """Anna's program alone is told; the first step was before its time."""
    game = started(anna, bert, players=2, ruleset=PLAIN.key, name="Heap")
    OutboxRow.objects.all().delete()
    choices_change(person=anna, wanted=OFF)
    return game


def hooked(person: User, game: Game, receiver: Receiver) -> Webhook:
    url = checked_url(receiver.url)
    kinds = ["season_report"]
    return webhook_create(person=person, game_id=game.pk, url=url, kinds=kinds).hook


def play(game: Game, *people: User) -> None:
    """A round."""
    for player in people:
        seat = access.seat_for(game, player).key
        decision = next(d for d in store.load(again(game)).waiting if d.seat == seat)
        answer_submit(person=player, game_id=game.pk, decision=decision.id, answer=1)
    game_advance(game_id=game.pk)


def letters_to(person: User) -> list[OutboxRow]:
    return list(OutboxRow.objects.filter(user=person, channel="mail").order_by("pk"))


def test_a_program_that_is_gone_is_followed_by_one_letter_with_all_it_missed(
    game: Game, anna: User, bert: User, receiver: Receiver
) -> None:
    hooked(anna, game, receiver)
    for _ in range(2):
        play(game, anna, bert)
    assert states(anna) == [("season_report", "webhook", "waiting")] * 2
    receiver.status = 410
    deliver_due()
    assert states(anna, channel="webhook") == [("season_report", "webhook", "switched")] * 2
    (letter,) = letters_to(anna)
    deliver_due()
    sent = [one.subject for one in mail.outbox if one.to == ["anna@example.org"]]
    assert sent == [REPORTED]
    assert (letter.data["since"], letter.data["until"]) == (0, again(game).seq)
    assert {state_in_words(row) for row in post_of(anna).filter(channel="webhook")} == {
        "webhook answered 410, switched to mail",
        "webhook could not be reached, switched to mail",
    }
    # What comes later goes on from there, and takes the place of the program.
    play(game, anna, bert)
    over = letters_to(anna)[-1]
    assert (over.kind, over.data["since"]) == ("game_over", letter.data["until"])


def test_whoever_waits_for_a_silent_program_is_written_to_once(
    game: Game, anna: User, bert: User, receiver: Receiver, at: Callable[[datetime], None]
) -> None:
    at(NOON)
    hooked(anna, game, receiver)
    receiver.status = 503
    for _ in range(2):
        play(game, anna, bert)
    moment = NOON
    with capture_logs():
        for attempt in range(1, MOST_ATTEMPTS_BEFORE_MAIL + 1):
            assert letters_to(anna) == []
            deliver_due("calls")
            moment += wait_after(attempt)
            at(moment)
    assert [row.kind for row in letters_to(anna)] == ["season_report"]
    # The program is called on.
    receiver.status = 200
    deliver_due("calls")
    assert states(anna, channel="webhook") == [("season_report", "webhook", "sent")] * 2


def test_what_waits_for_a_program_that_is_removed_comes_by_mail(
    game: Game, anna: User, bert: User, receiver: Receiver
) -> None:
    hook = hooked(anna, game, receiver)
    for _ in range(2):
        play(game, anna, bert)
    webhook_delete(person=anna, game_id=game.pk, hook_id=hook.pk)
    assert states(anna) == [("season_report", "mail", "waiting")]
    assert letters_to(anna)[0].data["until"] == again(game).seq


def test_a_letter_that_tells_it_anyway_is_enough(
    game: Game, anna: User, bert: User, receiver: Receiver
) -> None:
    """Two programs die, one after the other."""
    hooks = [hooked(anna, game, receiver) for _ in range(2)]
    play(game, anna, bert)
    for hook in hooks:
        webhook_delete(person=anna, game_id=game.pk, hook_id=hook.pk)
    assert states(anna) == [("season_report", "mail", "waiting")]


@pytest.mark.parametrize("way", ["mail", "push", "program"])
def test_whoever_is_told_when_the_chapter_closes_is_not_written_to_for_each_step(
    game: Game, anna: User, bert: User, receiver: Receiver, way: str
) -> None:
    hooked(anna, game, receiver)
    if way == "push":
        browser(anna, receiver)
    if way == "program":
        hooked(anna, game, receiver)
        Webhook.objects.filter(pk=hooked(anna, game, receiver).pk).update(kinds=["game_over"])
    else:
        choices_change(person=anna, wanted={("season_report", way): True})
    play(game, anna, bert)
    call = OutboxRow.objects.filter(channel="webhook").earliest("pk")
    OutboxRow.objects.exclude(pk=call.pk).delete()
    receiver.status = 410
    with capture_logs():
        deliver_due("calls")
    call.refresh_from_db()
    assert (call.state, letters_to(anna)) == ("given_up", [])


def test_a_host_who_does_not_play_has_a_program_and_no_letters(
    anna: User, bert: User, receiver: Receiver
) -> None:
    cora = User.objects.create_user("cora", "cora@example.org", "secret")
    game = started(anna, bert, players=2, ruleset=PLAIN.key, name="Heap")
    Game.objects.filter(pk=game.pk).update(host=cora)
    choices_change(person=cora, wanted=OFF)
    hooked(cora, again(game), receiver)
    play(game, anna, bert)
    receiver.status = 410
    with capture_logs():
        deliver_due("calls")
    assert states(cora) == [("season_report", "webhook", "given_up")]
