"""A game on its log: folded from entries, moved on by sealing answers and by steps."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from hashlib import sha256
from itertools import groupby
from typing import Any, Self

from engine.kernel.canonical import canonical
from engine.kernel.chance import (
    Card,
    Chance,
    StepChance,
    Veil,
    equipped,
    models_of,
    step_key,
    veil_salt,
)
from engine.kernel.core import (
    Decision,
    Event,
    IllegalAnswer,
    Json,
    Ruleset,
    SaysOver,
    Seat,
    Value,
    unanswered,
)
from engine.kernel.journal import (
    JOURNAL,
    AnswerSealed,
    AnswerWithdrawn,
    ForkBegan,
    StepBegan,
    VeilLifted,
)
from engine.kernel.log import Entry, Header, Secret, entry_after, is_hex_hash


@dataclass(frozen=True)
class Sealed(Value):
    """An answer in the log: where it stands, whose, its digest, and what it says if known."""

    seq: int
    seat: Seat
    digest: str
    answer: Json | None = field(repr=False)


@dataclass(frozen=True)
class Dealt(Value):
    """A card dealt under the veil: to whom, from which deck, and what it is if that is known."""

    seq: int
    seat: Seat | None
    deck: str
    digest: str
    secret: Secret | None = field(repr=False)
    shown: bool = False


@dataclass(frozen=True)
class Position(Value):
    """What a log says: the position, the answers given, and the end of the chain."""

    header: Header
    ruleset: Ruleset[Any]
    state: Any
    head: str
    seq: int = 0
    step: int = 0
    sealed: Mapping[str, Sealed] = field(default_factory=dict, repr=False)
    dealt: Mapping[str, Dealt] = field(default_factory=dict, repr=False)

    @cached_property
    def decisions(self) -> Sequence[Decision]:
        """The decisions open in the position.

        Where the options name a `hand` of handles, `known` tells what this reader knows of it.
        """
        decisions = self.ruleset.decisions(self.state) if self.step else []
        return [self._with_known(one) for one in decisions] if self.header.veil else decisions

    def _with_known(self, decision: Decision) -> Decision:
        if "hand" not in decision.options:
            return decision
        known = {}
        for handle in decision.options["hand"]:
            card = self.dealt.get(handle)
            # What another was dealt stays hidden, even if the rules list it.
            if card and card.secret and (card.shown or card.seat == decision.seat):
                known[handle] = card.secret.answer
        return replace(decision, options={**decision.options, "known": known})

    @property
    def known(self) -> dict[str, Any]:
        """Every card this reader has seen, by handle."""
        return {
            handle: card.secret.answer
            for handle, card in self.dealt.items()
            if card.secret is not None
        }

    def seen_by(self, seat: Seat | None) -> Position:
        """The game as a seat, or a spectator, may know it: without the secrets of others."""
        if self.over:
            return self
        sealed = {
            decision: one if one.seat == seat else one.but(answer=None)
            for decision, one in self.sealed.items()
        }
        dealt = {
            handle: card if card.shown or (seat and card.seat == seat) else card.but(secret=None)
            for handle, card in self.dealt.items()
        }
        return self.but(sealed=sealed, dealt=dealt)

    def but(self, **changes: Any) -> Self:
        """The same game with changes; sealing an answer does not change what is asked."""
        copy = super().but(**changes)
        if "state" in changes or "step" in changes or "dealt" in changes:
            copy.__dict__.pop("decisions", None)
        return copy

    @property
    def waiting(self) -> list[Decision]:
        """The open decisions that must be answered and are not yet."""
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
        """Whether nobody must decide any more: at the end of a step, whether the game is over."""
        return bool(self.step) and all(decision.optional for decision in self.decisions)

    @property
    def over(self) -> bool:
        """Whether the rules say so; in the middle of a step nobody is asked either."""
        rules: Any = self.ruleset
        if _says_over(rules.__class__):
            return bool(rules.over(self.state))
        return bool(rules.view(self.state, None)["finished"])

    @property
    def taking_part(self) -> list[Sealed]:
        """The answers the next step rests on, in seat order; only optional ones may be missing."""
        seats = self.header.seats
        ordered = sorted(self.decisions, key=lambda decision: seats.index(decision.seat))
        return [
            self.sealed[decision.id]
            for decision in ordered
            if not decision.optional or decision.id in self.sealed
        ]

    def decision(self, decision_id: str) -> Decision | None:
        """An open decision by its id."""
        return next((d for d in self.decisions if d.id == decision_id), None)

    def after(self, entry: Entry) -> Position:
        """The game with one more entry of its log."""
        if entry.kind not in JOURNAL:
            return self.after_facts([entry])
        event = decode(self.ruleset, entry)
        moved = self.but(seq=entry.seq, head=entry.hash)
        if isinstance(event, AnswerSealed):
            answer = entry.secret.answer if entry.secret else None
            sealed = Sealed(entry.seq, event.seat, entry.secret_digest or "", answer)
            return moved.but(sealed={**self.sealed, event.decision: sealed})
        if isinstance(event, AnswerWithdrawn):
            kept = {d: s for d, s in self.sealed.items() if d != event.decision}
            return moved.but(sealed=kept)
        if isinstance(event, StepBegan):
            return moved.but(step=event.step)
        if isinstance(event, ForkBegan):
            return moved.but(header=replace(self.header, game=event.game, anchor=event.anchor))
        return moved

    def after_facts(self, facts: Iterable[Entry]) -> Position:
        """The game with the facts of a step, folded without a Game in between."""
        if self.header.veil:
            facts = list(facts)
        state, read, last = self.state, self.ruleset.events.read, None
        for last in facts:
            state = read(last.kind, last.version, last.payload).apply(state)
        if last is None:
            return self
        moved = self.but(seq=last.seq, head=last.hash, state=state)
        return moved.but(dealt=dealt_after(self.dealt, facts)) if self.header.veil else moved


@cache
def _says_over(rules: type) -> bool:
    """Asked after every step, and a protocol takes its time to tell."""
    return issubclass(rules, SaysOver)


def dealt_after(dealt: Mapping[str, Dealt], facts: Iterable[Entry]) -> dict[str, Dealt]:
    """The cards dealt so far and by these facts, with those that were turned up."""
    cards = dict(dealt)
    for fact in facts:
        payload, digest = fact.payload, fact.secret_digest
        if digest is not None:
            seat, deck = payload["seat"], payload["deal"]["deck"]
            cards[payload["handle"]] = Dealt(fact.seq, seat, deck, digest, fact.secret)
        for shown in shown_in(payload):
            secret = Secret(shown["salt"], shown["card"])
            cards[shown["handle"]] = cards[shown["handle"]].but(secret=secret, shown=True)
    return cards


def shown_in(payload: Json) -> list[Json]:
    """The cards that a fact turns up."""
    one = payload.get("shown")
    return [*([] if one is None else [one]), *payload.get("shows", ())]


def decode(ruleset: Ruleset[Any], entry: Entry) -> Event[Any]:
    """The fact an entry stores."""
    kinds = JOURNAL if entry.kind in JOURNAL else ruleset.events
    return kinds.decode(entry.kind, entry.version, entry.payload)


def new_header(
    ruleset: Ruleset[Any],
    game: str,
    options: Mapping[str, str],
    seats: Sequence[Seat],
    anchor: bytes,
    veil: bytes = b"",
) -> Header:
    """The header of a new game; a ruleset that deals hidden cards needs a veil."""
    check_facts(ruleset, bool(veil))
    return Header.of_models(
        models_of(ruleset.devices),
        game=game,
        ruleset=ruleset.key,
        version=ruleset.version,
        options=dict(options),
        seats=tuple(seats),
        anchor=anchor.hex(),
        veil=sha256(veil).hexdigest() if veil else "",
        format=ruleset.log_format,
    )


def check_facts(ruleset: Ruleset[Any], has_veil: bool) -> None:
    """Raise ValueError where the facts of a game would not mean in its log what they say."""
    if has_veil != ruleset.events.veiled:
        raise ValueError("a game has a veil exactly if it deals hidden cards")
    if misnamed := ruleset.events.misnamed(ruleset.devices):
        raise ValueError(f"facts may not have a member called {misnamed[0]!r} in this game")


def new_game(ruleset: Ruleset[Any], header: Header) -> Position:
    """A game before its first entry."""
    state = ruleset.start(header.seats, header.options)
    return Position(header, ruleset, state, header.genesis())


def replay(ruleset: Ruleset[Any], header: Header, entries: Iterable[Entry]) -> Position:
    """The game its log tells of, by folding stored facts; no rule is run."""
    return continued(new_game(ruleset, header), entries)


def continued(game: Position, entries: Iterable[Entry]) -> Position:
    """A game with further entries of its log."""
    for is_journal, run in groupby(entries, key=lambda entry: entry.kind in JOURNAL):
        if is_journal:
            for entry in run:
                game = game.after(entry)
        else:
            game = game.after_facts(run)
    return game


def append(game: Position, event: Event[Any], at: str, secret: Secret | None = None) -> Entry:
    """The entry that records an event at the end of a game's log."""
    return entry_after(
        game.head, game.seq + 1, event.kind, event.version, at, event.payload(), secret
    )


