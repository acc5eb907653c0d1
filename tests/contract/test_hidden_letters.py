"""Letters, past and API of a game with hidden hands: each reader's own cards, and no others."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import cache, caches
from django.test import RequestFactory

from engine.kernel.core import Json
from games import access
from games.boards import BOARDS
from games.boards.blocks import Picture, Say
from games.boards.board import Board
from games.boards.plain import plain_board
from games.log import store
from games.log.seals import seal
from games.mail import snapshots
from games.mail.letters import message_of, parts, short
from games.mail.mail_case import MailCase
from games.mail.snapshots import Scene, scene_of
from games.models import FoldedGame, Game, LogEntry, OutboxRow, User
from games.read.timeline import timeline
from games.services.play.advance import game_advance
from games.services.play.turns import answer_submit
from games.services.tables.forks import game_fork
from games.services.tables.seats import player_replace, substitute_end, substitute_name
from games.web.game_context import look_of
from tests.api.requests import Asker
from tests.contract.tables import any_choice
from tests.contract.toys.registered import HIGH_CARD
from tests.mail.rows import opened, parts_of
from tests.service.tables import again, person, started

pytestmark = pytest.mark.django_db
# No other number of a game begins like a card of the twin.
CANARY = "91919"


def _drawn(view: Json, language: str) -> Picture:
    return Picture(json.dumps(view).encode, "cards.png", "Cards", "")


def board() -> Board:
    """A board that tells all it is given."""
    plain = plain_board(HIGH_CARD)
    letters: Any = SimpleNamespace(
        question=plain.letters.question,
        standing=plain.letters.standing,
        template=lambda view, asked, language, *, brief=False: json.dumps(asked.options),
        position=lambda view, seat, language, names: [Say(json.dumps(view))],
    )
    picture: Any = SimpleNamespace(painted=_drawn)
    return replace(plain, letters=letters, map=picture)


@pytest.fixture(autouse=True)
def known_board() -> Iterator[None]:
    """The toy with this board; nothing kept from other tests."""
    forget()
    with BOARDS.lent({HIGH_CARD.key: board()}):
        yield
    forget()


def forget() -> None:
    """Let this process know nothing of any game."""
    store.forget()
    snapshots._past.cache_clear()
    parts._PAINTED.clear()
    FoldedGame.objects.all().delete()
    for kept in (cache, caches["boards"]):
        kept.clear()


@pytest.fixture
def anna() -> User:
    return person("anna")


@pytest.fixture
def bert() -> User:
    return person("bert")


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    """Two people hold their cards and are asked for the first of them."""
    game = started(anna, bert, players=3, ruleset=HIGH_CARD.key)
    answer_all(game, anna, bert)
    return again(game)


def answer_all(game: Game, *people: User) -> None:
    for number, decision in enumerate(store.load(again(game)).waiting):
        who = next(one for one in people if access.seat_for(game, one).key == decision.seat)
        choice = any_choice(decision, number)
        answer_submit(person=who, game_id=game.id, decision=decision.id, answer=choice)
    game_advance(game_id=game.pk)


def swap_hand(game: Game, seat: str) -> dict[str, int]:
    """Let a seat have been dealt other cards, as its twin was; which."""
    dealt = LogEntry.objects.filter(game=game, kind="card_dealt", payload__seat=seat)
    cards = {row.payload["handle"]: int(f"{CANARY}{at}") for at, row in enumerate(dealt)}
    for row in dealt:
        secret = seal(["00" * 32, cards[row.payload["handle"]]])
        LogEntry.objects.filter(pk=row.pk).update(secret_sealed=secret)
    forget()
    return cards


def letter_to(reader: User, game: Game, **wanted: str) -> OutboxRow:
    rows = OutboxRow.objects.filter(game=game, user=reader, channel="mail", **wanted)
    return rows.select_related("user", "game").latest("pk")


def written(row: OutboxRow) -> list[object]:
    """A letter as it goes and its short form, but for its hour and the lines between its parts."""
    letter = opened(row)
    headers = [item for item in letter.items() if item[0] not in ("Content-Type", "Date")]
    return [headers, parts_of(letter), short(row)]


def known_in(scene: Scene) -> dict[str, Any]:
    (question,) = scene.questions
    known: dict[str, Any] = question.options["known"]
    return known


def hand_of(game: Game, seat: str) -> dict[str, Any]:
    position = store.load(again(game))
    return {handle: position.known[handle] for handle in position.state.hands[seat]}


def test_a_letter_knows_the_readers_own_hand(game: Game, anna: User, bert: User) -> None:
    for reader, seat in ((anna, "A"), (bert, "B")):
        scene = scene_of(letter_to(reader, game))
        hand = hand_of(game, seat)
        assert len(hand) == 4
        assert known_in(scene) == hand
        assert scene.view["decisions"][0]["options"]["known"] == hand
        (trump,) = (handle for handle, card in scene.position.dealt.items() if card.shown)
        assert scene.position.known.keys() == {*hand, trump}
        assert scene.position.answers == {}
        assert str(hand).replace("'", '"') in str(message_of(letter_to(reader, game)).body)


def test_twins_that_differ_in_a_rivals_hand_get_the_same_letter(
    game: Game, anna: User, bert: User
) -> None:
    row, theirs = letter_to(anna, game), letter_to(bert, game)
    before, other = written(row), written(theirs)
    cards = swap_hand(game, "B")
    # Whoever is written to first, nothing of theirs is left for the next.
    for _ in range(2):
        assert written(theirs) != other
        assert known_in(scene_of(theirs)) == cards
        assert written(row) == before
    assert CANARY in str(message_of(theirs).body)
    assert CANARY not in str(message_of(row).body)


def test_nothing_that_readers_share_knows_a_hand(game: Game, anna: User, bert: User) -> None:
    swap_hand(game, "B")
    for reader in (bert, anna, bert):
        written(letter_to(reader, game))
    past = scene_of(letter_to(bert, game)).past
    assert snapshots._past.cache_info().currsize == 1
    assert set(past.position.known) == {h for h, c in past.position.dealt.items() if c.shown}
    assert all(entry.secret is None for entry in past.entries)
    assert parts._PAINTED
    assert not any(CANARY.encode() in painted for painted in parts._PAINTED.values())
    # The position kept beside the log holds every hand, under the site's key.
    store.load(again(game))
    assert not any(CANARY.encode() in bytes(r.position_sealed) for r in FoldedGame.objects.all())
    assert not any(CANARY in json.dumps(row.data) for row in OutboxRow.objects.all())


def test_a_board_is_kept_for_each_seat_where_hands_are_hidden(
    game: Game, anna: User, bert: User
) -> None:
    request = RequestFactory().get("/")
    cora = person("cora")
    looks = [
        look_of(request, access.viewer(game, reader), {"A": "anna"})
        for reader in (anna, bert, cora)
    ]
    assert len({tuple(look) for look in looks}) == 3
    plain = started(anna, bert, name="Brno")
    looks = [
        look_of(request, access.viewer(plain, reader), {"A": "anna"})
        for reader in (anna, bert, cora)
    ]
    assert len({tuple(look) for look in looks}) == 1


def test_a_successor_and_a_substitute_are_written_the_hand(
    game: Game, anna: User, bert: User
) -> None:
    dora, erik = person("dora"), person("erik")
    referee = person("referee", is_staff=True)
    substitute_name(person=anna, game_id=game.pk, player="erik", why="A journey")
    player_replace(person=referee, game_id=game.pk, seat_key="B", player="dora", why="gone")
    named = letter_to(erik, game, kind="substitute_named")
    assert known_in(scene_of(named)) == hand_of(game, "A")
    given = letter_to(dora, game, kind="seat_given")
    assert known_in(scene_of(given)) == hand_of(game, "B")


def test_whoever_has_lost_the_seat_is_shown_no_hand_any_more(
    game: Game, anna: User, bert: User
) -> None:
    person("dora")
    erik = person("erik")
    referee = person("referee", is_staff=True)
    substitute_name(person=anna, game_id=game.pk, player="erik", why="A journey")
    late = [letter_to(bert, game), letter_to(erik, game)]
    assert all(known_in(scene_of(row)) for row in late)
    player_replace(person=referee, game_id=game.pk, seat_key="B", player="dora", why="gone")
    substitute_end(person=anna, game_id=game.pk)
    for row in late:
        scene = scene_of(row)
        assert known_in(scene) == {}
        assert set(scene.position.known) == set(scene.past.position.known)
    assert scene_of(letter_to(bert, game, kind="seat_lost")).position.known.keys() == {
        handle for handle, card in scene.position.dealt.items() if card.shown
    }


def test_a_letter_tells_the_hand_of_its_own_moment(game: Game, anna: User, bert: User) -> None:
    first = letter_to(anna, game)
    hand = hand_of(game, "A")
    answer_all(game, anna, bert)
    assert known_in(scene_of(first)) == hand
    assert len(known_in(scene_of(letter_to(anna, game)))) == 3
    boast = OutboxRow.objects.filter(game=game, user=anna).order_by("pk")[0]
    assert scene_of(boast).position.known == {}


def test_the_letters_of_a_fork_know_the_hand(game: Game, anna: User, bert: User) -> None:
    referee = person("referee", is_staff=True)
    hand = hand_of(game, "B")
    fork = game_fork(person=referee, game_id=game.pk, step=2, why="a fault")
    assert known_in(scene_of(letter_to(bert, fork))) == hand


def test_the_past_is_shown_with_the_viewers_own_hand(game: Game, anna: User, bert: User) -> None:
    answer_all(game, anna, bert)
    asked = next(e.seq for e in store.public_entries_of(game) if e.kind == "round_began")
    cora = person("cora")
    swap_hand(game, "B")
    lines = {who: timeline(access.viewer(again(game), who), "en") for who in (anna, bert, cora)}
    shown = {who: line.shown(line.position(asked)) for who, line in lines.items()}
    hand = shown[bert]["decisions"][0]["options"]["known"]
    assert len(hand) == 4
    assert set(shown[anna]["decisions"][0]["options"]["known"]) == set(hand_then(shown[anna], "A"))
    assert shown[cora]["decisions"] == []
    for walked in (list(lines[who].walk(1, lines[who].last)) for who in (anna, cora)):
        assert CANARY not in json.dumps([view for _moment, view in walked])
    for ended in (list(lines[who].ends()) for who in (anna, cora)):
        assert CANARY not in json.dumps([view for _chapter, view in ended])


def hand_then(view: Json, seat: str) -> Sequence[str]:
    hand: Sequence[str] = view["hands"][seat]
    return hand


def test_the_api_tells_a_hand_to_its_holder_alone(game: Game, anna: User, bert: User) -> None:
    ways = ("", "board/", "events/", "log/", "chat/players/")

    def answers(asker: Asker) -> list[bytes]:
        responses = [asker.get(f"games/{game.pk}/{way}") for way in ways]
        return [
            b"".join(response) if response.streaming else response.content for response in responses
        ]

    askers = [Asker(anna), Asker(), Asker(person("cora"))]
    before = [answers(asker) for asker in askers]
    swap_hand(game, "B")
    holder = answers(Asker(bert))
    assert [CANARY.encode() in content for content in holder] == [False, True, False, True, False]
    assert [answers(asker) for asker in askers] == before


def test_a_mail_is_answered_from_the_writers_own_hand(game: Game, anna: User, bert: User) -> None:
    def case_of(writer: User) -> str:
        position = store.load(again(game))
        case = MailCase(writer, access.viewer(again(game), writer), position)
        return json.dumps([case.view, [asked.options for asked in case.decisions]])

    before = case_of(anna)
    swap_hand(game, "B")
    assert case_of(anna) == before
    assert CANARY in case_of(bert)


def test_a_question_without_a_hand_is_told_as_ever(anna: User, bert: User) -> None:
    game = started(anna, bert, players=2, ruleset=HIGH_CARD.key)
    scene = scene_of(letter_to(anna, game))
    (asked,) = scene.questions
    assert "known" not in asked.options
    assert scene.position is scene.past.position
