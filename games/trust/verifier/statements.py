"""What people hold: heads they noted, statements the site signed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from games.trust.verifier.encoding import (
    Json,
    Unusable,
    Wrong,
    canonical,
    is_count,
    is_hex,
    is_moment,
    ranges,
    same,
)
from games.trust.verifier.report import PEOPLE, AuditReport
from games.trust.verifier.signatures import signature_holds

SLACK = timedelta(days=1)  # what was begun with a key may be signed when the next one is there


def compare(
    entries: list[Json],
    report: AuditReport,
    signed: Iterable[Any],
    keys: Iterable[Any] | None,
    heads: Iterable[str],
) -> None:
    """Compare a log that is whole in itself with what was told about it before."""
    known = {entry["hash"] for entry in entries}
    for head in heads:
        if head not in known:
            raise Wrong(
                None, f"no entry has the head {head}: this is not the log it was noted from"
            )
        report.heads += 1
    public = None if keys is None else keys_by_id(keys)
    receipts: set[int] = set()
    engines: dict[int, str] = {}
    for statement in statements_in(signed):
        if public is not None:
            _signed(statement, public, report)
        _agrees(statement["statement"], entries, report)
        report.statements += 1
        if statement["statement"]["kind"] == "receipt":
            receipts.add(statement["statement"]["seq"])
        elif isinstance(statement["statement"].get("engine"), str):
            engines[statement["statement"]["seq"]] = statement["statement"]["engine"]
    if report.statements and public is None:
        report.gaps.append("the signatures were not checked: no keys were given")
    _engines(engines, report)
    _answered(receipts, entries, report)


def _engines(engines: dict[int, str], report: AuditReport) -> None:
    """Say where the site, by its own heads, played on with another engine."""
    heads = sorted(engines.items())
    for place, (seq, new) in enumerate(heads[1:]):
        before, old = heads[place]
        if new != old:
            remark = f"the engine was changed between entries {before} and {seq}, from {old}"
            report.remarks.append(f"{remark} to {new}: play the rules again with both")


def _answered(receipts: set[int], entries: list[Json], report: AuditReport) -> None:
    """Compare which answers counted with those that people have receipts for."""
    for seq in sorted(receipts - set(report.counted)):
        later = _replaced_by(entries, seq)
        if later not in receipts:
            remark = f"entry {seq}: this answer, for which there is a receipt, did not count"
            report.remarks.append(f"{remark}: entry {later} replaced or withdrew it")
    # What a fork took over has its receipts in the game that it comes from.
    began = max((entry["seq"] for entry in entries if entry["kind"] == "fork_began"), default=0)
    counted = [a for a in report.counted.values() if a["by"] in PEOPLE and a["seq"] > began]
    for seat in sorted({entries[seq - 1]["payload"]["seat"] for seq in receipts}):
        missing = [a["seq"] for a in counted if a["seat"] == seat and a["seq"] not in receipts]
        if missing:
            remark = f"{seat} gave receipts, but none for these answers that count as the seat's"
            report.remarks.append(f"{remark} own: entries {ranges(missing)}")


def _replaced_by(entries: list[Json], seq: int) -> int:
    decision = entries[seq - 1]["payload"]["decision"]
    return next(
        int(entry["seq"])
        for entry in entries[seq:]
        if entry["kind"] in ("answer_sealed", "answer_withdrawn")
        and entry["payload"]["decision"] == decision
    )


def keys_by_id(keys: Iterable[Any]) -> dict[str, Json]:
    by_id: dict[str, Json] = {}
    for key in keys:
        if not isinstance(key, dict) or not is_hex(key.get("public"), 64):
            raise Unusable("the keys are not written as they should be")
        if key.get("id") != sha256(bytes.fromhex(key["public"])).hexdigest()[:16]:
            raise Wrong(None, f"the key {key.get('id')} has another key's id")
        by_id[key["id"]] = key
    return by_id


def statements_in(signed: Iterable[Any]) -> Iterator[Json]:
    """Statements, however a file groups them."""
    for value in signed:
        if isinstance(value, list):
            yield from statements_in(value)
        elif isinstance(value, dict) and isinstance(value.get("statement"), dict):
            yield value
        elif isinstance(value, dict) and isinstance(value.get("signed"), dict):
            yield from statements_in([value["signed"]])
        elif isinstance(value, dict) and {"heads", "receipts"} & set(value):
            yield from statements_in([value.get("heads", []), value.get("receipts", [])])
        else:
            raise Unusable("this is neither a signed statement nor a list of them")


def _signed(signed: Json, keys: dict[str, Json], report: AuditReport) -> None:
    statement, key = signed["statement"], keys.get(str(signed.get("key")))
    name = f"the {statement.get('kind')} of {statement.get('at')}"
    if key is None:
        raise Wrong(None, f"{name} is signed with a key that is not among the keys")
    if not is_hex(signed.get("signature"), 128):
        raise Wrong(None, f"{name} has no signature")
    if not signature_holds(
        bytes.fromhex(key["public"]), canonical(statement), bytes.fromhex(signed["signature"])
    ):
        raise Wrong(None, f"{name} was not signed by the site")
    at, since, until = statement.get("at"), key.get("from"), key.get("until")
    is_dated = is_moment(at) and is_moment(since) and (until is None or is_moment(until))
    if not is_dated or _when(at) < _when(since) - SLACK:
        raise Wrong(None, f"{name} is signed with a key that was not in use then")
    if until is not None and _when(at) > _when(until) + SLACK:
        raise Wrong(None, f"{name} is signed with a key that was not in use then")
    report.signatures += 1


def _when(moment: Any) -> datetime:
    try:
        return datetime.fromisoformat(str(moment)[:-1])
    except ValueError:
        raise Unusable(f"{moment} is no time") from None


def _agrees(statement: Json, entries: list[Json], report: AuditReport) -> None:
    kind, seq = statement.get("kind"), statement.get("seq")
    name = f"the {kind} of {statement.get('at')}"
    if kind not in ("head", "receipt") or not isinstance(seq, int) or not is_count(seq):
        raise Unusable(f"{name} is of no kind this verifier knows")
    if statement.get("game") != report.games[max(at for at in report.games if at <= seq)]:
        raise Wrong(None, f"{name} is about another game")
    if seq > len(entries):
        raise Wrong(len(entries), f"the log ends here, but {name} knows an entry {seq}")
    entry = entries[seq - 1] if seq else {}
    genesis = entries[0]["prev"] if entries else report.head
    if entry.get("hash", genesis) != statement.get("head"):
        raise Wrong(seq, f"{name} has another head: this entry or one before it was changed")
    if kind == "head":
        steps = sum(e["kind"] == "step_began" for e in entries[:seq])
        if statement.get("step") != steps:
            raise Wrong(seq, f"{name} counts other steps")
        return
    receipt = [statement.get(key) for key in ("decision", "seat", "digest")]
    payload = entry.get("payload", {})
    sealed = [payload.get("decision"), payload.get("seat"), entry.get("secret_digest")]
    if entry.get("kind") != "answer_sealed" or not same(receipt, sealed):
        raise Wrong(seq, f"{name} is for another answer")
    if statement.get("at") != entry["at"]:
        raise Wrong(seq, f"{name} is of another time than the entry")