def seal_answer(
    game: Position,
    decision_id: str,
    answer: Any,
    salt: str,
    at: str,
    by: str = AnswerSealed.BY_SEAT,
) -> tuple[Position, Entry]:
    """Commit a seat to an answer; raises IllegalAnswer with everything that is wrong."""
    decision = game.decision(decision_id)
    # While somebody must decide the game is not over: only a wish can come too late.
    if decision is None or (decision.optional and game.finished):
        raise ValueError(f"{decision_id} is not open")
    problems = game.ruleset.problems(game.state, decision, answer)
    if problems:
        raise IllegalAnswer(decision, problems)
    if not is_hex_hash(salt):
        raise ValueError("a salt is 32 bytes, written as 64 hex digits")
    event = AnswerSealed(decision.id, decision.seat, by)
    entry = append(game, event, at, Secret(salt, answer))
    return game.after(entry), entry


def house_salt(game: Position, decision_id: str) -> str:
    """The salt of an answer the server gives for a silent seat: known to all, so there is nothing
    the server could choose."""
    return sha256(canonical([game.header.game, decision_id])).hexdigest()


def bot_salt(game: Position, decision_id: str, link: bytes) -> str:
    """The salt of a bot's answer, fixed by the link of the step: nobody else can guess it before
    the step begins, everybody can check it afterwards."""
    return hmac.digest(link, canonical(["salt", game.header.game, decision_id]), "sha256").hex()


