"""Accounts of a season: the display, the event, the bids, the order, the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.kernel.core import Json
from engine.text.lexicon import Words
from engine.wallenstein.board import COUNTIES
from engine.wallenstein.events import (
    ActionEnded,
    ActionsRevealed,
    BidsRevealed,
    ChoiceAsked,
    EventDrawn,
    PhaseBegan,
    PositionTaken,
    SeasonBegan,
    SeasonEnded,
    TilesLaid,
)
from engine.wallenstein.words.names import ACTION_NAMES, county_name
from engine.wallenstein.words.vocabulary import Tellings
from engine.wallenstein.words.voice import Voice

PHASE_NAMES: Final[Mapping[str, Words]] = {
    "line_up": {"de": "Aufstellung", "en": "line-up"},
    "draft_orders": {"de": "Wunschlisten", "en": "rankings for the draft"},
    "draft": {"de": "Verteilung der Startländer", "en": "draft"},
    "fill_tower": {"de": "Grundfüllung des Turms", "en": "first filling of the tower"},
    "first_events": {"de": "erste Ereignisse", "en": "first events"},
    "display": {"de": "Auslage", "en": "display"},
    "plan": {"de": "Planung", "en": "planning"},
    "event": {"de": "Ereignis", "en": "event"},
    "bids": {"de": "Gebote", "en": "bids"},
    "order": {"de": "Spielerreihenfolge", "en": "player order"},
    "actions": {"de": "Aktionen", "en": "actions"},
    "clean_up": {"de": "Aufräumen", "en": "clearing up"},
    "grain_loss": {"de": "Getreideverlust", "en": "grain loss"},
    "hunger": {"de": "Versorgung der Länder", "en": "feeding the counties"},
    "scoring": {"de": "Wertung", "en": "scoring"},
    "year_end": {"de": "Jahresende", "en": "end of the year"},
}

_SOME_CHOICE: Final[Words] = {"de": "eine Entscheidung", "en": "what to do"}
CHOICE_NAMES: Final[Mapping[str, Words]] = {
    "position": {"de": "die Wahl einer Position", "en": "a position"},
    "revolt_order": {"de": "die Reihenfolge der Aufstände", "en": "the order of the revolts"},
    "draft_pick": {"de": "die Wahl eines Startlands", "en": "a county card"},
    "draft_group": {"de": "die Wahl einer Armeegruppe", "en": "an army group"},
}


def season_began(say: Voice, event: SeasonBegan) -> str:
    """The season and its year."""
    season = say.season(event.season, event.year)
    return say(de=f"Der {season} beginnt.", en=f"{season} begins.")


def phase_began(say: Voice, event: PhaseBegan) -> str:
    """The paragraph of the rule book; one that an expansion adds may have no name here."""
    phases = say.accounts.phases
    if event.phase not in phases:
        return say(de="Es geht weiter.", en="The game moves on.")
    name = phases[event.phase][say.language]
    return say(de=f"Der nächste Schritt: {name}.", en=f"The next step: {name}.")


def choice_asked(say: Voice, event: ChoiceAsked) -> str:
    """Whom the game waits for, and why."""
    who = say.seat(event.seat)
    if event.choice == "move":
        origin, action = say.out_of(event.about["origin"]), say.action(event.about["action"])
        what = say(de=f"eine Bewegung {origin} ({action})", en=f"a movement {origin} ({action})")
    else:
        what = say.accounts.choices.get(event.choice, _SOME_CHOICE)[say.language]
    return say(
        de=f"Die Partie wartet auf {who}: {what}.",
        en=f"The game is waiting for {who} to choose {what}.",
    )


def actions_revealed(say: Voice, event: ActionsRevealed) -> str:
    """The action cards in their order."""
    cards = ", ".join(ACTION_NAMES[card][say.language] for card in event.draw["drawn"])
    return say(de=f"Die ersten Aktionen: {cards}.", en=f"The first actions: {cards}.")


def tiles_laid(say: Voice, event: TilesLaid) -> str:
    """The bonus tiles by position."""
    tiles = ", ".join(
        f"{position} {say.tile(tile)}" for position, tile in enumerate(event.draw["drawn"], start=1)
    )
    return say(de=f"Die Positionen: {tiles}.", en=f"The positions: {tiles}.")


def event_drawn(say: Voice, event: EventDrawn) -> str:
    """The event and what it does."""
    card = event.draw["drawn"][0]
    title = say.quoted(say.event_card(card))
    effect = say.accounts.events.effect(card, say.language)
    return say(
        de=f"Das Ereignis der Jahreszeit ist {title}: {effect}.",
        en=f"The event of the season is {title}: {effect}.",
    )


def bids_revealed(say: Voice, event: BidsRevealed) -> str:
    """Who bid what, who chooses when, and how equal bids were drawn."""
    bids = ", ".join(
        f"{say.seat(seat)} {bid_named(say, event.bids[seat])}" for seat in event.choosing
    )
    sentence = say(
        de=f"Die Gebote, in der Reihenfolge der Wahl: {bids}",
        en=f"The bids, in the order of choosing: {bids}",
    )
    if not event.draws:
        return f"{sentence}."
    drawn = "; ".join(_drawn(say, draw) for draw in event.draws)
    ties = say(de=f"gleiche Gebote ausgelost: {drawn}", en=f"equal bids drawn by lot: {drawn}")
    return f"{sentence}; {ties}."


def bid_named(say: Voice, bid: Any) -> str:
    """A bid: Thalers, a card, or none."""
    if bid is None:
        return say(de="keine Karte", en="no card")
    if bid in COUNTIES:
        return say(de="die Karte", en="the card") + f" {county_name(bid)}"
    if isinstance(bid, str):
        kind = say.accounts.cards[bid][say.language]
        return say(de=f"eine {kind}karte", en=f"a {kind} card")
    return say.count(bid, "thaler")


def _drawn(say: Voice, draw: Json) -> str:
    return say(de=" vor ", en=" before ").join(say.seat(seat) for seat in draw["drawn"])


def position_taken(say: Voice, event: PositionTaken) -> str:
    """The position and its tile."""
    who, tile = say.seat(event.seat), say.tile(event.tile)
    return say(
        de=f"{who} nimmt Position {event.position} mit {tile}.",
        en=f"{who} takes position {event.position} with {tile}.",
    )


def action_ended(say: Voice, event: ActionEnded) -> str:
    """The action done, and the next card turned up."""
    done = say.action(event.action)
    if not event.draw:
        return say(de=f"{done} ist ausgeführt.", en=f"{done} is done.")
    card = say.action(event.draw["drawn"][0])
    return say(
        de=f"{done} ist ausgeführt, aufgedeckt wird {card}.",
        en=f"{done} is done, and {card} is turned up.",
    )


def season_ended(say: Voice, _: SeasonEnded) -> str:
    """The table is cleared."""
    return say(
        de="Die Jahreszeit ist zu Ende, das Ereignis kommt aus dem Spiel.",
        en="The season is over, and its event leaves the game.",
    )


TELLINGS: Final[Tellings] = {
    SeasonBegan: season_began,
    PhaseBegan: phase_began,
    ChoiceAsked: choice_asked,
    ActionsRevealed: actions_revealed,
    TilesLaid: tiles_laid,
    EventDrawn: event_drawn,
    BidsRevealed: bids_revealed,
    PositionTaken: position_taken,
    ActionEnded: action_ended,
    SeasonEnded: season_ended,
}
