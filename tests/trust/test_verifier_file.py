"""The verifier of one file: stands alone, finds recorded games true, says what it did not check."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.registry import RULESETS, newest
from engine.wallenstein.board import ACTIONS, COUNTIES
from engine.wallenstein.emperors_court.cards import FAVORS
from games.trust import joining, verifier
from games.trust.pages import FILE_NAME, verifier_file
from games.trust.verifier import TABLES, Unusable, check, main, told
from tests.trust.copies import (
    COURT,
    FIVE,
    GAMES,
    ONE_OF_EACH,
    RULINGS,
    between_steps,
    log_of,
    rehashed,
    written,
)
from tests.trust.handed_out import program

FILE = verifier_file()
INDEX = json.loads((GAMES[0].parent / "index.json").read_text("utf-8"))


def middle(game: Path, *, seat: str | None) -> bytes:
    """A log in the middle of its game, as a seat or a spectator reads it."""
    log = log_of(game)
    log = between_steps(log, len(log) // 2)
    for entry in log[1:]:
        if entry["payload"].get("seat") != seat:
            entry.pop("secret", None)
    return written(log)


def test_it_needs_nothing_but_python_and_knows_nothing_of_us() -> None:
    imported: set[str] = set()
    for node in ast.walk(ast.parse(FILE)):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").partition(".")[0])
    assert imported <= set(sys.stdlib_module_names)
    assert not imported & {"importlib", "subprocess", "socket", "urllib", "http"}


def test_it_runs_alone_in_an_empty_folder(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(FILE)
    shutil.copy(FIVE, tmp_path)
    alone = [sys.executable, "-I", "-S", FILE_NAME, FIVE.name]
    done = subprocess.run(alone, cwd=tmp_path, capture_output=True, check=False)
    text = done.stdout.decode("utf-8")
    assert (done.returncode, done.stderr) == (0, b"")
    assert text.splitlines()[-1].startswith(f"ok {FIVE.name} events=982 throws=36 head=45839e8e")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_recorded_game_holds(game: Path) -> None:
    report = check(game.read_bytes())
    assert report.verdict == "OK"
    assert report.over
    assert report.sealed == 0
    # Most were played by bots alone, under salts that do not follow from the link.
    of_bots = [
        "the server sealed last",
        "bots answered under a salt that does not follow from the link",
    ]
    remarks = [remark.partition(", ")[0] for remark in report.remarks]
    assert remarks == ([] if game in RULINGS else of_bots)
    known = INDEX[game.name.removesuffix(".wlog.jsonl")]
    told_of = (report.entries, len(report.throws), report.head)
    assert told_of == (known["events"], known["throws"], known["head"])
    log = log_of(game)
    draws = [e["payload"] for e in log[1:] if {"draw", "draws"} & set(e["payload"])]
    expected = sum(len(p["draws"]) if "draws" in p else p["draw"] is not None for p in draws)
    assert report.draws == expected


@pytest.mark.parametrize("game", [FIVE, *ONE_OF_EACH], ids=lambda game: game.name)
@pytest.mark.parametrize("seat", ["A", "C", None])
def test_a_game_in_the_middle_holds_and_the_report_says_what_is_sealed(
    seat: str | None, game: Path
) -> None:
    data = middle(game, seat=seat)
    report = check(data)
    assert report.verdict == "OK"
    sealed = [json.loads(line) for line in data.splitlines() if b'"answer_sealed"' in line]
    assert report.sealed == sum("secret" not in entry for entry in sealed) > 0
    assert report.opened == sum("secret" in entry for entry in sealed)
    text = "\n".join(told(report, "game"))
    assert f"{report.sealed} answers that are still sealed for you" in text
    assert "the game is not over in this log" in text


def test_the_report_tells_every_throw_in_words_of_the_game() -> None:
    text = "\n".join(told(check(FIVE.read_bytes()), FIVE.name))
    assert "Year 1, spring: 3 throws" in text
    assert (
        "  2. C attacks luettich from trier, armies 1; defender B, armies 3;"
        " added from the supplies nothing\n"
        "     entry 247, step 45, stream “throw 1”\n"
        "     thrown B 3, C 1; in the tower before A 3, B 3, C 4, D 2, E 2, peasants 4\n"
        "     fell   A 2, B 1, C 2; in the tower after A 1, B 5, C 3, D 2, E 2, peasants 4\n"
        "     result attacker; luettich is held by C, armies 1;"
        " back to the supplies B 1, C 1\n"
    ) in text
    assert "  + throws: 36, each made again cube by cube from its stream" in text
    assert "  + questions: 104, each by its right name, and answered before its step" in text
    assert "  - whether the rules of the game were followed" in text


def test_a_throw_is_told_by_what_belongs_to_it_and_by_nothing_else() -> None:
    log = log_of(COURT)
    between = {"courtiers_sent", "favor_gained"}
    assert between <= {entry["kind"] for entry in log[1:] if entry["payload"].get("tray")}
    throws = check(COURT.read_bytes()).throws
    whys = ("the tower is filled", "attacks", "revolts")
    assert all(any(why in throw.why for why in whys) for throw in throws)
    assert [len(throw.result) for throw in throws] == [1] * len(throws)


@pytest.mark.parametrize("option", ["emperors_court", "landsknechte"])
def test_what_an_expansion_brings_belongs_to_games_that_are_played_with_it(option: str) -> None:
    game = next(game for game in ONE_OF_EACH if option in game.name)
    log = log_of(game)
    log[0]["options"][option] = "off"
    wrong = check(rehashed(log)).wrong
    assert wrong is not None
    assert wrong.seq


@pytest.mark.parametrize(
    ("key", "value", "gap"),
    [
        ("ruleset", "wallenstein-1999", "does not know the ruleset wallenstein-1999 version 1"),
        ("version", 77, "does not know the ruleset wallenstein-2010 version 77"),
        ("options", {"line_up": "by lot"}, "does not know all options"),
        ("options", {"emperors_court": "on"}, "does not know all options"),
        ("tower", "sieve-9", "does not know the tower sieve-9"),
    ],
)
def test_what_it_does_not_know_it_says(
    key: str, value: object, gap: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = log_of(FIVE)
    log[0][key] = value
    path = tmp_path / "strange.wlog.jsonl"
    path.write_bytes(rehashed(log))
    assert main([str(path)]) == 2
    shown = capsys.readouterr().out
    assert gap in shown
    assert shown.splitlines()[-1].startswith("NOT FULLY CHECKED")


def test_without_tables_it_still_makes_every_throw_again() -> None:
    log = log_of(FIVE)
    log[0]["version"] = 77
    thrown = next(e for e in log[1:] if e["kind"] == "tower_thrown")
    thrown["payload"]["throw"]["fell"]["A"] += 1
    wrong = check(rehashed(log)).wrong
    assert wrong is not None
    assert wrong.seq == thrown["seq"]


@pytest.mark.parametrize(
    "data",
    [b"", b"\n", b"[]\n", b"{}\n", b"\xff\xfe\n", b'{"format": "other/1"}\n', b"no line feed"],
)
def test_what_is_no_log_is_refused_in_one_line(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Unusable):
        check(data)
    path = tmp_path / "game"
    path.write_bytes(data)
    assert main([str(path)]) == 2
    told_of = capsys.readouterr()
    assert told_of.out == ""
    assert len(told_of.err.splitlines()) == 1
    assert main([str(tmp_path / "missing")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_a_number_of_cubes_that_would_take_for_ever_is_refused() -> None:
    log = log_of(FIVE)
    log[0]["version"] = 77  # where no table limits what may be thrown
    thrown = next(e for e in log[1:] if e["kind"] == "tower_thrown")
    thrown["payload"]["throw"]["thrown"]["A"] = 10**12
    wrong = check(rehashed(log)).wrong
    assert wrong is not None
    assert (wrong.seq, wrong.reason) == (
        thrown["seq"],
        "cubes are not counted as they should be",
    )


def test_the_worst_of_several_games_is_what_it_exits_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.wlog.jsonl"
    bad.write_bytes(FIVE.read_bytes().replace(b"combat_a", b"combat_b", 1))
    assert main(["--brief", str(FIVE), str(bad)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" ")[0] for line in lines] == ["ok", "FAILED"]
    assert main([str(bad)]) == 1
    report = capsys.readouterr().out
    assert "What was right up to there" in report
    assert "  - everything after that" in report


def test_a_log_cannot_steer_the_terminal_that_shows_its_report() -> None:
    log = log_of(FIVE)
    log[0]["game"] = "\x1b[2Jok"
    lines = list(told(check(rehashed(log)), "\x1b[2Jgame"))
    assert lines[1] == "  game ?[2Jok"
    assert all(line.isprintable() for line in lines)


@pytest.mark.parametrize("key", ["wallenstein-2002", "wallenstein-2010"])
def test_the_decks_of_the_tables_are_the_printed_ones(key: str) -> None:
    rules, printed = TABLES["rulesets"][key], newest(key).rules  # type: ignore[attr-defined]
    assert rules["decks"] == {
        "counties": list(COUNTIES),
        "actions": list(ACTIONS),
        "events": list(printed.events),
        **({"tiles": list(printed.tiles)} if printed.tiles else {}),
    }
    out = {name for name, county in COUNTIES.items() if not county.in_three_player_game}
    assert set(rules["left_out"]["3"]) == out


def test_every_ruleset_version_and_option_is_in_the_tables() -> None:
    for (key, version), ruleset in RULESETS.items():
        rules = TABLES["rulesets"][key]
        assert version in rules["versions"]
        more = {o for o, m in rules.get("expansions", {}).items() if version in m["versions"]}
        known = {**rules["options"], **dict.fromkeys(more, ("off", "on"))}
        assert {name: set(values) for name, values in known.items()} == {
            name: set(spec.values) for name, spec in ruleset.options.items()
        }


def test_the_favors_of_the_tables_are_the_printed_ones() -> None:
    court = TABLES["rulesets"]["wallenstein-2010"]["expansions"]["emperors_court"]
    assert court["decks"] == {"favors": list(FAVORS)}


def test_the_file_is_its_parts_and_nothing_else() -> None:
    """What the parts say of a log, true or not, the joined file says in the same words."""
    file = program()
    for game in ONE_OF_EACH:
        log = log_of(game)
        at = next(e["seq"] for e in log[1:] if e["kind"] == "tower_thrown")
        log[at]["payload"]["throw"]["fell"]["A"] = 77
        for data in (game.read_bytes(), rehashed(log)):
            parts = list(told(check(data), game.name))
            assert list(file.told(file.check(data), game.name)) == parts
    assert file.TABLES == TABLES


def test_no_two_parts_of_the_file_may_have_the_same_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One would take the place of the other, and nobody would see it."""
    source = joining._source
    more = {"wording": "\n\ndef check() -> None:\n    pass\n"}
    monkeypatch.setattr(joining, "_source", lambda name: source(name) + more.get(name, ""))
    with pytest.raises(ValueError, match="check is defined in audit and in wording"):
        joining.joined_with.__wrapped__(())


def test_the_file_needs_no_newer_python_than_it_says() -> None:
    assert b"Python (3.9 or later)" in FILE
    assert ast.parse(FILE, feature_version=(3, 9)).body


def test_the_file_can_be_read() -> None:
    """By a person: no endless lines, and each part of the source as it stands in its module."""
    text = FILE.decode()
    assert max(map(len, text.splitlines())) <= 160
    for part in (Path(verifier.__file__).parent).glob("[!_]*.py"):
        source = part.read_text("utf-8")
        for node in ast.parse(source).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                assert ast.get_source_segment(source, node) in text  # type: ignore[operator]
