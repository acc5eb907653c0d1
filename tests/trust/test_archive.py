"""A finished game in a file: the same bytes every time, whole, proven by what lies in it."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from datetime import timedelta
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.test import Client

from engine import VERSION
from engine.kernel.log import read_log
from engine.kernel.verify import verify
from games import clock
from games.models import Game, KeptArchive, User
from games.ops import tasks
from games.services.house import archives
from games.services.house.archives import archive_of, keep_due
from games.services.people.accounts import account_delete
from games.services.tables.forks import game_fork
from games.trust import archive as archiving
from games.trust.archive import archive
from games.trust.sources import engine_digest
from tests.service.conftest import anna, bert, nothing_folded
from tests.service.tables import again, person, play_out, started

__all__ = ["anna", "bert", "nothing_folded"]

FILES = [
    "README.txt",
    "LIESMICH.txt",
    "game.wlog.jsonl",
    "replay.en.html",
    "replay.de.html",
    "verify_wallenstein.html",
    "verify_wallenstein.py",
    "audit.md",
    "heads.json",
    "receipts.json",
    "keys.json",
    "about.json",
]


@pytest.fixture
def over(anna: User, bert: User) -> Game:
    return play_out(started(anna, bert), anna, bert)


def unpacked(game: Game, body: bytes, folder: Path) -> Path:
    ZipFile(BytesIO(body)).extractall(folder)
    return folder / f"wallenstein-{game.pk}"


def checked(folder: Path) -> subprocess.CompletedProcess[str]:
    """As the README says, with the verifier that lies in the archive and nothing else."""
    signed = ("--signed", "heads.json", "--signed", "receipts.json", "--keys", "keys.json")
    command = (sys.executable, "-I", "-S", "verify_wallenstein.py", "game.wlog.jsonl", *signed)
    return subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)


def test_what_lies_in_the_archive_proves_the_game(over: Game, tmp_path: Path) -> None:
    folder = unpacked(over, archive(over), tmp_path)
    run = checked(folder)
    assert run.returncode == 0, run.stdout + run.stderr
    assert over.head in run.stdout
    assert "salts of bots that are open and follow from the link: " in run.stdout
    assert "a salt that does not follow" not in run.stdout
    assert "receipt" not in run.stdout.partition("What you may want to ask about")[2]
    heads = json.loads((folder / "heads.json").read_text("utf-8"))["heads"]
    receipts = json.loads((folder / "receipts.json").read_text("utf-8"))["receipts"]
    assert len(heads) == over.heads.count() == over.step
    assert {receipt["statement"]["seat"] for receipt in receipts} == {"A", "B"}
    log = (folder / "game.wlog.jsonl").read_bytes()
    header, entries = read_log(log.splitlines(keepends=True))
    proof = verify(header, entries)
    assert (proof.over, proof.head) == (True, over.head)
    sealed = [entry for entry in entries if entry.kind == "answer_sealed"]
    assert sealed
    assert all(entry.secret is not None for entry in sealed)


def test_the_version_of_the_engine_is_that_of_the_project() -> None:
    project = Path(__file__).resolve().parents[2] / "pyproject.toml"
    assert tomllib.loads(project.read_text("utf-8"))["project"]["version"] == VERSION


def test_a_changed_log_is_found_out_by_what_lies_beside_it(over: Game, tmp_path: Path) -> None:
    folder = unpacked(over, archive(over), tmp_path)
    log = folder / "game.wlog.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"season":"autumn"', b'"season":"spring"', 1))
    run = checked(folder)
    assert run.returncode == 1
    assert "FAILED" in run.stdout


def test_the_same_game_gives_the_same_bytes(over: Game) -> None:
    first = archive(over)
    assert archive(again(over)) == first
    bundle = ZipFile(BytesIO(first))
    assert [info.filename.partition("/")[2] for info in bundle.infolist()] == FILES
    assert {info.date_time for info in bundle.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert {info.create_system for info in bundle.infolist()} == {3}
    about = json.loads(bundle.read(f"wallenstein-{over.pk}/about.json"))
    assert about["files"] == {
        name: sha256(bundle.read(f"wallenstein-{over.pk}/{name}")).hexdigest()
        for name in FILES[:-1]
    }
    assert about["engine"] == {"version": VERSION, "sha256": engine_digest()}
    assert (about["ruleset"], about["tower"], about["head"]) == (
        over.ruleset,
        over.tower,
        over.head,
    )
    assert about["seats"]["A"] == "anna"


def test_the_replay_tells_every_event_and_every_plan(over: Game) -> None:
    bundle = ZipFile(BytesIO(archive(over)))
    english, german = (
        bundle.read(f"wallenstein-{over.pk}/replay.{language}.html").decode()
        for language in ("en", "de")
    )
    for page in (english, german):
        assert page.count('class="logged"') == over.seq
        assert 'href="/' not in page
        assert 'src="' not in page
        assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert '<html lang="en">' in english
    assert '<html lang="de">' in german
    assert "Frühling" in german
    assert english.count("<pre>") == german.count("<pre>") >= 2 * over.step - 2


def test_an_archive_is_made_once_and_again_when_a_name_has_changed(
    over: Game, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def counted(game: Game) -> bytes:
        made.append(game.pk)
        return archive(game)

    monkeypatch.setattr(archives, "archive", counted)
    tasks.reckon()
    assert made == [over.pk]
    kept = bytes(KeptArchive.objects.get().body)
    assert archive_of(game=again(over)) == kept
    assert keep_due() == 0
    assert made == [over.pk]
    anna.username = "annegret"
    anna.save()
    assert archive_of(game=again(over)) != kept
    assert made == [over.pk, over.pk]
    assert KeptArchive.objects.count() == 1
    account_delete(person=anna)
    assert not KeptArchive.objects.exists()


def test_who_asks_while_the_file_is_made_gets_the_one_that_was_made(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = started(anna)
    Game.objects.update(status=Game.Status.FINISHED)
    looks: list[str] = []
    look = archives._kept

    def looked(asked: Game) -> bytes | None:
        looks.append(asked.pk)
        kept = look(asked)
        if len(looks) == 1:  # when the lock is free, another process has made it
            made = {"made_of": archiving.made_of(asked), "made_at": clock.now()}
            KeptArchive.objects.create(game=asked, body=b"made elsewhere", **made)
        return kept

    monkeypatch.setattr(archives, "_kept", looked)
    assert archive_of(game=again(game)) == b"made elsewhere"
    assert len(looks) == 2
    long_ago = clock.now() - timedelta(days=400)
    KeptArchive.objects.update(made_at=long_ago)
    tasks.tidy()
    assert KeptArchive.objects.count() == 1


def test_a_game_under_way_has_no_archive(anna: User, bert: User) -> None:
    game = started(anna, bert)
    assert keep_due() == 0
    answer = Client().get(f"/games/{game.pk}/archive.zip")
    assert answer.status_code == 409
    assert "when the game is over" in answer.content.decode()
    assert not KeptArchive.objects.exists()


def test_a_hidden_game_hides_its_archive(anna: User) -> None:
    game = play_out(started(anna, visibility="unlisted"), anna)
    address = f"/games/{game.pk}/archive.zip"
    assert Client().get(address).status_code == 404
    answer = Client().get(f"{address}?invite={game.invite}")
    assert answer["Content-Type"] == "application/zip"
    assert answer["Content-Disposition"] == f'attachment; filename="wallenstein-{game.pk}.zip"'
    assert answer.content == archive_of(game=again(game))


def test_a_game_nobody_could_have_played_is_refused_in_a_sentence(
    over: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archiving, "MOST_BYTES", 100_000)
    answer = Client().get(f"/games/{over.pk}/archive.zip")
    assert answer.status_code == 409
    assert "too long" in answer.content.decode()


def test_a_fork_is_proven_by_its_archive_too(
    over: Game, anna: User, bert: User, tmp_path: Path
) -> None:
    staff = person("staff", is_staff=True)
    fork = game_fork(person=staff, game_id=over.pk, step=4, why="the map was wrong")
    play_out(fork, anna, bert)
    folder = unpacked(fork, archive(again(fork)), tmp_path)
    run = checked(folder)
    assert run.returncode == 0, run.stdout + run.stderr
    # What was answered before the fork has its receipts in the game it comes from.
    assert "gave receipts" not in run.stdout
