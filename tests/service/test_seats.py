"""Who plays a seat: substitutes, replacements, resignations, hosts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import translation

from games import access, clock
from games.boards.blocks import Quote
from games.errors import NotAllowed, NotFound, Refused
from games.log import store
from games.mail.letters import letter_of
from games.models import Game, OutboxRow, SavedDraft, Seat, User
from games.read import selectors
from games.read.referee_log import acts_of
from games.read.timeline import timeline
from games.services.play.advance import game_advance
from games.services.play.deadlines import deadline_extend, game_pause
from games.services.play.extensions import extension_propose
from games.services.play.table import rebuild
from games.services.play.turns import draft_save
from games.services.post.delivery import deliver_due
from games.services.tables.seats import (
    player_replace,
    player_resign,
    seat_decline,
    substitute_end,
    substitute_name,
    tables_leave,
)
from tests.service.tables import (
    again,
    answer,
    exported,
    kinds,
    late,
    lobby,
    open_seats,
    payloads,
    person,
    play_out,
    proof,
    started,
    waiting,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    """Anna hosts, Bert sits at B, a bot at C; nobody else may look."""
    return started(anna, bert, visibility="unlisted")


def seat(game: Game, key: str) -> Seat:
    return Seat.objects.select_related("user", "substitute").get(game=game, key=key)


def readers_of(kind: str) -> list[str]:
    rows = OutboxRow.objects.filter(kind=kind).order_by("pk")
    return list(rows.values_list("user__username", flat=True))


def test_a_substitute_sees_and_answers_what_the_seat_may(
    game: Game, anna: User, bert: User, cora: User
) -> None:
    draft_save(
        person=anna, game_id=game.id, decision=waiting(game, "A").id, answer={"half": "a plan"}
    )
    with pytest.raises(NotFound):
        access.viewer(again(game), cora)
    substitute_name(person=anna, game_id=game.id, player="cora", why="A journey")
    assert readers_of("substitute_named") == ["cora"]
    viewer = access.viewer(again(game), cora)
    assert (viewer.seat_key, viewer.is_host) == ("A", False)
    assert selectors.draft_of(viewer, waiting(game, "A").id) == {"half": "a plan"}
    assert list(selectors.games_waiting_for(cora)) == [game]
    receipt, plan = answer(game, cora)
    mine = [entry.secret for entry in exported(game, anna)[1] if entry.seq == receipt.seq]
    assert [secret.answer for secret in mine if secret] == [plan]
    assert payloads(game, "substitute_named") == [
        {"seat": "A", "player": cora.player_uid, "by": anna.player_uid, "why": "A journey"}
    ]
    with pytest.raises(NotAllowed):
        substitute_name(person=cora, game_id=game.id, player="bert", why="A journey")
    with pytest.raises(NotAllowed):
        player_resign(person=cora, game_id=game.id)
    assert proof(game, anna).head == again(game).head


def test_a_substitute_is_recalled_or_declines(game: Game, anna: User, cora: User) -> None:
    substitute_name(person=anna, game_id=game.id, player="cora", why="A journey")
    with pytest.raises(Refused) as refusal:
        substitute_name(person=anna, game_id=game.id, player="cora", why="A journey")
    assert refusal.value.code == "stands_in_already"
    substitute_end(person=anna, game_id=game.id)
    assert readers_of("substitute_gone") == ["cora"]
    with pytest.raises(NotFound):
        access.viewer(again(game), cora)
    with pytest.raises(NotAllowed):
        answer(game, cora)
    substitute_name(person=anna, game_id=game.id, player="cora", why="A journey")
    substitute_end(person=cora, game_id=game.id)
    assert readers_of("substitute_gone") == ["cora", "anna"]
    assert payloads(game, "substitute_named")[-1] == {
        "seat": "A",
        "player": None,
        "by": cora.player_uid,
        "why": "does not stand in any more",
    }
    with pytest.raises(Refused) as refusal:
        substitute_end(person=anna, game_id=game.id)
    assert refusal.value.code == "no_substitute"


def test_nobody_comes_near_a_second_seat(game: Game, anna: User, bert: User, cora: User) -> None:
    for name in ("bert", "anna"):
        with pytest.raises(Refused) as refusal:
            substitute_name(person=anna, game_id=game.id, player=name, why="A journey")
        assert refusal.value.code == "sits_already"
    substitute_name(person=anna, game_id=game.id, player="cora", why="A journey")
    with pytest.raises(Refused) as refusal:
        substitute_name(person=bert, game_id=game.id, player="cora", why="A journey")
    assert refusal.value.code == "knows_another_seat"
    substitute_end(person=anna, game_id=game.id)
    # She has seen Anna's plans, so she cannot play against her now.
    for seat in ("B", "C"):
        with pytest.raises(Refused) as refusal:
            player_replace(person=anna, game_id=game.id, seat_key=seat, player="cora", why="gone")
        assert refusal.value.code == "knows_another_seat"
    # Even where a row says otherwise, the door opens to one seat only, and to the own one first.
    Seat.objects.filter(game=game, key="B").update(substitute=anna)
    assert access.seat_for(again(game), anna).key == "A"
    assert access.viewer(again(game), anna).seat_key == "A"


def test_unknown_and_deleted_accounts_cannot_sit_down(game: Game, anna: User, cora: User) -> None:
    User.objects.filter(pk=cora.pk).update(is_active=False)
    for name in ("cora", "nobody"):
        with pytest.raises(NotFound):
            substitute_name(person=anna, game_id=game.id, player=name, why="A journey")
        with pytest.raises(NotFound):
            player_replace(person=anna, game_id=game.id, seat_key="B", player=name, why="gone")
    assert kinds(game).count("player_replaced") == 0


def test_the_host_replaces_a_player_who_is_gone(
    game: Game, anna: User, bert: User, cora: User
) -> None:
    decision = waiting(game, "B")
    draft_save(person=bert, game_id=game.id, decision=decision.id, answer={"secret": "draft"})
    with pytest.raises(Refused) as refusal:
        player_replace(person=anna, game_id=game.id, seat_key="B", player="cora", why="No")
    assert refusal.value.code == "not_late"
    late(game)
    player_replace(person=anna, game_id=game.id, seat_key="B", player="cora", why="Bert is\ngone")
    assert payloads(game, "player_replaced") == [
        {"seat": "B", "player": cora.player_uid, "by": anna.player_uid, "why": "Bert is gone"}
    ]
    assert seat(game, "B").user == cora
    assert not SavedDraft.objects.exists()
    with pytest.raises(NotFound):
        access.viewer(again(game), bert)
    with pytest.raises(NotAllowed):
        answer(game, bert)
    assert (readers_of("seat_lost"), readers_of("seat_given")) == (["bert"], ["cora"])
    waiting_rows = OutboxRow.objects.filter(kind="your_turn", user=bert)
    assert not waiting_rows.exists()
    answer(game, anna)
    answer(game, cora)
    assert game_advance(game_id=game.id) == 1
    assert proof(game, cora).head == again(game).head


def test_a_leaver_sees_a_public_game_as_everybody_does(anna: User, bert: User, cora: User) -> None:
    game = started(anna, bert)
    substitute_name(person=bert, game_id=game.id, player="cora", why="A journey")
    answer(game, bert)
    for reader in (bert, cora):
        assert any(entry.secret for entry in exported(game, reader)[1])
    player_replace(
        person=person("staff", is_staff=True),
        game_id=game.id,
        seat_key="B",
        bot="random",
        why="gone",
    )
    for reader in (bert, cora):
        assert access.viewer(again(game), reader).seat_key is None
        assert not any(entry.secret for entry in exported(game, reader)[1])
        assert "answers" not in selectors.board(access.viewer(again(game), reader))


def test_a_sealed_answer_stays_valid_and_a_bot_answers_what_is_open(
    game: Game, anna: User, bert: User
) -> None:
    receipt, _ = answer(game, bert)
    with pytest.raises(Refused) as refusal:  # he has answered: nobody waits for him
        player_replace(person=anna, game_id=late(game).id, seat_key="B", bot="random", why="gone")
    assert refusal.value.code == "not_late"
    player_replace(
        person=person("staff", is_staff=True),
        game_id=game.id,
        seat_key="B",
        bot="random",
        why="Harvest",
    )
    answer(game, anna)
    assert game_advance(game_id=game.id) == 1
    assert receipt.seq in payloads(game, "step_began")[1]["answers"]
    other = late(started(anna, bert))
    player_replace(person=anna, game_id=other.id, seat_key="B", bot="marshal", why="gone")
    assert payloads(other, "answer_sealed")[-1]["by"] == "bot marshal"
    answer(other, anna)
    assert game_advance(game_id=other.id) == 1


def test_an_accomplice_of_the_host_learns_no_sealed_plan(
    game: Game, anna: User, bert: User, cora: User
) -> None:
    answer(game, bert)
    decision = next(iter(d for d in store.load(again(game)).decisions if d.seat == "B")).id
    player_replace(
        person=person("staff", is_staff=True),
        game_id=game.id,
        seat_key="B",
        player="cora",
        why="gone",
    )
    assert payloads(game, "answer_withdrawn") == [{"decision": decision, "seat": "B"}]
    assert open_seats(game) == ["A", "B"]
    viewer = access.viewer(again(game), cora)
    assert selectors.board(viewer)["answers"] == {}
    turn = selectors.turn_of(viewer, decision)
    assert turn is not None
    assert turn.sealed is None
    assert not any(entry.secret for entry in exported(game, cora)[1])
    assert not any(moment.entry.secret for moment in timeline(viewer, "en").moments)
    mine, _plan = answer(game, cora)
    assert [e.seq for e in exported(game, cora)[1] if e.secret] == [mine.seq]
    assert proof(game, cora).head == again(game).head


def test_a_substitute_reads_what_is_sealed_from_then_on(game: Game, anna: User, cora: User) -> None:
    answer(game, anna)
    decision = next(iter(d for d in store.load(again(game)).decisions if d.seat == "A")).id
    substitute_name(person=anna, game_id=game.id, player="cora", why="A journey")
    viewer = access.viewer(again(game), cora)
    assert selectors.board(viewer)["answers"] == {}
    turn = selectors.turn_of(viewer, decision)
    assert turn is not None
    assert turn.sealed is None
    assert not any(entry.secret for entry in exported(game, cora)[1])
    assert len(selectors.board(access.viewer(again(game), anna))["answers"]) == 1


def test_where_there_is_no_deadline_a_week_of_silence_is_late(
    at: Any, anna: User, bert: User, cora: User
) -> None:
    begun = datetime(2026, 5, 1, 12, tzinfo=UTC)
    at(begun)
    game = started(anna, bert)
    at(begun + timedelta(days=6, hours=23))
    with pytest.raises(Refused, match="not late"):
        player_replace(person=anna, game_id=game.id, seat_key="B", player="cora", why="gone")
    at(begun + timedelta(days=7))
    assert (
        player_replace(person=anna, game_id=game.id, seat_key="B", player="cora", why="gone").user
        == cora
    )


def test_a_seat_is_handed_back(game: Game, anna: User, bert: User) -> None:
    player_replace(person=anna, game_id=late(game).id, seat_key="B", bot="random", why="away")
    player_replace(person=anna, game_id=game.id, seat_key="B", player="bert", why="back")
    assert [payload["player"] for payload in payloads(game, "player_replaced")] == [
        "bot random",
        bert.player_uid,
    ]
    assert (seat(game, "B").user, seat(game, "B").bot) == (bert, "")
    with pytest.raises(Refused) as refusal:
        player_replace(person=anna, game_id=game.id, seat_key="B", player="bert", why="gone")
    assert refusal.value.code == "sits_already"
    with pytest.raises(Refused) as refusal:
        player_replace(person=anna, game_id=game.id, seat_key="C", player="bert", why="gone")
    assert refusal.value.code == "sits_already"


def test_who_may_replace_and_what_must_be_named(
    game: Game, anna: User, bert: User, cora: User
) -> None:
    with pytest.raises(NotAllowed):
        player_replace(person=bert, game_id=game.id, seat_key="A", player="cora", why="gone")
    for wrong in ({}, {"player": "cora", "bot": "random"}):
        with pytest.raises(Refused) as refusal:
            player_replace(person=anna, game_id=game.id, seat_key="B", why="gone", **wrong)
        assert refusal.value.code == "player_or_bot"
    with pytest.raises(NotFound):
        player_replace(person=anna, game_id=game.id, seat_key="F", player="cora", why="gone")
    with pytest.raises(Refused, match="no bot of that name"):
        player_replace(person=anna, game_id=game.id, seat_key="B", bot="hal", why="gone")
    waiting_table = lobby(anna)
    with pytest.raises(Refused):
        player_replace(
            person=anna, game_id=waiting_table.id, seat_key="B", player="cora", why="gone"
        )


def test_staff_step_in_where_they_do_not_play(game: Game, bert: User, cora: User) -> None:
    bert.is_staff = True
    bert.save()
    with pytest.raises(NotAllowed):
        player_replace(person=bert, game_id=game.id, seat_key="A", player="cora", why="gone")
    staff = person("staff", is_staff=True)
    player_replace(person=staff, game_id=game.id, seat_key="A", player="cora", why="Host is gone")
    assert seat(game, "A").user == cora
    # The host's seat is gone, and with it the role: to Bert, who has sat longest.
    assert again(game).host == bert
    assert payloads(game, "host_changed") == [
        {"player": bert.player_uid, "by": staff.player_uid, "why": "Host is gone"}
    ]
    assert readers_of("host_changed") == ["bert"]


def test_who_resigns_leaves_a_bot_behind_and_a_host_an_heir(
    game: Game, anna: User, bert: User, cora: User
) -> None:
    player_replace(person=anna, game_id=late(game).id, seat_key="C", player="cora", why="gone")
    player_replace(person=anna, game_id=game.id, seat_key="B", bot="random", why="gone")
    player_replace(person=anna, game_id=game.id, seat_key="B", player="bert", why="gone")
    player_resign(person=anna, game_id=game.id, why="No time")
    assert (seat(game, "A").user, seat(game, "A").bot) == (None, "marshal")
    # Cora sat down before Bert came back.
    assert again(game).host == cora
    with pytest.raises(NotFound):
        access.viewer(again(game), anna)
    player_replace(person=cora, game_id=game.id, seat_key="A", player="anna", why="Back")
    assert access.viewer(again(game), anna).seat_key == "A"
    assert access.viewer(again(game), anna).is_host is False


def test_when_the_last_person_has_gone_the_bots_play_on(anna: User) -> None:
    game = started(anna)
    player_resign(person=anna, game_id=game.id)
    assert again(game).host is None
    assert payloads(game, "host_changed")[-1]["player"] is None
    over = play_out(game)
    assert over.status == Game.Status.FINISHED
    assert proof(game, anna).over


def test_somebody_whose_account_ends_leaves_every_table(
    game: Game, anna: User, bert: User, cora: User
) -> None:
    forming = lobby(anna, bots=1)
    elsewhere = started(bert, cora)
    substitute_name(person=cora, game_id=elsewhere.id, player="anna", why="A journey")
    over = play_out(started(anna), anna)
    tables_leave(person=anna, why="gone")
    assert seat(game, "A").bot == "marshal"
    assert again(game).host == bert
    assert again(forming).status == Game.Status.CANCELLED
    assert seat(elsewhere, "B").substitute is None
    assert seat(over, "A").user == anna  # what is over stays as it was


def test_the_seats_are_found_again_in_the_log(
    game: Game, anna: User, bert: User, cora: User
) -> None:
    dora = person("dora")
    player_replace(person=anna, game_id=late(game).id, seat_key="B", player="cora", why="gone")
    substitute_name(person=cora, game_id=game.id, player="dora", why="A journey")
    player_resign(person=anna, game_id=game.id)
    Seat.objects.filter(game=game).update(user=None, substitute=None, bot="")
    Seat.objects.filter(game=game, key="A").update(user=cora)
    Game.objects.filter(pk=game.pk).update(host=bert)
    rebuild(game.pk)
    seats = {row.key: (row.user, row.bot, row.substitute) for row in game.seats.all()}
    assert seats == {
        "A": (None, "marshal", None),
        "B": (cora, "", dora),
        "C": (None, "random", None),
    }
    assert again(game).host == cora


@pytest.mark.slow
def test_the_letters_can_be_read_and_tell_no_secret(
    game: Game, anna: User, bert: User, cora: User
) -> None:
    substitute_name(person=anna, game_id=game.id, player="cora", why="A journey")
    substitute_end(person=cora, game_id=game.id)
    player_replace(person=anna, game_id=late(game).id, seat_key="B", bot="random", why="He is gone")
    player_replace(person=anna, game_id=game.id, seat_key="B", player="bert", why="gone")
    player_resign(person=anna, game_id=game.id)
    deliver_due()
    bodies = {(m.to[0].split("@")[0], m.subject): m.body for m in mail.outbox}
    lost = bodies["bert", "You no longer have your seat in Prague"]
    assert lost.startswith("You no longer play seat B (Red).\n\nReason:\n\n| He is gone\n")
    assert "seat B" in bodies["bert", "You have a seat in Prague"]
    lent = bodies["cora", "You may stand in for anna in Prague"]
    assert "You may stand in for anna, seat A (Blue): you see what they see and" in lent
    assert f"/games/{game.pk}/referee/" in lent
    assert "no longer a substitute" in bodies["anna", "No substitute any more in Prague"]
    assert "left" in bodies["bert", "You are the host of Prague now"]
    assert not any(again(game).invite in body for body in bodies.values())


def test_a_seat_nobody_asked_for_is_handed_back(
    game: Game, anna: User, bert: User, cora: User
) -> None:
    player_replace(person=anna, game_id=late(game).id, seat_key="B", player="cora", why="gone")
    assert selectors.new_here(access.viewer(again(game), cora))
    seat_decline(person=cora, game_id=game.id)
    assert (seat(game, "B").user, seat(game, "B").bot) == (None, "marshal")
    last = payloads(game, "player_replaced")[-1]
    assert (last["seat"], last["by"]) == ("B", cora.player_uid)
    assert proof(game, anna).head == again(game).head


def test_who_has_played_on_a_seat_does_not_hand_it_back(
    game: Game, anna: User, bert: User, cora: User
) -> None:
    player_replace(person=anna, game_id=late(game).id, seat_key="B", player="cora", why="gone")
    answer(game, cora)
    for sitter in (anna, cora):
        assert not selectors.new_here(access.viewer(again(game), sitter))
        with pytest.raises(Refused) as refusal:
            seat_decline(person=sitter, game_id=game.id)
        assert refusal.value.code == "played_already"
    assert seat(game, "B").user == cora


def test_a_table_writes_so_many_letters_a_day(
    game: Game, anna: User, bert: User, cora: User, settings: Any
) -> None:
    settings.MOST_LETTERS = 2
    substitute_name(person=anna, game_id=game.id, player="cora", why="A journey")
    substitute_end(person=anna, game_id=game.id)
    before = kinds(game)
    for act in (
        lambda: substitute_name(person=anna, game_id=game.id, player="cora", why="A journey"),
        lambda: player_replace(
            person=anna, game_id=late(game).id, seat_key="B", bot="random", why="gone"
        ),
    ):
        with pytest.raises(Refused) as refusal:
            act()
        assert refusal.value.code == "too_many_letters"
    assert kinds(game) == before
    OutboxRow.objects.update(created_at=clock.now() - timedelta(days=1, minutes=1))
    substitute_name(person=anna, game_id=game.id, player="cora", why="A journey")
    # Leaving is nobody's to forbid.
    substitute_end(person=cora, game_id=game.id)
    player_resign(person=bert, game_id=game.id)
    assert readers_of("substitute_gone") == ["cora", "anna"]
    assert readers_of("seat_lost") == ["bert"]


@pytest.mark.parametrize("why", ["", " ", "\n\t"])
def test_whoever_gives_no_reason_does_nothing(game: Game, anna: User, cora: User, why: str) -> None:
    before = kinds(late(game))
    given: dict[str, Any] = {"person": anna, "game_id": game.id, "why": why}
    for act in (
        lambda: player_replace(seat_key="B", player=cora.username, **given),
        lambda: deadline_extend(hours=5, **given),
        lambda: game_pause(**given),
        lambda: extension_propose(hours=5, **given),
        lambda: substitute_name(player=cora.username, **given),
    ):
        with pytest.raises(Refused, match="Say why") as refusal:
            act()
        assert refusal.value.code == "no_reason"
    assert kinds(game) == before


def test_a_reason_stands_where_nobody_was_asked_for_one(game: Game, anna: User, bert: User) -> None:
    player_resign(person=anna, game_id=game.id)
    (replaced,), (passed,) = payloads(game, "player_replaced"), payloads(game, "host_changed")
    assert (replaced["why"], passed["why"]) == ("resigned", "resigned")
    assert passed["player"] == bert.player_uid
    # The log keeps it as it is; whoever reads it reads their own language.
    with translation.override("de"):
        reasons = {act.why for act in acts_of(access.viewer(again(game), bert), "de")}
        assert reasons == {"aufgegeben"}
        letter = letter_of(OutboxRow.objects.get(user=bert, kind="player_replaced"))
        assert Quote("aufgegeben") in letter.blocks


def test_the_letter_of_a_turn_says_for_whom_a_substitute_plays(
    game: Game, anna: User, bert: User, cora: User
) -> None:
    substitute_name(person=anna, game_id=game.id, player="cora", why="A journey")
    for player in (anna, bert):
        answer(game, player)
    game_advance(game_id=game.id)
    deliver_due()
    asked = [m for m in mail.outbox if m.subject == "Your turn in Prague"]
    readers = {m.to[0].split("@")[0] for m in asked if "You are standing in for anna." in m.body}
    assert readers == {cora.username}
    assert len({m.to[0] for m in asked}) == 3
