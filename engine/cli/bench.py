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

from engine.bots import BOTS
from engine.cli.common import progress, put, whole_number
from engine.devices.tower import CUBE_TOWER, throw_cubes
from engine.kernel.chance import StepChance
from engine.kernel.core import Json
from engine.kernel.game import replay
from engine.kernel.log import lines_in, read_log, write_log
from engine.kernel.verify import verify
from engine.registry import FORECASTS, newest
from engine.simulate import Played, play, table

# What is measured of every ruleset: its fullest table, played by chance.
BOT = "random"
# Whose odds are measured, and whose figures have goals.
TOWER_GAME = "wallenstein-2010"
# Those in which there is a plan: its winters are chapters, and no seasons here.
SEASONS_A_GAME = 6
ODDS_TRIALS = 1_000_000
THROWS = 2_000


def arguments(parser: argparse.ArgumentParser) -> None:
    """How long to measure."""
    parser.add_argument("--games", default=60, type=whole_number(5, 10_000), metavar="G")
    parser.add_argument("--seed", default=7, type=whole_number(0, 2**63), metavar="S")


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    keys = [key for key, bots in BOTS.items() if BOT in bots]
    measured = {key: figures(key, args.games, args.seed) for key in keys}
    thrown = tower()
    put(
        {
            "context": context(),
            "engine": engine(measured[TOWER_GAME], thrown),
            "rulesets": measured,
            "tower": thrown,
            "goals": goals(),
        }
    )
    return 0


def figures(key: str, games: int, seed: int) -> Json:
    """How fast a ruleset is played, folded and proved, and the ratios to a bare floor."""
    at_table = table(key, max(newest(key).seats), seed, bots=[BOT])
    play(at_table, 0)
    numbers = progress(range(games), games, f"playing {key}")
    playing = statistics.median(timed(partial(play, at_table, number)) for number in numbers)
    played = [play(at_table, number) for number in range(min(games, 20))]
    files = [b"".join(write_log(one.game.header, one.entries)) for one in played]
    events = statistics.mean(len(one.entries) for one in played)
    fold = median_of([partial(fold_game, one) for one in played])
    proof = median_of([partial(prove, file) for file in files])
    floor = median_of([partial(read_and_hash, file) for file in files])
    return {
        "players": at_table.players,
        "games_per_second": round(1 / playing, 1),
        "chapters_per_second": round(statistics.mean(map(chapters, played)) / playing, 1),
        "events_per_game": round(events, 1),
        "fold_ms_per_game": round(fold * 1000, 2),
        "events_folded_per_second": round(events / fold),
        "verify_ms_per_game": round(proof * 1000, 2),
        "events_verified_per_second": round(events / proof),
        "ratios": {
            "verify / json.loads and sha256 of the same lines": round(proof / floor, 2),
            "play a game / json.loads and sha256 of its log": round(playing / floor, 2),
        },
    }


def chapters(played: Played) -> int:
    """How many chapters a game has had."""
    openers = played.table.ruleset.events.chapter_openers()
    return sum(entry.kind in openers for entry in played.entries)


def tower() -> Json:
    """How fast cubes are thrown and odds reckoned."""
    odds, bare_odds = timed(lambda: forecast(ODDS_TRIALS)), timed(bare_binomials)
    throwing = timed(lambda: throw_often(THROWS))
    return {
        "throws_per_second": round(THROWS / throwing),
        "odds_trials_per_second": round(ODDS_TRIALS / odds),
        "ratios": {"odds / bare numpy binomials of the same size": round(odds / bare_odds, 2)},
    }


def engine(played: Json, thrown: Json) -> Json:
    """The figures of the game with the tower in one list, by the names programs know them by."""
    games = played["games_per_second"]
    return {
        **{name: figure for name, figure in played.items() if name != "chapters_per_second"},
        **thrown,
        "seasons_per_second": round(SEASONS_A_GAME * games, 1),
        "ratios": {**played["ratios"], **thrown["ratios"]},
    }


def goals() -> Json:
    """What we want of these figures."""
    of_games = {
        "games_per_second": "at least 40",
        "fold_ms_per_game": "at most 5",
        "verify_ms_per_game": "at most 50",
    }
    return {
        "rulesets": {TOWER_GAME: of_games},
        "tower": {"odds_trials_per_second": "at least 1000000"},
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
        "bots": BOT,
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
    FORECASTS[TOWER_GAME](5, 4, 1, True, {"A": 2, "B": 2, "peasants": 3}, {"C": 1}, trials)


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
