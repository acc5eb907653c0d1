"""A toy that is over: its archive proves it, it moves house, and every command knows it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZipFile

import pytest
from django.core.management import call_command
from django.db import transaction

from engine.kernel.core import Ruleset
from engine.kernel.log import read_log
from engine.kernel.verify import verify
from games.errors import Refused
from games.log import store
from games.models import Game, User
from games.services.house.archives import archive_of
from games.services.tables.imports import game_import
from tests.contract.page_text import NOUNS_OF_WALLENSTEIN, PageText
from tests.contract.tables import file_of, halfway
from tests.contract.toys.registered import HIGH_CARD, TABLES, TOYS
from tests.service.conftest import anna, bert, nothing_folded
from tests.service.tables import again, person, play_out, started
from tests.trust.test_archive import FILES, checked, unpacked

__all__ = ["anna", "bert", "nothing_folded"]

pytestmark = pytest.mark.django_db
toys = pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.key)


def run(command: str, *arguments: str, **options: Any) -> str:
    """What a command of the site says."""
    out = StringIO()
    call_command(command, *arguments, stdout=out, **options)
    return out.getvalue()


class TakenBack(Exception):
    """Ends a transaction as if it had never been."""


class Finished(NamedTuple):
    """A game that was played in another house: its row, its exported log and its archive."""

    game: Game
    log: bytes
    archive: bytes


@pytest.fixture(scope="module")
def _played() -> dict[str, Finished]:
    return {}


@pytest.fixture
def finished(
    db: None, tmp_path: Path, _played: dict[str, Finished]
) -> Callable[[Ruleset[Any]], Finished]:
    """A finished game of a toy, played once for all tests, of which this house knows nothing."""

    def elsewhere(toy: Ruleset[Any]) -> Finished:
        if toy.key not in _played:
            with suppress(TakenBack), transaction.atomic():
                anna, bert = person("anna"), person("bert", language="de")
                game = play_out(started(anna, bert, ruleset=toy.key), anna, bert)
                file = tmp_path / "made.wlog.jsonl"
                run("export_game", game.pk, out=str(file))
                _played[toy.key] = Finished(game, file.read_bytes(), archive_of(game=again(game)))
                raise TakenBack
            store.forget()
        return _played[toy.key]

    return elsewhere


Played = Callable[[Ruleset[Any]], Finished]


@toys
def test_what_lies_in_the_archive_proves_the_game(
    toy: Ruleset[Any], finished: Played, tmp_path: Path
) -> None:
    game, log, body = finished(toy)
    folder = unpacked(game, body, tmp_path)
    assert sorted(path.name for path in folder.iterdir()) == sorted(FILES)
    assert (folder / "game.wlog.jsonl").read_bytes() == log
    # Both verifiers have the table of the game in them and need nothing beside them.
    check = checked(folder)
    assert check.returncode == 0, check.stdout + check.stderr
    assert game.head in check.stdout
    assert "no table" not in check.stdout
    assert f'"{toy.key}"' in (folder / "verify_wallenstein.py").read_text("utf-8")
    assert f'"{toy.key}"' in (folder / "verify_wallenstein.html").read_text("utf-8")
    about = json.loads((folder / "about.json").read_text("utf-8"))
    assert (about["ruleset"], about["tower"], about["seats"]["A"]) == (toy.key, "", "anna")
    receipts = json.loads((folder / "receipts.json").read_text("utf-8"))["receipts"]
    assert {receipt["statement"]["seat"] for receipt in receipts} == {"A", "B"}
    if toy is HIGH_CARD:
        deals = sum(entry.kind in ("card_dealt", "trump_turned") for entry in entries_in(log))
        assert f"deals: {deals}, each made again under the veil" in check.stdout


@toys
def test_the_replay_in_the_archive_tells_every_event_and_every_plan(
    toy: Ruleset[Any], finished: Played
) -> None:
    game, log, body = finished(toy)
    pages = ZipFile(BytesIO(body))
    answers = sum(entry.kind == "answer_sealed" for entry in entries_in(log))
    for language, sentence in (("en", "The winner: "), ("de", "Es gewinnt: ")):
        page = pages.read(f"wallenstein-{game.pk}/replay.{language}.html").decode()
        assert f'<html lang="{language}">' in page
        assert page.count('class="logged"') == game.seq
        # What a player ordered in a chapter stands together, a line an order.
        plans = "\n".join(re.findall(r"<pre>(.*?)</pre>", page, re.DOTALL))
        assert len(plans.split("\n")) - plans.count("\n\n") == answers
        assert sentence in page
        assert 'src="' not in page
        assert 'href="/' not in page


@toys
def test_an_archive_speaks_of_nothing_that_the_game_has_not(
    toy: Ruleset[Any], finished: Played
) -> None:
    game, _log, body = finished(toy)
    pages = ZipFile(BytesIO(body))
    for language, guide in (("en", "README.txt"), ("de", "LIESMICH.txt")):
        read = pages.read(f"wallenstein-{game.pk}/{guide}").decode()
        replay = pages.read(f"wallenstein-{game.pk}/replay.{language}.html").decode()
        for text in (read, *PageText(replay).texts):
            assert NOUNS_OF_WALLENSTEIN[language].search(text) is None, text


@toys
def test_a_changed_log_is_found_out_by_what_lies_beside_it(
    toy: Ruleset[Any], finished: Played, tmp_path: Path
) -> None:
    game, _log, body = finished(toy)
    folder = unpacked(game, body, tmp_path)
    file = folder / "game.wlog.jsonl"
    file.write_bytes(file.read_bytes().replace(b'"winners":["', b'"winners":["A","', 1))
    check = checked(folder)
    assert (check.returncode, "FAILED" in check.stdout) == (1, True)


def entries_in(log: bytes) -> list[Any]:
    """The entries of an exported log."""
    return read_log(log.splitlines(keepends=True))[1]


@toys
def test_a_game_moves_house_and_every_command_knows_it(
    toy: Ruleset[Any], finished: Played, tmp_path: Path
) -> None:
    game, log, _archive = finished(toy)
    file, back = tmp_path / "game.wlog.jsonl", tmp_path / "back.wlog.jsonl"
    file.write_bytes(log)
    assert verify(*read_log(log.splitlines(keepends=True))).head == game.head
    output = run("import_game", str(file), name="From afar", public=True)
    assert output == f"imported {game.pk} events={game.seq} head={game.head}\n"
    here = Game.objects.get(pk=game.pk)
    fields = ("status", "scores", "winners", "turn", "step", "seq", "head", "veil", "tower")
    for name in fields:
        assert getattr(here, name) == getattr(game, name), name
    run("export_game", game.pk, out=str(back))
    assert back.read_bytes() == log
    assert run("verify_games", game.pk).startswith(f"ok {game.pk}")
    run("rebuild", game.pk)
    for name in fields:
        assert getattr(again(here), name) == getattr(game, name), name


@toys
def test_a_game_that_still_runs_does_not_move_house(toy: Ruleset[Any]) -> None:
    table = halfway(toy, 2, 2)
    with pytest.raises(Refused) as refused:
        game_import(lines=file_of(table.game, table.entries).splitlines(keepends=True))
    assert refused.value.code == "not_over"
    assert NOUNS_OF_WALLENSTEIN["en"].search(str(refused.value)) is None


@toys
def test_a_running_game_is_rebuilt_forked_and_verified_by_commands(
    toy: Ruleset[Any], anna: User, bert: User
) -> None:
    game = started(anna, bert, players=2, ruleset=toy.key)
    asked = list(game.open_decisions.values_list("decision", "seat", "optional"))
    game.open_decisions.all().delete()
    run("rebuild", game.pk)
    assert list(game.open_decisions.values_list("decision", "seat", "optional")) == asked
    person("staff", is_staff=True)
    run("fork_game", game.pk, step=1, by="staff", why="a fault")
    fork = Game.objects.exclude(pk=game.pk).get()
    assert (fork.status, again(game).status) == (Game.Status.RUNNING, Game.Status.PAUSED)
    over = play_out(fork, anna, bert)
    assert run("verify_games", over.pk).startswith(f"ok {over.pk}")
    assert run("verify_games").count("ok ") == 2


def test_every_table_of_a_toy_lies_beside_its_rules() -> None:
    known = {name for text in TABLES.values() for name in json.loads(text)["rulesets"]}
    assert known == {toy.key for toy in TOYS}
