"""Measure the engine on one core, as JSON, beside a floor measured in the same run."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from engine.cli.common import progress, put, whole_number
from engine.devices.tower import CUBE_TOWER, throw_cubes
from engine.kernel.chance import StepChance
from engine.kernel.core import Json
from engine.kernel.game import replay
from engine.kernel.log import lines_in, read_log, write_log
from engine.kernel.verify import verify
from engine.registry import FORECASTS
from engine.simulate import Played, play, table

RULESET = "wallenstein-2010"
SEASONS_A_GAME = 6
ODDS_TRIALS = 1_000_000


def arguments(parser: argparse.ArgumentParser) -> None:
    """How long to measure."""
    parser.add_argument("--games", default=60, type=whole_number(5, 10_000), metavar="G")
    parser.add_argument("--seed", default=7, type=whole_number(0, 2**63), metavar="S")


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    at_table = table(RULESET, 5, args.seed)
    play(at_table, 0)
    numbers = progress(range(args.games), args.games, "playing")
    seconds = statistics.median(timed(partial(play, at_table, n)) for n in numbers)
    games = [play(at_table, n) for n in range(min(args.games, 20))]
    put({"context": context(), "engine": figures(games, seconds), "goals": goals()})
    return 0


def figures(games: list[Played], seconds_a_game: float) -> Json:
    """Every measurement, and its ratio to a bare floor measured in the same run."""
    files = [b"".join(write_log(g.game.header, g.entries)) for g in games]
    events = statistics.mean(len(g.entries) for g in games)
    fold = median_of([partial(fold_game, g) for g in games])
    proof = median_of([partial(prove, f) for f in files])
    floor = median_of([partial(read_and_hash, f) for f in files])
    odds = timed(lambda: forecast(ODDS_TRIALS))
    bare_odds = timed(bare_binomials)
    throws = 2_000
    throwing = timed(lambda: throw_often(throws))
    return {
        "games_per_second": round(1 / seconds_a_game, 1),
        "seasons_per_second": round(SEASONS_A_GAME / seconds_a_game, 1),
        "events_per_game": round(events, 1),
        "fold_ms_per_game": round(fold * 1000, 2),
        "events_folded_per_second": round(events / fold),
        "verify_ms_per_game": round(proof * 1000, 2),
        "events_verified_per_second": round(events / proof),
        "throws_per_second": round(throws / throwing),
        "odds_trials_per_second": round(ODDS_TRIALS / odds),
        "ratios": {
            "verify / json.loads and sha256 of the same lines": round(proof / floor, 2),
            "play a game / json.loads and sha256 of its log": round(seconds_a_game / floor, 2),
            "odds / bare numpy binomials of the same size": round(odds / bare_odds, 2),
        },
    }


def goals() -> Json:
    """What we want of these figures."""
    return {
        "games_per_second": "at least 40",
        "fold_ms_per_game": "at most 5",
        "verify_ms_per_game": "at most 50",
        "odds_trials_per_second": "at least 1000000",
    }


def context() -> Json:
    """The machine and the program, so that two runs can be compared."""
    return {
        "python": platform.python_version(),
        "numpy": np.__version__,
        "machine": platform.machine(),
        "system": platform.system(),
        "cores": os.cpu_count(),
        "load_at_start": round(os.getloadavg()[0], 2),
        "ruleset": RULESET,
        "players": 5,
        "bots": "random",
    }


def timed(work: Callable[[], Any]) -> float:
    """How many seconds of one core a piece of work takes, whatever else the machine does."""
    began = time.process_time()
    work()
    return time.process_time() - began


def median_of(pieces: list[Callable[[], Any]]) -> float:
    """The median time of several pieces of work of one kind."""
    return statistics.median(timed(piece) for piece in pieces)


def fold_game(played: Played) -> None:
    """A finished game from its entries."""
    replay(played.table.ruleset, played.game.header, played.entries)


def prove(file: bytes) -> None:
    """A finished game from its file, to the last fact."""
    verify(*read_log(lines_in(file)))


def read_and_hash(file: bytes) -> None:
    """The least any checker of a log must do."""
    for line in file.splitlines():
        json.loads(line)
        hashlib.sha256(line).digest()


def forecast(trials: int) -> None:
    """A battle of middling size, cubes in the tower and in the tray."""
    FORECASTS[RULESET](5, 4, 1, True, {"A": 2, "B": 2, "peasants": 3}, {"C": 1}, trials)


def bare_binomials() -> None:
    """The random numbers alone that a forecast needs."""
    generator = np.random.Generator(np.random.Philox(0))
    for cubes in (5, 2, 4, 2, 1, 3, 1):
        generator.binomial(cubes, 0.6, ODDS_TRIALS)


def throw_often(times: int) -> None:
    """Single exact throws, a stream for each."""
    chance = StepChance(bytes(32), {CUBE_TOWER.name: CUBE_TOWER})
    for _ in range(times):
        throw_cubes(chance, {"A": 5, "B": 4, "peasants": 1}, {"A": 2, "B": 2, "peasants": 3})