def seal_default(game: Position, decision_id: str, at: str) -> tuple[Position, Entry]:
    """Answer for a seat that stayed silent, in the one way the rules provide."""
    decision = game.decision(decision_id)
    if decision is None:
        raise ValueError(f"{decision_id} is not open")
    if decision.optional:
        raise ValueError(f"{decision_id} need not be answered")
    answer = game.ruleset.default(game.state, decision)
    salt = house_salt(game, decision_id)
    return seal_answer(game, decision_id, answer, salt, at, AnswerSealed.BY_DEFAULT)


def withdraw_answer(game: Position, decision_id: str, at: str) -> tuple[Position, Entry]:
    """Take back an answer that has not taken part in a step."""
    decision = game.decision(decision_id)
    if decision is None or decision_id not in game.sealed:
        raise ValueError(f"{decision_id} is not open, or not answered")
    entry = append(game, AnswerWithdrawn(decision.id, decision.seat), at)
    return game.after(entry), entry


def step_chance(game: Position, key: bytes, veil: bytes = b"") -> StepChance:
    """The chance of a step with this key, with the devices and the hidden cards of a game."""
    devices = equipped(game.ruleset.devices, game.header.models)
    if not game.header.veil:
        return StepChance(key, devices)
    if sha256(veil).hexdigest() != game.header.veil:
        raise ValueError("this is not the veil of the game")
    cards = {}
    for handle, card in game.dealt.items():
        if card.secret is None:
            raise ValueError("a card of this game is not known here")
        cards[handle] = Card(card.deck, card.secret.answer, card.secret.salt)
    return StepChance(key, devices, Veil(veil, game.header.game, cards))


