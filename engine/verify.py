"""Proves a log: chain, sealed answers, links of chance, every draw, every throw, every fact."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.chance import StepChance, drawn, step_key, stream
from engine.core import SEATS, BadFact, Course, Decision, Event, Json, Turn
from engine.devices.tower import TOWERS, throw
from engine.game import Game, decode, house_salt, new_game
from engine.journal import (
    JOURNAL,
    Act,
    AnswerSealed,
    AnswerWithdrawn,
    ForkBegan,
    PlayerReplaced,
    SeatTaken,
    StepBegan,
    TimeRanOut,
)
from engine.log import Entry, Header, Secret, entry_hash, is_hex_hash
from engine.registry import checked_options, ruleset_of

MOST_CUBES: Final = 10_000
DRAW_KEYS: Final = frozenset({"stream", "from", "drawn"})
THROW_KEYS: Final = frozenset({"stream", "thrown", "lodged", "fell"})
WRITTEN_AT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)
ANSWERS_FOR_OTHERS: Final = re.compile(r"draft|bot .+", re.DOTALL)
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
    # Steps in which whoever sealed last did so under a salt that the house drew.
    relayed_last: tuple[int, ...] = ()


def verify(header: Header, entries: Sequence[Entry]) -> Proof:
    """Check a log from end to end; raises Disproved at the first entry that does not hold."""
    game = _opening(header)
    _check_chain(header, entries)
    anchor, chance = header.anchor, _RecordedChance(header.tower)
    course = game.ruleset.course()
    resolved = position = 0
    seated: set[str] = set()
    while position < len(entries):
        entry = entries[position]
        event = _decoded(game, entry)
        if not isinstance(event, StepBegan):
            game = _noted(game, entry, event)
            if isinstance(event, SeatTaken) and (game.step or event.seat in seated):
                raise Disproved(entry.seq, f"{event.seat} was taken already")
            if isinstance(event, SeatTaken | PlayerReplaced):
                seated.add(event.seat)
            if isinstance(event, ForkBegan):
                if entries[position - 1].kind in JOURNAL:
                    raise Disproved(entry.seq, "a fork begins right after the facts of a step")
                anchor = event.anchor
            position += 1
            continue
        facts = _facts_after(entries, position)
        _check_link(entry, event, anchor)
        anchor = event.link
        chance.begin(_checked_key(game, entry, event))
        proven = resolved == game.step
        resolution = _resolved(game, chance, entry, facts) if proven else None
        game = game.after(entry)
        if resolution is None:
            game = _folded(game, chance, course, entry, facts)
        else:
            chance.check(*facts)
            for fact in resolution.events:
                course.note(fact)
            last = facts[-1] if facts else entry
            game = game.but(state=resolution.state, seq=last.seq, head=last.hash)
            resolved += 1
        position += 1 + len(facts)
    closed = (entry.seq for entry in entries if entry.secret_digest and not entry.secret)
    sealed = next(closed, None)
    if sealed is not None and _is_over(game):
        raise Disproved(sealed, "the game is over and this answer was never opened")
    over, relayed = _is_over(game), tuple(_relayed_last(entries))
    return Proof(len(entries), chance.throws, game.head, game.step, resolved, over, relayed)


def _relayed_last(entries: Sequence[Entry]) -> Iterator[int]:
    """Steps in which the house, which knew the link, drew the salt of whoever sealed last."""
    for entry in entries:
        if entry.kind == StepBegan.kind:
            told = (entries[seq - 1].payload["by"] for seq in sorted(entry.payload["answers"]))
            # A default leaves nothing to choose.
            free = [by for by in told if by != AnswerSealed.BY_DEFAULT]
            if free and free[-1] == AnswerSealed.BY_RELAY:
                yield entry.payload["step"]


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
    if entry.payload.get("seat", "A") not in game.header.seats:
        raise Disproved(entry.seq, "nobody has this seat")
    if isinstance(event, Act) and entry.version > 1 and not (event.by and event.why):
        raise Disproved(entry.seq, "nobody says who and why")
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
        if isinstance(event, AnswerSealed) and event.by not in AnswerSealed.BY_PEOPLE:
            _check_house(game, entry, event, decision)
    if isinstance(event, TimeRanOut):
        _check_silent(game, entry, event)
    if isinstance(event, ForkBegan):
        _check_fork(game, entry, event)
    return game.after(entry)


def _check_fork(game: Game, entry: Entry, event: ForkBegan) -> None:
    """A new chain is fixed before anybody has answered, or it could be chosen by the answers."""
    if event.origin != game.header.game or event.game == event.origin:
        raise Disproved(entry.seq, f"this is the log of {game.header.game!r}")
    if event.step != game.step or not game.decisions:
        raise Disproved(entry.seq, f"the game does not wait after step {event.step}")
    if any(decision.id in game.sealed for decision in game.decisions):
        raise Disproved(entry.seq, "somebody had answered already")
    if not is_hex_hash(event.anchor):
        raise Disproved(entry.seq, "the anchor is not 64 hex digits")


def _check_house(game: Game, entry: Entry, event: AnswerSealed, decision: Decision) -> None:
    """The house answers where nobody has; its default is no choice, and needs no opening."""
    if decision.id in game.sealed:
        raise Disproved(entry.seq, f"the house answers for {event.seat}, who had answered")
    if event.by != AnswerSealed.BY_DEFAULT:
        if not ANSWERS_FOR_OTHERS.fullmatch(event.by):
            raise Disproved(entry.seq, f"nobody answers as {event.by[:20]!r}")
        return
    answer = game.ruleset.default(game.state, decision)
    if entry.secret_digest != Secret(house_salt(game, decision.id), answer).digest():
        raise Disproved(entry.seq, "the house has given another answer than the default")


def _check_silent(game: Game, entry: Entry, event: TimeRanOut) -> None:
    """Time runs out only for who is asked and has not answered."""
    waiting = {decision.seat for decision in game.waiting}
    for seat in event.seats:
        if seat not in waiting:
            raise Disproved(entry.seq, f"time ran out for {seat}, on whom nobody waited")


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
        self.begin(b"")

    def begin(self, key: bytes) -> None:
        """A step: every label is used for the first time."""
        self.key = key
        self.uses: Counter[str] = Counter()

    def check(self, *facts: Entry) -> None:
        """Further facts of the step; no other stream may be tried than the next of its label."""
        for fact in facts:
            try:
                for label, record in _records(fact):
                    self.uses[label] += 1
                    if record["stream"] != f"{label} {self.uses[label]}":
                        raise Disproved(fact.seq, f"{record['stream']!r} is not next in its step")
                    self._check_record(fact.seq, label, record)
            except (AttributeError, LookupError, TypeError, ValueError):
                told = "a use of chance is not recorded as it must be"
                raise Disproved(fact.seq, told) from None

    def _check_record(self, seq: int, label: str, record: Json) -> None:
        source = stream(self.key, record["stream"])
        if set(record) != (THROW_KEYS if label == "throw" else DRAW_KEYS):
            raise Disproved(seq, f"{record['stream']}: other things are told than belong to it")
        if label != "throw":
            if not _same(record["drawn"], drawn(source, record["from"], len(record["drawn"]))):
                raise Disproved(seq, f"{record['stream']}: other cards were drawn")
            return
        thrown, lodged = _cubes(record["thrown"]), _cubes(record["lodged"])
        if lodged != self.lodged:
            raise Disproved(seq, f"{record['stream']}: other cubes were lodged")
        fell = throw(self.tower, source, thrown, lodged)
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
    game: Game, recorded: _RecordedChance, entry: Entry, facts: Sequence[Entry]
) -> Turn[Any] | None:
    """Where every answer so far is open, the step played again and found equal fact by fact."""
    if any(sealed.answer is None for sealed in game.sealed.values()):
        return None
    chance = StepChance(recorded.key, game.header.tower)
    resolution = game.ruleset.resolve(game.state, game.answers, chance)
    for number, (fact, event) in enumerate(zip(facts, resolution.events, strict=False), 1):
        if fact.kind == event.kind and _same(_decoded(game, fact).payload(), event.payload()):
            continue
        recorded.check(*facts[:number])  # which says more, if it is chance that was changed
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
        return told.keys() == found.keys() and all(
            map(_same, map(told.__getitem__, found), found.values())
        )
    if type(told) is list:
        return len(told) == len(found) and all(map(_same, told, found))
    return bool(told == found)


def _is_over(game: Game) -> bool:
    """Whether the table says so; a step that was cut off has no open decisions either."""
    return bool(game.ruleset.view(game.state, None)["finished"])


def _folded(
    game: Game,
    chance: _RecordedChance,
    course: Course[Any],
    entry: Entry,
    facts: Sequence[Entry],
) -> Game:
    """The facts taken as they are told, to a position in which somebody must decide, or the end."""
    last = entry
    try:
        for last in facts:
            chance.check(last)
            fact = decode(game.ruleset, last)
            if not course.admits(game.state, fact):
                raise Disproved(last.seq, f"{last.kind} does not come next")
            if not fact.fits(game.state):
                raise Disproved(last.seq, f"{last.kind}: something else lies on the table")
            course.note(fact)
            game = game.after(last)
            if game.waiting and last is not facts[-1]:
                raise Disproved(last.seq + 1, f"{game.waiting[0].id} was to be answered first")
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
