"""What the site signs can be checked by anybody, for ever, and shows when a log was changed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.management import CommandError, call_command
from django.test import Client

from engine.kernel.canonical import canonical
from engine.kernel.core import Decision, Json
from engine.kernel.log import Secret
from games import access
from games.log import store
from games.log.seals import LostKey, unseal_bytes
from games.mail.letters import message_of
from games.models import Game, OutboxRow, SignedHead, SignedReceipt, SigningKey, User
from games.read.selectors import log_file, signed_heads, signed_receipts, turn_of
from games.services.play import signing
from games.services.play.advance import game_advance
from games.services.play.deadlines import deadline_extend, game_pause, game_resume
from games.services.play.signing import forget_private_keys, signing_key_rotate
from games.services.play.turns import answer_submit
from games.services.tables.forks import game_fork
from games.services.tables.seats import player_resign
from games.trust import keys, statements
from games.trust.keys import key_id, public_keys, signer
from games.trust.sources import digest_of, engine_digest
from games.trust.statements import agrees, broken_promise, is_signed, promises
from games.trust.verifier import check
from tests.play.forgery import changed, place_of, rechained
from tests.service.tables import again, answer, person, play_out, some_answer, started, waiting
from tests.service.test_crowds import at_once

PAGE = Path(__file__).resolve().parents[2] / "docs" / "audit.md"


def published() -> dict[str, str]:
    """The public keys as a stranger finds them."""
    page = Client().get("/.well-known/wallenstein-keys.json").json()
    return {key["id"]: key["public"] for key in page["keys"]}


def season(game: Game, *people: User) -> None:
    for player in people:
        answer(game, player)
    game_advance(game_id=game.pk)


def is_proven(promise: Json | None, game: Game) -> bool:
    """Whether a statement is signed and the log says the same."""
    log, name = store.public_entries_of(again(game)), store.header_of(again(game)).game
    if promise is None or not is_signed(promise, published()):
        return False
    return agrees(promise["statement"], name, log)


def test_the_page_signs_as_the_page_says() -> None:
    section = PAGE.read_text("utf-8").partition("## Signatures")[2]
    block = re.findall(r"^```text\n(.*?)^```", section, re.M | re.S)[0]
    given = dict(re.split(r"\s+= ", line, maxsplit=1) for line in block.splitlines())
    private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(given["private"]))
    assert private.public_key().public_bytes_raw().hex() == given["public"]
    assert key_id(bytes.fromhex(given["public"])) == given["id"]
    statement = json.loads(given["statement"])
    assert canonical(statement).decode() == given["signed"]
    assert private.sign(given["signed"].encode()).hex() == given["signature"]
    promise = {"statement": statement, "key": given["id"], "signature": given["signature"]}
    assert is_signed(promise, {given["id"]: given["public"]})


@pytest.mark.django_db
def test_a_receipt_names_the_answer_and_the_head_and_is_signed(anna: User) -> None:
    game = started(anna)
    asked = waiting(game).id
    receipt, _plan = answer(game, anna)
    entry = store.public_entries_of(game)[-1]
    assert receipt.signed is not None
    assert receipt.signed["statement"] == {
        "kind": "receipt",
        "game": game.pk,
        "decision": asked,
        "seat": "A",
        "digest": receipt.digest,
        "seq": entry.seq,
        "head": entry.hash,
        "at": entry.at,
    }
    assert is_proven(receipt.signed, game)
    assert receipt.to_json()["signed"] == receipt.signed
    assert receipt.salt not in json.dumps(receipt.signed)
    viewer = access.viewer(again(game), anna)
    assert signed_receipts(viewer) == [receipt.signed]
    turn = turn_of(viewer, asked)
    assert turn is not None
    assert turn.receipt is not None
    assert json.loads(turn.receipt["signed"]) == receipt.signed


@pytest.mark.django_db
def test_the_same_answer_again_has_the_same_receipt(anna: User) -> None:
    game = started(anna)
    asked = waiting(game)
    plan = some_answer(game, asked)
    given: dict[str, Any] = {
        "person": anna,
        "game_id": game.pk,
        "decision": asked.id,
        "answer": plan,
    }
    first = answer_submit(**given)
    signing_key_rotate()
    assert answer_submit(**given, seen="").signed == first.signed
    assert SignedReceipt.objects.count() == 1


@pytest.mark.django_db
def test_a_head_is_signed_after_every_repair(anna: User, bert: User) -> None:
    game = started(anna, bert, schedule={"kind": "hours", "hours": 48})
    given: dict[str, Any] = {"game_id": game.pk, "why": "Visitors"}
    for repair in (
        lambda: deadline_extend(person=anna, hours=5, **given),
        lambda: game_pause(person=anna, **given),
        lambda: game_resume(person=anna, **given),
        lambda: player_resign(person=bert, **given),
        lambda: game_fork(person=person("staff", is_staff=True), step=1, **given),
    ):
        repair()
        head = signed_heads(access.viewer(again(game), anna))[-1]
        assert is_proven(head, game)
        assert head["statement"]["head"] == again(game).head


@pytest.mark.django_db
def test_a_head_is_signed_with_every_step_and_stands_in_the_letters(anna: User) -> None:
    game = started(anna)
    season(game, anna)
    heads = signed_heads(access.viewer(again(game), anna))
    assert [head["statement"]["step"] for head in heads] == [1, 2]
    assert all(is_proven(head, game) for head in heads)
    assert heads[-1]["statement"]["head"] == again(game).head
    rows = OutboxRow.objects.filter(game=game, kind="your_turn").order_by("pk")
    for row, head in zip(rows, heads, strict=True):
        signed = [line for line in str(message_of(row).body).splitlines() if line.startswith("{")]
        assert [json.loads(line) for line in signed] == [head]
        assert row.data["head"] == head["statement"]["head"]


@pytest.mark.django_db
def test_bots_need_no_receipt_and_others_see_none(anna: User, bert: User) -> None:
    game = started(anna, bert)
    answer(game, anna)
    assert [row.seat for row in SignedReceipt.objects.all()] == ["A"]
    assert signed_receipts(access.viewer(again(game), bert)) == []
    assert signed_receipts(access.viewer(again(game), person("cora"))) == []


@pytest.mark.django_db
def test_what_was_signed_before_a_rotation_is_proven_after_it(
    anna: User, capsys: pytest.CaptureFixture[str]
) -> None:
    game = started(anna)
    old, _plan = answer(game, anna)
    before = published()
    call_command("rotate_signing_key")
    game_advance(game_id=game.pk)
    new, _plan = answer(game, anna)
    assert old.signed is not None
    assert new.signed is not None
    assert old.signed["key"] != new.signed["key"]
    assert new.signed["key"] in capsys.readouterr().out
    assert is_proven(old.signed, game)
    assert is_proven(new.signed, game)
    assert before.items() < published().items()
    keys = public_keys()["keys"]
    assert [key["until"] is None for key in keys] == [False, True]
    assert keys[0]["until"] == keys[1]["from"]
    call_command("verify_games", game.pk)


@pytest.mark.django_db
def test_what_was_begun_before_a_rotation_is_signed_as_of_then(
    at: Callable[[datetime], None],
) -> None:
    noon = datetime(2026, 11, 16, 12, tzinfo=UTC)
    at(noon)
    first = signer(noon)[0]
    at(noon + timedelta(minutes=1))
    second = signing_key_rotate().pk
    assert signer(noon + timedelta(seconds=30))[0] == first
    assert signer(noon + timedelta(minutes=1))[0] == second
    at(noon + timedelta(days=2))
    forget_private_keys()
    assert SigningKey.objects.get(pk=first).private_sealed is None
    assert signer(noon)[0] == signer(noon + timedelta(days=2))[0] == second
    assert {key["id"] for key in public_keys()["keys"]} == {first, second}


@pytest.mark.django_db
def test_the_private_key_is_sealed_and_moves_with_the_other_secrets(
    anna: User, settings: Any
) -> None:
    started(anna)
    row = SigningKey.objects.get()
    raw = unseal_bytes(row.private_sealed)
    assert raw not in bytes(row.private_sealed or b"")
    assert raw.hex() not in json.dumps(public_keys())
    before, newest = bytes(row.private_sealed or b""), "A" * 43 + "="
    old, settings.SEAL_KEYS = list(settings.SEAL_KEYS), [newest, *settings.SEAL_KEYS]
    call_command("rotate_keys")
    row.refresh_from_db()
    assert bytes(row.private_sealed or b"") != before
    settings.SEAL_KEYS = [newest]
    assert unseal_bytes(row.private_sealed) == raw
    settings.SEAL_KEYS = old
    with pytest.raises(LostKey):
        unseal_bytes(row.private_sealed)


@pytest.mark.django_db
def test_a_key_is_opened_once_in_a_process(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[object] = []

    def counted(sealed: Any) -> bytes:
        opened.append(sealed)
        return unseal_bytes(sealed)

    monkeypatch.setattr(keys, "unseal_bytes", counted)
    game = started(anna)
    season(game, anna)
    season(game, anna)
    assert SignedHead.objects.count() == 3
    assert len(opened) == 1
    signing_key_rotate()
    season(game, anna)
    assert len(opened) == 2


@pytest.mark.usefixtures("committed")
def test_two_at_once_make_one_first_key_and_rotate_one_after_the_other() -> None:
    moment = datetime.now(UTC)
    made = at_once(*[lambda: keys.first_key(moment).pk] * 3)
    assert len(set(made)) == 1
    rotated = at_once(*[lambda: signing.signing_key_rotate().pk] * 3)
    assert len({*made, *rotated}) == 4
    numbers = SigningKey.objects.order_by("number").values_list("number", flat=True)
    assert list(numbers) == [1, 2, 3, 4]
    assert SigningKey.objects.filter(until=None).count() == 1


@pytest.fixture
def game(anna: User) -> Game:
    """A season is played, and a plan sealed for the next."""
    game = started(anna)
    season(game, anna)
    answer(game, anna)
    return again(game)


@pytest.mark.django_db
def test_a_log_that_was_rewritten_and_hashed_anew_is_given_away(game: Game) -> None:
    signed, entries = promises(game.pk), store.entries_of(game)
    assert len(signed) == 4
    assert broken_promise(signed, game.pk, entries) is None
    place = place_of(entries, "deadline_set")
    entries[place] = changed(entries[place], "why", to="never mind")
    _header, forged = rechained(store.header_of(game), entries)
    first = min(promise["statement"]["seq"] for promise in signed)
    assert broken_promise(signed, game.pk, forged) == first >= place + 1
    assert broken_promise(signed, game.pk, entries[: game.seq - 1]) is not None


@pytest.mark.django_db
def test_a_plan_that_was_exchanged_is_given_away_by_its_receipt(game: Game) -> None:
    entries = store.entries_of(game)
    swapped = Secret("5a" * 32, some_answer(game, waiting_again(game), "swapped"))
    entries[-1] = entries[-1].but(secret=swapped)
    _header, forged = rechained(store.header_of(game), entries)
    assert broken_promise(promises(game.pk), game.pk, forged) == game.seq


def waiting_again(game: Game) -> Decision:
    """The question that is answered already."""
    return next(d for d in store.load(game).decisions if d.seat == "A")


@pytest.mark.django_db
@pytest.mark.parametrize("lie", ["head", "seq", "signature", "key"])
def test_the_operator_is_told_of_a_promise_that_does_not_hold(game: Game, lie: str) -> None:
    row = SignedHead.objects.latest("seq")
    if lie in row.statement:
        row.statement[lie] = row.statement[lie] * 2
    elif lie == "signature":
        row.signature = "00" * 64
    else:
        row.key = signing_key_rotate()
    row.save()
    with pytest.raises(CommandError, match="1 games failed"):
        call_command("verify_games", game.pk)
    SignedHead.objects.all().delete()
    call_command("verify_games", game.pk)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "lie", "to"),
    [
        ("head", "step", 99),
        ("head", "game", "another"),
        ("receipt", "game", "another"),
        ("receipt", "at", "2020-01-01T00:00:00Z"),
        ("receipt", "decision", "1.summer.plan.A"),
    ],
)
def test_a_promise_is_compared_as_the_verifiers_do(
    game: Game, kind: str, lie: str, to: Any
) -> None:
    signed, entries = promises(game.pk), store.entries_of(game)
    true = next(promise["statement"] for promise in signed if promise["statement"]["kind"] == kind)
    false = statements.signed({**true, lie: to}, datetime.now(UTC))
    assert broken_promise([statements.signed(true, datetime.now(UTC))], game.pk, entries) is None
    assert broken_promise([false], game.pk, entries) == true["seq"]
    log = b"".join(log_file(access.viewer(game, User.objects.get(username="anna"))))
    assert check(log, [false], public_keys()["keys"]).verdict == "FAILED"


@pytest.mark.django_db
def test_an_engine_that_is_changed_in_mid_game_leaves_a_trace(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = started(anna)
    season(game, anna)
    first = engine_digest()
    monkeypatch.setattr(signing, "engine_digest", lambda: "ab" * 32)
    season(game, anna)
    heads = signed_heads(access.viewer(again(game), anna))
    named = [head["statement"]["engine"] for head in heads]
    assert named == [first, first, "ab" * 32]
    log = b"".join(log_file(access.viewer(again(game), anna)))
    before, after = (head["statement"]["seq"] for head in heads[1:])
    report = check(log, heads, public_keys()["keys"])
    remark = f"the engine was changed between entries {before} and {after}, from {first} to"
    assert (report.verdict, report.remarks) == (
        "OK",
        [f"{remark} {'ab' * 32}: play the rules again with both"],
    )
    # Heads that were signed before this was so hold as they are.
    old = {k: v for k, v in heads[0]["statement"].items() if k != "engine"}
    kept = [statements.signed(old, datetime.now(UTC)), *heads[1:2]]
    assert check(log, kept, public_keys()["keys"]).remarks == []


@pytest.mark.slow
def test_the_digest_of_the_engine_is_taken_when_the_site_starts() -> None:
    # Not when the first head is signed: by then the files may be those of another engine.
    asked = (
        "from games.trust.sources import engine_digest; print(engine_digest.cache_info().misses)"
    )
    started_up = f"import django; django.setup(); {asked}"
    process = subprocess.run(
        [sys.executable, "-c", started_up], check=True, capture_output=True, text=True
    )
    assert process.stdout.strip() == "1"


@pytest.mark.django_db
def test_a_head_before_the_first_entry_is_the_genesis(anna: User) -> None:
    game = started(anna)
    entries, header = store.public_entries_of(game), store.header_of(game)
    statement = {"kind": "head", "game": game.pk, "seq": 0, "step": 0, "head": header.genesis()}
    assert agrees(statement, header.game, entries)
    assert not agrees({**statement, "head": entries[0].hash}, header.game, entries)
    assert not agrees({**statement, "step": 1}, header.game, entries)
    assert not agrees({**statement, "kind": "receipt"}, header.game, entries)


@pytest.mark.parametrize("change", ["a rule", "a card", "a new file"])
def test_the_digest_of_the_engine_tells_a_changed_rule(tmp_path: Path, change: str) -> None:
    shutil.copytree(PAGE.parents[1] / "engine", tmp_path / "engine")
    before = digest_of(tmp_path / "engine")
    assert before == engine_digest()
    rule = tmp_path / "engine" / "wallenstein" / "winter.py"
    if change == "a rule":
        rule.write_text(rule.read_text("utf-8").replace("1", "2", 1), "utf-8")
    elif change == "a card":
        card = sorted((tmp_path / "engine").rglob("*.json"))[0]
        card.write_text(card.read_text("utf-8") + " ", "utf-8")
    else:
        (tmp_path / "engine" / "added.py").write_text("", "utf-8")
    assert digest_of(tmp_path / "engine") != before


@pytest.mark.django_db
def test_nonsense_is_not_signed() -> None:
    name = signer(datetime.now(UTC))[0]
    promise = {"statement": {"seq": 1.5}, "key": name, "signature": "00" * 64}
    assert not is_signed(promise, published())
    assert not is_signed({**promise, "key": "0" * 16}, published())
    assert not is_signed({**promise, "statement": {}, "signature": "xyz"}, published())


@pytest.mark.django_db
def test_a_whole_game_is_promised_and_kept(anna: User) -> None:
    over = play_out(started(anna), anna)
    signed = promises(over.pk)
    assert len(signed) > 2 * over.step - 3
    assert broken_promise(signed, over.pk, store.public_entries_of(over)) is None
    assert max(promise["statement"]["seq"] for promise in signed) == over.seq
