"""Tables of Löwenherz for tests: a rich position, and bots that play on from it."""

from __future__ import annotations

from hashlib import sha256

from engine.bots.loewenherz.vagabond import Vagabond, pick
from engine.devices.deck import DECK, drawn
from engine.devices.dice import DICE
from engine.kernel.chance import Card, StepChance, Stream, Veil, equipped, veil_salt
from engine.kernel.core import Decision, Json, Turn
from engine.loewenherz.board import BIT, NEIGHBOURS, SHUFFLED, SIDE_BITS, laid, numbers_in
from engine.loewenherz.cards import HAND, PILES
from engine.loewenherz.events import CastlePlaced
from engine.loewenherz.land import Landscape
from engine.loewenherz.ruleset import Loewenherz
from engine.loewenherz.state import CASTLES, PAUSE, Realm, castle_places, monopolies, starting
from engine.loewenherz.turns import play_on
from tests.rules.loewenherz.laws import LawWatch, worth_of

RULES = Loewenherz()
VEIL = bytes(32)


def stream_of(name: str) -> Stream:
    return Stream(sha256(name.encode()).digest())


def with_castles(seats: str, luck: Stream) -> Realm:
    """A board with all castles, wherever they may stand."""
    order, turns = drawn(luck, SHUFFLED, 8), [1 + luck.below(4) for _ in range(9)]
    state = starting(seats).but(land=Landscape(laid(order, turns)), stage=CASTLES)
    while (placing := state.castle_turn()) is not None:
        _, places = castle_places(state.land, placing[1])
        castle = pick(luck, list(places))
        state = CastlePlaced(*placing, castle, pick(luck, places[castle])).apply(state)
    return state


def closed(state: Realm, luck: Stream) -> Realm:
    """The same with a domain around most castles."""
    land = state.land
    for castle in land.castles:
        figures = land.figures[land.castles[castle]]
        mask = land.area(BIT[castle], figures & ~land.claimed)
        foreign = land.claimed | (land.occupied & ~mask)
        for _ in range(luck.below(8)):
            edge = [
                n for m in numbers_in(mask) for n in NEIGHBOURS[m] if not (mask | foreign) >> n & 1
            ]
            mask |= 1 << pick(luck, edge) if edge else 0
        around = {side for side, both in SIDE_BITS.items() if (both & mask).bit_count() == 1}
        inside = {side for side, both in SIDE_BITS.items() if both & mask == both}
        borders = (land.borders | around) - inside
        fits = len(borders) < 90 and land.area(BIT[castle], mask) == mask
        if fits and luck.below(6) and (mask & land.castle_mask).bit_count() == 1:
            land = land.but(borders=frozenset(borders), domains={**land.domains, castle: mask})
    arisen = land.unclaimed_domains()
    inner = {side for mask in arisen.values() for side in land.borders_within(mask)}
    land = land.but(borders=land.borders - inner, domains={**land.domains, **arisen})
    return state.but(land=land)


class RichTable:
    """A game in the middle: domains, money, and hands of any cards."""

    def __init__(self, seats: str, name: str) -> None:
        self.luck = stream_of(name)
        state = closed(with_castles(seats, self.luck), self.luck)
        self.cards: dict[str, Card] = {}
        hands = {}
        piles = {letter: list(pile) for letter, pile in PILES.items()}
        for seat in seats:
            hands[seat] = tuple(
                self.dealt(piles, pick(self.luck, list("BCD"))) for _ in range(HAND)
            )
        deck = "".join(letter * len(piles[letter]) for letter in "ABCD")
        state = state.but(hands=hands, deck=deck, stage=PAUSE, round=1, first=seats[-1])
        state = state.but(seat=seats[-1], money=dict.fromkeys(seats, 25))
        state = state.but(monopolies=monopolies(state))
        # Far from the goal, so that it lasts.
        self.state = state.but(points={s: min(n - 30, 10) for s, n in worth_of(state).items()})
        self.watch = LawWatch(self.state)
        self.answers: dict[str, Json] = {}
        self.steps = 0

    def dealt(self, piles: dict[str, list[str]], letter: str) -> str:
        pile, handle = piles[letter], f"card {len(self.cards) + 1}"
        card = pile.pop(self.luck.below(len(pile)))
        self.cards[handle] = Card(letter, card, veil_salt(VEIL, "rich", handle))
        return handle

    def chance(self) -> StepChance:
        self.steps += 1
        key = sha256(f"{self.steps}".encode()).digest()
        devices = equipped((DECK, DICE), {})
        return StepChance(key, devices, Veil(VEIL, "rich", self.cards))

    def known(self, decision: Decision) -> Decision:
        hand = decision.options.get("hand", ())
        known = {handle: self.cards[handle].face for handle in hand}
        return Decision(
            decision.id,
            decision.seat,
            decision.kind,
            {**decision.options, "known": known},
            decision.optional,
        )

    def step(self) -> None:
        """Everybody answers at random, and the rules go on."""
        bot = Vagabond()
        for decision in map(self.known, RULES.decisions(self.state)):
            answer = (
                bot.volunteer(self.state, decision, self.luck)
                if decision.optional
                else bot.answer(self.state, decision, self.luck)
            )
            if answer is not None:
                assert RULES.problems(self.state, decision, answer) == []
                assert decision.id not in self.answers
                self.answers[decision.id] = answer
        self.advance()

    def advance(self) -> None:
        chance = self.chance()
        turn = RULES.resolve(self.state, self.answers, chance)
        self.cards = dict(chance._cards)
        for fact in turn.events:
            self.watch.see(fact)
        assert self.watch.state == turn.state
        self.state = turn.state


def begun(table: RichTable) -> RichTable:
    """The same when the first turn has begun."""
    turn = Turn(table.state, {}, table.chance())
    play_on(turn)
    for fact in turn.events:
        table.watch.see(fact)
    table.state = turn.state
    return table
