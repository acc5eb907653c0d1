"""Import: a finished game moves house byte by byte; everything doubtful is refused in one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from copy import copy
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client

from games import clock
from games.log import store
from games.models import Game, LogEntry, Seat, User
from tests.play.tables import RULESET
from tests.service.tables import answer, lobby, person, play_out, started

pytestmark = pytest.mark.django_db
RECORDED = Path(__file__).parents[1] / "recorded"


def run(command: str, *arguments: str, **options: str | bool) -> str:
    out = StringIO()
    call_command(command, *arguments, stdout=out, **options)
    return out.getvalue()


def refusal(*arguments: str) -> str:
    with pytest.raises(CommandError) as refused:
        run("import_game", *arguments)
    message = str(refused.value)
    assert "\n" not in message
    return message


class TakenBack(Exception):
    """Ends a transaction as if it had never been."""


@pytest.fixture(scope="module")
def elsewhere() -> list[tuple[Game, bytes]]:
    """The one game that was played in another house, once it was, and its file."""
    return []


@pytest.fixture
def moved(db: None, tmp_path: Path, elsewhere: list[tuple[Game, bytes]]) -> tuple[Game, Path]:
    """A finished game's file, in a house that has never seen the game or its players."""
    file = tmp_path / "game.wlog.jsonl"
    if not elsewhere:
        with suppress(TakenBack), transaction.atomic():
            anna, bert = person("anna"), person("bert")
            game = play_out(started(anna, bert), anna, bert)
            run("export_game", game.pk, out=str(file))
            elsewhere.append((game, file.read_bytes()))
            raise TakenBack
        store.forget()
    assert not Game.objects.exists()
    game, log = elsewhere[0]
    file.write_bytes(log)
    return copy(game), file


def test_a_game_moves_house_byte_by_byte(moved: tuple[Game, Path], tmp_path: Path) -> None:
    game, file = moved
    assert run("import_game", str(file), name="From Prague", public=True) == (
        f"imported {game.pk} events={game.seq} head={game.head}\n"
    )
    here = Game.objects.get(pk=game.pk)
    for name in ("status", "scores", "winners", "turn", "step", "seq", "head", "options"):
        assert getattr(here, name) == getattr(game, name), name
    assert (here.name, here.host) == ("From Prague", None)
    back = tmp_path / "back.wlog.jsonl"
    run("export_game", game.pk, out=str(back))
    assert back.read_bytes() == file.read_bytes()
    assert run("verify_games", game.pk).startswith(f"ok {game.pk}")
    assert run("import_game", str(file)) == (
        f"already here {game.pk} events={game.seq} head={game.head}\n"
    )
    assert LogEntry.objects.count() == game.seq


def test_players_are_pseudonyms_that_nobody_can_sign_in_as(moved: tuple[Game, Path]) -> None:
    game, file = moved
    run("import_game", str(file))
    seats = Game.objects.get(pk=game.pk).seats.select_related("user")
    people = [seat.user for seat in seats if seat.user]
    assert [seat.bot for seat in seats] == ["", "", "random"]
    assert all(person.username.startswith("Player p-") for person in people)
    assert not any(person.is_active or person.has_usable_password() for person in people)
    assert f"p-{people[0].player_uid[2:]}" in file.read_text()


def first_sign(file: Path) -> str:
    lines = [line for line in file.read_text().splitlines() if '"seat_taken"' in line]
    return str(json.loads(lines[0])["payload"]["player"])


def test_somebody_who_left_this_house_keeps_one_pseudonym(moved: tuple[Game, Path]) -> None:
    game, file = moved
    sign = first_sign(file)
    gone = User.objects.create_user(
        "Player p-x", "x@deleted.invalid", player_uid=sign, deleted_at=clock.now()
    )
    run("import_game", str(file))
    assert Game.objects.get(pk=game.pk).seats.get(key="A").user == gone


def test_a_live_account_is_never_given_a_game(moved: tuple[Game, Path]) -> None:
    game, file = moved
    sign = first_sign(file)
    owner = User.objects.create_user("owner", "o@example.org", "secret", player_uid=sign)
    run("import_game", str(file))
    assert not owner.seats.exists()
    assert Game.objects.get(pk=game.pk).seats.filter(user__isnull=False).count() == 2


def test_a_rebuild_leaves_an_imported_game_as_it_was(moved: tuple[Game, Path]) -> None:
    game, file = moved
    owner = User.objects.create_user("owner", "o@example.org", player_uid=first_sign(file))
    run("import_game", str(file))
    rows, seats = Game.objects.filter(pk=game.pk), Seat.objects.filter(game=game.pk)
    before = list(rows.values()), list(seats.values())
    assert before[0][0]["imported"]
    assert run("rebuild", game.pk) == f"rebuilt {game.pk}\n"
    assert (list(rows.values()), list(seats.values())) == before
    assert not owner.seats.exists()
    assert not owner.hosted.exists()


