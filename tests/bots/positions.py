"""Hand-made positions, and what the marshal plans in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from engine.bots import bot_named
from engine.kernel.chance import Stream
from engine.kernel.core import Json
from engine.kernel.game import decode, new_game
from engine.kernel.journal import JOURNAL
from engine.registry import checked_options, newest
from engine.simulate import SimulatedTable, play
from engine.wallenstein.board import ACTIONS, EVENTS, TILES
from engine.wallenstein.plan import plan_decision
from engine.wallenstein.state import County, EventDeck, Season, State, TowerCubes

RULESET = newest("wallenstein-2010")
MARSHAL = bot_named("wallenstein-2010", "marshal")


def own(armies: int, *buildings: str, revolt: int = 0) -> County:
    return County("A", armies, buildings, revolt)


def rival(armies: int, *buildings: str, revolt: int = 0, seat: str = "B") -> County:
    return County(seat, armies, buildings, revolt)


def position(
    counties: Mapping[str, County],
    *,
    year: int = 1,
    season: str = "autumn",
    money: int = 12,
    grain: int = 0,
    events: tuple[str, ...] = ("tax_ceiling_0", "palace_guards_2"),
    actions: tuple[str, ...] = ACTIONS[:5],
    tower: TowerCubes = TowerCubes(),  # noqa: B008
    choices: str = "orders",
    expansions: tuple[str, ...] = (),
) -> State:
    """Five players about to plan; A is the marshal, and what is not named is neutral."""
    options = {"choices": choices, **dict.fromkeys(expansions, "on")}
    state: State = RULESET.start(tuple("ABCDE"), checked_options(RULESET, options))
    players = dict(state.players)
    players["A"] = players["A"].but(money=money, grain=grain)
    return state.but(
        phase="plan",
        season=Season(year, season, actions=actions, tiles=TILES),
        players=players,
        counties={name: counties.get(name, county) for name, county in state.counties.items()},
        events=EventDeck(tuple(card for card in EVENTS if card not in events), events),
        tower=tower,
    )


def stream(number: int = 0) -> Stream:
    return Stream(sha256(f"marshal {number}".encode()).digest())


def plan(state: State, number: int = 0) -> Json:
    """The marshal's plan for A, which must be legal."""
    decision = plan_decision(state, "A")
    answer = MARSHAL.answer(state, decision, stream(number))
    assert RULESET.problems(state, decision, answer) == []
    return answer


def plans(state: State, count: int = 8) -> list[Json]:
    """Plans of several moods: what a test says must not hang on a whim."""
    return [plan(state, number) for number in range(count)]


def attacks(state: State, answer: Json) -> dict[str, Any]:
    """The first order of each combat box that would march against somebody, by target."""
    return {
        order["to"]: order
        for box in ("combat_a", "combat_b")
        for order in answer["moves"].get(box, [])[:1]
        if "to" in order and state.counties[order["to"]].owner != "A"
    }


def reseated(state: State, names: Mapping[str, str]) -> State:
    """The same position with the seats' owners swapped around."""

    def renamed(cubes: Mapping[str, int]) -> dict[str, int]:
        return {names.get(colour, colour): count for colour, count in sorted(cubes.items())}

    counties = {
        name: county.but(owner=names[county.owner]) if county.owner else county
        for name, county in state.counties.items()
    }
    players = {names[seat]: player for seat, player in state.players.items()}
    tower = TowerCubes(renamed(state.tower.lodged), renamed(state.tower.tray))
    return state.but(
        counties=counties,
        players={seat: players[seat] for seat in state.seats},
        tower=tower,
    )


def planning_positions(at_table: SimulatedTable, number: int) -> Iterator[State]:
    """Every position of a simulated game in which the seats plan."""
    played = play(at_table, number)
    state = new_game(at_table.ruleset, played.game.header).state
    for entry in played.entries:
        event = decode(at_table.ruleset, entry)
        if entry.kind not in JOURNAL:
            state = event.apply(state)
        if entry.kind == "phase_began" and state.phase == "plan":
            yield state
