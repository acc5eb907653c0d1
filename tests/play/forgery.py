"""Tools of a forger who knows the format, owns the server and can compute every hash anew."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from engine.kernel.chance import Stream, step_key, stream
from engine.kernel.core import Event, Json
from engine.kernel.game import advance, append, replay
from engine.kernel.journal import AnswerSealed
from engine.kernel.log import Entry, Header, Secret, entry_hash, read_log, write_log
from engine.kernel.verify import Disproved, verify
from engine.registry import newest
from tests.play.tables import AT, RULESET, Table, new_table

Log = tuple[Header, list[Entry]]
# A log with a lie in it, and the number of the entry with which it begins.
Forged = tuple[Header, list[Entry], int]
Forgery = Callable[[], Forged]
SALT = "5a" * 32


@cache
def honest(choices: str = "orders", line_up: str = "default") -> Table:
    """A game played to its end; with `ask` the standing orders are silent."""
    table = new_table(3, line_up, choices, name=f"honest {choices} {line_up}")
    return table.play_out("honest", terse=choices == "ask")


def log_of(table: Table) -> Log:
    """A table's log, free to be changed."""
    return table.game.header, list(table.entries)


def place_of(entries: Sequence[Entry], kind: str, nth: int = 0) -> int:
    """Where the nth entry of a kind stands."""
    return [place for place, entry in enumerate(entries) if entry.kind == kind][nth]


def rechained(header: Header, entries: Sequence[Entry]) -> Log:
    """The same entries as if they were honest: numbers, digests and hashes made anew."""
    made: list[Entry] = []
    prev = header.genesis()
    for seq, entry in enumerate(entries, 1):
        digest = entry.secret.digest() if entry.secret else entry.secret_digest
        fact = (entry.kind, entry.version, entry.at, entry.payload)
        chained = entry_hash(prev, seq, *fact, digest)
        made.append(entry.but(seq=seq, prev=prev, hash=chained, secret_digest=digest))
        prev = chained
    return header, made


def changed(entry: Entry, *path: str | int, to: Any) -> Entry:
    """An entry whose payload says something else at one place."""
    payload: Any = copy.deepcopy(entry.payload)
    inner = payload
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return entry.but(payload=payload)


def told(header: Header, entries: Sequence[Entry], event: Event[Any]) -> Entry:
    """The entry that would tell of an event after these."""
    game = replay(newest(RULESET), *rechained(header, entries))
    return append(game, event, AT)


def key_of_step(header: Header, entries: Sequence[Entry], began: int) -> bytes:
    """The key of the step that begins at a place."""
    digests = [entries[seq - 1].secret_digest or "" for seq in entries[began].payload["answers"]]
    payload = entries[began].payload
    return step_key(bytes.fromhex(payload["link"]), header.game, payload["step"], digests)


def step_before(entries: Sequence[Entry], place: int) -> int:
    """Where the step begins that a fact belongs to."""
    return max(n for n in range(place + 1) if entries[n].kind == "step_began")


def drawn(source: Stream, items: Sequence[Any], count: int) -> list[Any]:
    """A draw as docs/audit.md tells it."""
    left = list(items)
    return [left.pop(source.below(len(left))) for _ in range(count)]


def drawn_from_stream(header: Header, entries: Sequence[Entry], place: int, name: str) -> Entry:
    """The fact of a draw, as another stream of its step would have given it."""
    record = entries[place].payload["draw"]
    source = stream(key_of_step(header, entries, step_before(entries, place)), name)
    cards = drawn(source, record["from"], len(record["drawn"]))
    return changed(entries[place], "draw", to={**record, "stream": name, "drawn": cards})


def first_untrue(header: Header, entries: Sequence[Entry], began: int) -> int:
    """The number of the first fact of a step that the engine itself would not have told."""
    game = replay(newest(RULESET), *rechained(header, entries[:began]))
    link = bytes.fromhex(entries[began].payload["link"])
    _, truth = advance(game, link, AT)
    for entry, true in zip(entries[began:], truth, strict=False):
        if (entry.kind, entry.payload) != (true.kind, true.payload):
            return true.seq
    raise AssertionError("this step is true")


def leaves(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The ways to everything in a JSON value that is not an object or a list with members."""
    members: Any = ()
    if isinstance(value, dict):
        members = value.items()
    elif isinstance(value, list):
        members = enumerate(value)
    if not members:
        yield path
    for key, member in members:
        yield from leaves(member, (*path, key))


def at(value: Any, path: Sequence[str | int]) -> Any:
    """What stands at the end of a way."""
    for key in path:
        value = value[key]
    return value


def others(value: Any) -> list[Any]:
    """Values near a JSON value that are not equal to it as JSON."""
    near: list[Any] = [None, True, False, 0, 1, "", "A", [], {}]
    if isinstance(value, int):
        near += [int(value), value + 1, value - 1, bool(value), str(value)]
    if isinstance(value, str):
        near += [value + " ", value[:-1], value.upper(), value[::-1]]
    if isinstance(value, dict | list):
        near += [[value], {"a": value}]
    return [other for other in near if (type(other), other) != (type(value), value)]


def put(raw: Json, path: Sequence[str | int], value: Any) -> Json:
    """A JSON object with one place changed."""
    made = copy.deepcopy(raw)
    at(made, path[:-1])[path[-1]] = value
    return made


def disproved(forged: Forged) -> Disproved:
    """A forged log does not hold, also not after it was written and read."""
    header, entries, seq = forged
    with pytest.raises(Disproved) as caught:
        verify(header, entries)
    assert caught.value.seq == seq, caught.value
    with pytest.raises(Disproved) as read:
        verify(*read_log(write_log(header, entries)))
    assert read.value.seq == seq
    return caught.value


def rehashed(forgery: Forgery) -> Forgery:
    """A clumsy forgery with a chain that holds."""

    def forged() -> Forged:
        header, entries, seq = forgery()
        return (*rechained(header, entries), seq)

    forged.__name__ = forgery.__name__
    return forged


def at_the_first_plans(choices: str = "orders") -> Table:
    """A table where everybody has planned the first season and nothing is resolved."""
    table = new_table(3, "default", choices, name=f"plans {choices}")
    table.advance()
    table.answer_all("first")
    return table


def sealed(table: Table, decision: str, seat: str, answer: object) -> Entry:
    """The entry of an answer that nobody has checked."""
    event = AnswerSealed(decision, seat, "seat")
    entry = told(table.game.header, table.entries, event)
    return entry.but(secret=Secret(SALT, answer), secret_digest=Secret(SALT, answer).digest())
