"""Forks: a repair that everybody sees, proved by the same verifier as every other game."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from engine.kernel.chance import links
from engine.kernel.verify import Disproved, verify
from games import access
from games.errors import NotAllowed, Refused
from games.log.seals import unseal
from games.mail.letters import message_of
from games.models import Game, LogEntry, OutboxRow, SignedHead, User
from games.read import selectors
from games.read.referee_log import acts_of
from games.services.play.advance import game_advance
from games.services.play.deadlines import game_resume
from games.services.play.table import rebuild
from games.services.tables.forks import game_fork
from games.services.tables.imports import game_import
from games.services.tables.seats import player_replace, substitute_name
from games.trust.audit import audit
from tests.play.forgery import rechained
from tests.service.tables import (
    NOBODY,
    again,
    answer,
    exported,
    kinds,
    open_seats,
    payloads,
    person,
    play_out,
    proof,
    started,
)

pytestmark = pytest.mark.django_db
WHY = "a revolt was counted twice"


@pytest.fixture
def staff(db: None) -> User:
    """Somebody who repairs and does not play."""
    return person("staff", is_staff=True)


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    """Two seasons in, and Anna has sealed a third plan."""
    game = started(anna, bert, schedule={"kind": "hours", "hours": 48})
    for _season in range(2):
        answer(game, anna)
        answer(game, bert)
        game_advance(game_id=game.pk)
    answer(game, anna)
    return again(game)


def fork_of(game: Game, staff: User, step: int = 2) -> Game:
    return game_fork(person=staff, game_id=game.pk, step=step, why=WHY)


def test_a_fork_goes_on_from_a_step_with_everybody_in_their_seats(
    game: Game, anna: User, bert: User, staff: User
) -> None:
    fork = fork_of(game, staff)
    assert (fork.status, fork.step) == (Game.Status.RUNNING, 2)
    assert open_seats(fork) == ["A", "B"]
    seats = [(seat.key, seat.user_id, seat.bot) for seat in game.seats.all()]
    assert [(seat.key, seat.user_id, seat.bot) for seat in fork.seats.all()] == seats
    assert fork.deadline is not None
    over = play_out(fork, anna, bert)
    assert proof(over, NOBODY).over
    assert over.winners


def test_the_log_of_a_fork_is_the_old_one_entry_by_entry_and_then_its_own(
    game: Game, staff: User
) -> None:
    fork = fork_of(game, staff)
    header, entries = exported(fork, NOBODY)
    old_header, old = exported(game, NOBODY)
    began = next(e for e in entries if e.kind == "fork_began")
    assert header == old_header
    assert [e.hash for e in entries[: began.seq - 1]] == [e.hash for e in old[: began.seq - 1]]
    assert began.payload == {
        "game": fork.pk,
        "origin": game.pk,
        "step": 2,
        "anchor": fork.anchor,
        "by": staff.player_uid,
        "why": WHY,
    }
    payload = {"game": fork.pk, "step": 2, "by": staff.player_uid, "why": WHY}
    assert payloads(game, "game_forked") == [payload]
    assert verify(header, entries).steps == 2


def test_the_chance_of_a_fork_is_new_and_fixed_before_anybody_answers(
    game: Game, anna: User, bert: User, staff: User
) -> None:
    fork = fork_of(game, staff)
    sealed_before = fork.seq
    answer(fork, anna)
    answer(fork, bert)
    game_advance(game_id=fork.pk)
    chain = unseal(fork.chain_sealed)
    link = links(bytes.fromhex(chain["end"]), chain["length"])[3].hex()
    assert payloads(fork, "step_began")[-1]["link"] == link
    assert link not in [step["link"] for step in payloads(game, "step_began")]
    began = LogEntry.objects.get(game=fork, kind="fork_began")
    assert began.seq <= sealed_before
    assert proof(fork, anna).steps == 3
    assert all(throw.holds for throw in audit(access.viewer(again(fork), anna), "en").throws)


def test_the_old_game_rests_and_nothing_counts_there(
    game: Game, anna: User, bert: User, staff: User
) -> None:
    fork_of(game, staff)
    assert again(game).status == Game.Status.PAUSED
    with pytest.raises(Refused, match="continues at another table"):
        game_resume(person=anna, game_id=game.pk, why="On we go")
    with pytest.raises(Refused, match="continues at another table"):
        answer(game, bert)
    rebuild(game.pk)
    assert again(game).status == Game.Status.PAUSED
    assert proof(game, NOBODY).steps == 3


def test_rebuilding_changes_nothing_about_a_fork(game: Game, staff: User) -> None:
    fork = again(fork_of(game, staff))
    before = {f.attname: getattr(fork, f.attname) for f in fork._meta.concrete_fields}
    asked = list(fork.open_decisions.order_by("decision").values_list("decision", "sealed_seq"))
    rebuild(fork.pk)
    rebuilt = again(fork)
    assert {f.attname: getattr(rebuilt, f.attname) for f in rebuilt._meta.concrete_fields} == before
    rows = rebuilt.open_decisions.order_by("decision").values_list("decision", "sealed_seq")
    assert list(rows) == asked


def test_whoever_came_to_a_seat_since_keeps_it(
    game: Game, anna: User, bert: User, cora: User, staff: User
) -> None:
    dora = person("dora")
    player_replace(person=staff, game_id=game.pk, seat_key="B", player="cora", why="gone")
    substitute_name(person=anna, game_id=game.pk, player="dora", why="A journey")
    fork = fork_of(game, staff)
    assert [seat.user_id for seat in fork.seats.order_by("key")][:2] == [anna.pk, cora.pk]
    assert fork.seats.get(key="A").substitute_id == dora.pk
    assert payloads(fork, "player_replaced")[-1]["why"] == "gone"
    mine = [e for e in exported(fork, cora)[1] if e.secret is not None]
    assert mine == []
    assert [e for e in exported(fork, dora)[1] if e.secret is not None] == []
    assert [e.payload["seat"] for e in exported(fork, anna)[1] if e.secret] == ["A"]


def test_sealed_plans_are_copied_unopened(game: Game, staff: User) -> None:
    fork = fork_of(game, staff)
    began = LogEntry.objects.get(game=fork, kind="fork_began").seq

    def sealed(of: Game) -> list[tuple[int, bytes]]:
        rows = LogEntry.objects.filter(game=of, seq__lt=began, secret_sealed__isnull=False)
        return [(row.seq, bytes(row.secret_sealed or b"")) for row in rows]

    # Whoever opens and seals again gets other bytes.
    assert len(sealed(game)) >= 3
    assert sealed(fork) == sealed(game)


def test_everybody_is_told_by_whom_and_why(game: Game, anna: User, bert: User, staff: User) -> None:
    fork = fork_of(game, staff)
    for table, kind in ((game, "game_forked"), (fork, "fork_began")):
        rows = OutboxRow.objects.filter(game=table, kind=kind)
        assert {row.user for row in rows} == {anna, bert}
        for row in rows:
            letter = message_of(row)
            assert row.the_game.name in letter.subject
            assert f"Reason:\n\n| {WHY}" in str(letter.body)
    assert SignedHead.objects.filter(game=fork).count() == 1
    for table, other in ((game, fork), (fork, game)):
        acts = {act.leads_to: act for act in acts_of(access.viewer(again(table), bert), "en")}
        assert (acts[other.pk].by, acts[other.pk].why) == ("staff", WHY)
        assert WHY not in acts[other.pk].sentence


@pytest.mark.parametrize("step", [0, 4, 99])
def test_only_steps_that_were_taken_can_be_gone_back_to(game: Game, staff: User, step: int) -> None:
    with pytest.raises(Refused, match="no step"):
        fork_of(game, staff, step)
    assert Game.objects.count() == 1
    assert "game_forked" not in kinds(game)


def test_a_finished_game_is_forked_before_its_last_step_only(anna: User, staff: User) -> None:
    over = play_out(started(anna), anna)
    with pytest.raises(Refused, match="could go on"):
        fork_of(over, staff, over.step)
    fork = fork_of(over, staff, over.step - 1)
    assert fork.status == Game.Status.RUNNING
    assert again(over).status == Game.Status.FINISHED
    rebuild(over.pk)
    rebuilt = again(over)
    assert (rebuilt.status, rebuilt.finished_at) == (Game.Status.FINISHED, over.finished_at)
    assert proof(over, NOBODY).over
    assert play_out(fork, anna).status == Game.Status.FINISHED


def test_a_fork_can_be_forked(game: Game, anna: User, bert: User, staff: User) -> None:
    first = fork_of(game, staff)
    answer(first, anna)
    answer(first, bert)
    game_advance(game_id=first.pk)
    second = fork_of(first, staff, 3)
    assert second.root == game.pk
    header, entries = exported(second, NOBODY)
    origins = [e.payload["origin"] for e in entries if e.kind == "fork_began"]
    assert origins == [game.pk, first.pk]
    assert verify(header, entries).steps == 3
    assert proof(play_out(second, anna, bert), NOBODY).over


def test_a_fork_can_be_forked_from_before_its_own_beginning(game: Game, staff: User) -> None:
    second = fork_of(fork_of(game, staff), staff)
    header, entries = exported(second, NOBODY)
    assert [e.payload["origin"] for e in entries if e.kind == "fork_began"] == [game.pk]
    assert verify(header, entries).steps == 2


def test_only_staff_who_do_not_play_here_fork_and_never_without_a_reason(
    game: Game, anna: User, bert: User, staff: User
) -> None:
    User.objects.filter(pk=bert.pk).update(is_staff=True)
    for somebody in (anna, User.objects.get(pk=bert.pk), person("dora")):
        with pytest.raises(NotAllowed):
            fork_of(game, somebody)
    with pytest.raises(Refused, match="Say why"):
        game_fork(person=staff, game_id=game.pk, step=2, why=" \n")
    assert Game.objects.count() == 1


def test_a_fork_that_is_over_can_be_taken_elsewhere(
    game: Game, anna: User, bert: User, staff: User
) -> None:
    over = play_out(fork_of(game, staff), anna, bert)
    lines = list(selectors.log_file(access.viewer(over, NOBODY)))
    assert game_import(lines=lines).known
    Game.objects.filter(pk=over.pk).update(head="0" * 64)
    with pytest.raises(Refused, match=f"same id: {over.pk}"):
        game_import(lines=lines)


def test_imported_games_stay_as_they_are(anna: User, staff: User) -> None:
    over = play_out(started(anna), anna)
    Game.objects.filter(pk=over.pk).update(imported=True)
    with pytest.raises(Refused, match="was imported"):
        fork_of(over, staff)


def test_an_operator_forks_by_a_command(
    game: Game, staff: User, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["--step", "2", "--why", WHY]
    call_command("fork_game", game.pk, "--by", "staff", *given)
    fork = Game.objects.get(root=game.pk)
    assert f"continues as {fork.pk}" in capsys.readouterr().out
    with pytest.raises(CommandError, match="no account"):
        call_command("fork_game", game.pk, "--by", "nobody", *given)
    with pytest.raises(CommandError, match="Only staff"):
        call_command("fork_game", game.pk, "--by", "anna", *given)


@pytest.mark.parametrize(
    ("field", "to", "reason"),
    [
        ("origin", "xxxxxxxxxx", "this is the log of"),
        ("step", 1, "does not wait after step 1"),
        ("anchor", "xyz", "not 64 hex digits"),
        ("anchor", "00" * 32, "does not lead back"),
        ("game", "zzzzzzzzzz", "other cards|other cubes|not be"),
    ],
)
def test_a_forged_fork_is_found(
    game: Game, anna: User, bert: User, staff: User, field: str, to: object, reason: str
) -> None:
    fork = fork_of(game, staff)
    answer(fork, anna)
    answer(fork, bert)
    game_advance(game_id=fork.pk)
    header, entries = exported(fork, anna)
    place = next(at for at, e in enumerate(entries) if e.kind == "fork_began")
    entries[place] = entries[place].but(payload={**entries[place].payload, field: to})
    header, forged = rechained(header, entries)
    with pytest.raises(Disproved, match=reason):
        verify(header, forged)


def test_a_chain_is_not_exchanged_once_somebody_has_answered(game: Game, staff: User) -> None:
    fork = fork_of(game, staff)
    header, entries = exported(fork, NOBODY)
    place = next(at for at, e in enumerate(entries) if e.kind == "fork_began")
    bots = next(at for at, e in enumerate(entries) if at > place and e.kind == "answer_sealed")
    began, sealed = entries[place], entries[bots]
    header, forged = rechained(
        header, [*entries[:place], sealed, began, *entries[place + 1 : bots], *entries[bots + 1 :]]
    )
    with pytest.raises(Disproved, match="answered already"):
        verify(header, forged)
