"""The service plays games that deal hidden cards and ask what need not be answered."""

from __future__ import annotations

import dataclasses
from hashlib import sha256
from typing import Any

import pytest

from engine.kernel.canonical import canonical
from engine.kernel.core import Ruleset
from engine.kernel.log import Secret, visible
from engine.kernel.verify import verify
from games import access
from games.errors import Refused
from games.log import store
from games.log.seals import unseal
from games.models import Game, OpenDecision, User
from games.ops.due import games_to_advance
from games.read import selectors, timeline
from games.services.house.tower_stats import throws_count
from games.services.play.advance import game_advance
from games.services.play.turns import answer_submit, answer_withdraw
from games.services.tables.forks import game_fork
from games.services.tables.seats import player_replace
from tests.contract.tables import any_choice
from tests.contract.toys.registered import HIGH_CARD, PRESS, TOYS
from tests.service.conftest import anna, bert, nothing_folded
from tests.service.tables import again, person, started

__all__ = ["anna", "bert", "nothing_folded"]

pytestmark = pytest.mark.django_db


def two_play(ruleset: Ruleset[Any], anna: User, bert: User, *, bots: int = 1) -> Game:
    return started(anna, bert, players=2 + bots, ruleset=ruleset.key)


def answer_all(game: Game, anna: User, bert: User) -> None:
    """Both people answer what they must, and the game goes on."""
    for number, decision in enumerate(store.load(again(game)).waiting):
        who = {"A": anna, "B": bert}[decision.seat]
        choice = any_choice(decision, number)
        answer_submit(person=who, game_id=game.id, decision=decision.id, answer=choice)
    game_advance(game_id=game.id)


@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.key)
def test_a_game_is_played_to_its_end_and_proved(toy: Ruleset[Any], anna: User, bert: User) -> None:
    game = two_play(toy, anna, bert)
    assert bool(game.veil) == toy.events.veiled
    assert game.tower == ""
    for _ in range(200):
        if again(game).status == Game.Status.FINISHED:
            break
        answer_all(game, anna, bert)
    over = again(game)
    assert throws_count() == 0
    proof = verify(store.header_of(over), store.entries_of(over))
    assert (proof.over, proof.head, proof.resolved) == (True, over.head, over.step)
    store.forget()
    assert store.load(over).finished


def test_an_optional_answer_blocks_nothing_and_takes_part(anna: User, bert: User) -> None:
    game = two_play(HIGH_CARD, anna, bert)
    answer_all(game, anna, bert)
    optional = OpenDecision.objects.filter(game=game, optional=True)
    assert sorted(optional.values_list("seat", flat=True)) == ["A", "B", "C"]
    mine, other = "1.next.A", {"choice": store.load(again(game)).state.hands["A"][3]}
    for _ in range(2):
        answer_submit(person=anna, game_id=game.id, decision=mine, answer=other)
        answer_withdraw(person=anna, game_id=game.id, decision=mine)
    answer_submit(person=anna, game_id=game.id, decision=mine, answer=other)
    assert game.id not in games_to_advance()
    assert {one.pk for one in selectors.games_waiting_for(anna)} == {game.pk}
    for who, seat in ((anna, "A"), (bert, "B")):
        play = f"1.play.{seat}"
        choice = {"choice": store.load(again(game)).state.hands[seat][0]}
        answer_submit(person=who, game_id=game.id, decision=play, answer=choice)
    assert game.id in games_to_advance()
    assert not selectors.games_waiting_for(anna)
    game_advance(game_id=game.id)
    # The bot may have said so, too.
    assert [seat for seat in store.load(again(game)).state.standing if seat != "C"] == ["A"]


def test_nobody_is_shown_a_rivals_hand(anna: User, bert: User) -> None:
    game = two_play(HIGH_CARD, anna, bert)
    answer_all(game, anna, bert)
    position = store.load(again(game))
    viewer = access.viewer(again(game), anna)
    mine = {entry.payload.get("handle") for entry in read(viewer) if entry.secret is not None}
    assert {handle for handle in mine if handle} == set(position.state.hands["A"])
    turn = selectors.turn_of(viewer, "1.play.A")
    assert turn is not None
    assert turn.decision.options["known"] == {
        handle: position.known[handle] for handle in position.state.hands["A"]
    }
    shown = canonical(selectors.board(viewer)).decode()
    salts = [card.secret.salt for card in position.dealt.values() if card.secret]
    assert not any(salt in shown for salt in salts)
    assert unseal(again(game).veil_sealed) not in shown
    assert sha256(bytes.fromhex(unseal(again(game).veil_sealed))).hexdigest() == game.veil


