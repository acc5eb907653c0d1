"""Plays turns from a position somebody wrote down: "what would happen", and the rule tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from engine.kernel.chance import Card, StepChance, Veil, equipped, veil_salt
from engine.kernel.core import SEATS, Decision, Json, Problem, Seat, Turn
from engine.kernel.scenarios import BadScenario, demand, listing, mapping, natural, one_of, shown
from engine.loewenherz.actions import conclude
from engine.loewenherz.board import BIT, INDEX, MEADOW, SHUFFLED, SIGNS, WIDTH, laid, side_named
from engine.loewenherz.cards import CARDS, HAND, PILES
from engine.loewenherz.land import BORDERS, Landscape, ordered
from engine.loewenherz.options import castle_decision, decisions, wish_id
from engine.loewenherz.state import (
    CASTLES,
    KNIGHTS,
    PAUSE,
    Realm,
    castles_each,
    monopolies,
)
from engine.loewenherz.turns import (
    begin_turn,
    give_up,
    ordered_answer,
    place_castle,
    take_turn,
)
from engine.loewenherz.view import table_view

KEYS: Final = (
    "ruleset",
    "version",
    "options",
    "seats",
    "phase",
    "board",
    "castles",
    "knights",
    "borders",
    "alliances",
    "money",
    "points",
    "hands",
    "market",
    "deck",
    "turn",
    "answers",
    "until",
)
PLAY: Final = "play"
TURN_END: Final = "turn_end"
MOST_TURNS: Final = 1000
GAME: Final = "scenario"
VEIL: Final = bytes(32)


class RefusedAnswer(BadScenario):
    """An answer of a scenario that the rules do not allow."""

    def __init__(self, where: str, problem: Problem, message: str) -> None:
        self.problem = problem
        super().__init__(f"{where}.{problem.where}: {message}")


class ScriptedDeck(StepChance):
    """Chance without any: the deck is dealt from the top as the scenario lists it."""

    def __init__(self, ruleset: Any, cards: Mapping[str, str], deck: Sequence[str]) -> None:
        hidden = {handle: self._sealed(handle, name) for handle, name in cards.items()}
        key = sha256(b"scenario, seed 0").digest()
        super().__init__(key, equipped(ruleset.devices, {}), Veil(VEIL, GAME, hidden))
        self.deck = list(deck)

    @staticmethod
    def _sealed(handle: str, name: str) -> Card:
        return Card(CARDS[name].letter, name, veil_salt(VEIL, GAME, handle))

    def deal(self, label: str, deck: str, cards: Sequence[Any]) -> tuple[str, Json]:
        """The top card."""
        left = sum(CARDS[name].letter == deck for name in self.deck)
        handle = f"{label} {len(self._cards) + 1}"
        self._cards[handle] = self._sealed(handle, self.deck.pop(0))
        return handle, {"stream": self._next(label, "deal"), "deck": deck, "of": left}


class PlayedTurns:
    """A scenario under way: its answers are used up one by one."""

    def __init__(
        self, ruleset: Any, state: Realm, chance: ScriptedDeck, answers: list[Any]
    ) -> None:
        self.ruleset, self.given = ruleset, answers
        self.used = 0
        self.answers: dict[str, Json] = {}
        self.turn = Turn(state, self.answers, chance)

    @property
    def state(self) -> Realm:
        """The position now."""
        return self.turn.state

    def play(self, turns: int) -> None:
        """So many turns, or fewer if the game ends before."""
        for _ in range(turns):
            if self.state.stage == CASTLES:
                self._place()
                continue
            conclude(self.turn)
            if self.state.winners:
                break
            self._take_turn()
            conclude(self.turn)
        left = len(self.given) - self.used
        demand(not left, f"answers.{self.used}", "nobody is asked for this any more")

    def _place(self) -> None:
        decision = castle_decision(self.state)
        demand(decision is not None, "castles", "there is no square left for a castle")
        if decision is not None:
            place_castle(self.turn, self._answer(decision))

    def _take_turn(self) -> None:
        self._leave_wishes()
        demand(self.state.next_seat() is not None, "hands", "nobody has a card")
        begin_turn(self.turn)
        if self.state.ordered:
            take_turn(self.turn, ordered_answer(self.turn, self.state))
        else:
            self._leave_wishes()
            decision = decisions(self.state)[0]
            self.answers[decision.id] = self._answer(decision)
            take_turn(self.turn, self.answers[decision.id])
        if self.state.asking:
            decision = decisions(self.state)[0]
            self.answers[decision.id] = self._answer(decision)
            give_up(self.turn)

    def _leave_wishes(self) -> None:
        """Orders and rankings that stand before the turn they belong to."""
        while self.used < len(self.given):
            where = f"answers.{self.used}"
            raw = mapping_of_answer(where, self.given[self.used], self.state.seats)
            kind = next((one for one in ("orders", "give_up") if set(raw) == {"seat", one}), None)
            if kind is None:
                return
            seat, answer = raw["seat"], {kind: raw[kind]}
            kind = "ranking" if kind == "give_up" else kind
            hand = list(self.state.hands[seat])
            decision = Decision("", seat, kind, {"hand": hand, "known": self._known(hand)})
            answer = self._by_handle(seat, answer)
            self._check(where, decision, answer)
            # As if it had been left before the turn began.
            name = wish_id(self.state.turn, kind, seat, asking=False)
            self.answers[name] = answer
            self.used += 1

    def _known(self, hand: Sequence[str]) -> dict[str, str]:
        return {handle: self.turn.chance.card(handle) for handle in hand}

    def _answer(self, decision: Decision) -> Json:
        """The next answer, which must be to this question."""
        where = f"answers.{self.used}"
        wanted = f"{decision.seat} must answer {decision.kind}"
        demand(self.used < len(self.given), where, f"missing: {wanted}")
        raw = mapping_of_answer(where, self.given[self.used], self.state.seats)
        demand(raw["seat"] == decision.seat, where, f"{raw['seat']} is not asked here, {wanted}")
        answer = {key: value for key, value in raw.items() if key != "seat"}
        hand = decision.options.get("hand", [])
        known = {**decision.options, "known": self._known(hand)}
        decision = Decision(decision.id, decision.seat, decision.kind, known)
        answer = self._by_handle(decision.seat, answer)
        self._check(where, decision, answer)
        self.used += 1
        return answer

    def _by_handle(self, seat: Seat, answer: Json) -> Json:
        """The same answer with handles where cards are called by their names."""
        if isinstance(answer.get("orders"), list):
            orders = answer["orders"]
            return {
                **answer,
                "orders": [self._by_handle(seat, o) if isinstance(o, dict) else o for o in orders],
            }
        named = self._known(self.state.hands[seat])
        handle = next((one for one, name in named.items() if name == answer.get("card")), None)
        return {**answer, "card": handle} if handle else answer

    def _check(self, where: str, decision: Decision, answer: Json) -> None:
        problems = self.ruleset.problems(self.state, decision, answer)
        if problems:
            text, first = self.ruleset.text(), problems[0]
            more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
            raise RefusedAnswer(where, first, f"{text.problem(first, 'en')}{more}")


def mapping_of_answer(where: str, value: Any, seats: Sequence[Seat]) -> Json:
    """An answer: an object that says whose it is."""
    demand(isinstance(value, dict), where, f"{shown(value)} is not an object")
    demand("seat" in value, where, '"seat" is missing')
    one_of(f"{where}.seat", value["seat"], seats)
    return dict(value)


def play_scenario(ruleset: Any, options: Mapping[str, str], scenario: Mapping[str, Any]) -> Json:
    """What happens from the position a scenario describes; raises BadScenario."""
    mapping("scenario", dict(scenario), KEYS)
    state, cards, deck = opening(ruleset, options, scenario)
    answers = listing("answers", scenario.get("answers", []))
    played = PlayedTurns(ruleset, state, ScriptedDeck(ruleset, cards, deck), answers)
    played.play(turns_of(scenario))
    facts = [{"kind": event.kind, **event.payload()} for event in played.turn.events]
    return {"events": facts, "state": answer_state(played)}


def turns_of(scenario: Mapping[str, Any]) -> int:
    """How many turns are played."""
    until = scenario.get("until", TURN_END)
    if until == TURN_END:
        return 1
    counts = type(until) is int and 1 <= until <= MOST_TURNS
    demand(counts, "until", f'{shown(until)} is neither "{TURN_END}" nor a number of turns')
    return int(until)


def answer_state(played: PlayedTurns) -> Json:
    """The position as a scenario answers it; hands lie open here."""
    state, card = played.state, played.turn.chance.card
    table = table_view(state)
    colours = {
        figures: {
            colour: ordered(square for square, owner in table[figures].items() if owner == colour)
            for colour in state.colours
        }
        for figures in ("castles", "knights")
    }
    domains = [
        {key: domain[key] for key in ("castle", "owner", "squares", "points")}
        for domain in table["domains"]
    ]
    supply = {seat: table["supply"]["knights"][seat] for seat in state.seats}
    return {
        **table,
        **colours,
        "domains": domains,
        "hands": {seat: [card(one) for one in hand] for seat, hand in state.hands.items()},
        "supply": {"borders": table["supply"]["borders"], "knights": supply},
        "turn": next_turn(state),
    }


def next_turn(state: Realm) -> Seat | None:
    """Whose turn comes next; in a given position somebody may have no card, deck or not."""
    if state.winners:
        return None
    placing = state.castle_turn() if state.stage == CASTLES else None
    if placing is not None:
        return placing[0]
    if state.last or not state.turn_over:
        return state.next_seat()
    at = state.seats.index(state.seat) + (1 if state.turn else 0)
    return state.seats[at % len(state.seats)]


def opening(
    ruleset: Any, options: Mapping[str, str], scenario: Mapping[str, Any]
) -> tuple[Realm, dict[str, str], list[str]]:
    """The position a scenario describes, its hidden cards by handle, and the deck."""
    seats = seats_of(ruleset, scenario)
    phase = PLAY if "castles" in scenario else CASTLES
    phase = one_of("phase", scenario.get("phase", phase), (CASTLES, PLAY))
    state: Realm = ruleset.start(seats, options)
    state = state.but(land=land_of(state, scenario))
    for what in ("money", "points"):
        amounts = mapping(what, scenario.get(what, {}), seats)
        purse = {seat: natural(f"{what}.{seat}", amount) for seat, amount in amounts.items()}
        state = state.but(**{what: {**getattr(state, what), **purse}})
    state = with_placing(state, scenario) if phase == CASTLES else with_turn(state, scenario)
    return with_cards(state, phase, scenario)


def seats_of(ruleset: Any, scenario: Mapping[str, Any]) -> tuple[Seat, ...]:
    """Who plays."""
    seats = listing("seats", scenario.get("seats", ["A", "B", "C"]))
    demand(len(seats) in ruleset.seats, "seats", f"{len(seats)} seats cannot play this")
    for seat in seats:
        one_of("seats", seat, list(SEATS[: max(ruleset.seats)]))
    demand(len(set(seats)) == len(seats), "seats", "a seat stands twice")
    return tuple(seats)


def land_of(state: Realm, scenario: Mapping[str, Any]) -> Landscape:
    """Board, figures and borders; the position counts as scored, so its areas with one castle are
    domains, and no border is left inside them."""
    land = Landscape(board_of(scenario))
    most = castles_each(len(state.seats))
    land = land.but(castles=figures_of(state, land, scenario, "castles", most, MEADOW))
    land = land.but(knights=figures_of(state, land, scenario, "knights", KNIGHTS, ".F"))
    land = land.but(borders=borders_of(scenario))
    if scenario.get("phase", PLAY) == CASTLES:
        return land
    arisen = land.unclaimed_domains()
    inside = [side for mask in arisen.values() for side in land.borders_within(mask)]
    return land.but(domains=arisen, borders=land.borders.difference(inside))


def board_of(scenario: Mapping[str, Any]) -> str:
    """Twelve rows of twelve signs; not named: the tiles in their order, as printed."""
    if "board" not in scenario:
        return laid(SHUFFLED, [1] * (len(SHUFFLED) + 1))
    rows = listing("board", scenario["board"])
    demand(len(rows) == WIDTH, "board", f"{len(rows)} rows, not {WIDTH}")
    for number, row in enumerate(rows):
        where = f"board.{number}"
        demand(isinstance(row, str) and len(row) == WIDTH, where, f"not {WIDTH} signs")
        for sign in row:
            one_of(where, sign, SIGNS)
    return "".join(rows)


def figures_of(
    state: Realm, land: Landscape, scenario: Mapping[str, Any], key: str, most: int, signs: str
) -> dict[str, str]:
    """The castles or knights of a position, each on land that can bear it, alone on its square."""
    figures: dict[str, str] = {}
    raw = mapping(key, scenario.get(key, {}), state.colours)
    for colour, value in raw.items():
        where = f"{key}.{colour}"
        squares = listing(where, value)
        demand(len(squares) <= most, where, f"{len(squares)} are too many, there are {most}")
        for square in squares:
            one_square(where, square)
            sign = land.board[INDEX[square]]
            demand(sign in signs, where, f"{square} is {sign}, but must be {' or '.join(signs)}")
            taken = square in figures or BIT[square] & land.occupied
            demand(not taken, where, f"two figures stand on {square}")
            figures[square] = colour
    return figures


def one_square(where: str, value: Any) -> str:
    """A square by its name."""
    known = isinstance(value, str) and value in INDEX
    demand(known, where, f"{shown(value)} is no square from a1 to l12")
    return str(value)


def borders_of(scenario: Mapping[str, Any]) -> frozenset[str]:
    """The borders, each between two squares and once."""
    sides: list[str] = []
    for raw in listing("borders", scenario.get("borders", [])):
        side = side_named(raw) if isinstance(raw, str) else None
        demand(side is not None, "borders", f"{shown(raw)} is no side between two squares")
        demand(side not in sides, "borders", f"{raw} stands there twice")
        sides.append(str(side))
    demand(len(sides) <= BORDERS, "borders", f"{len(sides)} are too many, there are {BORDERS}")
    return frozenset(sides)


def with_placing(state: Realm, scenario: Mapping[str, Any]) -> Realm:
    """The position while castles are placed, as many as whose turn it is says."""
    for key in ("hands", "borders", "alliances"):
        demand(key not in scenario, key, "there are none while castles are placed")
    counts = Counter(state.land.castles.values())
    placed = Counter(colour for _, colour in state.castle_turns()[: counts.total()])
    one_by_one = counts == placed
    demand(one_by_one, "castles", "they are placed in seat order, one by one")
    state = state.but(stage=CASTLES)
    placing = state.castle_turn()
    demand(placing is not None, "phase", "all castles stand, so it is play")
    if placing is not None and "turn" in scenario:
        one_of("turn", scenario["turn"], [placing[0]])
    return state


def with_turn(state: Realm, scenario: Mapping[str, Any]) -> Realm:
    """The position before somebody's turn."""
    seats = state.seats
    turn = one_of("turn", scenario.get("turn", seats[-1]), seats)
    state = state.but(stage=PAUSE, round=1, seat=turn, first=turn)
    return state.but(alliances=alliances_of(state, scenario), monopolies=monopolies(state))


