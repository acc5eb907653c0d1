"""What happened, as one sentence for a player, German and English."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.kernel.catalogue import Catalogue
from engine.kernel.core import Event, Seat
from engine.loewenherz.cards import CARDS
from engine.loewenherz.events import (
    AllianceMade,
    BoardLaid,
    BorderPlaced,
    CardDealt,
    CardPlayed,
    CardSold,
    CastlePlaced,
    DeckEmptied,
    DeserterAsked,
    DomainArose,
    DomainGrew,
    DucatsScored,
    GoalReached,
    IncomePaid,
    KingReturned,
    KnightDeserted,
    KnightPlaced,
    MarketCardTaken,
    MonopolyLost,
    MonopolyWon,
    RoundBegan,
    TurnBegan,
)
from engine.loewenherz.land import NEUTRAL
from engine.loewenherz.words.names import (
    HOUSE_VALUE,
    MINE_NAMES,
    MONOPOLY_NAMES,
    action_name,
    pile_name,
)
from engine.loewenherz.words.voice import RealmVoice
from engine.text import journal

Telling = Callable[[RealmVoice, Any], str]


def board_laid(say: RealmVoice, _: BoardLaid) -> str:
    """The land; most tiles are of this project's making."""
    house = HOUSE_VALUE[say.language]
    return say(
        de=f"Die neun Landschaftsteile liegen, in der Mitte die Königsstadt (die acht anderen"
        f" Teile: {house}).",
        en=f"The nine tiles are laid, with the royal city in the middle (the other eight tiles:"
        f" {house}).",
    )


def castle_placed(say: RealmVoice, event: CastlePlaced) -> str:
    """A castle and its first knight."""
    who, castle, knight = say.seat(event.seat), event.castle, event.knight
    if event.colour == NEUTRAL:
        return say(
            de=f"{who} setzt eine neutrale Burg auf {castle} und ihren Ritter auf {knight}.",
            en=f"{who} places a neutral castle at {castle} and its knight at {knight}.",
        )
    return say(
        de=f"{who} setzt eine Burg auf {castle} und einen Ritter auf {knight}.",
        en=f"{who} places a castle at {castle} and a knight at {knight}.",
    )


def card_dealt(say: RealmVoice, event: CardDealt) -> str:
    """A card nobody else sees; the letter on its back is open."""
    who, pile = say.seat(event.seat), pile_name(event.deal["deck"], say.language)
    return say(de=f"{who} zieht eine Karte ({pile}).", en=f"{who} draws a card ({pile}).")


def round_began(say: RealmVoice, event: RoundBegan) -> str:
    """Every seat has had its turn."""
    return say(de=f"Runde {event.round} beginnt.", en=f"Round {event.round} begins.")


def turn_began(say: RealmVoice, event: TurnBegan) -> str:
    """Whose turn it is, and whether standing orders are played."""
    who, turn = say.seat(event.seat), event.turn
    if event.ordered:
        return say(
            de=f"{who} macht Zug {turn}, nach Befehlen, die bereitlagen.",
            en=f"{who} takes turn {turn}, by standing orders.",
        )
    return say(de=f"{who} macht Zug {turn}.", en=f"{who} takes turn {turn}.")


def income_paid(say: RealmVoice, event: IncomePaid) -> str:
    """A ducat for each kind of mine."""
    who, ducats = say.seat(event.seat), say.count(event.ducats, "ducat")
    mines = ", ".join(MINE_NAMES[kind][say.language] for kind in event.mines)
    return say(
        de=f"{who} bekommt {ducats} aus Minen ({mines}).",
        en=f"{who} gets {ducats} from mines ({mines}).",
    )


def card_sold(say: RealmVoice, event: CardSold) -> str:
    """A card goes to the market."""
    who, card, ducats = say.seat(event.seat), say.card(event.card), say.count(event.ducats, "ducat")
    return say(
        de=f"{who} verkauft {card} für {ducats}.",
        en=f"{who} sells {card} for {ducats}.",
    )


def card_played(say: RealmVoice, event: CardPlayed) -> str:
    """A card is paid for; which action it is for, where it has two."""
    who, card, price = say.seat(event.seat), say.card(event.card), say.count(event.price, "ducat")
    chosen = action_name(event.action, say.language)
    action = f" ({chosen})" if len(CARDS[event.card].actions) > 1 else ""
    return say(
        de=f"{who} spielt {card} für {price}{action}.",
        en=f"{who} plays {card} for {price}{action}.",
    )


