"""The contract between a game and everything around it: events, decisions, phases, rulesets."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import (
    Any,
    ClassVar,
    Final,
    Generic,
    Protocol,
    Self,
    TypeVar,
    get_type_hints,
    runtime_checkable,
)

from engine.kernel.chance import Chance, Device

Seat = str
Json = dict[str, Any]
Answers = Mapping[str, Json]
S = TypeVar("S")

SEATS: Final = "ABCDEF"


# Looked up once: they run more often than anything else when a game is folded.
_blank, _set = object.__new__, object.__setattr__


class Value:
    """A frozen dataclass that is copied with changes faster than `dataclasses.replace` does it.

    Folding a game makes thousands of copies; skipping the generated `__init__` is what keeps
    frozen states as cheap as mutable ones.
    """

    def but(self, **changes: Any) -> Self:
        """The same value with some fields changed; that they exist is checked by a test."""
        copy = _blank(type(self))
        _set(copy, "__dict__", self.__dict__ | changes)
        return copy


class BadFact(ValueError):
    """A stored event that does not have the fields its kind demands."""


@dataclass(frozen=True)
class Event(ABC, Generic[S]):
    """A fact in the past tense whose fields are JSON values."""

    kind: ClassVar[str]
    version: ClassVar[int] = 1
    # Whether it deals a card that only its seat may know: it has a `seat`, a `handle` and a `deal`.
    veiled: ClassVar[bool] = False
    # Whether it only says that somebody is asked; the decision that follows puts the question.
    asks: ClassVar[bool] = False

    @abstractmethod
    def apply(self, state: S) -> S:
        """The state after this fact."""

    def fits(self, state: S) -> bool:
        """Whether this can be told of what lies on the table, above all where chance was asked
        about it; for sceptics who know no plan, not for folding."""
        return True

    def opens_chapter(self) -> str:
        """The id of the chapter that begins with this fact; empty for all other facts."""
        return ""

    def payload(self) -> Json:
        """The fact as it stands in the log."""
        return dict(self.__dict__)

    @classmethod
    def stored(cls, payload: Json) -> Self:
        """The fact a checked payload tells; skips the generated `__init__`, as `Value.but` does."""
        event = _blank(cls)
        _set(event, "__dict__", dict(payload))
        return event


_JSON_TYPES: dict[str, type] = {
    kind.__name__: kind for kind in (str, int, bool, dict, list, type(None))
}


def _accepted_types(hint: Any) -> tuple[type, ...]:
    members = getattr(hint, "__args__", None) if not hasattr(hint, "__origin__") else None
    accepted: list[type] = []
    for member in members or (hint,):
        origin = getattr(member, "__origin__", member)
        known = _JSON_TYPES.get(origin.__name__)
        accepted.extend([known] if known else _JSON_TYPES.values())
    return tuple(accepted)


Upcaster = Callable[[Json], Json]

# In every log these members of a fact are uses of chance, and these are hidden cards turned up.
OF_CHANCE: Final = frozenset({"draw", "draws", "throw", "roll", "rolls"})
OF_CARDS: Final = frozenset({"shown", "shows"})


class EventKinds(Generic[S]):
    """The events a ruleset knows, by the name they have in the log."""

    def __init__(self) -> None:
        self._classes: dict[str, type[Event[S]]] = {}
        self._shapes: dict[str, tuple[tuple[str, tuple[type, ...]], ...]] = {}
        self._counts: dict[str, tuple[str, ...]] = {}
        self._upcasters: dict[tuple[str, int], Upcaster] = {}
        self._veiled: set[str] = set()
        self._well_formed: set[tuple[Any, ...]] = set()

    def add(self, cls: type[Event[S]]) -> type[Event[S]]:
        """Register an event class; usable as a decorator."""
        if cls.kind in self._classes:
            raise ValueError(f"event kind {cls.kind!r} is registered twice")
        hints = get_type_hints(cls)
        names = {f.name for f in fields(cls)}
        if cls.veiled != ("deal" in names) or (cls.veiled and not {"seat", "handle"} <= names):
            raise ValueError(f"{cls.kind!r} is veiled and has seat, handle and deal, or neither")
        self._classes[cls.kind] = cls
        if cls.veiled:
            self._veiled.add(cls.kind)
        self._shapes[cls.kind] = tuple(
            (f.name, _accepted_types(hints[f.name])) for f in fields(cls)
        )
        self._counts[cls.kind] = tuple(
            f.name for f in fields(cls) if hints[f.name] == dict[str, int]
        )
        return cls

    def joined(self, *others: EventKinds[S]) -> EventKinds[S]:
        """These kinds and those of others, as one; the others do not learn of each other."""
        together: EventKinds[S] = EventKinds()
        for kinds in (self, *others):
            for cls in kinds:
                together.add(cls)
            together._upcasters |= kinds._upcasters
        return together

    def upcast(self, kind: str, version: int, upcaster: Upcaster) -> None:
        """Read payloads of `kind` at `version` by turning them into the next version."""
        self._upcasters[kind, version] = upcaster

    def __contains__(self, kind: str) -> bool:
        return kind in self._classes

    def __iter__(self) -> Iterator[type[Event[S]]]:
        return iter(self._classes.values())

    @property
    def veiled(self) -> bool:
        """Whether cards are dealt under a veil in a game of these facts."""
        return bool(self._veiled)

    @property
    def veiled_kinds(self) -> frozenset[str]:
        """The kinds of facts that deal such a card."""
        return frozenset(self._veiled)

    def misnamed(self, devices: Iterable[Device]) -> list[str]:
        """The members of facts that readers of a log would take for chance or for cards, in a game
        that has only these devices."""
        names = {name for shape in self._shapes.values() for name, _ in shape}
        brought = {name for device in devices for name in device.members}
        return sorted(names & ((OF_CHANCE - brought) | (frozenset() if self.veiled else OF_CARDS)))

    def chapter_openers(self) -> list[str]:
        """The kinds of facts that begin a chapter, by name."""
        return [cls.kind for cls in self if cls.opens_chapter is not Event.opens_chapter]

    def read(self, kind: str, version: int, payload: Json) -> Event[S]:
        """A fact this program has stored itself, which need not be checked again."""
        cls = self._classes.get(kind)
        if cls is not None and cls.version == version:
            return cls.stored(payload)
        return self.decode(kind, version, payload)

    def decode(self, kind: str, version: int, payload: Json) -> Event[S]:
        """The fact somebody tells under `kind`, checked, in the version the code knows."""
        cls = self._classes.get(kind)
        if cls is None:
            raise BadFact(f"unknown event kind {kind!r}")
        while version < cls.version:
            upcaster = self._upcasters.get((kind, version))
            if upcaster is None:
                raise BadFact(f"no way to read {kind!r} version {version}")
            try:
                payload, version = upcaster(payload), version + 1
            except (AttributeError, LookupError, TypeError, ValueError):
                raise BadFact(f"{kind!r} version {version} is not what it was") from None
        if version > cls.version:
            raise BadFact(f"{kind!r} version {version} is newer than this program")
        looks = (kind, *payload, *map(type, payload.values()))
        if looks not in self._well_formed:
            self._check_shape(kind, payload)
            self._well_formed.add(looks)
        for name in self._counts[kind]:
            if not all(type(count) is int for count in payload[name].values()):
                raise BadFact(f"{kind!r} does not count in the field {name!r}")
        return cls.stored(payload)

    def _check_shape(self, kind: str, payload: Json) -> None:
        shape = self._shapes[kind]
        if len(payload) != len(shape):
            raise BadFact(f"{kind!r} needs exactly the fields {', '.join(n for n, _ in shape)}")
        for name, accepted in shape:
            if name not in payload:
                raise BadFact(f"{kind!r} lacks the field {name!r}")
            # Not isinstance: to Python true is a 1, to JSON and to a hash it is not.
            if type(payload[name]) not in accepted:
                raise BadFact(f"{kind!r} has a wrong value in the field {name!r}")


@dataclass(frozen=True)
class Decision:
    """A question to a seat; the game waits on it unless it is optional.

    Where the options have a list of `choices`, the answer is one of them: `{"choice": …}`.
    Its id is never asked again once a step has rested on the answer: such a step is not taken.
    """

    id: str
    seat: Seat
    kind: str
    # Not for a line of a log file: they may tell what is in the seat's hand.
    options: Json = field(repr=False)
    optional: bool = False


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with an answer: where, what, and what would be accepted."""

    where: str
    code: str
    data: Json = field(default_factory=dict)


