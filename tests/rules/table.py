"""A table to play at in tests: a game on its log, moved on by answers, closed and opened again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.devices.tower import DEFAULT_TOWER
from engine.kernel.chance import links
from engine.kernel.core import Decision, Json, Seat
from engine.kernel.game import Position, advance, new_game, replay, seal_answer, view
from engine.kernel.log import Entry, Header, read_log, write_log
from engine.registry import WALLENSTEIN_2010, checked_options, newest
from engine.wallenstein.board import ACTIONS, SEASONS
from engine.wallenstein.edition_2002.facts import PART, Customs
from engine.wallenstein.edition_2002.ruleset import Wallenstein2002
from engine.wallenstein.editions import Wallenstein
from engine.wallenstein.scenario import position
from engine.wallenstein.state import State

KEY = Wallenstein.key
AT = "1634-02-25T00:00:00Z"


class From(Wallenstein):
    """The game begun in the middle, at the planning of a season somebody wrote down."""

    def __init__(self, scenario: Mapping[str, Any]) -> None:
        newest = WALLENSTEIN_2010
        super().__init__(newest.rules, newest.version, newest.expansions)
        self.scenario = scenario

    def start(self, seats: Sequence[Seat], options: Mapping[str, str]) -> State:
        """The position at planning time: five action cards open, the event still to be drawn."""
        first = ("tax_ceiling_0", "tax_floor_2")
        return about_to_plan(WALLENSTEIN_2010, options, seats, self.scenario, first)


class From2002(Wallenstein2002):
    """The same in the first edition, where some may first have to name empty boxes."""

    def __init__(self, scenario: Mapping[str, Any]) -> None:
        super().__init__()
        self.scenario = scenario

    def start(self, seats: Sequence[Seat], options: Mapping[str, str]) -> State:
        """The position before the boxes that stay empty are named."""
        first = ("palace_guards_2", "church_peace_3")
        state = about_to_plan(Wallenstein2002(), options, seats, self.scenario, first)
        order = tuple(self.scenario.get("last_order", ()))
        return state.but(phase="empty_boxes").with_part(PART, Customs(order=order))


def about_to_plan(
    ruleset: Wallenstein,
    options: Mapping[str, str],
    seats: Sequence[Seat],
    scenario: Mapping[str, Any],
    first: tuple[str, str],
) -> State:
    """A position at planning time; the events a scenario names lie open first."""
    described = {key: value for key, value in scenario.items() if key != "last_order"}
    first = (described.pop("event", first[0]), described.pop("winter_event", first[1]))
    state = position(ruleset, options, list(seats), described)
    state = state.with_season(actions=tuple(described.get("actions", ACTIONS))[:5])
    cards = (*first, *(card for card in state.rules.events if card not in first))
    opened = 4 - SEASONS.index(state.season.name)
    deck = state.events.but(open=cards[:opened], unseen=cards[4:])
    return state.but(phase="plan", events=deck)


class Table:
    """A game and its log so far; `seed` decides everything that is drawn and thrown."""

    def __init__(
        self,
        players: int = 3,
        seed: int = 0,
        scenario: Mapping[str, Any] | None = None,
        begun: type[From] | type[From2002] = From,
        **options: str,
    ) -> None:
        self.ruleset = newest(KEY) if scenario is None else begun(scenario)
        self.chain = links(seed.to_bytes(32, "big"), 400)
        header = Header(
            game=f"table {seed}",
            ruleset=self.ruleset.key,
            version=self.ruleset.version,
            tower=DEFAULT_TOWER,
            options=checked_options(self.ruleset, options),
            seats=tuple("ABCDE"[:players]),
            anchor=self.chain[0].hex(),
        )
        self.game: Position = new_game(self.ruleset, header)
        self.entries: list[Entry] = []
        self.advance()

    @property
    def state(self) -> State:
        state: State = self.game.state
        return state

    @property
    def waiting(self) -> list[Decision]:
        return self.game.waiting

    def decision(self) -> Decision:
        """The one decision the game waits on."""
        (decision,) = self.game.waiting
        return decision

    def answer(self, decision: Decision, answer: Any) -> None:
        """Seal an answer, with a salt that depends on nothing but the decision."""
        salt = decision.id.encode().hex().ljust(64, "0")[:64]
        self.game, entry = seal_answer(self.game, decision.id, answer, salt, AT)
        self.entries.append(entry)

    def advance(self) -> list[Json]:
        """Move on as far as the answers carry; the facts that came of it."""
        self.game, entries = advance(self.game, self.chain[self.game.step + 1], AT)
        self.entries.extend(entries)
        return facts(entries)

    def go(self, answers: Mapping[Seat, Any] | None = None) -> list[Json]:
        """Answer everything open, by default as a silent seat would, and move on."""
        for decision in self.game.waiting:
            given = (answers or {}).get(decision.seat)
            if given is None:
                given = self.ruleset.default(self.state, decision)
            self.answer(decision, given)
        return self.advance()

    def facts(self, kind: str) -> list[Json]:
        """All facts of a kind so far."""
        return [fact for fact in facts(self.entries) if fact["kind"] == kind]

    def view(self, seat: Seat | None) -> Json:
        return view(self.game, seat)

    def reopen(self) -> None:
        """Write the log to bytes, forget everything, and read it back years later."""
        lines = b"".join(write_log(self.game.header, self.entries)).splitlines(keepends=True)
        header, entries = read_log(lines)
        again = replay(self.ruleset, header, entries)
        assert again.state == self.game.state
        assert again.head == self.game.head
        assert again.decisions == self.game.decisions
        self.game, self.entries = again, entries


def facts(entries: Sequence[Entry]) -> list[Json]:
    """What happened, without the journal around it."""
    around = ("answer_sealed", "answer_withdrawn", "step_began")
    return [{"kind": e.kind, **e.payload} for e in entries if e.kind not in around]


def kinds(happened: Sequence[Json]) -> list[str]:
    """The kinds of some facts, in order."""
    return [fact["kind"] for fact in happened]


def lay(decision: Decision, *, bid: Any = 0, standing: Json | None = None, **boxes: str) -> Json:
    """A legal plan with these boxes: coins in the others, then spare counties, then nothing.

    A spare county comes to lie where it does least harm: on a building, then on a deployment.
    """
    laid: dict[str, str | None] = dict(boxes)
    coins = decision.options["coins"] - isinstance(bid, int)
    spare = [c for c in decision.options["counties"] if c != bid and c not in boxes.values()]
    cards = [*spare, *["coin"] * coins]
    for box in decision.options["boxes"]:
        if box not in laid:
            laid[box] = cards.pop(0) if cards else None
    return {"boxes": laid, "bid": bid, **(standing or {})}
