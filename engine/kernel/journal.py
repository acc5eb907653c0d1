"""What players and the server did around the rules: entries of the log that no ruleset knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from engine.kernel.core import Event, EventKinds, Json, Seat
from engine.kernel.reasons import NOT_ASKED

JOURNAL: EventKinds[Any] = EventKinds()


@dataclass(frozen=True)
class Remark(Event[Any]):
    """An entry that leaves the position as it is."""

    def apply(self, state: Any) -> Any:
        return state


class Act(Remark):
    """Something done around the rules, which is never told without who did it and why.

    What was stored before that was asked is still read: no stored fact goes through `__init__`.
    """

    by: str
    why: str

    def __post_init__(self) -> None:
        if not (self.by.strip() and self.why.strip()):
            raise ValueError(f"{self.kind} must say who and why")


@JOURNAL.add
@dataclass(frozen=True)
class AnswerSealed(Remark):
    """A seat has answered a decision; the answer itself is the entry's secret."""

    kind: ClassVar[str] = "answer_sealed"
    BY_SEAT: ClassVar[str] = "seat"
    # The seat's own answer too, but the server drew the salt: it came by mail, or without a script.
    BY_RELAY: ClassVar[str] = "relay"
    BY_PEOPLE: ClassVar[tuple[str, str]] = (BY_SEAT, BY_RELAY)
    BY_DEFAULT: ClassVar[str] = "default"
    # What a player had saved, where the game goes by that when time is up.
    BY_DRAFT: ClassVar[str] = "draft"
    decision: str
    seat: Seat
    by: str


@JOURNAL.add
@dataclass(frozen=True)
class AnswerWithdrawn(Remark):
    """A seat has taken its answer back before it took part in a step."""

    kind: ClassVar[str] = "answer_withdrawn"
    decision: str
    seat: Seat


@JOURNAL.add
@dataclass(frozen=True)
class StepBegan(Remark):
    """The game moves on: the link that decides its chance, and the answers that take part."""

    kind: ClassVar[str] = "step_began"
    step: int
    link: str
    answers: list[int]


@JOURNAL.add
@dataclass(frozen=True)
class VeilLifted(Remark):
    """The game is over: what hid the cards, so that everybody can deal them again."""

    kind: ClassVar[str] = "veil_lifted"
    veil: str


@JOURNAL.add
@dataclass(frozen=True)
class SeatTaken(Remark):
    """Who plays a seat when the game starts: a player's sign, which names nobody, or a bot."""

    kind: ClassVar[str] = "seat_taken"
    seat: Seat
    player: str


@JOURNAL.add
@dataclass(frozen=True)
class PlayerReplaced(Act):
    """A seat goes to another player, by whom and why."""

    kind: ClassVar[str] = "player_replaced"
    seat: Seat
    player: str
    by: str
    why: str


@JOURNAL.add
@dataclass(frozen=True)
class SubstituteNamed(Act):
    """Somebody may answer for a seat beside its player; none: nobody may any more."""

    kind: ClassVar[str] = "substitute_named"
    version: ClassVar[int] = 2
    seat: Seat
    player: str | None
    by: str
    why: str


@JOURNAL.add
@dataclass(frozen=True)
class HostChanged(Act):
    """Somebody else runs the table from now on; none: nobody is left who could."""

    kind: ClassVar[str] = "host_changed"
    player: str | None
    by: str
    why: str


@JOURNAL.add
@dataclass(frozen=True)
class ExtensionProposed(Act):
    """A seat asks all others for more time, which counts as its own yes."""

    kind: ClassVar[str] = "extension_proposed"
    seat: Seat
    hours: int
    by: str
    why: str


@JOURNAL.add
@dataclass(frozen=True)
class ExtensionVoted(Act):
    """A seat agrees to more time, or does not, which ends the vote."""

    kind: ClassVar[str] = "extension_voted"
    version: ClassVar[int] = 2
    seat: Seat
    yes: bool
    by: str
    why: str


@JOURNAL.add
@dataclass(frozen=True)
class DeadlineSet(Act):
    """Answers are due at this time; none: whenever they come."""

    kind: ClassVar[str] = "deadline_set"
    # Reasons for which somebody moves it by hand.
    BY_HAND: ClassVar[tuple[str, ...]] = ("extended", "vote")
    deadline: str | None
    reason: str
    by: str
    why: str


@JOURNAL.add
@dataclass(frozen=True)
class TimeRanOut(Remark):
    """The deadline passed; the game's policy answers for these seats."""

    kind: ClassVar[str] = "time_ran_out"
    seats: list[str]
    policy: str


@JOURNAL.add
@dataclass(frozen=True)
class GamePaused(Act):
    """The game rests, by whom and why."""

    kind: ClassVar[str] = "game_paused"
    by: str
    why: str


@JOURNAL.add
@dataclass(frozen=True)
class GameResumed(Act):
    """The game goes on."""

    kind: ClassVar[str] = "game_resumed"
    by: str
    why: str


@JOURNAL.add
@dataclass(frozen=True)
class GameForked(Act):
    """The game goes on at another table from one of its steps, by whom and why; here it rests."""

    kind: ClassVar[str] = "game_forked"
    game: str
    step: int
    by: str
    why: str


@JOURNAL.add
@dataclass(frozen=True)
class ForkBegan(Act):
    """Up to here the log is another game's; from here on it has a name and a chain of its own."""

    kind: ClassVar[str] = "fork_began"
    game: str
    origin: str
    step: int
    anchor: str
    by: str
    why: str


def _without_a_reason(payload: Json) -> Json:
    """An entry of version 1, when nobody was asked why."""
    if "why" in payload:
        raise ValueError("version 1 gave no reason")
    return {**payload, "why": NOT_ASKED}


for _kind in (SubstituteNamed.kind, ExtensionVoted.kind):
    JOURNAL.upcast(_kind, 1, _without_a_reason)
