"""Answers: given, replaced, taken back, refused; and the steps that follow from them."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from structlog.testing import capture_logs

from engine.bots import BOTS
from engine.registry import newest
from games import access
from games.errors import Illegal, NotAllowed, NotFound, Refused
from games.log import store
from games.models import Game, LogEntry, OpenDecision, SavedDraft, User
from games.ops import due, tasks
from games.read.versions import version_of
from games.services.play import advance
from games.services.play.advance import game_advance, game_retry
from games.services.play.table import table
from games.services.play.turns import answer_submit, answer_withdraw, draft_save
from games.services.tables.seats import player_replace
from tests.play.tables import RULESET
from tests.service.tables import (
    NOBODY,
    again,
    answer,
    kinds,
    open_seats,
    payloads,
    person,
    proof,
    some_answer,
    started,
    waiting,
)

pytestmark = pytest.mark.django_db
SALT = "5a" * 32


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    return started(anna, bert)


def state_of(game: Game) -> tuple[Any, ...]:
    """Everything that must not change when a request is refused."""
    row = Game.objects.filter(pk=game.pk).values().get()
    open_rows = sorted(OpenDecision.objects.filter(game=game).values_list("decision", "sealed_seq"))
    return row, open_rows, LogEntry.objects.filter(game=game).count(), SavedDraft.objects.count()


def test_a_receipt_proves_the_answer(game: Game, anna: User) -> None:
    receipt, plan = answer(game, anna, salt=SALT)
    line = store.entries_of(again(game))[-1]
    assert receipt.to_json() == {
        "game": game.id,
        "decision": "1.spring.plan.A",
        "digest": line.secret_digest,
        "salt": SALT,
        "by": "seat",
        "at": line.at,
        "seq": again(game).seq,
        "head": again(game).head,
        "signed": receipt.signed,
    }
    assert line.secret is not None
    assert (line.secret.salt, line.secret.answer) == (SALT, plan)
    assert line.secret.digest() == receipt.digest


def test_salts_of_our_own_are_never_the_same(game: Game, anna: User) -> None:
    first, second = answer(game, anna, salt="")[0], _again(game, anna, "x")
    assert first.salt != second.salt
    assert (first.by, second.by) == ("relay", "relay")


def test_the_log_says_who_drew_the_salt(game: Game, anna: User) -> None:
    relayed, plan = answer(game, anna, salt="")
    asked = relayed.decision
    seen = version_of(again(game), store.load(again(game)), asked)
    page: dict[str, Any] = {"person": anna, "game_id": game.pk, "decision": asked, "answer": plan}
    # The same answer counts once, but a salt of one's own is worth sealing it again.
    same = answer_submit(**page, seen=seen)
    own = answer_submit(**page, salt=SALT, seen=seen)
    other = answer_submit(**page, salt="ab" * 32, seen=seen)
    assert (same.seq, same.by) == (relayed.seq, "relay")
    assert own.seq > relayed.seq
    assert (other.seq, other.by, other.salt) == (own.seq, "seat", SALT)
    origins = [e.payload["by"] for e in store.entries_of(again(game)) if e.kind == "answer_sealed"]
    assert origins[-2:] == ["relay", "seat"]


def _again(game: Game, player: User, flavour: str) -> Any:
    decision = store.load(again(game)).decision("1.spring.plan.A")
    assert decision is not None
    plan = some_answer(game, decision, flavour)
    return answer_submit(person=player, game_id=game.id, decision=decision.id, answer=plan)


def test_the_answer_given_last_counts(game: Game, anna: User, bert: User) -> None:
    first, _ = answer(game, anna)
    second = _again(game, anna, "second thoughts")
    answer(game, bert)
    assert game_advance(game_id=game.id) == 1
    taken = payloads(game, "step_began")[-1]["answers"]
    assert second.seq in taken
    assert first.seq not in taken
    assert proof(game, anna).head == again(game).head


def test_an_answer_taken_back_is_asked_for_again(game: Game, anna: User, bert: User) -> None:
    answer(game, bert)
    receipt, _ = answer(game, anna)
    assert open_seats(game) == []
    answer_withdraw(person=anna, game_id=game.id, decision=receipt.decision)
    assert open_seats(game) == ["A"]
    assert game_advance(game_id=game.id) == 0
    with pytest.raises(Refused, match="not answered this yet"):
        answer_withdraw(person=anna, game_id=game.id, decision=receipt.decision)
    answer(game, anna)
    assert game_advance(game_id=game.id) == 1
    assert proof(game, bert).head == again(game).head


def test_an_answer_is_changed_so_often_and_then_stays(
    game: Game, anna: User, bert: User, cora: User, settings: Any
) -> None:
    settings.MOST_ANSWERS = 3
    decision = waiting(game, "A").id
    plans = [some_answer(game, waiting(game, "A"), str(number)) for number in range(4)]
    to_anna: dict[str, Any] = {"person": anna, "game_id": game.id, "decision": decision}
    answer_submit(**to_anna, answer=plans[0])
    answer_withdraw(**to_anna)
    for plan in plans[1:3]:
        answer_submit(**to_anna, answer=plan)
    before = state_of(game)
    for act in (
        lambda: answer_submit(**to_anna, answer=plans[3]),
        lambda: answer_withdraw(**to_anna),
    ):
        with pytest.raises(Refused) as refusal:
            act()
        assert refusal.value.code == "too_many_answers"
    assert state_of(game) == before
    assert store.load(again(game)).sealed[decision].answer == plans[2]
    # Others have answers of their own, and so has whoever comes to the seat.
    answer(game, bert)
    player_replace(person=anna, game_id=game.id, seat_key="A", player="cora", why="gone")
    answer(game, cora)
    game_advance(game_id=game.id)
    answer(game, cora)
    assert payloads(game, "answer_sealed")[-1]["seat"] == "A"


def test_nobody_answers_for_another_seat(game: Game, anna: User, bert: User, cora: User) -> None:
    decision = waiting(game, "A")
    plan, before = some_answer(game, decision), state_of(game)
    for player, code in ((bert, "not_your_decision"), (cora, "not_your_game")):
        for act in (
            lambda p=player: answer_submit(
                person=p, game_id=game.id, decision=decision.id, answer=plan
            ),
            lambda p=player: draft_save(
                person=p, game_id=game.id, decision=decision.id, answer=plan
            ),
            lambda p=player: answer_withdraw(person=p, game_id=game.id, decision=decision.id),
        ):
            with pytest.raises(NotAllowed) as refusal:
                act()
            assert refusal.value.code == code
    assert state_of(game) == before


def test_a_substitute_answers_for_the_seat(game: Game, anna: User, cora: User) -> None:
    game.seats.filter(key="A").update(substitute=cora)
    assert access.seat_for(again(game), cora).key == "A"
    assert answer(again(game), cora)[0].decision == "1.spring.plan.A"


@pytest.mark.parametrize("decision", ["1.spring.plan.Z", "1.autumn.plan.A", "", "x" * 500])
def test_a_question_that_is_not_open_takes_no_answer(game: Game, anna: User, decision: str) -> None:
    before = state_of(game)
    with pytest.raises(Refused) as refusal:
        answer_submit(person=anna, game_id=game.id, decision=decision, answer={})
    assert refusal.value.code == "not_open"
    assert state_of(game) == before


def test_a_question_that_was_resolved_is_closed(game: Game, anna: User, bert: User) -> None:
    receipt, plan = answer(game, anna)
    answer(game, bert)
    game_advance(game_id=game.id)
    with pytest.raises(Refused, match="the game has moved on"):
        answer_submit(person=anna, game_id=game.id, decision=receipt.decision, answer=plan)


def test_an_illegal_plan_gets_every_problem_and_changes_nothing(game: Game, anna: User) -> None:
    decision = waiting(game)
    plan = some_answer(game, decision)
    plan["bid"] = 99
    plan["positions"] = [1, 1, 1, 1, 1]
    plan["boxes"]["combat_a"] = "atlantis"
    plan["nonsense"] = True
    before = state_of(game)
    with pytest.raises(Illegal) as refusal:
        answer_submit(person=anna, game_id=game.id, decision=decision.id, answer=plan)
    assert refusal.value.status == 422
    wheres = {problem.where.split(".")[0] for problem in refusal.value.problems}
    assert {"bid", "positions", "boxes", "nonsense"} <= wheres
    assert refusal.value.message == (
        f"The answer is not legal: {len(refusal.value.problems)} problems."
    )
    assert state_of(game) == before


@pytest.mark.parametrize("nonsense", [None, [], 5, "a plan", {}, {"boxes": None}, {"bid": 1.5}])
def test_what_is_no_plan_at_all_is_illegal(game: Game, anna: User, nonsense: Any) -> None:
    before = state_of(game)
    with pytest.raises(Illegal) as refusal:
        answer_submit(person=anna, game_id=game.id, decision=waiting(game).id, answer=nonsense)
    assert refusal.value.problems
    assert state_of(game) == before


@pytest.mark.parametrize("salt", ["ab", "zz" * 32, "AB" * 32, "ab" * 33])
def test_a_bad_salt_is_refused(game: Game, anna: User, salt: str) -> None:
    before = state_of(game)
    with pytest.raises(Refused, match="64 hexadecimal digits"):
        answer(game, anna, salt=salt)
    assert state_of(game) == before


def test_a_game_that_does_not_exist(anna: User) -> None:
    with pytest.raises(NotFound):
        answer_submit(person=anna, game_id="nowhere", decision="x", answer={})
    assert game_advance(game_id="nowhere") == 0


def test_a_draft_need_not_be_legal_and_goes_when_the_answer_comes(game: Game, anna: User) -> None:
    decision = waiting(game).id
    draft_save(person=anna, game_id=game.id, decision=decision, answer={"half": 1})
    draft_save(person=anna, game_id=game.id, decision=decision, answer={"half": 2})
    assert SavedDraft.objects.count() == 1
    assert "A" in open_seats(game)
    answer(game, anna)
    assert SavedDraft.objects.count() == 0


def test_advancing_twice_does_nothing(game: Game, anna: User, bert: User) -> None:
    assert game_advance(game_id=game.id) == 0
    answer(game, anna)
    assert due.games_to_advance() == []
    answer(game, bert)
    assert due.games_to_advance() == [game.id]
    assert game_advance(game_id=game.id) == 1
    before = state_of(game)
    assert game_advance(game_id=game.id) == 0
    assert state_of(game) == before
    assert due.games_to_advance() == []


def test_a_resolution_that_raises_leaves_the_game_untouched_marked_and_retried(
    game: Game, anna: User, bert: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(game, anna)
    answer(game, bert)
    before = state_of(game)

    def broken(*_: Any) -> None:
        raise KeyError("the county of a plan")

    with monkeypatch.context() as rules, capture_logs() as records:
        rules.setattr(newest(RULESET), "resolve", broken, raising=False)
        tasks.advance_game(game.id)
        assert again(game).trouble.startswith("KeyError at ")
        tasks.advance_game(game.id)  # rests until somebody has looked
        assert len([record for record in records if record["event"] == "resolution_failed"]) == 1
    assert "broken" in records[0]["where"][-1]
    assert "the county of a plan" not in repr(records) + again(game).trouble
    assert due.games_to_advance() == []
    after = state_of(game)
    assert {**after[0], "trouble": ""} == before[0]
    assert after[1:] == before[1:]
    assert game_retry(game_id=game.id) == 1
    assert again(game).trouble == ""
    assert proof(game, anna).head == again(game).head
    with pytest.raises(Refused, match="not marked"):
        game_retry(game_id=game.id)


def test_drafts_of_questions_that_have_passed_are_thrown_away(
    game: Game, anna: User, bert: User
) -> None:
    answer(game, anna)
    answer(game, bert)
    for player, seat in ((anna, "A"), (bert, "B")):
        asked = next(d for d in store.load(again(game)).decisions if d.seat == seat).id
        draft_save(person=player, game_id=game.id, decision=asked, answer={"second": "thoughts"})
    assert SavedDraft.objects.count() == 2
    assert game_advance(game_id=game.id) == 1
    assert not SavedDraft.objects.exists()


def test_a_bot_that_breaks_the_rules_is_noticed(
    game: Game, anna: User, bert: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Cheat:
        def answer(self, *_: Any) -> dict[str, Any]:
            return {"bid": 99}

    answer(game, anna)
    answer(game, bert)
    with monkeypatch.context() as rules, capture_logs():
        rules.setitem(BOTS[RULESET], "random", Cheat())
        tasks.advance_game(game.id)
    assert again(game).trouble.startswith("Illegal at ")
    assert again(game).step == 1
    assert game_retry(game_id=game.id) == 1


def test_the_tick_finds_what_nobody_was_told_of(anna: User) -> None:
    game = started(anna)
    answer(game, anna)
    assert due.games_to_advance() == [game.id]
    for game_id in due.games_to_advance():
        tasks.advance_game(game_id)
    assert again(game).step == 2


def test_bots_answer_at_once_and_differ_from_game_to_game(anna: User) -> None:
    plans = []
    for _ in range(2):
        game = started(anna)
        assert open_seats(game) == ["A"]
        assert kinds(game).count("answer_sealed") == 2
        assert {p["by"] for p in payloads(game, "answer_sealed")} == {"bot random"}
        plans.append(store.load(again(game)).answers["1.spring.plan.B"])
    assert plans[0] != plans[1]


def test_the_log_names_players_by_a_sign_that_names_nobody(game: Game, anna: User) -> None:
    taken = {p["seat"]: p["player"] for p in payloads(game, "seat_taken")}
    assert taken["A"] == anna.player_uid
    assert taken["C"] == "bot random"
    assert anna.username not in repr(taken)
    assert person("dora").player_uid != anna.player_uid
    assert proof(game, NOBODY).steps == 1


def test_a_look_that_finds_nothing_to_do_writes_nothing(game: Game, bert: User) -> None:
    before = state_of(game)[:2]
    with CaptureQueriesContext(connection) as asked:
        assert game_advance(game_id=game.id) == 0
        draft_save(person=bert, game_id=game.id, decision="1.spring.plan.B", answer={"bid": 1})
    writes = [query["sql"] for query in asked if query["sql"].startswith(("UPDATE", "INSERT"))]
    assert [sql.split('"')[1] for sql in writes] == ["games_saveddraft"]
    assert state_of(game)[:2] == before


def test_a_step_that_leaves_a_question_open_is_not_looked_after(
    game: Game, anna: User, bert: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[str] = []

    def counted(game_id: str, *statuses: str) -> Any:
        looks.append(game_id)
        return table(game_id, *statuses)

    monkeypatch.setattr(advance, "table", counted)
    answer(game, anna)
    answer(game, bert)
    assert game_advance(game_id=game.id) == 1
    assert len(looks) == 1


def test_a_game_of_bots_goes_on_until_it_is_over(game: Game, anna: User, bert: User) -> None:
    game.seats.update(user=None, substitute=None, bot="random")
    assert game_advance(game_id=game.id) > 1
    assert again(game).status == Game.Status.FINISHED
