"""Every fault the file knows of is found in some log, and the engine names the same entry."""

from __future__ import annotations

import pytest

from engine.kernel.log import lines_in, read_log
from engine.kernel.verify import Disproved, verify
from games.trust.verifier import check
from tests.trust.agreement import entry_named_by_the_engine
from tests.trust.copies import SMALL, log_in, log_of, places, rehashed, written
from tests.trust.faults import drafted_from_the_pile, faults, last_of
from tests.trust.test_attacks import KEYS, disproved_at, signed

CUT = "the log ends within a step, before anybody is asked"


@pytest.mark.parametrize(
    ("reason", "data"), [pytest.param(*one, id=f"{n} {one[0]}") for n, one in enumerate(faults())]
)
def test_a_fault_is_named_by_its_reason(reason: str, data: bytes) -> None:
    assert disproved_at(check(data)) == (last_of(data), reason)
    # What is cut off is missed by the engine where it should be, if it can play the step again.
    missing = 1 if reason == CUT else 0
    assert entry_named_by_the_engine(data) == last_of(data) + missing


def test_a_draft_from_the_pile_holds() -> None:
    data = drafted_from_the_pile()
    assert check(data).verdict == "OK"
    assert entry_named_by_the_engine(data) is None
    exchanged = places(log_in(data), "draft_cards_exchanged")
    assert len(exchanged) > 3
    dark = [{k: v for k, v in line.items() if k != "secret"} for line in log_in(data)]
    assert check(written(dark)).verdict == "OK"
    assert entry_named_by_the_engine(written(dark)) is None


def test_a_head_of_entry_0_is_the_genesis() -> None:
    log = log_of(SMALL)
    statement = {"kind": "head", "game": log[0]["game"], "seq": 0, "step": 0, "at": log[1]["at"]}
    true = signed(**statement, head=log[1]["prev"])
    assert check(SMALL.read_bytes(), [true], KEYS).signatures == 1
    fault = disproved_at(check(SMALL.read_bytes(), [signed(**statement, head="00" * 32)], KEYS))
    assert (fault[0], "has another head" in fault[1]) == (0, True)


def test_true_counts_no_cubes_though_the_answers_are_sealed() -> None:
    log = log_of(SMALL)
    at = places(log, "revolt_decided", lambda p: p["home"].get("peasants") == 1)[0]
    del log[next(seq for seq in places(log, "step_began") if seq > at) :]
    for entry in log[1:]:
        entry.pop("secret", None)
    log[at]["payload"]["home"]["peasants"] = True
    data = rehashed(log)
    assert disproved_at(check(data))[0] == at
    with pytest.raises(Disproved, match=f"seq={at} 'revolt_decided' does not count"):
        verify(*read_log(lines_in(data)))
