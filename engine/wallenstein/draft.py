"""The line-up: by the default list, or by the draft of county cards (W-S4, W-S5, P-6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, cast

from engine.devices.deck import is_draw
from engine.kernel.core import Decision, EventKinds, Json, Problem, Seat, Turn
from engine.kernel.phases import ask
from engine.wallenstein.board import ARMY_GROUPS, COUNTIES, LINE_UPS
from engine.wallenstein.choices import asks
from engine.wallenstein.events import ChoiceAsked, Fact
from engine.wallenstein.plan import is_among, ranking_problems
from engine.wallenstein.season import WallensteinPhase
from engine.wallenstein.state import Part, State

PART = "draft"
FACE_UP = 2
KINDS: EventKinds[State] = EventKinds()


@dataclass(frozen=True)
class DraftTable(Part):
    """County cards on offer, and what each seat still has to place."""

    order: tuple[Seat, ...]
    groups: Mapping[Seat, tuple[int, ...]]
    pile: tuple[str, ...]
    bottom: tuple[str, ...] = ()
    face_up: tuple[str, ...] = ()
    in_hand: str | None = None
    picks: int = 0
    exchanged: bool = False
    seen: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)

    def missing(self, seat: Seat | None) -> int:
        """How many cards are to be turned up: into a hand, or beside the pile."""
        return 1 if seat else FACE_UP - len(self.face_up)

    def to_draw(self, seat: Seat | None) -> int:
        """How many of them come from the top of the pile, where nobody knows them."""
        return min(self.missing(seat), len(self.pile))

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        return self.order[self.picks % len(self.order)]

    @property
    def over(self) -> bool:
        """Whether every group is placed."""
        return not any(self.groups.values())

    def view(self) -> Json:
        """What lies on the table."""
        return {
            "order": list(self.order),
            "face_up": list(self.face_up),
            "groups": {seat: list(groups) for seat, groups in self.groups.items()},
            "in_hand": self.in_hand,
        }

    @property
    def may_exchange(self) -> bool:
        """W-S5: the two cards are the same as on this seat's previous turn."""
        before = self.seen.get(self.seat)
        return not self.exchanged and before is not None and set(before) == set(self.face_up)


def draft_of(state: State) -> DraftTable:
    """The draft under way."""
    return cast(DraftTable, state.parts[PART])


@KINDS.add
@dataclass(frozen=True)
class LineUpPlaced(Fact):
    """Everybody's armies stand as the default line-up says (W-S4)."""

    kind: ClassVar[str] = "line_up_placed"
    or_after: ClassVar[tuple[str, ...]] = ("phase line_up",)
    armies: dict[str, dict[str, int]]

    def apply(self, state: State) -> State:
        for seat, placed in self.armies.items():
            for county, armies in placed.items():
                state = settle(state, seat, county, armies)
        return state


@KINDS.add
@dataclass(frozen=True)
class DraftOpened(Fact):
    """The seats' order in the draft is drawn (W-S5)."""

    kind: ClassVar[str] = "draft_opened"
    or_after: ClassVar[tuple[str, ...]] = ("phase line_up",)
    label: ClassVar[str] = "draft order"
    draw: Json
    groups: list[int]

    def fits(self, state: State) -> bool:
        return is_draw(self.draw, self.label, state.seats, len(state.seats))

    def apply(self, state: State) -> State:
        order = tuple(self.draw["drawn"])
        groups = dict.fromkeys(order, tuple(self.groups))
        return state.with_part(PART, DraftTable(order, groups, tuple(state.counties)))


@KINDS.add
@dataclass(frozen=True)
class CardsTurnedUp(Fact):
    """County cards turned up beside the pile; with a seat: drawn into its hand."""

    kind: ClassVar[str] = "draft_cards_turned_up"
    after: ClassVar[tuple[str, ...]] = ("draft_opened", "draft_cards_exchanged")
    or_after: ClassVar[tuple[str, ...]] = ("county_drafted", "choice draft_pick")
    label: ClassVar[str] = "county cards"
    seat: Seat | None
    draw: Json | None
    from_bottom: list[str]

    def fits(self, state: State) -> bool:
        draft = draft_of(state)
        number = draft.to_draw(self.seat)
        if self.from_bottom != list(draft.bottom[: draft.missing(self.seat) - number]):
            return False
        if self.draw is None:
            return not number
        return bool(number) and is_draw(self.draw, self.label, draft.pile, number)

    def apply(self, state: State) -> State:
        draft = draft_of(state)
        drawn = tuple(self.draw["drawn"]) if self.draw else ()
        shown = drawn + tuple(self.from_bottom)
        draft = draft.but(
            pile=tuple(card for card in draft.pile if card not in drawn),
            bottom=tuple(card for card in draft.bottom if card not in self.from_bottom),
        )
        if self.seat is None:
            draft = draft.but(face_up=draft.face_up + shown)
        else:
            draft = draft.but(in_hand=shown[0])
        return state.but(asking=None).with_part(PART, draft)


