"""Proves a log: chain, sealed answers, links of chance, every draw, every throw, every fact."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.chance import StepChance, drawn, step_key, stream
from engine.core import SEATS, BadFact, Decision, Event, Json, Turn
from engine.game import Game, decode, house_salt, new_game
from engine.journal import JOURNAL, AnswerSealed, AnswerWithdrawn, StepBegan
from engine.log import Entry, Header, Secret, entry_hash, is_hex_hash
from engine.registry import checked_options, ruleset_of
from engine.tower import TOWERS, throw

MOST_CUBES: Final = 10_000
WRITTEN_AT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)
# What a rule may raise when a forged fact has led it to a position that cannot be.
MISFITS: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


class Disproved(Exception):
    """A log that does not hold, with the entry that shows it (0: the header)."""

    def __init__(self, seq: int, reason: str) -> None:
        self.seq = seq
        self.reason = reason
        super().__init__(f"seq={seq} {reason}")


@dataclass(frozen=True)
class Proof:
    """What was checked of a log that holds."""

    events: int
    throws: int
    head: str
    steps: int
    resolved: int
    over: bool


def verify(header: Header, entries: Sequence[Entry]) -> Proof:
    """Check a log from end to end; raises Disproved at the first entry that does not hold."""
    game = _opening(header)
    _check_chain(header, entries)
    anchor, chance = header.anchor, _RecordedChance(header.tower)
    resolved = position = 0
    while position < len(entries):
        entry = entries[position]
        event = _decoded(game, entry)
        if not isinstance(event, StepBegan):
            game = _noted(game, entry, event)
            position += 1
            continue
        facts = _facts_after(entries, position)
        _check_link(entry, event, anchor)
        anchor = event.link
        key = _checked_key(game, entry, event)
        proven = resolved == game.step
        resolution = _resolved(game, key, chance, entry, facts) if proven else None
        chance.check(key, facts)
        game = game.after(entry)
        if resolution is None:
            game = _folded(game, entry, facts)
        else:
            last = facts[-1] if facts else entry
            game = game.but(state=resolution.state, seq=last.seq, head=last.hash)
            resolved += 1
        position += 1 + len(facts)
    if resolved < game.step and _is_over(game):
        sealed = next(e.seq for e in entries if e.secret_digest is not None and e.secret is None)
        raise Disproved(sealed, "the game is over and this answer was never opened")
    return Proof(len(entries), chance.throws, game.head, game.step, resolved, _is_over(game))


def _opening(header: Header) -> Game:
    try:
        ruleset = ruleset_of(header.ruleset, header.version)
        if checked_options(ruleset, header.options) != header.options:
            raise ValueError("not every option is named")
        if header.tower not in TOWERS:
            raise ValueError(f"unknown tower {header.tower!r}")
        if len(header.seats) not in ruleset.seats or header.seats != tuple(
            SEATS[: len(header.seats)]
        ):
            raise ValueError(f"{header.ruleset} is not played by these seats")
        return new_game(ruleset, header)
    except ValueError as problem:
        raise Disproved(0, str(problem)) from None


def _check_chain(header: Header, entries: Iterable[Entry]) -> None:
    prev = header.genesis()
    for number, entry in enumerate(entries, 1):
        if entry.seq != number:
            raise Disproved(number, f"expected entry {number}, found {entry.seq}")
        if entry.prev != prev:
            raise Disproved(number, "does not follow the entry before it")
        if not WRITTEN_AT.fullmatch(entry.at):
            raise Disproved(number, "the time is not written as in 2026-11-16T12:00:00Z")
        try:
            chained = _hash_of(entry)
            digest = entry.secret.digest() if entry.secret else entry.secret_digest
        except ValueError as problem:
            raise Disproved(number, str(problem)) from None
        if entry.hash != chained:
            raise Disproved(number, "the entry is not what its hash says")
        if entry.secret_digest != digest:
            raise Disproved(number, "the answer is not the one that was sealed")
        if (digest is not None) != (entry.kind == AnswerSealed.kind):
            raise Disproved(number, "an answer, and nothing else, has a digest")
        prev = entry.hash


def _hash_of(entry: Entry) -> str:
    return entry_hash(
        entry.prev,
        entry.seq,
        entry.kind,
        entry.version,
        entry.at,
        entry.payload,
        entry.secret_digest,
    )


def _decoded(game: Game, entry: Entry) -> Event[Any]:
    try:
        return decode(game.ruleset, entry)
    except BadFact as problem:
        raise Disproved(entry.seq, str(problem)) from None


def _noted(game: Game, entry: Entry, event: Event[Any]) -> Game:
    """An entry of the journal; answers come and go while their decision is open."""
    if entry.kind not in JOURNAL:
        raise Disproved(entry.seq, f"{entry.kind} stands outside a step")
    if isinstance(event, AnswerSealed | AnswerWithdrawn):
        decision = game.decision(event.decision)
        if decision is None or decision.seat != event.seat:
            asked = f"{event.seat!r} for {event.decision!r}"
            raise Disproved(entry.seq, f"nobody had asked {asked}")
        if isinstance(event, AnswerWithdrawn) and decision.id not in game.sealed:
            raise Disproved(entry.seq, "there was no answer to take back")
        if entry.secret is not None and game.ruleset.problems(
            game.state, decision, entry.secret.answer
        ):
            raise Disproved(entry.seq, "the answer is not legal")
        if isinstance(event, AnswerSealed) and event.by == AnswerSealed.BY_DEFAULT:
            _check_default(game, entry, decision)
    return game.after(entry)


def _check_default(game: Game, entry: Entry, decision: Decision) -> None:
    """What the house says for a silent seat is not its choice, and needs no opening."""
    answer = game.ruleset.default(game.state, decision)
    if entry.secret_digest != Secret(house_salt(game, decision.id), answer).digest():
        raise Disproved(entry.seq, "the house has given another answer than the default")


def _facts_after(entries: Sequence[Entry], position: int) -> list[Entry]:
    facts: list[Entry] = []
    for entry in entries[position + 1 :]:
        if entry.kind in JOURNAL:
            break
        facts.append(entry)
    return facts


def _check_link(entry: Entry, event: StepBegan, anchor: str) -> None:
    if not is_hex_hash(event.link):
        raise Disproved(entry.seq, "the link is not 64 hex digits")
    if hashlib.sha256(bytes.fromhex(event.link)).hexdigest() != anchor:
        raise Disproved(entry.seq, "the link does not lead back to the one before it")


def _checked_key(game: Game, entry: Entry, event: StepBegan) -> bytes:
    if event.step != game.step + 1:
        raise Disproved(entry.seq, f"expected step {game.step + 1}")
    if game.finished:
        raise Disproved(entry.seq, "the game was over")
    if game.waiting:
        raise Disproved(entry.seq, f"{game.waiting[0].id} was not answered")
    if not _same(event.answers, [sealed.seq for sealed in game.taking_part]):
        raise Disproved(entry.seq, "other answers took part than were sealed last")
    link = bytes.fromhex(event.link)
    digests = [sealed.digest for sealed in game.taking_part]
    return step_key(link, game.header.game, event.step, digests)


class _RecordedChance:
    """The uses of chance a log records, each one recomputed, in the order of their numbers."""

    def __init__(self, tower: str) -> None:
        self.tower = TOWERS[tower]
        self.lodged: Counter[str] = Counter()
        self.throws = 0

    def check(self, key: bytes, facts: Iterable[Entry]) -> None:
        """The facts of one step; no other stream may be tried than the next of its label."""
        uses: Counter[str] = Counter()
        for fact in facts:
            try:
                for label, record in _records(fact):
                    uses[label] += 1
                    if record["stream"] != f"{label} {uses[label]}":
                        raise Disproved(fact.seq, f"{record['stream']!r} is not next in its step")
                    self._check_record(key, fact.seq, label, record)
            except (AttributeError, LookupError, TypeError, ValueError):
                told = "a use of chance is not recorded as it must be"
                raise Disproved(fact.seq, told) from None

    def _check_record(self, key: bytes, seq: int, label: str, record: Json) -> None:
        if label != "throw":
            count = len(record["drawn"])
            if not _same(
                record["drawn"], drawn(stream(key, record["stream"]), record["from"], count)
            ):
                raise Disproved(seq, f"{record['stream']}: other cards were drawn")
            return
        thrown, lodged = _cubes(record["thrown"]), _cubes(record["lodged"])
        if lodged != self.lodged:
            raise Disproved(seq, f"{record['stream']}: other cubes were lodged")
        fell = throw(self.tower, stream(key, record["stream"]), thrown, lodged)
        if not _same(record["fell"], fell):
            raise Disproved(seq, f"{record['stream']}: other cubes fell")
        self.lodged = lodged + thrown - Counter(fell)
        self.throws += 1


def _records(fact: Entry) -> Iterator[tuple[str, Any]]:
    """The uses of chance in a fact, each with the label of its stream."""
    payload = fact.payload
    if "throw" in payload:
        yield "throw", payload["throw"]
    draws = [payload["draw"]] if payload.get("draw") is not None else []
    for record in (*draws, *payload.get("draws", ())):
        label = record["stream"].rpartition(" ")[0]
        if label == "throw":
            raise ValueError("cards are not thrown")
        yield label, record


def _cubes(record: Json) -> Counter[str]:
    """Cubes by colour, as a record tells them: without zeros, and no more than any game has."""
    for count in record.values():
        if type(count) is not int or count < 1:
            raise ValueError("this is no number of cubes")
    if sum(record.values()) > MOST_CUBES:
        raise ValueError("no tower holds so many cubes")
    return Counter(record)


def _resolved(
    game: Game, key: bytes, recorded: _RecordedChance, entry: Entry, facts: Sequence[Entry]
) -> Turn[Any] | None:
    """Where every answer so far is open, the step played again and found equal fact by fact."""
    if any(sealed.answer is None for sealed in game.sealed.values()):
        return None
    resolution = game.ruleset.resolve(game.state, game.answers, StepChance(key, game.header.tower))
    for number, (fact, event) in enumerate(zip(facts, resolution.events, strict=False), 1):
        if fact.kind == event.kind and _same(_decoded(game, fact).payload(), event.payload()):
            continue
        recorded.check(key, facts[:number])  # which says more, if it is chance that was changed
        raise Disproved(fact.seq, f"by the rules this is another {event.kind}")
    if len(facts) != len(resolution.events):
        first = entry.seq + 1 + min(len(facts), len(resolution.events))
        raise Disproved(first, f"by the rules the step has {len(resolution.events)} facts")
    return resolution


def _same(told: Any, found: Any) -> bool:
    """Whether two JSON values are equal, where true is not 1."""
    if type(told) is not type(found):
        return False
    if type(told) is dict:
        return told.keys() == found.keys() and all(_same(told[key], found[key]) for key in found)
    if type(told) is list:
        return len(told) == len(found) and all(map(_same, told, found))
    return bool(told == found)


def _is_over(game: Game) -> bool:
    """Whether the table says so; a step that was cut off has no open decisions either."""
    return bool(game.ruleset.view(game.state, None)["finished"])


def _folded(game: Game, entry: Entry, facts: Sequence[Entry]) -> Game:
    """The facts taken as they are told, to a position in which somebody must decide, or the end."""
    last = entry
    try:
        for last in facts:
            if not decode(game.ruleset, last).fits(game.state):
                raise Disproved(last.seq, f"{last.kind}: chance was asked about something else")
            game = game.after(last)
        waits = game.waiting
        if not waits and not _is_over(game):
            raise Disproved(last.seq, "the step stops before anybody must decide")
        if not {decision.seat for decision in waits} <= set(game.header.seats):
            raise Disproved(last.seq, "somebody is asked who does not play")
    except BadFact as problem:
        raise Disproved(last.seq, str(problem)) from None
    except MISFITS:
        raise Disproved(last.seq, f"{last.kind} does not fit the position") from None
    return game
