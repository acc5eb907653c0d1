"""Each command of `python -m engine` does what docs and scripts may rely on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.cli import COMMANDS
from engine.cli.play import final_table
from engine.kernel.log import read_log
from engine.registry import newest
from engine.simulate import Played, play, table
from tests.cli.command import ODDS, RULESET, SIMULATE, Result, Run

TEXT = newest(RULESET).text()
NAMES = [command.__name__.rpartition(".")[2] for command in COMMANDS]


def test_the_commands_of_the_contract_are_there() -> None:
    assert {"rulesets", "simulate", "verify", "scenario", "odds", "bench"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_each_command_explains_itself(name: str, run: Run) -> None:
    result = run(name, "--help")
    assert result.code == 0
    assert result.err == ""
    assert result.out.startswith(f"usage: python -m engine {name}")


def test_the_help_lists_every_command(run: Run) -> None:
    result = run("--help")
    assert result.code == 0
    assert all(re.search(rf"^    {name} ", result.out, re.M) for name in NAMES)


def test_rulesets_lists_key_version_seats_and_options(run: Run) -> None:
    result = run("rulesets")
    assert (result.code, result.err) == (0, "")
    (listed,) = result.lines
    ours = next(ruleset for ruleset in listed if ruleset["key"] == RULESET)
    assert ours["version"] >= 1
    assert ours["seats"] == [3, 4, 5]
    assert ours["options"]["choices"] == {"default": "orders", "values": ["orders", "ask"]}
    assert ours["options"]["line_up"] == {"default": "default", "values": ["default", "draft"]}


def test_simulate_prints_a_line_a_game(run: Run) -> None:
    result = run(*SIMULATE, "--games", "2")
    assert (result.code, result.err) == (0, "")
    assert len(result.lines) == 2
    for number, line in enumerate(result.lines):
        assert list(line) == [
            "game",
            "seed",
            "players",
            "ruleset",
            "version",
            "events",
            "throws",
            "scores",
            "winners",
            "head",
        ]
        assert line["game"].endswith(f"-g{number}")
        assert (line["seed"], line["players"], line["ruleset"]) == (4, 3, RULESET)
        assert line["version"] >= 1
        assert line["events"] > line["throws"] > 0
        assert list(line["scores"]) == ["A", "B", "C"]
        best = max(line["scores"].values())
        assert all(line["scores"][winner] == best for winner in line["winners"])
        assert line["winners"]
        assert re.fullmatch("[0-9a-f]{64}", line["head"])
    assert run(*SIMULATE, "--games", "2") == result


def test_simulate_writes_the_logs_it_counts(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "new" / "folder"
    result = run(*SIMULATE, "--games", "2", "--out", out)
    assert result == run(*SIMULATE, "--games", "2")
    files = sorted(out.iterdir())
    assert [path.name for path in files] == [f"{line['game']}.wlog.jsonl" for line in result.lines]
    for path, line in zip(files, result.lines, strict=True):
        header, entries = read_log(path.read_bytes().splitlines(keepends=True))
        assert header.game == line["game"]
        assert len(entries) == line["events"]
        assert entries[-1].hash == line["head"]
        expected = f"ok {path} events={line['events']} throws={line['throws']}"
        assert run("verify", path) == Result(0, f"{expected} head={line['head']}\n", "")


@pytest.mark.parametrize(
    "more",
    [
        ["--option", "choices=ask"],
        ["--option", "line_up=draft", "--option", "choices=ask"],
        ["--bots", "random"],
        ["--bots", "random,random,random"],
    ],
    ids=" ".join,
)
def test_simulate_takes_options_and_bots(more: list[str], run: Run) -> None:
    result = run(*SIMULATE, *more)
    assert (result.code, result.err) == (0, "")
    assert len(result.lines) == 1


def test_odds_gives_shares(run: Run) -> None:
    result = run(*ODDS, "--trials", "2000", "--lodged", "A=2,peasants=3", "--tray", "C=1")
    assert (result.code, result.err) == (0, "")
    (odds,) = result.lines
    assert odds["win"] + odds["tie"] + odds["loss"] == pytest.approx(1)
    assert odds["exact"]["win"] == pytest.approx(odds["win"], abs=0.06)
    assert odds["trials"] == 2000
    neutral = run("odds", "--ruleset", RULESET, "--attack", "3", "--defend", "0")
    peasants = run(
        "odds", "--ruleset", RULESET, "--attack", "3", "--defend", "0", "--peasants", "1"
    )
    assert neutral == peasants


def test_bench_measures(run: Run) -> None:
    result = run("bench", "--games", "5")
    assert (result.code, result.err) == (0, "")
    (bench,) = result.lines
    known = bench["engine"]
    assert known["seasons_per_second"] == pytest.approx(6 * known["games_per_second"])
    assert known["throws_per_second"] == bench["tower"]["throws_per_second"]
    assert known["ratios"].keys() > bench["tower"]["ratios"].keys()
    of_game = bench["rulesets"]["wallenstein-2010"]
    assert known.keys() >= of_game.keys() - {"chapters_per_second"}
    assert {"wallenstein-2010", "wallenstein-2002", "loewenherz-2003"} <= set(bench["rulesets"])
    for key, figures in bench["rulesets"].items():
        assert figures.pop("players") == max(newest(key).seats)
        ratios = figures.pop("ratios")
        assert set(figures) == {
            *("games_per_second", "chapters_per_second", "events_per_game"),
            *("fold_ms_per_game", "events_folded_per_second"),
            *("verify_ms_per_game", "events_verified_per_second"),
        }
        assert all(figure > 0 for figure in (*figures.values(), *ratios.values()))
    assert {"throws_per_second", "odds_trials_per_second"} <= set(bench["tower"])
    # Whatever has a goal is measured.
    assert set(bench["goals"]["rulesets"]) <= set(bench["rulesets"])
    assert set(bench["goals"]["tower"]) <= set(bench["tower"])


@pytest.mark.parametrize("language", ["en", "de"])
def test_play_tells_a_game(language: str, run: Run) -> None:
    result = run("play", "--players", "3", "--bots", "random", "--language", language)
    assert (result.code, result.err) == (0, "")
    assert re.search(r"[0-9a-f]{64}", result.out)


def test_the_final_table_ranks_as_the_rules_do() -> None:
    played = play(table(RULESET, 3, 1, {}, ["random"]), 0)
    *before, end = played.entries
    assert end.kind == "game_ended"
    # Points alone would never lead to this order, as the least of them come first.
    turned = end.but(payload={**end.payload, "ranking": end.payload["ranking"][::-1]})
    colours = [TEXT.seat(row["seat"], "en") for row in turned.payload["ranking"]]
    shown = final_table(Played(played.table, played.game, [*before, turned]), "en")
    assert [str(cell).removeprefix("* ") for cell in shown.columns[0].cells] == colours
