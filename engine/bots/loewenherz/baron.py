"""The `baron` bot: the best use of its cards as the board stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engine.bots.loewenherz.castles import best_castle
from engine.bots.loewenherz.ideas import Ventures
from engine.bots.loewenherz.judgement import Judgement
from engine.bots.loewenherz.taste import TASTE, Taste
from engine.kernel.chance import Stream
from engine.kernel.core import Decision, Json
from engine.loewenherz.answers import DECK, PLAY, SELL
from engine.loewenherz.cards import CARDS, PILES, PowerCard
from engine.loewenherz.state import Realm


class Baron:
    """Tries what each card could do, judges the position after it, and takes the best."""

    def __init__(self, taste: Taste = TASTE) -> None:
        self.taste = taste

    def answer(self, state: Realm, decision: Decision, stream: Stream) -> Json:
        """A legal answer."""
        if decision.kind == "castle":
            return best_castle(state, decision, self.taste, stream)
        judgement = Judgement(state, decision.seat, self.taste)
        options = decision.options
        if decision.kind == "give_up":
            return {"knight": by_loss(judgement, options["knights"])[0]}
        if decision.kind == "ranking":
            return {"give_up": by_loss(judgement, options["knights"])}
        if decision.kind == "orders":
            # As if it were its turn already; unasked it leaves none: by then it will know more.
            options = {**options, "refill": not state.last}
            return {"orders": [self.turn(judgement, options, stream)]}
        return self.turn(judgement, options, stream)

    def turn(self, judgement: Judgement, options: Json, stream: Stream) -> Json:
        """The card that is worth most now, sold or played, and what is taken for it."""
        taste = self.taste
        known: Mapping[str, str] = options["known"]
        ways = Ventures(judgement)
        best: tuple[int, Json, Realm] | None = None
        for handle, name in known.items():
            card = CARDS[name]
            kept = taste.kept * card_worth(ways, card) // 1000
            for answer, after, gain in uses(ways, handle, card):
                value = gain - kept + stream.below(taste.whim + 1)
                if best is None or value > best[0]:
                    best = value, answer, after
        if best is None:
            raise ValueError("a turn without a card")
        _, answer, after = best
        if options["refill"] and not after.winners:
            sold = known[answer["card"]] if answer["do"] == SELL else None
            answer["refill"] = wishes(
                Ventures(judgement.after(after)), options["market"], sold, known
            )
        return answer


def uses(ways: Ventures, handle: str, card: PowerCard) -> list[tuple[Json, Realm, int]]:
    """What can be done with a card now: sold, and each action in the best way that can be paid,
    with the position after it and what that is worth more than now."""
    state, seat, judgement = ways.state, ways.seat, ways.judgement
    hand = {**state.hands, seat: tuple(one for one in state.hands[seat] if one != handle)}
    sold = state.with_money(seat, card.sale).but(hands=hand)
    gain = judgement.purse(sold) - judgement.purse(state)
    outcomes: list[tuple[Json, Realm, int]] = [({"card": handle, "do": SELL}, sold, gain)]
    for action, count in card.actions.items():
        for way in ways.of(action, count):
            if card.price + way.ducats > state.money[seat]:
                continue
            paid = way.after.with_money(seat, -card.price).but(hands=hand)
            cost = judgement.purse(way.after) - judgement.purse(paid)
            answer = {"card": handle, "do": PLAY, "action": action, **way.parts}
            outcomes.append((answer, paid, way.gain - (0 if way.after.winners else cost)))
            break
    return outcomes


def card_worth(ways: Ventures, card: PowerCard) -> int:
    """What a card is worth to its holder as the board stands, paid or not yet."""
    state, seat, judgement = ways.state, ways.seat, ways.judgement
    purse = judgement.purse(state)
    worths = [judgement.purse(state.with_money(seat, card.sale)) - purse]
    poorer = state.with_money(seat, -min(card.price, state.money[seat]))
    price = purse - judgement.purse(poorer)
    for action, count in card.actions.items():
        worths += [way.gain - price for way in ways.of(action, count)[:1]]
    return max(worths)


def wishes(
    ways: Ventures, market: list[str], sold: str | None, known: Mapping[str, str]
) -> list[str]:
    """H-30: the card of the market that is worth most, if it is worth more than one of the deck
    is likely to be."""
    offered = dict.fromkeys(name for name in market if name != sold)
    if not offered:
        return [DECK]
    worths = {name: card_worth(ways, CARDS[name]) for name in offered}
    best = max(worths, key=worths.__getitem__)
    pile = unseen(ways.state, known)
    likely = sum(card_worth(ways, CARDS[name]) * count for name, count in pile.items())
    likely = likely // max(1, pile.total()) + ways.judgement.taste.surprise
    return [best, DECK] if worths[best] > likely else [DECK]


def unseen(state: Realm, known: Mapping[str, str]) -> Counter[str]:
    """The cards of the pile on top of the deck that its reader has not seen."""
    seen = {**state.market, **state.played, **state.open, **known}
    return Counter(PILES[state.deck[0]]) - Counter(seen.values())


def by_loss(judgement: Judgement, knights: list[str]) -> list[str]:
    """Knights in the order in which their loss hurts, the least first; of equals the first."""
    land = judgement.state.land

    def left(square: str) -> int:
        others = {one: colour for one, colour in land.knights.items() if one != square}
        return judgement.value(judgement.state.but(land=land.but(knights=others)))

    return sorted(knights, key=left, reverse=True)