@KINDS.add
@dataclass(frozen=True)
class CardsExchanged(Fact):
    """A seat puts both face-up cards under the pile (W-S5)."""

    kind: ClassVar[str] = "draft_cards_exchanged"
    or_after: ClassVar[tuple[str, ...]] = ("choice draft_pick",)
    seat: Seat
    counties: list[str]

    def fits(self, state: State) -> bool:
        draft = draft_of(state)
        return not draft.exchanged and self.counties == list(draft.face_up)

    def apply(self, state: State) -> State:
        draft = draft_of(state)
        bottom = draft.bottom + tuple(self.counties)
        draft = draft.but(face_up=(), bottom=bottom, exchanged=True)
        return state.but(asking=None).with_part(PART, draft)


@KINDS.add
@dataclass(frozen=True)
class CountyDrafted(Fact):
    """A seat takes a county and places a group there (W-S5)."""

    kind: ClassVar[str] = "county_drafted"
    within: ClassVar[tuple[str, ...]] = ("draft",)
    seat: Seat
    county: str
    group: int
    source: str

    def apply(self, state: State) -> State:
        draft = draft_of(state)
        left = list(draft.groups[self.seat])
        left.remove(self.group)
        draft = draft.but(
            groups={**draft.groups, self.seat: tuple(left)},
            seen={**draft.seen, self.seat: draft.face_up},
            face_up=tuple(card for card in draft.face_up if card != self.county),
            in_hand=None,
            picks=draft.picks + 1,
            exchanged=False,
        )
        return settle(state.but(asking=None), self.seat, self.county, self.group).with_part(
            PART, draft
        )


@KINDS.add
@dataclass(frozen=True)
class DraftEnded(Fact):
    """Every group stands on the board; the cards left over are free (W-S5)."""

    kind: ClassVar[str] = "draft_ended"

    def apply(self, state: State) -> State:
        parts = {name: part for name, part in state.parts.items() if name != PART}
        return state.but(parts=parts)


def settle(state: State, seat: Seat, county: str, armies: int) -> State:
    """Armies from the supply take an empty county."""
    return state.with_player(seat, supply=-armies).with_county(county, owner=seat, armies=armies)


class LineUp(WallensteinPhase):
    """W-S4, W-S5: the default line-up, or the draft opened."""

    name = "line_up"

    def play(self, turn: Turn[State]) -> None:
        """Place the armies, or draw the seats and turn up two cards."""
        seats = turn.state.seats
        if turn.state.options["line_up"] == "default":
            listed = LINE_UPS[len(seats)].values()
            placed = {seat: dict(armies) for seat, armies in zip(seats, listed, strict=True)}
            turn.emit(LineUpPlaced(placed))
        else:
            draw = turn.chance.draw(DraftOpened.label, seats, len(seats))
            turn.emit(DraftOpened(draw, list(ARMY_GROUPS[len(seats)])))
            turn_up(turn)


class DraftOrders(WallensteinPhase):
    """P-6: in an `orders` game each seat ranks the counties beforehand."""

    name = "draft_orders"

    def decisions(self, state: State) -> Sequence[Decision]:
        """A ranking from every seat."""
        if PART not in state.parts or asks(state):
            return []
        return [
            Decision(
                id=f"0.setup.draft.{seat}",
                seat=seat,
                kind="draft",
                options={
                    "counties": list(state.counties),
                    "groups": list(draft_of(state).groups[seat]),
                    "face_up": list(draft_of(state).face_up),
                },
            )
            for seat in state.seats
        ]

    def play(self, turn: Turn[State]) -> None:
        """Nothing happens but the writing down."""