def border_placed(say: RealmVoice, event: BorderPlaced) -> str:
    """A border between two squares."""
    who, side = say.seat(event.seat), event.border
    return say(de=f"{who} setzt die Grenze {side}.", en=f"{who} places the border {side}.")


def domain_arose(say: RealmVoice, event: DomainArose) -> str:
    """Whose domain it is, how large, what lies in it and what it brings."""
    squares, castle = say.count(len(event.squares), "square"), event.castle
    if event.landmarks:
        squares = f"{squares}: {say.landmarks(event.landmarks)}"
    freed = _freed(say, len(event.freed))
    if event.owner == NEUTRAL:
        return say(
            de=f"Um die neutrale Burg {castle} entsteht ein Gebiet ({squares}){freed}.",
            en=f"A domain arises around the neutral castle at {castle} ({squares}){freed}.",
        )
    who, points = say.seat(event.owner), say.gain(event.points)
    return say(
        de=f"{who} bekommt ein Gebiet um die Burg {castle} ({squares}): {points}{freed}.",
        en=f"{who} gets a domain around the castle at {castle} ({squares}): {points}{freed}.",
    )


def _freed(say: RealmVoice, count: int) -> str:
    """Borders that go back to the supply, if there are any."""
    borders = say.count(count, "border")
    return say(de=f"; {borders} zurück in den Vorrat", en=f"; {borders} back to the supply") * bool(
        count
    )


def knight_placed(say: RealmVoice, event: KnightPlaced) -> str:
    """A new knight; in the forest it costs a ducat."""
    who, square = say.seat(event.seat), event.square
    price = say.count(event.price, "ducat")
    forest = say(de=f" (Wald: {price})", en=f" (forest: {price})") if event.price else ""
    return say(
        de=f"{who} setzt einen Ritter auf {square}{forest}.",
        en=f"{who} places a knight at {square}{forest}.",
    )


def domain_grew(say: RealmVoice, event: DomainGrew) -> str:
    """Which domain takes which square, from whom, and what both sides win and lose."""
    who, castle, square = say.seat(event.seat), event.castle, event.square
    points = say.gain(event.points)
    if event.taken_from is None or event.loser is None:
        return say(
            de=f"{who} erweitert das Gebiet {castle} um {square}: {points}.",
            en=f"{who} expands the domain at {castle} to {square}: {points}.",
        )
    cut_off = [one for one in event.lost if one != square]
    rest = say.both(cut_off) if cut_off else ""
    also = say(de=f"; abgeschnitten: {rest}", en=f"; cut off: {rest}") if cut_off else ""
    if event.loser == NEUTRAL:
        taken = say(
            de=f"aus dem neutralen Gebiet {event.taken_from}",
            en=f"out of the neutral domain at {event.taken_from}",
        )
        lost = ""
    else:
        loser, loss = say.seat(event.loser), say.gain(event.lost_points)
        taken = say(
            de=f"aus dem Gebiet {event.taken_from} von {loser}",
            en=f"out of the domain at {event.taken_from} of {loser}",
        )
        lost = say(de=f"; {loss} für {loser}", en=f"; {loss} for {loser}")
    return say(
        de=f"{who} erweitert das Gebiet {castle} um {square} {taken}: {points}{lost}{also}.",
        en=f"{who} expands the domain at {castle} to {square} {taken}: {points}{lost}{also}.",
    )


def monopoly_won(say: RealmVoice, event: MonopolyWon) -> str:
    """Three mines of a kind."""
    who, points = say.seat(event.seat), say.gain(event.points)
    monopoly = MONOPOLY_NAMES[event.mine][say.language]
    return say(de=f"{who} hat das {monopoly}: {points}.", en=f"{who} has the {monopoly}: {points}.")


def monopoly_lost(say: RealmVoice, event: MonopolyLost) -> str:
    """No longer three mines of a kind."""
    who, points = say.seat(event.seat), say.gain(event.points)
    monopoly = MONOPOLY_NAMES[event.mine][say.language]
    return say(
        de=f"{who} verliert das {monopoly}: {points}.",
        en=f"{who} loses the {monopoly}: {points}.",
    )


def deserter_asked(say: RealmVoice, event: DeserterAsked) -> str:
    """The victim chooses."""
    who, by, domain = say.seat(event.seat), say.seat(event.by), event.against
    return say(
        de=f"{who} muss wählen, welcher Ritter des Gebiets {domain} überläuft, gefordert von {by}.",
        en=f"{who} must choose which knight of the domain at {domain} deserts, as asked by {by}.",
    )


