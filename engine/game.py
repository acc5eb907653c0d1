"""A game on its log: folded from entries, moved on by sealing answers and by steps."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from itertools import groupby
from typing import Any, Self

from engine.canonical import canonical
from engine.chance import Chance, StepChance, step_key
from engine.core import Decision, Event, IllegalAnswer, Json, Ruleset, Seat, Value, unanswered
from engine.journal import JOURNAL, AnswerSealed, AnswerWithdrawn, ForkBegan, StepBegan
from engine.log import Entry, Header, Secret, entry_after, is_hex_hash


@dataclass(frozen=True)
class Sealed(Value):
    """An answer in the log: where it stands, its digest, and what it says if that is known."""

    seq: int
    digest: str
    answer: Json | None = field(repr=False)


@dataclass(frozen=True)
class Game(Value):
    """What a log says: the position, the answers given, and the end of the chain."""

    header: Header
    ruleset: Ruleset[Any]
    state: Any
    head: str
    seq: int = 0
    step: int = 0
    sealed: Mapping[str, Sealed] = field(default_factory=dict, repr=False)

    @cached_property
    def decisions(self) -> Sequence[Decision]:
        """What the game waits on: decisions open in the position."""
        return self.ruleset.decisions(self.state) if self.step else []

    def but(self, **changes: Any) -> Self:
        """The same game with changes; sealing an answer does not change what is asked."""
        copy = super().but(**changes)
        if "state" in changes or "step" in changes:
            copy.__dict__.pop("decisions", None)
        return copy

    @property
    def waiting(self) -> list[Decision]:
        """The open decisions nobody has answered."""
        return unanswered(self.decisions, self.sealed)

    @property
    def answers(self) -> dict[str, Json]:
        """Every answer this reader knows, by decision."""
        return {
            decision: sealed.answer
            for decision, sealed in self.sealed.items()
            if sealed.answer is not None
        }

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return bool(self.step) and not self.decisions

    @property
    def taking_part(self) -> list[Sealed]:
        """The answers the next step rests on, in seat order; all open decisions must have one."""
        seats = self.header.seats
        ordered = sorted(self.decisions, key=lambda decision: seats.index(decision.seat))
        return [self.sealed[decision.id] for decision in ordered]

    def decision(self, decision_id: str) -> Decision | None:
        """An open decision by its id."""
        return next((d for d in self.decisions if d.id == decision_id), None)

    def after(self, entry: Entry) -> Game:
        """The game with one more entry of its log."""
        if entry.kind not in JOURNAL:
            return self.after_facts([entry])
        event = decode(self.ruleset, entry)
        moved = self.but(seq=entry.seq, head=entry.hash)
        if isinstance(event, AnswerSealed):
            answer = entry.secret.answer if entry.secret else None
            sealed = Sealed(entry.seq, entry.secret_digest or "", answer)
            return moved.but(sealed={**self.sealed, event.decision: sealed})
        if isinstance(event, AnswerWithdrawn):
            kept = {d: s for d, s in self.sealed.items() if d != event.decision}
            return moved.but(sealed=kept)
        if isinstance(event, StepBegan):
            return moved.but(step=event.step)
        if isinstance(event, ForkBegan):
            return moved.but(header=replace(self.header, game=event.game, anchor=event.anchor))
        return moved

    def after_facts(self, facts: Iterable[Entry]) -> Game:
        """The game with the facts of a step, folded without a Game in between."""
        state, read, last = self.state, self.ruleset.events.read, None
        for last in facts:
            state = read(last.kind, last.version, last.payload).apply(state)
        return self.but(seq=last.seq, head=last.hash, state=state) if last else self


def decode(ruleset: Ruleset[Any], entry: Entry) -> Event[Any]:
    """The fact an entry stores."""
    kinds = JOURNAL if entry.kind in JOURNAL else ruleset.events
    return kinds.decode(entry.kind, entry.version, entry.payload)


def new_game(ruleset: Ruleset[Any], header: Header) -> Game:
    """A game before its first entry."""
    state = ruleset.start(header.seats, header.options)
    return Game(header, ruleset, state, header.genesis())


def replay(ruleset: Ruleset[Any], header: Header, entries: Iterable[Entry]) -> Game:
    """The game its log tells of, by folding stored facts; no rule is run."""
    return continued(new_game(ruleset, header), entries)


def continued(game: Game, entries: Iterable[Entry]) -> Game:
    """A game with further entries of its log."""
    for is_journal, run in groupby(entries, key=lambda entry: entry.kind in JOURNAL):
        if is_journal:
            for entry in run:
                game = game.after(entry)
        else:
            game = game.after_facts(run)
    return game


def append(game: Game, event: Event[Any], at: str, secret: Secret | None = None) -> Entry:
    """The entry that records an event at the end of a game's log."""
    return entry_after(
        game.head, game.seq + 1, event.kind, event.version, at, event.payload(), secret
    )