class IllegalAnswer(ValueError):
    """An answer the rules do not allow; says everything that is wrong with it."""

    def __init__(self, decision: Decision, problems: Sequence[Problem]) -> None:
        self.decision = decision
        self.problems = tuple(problems)
        listed = "; ".join(f"{p.where}: {p.code}" for p in problems)
        super().__init__(f"{decision.id}: {listed}")


class Notation(Protocol):
    """Orders and events as words, in every language players read."""

    languages: Sequence[str]

    def seat(self, seat: Seat, language: str) -> str:
        """What a seat is called when nobody has given it a name."""

    def chapter(self, chapter: str, language: str) -> str:
        """What players call a chapter, by its id: “Spring of year 2”; nothing where it has no
        name."""

    def account(self, event: Event[Any], language: str, names: Mapping[Seat, str]) -> str:
        """One sentence for a player about what happened; `names` overrides the seats' colours."""

    def report(
        self, events: Sequence[Event[Any]], language: str, names: Mapping[Seat, str]
    ) -> Sequence[str]:
        """What happened, told for reading, line by line."""

    def problem(self, problem: Problem, language: str) -> str:
        """One sentence for a player about what is wrong with an answer."""

    def parse(
        self, kind: str, text: str, language: str, options: Json | None = None
    ) -> tuple[Json, Sequence[Problem]]:
        """An answer from text orders, and a problem for each line that cannot be read; a line that
        begins with “#” says nothing.

        Of a problem `where` is “line 3”, `data["message"]` the sentence about it, with examples of
        what the question offers, `data["written"]` the line itself, `data["meant"]` the orders it
        looks like; `data["orders"]` names those of this question that it may be about:
        `data["sure"]` if it is, `data["any"]` if nobody can tell.
        """

    def format(self, kind: str, answer: Json, language: str) -> str:
        """An answer as text orders."""