def advance(
    game: Position, link: bytes, at: str, veil: bytes = b""
) -> tuple[Position, list[Entry]]:
    """Move a game on whose open decisions are all answered, to the next decision or the end."""
    if game.finished or game.waiting:
        raise ValueError("the game waits on somebody, or is over")
    if any(answer.answer is None for answer in game.sealed.values()):
        raise ValueError("an answer of this game is not known here")
    step, sealed = game.step + 1, game.taking_part
    began = append(game, StepBegan(step, link.hex(), [answer.seq for answer in sealed]), at)
    key = step_key(link, game.header.game, step, [answer.digest for answer in sealed])
    chance = step_chance(game, key, veil)
    resolution = game.ruleset.resolve(game.state, game.answers, chance)
    entries = [began]
    for event in resolution.events:
        last = entries[-1]
        payload = event.payload()
        secret = None
        if event.veiled:
            if not sealed:
                raise ValueError("a card is dealt before anybody has answered")
            secret = hidden(game, chance, payload["handle"], veil)
        entries.append(
            entry_after(last.hash, last.seq + 1, event.kind, event.version, at, payload, secret)
        )
    last = entries[-1]
    moved = game.but(step=step, state=resolution.state, seq=last.seq, head=last.hash)
    if fault := fault_after_step(moved):
        raise ValueError(fault)
    if not game.header.veil:
        return moved, entries
    moved = moved.but(dealt=dealt_after(game.dealt, entries[1:]))
    if moved.finished:
        entries.append(append(moved, VeilLifted(veil.hex()), at))
        moved = moved.after(entries[-1])
    return moved, entries


def fault_after_step(game: Position) -> str:
    """What is wrong with the position after a step, by a fault of its rules; nothing: it is sound.

    A veil that is lifted too early, or an answer that takes part twice, could not be undone.
    """
    if game.finished != game.over:
        return "the game is over and somebody must decide, or it is not and nobody must"
    again = (decision.id for decision in game.decisions if decision.id in game.sealed)
    return next((f"{name} was asked before" for name in again), "")


def hidden(game: Position, chance: Chance, handle: str, veil: bytes) -> Secret:
    """The secret of the fact that deals a card."""
    return Secret(veil_salt(veil, game.header.game, handle), chance.card(handle))


def view(game: Position, seat: Seat | None) -> Json:
    """What a seat, or a spectator, may know of a game; of others' questions only their kind."""
    shown = game.ruleset.view(game.state, seat)
    shown["waiting"] = [
        {"id": decision.id, "seat": decision.seat, "kind": decision.kind}
        for decision in game.decisions
        if not decision.optional
    ]
    shown["decisions"] = [
        _question(decision) for decision in game.decisions if decision.seat == seat
    ]
    # Not of optional ones: whoever has standing orders need not be asked about them.
    shown["answered"] = sorted(
        decision.seat
        for decision in game.decisions
        if decision.id in game.sealed and not decision.optional
    )
    if seat is not None:
        shown["answers"] = {
            decision.id: game.sealed[decision.id].answer
            for decision in game.decisions
            if decision.seat == seat and decision.id in game.sealed
        }
        if game.header.veil:
            shown["known"] = _hand(game, seat)
    if game.header.veil:
        shown["face_down"] = [handle for handle, card in game.dealt.items() if not card.shown]
    return shown


def _hand(game: Position, seat: Seat) -> Json:
    """The cards that were dealt to a seat and still lie face down, for itself."""
    dealt = ((handle, card) for handle, card in game.dealt.items() if card.seat == seat)
    return {
        handle: card.secret.answer
        for handle, card in dealt
        if card.secret is not None and not card.shown
    }


def _question(decision: Decision) -> Json:
    """A question as its seat is shown it."""
    question = {"id": decision.id, "kind": decision.kind, "options": decision.options}
    return {**question, "optional": True} if decision.optional else question