def seal_answer(
    game: Game,
    decision_id: str,
    answer: Any,
    salt: str,
    at: str,
    by: str = AnswerSealed.BY_SEAT,
) -> tuple[Game, Entry]:
    """Commit a seat to an answer; raises IllegalAnswer with everything that is wrong."""
    decision = game.decision(decision_id)
    if decision is None:
        raise ValueError(f"{decision_id} is not open")
    problems = game.ruleset.problems(game.state, decision, answer)
    if problems:
        raise IllegalAnswer(decision, problems)
    if not is_hex_hash(salt):
        raise ValueError("a salt is 32 bytes, written as 64 hex digits")
    event = AnswerSealed(decision.id, decision.seat, by)
    entry = append(game, event, at, Secret(salt, answer))
    return game.after(entry), entry


def house_salt(game: Game, decision_id: str) -> str:
    """The salt of an answer the house gives for a silent seat: known to all, so there is nothing
    the house could choose."""
    return sha256(canonical([game.header.game, decision_id])).hexdigest()


def bot_salt(game: Game, decision_id: str, link: bytes) -> str:
    """The salt of a bot's answer, fixed by the link of the step: nobody else can guess it before
    the step begins, everybody can check it afterwards."""
    return hmac.digest(link, canonical(["salt", game.header.game, decision_id]), "sha256").hex()


def seal_default(game: Game, decision_id: str, at: str) -> tuple[Game, Entry]:
    """Answer for a seat that stayed silent, in the one way the rules provide."""
    decision = game.decision(decision_id)
    if decision is None:
        raise ValueError(f"{decision_id} is not open")
    answer = game.ruleset.default(game.state, decision)
    salt = house_salt(game, decision_id)
    return seal_answer(game, decision_id, answer, salt, at, AnswerSealed.BY_DEFAULT)


def withdraw_answer(game: Game, decision_id: str, at: str) -> tuple[Game, Entry]:
    """Take back an answer that has not taken part in a step."""
    decision = game.decision(decision_id)
    if decision is None or decision_id not in game.sealed:
        raise ValueError(f"{decision_id} is not open, or not answered")
    entry = append(game, AnswerWithdrawn(decision.id, decision.seat), at)
    return game.after(entry), entry


def advance(game: Game, link: bytes, at: str) -> tuple[Game, list[Entry]]:
    """Move a game on whose open decisions are all answered, to the next decision or the end."""
    if game.finished or game.waiting:
        raise ValueError("the game waits on somebody, or is over")
    if any(answer.answer is None for answer in game.sealed.values()):
        raise ValueError("an answer of this game is not known here")
    step, sealed = game.step + 1, game.taking_part
    began = append(game, StepBegan(step, link.hex(), [answer.seq for answer in sealed]), at)
    key = step_key(link, game.header.game, step, [answer.digest for answer in sealed])
    chance: Chance = StepChance(key, game.header.tower)
    resolution = game.ruleset.resolve(game.state, game.answers, chance)
    entries = [began]
    for event in resolution.events:
        last = entries[-1]
        payload = event.payload()
        entries.append(
            entry_after(last.hash, last.seq + 1, event.kind, event.version, at, payload, None)
        )
    last = entries[-1]
    moved = game.but(step=step, state=resolution.state, seq=last.seq, head=last.hash)
    return moved, entries


def view(game: Game, seat: Seat | None) -> Json:
    """What a seat, or a spectator, may know of a game."""
    shown = game.ruleset.view(game.state, seat)
    shown["answered"] = sorted(
        decision.seat for decision in game.decisions if decision.id in game.sealed
    )
    if seat is not None:
        shown["answers"] = {
            decision.id: game.sealed[decision.id].answer
            for decision in game.decisions
            if decision.seat == seat and decision.id in game.sealed
        }
    return shown
