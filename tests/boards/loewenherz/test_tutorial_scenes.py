"""The tutorial of Löwenherz: right answers are legal, and bring about what scenes promise."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

import pytest
from django.utils.translation import override

from engine.kernel.core import Event, Json
from engine.loewenherz.board import INDEX, SHUFFLED, SIDES, laid
from engine.loewenherz.cards import CARDS
from engine.loewenherz.events import DomainArose, DomainGrew, IncomePaid, MarketCardTaken
from engine.loewenherz.scenario import PlayedTurns
from engine.loewenherz.state import Realm
from engine.loewenherz.view import view
from engine.text.lexicon import Language
from games.boards import BOARDS
from games.boards.loewenherz.names import DEED_NAMES
from games.boards.loewenherz.tutorial import LoewenherzTutorial
from games.boards.tutorial import BETWEEN, NoSuchScene, ShownScene

LANGUAGES: Final[tuple[Language, ...]] = ("en", "de")
KNOWN: Final = {
    "card": set(CARDS),
    "refill": {*CARDS, "deck"},
    "deed": set(DEED_NAMES),
    "square": set(INDEX),
    "side": set(SIDES),
}


def the_tutorial() -> LoewenherzTutorial:
    tutorial = BOARDS["loewenherz-2003"].tutorial
    assert isinstance(tutorial, LoewenherzTutorial)
    return tutorial


TUTORIAL = the_tutorial()
SCENES = TUTORIAL.written.scenes
PLAYED = ("border", "sell", "knight", "expansion", "mine")


def right(name: str) -> list[str]:
    return [pick.right[0] for pick in SCENES[name].picks]


def played(name: str) -> PlayedTurns:
    turns = TUTORIAL.played(name, right(name))
    assert turns is not None
    return turns


def shown(name: str, *taps: str, language: str = "en") -> ShownScene:
    with override(language):
        return TUTORIAL.scene(name, BETWEEN.join(taps), language)


def only(turns: PlayedTurns, kind: type[Event[Realm]]) -> Any:
    (link,) = [event for event in turns.turn.events if isinstance(event, kind)]
    return link


def test_every_scene_but_the_last_asks_for_something() -> None:
    assert [*SCENES] == ["board", "border", "sell", "hand", "knight", "expansion", "mine", "play"]
    assert [bool(scene.picks) for scene in SCENES.values()] == [True] * (len(SCENES) - 1) + [False]
    assert [name for name in SCENES if TUTORIAL.played(name, right(name))] == [*PLAYED]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCENES)
def test_a_scene_is_whole_in_both_languages(name: str, language: Language) -> None:
    scene = SCENES[name]
    written = [scene.title, scene.words, *([scene.why] if scene.why else [])]
    for pick in scene.picks:
        written += [pick.ask, pick.other, *pick.wrong.values()]
    for words in written:
        assert set(words) == set(LANGUAGES)
        assert words[language].strip().endswith((".", "?")) or words is scene.title
    asked = shown(name, language=language)
    assert asked.title == scene.title[language]
    assert bool(asked.task) == bool(scene.picks)


@pytest.mark.parametrize("name", SCENES)
def test_what_is_offered_can_be_chosen_and_what_is_wrong_is_answered(name: str) -> None:
    for number, pick in enumerate(SCENES[name].picks):
        before = right(name)[:number]
        assert {*pick.right, *pick.offers, *pick.wrong} <= KNOWN[pick.kind]
        assert not {*pick.right} & {*pick.wrong}
        assert not pick.offers or {*pick.right} <= {*pick.offers}
        for value in {*pick.offers, *pick.wrong} - {*pick.right}:
            answered = shown(name, *before, value)
            assert answered.remark == pick.reply(value)["en"]
            assert answered.task == pick.ask["en"]
            assert answered.so_far == BETWEEN.join([*before, ""])


@pytest.mark.parametrize("name", SCENES)
def test_what_is_lit_is_legal_and_the_cards_are_in_the_hand(name: str) -> None:
    options: Json = TUTORIAL.asked(name).decision.options
    legal = {
        "borders": options["borders"]["sides"],
        "knights": list(options["knights"]["squares"]),
        "expand": list(options["expand"].get("b3", ())),
    }
    deed = SCENES[name].setting.get("deed", "")
    for pick in SCENES[name].picks:
        if pick.kind == "card":
            assert sorted(pick.offers) == sorted(options["known"].values())
        elif pick.kind == "deed":
            deed = pick.right[0]
        elif pick.kind == "refill":
            assert {*pick.offers} - {"deck"} <= {*options["market"]}
        elif deed:
            assert {*pick.offers} <= {*legal[deed]}
            drawing = shown(name, *right(name)[:-1]).drawing
            lit = [*(one.id for one in drawing.squares if one.lit), *(s.id for s in drawing.sides)]
            assert sorted(lit) == sorted(pick.offers)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PLAYED)
def test_the_right_answer_is_told_by_the_real_report(name: str, language: Language) -> None:
    done = shown(name, *right(name), language=language)
    assert done.is_done
    assert done.why == (SCENES[name].why or {})[language]
    assert done.report
    assert done.laid is not None
    assert done.laid.tip


def test_every_right_answer_can_be_played() -> None:
    for name in PLAYED:
        *before, last = SCENES[name].picks
        for value in last.right:
            assert TUTORIAL.played(name, [*(pick.right[0] for pick in before), value])


def test_the_border_closes_a_domain_of_six_points_with_a_mine() -> None:
    turns = played("border")
    arisen = only(turns, DomainArose)
    assert (arisen.castle, arisen.owner, arisen.points) == ("b3", "A", 6)
    assert turns.state.points == {"A": 6, "B": 5, "C": 0}
    # Only the gap closes it.
    for side in SCENES["border"].picks[-1].wrong:
        other = TUTORIAL.played("border", [*right("border")[:-1], side])
        assert other is not None
        assert other.state.points["A"] == 0


def test_the_card_is_sold_because_none_can_be_paid() -> None:
    options = TUTORIAL.asked("sell").decision.options
    assert min(CARDS[name].price for name in options["known"].values()) > options["money"]
    turns = played("sell")
    assert only(turns, IncomePaid).ducats == 1
    assert turns.state.money["A"] == 7
    # What comes from the market is the one card of the hand that everybody has seen.
    taken = only(turns, MarketCardTaken)
    assert [turns.state.open.get(one) for one in turns.state.hands["A"]].count(None) == 2
    assert turns.state.open[taken.handle] == right("hand")[0]


def test_the_knight_makes_the_domain_stronger_than_its_neighbour() -> None:
    turns = played("knight")
    before, after = TUTORIAL.asked("knight").state.land, turns.state.land
    assert (before.strength("b3"), before.strength("b5")) == (1, 1)
    assert (after.strength("b3"), after.strength("b5")) == (2, 1)


def test_the_village_changes_hands_with_its_points() -> None:
    turns = played("expansion")
    grown = only(turns, DomainGrew)
    assert (grown.square, grown.points, grown.loser, grown.lost_points) == ("c4", 3, "B", -3)
    assert turns.state.points == {"A": 9, "B": 2, "C": 0}


@pytest.mark.parametrize("mine", SCENES["mine"].picks[0].right)
def test_either_mine_is_of_a_second_kind(mine: str) -> None:
    turns = TUTORIAL.played("mine", [mine])
    assert turns is not None
    assert len(turns.state.land.mines("A")) == 2


def test_the_board_is_one_that_can_be_laid() -> None:
    order = ("1", "5", "2", "8", "4", "3", "6", "7")
    rows = TUTORIAL.positions["board"]["board"]
    assert {*order} == {*SHUFFLED}
    assert "".join(rows) == laid(order, [1] * (len(order) + 1))


@pytest.mark.parametrize(("name", "after"), list(pairwise(SCENES)))
def test_each_scene_begins_as_the_last_one_ended(name: str, after: str) -> None:
    turns = TUTORIAL.played(name, right(name))
    if turns is None:
        return
    ended, begun = view(turns.state), view(TUTORIAL.asked(after).state)
    for key in ("castles", "knights", "borders", "domains", "points", "market"):
        assert ended[key] == begun[key], key


@pytest.mark.parametrize("taps", ["", ".", "nowhere", "x" * 5000, "b3..", "<script>", "\x00"])
@pytest.mark.parametrize("name", SCENES)
def test_whatever_an_address_says_a_scene_is_shown(name: str, taps: str) -> None:
    scene = TUTORIAL.scene(name, taps, "en")
    assert scene.title
    assert "<script>" not in scene.so_far
    assert len(scene.so_far) < 50


def test_a_scene_nobody_wrote_is_not_found() -> None:
    with pytest.raises(NoSuchScene):
        TUTORIAL.scene("winter", "", "en")