class DraftPicks(WallensteinPhase):
    """W-S5: round after round, one county and one group each."""

    name = "draft"

    def decisions(self, state: State) -> Sequence[Decision]:
        """The pick the draft has stopped at, if any."""
        question = state.asking
        if question is None:
            return []
        draft = draft_of(state)
        if (question.id, question.seat) != (pick_id(draft, question.choice), draft.seat):
            raise ValueError(f"{question.id} is no question of this moment")
        groups = sorted(set(draft.groups[question.seat]), reverse=True)
        options: Json = {"groups": groups}
        if question.choice == "draft_pick":
            exchange = ["exchange"] if draft.may_exchange else []
            options["take"] = [*draft.face_up, "pile", *exchange]
        else:
            options["county"] = draft.in_hand
        return [Decision(question.id, question.seat, question.choice, options)]

    def play(self, turn: Turn[State]) -> None:
        """Pick until every group is placed or a seat must choose."""
        if PART not in turn.state.parts:
            return
        while not draft_of(turn.state).over:
            taken = self.pick(turn) if asks(turn.state) else self.pick_by_orders(turn)
            if not taken:
                return
            turn_up(turn)
        turn.emit(DraftEnded())

    def pick_by_orders(self, turn: Turn[State]) -> bool:
        """P-6: the face-up county that ranks higher, with the first unused group of the order."""
        draft = draft_of(turn.state)
        orders = turn.answers.get(f"0.setup.draft.{draft.seat}", {})
        county = best_ranked(list(draft.face_up), orders.get("counties", []))
        placed = draft.picks // len(draft.order)
        group = next_group(draft.groups[draft.seat], orders.get("groups", []), placed)
        turn.emit(CountyDrafted(draft.seat, county, group, "face_up"))
        return True

    def pick(self, turn: Turn[State]) -> bool:
        """One live pick; false when the seat must first be asked."""
        draft = draft_of(turn.state)
        if draft.in_hand is not None:
            return self.place(turn, draft.in_hand, None)
        answer = self.question(turn, "draft_pick")
        if answer is None:
            return False
        if answer["take"] == "exchange":
            turn.emit(CardsExchanged(draft.seat, list(draft.face_up)))
            turn_up(turn)
            return self.pick(turn)
        if answer["take"] == "pile":
            turn_up(turn, draft.seat)
            return self.place(turn, str(draft_of(turn.state).in_hand), answer.get("group"))
        turn.emit(CountyDrafted(draft.seat, answer["take"], answer["group"], "face_up"))
        return True

    def place(self, turn: Turn[State], county: str, group: int | None) -> bool:
        """A group for the card drawn from the pile, which the seat may look at first."""
        draft = draft_of(turn.state)
        if group is None:
            answer = self.question(turn, "draft_group")
            if answer is None:
                return False
            group = answer["group"]
        turn.emit(CountyDrafted(draft.seat, county, group, "pile"))
        return True

    def question(self, turn: Turn[State], choice: str) -> Json | None:
        """The answer to a question of the draft; none after it has been put."""
        seat = draft_of(turn.state).seat
        decision = pick_id(draft_of(turn.state), choice)
        return ask(turn, decision, ChoiceAsked(decision, choice, seat, {}))


def pick_id(draft: DraftTable, choice: str) -> str:
    """The id of the question that the draft has come to."""
    again = ".again" if draft.exchanged else ""
    name = {"draft_pick": f"pick{draft.picks + 1}{again}", "draft_group": f"group{draft.picks + 1}"}
    return f"0.setup.{name[choice]}.{draft.seat}"


def turn_up(turn: Turn[State], seat: Seat | None = None) -> None:
    """Cards from the top of the pile; those put under it come last and are known."""
    draft = draft_of(turn.state)
    count, drawn = draft.missing(seat), draft.to_draw(seat)
    if not count:
        return
    draw = turn.chance.draw(CardsTurnedUp.label, draft.pile, drawn) if drawn else None
    turn.emit(CardsTurnedUp(seat, draw, list(draft.bottom[: count - drawn])))


def best_ranked(counties: list[str], ranking: list[str]) -> str:
    """The county that comes first in a ranking; unranked ones by what they yield (P-6)."""

    def place(county: str) -> tuple[int, int, str]:
        card = COUNTIES[county]
        listed = ranking.index(county) if county in ranking else len(ranking)
        return listed, -(card.tax + card.grain + len(card.cities)), county

    return min(counties, key=place)


def next_group(unused: tuple[int, ...], order: list[int], placed: int) -> int:
    """The group to use after so many were placed: as ordered, else the largest left."""
    return order[placed] if placed < len(order) else max(unused)


def draft_problems(decision: Decision, answer: Any) -> Iterator[Problem]:
    """Everything that is wrong with an answer in the draft."""
    allowed = {
        "draft": ("counties", "groups"),
        "draft_pick": ("take", "group"),
        "draft_group": ("group",),
    }[decision.kind]
    if not isinstance(answer, dict) or not set(answer) <= set(allowed):
        yield Problem("answer", "wrong_keys", {"accepted": list(allowed)})
        return
    options = decision.options
    if decision.kind == "draft":
        yield from ranking_problems("counties", answer.get("counties", []), options["counties"])
        yield from _group_order_problems(options["groups"], answer.get("groups", []))
        return
    take = answer.get("take")
    if decision.kind == "draft_pick" and take not in options["take"]:
        yield Problem(
            "take", "not_on_offer", {"given": str(take)[:40], "accepted": options["take"]}
        )
    group = answer.get("group")
    optional = take in ("pile", "exchange") and group is None
    if not optional and not is_among(group, options["groups"]):
        yield Problem("group", "no_such_group", {"accepted": options["groups"]})


def _group_order_problems(groups: list[int], order: Any) -> Iterator[Problem]:
    if not isinstance(order, list) or len(order) > len(groups):
        yield Problem("groups", "not_a_list", {"accepted": groups})
        return
    left = list(groups)
    for number, group in enumerate(order):
        if not is_among(group, left):
            yield Problem(f"groups.{number}", "no_such_group", {"accepted": left})
        else:
            left.remove(group)


def draft_default(_: State, decision: Decision) -> Json:
    """What a silent seat drafts: the richest counties, the largest groups first."""
    if decision.kind == "draft":
        return {"counties": [], "groups": []}
    if decision.kind == "draft_group":
        return {"group": decision.options["groups"][0]}
    face_up = [county for county in decision.options["take"] if county in COUNTIES]
    return {"take": best_ranked(face_up, []), "group": decision.options["groups"][0]}
