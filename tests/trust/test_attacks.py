"""The attacks of docs/audit.md, each tried as its attacker would, and what stops or reveals it."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from engine.devices.tower import TOWERS, Tower, throw
from engine.kernel.chance import links, step_key, stream
from engine.kernel.core import Json
from engine.kernel.game import advance, append, seal_answer
from engine.kernel.journal import ForkBegan
from engine.kernel.log import read_log, visible, write_log
from engine.kernel.verify import Disproved, verify
from games.trust.verifier import AuditReport, canonical, check, told
from tests.play.tables import AT, Table, new_table, random_answer
from tests.trust.agreement import entry_named_by_the_engine
from tests.trust.copies import (
    FIVE,
    Log,
    between_steps,
    log_in,
    log_of,
    places,
    rehashed,
    written,
)

SITE = Ed25519PrivateKey.from_private_bytes(sha256(b"the site's key").digest())
PUBLIC = SITE.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
KEY_ID = sha256(PUBLIC).hexdigest()[:16]
KEYS = [{"id": KEY_ID, "public": PUBLIC.hex(), "from": "1999-01-01T00:00:00Z", "until": None}]


def signed(**statement: Any) -> Any:
    """What the site signs."""
    signature = SITE.sign(canonical(statement)).hex()
    return {"statement": statement, "key": KEY_ID, "signature": signature}


def head_of(log: Log, seq: int) -> Any:
    """The head the site signed when a log ended with this entry."""
    step = len(places(log[: seq + 1], "step_began"))
    statement = {"kind": "head", "game": log[0]["game"], "seq": seq, "head": log[seq]["hash"]}
    return signed(**statement, step=step, at=log[seq]["at"])


def receipt_for(log: Log, seq: int) -> Any:
    """The receipt somebody got for a sealed answer."""
    entry = log[seq]
    statement = {key: entry["payload"][key] for key in ("decision", "seat")}
    statement |= {"kind": "receipt", "game": log[0]["game"], "digest": entry["secret_digest"]}
    return signed(**statement, seq=seq, head=entry["hash"], at=entry["at"])


def file_of(table: Table, seat: str | None = None, *, finished: bool = False) -> bytes:
    """The log as a seat or a spectator reads it in the middle of the game."""
    return b"".join(write_log(table.game.header, visible(table.entries, seat, finished)))


def at_the_plans(name: str) -> Table:
    """A table that waits for its first plans."""
    table = new_table(3, "default", "orders", name=name)
    table.advance()
    return table


def disproved_at(report: AuditReport) -> tuple[int | None, str]:
    """Where the verifier found fault, and what with."""
    assert report.wrong is not None, "nothing was found"
    return report.wrong.seq, report.wrong.reason


# ---- The server picks the seed after seeing the plans ------------------------------------------


def test_the_server_cannot_pick_a_link_after_seeing_the_plans() -> None:
    table = at_the_plans("picked link")
    table.answer_all("plans")
    began = len(table.entries) + 1
    # It has tried chains until the season went as it liked; the anchor is from before the plans.
    for attempt in range(5):
        picked = links(sha256(f"attempt {attempt}".encode()).digest(), 9)[2]
        twin = table.twin()
        twin.game, entries = advance(twin.game, picked, AT)
        twin.entries.extend(entries)
        reason = "the link does not hash to the one before it"
        assert disproved_at(check(file_of(twin))) == (began, reason)
        with pytest.raises(Disproved, match=f"seq={began} the link does not lead back"):
            verify(twin.game.header, twin.entries)


def test_the_server_cannot_pick_the_name_of_a_stream() -> None:
    table = at_the_plans("picked name")
    table.answer_all("plans")
    table.advance()
    log = log_in(file_of(table))
    at = places(log, "event_drawn")[0]
    draw, began = log[at]["payload"]["draw"], log[places(log, "step_began")[1]]["payload"]
    digests = [log[seq]["secret_digest"] for seq in began["answers"]]
    key = step_key(bytes.fromhex(began["link"]), log[0]["game"], began["step"], digests)
    names = (f"event {'i' * tries} 1" for tries in range(1, 200))
    wanted = next(card for card in draw["from"] if card not in draw["drawn"])
    name = next(n for n in names if draw["from"][stream(key, n).below(4)] == wanted)
    draw |= {"stream": name, "drawn": [wanted]}
    forged = rehashed(log)
    assert disproved_at(check(forged)) == (at, "the stream should be called event 1")
    # The engine sees it too, though all plans are sealed.
    with pytest.raises(Disproved, match=f"seq={at} event_drawn: something else lies"):
        verify(*read_log(forged.splitlines(keepends=True)))


def test_the_server_cannot_leave_out_a_plan_it_does_not_like() -> None:
    log = log_of(FIVE)
    began = places(log, "step_began", lambda p: len(p["answers"]) == 5)[0]
    log[began]["payload"]["answers"].pop(2)
    reason = "the step does not rest on the answers that were sealed last"
    assert disproved_at(check(rehashed(log))) == (began, reason)


# ---- The last player withholds ---------------------------------------------------------------


def withheld(name: str) -> Table:
    """Everybody has planned but C, and time is up."""
    table = at_the_plans(name)
    for decision in table.game.waiting[:2]:
        table.seal(decision.id, random_answer(table.game, decision, "plans"))
    return table


def test_who_withholds_an_answer_is_answered_for_in_one_way_only() -> None:
    one, other = withheld("withheld"), withheld("withheld")
    for table in (one, other):
        table.seal_default("1.spring.plan.C")
        table.advance()
    assert one.game.head == other.game.head
    report = check(file_of(one, "C"))
    assert report.verdict == "OK"
    assert report.house_last == []  # there was nothing to choose
    assert report.by["default"] == 1


def test_the_house_cannot_choose_the_salt_of_who_withholds() -> None:
    table = withheld("chosen salt")
    decision = table.game.waiting[0]
    default = table.game.ruleset.default(table.game.state, decision)
    table.game, entry = seal_answer(table.game, decision.id, default, "ab" * 32, AT, "default")
    table.entries.append(entry)
    table.advance()
    reason = "the server chose the salt of a silent seat"
    assert disproved_at(check(file_of(table, "C"))) == (entry.seq, reason)
    # Whoever has the rules sees it at once, though the answer is sealed for them.
    with pytest.raises(Disproved, match=f"seq={entry.seq} the server has given another answer"):
        verify(table.game.header, list(visible(table.entries, "A", False)))


# ---- A player grinds salts -------------------------------------------------------------------


def test_grinding_salts_gains_nothing_without_the_link() -> None:
    chain = links(sha256(b"end of the grinder").digest(), 201)
    thrown = {"A": 10, "B": 10}

    def of_mine(link: bytes, salt: int) -> int:
        """How many of my cubes fall, when this link decides."""
        digest = sha256(f"salt {salt}".encode()).hexdigest()
        key = step_key(link, "grinder", 2, ["ab" * 32, digest])
        return throw(TOWERS["sieve-1"], stream(key, "throw 1"), thrown, {}).get("A", 0)

    hoped, got = 0, 0
    for round_ in range(200):
        salts = range(round_ * 20, round_ * 20 + 20)
        # All a player knows when sealing is the link before; the salt that is best with that one.
        best = max(salts, key=lambda salt: of_mine(chain[round_], salt))
        hoped += of_mine(chain[round_], best)
        got += of_mine(chain[round_ + 1], best)
    # 10 cubes, of which 6 fall on average, with a standard deviation of 1.55: over 200 rounds 0.11.
    assert abs(got / 200 - 6) < 4 * 0.11
    assert hoped / 200 > 8


# ---- Staff swaps a plan ------------------------------------------------------------------------


def test_a_plan_that_staff_swaps_does_not_fit_its_digest() -> None:
    log = log_of(FIVE)
    at = places(log, "answer_sealed", lambda p: p["decision"] == "1.spring.plan.B")[0]
    log[at]["secret"]["answer"]["bid"] = 4
    reason = "the open answer is not the one that was sealed"
    assert disproved_at(check(rehashed(log))) == (at, reason)


def test_a_receipt_convicts_staff_who_swap_plan_digest_and_everything_after() -> None:
    true, forged = at_the_plans("swapped plan"), at_the_plans("swapped plan")
    decisions = true.game.waiting
    for table, plan_of_b in ((true, "honest"), (forged, "swapped")):
        for decision in decisions:
            key = plan_of_b if decision.seat == "B" else "honest"
            table.seal(decision.id, random_answer(table.game, decision, key), key)
        table.advance()
    lie = file_of(forged)
    assert check(lie).verdict == "OK"  # in itself the forged log is without fault
    log = log_in(file_of(true))
    at = places(log, "answer_sealed", lambda p: p["seat"] == "B")[0]
    receipt = receipt_for(log, at)
    assert check(file_of(true), [receipt], KEYS).signatures == 1
    seq, reason = disproved_at(check(lie, [receipt], KEYS))
    assert (seq, reason.endswith("this entry or one before it was changed")) == (at, True)


# ---- The log is rewritten and hashed anew --------------------------------------------------------


def rewritten_taxes() -> tuple[Log, bytes, int]:
    """The true log, one with a lie about money that no chance shows, and where it is."""
    true = log_of(FIVE)
    log = copy.deepcopy(true)
    at = places(log, "taxes_collected")[3]
    log[at]["payload"]["amount"] += 1
    return true, rehashed(log), at


def test_a_noted_head_reveals_a_log_that_was_rewritten() -> None:
    true, lie, at = rewritten_taxes()
    assert check(lie).verdict == "OK"
    assert check(written(true), heads=[true[at]["hash"], true[-1]["hash"]]).heads == 2
    seq, reason = disproved_at(check(lie, heads=[true[at]["hash"]]))
    assert seq is None
    assert reason.startswith(f"no entry has the head {true[at]['hash']}")


def test_a_signed_head_proves_to_others_that_a_log_was_rewritten() -> None:
    true, lie, at = rewritten_taxes()
    later = places(true, "step_began", lambda p: True)[-1] - 1
    before, after = head_of(true, at - 1), head_of(true, later)
    assert check(written(true), [{"heads": [before, after]}], KEYS).signatures == 2
    assert check(lie, [before], KEYS).verdict == "OK"
    seq, reason = disproved_at(check(lie, [{"heads": [before, after]}], KEYS))
    assert (seq, "has another head" in reason) == (later, True)


def test_a_signed_head_reveals_a_log_whose_end_was_cut_off() -> None:
    true = log_of(FIVE)
    cut = between_steps(true, 500)
    assert check(written(cut)).verdict == "OK"
    seq, reason = disproved_at(check(written(cut), [head_of(true, 600)], KEYS))
    assert (seq, reason.endswith("knows an entry 600")) == (len(cut) - 1, True)


def test_two_players_who_were_shown_two_logs_find_out_by_their_heads() -> None:
    shown, heads = [], []
    for plans in ("plans", "other plans"):
        table = at_the_plans("two logs")
        table.answer_all(plans)
        table.advance()
        data = file_of(table)
        shown.append(data)
        heads.append(head_of(log_in(data), 18))
    for data, head in zip(shown, heads, strict=True):
        assert check(data, [head], KEYS).verdict == "OK"
    seq, reason = disproved_at(check(shown[0], heads, KEYS))
    assert (seq, "has another head" in reason) == (18, True)


def test_heads_that_name_two_engines_are_remarked_upon() -> None:
    log = log_of(FIVE)
    heads = [head_of(log, seq)["statement"] for seq in (100, 300)]
    statements = [
        signed(**head, engine=engine) for head, engine in zip(heads, ("1", "2"), strict=True)
    ]
    report = check(FIVE.read_bytes(), statements, KEYS)
    assert report.verdict == "OK"
    remark = "the engine was changed between entries 100 and 300, from 1 to 2"
    assert f"{remark}: play the rules again with both" in report.remarks


def test_who_plays_the_rules_again_needs_no_head() -> None:
    _, lie, at = rewritten_taxes()
    with pytest.raises(Disproved, match=f"seq={at} by the rules this is another taxes_collected"):
        verify(*read_log(lie.splitlines(keepends=True)))


def forgeries() -> Iterator[tuple[str, Any, Any, str]]:
    """Statements that the site never made, and what is said of them."""
    log = log_of(FIVE)
    true = head_of(log, 600)
    stranger = Ed25519PrivateKey.from_private_bytes(bytes(32))
    public = stranger.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    strange = {**KEYS[0], "public": public.hex()}
    forged = {**true, "signature": stranger.sign(canonical(true["statement"])).hex()}
    yield "by a stranger", forged, KEYS, "was not signed by the site"
    yield "another key", {**true, "key": "00" * 8}, KEYS, "a key that is not among the keys"
    yield "no key at all", forged, [], "a key that is not among the keys"
    yield "no signature", {**true, "signature": ""}, KEYS, "has no signature"
    yield "a key under another id", forged, [strange], "has another key's id"
    old = {**KEYS[0], "until": "1999-06-01T00:00:00Z"}
    yield "a key of old", true, [old], "a key that was not in use then"
    other = signed(**{**true["statement"], "game": "another"})
    yield "another game", other, KEYS, "is about another game"
    steps = signed(**{**true["statement"], "step": 3})
    yield "another step", steps, KEYS, "counts other steps"
    at = places(log, "answer_sealed")[0]
    digest = signed(**{**receipt_for(log, at)["statement"], "digest": "00" * 32})
    yield "another digest", digest, KEYS, "is for another answer"
    later = signed(**{**receipt_for(log, at)["statement"], "at": "2001-01-01T00:00:00Z"})
    yield "another time", later, KEYS, "is of another time than the entry"


@pytest.mark.parametrize(
    ("statement", "keys", "reason"),
    [pytest.param(*case[1:], id=case[0]) for case in forgeries()],
)
def test_a_statement_the_site_never_made_is_refused(statement: Any, keys: Any, reason: str) -> None:
    assert reason in disproved_at(check(FIVE.read_bytes(), [statement], keys))[1]


def test_without_keys_the_report_says_that_signatures_were_not_checked() -> None:
    report = check(FIVE.read_bytes(), [head_of(log_of(FIVE), 600)])
    assert report.verdict == "NOT FULLY CHECKED"
    assert "the signatures were not checked: no keys were given" in "\n".join(told(report, "x"))


# ---- The clock is moved ----------------------------------------------------------------------


def with_a_deadline(*, deadline: str, ran_out: str) -> bytes:
    """A log in which time runs out before anybody has planned."""
    log = log_in(file_of(at_the_plans("in time")))
    told_of = {"deadline": deadline, "reason": "step", "by": "house", "why": ""}
    over = {"seats": ["A"], "policy": "default"}
    blank = {key: log[1][key] for key in ("seq", "version", "at", "prev", "hash")}
    log.append({**blank, "kind": "deadline_set", "payload": told_of})
    log.append({**blank, "kind": "time_ran_out", "payload": over, "at": ran_out})
    return rehashed(log)


def test_a_clock_moved_back_shows_that_time_ran_out_too_early() -> None:
    deadline = "2026-11-20T12:00:00Z"
    honest = with_a_deadline(deadline=deadline, ran_out="2026-11-20T12:00:01Z")
    assert check(honest).verdict == "OK"
    early = with_a_deadline(deadline=deadline, ran_out="2026-11-20T11:59:59Z")
    assert disproved_at(check(early))[1] == f"time ran out before the deadline ({deadline})"


def test_a_clock_that_jumps_back_is_remarked_upon() -> None:
    log = log_of(FIVE)
    log[40]["at"] = "1999-12-31T23:00:00Z"
    report = check(rehashed(log))
    assert report.verdict == "OK"
    assert report.remarks[0] == (
        "entry 40 is dated 1999-12-31T23:00:00Z, before the one above (2000-01-01T00:00:00Z)"
    )


def test_a_receipt_shows_the_time_the_site_vouched_for() -> None:
    true = log_of(FIVE)
    at = places(true, "answer_sealed")[5]
    receipt = receipt_for(true, at)
    log = copy.deepcopy(true)
    log[at]["at"] = "2000-01-01T05:00:00Z"
    assert disproved_at(check(rehashed(log), [receipt], KEYS))[0] == at


# ---- The engine is changed in mid-game -----------------------------------------------------------


def test_a_tower_changed_in_mid_game_is_found_at_its_first_throw(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = new_table(3, "default", "orders", name="changed tower")
    for season in range(3):
        table.play_step(f"season {season}")
    honest = len(table.entries)
    assert check(file_of(table)).verdict == "OK"
    monkeypatch.setitem(TOWERS, "sieve-1", Tower("sieve-1", lodge=(1, 5), stay=(60, 100)))
    for season in range(3):
        table.play_step(f"changed {season}")
    seq, reason = disproved_at(check(file_of(table)))
    thrown = [e.seq for e in table.entries[honest:] if e.kind == "tower_thrown"]
    assert seq == thrown[0]
    assert reason.startswith("the stream throw 1 lets fall")
    # A verifier that shares the changed code blames the honest past: hence one that does not.
    with pytest.raises(Disproved, match="seq=7 throw 1: other cubes fell"):
        verify(table.game.header, table.entries)


def test_the_rules_a_game_is_pinned_to_cannot_be_changed_in_mid_game() -> None:
    log = log_of(FIVE)
    log[0]["version"] = 2
    log[0]["options"] |= {"emperors_court": "off", "landsknechte": "off"}
    seq, reason = disproved_at(check(written(log)))
    assert (seq, reason) == (1, "prev is not the hash of what stands before it")


# ---- A fork is used to choose anew ---------------------------------------------------------------


def forked(*, answered: bool = False, **changes: Any) -> tuple[bytes, int]:
    """A log that goes on as a fork after its first step, with a chain of its own."""
    table = at_the_plans("forked")
    if answered:
        table.answer_all("plans")
    chain = links(sha256(b"another end").digest(), 9)
    payload: Json = {"game": "the fork", "origin": "forked", "step": 1, "anchor": chain[1].hex()}
    payload |= {"by": "staff", "why": "A fault in the winter."} | changes
    entry = append(table.game, ForkBegan(**payload), AT)
    header, table.game = table.game.header, table.game.after(entry)
    table.entries.append(entry)
    table.answer_all("plans of the fork")
    table.game, step = advance(table.game, chain[2], AT)
    table.entries.extend(step)
    return b"".join(write_log(header, visible(table.entries, None, False))), entry.seq


def test_a_fork_has_a_name_and_a_chain_of_its_own() -> None:
    data, at = forked()
    report = check(data)
    assert report.verdict == "OK"
    assert entry_named_by_the_engine(data) is None
    assert [throw.step for throw in report.throws[1:]] == [2] * (len(report.throws) - 1)
    assert len(report.throws) > 1
    assert report.games == {0: "forked", at: "the fork"}
    begins = f"entry {at}: a fork of the game forked begins here, with a chain of its own"
    assert report.remarks == [f"{begins}; by staff, because: A fault in the winter."]
    log = log_in(data)
    old = head_of(log, at - 1)
    new = signed(**{**head_of(log, at + 5)["statement"], "game": "the fork"})
    assert check(data, [old, new], KEYS).signatures == 2
    assert "about another game" in disproved_at(check(data, [head_of(log, at + 5)], KEYS))[1]


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ({"origin": "another"}, "not one of the game forked"),
        ({"game": "forked"}, "not one of the game forked"),
        ({"step": 2}, "elsewhere than at the end of a step"),
        ({"answered": True}, "elsewhere than at the end of a step"),
        ({"anchor": "00"}, "the anchor is not 64 hexadecimal digits"),
    ],
)
def test_a_fork_cannot_begin_after_the_answers_are_known(how: Any, reason: str) -> None:
    data, at = forked(**how)
    fault = disproved_at(check(data))
    assert (fault[0], reason in fault[1]) == (at, True)
