"""The baron plays by the rules, always the same way, with what its seat may know, and to win."""

from __future__ import annotations

import pytest

from engine.bots import BOTS, bot_named, stand_in
from engine.kernel.game import Position
from engine.kernel.log import Secret
from engine.loewenherz.board import INDEX
from engine.loewenherz.cards import PILES
from engine.simulate import play, table
from engine.versus import Tournament, reckoned
from tests.bots.realms import (
    KEY,
    RULESET,
    Figures,
    answers,
    block,
    fence,
    land_with,
    luck,
    positions,
    question,
    realm,
)

BARON, SQUIRE = bot_named(KEY, "baron"), bot_named(KEY, "squire")
BOTH = pytest.mark.parametrize("bot", ["baron", "squire"])
# A corner of nine squares with a village and forests, the last border of which is missing.
CORNER = block("a1", "c3")
HOME = ({"a1": "A", "l12": "B", "l1": "C"}, {"a2": "A", "l11": "B", "l2": "C"})
LAND = {"b2": "V", "c1": "F", "c2": "F", "h7": "V"}


@pytest.mark.slow
@BOTH
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_answer_is_legal_wherever_dice_have_led_a_game(bot: str, players: int) -> None:
    kinds = []
    for game in positions(table(KEY, players, 5, {}, ("random",))):
        # What it need not answer, it may be asked for by whoever wants its advice.
        for decision in [question(game), *game.decisions[-2:]]:
            answer = bot_named(KEY, bot).answer(game.state, decision, luck())
            assert RULESET.problems(game.state, decision, answer) == [], decision.id
            kinds.append(decision.kind)
    assert kinds.count("turn") > 40
    assert {"castle", "orders", "ranking"} <= set(kinds)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_among_themselves_come_to_an_end(players: int) -> None:
    # Sealing refuses an illegal answer, so a game that ends has none.
    bots = ["baron", "squire", "baron", "squire"][:players]
    played = play(table(KEY, players, 8, {}, bots), 0)
    assert played.game.finished
    assert played.game.state.winners


@pytest.mark.slow
def test_a_victim_gives_up_a_knight_that_may_leave() -> None:
    # Few games come to it; this one does.
    asked_for = [
        (game, decision)
        for game in positions(table(KEY, 3, 5, {}, ("random", "baron", "baron")))
        for decision in game.decisions
        if decision.kind == "give_up"
    ]
    assert asked_for
    for game, decision in asked_for:
        answer = BARON.answer(game.state, decision, luck())
        assert RULESET.problems(game.state, decision, answer) == []


@BOTH
def test_the_same_question_has_the_same_answer_and_nothing_is_changed(bot: str) -> None:
    for game in positions(table(KEY, 4, 6, {}, ("random",))):
        decision = question(game)
        before = repr(game.state), repr(decision)
        first = bot_named(KEY, bot).answer(game.state, decision, luck())
        assert first == bot_named(KEY, bot).answer(game.state, decision, luck())
        assert (repr(game.state), repr(decision)) == before


def twin_of(game: Position, seat: str) -> Position:
    """The same game, in which every card that the seat may not know is another one."""
    dealt = {
        handle: card
        if card.shown or card.seat == seat or card.secret is None
        else card.but(secret=Secret(card.secret.salt, other_card(card.deck, card.secret.answer)))
        for handle, card in game.dealt.items()
    }
    return game.but(dealt=dealt)


def other_card(pile: str, name: str) -> str:
    return next(card for card in PILES[pile] if card != name)


@pytest.mark.slow
@BOTH
def test_hidden_cards_of_others_change_no_answer(bot: str) -> None:
    looked_at = 0
    for game in positions(table(KEY, 3, 7, {}, ("baron", "random", "baron"))):
        decision = question(game)
        twin = twin_of(game, decision.seat)
        if twin.known == game.known:
            continue
        looked_at += 1
        asked_there = twin.decision(decision.id)
        assert asked_there is not None
        first = bot_named(KEY, bot).answer(game.state, decision, luck())
        assert first == bot_named(KEY, bot).answer(twin.state, asked_there, luck())
    assert looked_at > 20


def test_it_closes_a_domain_as_soon_as_a_card_can() -> None:
    missing = ["c1|d1", "c2|d2"]
    state = realm("ABC", HOME, signs=LAND, borders=fence(CORNER, missing))
    for answer in answers(BARON, state, "A:knights-1", "A:borders-2", "A:knights-1/expand-1"):
        assert (answer["do"], answer["card"], answer["action"]) == ("play", "card 2", "borders")
        assert sorted(answer["borders"]) == missing


def test_it_grows_where_the_best_land_is() -> None:
    signs = {"d2": "V", "d1": "F", "a4": "F"}
    state = realm("ABC", HOME, signs=signs, domains={"a1": CORNER})
    for answer in answers(BARON, state, "A:knights-1/expand-1", "C:deserter", "D:alliance"):
        assert answer["action"] == "expand"
        assert (answer["domain"], answer["squares"]) == ("a1", ["d2"])


