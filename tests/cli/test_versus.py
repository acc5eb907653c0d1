"""`python -m engine versus`: one bot against others, its seat rotated."""

from __future__ import annotations

import pytest

from engine.simulate import table
from engine.versus import Outcome, Tournament, by_seat, reckoned, wilson
from tests.cli.command import RULESET, Run

VERSUS = ("versus", "recruit", "random", "--players", "3", "--games", "3")


def test_it_prints_one_object_with_share_and_interval(run: Run) -> None:
    result = run(*VERSUS, "--option", "line_up=draft")
    assert (result.code, result.err) == (0, "")
    (line,) = result.lines
    assert line["bot"] == "recruit"
    assert line["others"] == ["random", "random"]
    assert line["options"]["line_up"] == "draft"
    assert (line["ruleset"], line["players"], line["games"], line["seed"]) == (RULESET, 3, 3, 1)
    low, high = line["interval"]
    assert 0 <= low <= line["share"] <= high <= 1
    assert line["points"] > line["others_points"]


def test_facts_and_their_fields_are_counted_where_somebody_asks(run: Run) -> None:
    assert "facts" not in run(*VERSUS).lines[0]
    counting = ("--count", "season_began", "--count", "season_began.season")
    (line,) = run(*VERSUS, *counting).lines
    seasons = line["facts"]["season_began.season"]
    assert line["facts"]["season_began"] == sum(seasons.values()) / line["games"]
    assert seasons["spring"] == seasons["autumn"] == 2 * line["games"]


def test_processes_change_nothing(run: Run) -> None:
    assert run(*VERSUS).out == run(*VERSUS, "--jobs", "2").out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("deep-blue", "random"), "no bot 'deep-blue'"),
        (("marshal", "random,random"), "one bot for all others, or 4, not 2"),
        (("marshal", "random", "--players", "9"), "is for 3, 4, 5 players, not 9"),
        (("marshal", "random", "--games", "0"), "0 is not from 1"),
        (("marshal", "random", "--option", "x"), "not name=value"),
        (("marshal", "random", "--ruleset", "chess"), "no ruleset 'chess'"),
        (("marshal",), "required: others"),
        (("marshal", "random", "--count", "checkmate"), "no fact 'checkmate'; known: action_"),
        (("marshal", "random", "--count", "season_began.hour"), "season_began has no field 'hour'"),
    ],
)
def test_bad_input_is_one_clear_line(arguments: tuple[str, ...], words: str, run: Run) -> None:
    result = run("versus", *arguments)
    assert (result.code, result.out) == (2, "")
    assert words in result.err
    assert result.err.count("\n") == 1


def test_the_bot_sits_on_every_seat_and_the_others_keep_their_order() -> None:
    tournament = Tournament(table(RULESET, 3, 1, {}, ("recruit", "random", "marshal")))
    seated = [tournament.seated(number) for number in range(4)]
    assert [seat for _, seat in seated] == ["A", "B", "C", "A"]
    assert [at_table.bots for at_table, _ in seated[:3]] == [
        ("recruit", "random", "marshal"),
        ("marshal", "recruit", "random"),
        ("random", "marshal", "recruit"),
    ]


def test_bots_that_are_all_alike_play_no_game_twice() -> None:
    alike = Tournament(table(RULESET, 3, 1, {}, ("random",)))
    points = [sorted((o.points, o.others)) for o in map(alike.outcome, range(3))]
    assert alike.seatings == 1
    assert points[0] != points[1] != points[2] != points[0]
    mixed = Tournament(table(RULESET, 4, 1, {}, ("random", "recruit", "random", "recruit")))
    assert mixed.seatings == 2
    assert Tournament(table(RULESET, 3, 1, {}, ("random", "random", "recruit"))).seatings == 3


def test_who_shares_a_victory_has_a_share_of_it() -> None:
    outcomes = [Outcome(1, 50, 40.0), Outcome(0.5, 45, 44.0), Outcome(0, 30, 45.0)]
    series = reckoned([*outcomes, Outcome(0, 35, 41.0)])
    assert (series["wins"], series["share"]) == (1.5, 0.375)
    assert (series["points"], series["others_points"]) == (40.0, 42.5)


def test_wins_by_seat_are_of_games_with_one_winner() -> None:
    winners = [("A",)] * 10 + [("B",)] * 4 + [("A", "C")] * 3 + [("C",)] * 4
    series = by_seat([Outcome(0, 0, 0.0, seats) for seats in winners], ("A", "B", "C"))
    # Six were even: 16/6 + 4/6 + 4/6.
    assert series == {"seats": {"A": 10, "B": 4, "C": 4}, "chi_square": 4.0}
    shared = by_seat([Outcome(0.5, 0, 0.0, ("A", "B"))], ("A", "B"))
    assert shared == {"seats": {"A": 0, "B": 0}, "chi_square": 0.0}


def test_the_interval_is_that_of_wilson() -> None:
    # R: binom::binom.confint(30, 100, method = "wilson")
    assert wilson(30, 100) == pytest.approx((0.21895, 0.39585), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0, 0.27753), abs=1e-4)