def test_an_imported_game_is_seen_by_its_link_alone(
    moved: tuple[Game, Path], client: Client, settings: Any
) -> None:
    game, file = moved
    output = run("import_game", str(file))
    here = Game.objects.get(pk=game.pk)
    address = f"/games/{game.pk}/?invite={here.invite}"
    assert output.splitlines()[1:] == [f"link {settings.SITE_URL}{address}"]
    assert here.visibility == Game.Visibility.UNLISTED
    assert client.get(f"/games/{game.pk}/").status_code == 404
    assert client.get(address).status_code == 200
    assert client.get("/api/games/").json()["count"] == 0
    again = run("import_game", str(file), public=True)
    assert again == output.replace("imported", "already here", 1)
    assert Game.objects.get(pk=game.pk).visibility == Game.Visibility.UNLISTED


def test_an_imported_game_is_listed_if_that_is_said(
    moved: tuple[Game, Path], client: Client
) -> None:
    game, file = moved
    run("import_game", str(file), public=True)
    assert [row["id"] for row in client.get("/api/games/").json()["results"]] == [game.pk]


def test_the_link_of_a_game_that_was_played_here_is_not_told(
    anna: User, bert: User, tmp_path: Path
) -> None:
    game = play_out(started(anna, bert, visibility="unlisted"), anna, bert)
    file = tmp_path / "own.wlog.jsonl"
    run("export_game", game.pk, out=str(file))
    output = run("import_game", str(file))
    assert output == f"already here {game.pk} events={game.seq} head={game.head}\n"


def test_games_imported_before_there_was_a_mark_are_known(
    moved: tuple[Game, Path], anna: User
) -> None:
    game, file = moved
    run("import_game", str(file))
    Game.objects.update(imported=False)
    own, table = started(anna), lobby(anna)
    import_module("games.migrations.0008_imported_games").mark(apps, None)
    assert Game.objects.get(imported=True).pk == game.pk
    assert Game.objects.filter(imported=False).count() == len({own.pk, table.pk})


def test_keys_of_a_house_with_imported_games_can_be_rotated(
    moved: tuple[Game, Path], settings: Any
) -> None:
    _, file = moved
    run("import_game", str(file))
    new = Fernet.generate_key().decode()
    settings.SEAL_KEYS = (new, *settings.SEAL_KEYS)
    assert "under the newest key" in run("rotate_keys")


def broken(change: Callable[[list[bytes]], list[bytes]], file: Path) -> str:
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(change(lines)))
    return refusal(str(file))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda _lines: [], "the file is empty"),
        (lambda _lines: [b"\xff\xfe\n"], "line 1: this is not a line of JSON"),
        (lambda lines: lines[1:], "this is not a log"),
        (lambda lines: [*lines[:-1], lines[-1][:-9]], "the line is cut off"),
        (lambda lines: lines[:40], "by the rules the step has"),
        (lambda lines: [*lines[:30], *lines[31:]], "expected entry"),
        (lambda lines: [line.replace(b'"by":"seat"', b'"by":"x"') for line in lines], "its hash"),
        (lambda lines: [line.replace(b"Z", b"z", 1) for line in lines], "time is not written"),
    ],
)
def test_a_bad_file_is_refused_in_one_clear_line(
    moved: tuple[Game, Path], change: Callable[[list[bytes]], list[bytes]], words: str
) -> None:
    _, file = moved
    assert words in broken(change, file)
    assert not Game.objects.exists()
    assert not User.objects.exists()


def test_a_game_that_goes_on_cannot_move(anna: User, bert: User, tmp_path: Path) -> None:
    game = started(anna, bert)
    answer(game, anna)
    file = tmp_path / "running.wlog.jsonl"
    run("export_game", game.pk, out=str(file))
    assert "not over" in refusal(str(file))


def test_another_game_under_the_same_id_stays_as_it_is(moved: tuple[Game, Path]) -> None:
    game, file = moved
    person = User.objects.create_user("anna", "anna@example.org", "secret")
    Game.objects.create(
        id=game.pk, name="Other", host=person, ruleset=RULESET, version=1, players=3
    )
    assert "Another game is here" in refusal(str(file))
    assert Game.objects.get(pk=game.pk).name == "Other"


def test_ids_this_site_could_not_show_and_files_that_are_not_there(
    db: None, tmp_path: Path
) -> None:
    file = next(RECORDED.glob("*.wlog.jsonl"))
    assert "No game of this site could have the id" in refusal(str(file))
    assert "cannot be read" in refusal(str(tmp_path / "nothing"))
    assert "cannot be read" in refusal(str(tmp_path))


def test_an_export_is_whole_or_not_there(anna: User, tmp_path: Path) -> None:
    game = started(anna)
    target = tmp_path / "folder"
    target.mkdir()
    for place in (target, tmp_path / "missing" / "x"):
        with pytest.raises(CommandError, match="cannot be written"):
            run("export_game", game.pk, out=str(place))
    assert sorted(tmp_path.iterdir()) == [target]
