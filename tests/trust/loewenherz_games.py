"""Games of Löwenherz for tests of the verifiers: played at random, with orders and rankings."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from engine.bots.loewenherz.vagabond import (
    Vagabond,
    pick,
    possible_plays,
    random_places,
    random_turn,
)
from engine.kernel.chance import Stream, stream
from engine.kernel.core import Decision, Json, Seat
from engine.kernel.log import Entry, Header
from engine.loewenherz.actions import ActionStep, TrialRun, as_played, is_stopped, take
from engine.loewenherz.board import BIT, SIDE_BITS
from engine.loewenherz.cards import CARDS
from engine.loewenherz.legality import legal_sides
from engine.loewenherz.state import Realm
from engine.registry import newest
from tests.contract.tables import file_of, table_of
from tests.play.tables import Table

LOEWENHERZ = "loewenherz-2003"
PLAYERS = (2, 3, 4)
GOAL = Path(__file__).with_name("loewenherz_goal.json")


@cache
def whole_game(players: int, name: str) -> Table:
    """A game played to its end."""
    table = table_of(newest(LOEWENHERZ), players, name)
    while not table.game.finished:
        play_step(table, name)
    return table


@cache
def by_the_goal() -> Table:
    """A game that bots of more skill have played until one of them reached the goal, with a
    monopoly, an alliance and standing orders."""
    recorded = json.loads(GOAL.read_text("utf-8"))
    table = table_of(newest(LOEWENHERZ), recorded["players"], recorded["name"])
    while not table.game.finished:
        for decision in table.game.decisions:
            if decision.id in recorded["answers"]:
                table.seal(decision.id, recorded["answers"][decision.id])
        table.advance()
    return table


def by_the_deck() -> Table:
    """A game of random players that lasts to the last card; a victim chooses who deserts."""
    return whole_game(3, "honest 22")


def in_the_dark() -> tuple[Header, list[Entry]]:
    """A game before its last step, to somebody who can open nothing."""
    table = by_the_goal()
    began = max(p for p, entry in enumerate(table.entries) if entry.kind == "step_began")
    facts = max(p for p in range(began) if table.entries[p].kind != "answer_sealed")
    return table.game.header, [entry.but(secret=None) for entry in table.entries[: facts + 1]]


def play_step(table: Table, name: str) -> list[Entry]:
    """Everybody answers who must, some of the others, and the step is taken."""
    for decision in table.game.decisions:
        luck = stream(name.encode().ljust(32, b".")[:32], decision.id)
        ask = PLAYER.volunteer if decision.optional else PLAYER.answer
        answer = ask(table.game.state, decision, luck)
        if answer is not None:
            table.seal(decision.id, answer)
    return table.advance()


class Settler(Vagabond):
    """Plays like the random bot, but whatever can be played, and closes its domains: so that every
    fact of the game comes to be told."""

    def answer(self, state: Realm, decision: Decision, stream: Stream) -> Json:
        if decision.kind != "turn":
            return super().answer(state, decision, stream)
        options = decision.options
        plays = possible_plays(options, options["known"])
        wanted = ACTIONS if stream.below(3) else ("knights", "borders")
        for action in wanted:
            handles = [handle for handle, playable in plays if playable == action]
            if handles:
                return played(state, decision, pick(stream, handles), action, stream)
        return random_turn(state, decision.seat, {**options, "money": 0}, stream)


ACTIONS = ("deserter", "expand", "alliance", "borders", "knights")
PLAYER = Settler()


def played(state: Realm, decision: Decision, handle: str, action: str, luck: Stream) -> Json:
    """A card played for an action."""
    seat, options = decision.seat, decision.options
    card, answer = options["known"][handle], {"card": handle, "do": "play", "action": action}
    sides = closing_sides(state, seat) if action == "borders" else []
    if sides:
        trial = TrialRun(as_played(state, seat, answer, card, CARDS[card].price))
        places: Json = {"borders": []}
        for side in sides[: CARDS[card].actions["borders"]]:
            if side in legal_sides(trial.state.land) and not is_stopped(trial.state):
                take(trial, seat, ActionStep("", "borders", side))
                places["borders"].append(side)
    elif action == "expand":
        gains = [
            (step["points"].get(seat, 0), castle, square)
            for castle, squares in options["expand"].items()
            for square, step in squares.items()
        ]
        _, castle, square = max(gains)
        places = {"domain": castle, "squares": [square]}
    else:
        places = random_places(state, seat, options, card, answer, luck)
    return {**answer, **places, "refill": ["deck"]}


def closing_sides(state: Realm, seat: Seat) -> list[str]:
    """The sides that are still open around an own castle and its knights, where they are fewest."""
    land, legal = state.land, legal_sides(state.land)
    own = [castle for castle, colour in land.castles.items() if colour == seat]
    around = []
    for castle in own:
        mask = land.area(BIT[castle], land.figures[seat])
        if castle not in land.domains:
            around.append([s for s in legal if (SIDE_BITS[s] & mask).bit_count() == 1])
    return min((sides for sides in around if sides), key=len, default=[])


def cuts(table: Table, every: int = 1) -> list[tuple[str | None, bytes]]:
    """The log as it was after some of its steps, as a spectator or a seat could read it then."""
    ends = [place for place, entry in enumerate(table.entries) if entry.kind == "step_began"]
    readers: list[str | None] = [None, *table.game.header.seats]
    logs = []
    for number, end in enumerate(ends[1::every]):
        # Up to the answers on which the next step rests, and those before them.
        facts = max(p for p in range(end) if table.entries[p].kind != "answer_sealed")
        reader = readers[number % len(readers)]
        early = Table(table.game, [], table.entries[: facts + 1])
        logs.append((reader, _as_read(early, reader)))
    return logs


def _as_read(table: Table, reader: str | None) -> bytes:
    hidden = [
        entry
        if reader is not None and entry.payload.get("seat") == reader
        else entry.but(secret=None)
        for entry in table.entries
    ]
    return file_of(table.game, hidden)
