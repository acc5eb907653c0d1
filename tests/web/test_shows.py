"""A show: where it stops for whom, and for how long."""

from __future__ import annotations

import html
import re

import pytest

from engine.wallenstein.battle_events import BattleDecided, RevoltDecided
from engine.wallenstein.winter import GrainLost, WinterScored
from games.boards import board_of
from games.models import Game, User
from games.read import shows
from games.read.reports import frames
from games.read.timeline import Timeline
from tests.service.conftest import anna, nothing_folded
from tests.web.told import line_of, played_by_marshals, reader

__all__ = ["anna", "nothing_folded"]


@pytest.fixture
def game(anna: User) -> Game:
    """A game in its second year: autumn and winter were played in one step."""
    return played_by_marshals(anna, steps=4)


def holds(line: Timeline, chapter: int) -> dict[int, int]:
    return {stop.seq: stop.ms for stop in shows.since(line, line.chapter(chapter), "en")}


def test_what_i_did_is_shown_and_what_others_did_of_the_same_is_not(game: Game, anna: User) -> None:
    line = line_of(game, anna)
    story, autumn = board_of(game.ruleset).story, line.chapter(3)
    stops = holds(line, 3)
    deeds = [
        m for m in line.of(autumn) if story.is_routine(m.event) and not story.is_small(m.event)
    ]
    mine = {m.seq for m in deeds if "A" in story.seats_of(m.event)}
    assert mine
    assert mine <= stops.keys()
    turned = {frame.seq for frame in frames(line, autumn, "en") if "now" in frame.sentence}
    others = {m.seq for m in deeds} - mine - turned - {autumn.first, autumn.last}
    assert others.isdisjoint(stops)
    # Somebody who looks on has no deeds.
    assert mine.isdisjoint(holds(line_of(game), 3).keys() - turned)


def test_my_own_battles_are_held_longer_than_those_of_others(game: Game, anna: User) -> None:
    line = line_of(game, anna)
    story, stops = board_of(game.ruleset).story, holds(line, 1)
    fought = [
        (m.seq, "A" in story.seats_of(m.event))
        for m in line.moments
        if m.seq in stops and isinstance(m.event, BattleDecided | RevoltDecided)
    ]
    own = {stops[seq] for seq, mine in fought if mine}
    others = {stops[seq] for seq, mine in fought if not mine}
    assert own
    assert others
    assert min(own) > max(others)


def test_autumn_is_followed_by_its_winter_to_the_points(game: Game, anna: User) -> None:
    line = line_of(game, anna)
    stops = holds(line, 3)
    shown = [m for m in line.moments if m.seq in stops]
    grain = next(m.seq for m in shown if isinstance(m.event, GrainLost))
    scored = next(m.seq for m in shown if isinstance(m.event, WinterScored))
    assert grain < scored
    # What cubes came to is looked at after they have fallen.
    looks = {
        m.seq: stops[m.seq] - shows.FALL_MS * isinstance(m.event, BattleDecided | RevoltDecided)
        for m in shown
    }
    assert stops[scored] == max(looks.values())
    winter = line.chapter(4)
    assert winter.first in stops
    total = sum(ms for seq, ms in stops.items() if seq in line.chapter(3))
    assert total <= shows.CHAPTER_MS


def test_a_whole_game_fits_into_a_minute(game: Game, anna: User) -> None:
    line = line_of(game, anna)
    stops = shows.of_game(line)
    assert sum(stop.ms for stop in stops) <= shows.GAME_MS
    assert {chapter.first for chapter in line.chapters} <= {stop.seq for stop in stops}


def test_the_page_of_a_winter_counts_its_points(game: Game, anna: User) -> None:
    line = line_of(game, anna)
    seq = next(m.seq for m in line.moments if isinstance(m.event, WinterScored))
    page = html.unescape(
        reader(anna).get(f"/games/{game.pk}/replay/", {"at": seq}).content.decode()
    )
    sheet = page.partition('class="score-sheet"')[2].partition("</table>")[0]
    points = line.shown(line.position(seq))["points"]
    counted = re.findall(r'data-count="(\d+)">(\d+)<', sheet)
    assert sorted(int(after) for _before, after in counted) == sorted(points.values())
    assert {before for before, _after in counted} == {"0"}
    (frame,) = frames(line, line.chapter(4), "en", only=seq)
    assert frame.scored is not None
    for row in frame.scored.lines:
        assert row.before + sum(row.items) == row.after
    watched = reader(anna).get(f"/games/{game.pk}/replay/", {"watch": "3"}).content.decode()
    assert f" {seq}:{shows.SCORED_MS}" in watched


@pytest.mark.parametrize(("language", "alone"), [("en", "now has the most"), ("de", "hat jetzt")])
def test_a_majority_that_changes_hands_is_told_with_what_changed_it(
    game: Game, anna: User, language: str, alone: str
) -> None:
    line = line_of(game, anna, language)
    sentences = [
        frame.sentence for chapter in line.chapters for frame in frames(line, chapter, language)
    ]
    assert any(alone in sentence for sentence in sentences)