def knight_deserted(say: RealmVoice, event: KnightDeserted) -> str:
    """A knight leaves the board; one of the other side comes next."""
    by, square, domain = say.seat(event.by), event.square, event.against
    if event.seat == NEUTRAL:
        return say(
            de=f"Ein neutraler Ritter verlässt {square} (Gebiet {domain}) und läuft über zu {by}.",
            en=f"A neutral knight leaves {square} (domain at {domain}) and deserts to {by}.",
        )
    loser = say.seat(event.seat)
    return say(
        de=f"Ein Ritter von {loser} verlässt {square} (Gebiet {domain}) und läuft über zu {by}.",
        en=f"A knight of {loser} leaves {square} (domain at {domain}) and deserts to {by}.",
    )


def alliance_made(say: RealmVoice, event: AllianceMade) -> str:
    """Two domains that leave each other alone."""
    who, castles = say.seat(event.seat), say.both(event.castles)
    return say(
        de=f"{who} verbündet die Gebiete {castles}: Keines erweitert sich mehr in das andere.",
        en=f"{who} allies the domains at {castles}: neither may expand into the other.",
    )


def market_card_taken(say: RealmVoice, event: MarketCardTaken) -> str:
    """An open card goes into a hand."""
    who, card = say.seat(event.seat), say.card(event.card)
    return say(de=f"{who} nimmt {card} vom Markt.", en=f"{who} takes {card} from the market.")


def deck_emptied(say: RealmVoice, _: DeckEmptied) -> str:
    """The last cards."""
    return say(
        de="Die letzte Karte ist gezogen: Ab jetzt zieht niemand mehr nach.",
        en="The last card has been drawn: nobody refills from now on.",
    )


def goal_reached(say: RealmVoice, event: GoalReached) -> str:
    """The end, at once."""
    who, goal = say.seats(event.seats), event.goal
    return say(
        de=f"Das Ziel von {goal} Punkten ist erreicht: {who}.",
        en=f"The goal of {goal} points is reached: {who}.",
    )


def ducats_scored(say: RealmVoice, event: DucatsScored) -> str:
    """Points for most ducats and second most."""
    if not event.points:
        return say(
            de="Niemand hat noch Dukaten, also bringen sie keine Punkte.",
            en="Nobody has ducats left, so they bring no points.",
        )
    best_first = sorted(event.points, key=lambda seat: (-event.money[seat], seat))
    gains = ", ".join(
        f"{say.seat(seat)} {say.gain(event.points[seat])} ({say.count(event.money[seat], 'ducat')})"
        for seat in best_first
    )
    return say(de=f"Für die meisten Dukaten: {gains}.", en=f"For the most ducats: {gains}.")


def game_ended(say: RealmVoice, event: KingReturned) -> str:
    """The winners and everybody's points; ducats decide between equals."""
    best_first = sorted(event.points, key=lambda seat: (-event.points[seat], -event.money[seat]))
    ranking = ", ".join(
        f"{say.seat(seat)} {say.count(event.points[seat], 'point')}"
        f" ({say.count(event.money[seat], 'ducat')})"
        for seat in best_first
    )
    winners = say.seats(event.winners)
    if len(event.winners) > 1:
        return say(
            de=f"{winners} teilen sich den Sieg: {ranking}.",
            en=f"{winners} share the victory: {ranking}.",
        )
    return say(de=f"{winners} gewinnt: {ranking}.", en=f"{winners} wins: {ranking}.")


TELLINGS: Final[Catalogue[type[Event[Any]], Telling]] = Catalogue(
    {
        BoardLaid: board_laid,
        CastlePlaced: castle_placed,
        CardDealt: card_dealt,
        RoundBegan: round_began,
        TurnBegan: turn_began,
        IncomePaid: income_paid,
        CardSold: card_sold,
        CardPlayed: card_played,
        BorderPlaced: border_placed,
        DomainArose: domain_arose,
        KnightPlaced: knight_placed,
        DomainGrew: domain_grew,
        MonopolyWon: monopoly_won,
        MonopolyLost: monopoly_lost,
        DeserterAsked: deserter_asked,
        KnightDeserted: knight_deserted,
        AllianceMade: alliance_made,
        MarketCardTaken: market_card_taken,
        DeckEmptied: deck_emptied,
        GoalReached: goal_reached,
        DucatsScored: ducats_scored,
        KingReturned: game_ended,
    },
    journal.TELLINGS,
)


def tell(say: RealmVoice, event: Event[Any]) -> str:
    """One sentence about a fact."""
    return TELLINGS[type(event)](say, event)


def account(event: Event[Any], language: str, names: Mapping[Seat, str]) -> str:
    """The same in a language; `names` overrides the seats' colours."""
    return tell(RealmVoice.of(language, names), event)
