"""Secrets: a county in a plan is nowhere to be read before its time."""

from __future__ import annotations

import json
import logging
import re

import pytest
from cryptography.fernet import Fernet
from django.conf import settings
from structlog.testing import capture_logs

from engine.kernel.core import Json
from games import access
from games.log import store
from games.log.seals import LostKey, seal, unseal
from games.models import Game, LogEntry, OutboxRow, SavedDraft, User
from games.read import selectors
from games.services.play.advance import game_advance
from games.services.play.turns import answer_submit, answer_withdraw, draft_save
from games.services.post.delivery import deliver_due
from tests.service.tables import (
    NOBODY,
    again,
    answer,
    everything_stored,
    exported,
    play_out,
    proof,
    some_answer,
    started,
    waiting,
)

pytestmark = pytest.mark.django_db
# A standing order that nobody else gives.
CANARY = {"held_by": "enemy", "at_most": 919}


def canary_plan(game: Game) -> Json:
    """A legal plan with a standing order that is found again wherever it shows."""
    decision = waiting(game)
    plan = some_answer(game, decision)
    attack = plan["boxes"]["combat_a"]
    if attack == "coin":  # change places with a county that does something else
        box = next(box for box, county in plan["boxes"].items() if county != "coin")
        attack, plan["boxes"][box] = plan["boxes"][box], "coin"
        plan["boxes"]["combat_a"] = attack
        plan["moves"].pop(box, None)
    to = decision.options["counties"][attack][0]
    plan["moves"]["combat_a"] = [{"to": to, "armies": 1, "when": CANARY}]
    return plan


def shows(text: str) -> bool:
    return re.search(r"at.most\W{0,6}919", text) is not None


@pytest.fixture
def sealed(anna: User, bert: User) -> tuple[Game, Json]:
    """A game in which Anna has sealed the canary."""
    game = started(anna, bert)
    plan = canary_plan(game)
    answer_submit(person=anna, game_id=game.id, decision=waiting(game).id, answer=plan)
    return again(game), plan


def test_the_canary_would_be_seen_if_it_were_there(sealed: tuple[Game, Json], anna: User) -> None:
    game, plan = sealed
    assert shows(json.dumps(plan))
    assert shows(json.dumps(selectors.board(access.viewer(game, anna))))
    assert any(shows(repr(entry.to_json())) for entry in exported(game, anna)[1])


def test_no_column_of_any_table_shows_a_plan_or_a_draft(anna: User, bert: User) -> None:
    game = started(anna, bert)
    plan, decision = canary_plan(game), waiting(game).id
    draft_save(person=anna, game_id=game.id, decision=decision, answer=plan)
    assert SavedDraft.objects.get().seat == "A"
    assert not any(shows(value) for value in everything_stored())
    answer_submit(person=anna, game_id=game.id, decision=decision, answer=plan)
    answer_submit(person=anna, game_id=game.id, decision=decision, answer=plan)
    answer_withdraw(person=anna, game_id=game.id, decision=decision)
    answer_submit(person=anna, game_id=game.id, decision=decision, answer=plan)
    stored = list(everything_stored())
    assert any(decision in value for value in stored)
    assert not any(shows(value) for value in stored)
    # Nor the counties of the plan, spelled out in what is sealed: all of it is Fernet.
    for row in LogEntry.objects.exclude(secret_sealed=None):
        assert bytes(row.secret_sealed or b"").startswith(b"gAAAA")


def test_the_chain_of_chance_is_sealed_too(sealed: tuple[Game, Json]) -> None:
    game, _ = sealed
    end = unseal(game.chain_sealed)["end"]
    assert len(end) == 64
    assert not any(end in value for value in everything_stored())


def test_no_rival_and_no_spectator_sees_a_plan_on_the_board_or_in_the_log(
    sealed: tuple[Game, Json], bert: User, cora: User
) -> None:
    game, _ = sealed
    for reader in (bert, cora, NOBODY):
        viewer = access.viewer(game, reader)
        assert not shows(json.dumps(selectors.board(viewer)))
        assert not shows(b"".join(selectors.log_file(viewer)).decode())
        mine = [entry for entry in exported(game, reader)[1] if entry.secret]
        assert all(entry.payload["seat"] == viewer.seat_key for entry in mine)
        assert proof(game, reader).head == game.head


