"""What a bot suggests in Löwenherz: legal, explained part by part, and drawn from no secret."""

from __future__ import annotations

from itertools import islice

import pytest
from django.utils import translation

from engine.bots.loewenherz.baron import Baron
from engine.kernel.core import Decision, Json
from engine.kernel.game import Position
from engine.loewenherz.state import Realm
from engine.simulate import table
from games.boards import BOARDS, board_of
from games.boards.board import GuideStep
from games.boards.loewenherz.tutorial import LoewenherzTutorial
from games.read.suggestions import suggestion
from tests.bots.realms import KEY, RULESET, fence, luck, positions, question, realm, turn_of
from tests.bots.test_baron import CORNER, FACING, FERTILE, HOME, LAND, neighbours, twin_of

NAMES = {"B": "Berta", "C": "Carl", "D": "Dora"}
TURN = board_of(KEY).turn


def steps(state: Realm, decision: Decision, answer: Json, language: str) -> list[GuideStep]:
    with translation.override(language):
        return list(TURN.guide(state, decision, answer, language, NAMES, None))


def explained(state: Realm, *cards: str, **answer: object) -> dict[str, GuideStep]:
    """A turn of A that is legal, by the names of its steps."""
    decision = turn_of(state, *cards)
    given: Json = {"card": "card 1", **answer}
    assert RULESET.problems(state, decision, given) == []
    return {step.name: step for step in steps(state, decision, given, "en")}


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_question_of_a_game_has_a_suggestion_that_is_explained(players: int) -> None:
    bots = ("baron", "random", "baron", "random")[:players]
    kinds = set()
    for game in positions(table(KEY, players, 5, {}, bots)):
        decision = question(game)
        answer = suggestion(game, decision, luck())
        assert answer is not None
        assert RULESET.problems(game.state, decision, answer) == []
        english, german = (steps(game.state, decision, answer, one) for one in ("en", "de"))
        assert english
        for one, other in zip(english, german, strict=True):
            assert (one.name, one.fields) == (other.name, other.fields)
            assert one.choice
            for mine, theirs in ((one.title, other.title), (one.does, other.does)):
                assert mine
                assert mine != theirs
            assert one.reason != other.reason or not one.reason
            assert [*map(bool, one.risks)] == [*map(bool, other.risks)]
        # Taken step after step it is the same answer.
        fields = {name: value for step in english for name, value in step.fields.items()}
        rebuilt = TURN.answer(decision.kind, fields)
        assert TURN.same(decision.kind, rebuilt, answer)
        assert RULESET.problems(game.state, decision, rebuilt) == []
        kinds.add((decision.kind, answer.get("action", answer.get("do"))))
    assert {("castle", None), ("turn", "borders"), ("turn", "sell")} <= kinds


def test_the_strongest_bot_advises_and_leaves_out_what_goes_without_saying() -> None:
    whole = {"card": "card 1", "do": "sell", "refill": ["A:knights-1", "deck"]}
    assert TURN.brief("turn", whole)["refill"] == ["A:knights-1"]
    assert TURN.brief("turn", {**whole, "refill": ["deck"]})["refill"] == ["deck"]
    game = next(islice(positions(table(KEY, 3, 5, {}, ("baron",))), 20, None))
    decision = question(game)
    answer = Baron().answer(game.state, decision, luck())
    assert suggestion(game, decision, luck()) == TURN.brief(decision.kind, answer)


def told(game: Position, decision: Decision) -> tuple[Json | None, list[GuideStep]]:
    answer = suggestion(game, decision, luck())
    assert answer is not None
    return answer, steps(game.state, decision, answer, "en")


@pytest.mark.slow
def test_two_games_that_differ_in_a_rivals_hand_suggest_the_same() -> None:
    looked_at = 0
    for game in positions(table(KEY, 3, 7, {}, ("baron", "random", "baron"))):
        decision = question(game)
        twin = twin_of(game, decision.seat)
        if twin.known == game.known:
            continue
        looked_at += 1
        asked_there = twin.decision(decision.id)
        assert asked_there is not None
        assert told(game, decision) == told(twin, asked_there)
    assert looked_at > 20


