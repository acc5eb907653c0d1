"""Games of Löwenherz for a browser: one with a short deck, and one that begins in its middle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

from engine.bots import BOTS
from engine.kernel.chance import Chance
from engine.kernel.core import Answers, Seat, Turn
from engine.loewenherz.cards import FULL_DECK, PILES
from engine.loewenherz.events import CARD_LABEL, CardDealt, CastlePlaced, to_be_dealt
from engine.loewenherz.options import castle_decision
from engine.loewenherz.ruleset import Loewenherz
from engine.loewenherz.state import CASTLES, Realm
from engine.loewenherz.turns import play_on
from engine.registry import LOEWENHERZ, RULESETS, by_version
from games.boards import BOARDS, board_of
from tests.bots.realms import block, realm

# Everybody holds one of each: two knights or two squares, a deserter, an alliance.
HELD: Final = {"D": "D:knights-2/expand-2", "C": "C:deserter", "B": "B:alliance"}
# All but the last castle of C, which its bot places; two domains lie side by side.
STANDING: Final = {
    **dict.fromkeys(("c3", "a12", "c12", "e12"), "A"),
    **dict.fromkeys(("f3", "g12", "i12", "k12"), "B"),
    **dict.fromkeys(("j9", "l7", "l4"), "C"),
}
KNIGHTS: Final = {"b3": "A", "c2": "A", "d3": "A", "f2": "B", "g3": "B", "j8": "C"}
DOMAINS: Final = {"c3": block("b2", "d4"), "f3": block("e2", "g4")}


class ShortReign(Loewenherz):
    """A whole game with the first of the four piles alone: five turns for each of three players."""

    key: str = "toy-short-reign"

    def start(self, seats: Sequence[Seat], options: Mapping[str, str]) -> Realm:
        return super().start(seats, options).but(deck=FULL_DECK[: len(PILES["A"])])


class MiddleReign(Loewenherz):
    """Begins with the last castle, has the same three cards in every hand, and no deck."""

    key: str = "toy-middle-reign"

    def start(self, seats: Sequence[Seat], options: Mapping[str, str]) -> Realm:
        begun = realm("".join(seats), (STANDING, KNIGHTS), domains=DOMAINS)
        begun = begun.but(stage=CASTLES, round=0, turn=0, seat="", first="")
        money = dict.fromkeys(seats, 25)
        hands: dict[Seat, tuple[str, ...]] = dict.fromkeys(seats, ())
        return begun.but(hands=hands, money=money, deck="".join(HELD) * len(seats))

    def resolve(self, state: Realm, answers: Answers, chance: Chance) -> Turn[Realm]:
        if state.stage != CASTLES:
            return super().resolve(state, answers, chance)
        turn, placing = Turn(state, answers, chance), castle_decision(state)
        if not answers or placing is None:
            return turn
        place = answers[placing.id]
        turn.emit(CastlePlaced(placing.seat, placing.seat, place["castle"], place["knight"]))
        while (seat := to_be_dealt(turn.state)) is not None:
            letter = turn.state.deck[0]
            pile = [HELD[letter]] * len(state.seats)
            turn.deal(partial(CardDealt, seat), CARD_LABEL, letter, pile)
        play_on(turn)
        return turn


SHORT: Final = ShortReign()
MIDDLE: Final = MiddleReign()


@contextmanager
def realms_known() -> Iterator[None]:
    """Know these games, each with the board and the bots of Löwenherz."""
    games: list[Any] = [SHORT, MIDDLE]
    boards = {game.key: board_of(LOEWENHERZ.key) for game in games}
    bots = {game.key: BOTS[LOEWENHERZ.key] for game in games}
    with RULESETS.lent(by_version(*games)), BOTS.lent(bots), BOARDS.lent(boards):
        yield
