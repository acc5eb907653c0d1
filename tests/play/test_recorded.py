"""Games recorded once must be read, proved, folded and played again bit for bit, for ever."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.kernel.game import Position, advance, new_game, replay, seal_answer
from engine.kernel.journal import AnswerSealed, StepBegan
from engine.kernel.log import Entry, Header, read_log, write_log
from engine.kernel.verify import verify
from engine.loewenherz.events import DeserterAsked, TurnBegan
from engine.registry import ruleset_of
from tests.recorded.realms import REALMS
from tests.recorded.record import FOLDER, GAMES, INDEX, index_line, path_of
from tests.recorded.rulings import RULINGS

EXPECTED = json.loads(INDEX.read_text("utf-8")) if INDEX.exists() else {}


def recorded(name: str) -> tuple[Header, list[Entry]]:
    return read_log(path_of(name).read_bytes().splitlines(keepends=True))


def test_no_game_is_missing_and_none_is_new() -> None:
    files = {path.name.removesuffix(".wlog.jsonl") for path in FOLDER.glob("*.wlog.jsonl")}
    assert files == set(EXPECTED), "the folder and its index differ"
    wanted = {*GAMES, *RULINGS, *REALMS}
    assert wanted <= files, "record the missing games: python -m tests.recorded.record"


@pytest.mark.parametrize("name", EXPECTED)
def test_a_recorded_game_is_proved(name: str) -> None:
    proof = verify(*recorded(name))
    assert proof.head == EXPECTED[name]["head"]
    assert proof.events == EXPECTED[name]["events"]
    assert proof.uses.get("tower", 0) == EXPECTED[name]["throws"]
    assert proof.resolved == proof.steps


@pytest.mark.parametrize("name", EXPECTED)
def test_a_recorded_game_is_folded_to_the_same_views(name: str) -> None:
    header, entries = recorded(name)
    game = replay(ruleset_of(header.ruleset, header.version), header, entries)
    assert game.finished
    line = index_line(game, len(entries), EXPECTED[name]["throws"])
    assert line == EXPECTED[name]


@pytest.mark.parametrize("name", EXPECTED)
def test_a_recorded_game_is_played_again_from_its_answers(name: str) -> None:
    header, entries = recorded(name)
    game, played = new_game(ruleset_of(header.ruleset, header.version), header), []
    veil = bytes.fromhex(entries[-1].payload["veil"]) if header.veil else b""
    for entry in entries:
        game, made = played_again(game, entry, veil)
        played.extend(made)
    assert b"".join(write_log(header, played)) == path_of(name).read_bytes()
    assert game.head == EXPECTED[name]["head"]


def played_again(game: Position, entry: Entry, veil: bytes) -> tuple[Position, list[Entry]]:
    """What an answer or a link of a recorded game leads to; facts are not read at all."""
    if entry.kind == AnswerSealed.kind:
        assert entry.secret is not None
        decision, by = entry.payload["decision"], entry.payload["by"]
        secret = entry.secret
        game, sealed = seal_answer(game, decision, secret.answer, secret.salt, entry.at, by)
        return game, [sealed]
    if entry.kind == StepBegan.kind:
        return advance(game, bytes.fromhex(entry.payload["link"]), entry.at, veil)
    return game, []


def test_realms_hold_what_is_rare_in_them() -> None:
    """Orders left in advance, a victim that chooses, a seat whose oldest card is sold."""
    facts = {name: [(e.kind, e.payload) for e in recorded(name)[1]] for name in REALMS}
    for name, (players, late, _luck) in REALMS.items():
        turns = [payload for kind, payload in facts[name] if kind == TurnBegan.kind]
        assert {turn["seat"] for turn in turns if turn["ordered"]} == set("ABCD"[:players])
        silent = {
            payload["seat"]
            for kind, payload in facts[name]
            if kind == AnswerSealed.kind and payload["by"] == AnswerSealed.BY_DEFAULT
        }
        assert silent == ({late} if late else set())
    asked = {name for name in REALMS if DeserterAsked.kind in dict(facts[name])}
    assert len(asked) == 2


def test_the_recorder_writes_nothing_twice() -> None:
    before = {path: path.read_bytes() for path in [*FOLDER.glob("*.wlog.jsonl"), INDEX]}
    command = [sys.executable, "-m", "tests.recorded.record"]
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(command, cwd=root, capture_output=True, check=False)
    assert done.returncode == 1
    assert done.stdout == b""
    assert {path: path.read_bytes() for path in before} == before