def test_a_rivals_draft_is_nobodys_business(anna: User, bert: User) -> None:
    game = started(anna, bert)
    decision = waiting(game).id
    draft_save(person=anna, game_id=game.id, decision=decision, answer={"half": "a plan"})
    assert selectors.draft_of(access.viewer(game, anna), decision) == {"half": "a plan"}
    for reader in (bert, NOBODY):
        assert selectors.draft_of(access.viewer(game, reader), decision) is None


def test_no_repr_no_str_and_no_log_record_shows_a_secret(
    anna: User, bert: User, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    game = started(anna, bert)
    plan, decision = canary_plan(game), waiting(game).id
    with capture_logs() as records:
        receipt = answer_submit(person=anna, game_id=game.id, decision=decision, answer=plan)
        position = store.load(again(game))
        shown = [position, position.sealed, *store.entries_of(game), receipt, again(game)]
        shown += [*LogEntry.objects.all(), settings.SEAL_KEYS and access.viewer(game, anna)]
        for thing in shown:
            assert not shows(repr(thing) + str(thing))
            assert receipt.salt not in repr(thing) + str(thing)
        answer(game, bert)
        assert game_advance(game_id=game.id) == 1
        deliver_due()
    output = repr(records) + caplog.text
    assert "step_taken" in output
    assert not shows(output)
    assert receipt.salt not in output
    assert not any(shows(json.dumps(row.data)) for row in OutboxRow.objects.all())


def test_everything_is_open_when_the_game_is_over(
    sealed: tuple[Game, Json], anna: User, bert: User
) -> None:
    game, plan = sealed
    answer(game, bert)
    game_advance(game_id=game.id)
    assert not any(shows(repr(entry.to_json())) for entry in exported(game, bert)[1])
    play_out(game, anna, bert)
    entries = exported(game, NOBODY)[1]
    assert plan in [entry.secret.answer for entry in entries if entry.secret]


def test_after_a_new_key_old_secrets_open_and_are_sealed_under_it(
    sealed: tuple[Game, Json], settings, anna: User
) -> None:
    game, plan = sealed
    old, new = settings.SEAL_KEYS[0], Fernet.generate_key().decode()
    settings.SEAL_KEYS = (new, old)
    assert plan in [e.secret.answer for e in store.entries_of(game) if e.secret]
    assert store.reseal(game) > 0
    settings.SEAL_KEYS = (new,)
    assert plan in [e.secret.answer for e in store.entries_of(game) if e.secret]
    assert proof(game, anna).head == game.head
    settings.SEAL_KEYS = (old,)
    with pytest.raises(LostKey):
        store.entries_of(game)


def test_a_lost_key_is_told_in_words_and_loses_nothing(sealed: tuple[Game, Json], settings) -> None:
    game, plan = sealed
    known = settings.SEAL_KEYS
    settings.SEAL_KEYS = (Fernet.generate_key().decode(),)
    store.forget()
    with pytest.raises(LostKey, match="Put the old key back into WALLENSTEIN_SEAL_KEYS"):
        store.load(game)
    with pytest.raises(LostKey):
        store.reseal(game)
    settings.SEAL_KEYS = known
    assert plan in store.load(game).answers.values()


@pytest.mark.parametrize("damaged", [None, b"", b"gAAAAA", b"\x00\xff"])
def test_what_is_no_sealed_secret_is_not_opened(damaged: bytes | None) -> None:
    with pytest.raises(LostKey):
        unseal(damaged)


def test_sealing_twice_shows_no_pattern() -> None:
    assert seal({"bid": 3}) != seal({"bid": 3})
    assert unseal(seal({"bid": 3})) == unseal(memoryview(seal({"bid": 3}))) == {"bid": 3}
