"""Accounts of the set-up: the default line-up and the draft."""

from __future__ import annotations

from typing import Final

from engine.wallenstein.draft import (
    CardsExchanged,
    CardsTurnedUp,
    CountyDrafted,
    DraftEnded,
    DraftOpened,
    LineUpPlaced,
)
from engine.wallenstein.words.vocabulary import Tellings
from engine.wallenstein.words.voice import Voice


def line_up_placed(say: Voice, event: LineUpPlaced) -> str:
    """How much everybody starts with."""
    holdings = ", ".join(
        f"{say.seat(seat)} {say.count(len(placed), 'county')}"
        f" {say(de='mit', en='with')} {say.count(sum(placed.values()), 'army')}"
        for seat, placed in event.armies.items()
    )
    return say(
        de=f"Die vorgegebene Aufstellung steht: {holdings}.",
        en=f"The default line-up stands: {holdings}.",
    )


def draft_opened(say: Voice, event: DraftOpened) -> str:
    """The order of the draft, and the groups to place."""
    order = ", ".join(map(say.seat, event.draw["drawn"]))
    groups = ", ".join(map(str, event.groups))
    return say(
        de=f"Die Startländer werden verteilt; es wählen reihum {order}; Armeegruppen: {groups}.",
        en=f"The draft begins; choosing in turn: {order}; army groups: {groups}.",
    )


def cards_turned_up(say: Voice, event: CardsTurnedUp) -> str:
    """County cards turned up, or drawn from the pile by a player."""
    drawn = [*(event.draw["drawn"] if event.draw else ()), *event.from_bottom]
    if not drawn:
        return say(
            de="Der Stapel der Länderkarten ist leer.", en="No county card is left to turn up."
        )
    counties = say.counties(drawn)
    if event.seat is None:
        return say(de=f"Aufgedeckt: {counties}.", en=f"Turned up: {counties}.")
    who = say.seat(event.seat)
    return say(
        de=f"{who} zieht {counties} vom Stapel.", en=f"{who} draws {counties} from the pile."
    )


def cards_exchanged(say: Voice, event: CardsExchanged) -> str:
    """The open cards put under the pile."""
    who, counties = say.seat(event.seat), say.counties(event.counties)
    return say(
        de=f"{who} legt {counties} unter den Stapel.", en=f"{who} puts {counties} under the pile."
    )


def county_drafted(say: Voice, event: CountyDrafted) -> str:
    """The county and the group placed there."""
    who, county, armies = (
        say.seat(event.seat),
        say.the(event.county),
        say.count(event.group, "army"),
    )
    if event.source == "pile":
        return say(
            de=f"{who} nimmt {county} vom Stapel und stellt dort {armies} auf.",
            en=f"{who} takes {county} from the pile and places {armies} there.",
        )
    return say(
        de=f"{who} nimmt {county} und stellt dort {armies} auf.",
        en=f"{who} takes {county} and places {armies} there.",
    )


def draft_ended(say: Voice, _: DraftEnded) -> str:
    """All groups are placed."""
    return say(
        de="Alle Armeegruppen stehen, die übrigen Länder bleiben neutral.",
        en="All army groups are placed, and the counties left over stay neutral.",
    )


TELLINGS: Final[Tellings] = {
    LineUpPlaced: line_up_placed,
    DraftOpened: draft_opened,
    CardsTurnedUp: cards_turned_up,
    CardsExchanged: cards_exchanged,
    CountyDrafted: county_drafted,
    DraftEnded: draft_ended,
}
