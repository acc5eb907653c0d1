"""The operator's commands: verify, export, rebuild, retry, rotate keys."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.core.management import CommandError, call_command
from django.db import connection

from engine.kernel.log import read_log
from engine.kernel.verify import verify
from games import access, clock
from games.log import store
from games.log.seals import LostKey, seal, unseal
from games.models import Game, IdempotencyKey, OpenDecision, User
from games.read import selectors
from games.services.house.idempotency import forget_old
from games.services.play.deadlines import game_pause, game_resume
from tests.service.tables import again, answer, person, play_out, started


def run(command: str, *arguments: str, **options: Any) -> str:
    out = StringIO()
    call_command(command, *arguments, stdout=out, **options)
    return out.getvalue()


def test_verify_games_says_ok_for_each_and_fails_for_one_that_does_not_hold(anna: User) -> None:
    good, bad = play_out(started(anna), anna), started(anna)
    line, count = run("verify_games", good.pk).splitlines()
    assert re.fullmatch(rf"ok {good.pk} events={good.seq} throws=\d+ head={good.head}", line)
    assert count == "1 of 1 games hold."
    Game.objects.filter(pk=bad.pk).update(head="0" * 64)
    store.forget()
    with pytest.raises(CommandError, match="1 games failed"):
        run("verify_games")


def test_verify_games_counts_with_a_bar_on_a_terminal(anna: User) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    for _ in range(2):
        started(anna)
    screen = Terminal()
    call_command("verify_games", stdout=screen)
    shown = screen.getvalue()
    assert "2/2" in shown
    assert "2/2" not in run("verify_games")
    assert shown.count("ok ") == 2
    assert "2 of 2 games hold." in shown


def test_a_game_that_goes_on_while_it_is_read_holds(anna: User, bert: User) -> None:
    game = started(anna, bert)
    moved: list[Any] = []

    def goes_on(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        """Somebody answers after the game's row was read and before its log is."""
        if 'FROM "games_logentry"' in sql and not moved:
            moved.append(None)
            moved[:] = [answer(game, anna)]
        return execute(sql, params, many, context)

    with connection.execute_wrapper(goes_on):
        output = run("verify_games")
    assert moved
    assert output.startswith(f"ok {game.pk} events={game.seq} ")
    # Whoever was let in before reads up to there, too.
    viewer = access.viewer(game, anna)
    assert read_log(list(selectors.log_file(viewer)))[1][-1].hash == game.head
    assert (
        selectors.events(viewer, after=game.seq - 1, most=9, language="en")[-1]["seq"] == game.seq
    )


def test_export_game_writes_a_log_that_verifies_and_keeps_sealed_plans(
    anna: User, bert: User, tmp_path: Path
) -> None:
    game = started(anna, bert)
    answer(game, anna)
    file = tmp_path / "game.wlog.jsonl"
    run("export_game", game.pk, out=str(file))
    header, entries = read_log(file.read_bytes().splitlines(keepends=True))
    assert verify(header, entries).over is False
    assert all(entry.secret is None for entry in entries)
    with pytest.raises(CommandError, match="no such game"):
        run("export_game", "nothing")


def test_rebuild_brings_every_projection_back_from_the_log(anna: User, bert: User) -> None:
    game = again(started(anna, bert, schedule={"kind": "hours", "hours": 48}))
    answer(game, anna)
    true = again(game)
    decisions = sorted(OpenDecision.objects.values_list("decision", "seat", "kind", "sealed_seq"))
    OpenDecision.objects.all().delete()
    Game.objects.filter(pk=game.pk).update(
        turn="", scores={}, step=0, head="", seq=0, deadline=None
    )
    assert run("rebuild", game.pk) == f"rebuilt {game.pk}\n"
    rebuilt = again(game)
    for name in ("turn", "scores", "winners", "step", "head", "seq", "deadline", "status"):
        assert getattr(rebuilt, name) == getattr(true, name), name
    shown = OpenDecision.objects.values_list("decision", "seat", "kind", "sealed_seq")
    assert sorted(shown) == decisions


def test_rebuild_finds_rests_and_ends_in_the_log_too(anna: User, bert: User) -> None:
    resting, over = started(anna, bert), play_out(started(anna), anna)
    game_pause(person=anna, game_id=resting.id, why="Harvest")
    Game.objects.filter(pk=resting.pk).update(status=Game.Status.RUNNING)
    Game.objects.filter(pk=over.pk).update(
        status=Game.Status.RUNNING, finished_at=None, winners=[], deadline="2026-01-01T00:00:00Z"
    )
    ended = {seat.ended_at for seat in over.seats.all()}
    resting.seats.update(ended_at=clock.now())
    over.seats.update(ended_at=None)
    run("rebuild")
    assert again(resting).status == Game.Status.PAUSED
    rebuilt = again(over)
    assert (rebuilt.status, rebuilt.deadline) == (Game.Status.FINISHED, None)
    assert rebuilt.winners == over.winners
    assert rebuilt.finished_at == over.finished_at == clock.read(store.entries_of(over)[-1].at)
    assert {seat.ended_at for seat in over.seats.all()} == ended == {over.finished_at}
    assert {seat.ended_at for seat in resting.seats.all()} == {None}
    game_resume(person=anna, game_id=resting.id, why="On we go")
    run("rebuild", resting.pk)
    assert again(resting).status == Game.Status.RUNNING


