"""What an expansion may change, with one made up for it: a tithe that a plan may refuse."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.devices.tower import DEFAULT_TOWER
from engine.kernel.chance import links
from engine.kernel.core import Event, EventKinds, Json, Problem, Seat, Turn
from engine.kernel.game import Position, advance, new_game, seal_answer, seal_default, view
from engine.kernel.log import Header
from engine.kernel.phases import Stages
from engine.wallenstein import plan
from engine.wallenstein.choices import may_be_attacked, plan_of
from engine.wallenstein.editions import Wallenstein
from engine.wallenstein.rules import RULES_2010, Rules
from engine.wallenstein.season import Order, WallensteinPhase
from engine.wallenstein.state import Part, State
from engine.wallenstein.words.vocabulary import Vocabulary

KINDS: EventKinds[State] = EventKinds()
AT = "1634-02-25T00:00:00Z"


@dataclass(frozen=True)
class Tithes(Part):
    """How often each seat has paid."""

    paid: tuple[Seat, ...] = ()

    def view(self) -> Json:
        return {"paid": list(self.paid)}

    def shields(self, state: State, county: str, action: str) -> bool:
        return action == "combat_b" and state.counties[county].owner in self.paid


@KINDS.add
@dataclass(frozen=True)
class TithePaid(Event[State]):
    """A seat pays the church."""

    kind: ClassVar[str] = "tithe_paid"
    seat: Seat

    def apply(self, state: State) -> State:
        part = state.parts["tithe"]
        assert isinstance(part, Tithes)
        return state.with_player(self.seat, money=-1).with_part(
            "tithe", part.but(paid=(*part.paid, self.seat))
        )


class Tithe(WallensteinPhase):
    """After the order everybody who does not refuse pays."""

    name = "tithe"

    def play(self, turn: Turn[State]) -> None:
        for seat in turn.state.season.order:
            if not plan_of(turn, seat).get("refuse"):
                turn.emit(TithePaid(seat))


class TitheExpansion:
    """The expansion as a ruleset takes it."""

    option = "tithe"
    events = KINDS
    words = Vocabulary()

    def phases(self, phases: Stages[State]) -> Stages[State]:
        return phases.followed(Order, Tithe)

    def rules(self, rules: Rules) -> Rules:
        return replace(rules, plan=rules.plan.joined(REFUSALS))

    def start(self, state: State) -> State:
        return state.with_part("tithe", Tithes())

    def described(self, state: State, description: Json) -> State:
        return state.with_part("tithe", Tithes(tuple(description["paid"])))


def refusals(options: Json, plan: Json) -> Iterator[Problem]:
    if plan["refuse"] not in options["refusals"]:
        yield Problem("refuse", "not_accepted", {"accepted": options["refusals"]})


REFUSALS = {
    "refuse": plan.PlanPart(
        lambda _state, _seat: {"refusals": [True, False]}, refusals, lambda *_: False
    )
}


def begun(tithe: str) -> tuple[Position, list[bytes]]:
    ruleset = Wallenstein(version=2, expansions=[TitheExpansion()])
    chain = links(bytes(32), 40)
    options = {"line_up": "default", "choices": "orders", "tithe": tithe}
    header = Header(
        game="tithes",
        ruleset=ruleset.key,
        version=ruleset.version,
        tower=DEFAULT_TOWER,
        options=options,
        seats=("A", "B", "C"),
        anchor=chain[0].hex(),
    )
    return advance(new_game(ruleset, header), chain[1], AT)[0], chain


def test_a_game_without_the_expansion_knows_nothing_of_it() -> None:
    game, chain = begun("off")
    options = {"line_up": "default", "choices": "orders"}
    header = replace(game.header, options=options, version=1)
    plain, _ = advance(new_game(Wallenstein(), header), chain[1], AT)
    assert game.state.rules == plain.state.rules
    assert [d.options["keys"] for d in game.decisions] == [
        d.options["keys"] for d in plain.decisions
    ]
    assert set(view(game, "A")) == set(view(plain, "A"))
    refused = game.ruleset.problems(game.state, game.decisions[0], {"refuse": True})
    assert ("refuse", "unknown_key") in [(problem.where, problem.code) for problem in refused]


def test_its_phase_plan_facts_and_view_come_with_it() -> None:
    game, chain = begun("on")
    assert game.ruleset.options["tithe"].values == ("off", "on")
    assert view(game, None)["tithe"] == {"paid": []}
    refusing = game.decisions[1]
    assert refusing.options["keys"][-1] == "refuse"
    plan_of_b = {**game.ruleset.default(game.state, refusing), "refuse": True}
    perhaps = {**plan_of_b, "refuse": "perhaps"}
    (wrong,) = game.ruleset.problems(game.state, refusing, perhaps)
    assert (wrong.where, wrong.code) == ("refuse", "not_accepted")
    game, _ = seal_answer(game, refusing.id, plan_of_b, "0" * 64, AT)
    for decision in game.waiting:
        game, _ = seal_default(game, decision.id, AT)
    game, entries = advance(game, chain[2], AT)
    kinds = [entry.kind for entry in entries]
    paid = [entry.payload["seat"] for entry in entries if entry.kind == "tithe_paid"]
    assert sorted(paid) == ["A", "C"]
    last_place = max(n for n, kind in enumerate(kinds) if kind == "position_taken")
    assert last_place < kinds.index("tithe_paid") < kinds.index("action_ended")
    assert view(game, None)["tithe"] == {"paid": paid}
    assert "tithe_paid" not in Wallenstein().events


def test_a_part_may_forbid_an_attack() -> None:
    game, _ = begun("on")
    state = TithePaid("B").apply(game.state)
    assert may_be_attacked(state, state.owned("B")[0], "combat_a")
    assert not may_be_attacked(state, state.owned("B")[0], "combat_b")
    assert may_be_attacked(state, state.owned("C")[0], "combat_b")


def test_the_boxes_of_the_mat_are_what_the_rules_say() -> None:
    rules = replace(RULES_2010, boxes=(*RULES_2010.boxes, "pray"))
    ruleset = Wallenstein(rules)
    seats = ("A", "B", "C")
    state = ruleset.start(seats, {"line_up": "default", "choices": "orders"})
    state = state.with_county("anhalt", owner="A", armies=1)
    decision = plan.plan_decision(state, "A")
    assert decision.options["boxes"][-1] == "pray"
    assert decision.options["empty"] == 12 - 1 - 5
    boxes = dict.fromkeys(rules.boxes[:4], "coin") | {"pray": "anhalt"}
    assert plan.plan_problems(rules, decision, {"boxes": boxes, "bid": 0}) == []
