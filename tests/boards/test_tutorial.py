"""The tutorial: each right answer is legal, and brings about what its scene promises."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

import pytest
from django.utils.translation import override

from engine.devices.tower import DEFAULT_TOWER, TOWERS
from engine.kernel.core import Event
from engine.registry import WALLENSTEIN_2010
from engine.text.lexicon import Language
from engine.wallenstein.action_events import TaxesCollected
from engine.wallenstein.battle_events import BattleDecided, RevoltDecided
from engine.wallenstein.board import COUNTIES
from engine.wallenstein.plan import plan_decision
from engine.wallenstein.scenario import PlayedScenario
from engine.wallenstein.score import contests
from engine.wallenstein.state import State
from engine.wallenstein.winter import RevoltsDrawn, WinterScored
from engine.wallenstein.words.names import ACTION_NAMES
from games.boards import BOARDS
from games.boards.tutorial import BETWEEN, NoSuchScene, ShownScene
from games.boards.wallenstein.tower.odds_text import battles_listed
from games.boards.wallenstein.tutorial import WallensteinTutorial

LANGUAGES: Final[tuple[Language, ...]] = ("en", "de")
KINDS = {"county", "card", "box", "target"}


def the_tutorial() -> WallensteinTutorial:
    tutorial = BOARDS["wallenstein-2010"].tutorial
    assert isinstance(tutorial, WallensteinTutorial)
    return tutorial


TUTORIAL = the_tutorial()
SCENES = TUTORIAL.written.scenes
PLAYED = [name for name, scene in SCENES.items() if any(p.kind == "card" for p in scene.picks)]


def right(name: str) -> list[str]:
    return [pick.right[0] for pick in SCENES[name].picks]


def played(name: str) -> PlayedScenario:
    season = TUTORIAL.played(name, right(name))
    assert season is not None
    return season


def shown(name: str, *taps: str, language: str = "en") -> ShownScene:
    with override(language):
        return TUTORIAL.scene(name, BETWEEN.join(taps), language)


def only(events: tuple[Event[State], ...], kind: type[Event[State]]) -> Any:
    (link,) = [event for event in events if isinstance(event, kind)]
    return link


def test_there_are_six_to_eight_scenes_and_the_last_one_leads_on() -> None:
    assert 6 <= len(SCENES) <= 8
    assert [bool(scene.picks) for scene in SCENES.values()] == [True] * (len(SCENES) - 1) + [False]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCENES)
def test_a_scene_is_whole_in_both_languages(name: str, language: Language) -> None:
    scene = SCENES[name]
    written = [scene.title, scene.words, *([scene.why] if scene.why else [])]
    for pick in scene.picks:
        written += [pick.ask, pick.other, *pick.wrong.values()]
    for words in written:
        assert set(words) == set(LANGUAGES)
        assert words[language].strip().endswith((".", "?", "”", "“")) or words is scene.title
    asked = shown(name, language=language)
    assert asked.title == scene.title[language]
    assert bool(asked.task) == bool(scene.picks)


@pytest.mark.parametrize("name", SCENES)
def test_what_is_offered_can_be_chosen_and_what_is_wrong_is_answered(name: str) -> None:
    scene = SCENES[name]
    for number, pick in enumerate(scene.picks):
        before = right(name)[:number]
        known = ACTION_NAMES if pick.kind == "box" else COUNTIES
        assert pick.kind in KINDS
        assert set(pick.right) | set(pick.offers) | set(pick.wrong) <= set(known)
        assert not set(pick.right) & set(pick.wrong)
        assert not pick.offers or set(pick.right) <= set(pick.offers)
        for value in {*pick.offers, *pick.wrong} - {*pick.right}:
            answered = shown(name, *before, value)
            assert answered.remark == pick.reply(value)["en"]
            assert answered.task == pick.ask["en"]
            assert answered.so_far == BETWEEN.join([*before, ""])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PLAYED)
def test_the_right_answer_is_legal_and_told_by_the_real_report(
    name: str, language: Language
) -> None:
    state = played(name).before
    card, *_rest = right(name)
    assert card in plan_decision(state, TUTORIAL.seat).options["counties"]
    done = shown(name, *right(name), language=language)
    assert done.is_done
    assert done.why == (SCENES[name].why or {})[language]
    assert done.report
    assert done.laid is not None
    assert done.laid.tip


def test_the_taxes_bring_seven_thalers_and_a_marker() -> None:
    season = played("taxes")
    assert only(season.events, TaxesCollected).amount == 7
    assert season.after.counties["wolfenbuettel"].revolt == 1


def test_the_battle_is_fought_and_won_where_the_peasants_look_on() -> None:
    season = played("battle")
    decided = only(season.events, BattleDecided)
    assert (decided.county, decided.outcome) == ("lausitz", "attacker")
    assert (decided.attackers_fell, decided.defenders_fell) == (4, 1)
    assert season.after.counties["lausitz"].owner == TUTORIAL.seat
    (_line, throw) = shown("battle", *right("battle")).report
    assert throw.throw is not None
    listed = battles_listed(season.before, TOWERS[DEFAULT_TOWER], TUTORIAL.seat)["battles"]
    odds = {
        one["county"]: one["win"]
        for one in listed
        if one["origin"] == "kursachsen" and one["armies"] == 5
    }
    assert odds["lausitz"] > 75
    assert odds["boehmen"] < 50
    offered = shown("battle", *right("battle")[:-1]).offers
    assert [offer.odds and offer.odds["win"] for offer in offered] == [
        odds["lausitz"],
        odds["boehmen"],
    ]


def test_the_revolt_breaks_out_and_is_put_down() -> None:
    season = played("revolt")
    decided = only(season.events, RevoltDecided)
    assert decided.county == "anhalt"
    assert season.after.counties["anhalt"].owner == TUTORIAL.seat
    assert season.after.players[TUTORIAL.seat].grain == 5


def palaces_in_saxony(state: State) -> tuple[tuple[str, ...], int]:
    fought = contests(state.seats, state.counties, WALLENSTEIN_2010.rules.majorities)
    (one,) = [one for one in fought if (one.region, one.building) == ("sachsen", "palace")]
    return tuple(one.leaders), one.points(TUTORIAL.seat)


def test_the_palace_wins_the_majority() -> None:
    season = played("majority")
    assert palaces_in_saxony(season.before) == (("A", "B"), 2)
    assert palaces_in_saxony(season.after) == (("A",), 3)
    assert (
        len(shown("majority").exhibits) == len(shown("majority", *right("majority")).exhibits) == 1
    )


def test_winter_is_survived_and_scored() -> None:
    season = played("winter")
    scores = only(season.events, WinterScored).scores
    assert scores[TUTORIAL.seat]["total"] == 18
    assert max(scores, key=lambda seat: scores[seat]["total"]) == TUTORIAL.seat
    assert not [event for event in season.events if isinstance(event, RevoltsDrawn)]


@pytest.mark.parametrize(("name", "after"), list(pairwise(SCENES)))
def test_each_scene_begins_as_the_last_one_ended(name: str, after: str) -> None:
    """Markers may be laid between two scenes; counties, armies and buildings stay."""
    season = TUTORIAL.played(name, right(name))
    if season is None:
        return
    then = shown(after).drawing.picture
    standing = {
        county.ground.id: (
            county.owner,
            county.armies,
            len([s for s in county.sites if s.building]),
        )
        for county in then.counties
    }
    for county, stands in season.after.counties.items():
        assert standing[county] == (stands.owner, stands.armies, len(stands.buildings)), county


@pytest.mark.parametrize(
    "taps",
    ["", ".", "nowhere", "x" * 5000, "wolfenbuettel..", "<script>", "\x00", "wolfenbuettel.?"],
)
@pytest.mark.parametrize("name", SCENES)
def test_whatever_an_address_says_a_scene_is_shown(name: str, taps: str) -> None:
    scene = TUTORIAL.scene(name, taps, "en")
    assert scene.title
    assert "<script>" not in scene.so_far
    assert len(scene.so_far) < 50


def test_more_taps_than_asked_change_nothing() -> None:
    assert TUTORIAL.scene("revolt", "anhalt.anhalt.lausitz", "en").is_done


def test_a_scene_nobody_wrote_is_not_found() -> None:
    with pytest.raises(NoSuchScene):
        TUTORIAL.scene("summer", "", "en")