@dataclass(frozen=True)
class OptionSpec:
    """A game option: its default and the values it may have."""

    default: str
    values: tuple[str, ...]


class Course(Protocol[S]):
    """The facts of a game so far, for sceptics who know no plan: no fact may stand just anywhere,
    or chance could be asked again until it pleases."""

    def admits(self, state: S, fact: Event[S]) -> bool:
        """Whether a fact may come next, in the position before it."""

    def note(self, fact: Event[S]) -> None:
        """Remember that it did."""


class Ruleset(Protocol[S]):
    """A game, in an edition, in a version."""

    key: str
    version: int
    seats: tuple[int, ...]
    options: Mapping[str, OptionSpec]
    events: EventKinds[S]
    # What makes its chance, and how many steps a game may have at most.
    devices: Sequence[Device]
    chain_length: int
    # The format its logs are written in, which never changes; new rulesets take the newest.
    log_format: int

    def start(self, seats: Sequence[Seat], options: Mapping[str, str]) -> S:
        """The table before the first event; resolving it without answers sets the game up."""

    def decisions(self, state: S) -> Sequence[Decision]:
        """What the game waits on; nothing that must be answered exactly when it is over."""

    def problems(self, state: S, decision: Decision, answer: Any) -> Sequence[Problem]:
        """Everything that is wrong with an answer; empty: legal. A key that the question does not
        know is wrong."""

    def default(self, state: S, decision: Decision) -> Json:
        """The answer of a seat that stays silent."""

    def resolve(self, state: S, answers: Answers, chance: Chance) -> Turn[S]:
        """Everything that follows from the answers, up to the next decision or the end."""

    def view(self, state: S, seat: Seat | None) -> Json:
        """What a seat, or a spectator, may know; at least `finished`, `winners` and `points`.

        `chapter` is the id of the chapter under way, after the end that of the last one; a game
        that is not divided into chapters leaves it out.
        """

    def text(self, options: Mapping[str, str] | None = None) -> Notation:
        """Orders and events as words; with options only the orders that such a game knows."""


