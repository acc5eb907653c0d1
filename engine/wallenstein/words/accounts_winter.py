"""Accounts of winter: grain, hunger, points, the end of the year and of the game."""

from __future__ import annotations

from typing import Final

from engine.kernel.core import Json
from engine.text.voice import begun
from engine.wallenstein.board import BUILDING_KINDS
from engine.wallenstein.events import GameEnded
from engine.wallenstein.winter import (
    EventsRevealed,
    GrainLost,
    PlayerWintered,
    RevoltsDrawn,
    RevoltsOrdered,
    WinterScored,
    YearEnded,
)
from engine.wallenstein.words.event_words import HOUSE_VALUE
from engine.wallenstein.words.names import county_name, in_region
from engine.wallenstein.words.vocabulary import Tellings
from engine.wallenstein.words.voice import Voice


def grain_lost(say: Voice, event: GrainLost) -> str:
    """What the event card left over takes from each granary."""
    lost = ", ".join(f"{say.seat(seat)} {loss}" for seat, loss in event.losses.items() if loss)
    if lost:
        losses = say(de=f"Getreide verlieren: {lost}", en=f"grain lost: {lost}")
    else:
        losses = say(de="niemand verliert Getreide", en="nobody loses grain")
    if event.card is None:
        return f"{begun(losses)}."
    left = say.accounts.events.cards[event.card]
    loss = say.count(left.grain_loss, "grain")
    if left.house_loss:
        loss = f"{loss} ({HOUSE_VALUE[say.language]})"
    card = say.quoted(say.event_card(event.card))
    return say(
        de=f"Übrig ist {card} mit einem Verlust von {loss}; {losses}.",
        en=f"The card left over is {card} with a loss of {loss}; {losses}.",
    )


def revolts_drawn(say: Voice, event: RevoltsDrawn) -> str:
    """How many counties go hungry, which ones revolt, and how badly."""
    who, unfed = say.seat(event.seat), say.count(event.unfed, "county")
    drawn = event.draw["drawn"]
    counties, extra = say.counties(drawn), say.count(event.extra_peasants, "peasant")
    if len(drawn) > 1:
        return say(
            de=f"{who} kann {unfed} nicht versorgen; Aufstand: {counties} (je {extra} zusätzlich).",
            en=f"{who} cannot feed {unfed}; revolt: {counties} ({extra} more in each).",
        )
    return say(
        de=f"{who} kann {unfed} nicht versorgen; Aufstand: {counties} ({extra} zusätzlich).",
        en=f"{who} cannot feed {unfed}; revolt: {counties} ({extra} more).",
    )


def revolts_ordered(say: Voice, event: RevoltsOrdered) -> str:
    """The order of a player's revolts."""
    who = say.seat(event.seat)
    counties = say(de=", dann ", en=", then ").join(map(county_name, event.counties))
    return say(
        de=f"{who} stellt sich den Aufständen in dieser Folge: {counties}.",
        en=f"{who} faces the revolts in this order: {counties}.",
    )


def player_wintered(say: Voice, event: PlayerWintered) -> str:
    """A player is through with hunger."""
    who = say.seat(event.seat)
    return say(de=f"{who} hat den Winter überstanden.", en=f"{who} has survived the winter.")


def winter_scored(say: Voice, event: WinterScored) -> str:
    """Everybody's points, the most first."""
    best_first = sorted(event.scores.items(), key=lambda scored: -scored[1]["total"])
    scores = "; ".join(
        f"{say.seat(seat)} {score_breakdown(say, score)}" for seat, score in best_first
    )
    return say(de=f"Die Wertung: {scores}.", en=f"The score: {scores}.")


def score_breakdown(say: Voice, score: Json) -> str:
    """A total and where it comes from: 14 points (8 counties, 3 buildings, 3 for majorities)."""
    counties = say.count(score["counties"], "county")
    buildings = say.count(score["buildings"], "building")
    bonus = sum(item["points"] for item in score["majorities"])
    majorities = say(de=f"{bonus} für Mehrheiten", en=f"{bonus} for majorities")
    return f"{say.count(score['total'], 'point')} ({counties}, {buildings}, {majorities})"


def majority_list(say: Voice, score: Json) -> str:
    """Where a player has the most buildings of a kind, with the points; a tie may give none."""
    won = ", ".join(
        f"{say.buildings(item['building'])} {in_region(item['region'], say.language)}"
        f" {item['points']}"
        for item in score["majorities"]
        if item["points"]
    )
    return say(de=f"Mehrheiten: {won}", en=f"Majorities: {won}")


def year_ended(say: Voice, event: YearEnded) -> str:
    """The board is quiet again."""
    return say(
        de=f"Das Jahr {event.year} endet: Getreide fällt auf 0, alle Unruhemarker verschwinden.",
        en=f"Year {event.year} ends: grain falls to 0, and all revolt markers are removed.",
    )


def events_revealed(say: Voice, event: EventsRevealed) -> str:
    """The open events, each with the grain it costs if it is left for winter."""
    cards = ", ".join(
        f"{say.event_card(card)} ({say.accounts.events.loss(card, say.language)})"
        for card in event.draw["drawn"]
    )
    return say(
        de=f"Die Ereignisse des Jahres (mit Getreideverlust): {cards}.",
        en=f"The events of the year (with their grain loss): {cards}.",
    )


def _tie_break(say: Voice, row: Json) -> str:
    """What decides between equal points: Thalers, or buildings of a kind."""
    buildings = [f"{say.buildings(kind)} {row[kind]}" for kind in BUILDING_KINDS if kind in row]
    return ", ".join(buildings) or say.count(row["money"], "thaler")


def game_ended(say: Voice, event: GameEnded) -> str:
    """The winners and the ranking."""
    winners = say.seats(event.winners)
    ranking = ", ".join(
        f"{row['place']}. {say.seat(row['seat'])} {say.count(row['points'], 'point')}"
        f" ({_tie_break(say, row)})"
        for row in event.ranking
    )
    if len(event.winners) > 1:
        return say(
            de=f"{winners} teilen sich den Sieg: {ranking}.",
            en=f"{winners} share the victory: {ranking}.",
        )
    return say(de=f"{winners} gewinnt: {ranking}.", en=f"{winners} wins: {ranking}.")


TELLINGS: Final[Tellings] = {
    GrainLost: grain_lost,
    RevoltsDrawn: revolts_drawn,
    RevoltsOrdered: revolts_ordered,
    PlayerWintered: player_wintered,
    WinterScored: winter_scored,
    YearEnded: year_ended,
    EventsRevealed: events_revealed,
    GameEnded: game_ended,
}
