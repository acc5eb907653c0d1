"""Proves a log: chain, sealed answers, links of chance, every use of it, every fact."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.kernel.canonical import same
from engine.kernel.chance import equipped, step_key
from engine.kernel.core import SEATS, BadFact, Course, Decision, Event, KeepsCourse, Turn
from engine.kernel.game import (
    Position,
    check_facts,
    decode,
    fault_after_step,
    hidden,
    house_salt,
    new_game,
    step_chance,
)
from engine.kernel.journal import (
    JOURNAL,
    Act,
    AnswerSealed,
    AnswerWithdrawn,
    ForkBegan,
    PlayerReplaced,
    SeatTaken,
    StepBegan,
    TimeRanOut,
    VeilLifted,
)
from engine.kernel.log import Entry, Header, Secret, entry_hash, is_hex_hash
from engine.kernel.records import FalseRecord, RecordedCards, RecordedChance
from engine.registry import checked_options, ruleset_of

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
    # How often each device was used, by its name.
    uses: Mapping[str, int]
    head: str
    steps: int
    resolved: int
    over: bool
    # Steps in which whoever sealed last did so under a salt that the server drew.
    relayed_last: tuple[int, ...] = ()


def verify(header: Header, entries: Sequence[Entry]) -> Proof:
    """Check a log from end to end; raises Disproved at the first entry that does not hold."""
    opening = _opening(header)
    veil = _check_chain(opening, entries)
    try:
        return _Sceptic(opening, entries, veil).proof()
    except FalseRecord as problem:
        raise Disproved(problem.seq, problem.reason) from None


class _Sceptic:
    """Goes through a log whose chain holds, entry by entry."""

    def __init__(self, game: Position, entries: Sequence[Entry], veil: bytes) -> None:
        self.game, self.entries, self.veil = game, entries, veil
        self.anchor = game.header.anchor
        self.chance = RecordedChance(equipped(game.ruleset.devices, game.header.models))
        self.cards = RecordedCards(game.header.seats)
        ruleset = game.ruleset
        self.course = ruleset.course() if isinstance(ruleset, KeepsCourse) else None
        self.resolved = 0
        self.seated: set[str] = set()

    def proof(self) -> Proof:
        """What the whole log proves."""
        position = 0
        while position < len(self.entries):
            event = _decoded(self.game, self.entries[position])
            if isinstance(event, StepBegan):
                position += self._step(position, event)
            else:
                self._note(position, event)
                position += 1
        closed = (e.seq for e in self.entries if e.secret_digest and not e.secret)
        sealed, over = next(closed, None), self.game.over
        if sealed is not None and over:
            raise Disproved(sealed, "the game is over and this answer was never opened")
        game, uses = self.game, dict(self.chance.uses)
        relayed = tuple(_relayed_last(self.entries))
        steps, resolved = game.step, self.resolved
        return Proof(len(self.entries), uses, game.head, steps, resolved, over, relayed)

    def _note(self, position: int, event: Event[Any]) -> None:
        """An entry of the journal, at its place among the others."""
        entry, before = self.entries[position], self.entries[max(0, position - 1)]
        follows_facts = before.kind not in JOURNAL
        if isinstance(event, VeilLifted) and not (follows_facts and self.game.over):
            raise Disproved(entry.seq, "the veil is lifted when the game is over, and once")
        self.game = _noted(self.game, entry, event)
        if isinstance(event, SeatTaken) and (self.game.step or event.seat in self.seated):
            raise Disproved(entry.seq, f"{event.seat} was taken already")
        if isinstance(event, SeatTaken | PlayerReplaced):
            self.seated.add(event.seat)
        if isinstance(event, ForkBegan):
            if not follows_facts:
                raise Disproved(entry.seq, "a fork begins right after the facts of a step")
            self.anchor = event.anchor

    def _step(self, position: int, event: StepBegan) -> int:
        """A step with its facts; how many entries it has."""
        entry, facts = self.entries[position], _facts_after(self.entries, position)
        _check_link(entry, event, self.anchor)
        self.anchor = event.link
        self.chance.begin(_checked_key(self.game, entry, event))
        self.cards.begin(len(event.answers))
        proven = self.resolved == self.game.step
        resolution = self._played_again(entry, facts) if proven else None
        game = self.game.after(entry)
        if resolution is None:
            self.game = _folded(game, self._check_chance, self.course, entry, facts)
        else:
            self._check_chance(*facts)
            if self.course is not None:
                for fact in resolution.events:
                    self.course.note(fact)
            last = facts[-1] if facts else entry
            game = game.after_facts(facts) if game.header.veil else game
            self.game = game.but(state=resolution.state, seq=last.seq, head=last.hash)
            self.resolved += 1
        if fault := fault_after_step(self.game):
            raise Disproved(self.game.seq, fault)
        length = 1 + len(facts)
        self._check_lifted(position + length)
        return length

    def _check_chance(self, *facts: Entry) -> None:
        self.chance.check(*facts)
        if self.game.header.veil:
            self.cards.check(*facts)

    def _check_lifted(self, position: int) -> None:
        """When a game with hidden cards is over, what hid them comes next."""
        if not self.game.header.veil or not self.game.over:
            return
        following = self.entries[position : position + 1]
        if [entry.kind for entry in following] != [VeilLifted.kind]:
            seq = following[0].seq if following else position
            raise Disproved(seq, "the game is over and the veil was not lifted")

    def _played_again(self, entry: Entry, facts: Sequence[Entry]) -> Turn[Any] | None:
        """Where every secret so far is open, the step by the rules, equal fact by fact."""
        game = self.game
        if any(sealed.answer is None for sealed in game.sealed.values()):
            return None
        if game.header.veil and not (self.veil and len(game.known) == len(game.dealt)):
            return None
        chance = step_chance(game, self.chance.key, self.veil)
        resolution = game.ruleset.resolve(game.state, game.answers, chance)
        for number, (fact, event) in enumerate(zip(facts, resolution.events, strict=False), 1):
            if fact.kind != event.kind or not same(_decoded(game, fact).payload(), event.payload()):
                self._check_chance(*facts[:number])  # says more, if it is chance that was changed
                raise Disproved(fact.seq, f"by the rules this is another {event.kind}")
            if event.veiled:
                secret = hidden(game, chance, fact.payload["handle"], self.veil)
                if secret.digest() != fact.secret_digest:
                    raise Disproved(fact.seq, "another card was dealt than chance says")
        if len(facts) != len(resolution.events):
            first = entry.seq + 1 + min(len(facts), len(resolution.events))
            raise Disproved(first, f"by the rules the step has {len(resolution.events)} facts")
        return resolution


def _relayed_last(entries: Sequence[Entry]) -> Iterator[int]:
    """Steps in which the server, which knew the link, drew the salt of whoever sealed last."""
    for entry in entries:
        if entry.kind == StepBegan.kind:
            sealers = (entries[seq - 1].payload["by"] for seq in sorted(entry.payload["answers"]))
            # A default leaves nothing to choose.
            free = [by for by in sealers if by != AnswerSealed.BY_DEFAULT]
            if free and free[-1] == AnswerSealed.BY_RELAY:
                yield entry.payload["step"]


def _opening(header: Header) -> Position:
    try:
        ruleset = ruleset_of(header.ruleset, header.version)
        if checked_options(ruleset, header.options) != header.options:
            raise ValueError("not every option is named")
        equipped(ruleset.devices, header.models)
        if header.format != ruleset.log_format:
            raise ValueError(f"logs of {header.ruleset} have format {ruleset.log_format}")
        check_facts(ruleset, bool(header.veil))
        if len(header.seats) not in ruleset.seats or header.seats != tuple(
            SEATS[: len(header.seats)]
        ):
            raise ValueError(f"{header.ruleset} is not played by these seats")
        return new_game(ruleset, header)
    except ValueError as problem:
        raise Disproved(0, str(problem)) from None


def _check_chain(game: Position, entries: Sequence[Entry]) -> bytes:
    """The chain holds, and every digest; returns the veil, where the log has lifted it."""
    header, veil = game.header, b""
    hiding = {AnswerSealed.kind, *game.ruleset.events.veiled_kinds}
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
        if (digest is not None) != (entry.kind in hiding):
            raise Disproved(number, "an answer or a hidden card, and nothing else, has a digest")
        if entry.kind == VeilLifted.kind:
            veil = _lifted(header, entry)
        prev = entry.hash
    return veil


def _lifted(header: Header, entry: Entry) -> bytes:
    veil = str(entry.payload.get("veil"))
    if not is_hex_hash(veil) or hashlib.sha256(bytes.fromhex(veil)).hexdigest() != header.veil:
        raise Disproved(entry.seq, "this is not the veil that the game began with")
    return bytes.fromhex(veil)


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


def _decoded(game: Position, entry: Entry) -> Event[Any]:
    try:
        return decode(game.ruleset, entry)
    except BadFact as problem:
        raise Disproved(entry.seq, str(problem)) from None


def _noted(game: Position, entry: Entry, event: Event[Any]) -> Position:
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
            question = f"{event.seat!r} for {event.decision!r}"
            raise Disproved(entry.seq, f"nobody had asked {question}")
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


def _check_fork(game: Position, entry: Entry, event: ForkBegan) -> None:
    """A new chain is fixed before anybody has answered, or it could be chosen by the answers."""
    if event.origin != game.header.game or event.game == event.origin:
        raise Disproved(entry.seq, f"this is the log of {game.header.game!r}")
    if event.step != game.step or not game.decisions:
        raise Disproved(entry.seq, f"the game does not wait after step {event.step}")
    if any(decision.id in game.sealed for decision in game.decisions):
        raise Disproved(entry.seq, "somebody had answered already")
    if not is_hex_hash(event.anchor):
        raise Disproved(entry.seq, "the anchor is not 64 hex digits")


def _check_house(game: Position, entry: Entry, event: AnswerSealed, decision: Decision) -> None:
    """The server answers where nobody has; its default is no choice, and needs no opening."""
    if decision.id in game.sealed:
        raise Disproved(entry.seq, f"the server answers for {event.seat}, who had answered")
    if decision.optional and event.by in (AnswerSealed.BY_DEFAULT, AnswerSealed.BY_DRAFT):
        raise Disproved(entry.seq, f"the server answers for {event.seat}, who need not answer")
    if event.by != AnswerSealed.BY_DEFAULT:
        if not ANSWERS_FOR_OTHERS.fullmatch(event.by):
            raise Disproved(entry.seq, f"nobody answers as {event.by[:20]!r}")
        return
    answer = game.ruleset.default(game.state, decision)
    if entry.secret_digest != Secret(house_salt(game, decision.id), answer).digest():
        raise Disproved(entry.seq, "the server has given another answer than the default")


def _check_silent(game: Position, entry: Entry, event: TimeRanOut) -> None:
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


def _checked_key(game: Position, entry: Entry, event: StepBegan) -> bytes:
    if event.step != game.step + 1:
        raise Disproved(entry.seq, f"expected step {game.step + 1}")
    if game.finished:
        raise Disproved(entry.seq, "the game was over")
    if game.waiting:
        raise Disproved(entry.seq, f"{game.waiting[0].id} was not answered")
    if not same(event.answers, [sealed.seq for sealed in game.taking_part]):
        raise Disproved(entry.seq, "other answers took part than were sealed last")
    link = bytes.fromhex(event.link)
    digests = [sealed.digest for sealed in game.taking_part]
    return step_key(link, game.header.game, event.step, digests)


def _folded(
    game: Position,
    check_chance: Callable[..., None],
    course: Course[Any] | None,
    entry: Entry,
    facts: Sequence[Entry],
) -> Position:
    """The facts taken as they are told, to a position in which somebody must decide, or the end."""
    last = entry
    try:
        for last in facts:
            check_chance(last)
            fact = decode(game.ruleset, last)
            if course is not None and not course.admits(game.state, fact):
                raise Disproved(last.seq, f"{last.kind} does not come next")
            if not fact.fits(game.state):
                raise Disproved(last.seq, f"{last.kind}: something else lies on the table")
            if course is not None:
                course.note(fact)
            game = game.after(last)
            if game.waiting and last is not facts[-1]:
                raise Disproved(last.seq + 1, f"{game.waiting[0].id} was to be answered first")
        waits = game.waiting
        if not waits and not game.over:
            raise Disproved(last.seq, "the step stops before anybody must decide")
        if not {decision.seat for decision in game.decisions} <= set(game.header.seats):
            raise Disproved(last.seq, "somebody is asked who does not play")
    except BadFact as problem:
        raise Disproved(last.seq, str(problem)) from None
    except MISFITS:
        raise Disproved(last.seq, f"{last.kind} does not fit the position") from None
    return game
