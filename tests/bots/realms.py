"""Hand-made positions of Löwenherz, and those of simulated games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from engine.kernel.chance import Stream
from engine.kernel.core import Decision, Json
from engine.kernel.game import Position, new_game
from engine.loewenherz.board import BIT, SIDES, mask_of
from engine.loewenherz.land import Landscape
from engine.loewenherz.options import turn_id, turn_options
from engine.loewenherz.state import CHOOSE, Realm, starting
from engine.registry import newest
from engine.simulate import SimulatedTable, play

KEY = "loewenherz-2003"
RULESET = newest(KEY)
# The castles and the knights, by their squares.
Figures = tuple[Mapping[str, str], Mapping[str, str]]


def land_with(signs: Mapping[str, str]) -> str:
    """A board of meadows but for some squares."""
    return "".join(
        signs.get(f"{column}{row}", ".") for row in range(1, 13) for column in "abcdefghijkl"
    )


def fence(squares: Sequence[str], gaps: Sequence[str] = ()) -> list[str]:
    """The borders around some squares, but for gaps."""
    mask = mask_of(squares)
    rim = (side for side, (one, other) in SIDES.items() if (mask >> one ^ mask >> other) & 1)
    return [side for side in rim if side not in gaps]


def block(first: str, last: str) -> list[str]:
    """The squares of a rectangle, by two of its corners."""
    columns = [chr(code) for code in range(ord(first[0]), ord(last[0]) + 1)]
    return [f"{c}{row}" for row in range(int(first[1:]), int(last[1:]) + 1) for c in columns]


def realm(
    seats: str,
    figures: Figures,
    *,
    signs: Mapping[str, str] | None = None,
    borders: Sequence[str] = (),
    domains: Mapping[str, Sequence[str]] | None = None,
    **changes: Any,
) -> Realm:
    """A to move, with three cards; the domains named are fenced."""
    areas = domains or {}
    castles, knights = figures
    fences = [side for squares in areas.values() for side in fence(squares)]
    land = Landscape(
        board=land_with(signs or {}),
        castles=castles,
        knights=knights,
        borders=frozenset([*borders, *fences]),
        domains={castle: mask_of(squares) for castle, squares in areas.items()},
    )
    assert all(mask & BIT[castle] for castle, mask in land.domains.items())
    state = starting(tuple(seats))
    hands = {seat: tuple(f"card {3 * n + k}" for k in (1, 2, 3)) for n, seat in enumerate(seats)}
    begun = {
        "stage": CHOOSE,
        "round": 1,
        "turn": 1,
        "seat": "A",
        "first": "A",
        "deck": state.deck[3 * len(seats) :],
    }
    return state.but(land=land, hands=hands, **(begun | changes))


def turn_of(state: Realm, *cards: str) -> Decision:
    """The question to A, which holds these cards."""
    known = dict(zip(state.hands["A"], cards, strict=True))
    options = {**turn_options(state, "A"), "known": known}
    return Decision(turn_id(state.turn, "A"), "A", "turn", options)


def luck(number: int = 0) -> Stream:
    return Stream(sha256(f"baron {number}".encode()).digest())


def answers(bot: Any, state: Realm, *cards: str) -> list[Json]:
    """What a bot does in several moods, all of it legal: no test may hang on a whim."""
    decision = turn_of(state, *cards)
    given = [bot.answer(state, decision, luck(number)) for number in range(6)]
    assert all(RULESET.problems(state, decision, answer) == [] for answer in given)
    return given


def positions(at_table: SimulatedTable, number: int = 0) -> Iterator[Position]:
    """Every position of a simulated game in which somebody is asked."""
    played = play(at_table, number)
    game = new_game(at_table.ruleset, played.game.header)
    for entry in played.entries:
        if entry.kind == "step_began" and game.step:
            yield game
        game = game.after(entry)


def question(game: Position) -> Decision:
    """What somebody must answer there."""
    return next(decision for decision in game.decisions if not decision.optional)