def neighbours(own: int, theirs: int) -> Figures:
    """A and B side by side, with so many knights each; a village and forests on both sides."""
    posts = {"A": ["a2", "a3", "b1"], "B": ["f2", "f3", "e1"]}
    knights = dict.fromkeys(posts["A"][:own], "A")
    knights |= dict.fromkeys(posts["B"][:theirs], "B")
    return {"a1": "A", "f1": "B", "l12": "C"}, {**knights, "l11": "C"}


FACING = {"a1": block("a1", "c3"), "f1": block("d1", "f3")}
FERTILE = {"c2": "V", "c1": "F", "d2": "V", "d3": "F"}


def test_it_takes_land_from_a_weaker_neighbour() -> None:
    state = realm("ABC", neighbours(2, 1), signs=FERTILE, domains=FACING)
    for answer in answers(BARON, state, "A:knights-1/expand-1", "A:borders-1", "A:borders-1"):
        assert (answer["action"], answer["squares"]) == ("expand", ["d2"])


def test_it_arms_against_a_stronger_neighbour_or_makes_an_ally_of_it() -> None:
    state = realm("ABC", neighbours(1, 2), signs=FERTILE, domains=FACING)
    for answer in answers(BARON, state, "A:knights-1", "A:borders-1", "A:borders-1"):
        assert (answer["card"], answer["action"]) == ("card 1", "knights")
        assert INDEX[answer["knights"][0]] in (INDEX["a3"], INDEX["b1"], INDEX["b2"])
    richer = state.but(money={**state.money, "A": 20})
    for answer in answers(BARON, richer, "B:alliance", "A:borders-1", "A:borders-1"):
        assert (answer["action"], answer["against"]) == ("alliance", "f1")


def test_it_sells_what_it_cannot_use() -> None:
    state = realm("ABC", HOME, signs=LAND, borders=fence(CORNER, ["c1|d1"]))
    poor = state.but(money=dict.fromkeys(state.seats, 0))
    for answer in answers(BARON, poor, "C:alliance", "A:borders-1", "B:borders-2"):
        assert (answer["do"], answer["card"]) == ("sell", "card 1")


def test_at_the_goal_it_looks_at_nothing_else() -> None:
    points = {"A": 39, "B": 20, "C": 38}
    state = realm("ABC", HOME, signs={"d1": "F", "a4": "C"}, domains={"a1": CORNER}, points=points)
    for answer in answers(BARON, state, "A:borders-3", "C:expand-1", "A:knights-1/expand-1"):
        assert answer["squares"] == ["d1"]


def test_it_stands_in_the_way_of_a_rival_who_is_about_to_win() -> None:
    # With one border B has ten forests in its corner, and the game.
    signs = dict.fromkeys(block("j9", "k11"), "F")
    rival = block("j9", "l12")
    state = realm(
        "ABC",
        HOME,
        signs=signs,
        borders=fence(rival, ["i12|j12"]),
        points={"A": 10, "B": 35, "C": 10},
    )
    for answer in answers(BARON, state, "A:borders-3", "A:knights-1", "C:deserter"):
        assert answer["action"] == "borders"
        inside = [side for side in answer["borders"] if set(side.split("|")) <= set(rival)]
        assert inside == answer["borders"]


def test_it_draws_from_the_market_what_the_deck_would_hardly_bring() -> None:
    state = realm(
        "ABC",
        HOME,
        signs=LAND,
        borders=fence(CORNER, ["c1|d1", "c2|d2"]),
        market={"card 20": "A:borders-2", "card 21": "A:knights-1"},
    )
    for answer in answers(BARON, state, "C:alliance", "C:deserter", "D:deserter"):
        assert answer["refill"][0] == "A:borders-2"


def test_without_a_deck_it_wishes_for_nothing() -> None:
    state = realm("ABC", HOME, signs=LAND, deck="", last=True)
    for answer in answers(BARON, state, "C:alliance", "A:borders-1", "A:knights-1"):
        assert "refill" not in answer


def test_castles_stand_where_land_is_cheap_to_close() -> None:
    game = next(positions(table(KEY, 4, 3, {}, ("random",))))
    # Two villages near a corner, and nothing else.
    villages = game.state.but(land=game.state.land.but(board=land_with({"b2": "V", "c3": "V"})))
    (decision,) = RULESET.decisions(villages)
    for number in range(4):
        castle = BARON.answer(villages, decision, luck(number))["castle"]
        assert castle in block("a1", "d4")


def test_they_are_listed_from_the_simplest_to_the_strongest() -> None:
    assert list(BOTS[KEY]) == ["random", "squire", "baron"]
    assert stand_in(KEY) == "baron"


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_beats_the_one_before_it(players: int) -> None:
    # Simulated games hang on their seed alone: these come out the same every time.
    for better, worse in (("squire", "random"), ("baron", "squire")):
        tournament = Tournament(table(KEY, players, 1, {}, [better, *[worse] * (players - 1)]))
        series = reckoned(map(tournament.outcome, range(players)))
        assert series["share"] > 1 / players
        assert series["points"] > series["others_points"] + 5