def test_a_game_whose_key_is_lost_is_told_in_words_and_holds_up_no_other(
    anna: User, settings: Any
) -> None:
    keys, other = settings.SEAL_KEYS, Fernet.generate_key().decode()
    games = [started(anna) for _ in range(3)]
    settings.SEAL_KEYS = (other, *keys)
    answer(games[1], anna)
    settings.SEAL_KEYS = keys
    store.forget()
    Game.objects.update(scores={})
    output, complaints = StringIO(), StringIO()
    with pytest.raises(CommandError, match="1 of 3 games could not be rebuilt"):
        call_command("rebuild", stdout=output, stderr=complaints)
    assert output.getvalue().splitlines() == [
        f"rebuilt {games[0].pk}",
        f"rebuilt {games[2].pk}",
        "counted the throws of 3 games",
    ]
    (line,) = complaints.getvalue().splitlines()
    assert line.startswith(f"FAILED {games[1].pk} A sealed secret cannot be opened")
    assert [bool(again(game).scores) for game in games] == [True, False, True]
    staff = person("staff", is_staff=True)
    fork = ("fork_game", games[1].pk, "--step=1", f"--by={staff.username}", "--why=A fault")
    for command in (("export_game", games[1].pk), ("rotate_keys",), fork):
        with pytest.raises(CommandError, match="Put the old key back"):
            run(*command)
    with pytest.raises(CommandError, match="1 games failed"):
        run("verify_games")


def test_retry_game_refuses_one_that_is_not_marked_and_clears_the_mark_of_one_that_is(
    anna: User,
) -> None:
    game = started(anna)
    with pytest.raises(CommandError, match="not marked"):
        run("retry_game", game.pk)
    Game.objects.filter(pk=game.pk).update(trouble="RuntimeError")
    assert run("retry_game", game.pk) == f"{game.pk}: 0 steps taken\n"
    assert again(game).trouble == ""


def test_retry_game_marks_again_what_fails_again(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = started(anna)
    answer(game, anna)
    before = again(game)
    Game.objects.filter(pk=game.pk).update(trouble="RuntimeError long ago")

    def broken(*_: Any) -> None:
        raise KeyError("Prag: a plan")

    monkeypatch.setattr("games.services.play.advance.advance", broken)
    with pytest.raises(CommandError) as refusal:
        run("retry_game", game.pk)
    message = f"{game.pk}: it failed again (KeyError). The game is untouched and marked again."
    assert str(refusal.value) == message
    assert refusal.value.__cause__ is None
    after = again(game)
    assert (after.seq, after.head) == (before.seq, before.head)
    assert after.trouble.startswith("KeyError at 20")


def test_retry_game_says_what_is_wrong_with_the_machine(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = started(anna)
    answer(game, anna)
    Game.objects.filter(pk=game.pk).update(trouble="RuntimeError long ago")

    def lost(_sealed: bytes) -> None:
        raise LostKey

    monkeypatch.setattr("games.services.play.advance.unseal", lost)
    with pytest.raises(CommandError, match=r"WALLENSTEIN_SEAL_KEYS.* The next tick tries it again"):
        run("retry_game", game.pk)
    assert again(game).trouble == ""


def test_rotate_keys_lets_the_old_key_be_retired(anna: User, bert: User, settings: Any) -> None:
    game = started(anna, bert)
    answer(game, anna)
    IdempotencyKey.objects.create(
        user=anna, key="k", request_digest="d", response=seal({"a": 1}).decode()
    )
    new = Fernet.generate_key().decode()
    settings.SEAL_KEYS = (new, *settings.SEAL_KEYS)
    assert run("rotate_keys") == "2 sealed answers are under the newest key.\n"
    settings.SEAL_KEYS = (new,)
    store.forget()
    assert store.load(again(game)).seq == again(game).seq
    assert unseal(again(game).chain_sealed)["length"] > 0
    assert unseal(IdempotencyKey.objects.get().response.encode()) == {"a": 1}


def test_new_seal_key_makes_a_key_that_works() -> None:
    box = Fernet(run("new_seal_key").strip())
    assert box.decrypt(box.encrypt(b"plan")) == b"plan"


def test_keys_of_requests_are_forgotten_after_a_while(anna: User) -> None:
    IdempotencyKey.objects.create(user=anna, key="new", request_digest="d", response="")
    old = IdempotencyKey.objects.create(user=anna, key="old", request_digest="d", response="")
    IdempotencyKey.objects.filter(pk=old.pk).update(created_at="2020-01-01T00:00:00Z")
    assert forget_old() == 1
    assert IdempotencyKey.objects.get().key == "new"