@runtime_checkable
class KeepsCourse(Protocol[S]):
    """A ruleset that says which fact may stand where, so that a sceptic needs no answers for it.

    Without it a step is proved when its answers are open, at the latest when the game is over.
    """

    def course(self) -> Course[S]:
        """The order that facts keep, before the first of them."""


@runtime_checkable
class SaysOver(Protocol):
    """A ruleset that says whether a game is over for less than a whole view.

    It is asked after every step; without it, the view's `finished` is read.
    """

    def over(self, state: Any) -> bool:
        """Whether the game is over; what `finished` says in every view."""


@runtime_checkable
class NamesTerms(Protocol):
    """A notation that says what a game calls its things, where nobody has drawn it."""

    def term(self, word: str, language: str) -> str:
        """What a key of the view, a kind of question, a choice, a card, an option or the ruleset
        itself is called; nothing where the word has no other name."""


class Turn(Generic[S]):
    """A resolution under way: the state as it is now and the facts so far."""

    def __init__(self, state: S, answers: Answers, chance: Chance) -> None:
        self.state = state
        self.answers = answers
        self.chance = chance
        self.events: list[Event[S]] = []
        self.paused = False

    def emit(self, event: Event[S]) -> None:
        """Record a fact and let it happen, so that later rules see its result."""
        self.state = event.apply(self.state)
        self.events.append(event)

    def deal(
        self,
        fact: Callable[[str, Json], Event[S]],
        label: str,
        deck: str,
        cards: Sequence[Any],
    ) -> str:
        """Deal a card under the veil; `fact` is made of its handle and its record."""
        handle, record = self.chance.deal(label, deck, cards)
        self.emit(fact(handle, record))
        return handle

    def ask(self, question: Event[S]) -> None:
        """Record that somebody must choose first; the phase stops here."""
        self.emit(question)
        self.paused = True


class Playable(Protocol[S]):
    """A paragraph of the rule book, as the loop below plays it."""

    name: str

    def decisions(self, state: S) -> Sequence[Decision]:
        """What this phase waits on before it can go on."""

    def waits(self, state: S, answers: Answers) -> bool:
        """Whether one of its decisions is still to be answered."""

    def play(self, turn: Turn[S]) -> None:
        """Carry on from wherever the state is, until the phase is over or a question is put."""


class Sequencer(Protocol[S]):
    """Says which phase a state is in, and the fact that leads to the next one."""

    def phase(self, state: S) -> Playable[S] | None:
        """The current phase; none when the game is over."""

    def following(self, state: S) -> Event[S] | None:
        """The fact that ends the current phase and begins the next; none when the game is over."""


def run(sequencer: Sequencer[S], turn: Turn[S]) -> None:
    """Play phase after phase until somebody must decide or the game is over."""
    phase = sequencer.phase(turn.state)
    while phase and not phase.waits(turn.state, turn.answers):
        phase.play(turn)
        following = None if turn.paused else sequencer.following(turn.state)
        if following is None:
            return
        turn.emit(following)
        phase = sequencer.phase(turn.state)


def unanswered(decisions: Iterable[Decision], answered: Collection[str]) -> list[Decision]:
    """The decisions that must be answered and are not yet."""
    return [
        decision for decision in decisions if not decision.optional and decision.id not in answered
    ]
