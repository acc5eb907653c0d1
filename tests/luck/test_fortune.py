"""The luck of players: every battle of recorded games, with its exact chance."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine.devices.tower import TOWERS, throw
from engine.kernel.chance import stream
from engine.kernel.game import decode, new_game
from engine.kernel.log import Header, read_log
from engine.registry import ruleset_of
from engine.wallenstein.battle_events import BattleDecided, RevoltDecided
from engine.wallenstein.fight import judge_attack
from games.boards.wallenstein.tower import stakes as board
from games.luck.fortune import FEW, Fortune, Side, Stake, fortunes

RECORDED = Path(__file__).resolve().parents[1] / "recorded"
GAMES = sorted(RECORDED.glob("wallenstein-*.wlog.jsonl"))
SIEVE = TOWERS["sieve-1"]


def stakes_of(path: Path) -> tuple[list[Any], list[Stake], Header]:
    header, entries = read_log(path.read_bytes().splitlines(keepends=True))
    ruleset: Any = ruleset_of(header.ruleset, header.version)
    events = [decode(ruleset, entry) for entry in entries]
    start = new_game(ruleset, header).state
    return events, list(board.stakes(start, events, TOWERS[header.tower])), header


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name.partition(".")[0])
def test_every_battle_counts_for_everybody_in_it(path: Path) -> None:
    events, stakes, header = stakes_of(path)
    battles = [e for e in events if isinstance(e, BattleDecided)]
    revolts = [e for e in events if isinstance(e, RevoltDecided)]
    assert len(stakes) == len(battles) + len(revolts) + sum(bool(e.defender) for e in battles) > 10
    won = dict.fromkeys(header.seats, 0)
    for battle in battles:
        winner = {"attacker": battle.seat, "defender": battle.defender}.get(battle.outcome)
        if winner:
            won[winner] += 1
    for revolt in revolts:
        won[revolt.seat] += revolt.held
    results = fortunes(TOWERS[header.tower], header.seats, stakes)
    assert {one.seat: one.battles.count for one in results} == won
    for one in results:
        assert math.fsum(s.chance for s in one.stakes) == pytest.approx(one.battles.expected)
        assert one.battles.most == len(one.stakes)
        for measure in one.measures:
            low, high = measure.span
            # Both ends are whole numbers, and what was to be expected is none.
            assert 0 <= low < measure.expected + 1
            assert measure.expected - 1 < high
            assert sum(measure.law) == pytest.approx(1)


def test_the_chance_of_a_battle_is_how_often_it_is_won() -> None:
    events, stakes, _ = stakes_of(RECORDED / "wallenstein-2010-5p-draft-orders.wlog.jsonl")
    tried = 0
    for stake in stakes:
        fact = next(
            e for e in events[stake.place :] if isinstance(e, BattleDecided | RevoltDecided)
        )
        if not isinstance(fact, BattleDecided) or fact.seat != stake.seat or not fact.defender:
            continue
        record = events[stake.place].throw
        allied = stake.against.thrown + stake.against.lodged > sum(
            record[what].get(fact.defender, 0) for what in ("thrown", "lodged")
        )
        often = 2000
        source = stream(bytes(32), f"test {stake.place}")
        wins = 0
        for _ in range(often):
            fell = throw(SIEVE, source, record["thrown"], record["lodged"])
            wins += judge_attack(fell, fact.seat, fact.defender, allied).outcome == "attacker"
        spread = math.sqrt(max(stake.chance * (1 - stake.chance), 1e-4) / often)
        assert abs(wins / often - stake.chance) < 5 * spread
        tried += 1
    assert tried > 3


def test_e_3_the_chance_of_who_stands_back_is_how_often_the_county_is_held() -> None:
    events, stakes, _ = stakes_of(RECORDED / "wallenstein-2002-v2-nobody-fights.wlog.jsonl")
    held = next(
        at
        for at, event in enumerate(events)
        if isinstance(event, BattleDecided)
        and event.owner == event.defender is not None
        and not event.garrison
    )
    fact, record = events[held], events[held - 1].throw
    (stake,) = (one for one in stakes if (one.place, one.seat) == (held - 1, fact.defender))
    often, source = 2000, stream(bytes(32), "reserve")
    won = Counter(
        judge_attack(fell, fact.seat, fact.defender, allied=True, reserve=1).outcome
        for fell in (throw(SIEVE, source, record["thrown"], record["lodged"]) for _ in range(often))
    )
    spread = math.sqrt(stake.chance * (1 - stake.chance) / often)
    assert abs(won["defender"] / often - stake.chance) < 5 * spread
    assert stake.result == "won"


def one_of(chance: float, number: int, won: int) -> Fortune:
    side = Side(thrown=2, lodged=1, fell=1)
    stakes = [
        Stake(at, "A", chance, "won" if at < won else "lost", 6, side, side) for at in range(number)
    ]
    return fortunes(SIEVE, ["A"], stakes)[0]


def test_luck_is_told_apart_from_ordinary_luck() -> None:
    assert one_of(0.5, 20, 10).battles.side == 0
    assert one_of(0.5, 20, 10).battles.span == (6, 14)
    lucky, unlucky = one_of(0.5, 20, 16).battles, one_of(0.5, 20, 4).battles
    assert (lucky.side, unlucky.side) == (1, -1)
    assert lucky.chance == pytest.approx(unlucky.chance)
    assert lucky.chance == pytest.approx(sum(math.comb(20, k) for k in range(16, 21)) / 2**20)


def test_few_battles_are_called_few() -> None:
    assert one_of(0.5, FEW - 1, 9).few
    assert not one_of(0.5, FEW, 5).few
    nobody = one_of(0.5, 0, 0)
    assert nobody.few
    assert [measure.span for measure in nobody.measures] == [(0, 0)] * 3


def test_cubes_of_both_sides_are_counted_by_the_exact_law() -> None:
    fortune = one_of(0.5, 12, 6)
    passing, loosened = 0.6, 1 - 0.93**6
    assert fortune.own.count == 12
    assert fortune.own.most == 36
    assert fortune.own.expected == pytest.approx(12 * (2 * passing + loosened))
    assert fortune.own.law == fortune.against.law