def alliances_of(state: Realm, scenario: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Pairs of castles of two colours, each once."""
    castles, pairs = state.land.castles, []
    for number, raw in enumerate(listing("alliances", scenario.get("alliances", []))):
        where = f"alliances.{number}"
        pair = listing(where, raw)
        demand(len(pair) == 2, where, "an alliance has two castles")
        for square in pair:
            demand(one_square(where, square) in castles, where, f"no castle stands on {square}")
        one, other = ordered(pair)
        demand(castles[one] != castles[other], where, "both castles are of one colour")
        demand((one, other) not in pairs, where, "these are allied already")
        pairs.append((one, other))
    return tuple(pairs)


def with_cards(
    state: Realm, phase: str, scenario: Mapping[str, Any]
) -> tuple[Realm, dict[str, str], list[str]]:
    """Market, hands and deck; no card is there more often than it is printed."""
    market = cards_of("market", scenario.get("market", []))
    raw = mapping("hands", scenario.get("hands", {}), state.seats)
    named = {seat: cards_of(f"hands.{seat}", hand) for seat, hand in raw.items()}
    for seat, hand in named.items():
        demand(len(hand) <= HAND, f"hands.{seat}", f"{len(hand)} cards are more than {HAND}")
    used = Counter([*market, *(card for hand in named.values() for card in hand)])
    if "deck" in scenario:
        deck = cards_of("deck", scenario["deck"])
    else:
        deck = list((Counter(c for pile in PILES.values() for c in pile) - used).elements())
    for card, count in (used + Counter(deck)).items():
        copies = CARDS[card].copies
        demand(count <= copies, "cards", f"{card} stands {count} times, there are {copies}")
    dealt = HAND * len(state.seats)
    enough = phase == PLAY or len(deck) >= dealt
    demand(enough, "deck", f"{len(deck)} cards are too few, {dealt} are dealt after the castles")
    hands = {seat: named.get(seat, []) for seat in state.seats}
    if phase == PLAY and "hands" not in scenario:
        hands = {seat: [deck.pop(0) for _ in range(min(HAND, len(deck)))] for seat in hands}
    cards: dict[str, str] = {}
    lying = {seat: tuple(numbered(cards, hand)) for seat, hand in hands.items()}
    offered = {handle: cards[handle] for handle in numbered(cards, market)}
    backs = "".join(CARDS[card].letter for card in deck)
    last = phase == PLAY and not deck
    return state.but(hands=lying, market=offered, deck=backs, last=last), cards, deck


def cards_of(where: str, value: Any) -> list[str]:
    """Cards by their names."""
    return [str(one_of(where, card, list(CARDS))) for card in listing(where, value)]


def numbered(cards: dict[str, str], names: Sequence[str]) -> list[str]:
    """Handles for cards that were dealt before the scenario begins."""
    handles = []
    for name in names:
        handles.append(f"card {len(cards) + 1}")
        cards[handles[-1]] = name
    return handles