def test_points_and_land_are_told_of_a_domain_that_is_closed() -> None:
    tutorial = BOARDS[KEY].tutorial
    assert isinstance(tutorial, LoewenherzTutorial)
    state, decision = tutorial.asked("border")
    answer = {"card": "card 1", "do": "play", "action": "borders", "borders": ["c2|d2"]}
    card, deed, places = steps(state, decision, answer, "en")
    assert card.reason == "It costs 1 ducat; you have 2 ducats."
    assert deed.line == "Place borders. It brings at once: you +6 points."
    assert places.line == "c2|d2. Your domain b3 is closed: 3 forests, 1 village, 1 gold mine."
    assert places.places == ["c2|d2"]
    # One knight beside one: nobody is stronger, so nothing is to be feared.
    assert places.risks == []


def test_what_is_begun_is_told_with_what_is_missing() -> None:
    state = realm("ABC", HOME, signs=LAND, borders=fence(CORNER, ["c1|d1", "c2|d2"]))
    step = explained(
        state,
        *("A:borders-1", "C:deserter", "D:alliance"),
        do="play",
        action="borders",
        borders=["c2|d2"],
    )["borders"]
    assert step.reason.startswith("1 more border closes land around your castle a1: ")


def test_an_expansion_is_told_with_the_knights_on_both_sides() -> None:
    state = realm(
        "ABC", neighbours(2, 1), signs=FERTILE, domains=FACING, money=dict.fromkeys("ABC", 9)
    )
    step = explained(
        state,
        *("A:knights-1/expand-1", "C:deserter", "D:alliance"),
        do="play",
        action="expand",
        domain="a1",
        squares=["d2"],
    )["squares"]
    assert (
        step.line
        == "a1 → d2. d2: village, +3 points. You have more knights than Berta there: 2 to 1."
    )
    assert step.places == ["a1", "d2"]


def test_a_knight_is_told_with_the_strongest_neighbour() -> None:
    state = realm(
        "ABC", neighbours(1, 1), signs=FERTILE, domains=FACING, money=dict.fromkeys("ABC", 9)
    )
    step = explained(
        state,
        *("A:knights-1/expand-1", "C:deserter", "D:alliance"),
        do="play",
        action="knights",
        knights=["a3"],
    )["knights"]
    assert step.reason == "Domain a1 has 2 knights then. Its strongest neighbour f1 has 1 knight."


@pytest.mark.parametrize(
    ("action", "more", "line"),
    [
        (
            "deserter",
            {"knight": "b1"},
            "a1 from f1, new knight on b1. Now a1 has 1 knight, and f1 has 2 knights.",
        ),
        ("alliance", {}, "a1 with f1. Now a1 has 1 knight, and f1 has 2 knights."),
    ],
)
def test_a_deal_between_two_domains_is_told_with_both(
    action: str, more: dict[str, str], line: str
) -> None:
    state = realm(
        "ABC", neighbours(1, 2), signs=FERTILE, domains=FACING, money=dict.fromkeys("ABC", 9)
    )
    card = {"deserter": "C:deserter", "alliance": "D:alliance"}[action]
    places = {"domain": "a1", "against": "f1", **more}
    told_of = explained(
        state, card, "A:borders-1", "A:borders-2", do="play", action=action, **places
    )
    assert told_of[f"{action}.domain"].line == line


def test_a_sale_says_what_for() -> None:
    cards = ("A:borders-3", "A:borders-2", "A:knights-1")
    poor = realm("ABC", neighbours(1, 1), domains=FACING, money=dict.fromkeys("ABC", 1))
    sale = explained(poor, *cards, do="sell", refill=["deck"])
    assert sale["card"].reason == "You can pay for none of your cards: you have 1 ducat."
    assert sale["deed"].reason == "You have 6 ducats then."
    assert sale["refill.0"].line == "From the deck. The market is empty."
    rich = realm("ABC", neighbours(1, 1), domains=FACING, money=dict.fromkeys("ABC", 9))
    assert (
        explained(rich, *cards, do="sell", refill=["deck"])["card"].reason
        == "No card of your hand sells for more: 5 ducats."
    )
