"""The tower on trial: an honest one is let go, every other kind is found out by the right check."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import numpy as np
import pytest

from engine.devices.tower import TOWERS, fall_counts
from engine.kernel.core import Json
from games.luck.tally import PARTS, Law, Streak, Tally
from games.luck.trial import ENOUGH, Trial, trial
from tests.luck.throwing import COLOURS, SIEVE, fairly, tally_of, throws


def tried(records: list[Json]) -> Trial:
    return trial(SIEVE, tally_of(records))


def chances(trial: Trial) -> dict[str, float]:
    return {check.key: 1.0 if check.chance is None else check.chance for check in trial.checks}


def test_everything_is_counted_once() -> None:
    records = throws(1, 200)
    tally = tally_of(records)
    assert tally.throws == 200
    for what in ("thrown", "lodged", "fell"):
        for colour in COLOURS:
            recorded = sum(record[what].get(colour, 0) for record in records)
            counted = [cell for (c, _), cell in tally.cells.items() if c == colour]
            assert sum(getattr(cell, what) for cell in counted) == recorded
    assert sum(heap.happened for heap in tally.heaps) == 200
    assert sum(heap.expected for heap in tally.heaps) == pytest.approx(200 * PARTS, abs=1000)
    assert sum(run.reached for run in tally.runs) == 199


def test_games_may_be_counted_in_any_order_and_in_pieces() -> None:
    games = [throws(seed, 40) for seed in range(4)]
    forth, back = Tally(), Tally()
    for tally, order in ((forth, games), (back, games[::-1])):
        for game in order:
            streak: Streak | None = None
            for record in game:
                streak = tally.add(SIEVE, record, streak)
    assert forth.to_json() == back.to_json()
    kept = Tally()
    streaks: list[Streak | None] = [None] * 4
    for piece in range(0, 40, 10):
        for number, game in enumerate(games):
            kept = Tally.from_json(kept.to_json())
            for record in game[piece : piece + 10]:
                streaks[number] = kept.add(SIEVE, record, streaks[number])
    assert kept.to_json() == forth.to_json()


def test_nothing_thrown_is_no_throw() -> None:
    tally, before = Tally(), Streak(above=True, length=2)
    assert tally.add(SIEVE, {"thrown": {}, "lodged": {}, "fell": {}}, before) == before
    assert tally.throws == 0
    result = trial(SIEVE, tally)
    assert (result.throws, result.enough, result.doubtful) == (0, False, False)
    assert all(check.chance is None for check in result.checks)


def test_a_run_is_followed_to_its_end() -> None:
    tally = Tally()
    most = {"thrown": {"A": 5}, "lodged": {}, "fell": {"A": 5}}
    least = {"thrown": {"A": 5}, "lodged": {}, "fell": {}}
    streak: Streak | None = None
    for record in (most, most, most, least, least, most):
        streak = tally.add(SIEVE, record, streak)
    assert streak == Streak(above=True, length=1)
    assert [(run.reached, run.went_on) for run in tally.runs[:3]] == [(2, 2), (2, 1), (1, 0)]
    above = Law.of(SIEVE, {"A": 5}, {})
    assert above is not None
    first, second = above.above(), 1 - above.above()
    assert tally.runs[0].expected == round(PARTS * first) + round(PARTS * second)


def test_the_law_of_a_throw_is_that_of_many_throws() -> None:
    thrown, lodged = {"A": 4, "B": 3}, {"B": 2, "peasants": 5}
    law = Law.of(SIEVE, thrown, lodged)
    assert law is not None
    made = np.sum(list(fall_counts(SIEVE, thrown, lodged, 200_000, 7).values()), axis=0)
    assert law.mean == pytest.approx(float(np.mean(made)), abs=0.02)
    assert law.deviation == pytest.approx(float(np.std(made)), abs=0.02)
    heaps = np.bincount([law.heap(int(count)) for count in made[:50_000]], minlength=5) / 50_000
    assert law.heaps() == pytest.approx(list(heaps), abs=0.01)
    assert law.above() == pytest.approx(float(np.mean(made > law.mean)), abs=0.01)


def test_an_honest_tower_is_let_go() -> None:
    result = tried(throws(11, 4000))
    assert result.enough
    assert not result.doubtful
    assert min(chances(result).values()) > 0.01
    by_key = {check.key: check for check in result.checks}
    assert [row.key for row in by_key["colour"].rows] == ["A", "B", "C", "peasants"]
    assert [row.key for row in by_key["runs"].rows] == ["1", "2", "3", "4", "5", "6+"]
    assert result.cubes == sum(row.tries for row in by_key["size"].rows)


def test_of_many_honest_towers_each_check_doubts_as_few_as_it_says() -> None:
    results = [chances(tried(throws(seed, 150))) for seed in range(150)]
    for key in ("colour", "size", "runs"):
        low = sum(one[key] < 0.1 for one in results) / len(results)
        # A tenth, give or take three standard deviations of so many trials.
        assert abs(low - 0.1) < 3 * sqrt(0.09 / len(results)), key
    # Made of throws that differ in their laws, this one errs on the tower's side.
    assert sum(one["spread"] < 0.1 for one in results) / len(results) < 0.1 + 3 * sqrt(0.09 / 150)


def test_a_tower_that_holds_too_many_is_found_out() -> None:
    greedy = replace(TOWERS["sieve-1"], lodge=(47, 100))
    result = tried(throws(3, 3000, greedy))
    assert result.doubtful
    assert chances(result)["colour"] < 1e-6
    assert chances(result)["size"] < 1e-6


def test_a_tower_that_big_throws_do_not_shake_is_found_out_by_size() -> None:
    calm = replace(TOWERS["sieve-1"], stay=(96, 100))
    assert chances(tried(throws(4, 3000, calm)))["size"] < 1e-6


def test_a_tower_that_knows_a_colour_is_found_out_by_colour() -> None:
    def likes_a(chance, colour, thrown, lodged, falls):
        better = 0.05 if colour == "A" else -0.017
        return fairly(chance, colour, thrown, lodged, (falls[0] + better, falls[1]))

    result = tried(throws(5, 4000, fall=likes_a))
    rows = next(check.rows for check in result.checks if check.key == "colour")
    assert chances(result)["colour"] < 1e-4
    assert max(rows, key=lambda row: row.strayed).key == "A"
    assert next(row for row in rows if row.key == "A").is_outside


def test_a_tower_without_surprises_is_found_out_by_its_spread() -> None:
    def dull(_chance, _colour, thrown, lodged, falls):
        return round(thrown * falls[0] + lodged * falls[1])

    assert chances(tried(throws(6, 1000, fall=dull)))["spread"] < 1e-6


def test_a_tower_with_moods_is_found_out_by_its_runs() -> None:
    mood = [0.12]

    def moody(chance, colour, thrown, lodged, falls):
        if colour == "A" and chance.random() < 0.1:
            mood[0] = -mood[0]
        return fairly(chance, colour, thrown, lodged, (falls[0] + mood[0], falls[1]))

    assert chances(tried(throws(8, 4000, fall=moody)))["runs"] < 1e-4


def test_few_throws_say_nothing() -> None:
    greedy = replace(TOWERS["sieve-1"], lodge=(9, 10))
    result = tried(throws(3, ENOUGH - 1, greedy))
    assert not result.enough
    assert not result.doubtful