def test_twins_that_differ_in_a_rivals_hand_are_shown_the_same(
    anna: User, bert: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = two_play(HIGH_CARD, anna, bert)
    answer_all(game, anna, bert)
    viewer = access.viewer(again(game), anna)
    shown = everything_shown(viewer)
    position = store.load(again(game))
    theirs = [handle for handle, card in position.dealt.items() if card.seat == "B"]
    twin = position.but(
        dealt={
            handle: card.but(secret=Secret("00" * 32, 99)) if handle in theirs else card
            for handle, card in position.dealt.items()
        }
    )
    monkeypatch.setattr(store, "load", lambda _game: twin)
    assert len(theirs) == 4
    assert everything_shown(viewer) == shown


def everything_shown(viewer: access.Viewer) -> tuple[bytes, bytes, bytes]:
    """The board, the questions and the log, as bytes."""
    turn = selectors.turn_of(viewer, "1.play.A")
    assert turn is not None
    asked = [
        dataclasses.asdict(turn.decision),
        selectors.events(viewer, after=0, most=500, language="en"),
    ]
    return (
        canonical(selectors.board(viewer)),
        canonical(asked),
        b"".join(selectors.log_file(viewer)),
    )


def test_what_was_answered_can_be_read_where_optional_questions_stayed_open(
    anna: User, bert: User
) -> None:
    game = two_play(HIGH_CARD, anna, bert, bots=0)
    while again(game).status != Game.Status.FINISHED:
        answer_all(game, anna, bert)
    line = timeline.timeline(access.viewer(again(game), anna), "en")
    answers = [one for chapter in line.chapters for one in timeline.opened(line, chapter)]
    rounds = [f"{number}.play.{seat}" for number in range(1, 5) for seat in "AB"]
    assert {one.decision.id for one in answers} == {"0.boast.A", "0.boast.B", *rounds}
    assert len(answers) == 10


def read(viewer: access.Viewer) -> list[Any]:
    entries = store.entries_of(viewer.game)
    assert list(visible(entries, None, False))
    return list(viewer.read(entries, finished=False))


def test_a_successor_inherits_the_hand_and_no_answer(anna: User, bert: User) -> None:
    game = two_play(HIGH_CARD, anna, bert)
    answer_all(game, anna, bert)
    carla = person("carla", is_staff=True)
    dora = person("dora")
    player_replace(person=carla, game_id=game.id, seat_key="B", player="dora", why="gone")
    opened = [entry for entry in read(access.viewer(again(game), dora)) if entry.secret]
    assert {entry.kind for entry in opened} == {"card_dealt"}
    assert len(opened) == 4


def test_a_fork_deals_on_under_the_same_veil(anna: User, bert: User) -> None:
    game = two_play(HIGH_CARD, anna, bert, bots=0)
    referee = person("referee", is_staff=True)
    fork = game_fork(person=referee, game_id=game.id, step=1, why="a fault")
    assert fork.veil == game.veil
    while again(fork).status != Game.Status.FINISHED:
        answer_all(fork, anna, bert)
    assert verify(store.header_of(again(fork)), store.entries_of(fork)).over


def test_no_fork_deals_under_a_veil_that_is_public(anna: User, bert: User) -> None:
    game = two_play(HIGH_CARD, anna, bert, bots=0)
    while again(game).status != Game.Status.FINISHED:
        answer_all(game, anna, bert)
    referee = person("referee", is_staff=True)
    with pytest.raises(Refused, match="is public") as refused:
        game_fork(person=referee, game_id=game.id, step=1, why="a fault")
    assert refused.value.code == "veil_lifted"
    assert Game.objects.filter(veil=game.veil).count() == 1
    assert "game_forked" not in {entry.kind for entry in store.public_entries_of(again(game))}


def test_one_table_at_a_time_plays_on_under_a_veil(anna: User, bert: User) -> None:
    game = two_play(HIGH_CARD, anna, bert, bots=0)
    referee = person("referee", is_staff=True)
    fork = game_fork(person=referee, game_id=game.id, step=1, why="a fault")
    for status in (Game.Status.RUNNING, Game.Status.PAUSED):
        Game.objects.filter(pk=fork.pk).update(status=status)
        with pytest.raises(Refused, match="would reveal the hands") as refused:
            game_fork(person=referee, game_id=game.id, step=1, why="a fault")
        assert refused.value.code == "veil_in_use"
    Game.objects.filter(pk=fork.pk).update(status=Game.Status.RUNNING)
    last = game_fork(person=referee, game_id=fork.id, step=1, why="another fault")
    while again(last).status != Game.Status.FINISHED:
        answer_all(last, anna, bert)
    for old in (game, fork):
        with pytest.raises(Refused, match="is public"):
            game_fork(person=referee, game_id=old.id, step=1, why="a fault")


def test_a_game_without_a_veil_is_forked_even_when_it_is_over(anna: User, bert: User) -> None:
    game = two_play(PRESS, anna, bert, bots=0)
    while again(game).status != Game.Status.FINISHED:
        answer_all(game, anna, bert)
    referee = person("referee", is_staff=True)
    forks = [
        game_fork(person=referee, game_id=game.id, step=1, why="a fault").status for _ in range(2)
    ]
    assert forks == [Game.Status.RUNNING] * 2
