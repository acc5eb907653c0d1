"""What happens at court, one sentence for each fact, German and English."""

from __future__ import annotations

from typing import Final

from engine.kernel.catalogue import Catalogue
from engine.text.lexicon import Words
from engine.wallenstein.emperors_court.cards import FAVORS
from engine.wallenstein.emperors_court.facts import (
    ArmiesGranted,
    AudienceBegan,
    BuildingGranted,
    CourtClosed,
    CourtiersArrived,
    CourtiersSent,
    EventCancelled,
    FavorDeclined,
    FavorGained,
    FavorsLaid,
    FavorTaken,
    FavorWasted,
    MarkerRemoved,
    MarkerWardedOff,
    NobodySent,
    ProtectionEnded,
    ProtectionGranted,
    WardKept,
)
from engine.wallenstein.emperors_court.favor_words import TOWER_NAMES, favor_named, no_attack
from engine.wallenstein.emperors_court.favors import FAVOR_KEY
from engine.wallenstein.emperors_court.hall import CONVERT, TOWER, laid_out
from engine.wallenstein.emperors_court.phases import Audience, Convert, ShowFavors
from engine.wallenstein.words.event_words import HOUSE_VALUE
from engine.wallenstein.words.gain_words import amount_gained
from engine.wallenstein.words.vocabulary import AccountWords
from engine.wallenstein.words.voice import Voice

_WHY: Final[dict[str, Words]] = {
    "too_few_armies": {"de": "es sind zu wenige Armeen", "en": "there are too few armies"},
    "too_few_courtiers": {
        "de": "der Vorrat an Höflingen reicht nicht",
        "en": "too few courtiers are left",
    },
}


def _courtiers(say: Voice, number: int) -> str:
    one = number == 1
    return say(
        de=f"{number} {'Höfling' if one else 'Höflinge'}",
        en=f"{number} {'courtier' if one else 'courtiers'}",
    )


def courtiers_arrived(say: Voice, event: CourtiersArrived) -> str:
    """Who has how many courtiers at the beginning."""
    listed = ", ".join(f"{say.seat(seat)} {number}" for seat, number in event.courtiers.items())
    return say(
        de=f"In die Empfangshalle des Kaiserhofs kommen Höflinge: {listed}.",
        en=f"Courtiers come to the entrance hall of the court: {listed}.",
    )


def favors_laid(say: Voice, event: FavorsLaid) -> str:
    """The three cards and what they cost."""
    cards = "; ".join(
        say(de="für", en="for") + f" {_courtiers(say, space)} {favor_named(say, number)}"
        for space, number in laid_out(event.draw["drawn"]).items()
    )
    return say(de=f"Die Gunst des Kaisers: {cards}.", en=f"The Emperor’s favour: {cards}.")


def courtiers_sent(say: Voice, event: CourtiersSent) -> str:
    """Where the armies came from."""
    who, sent = say.seat(event.seat), _courtiers(say, event.courtiers)
    armies, place = say.count(event.courtiers, "army"), _out_of(say, event.card)
    return say(
        de=f"{who} nimmt {armies} {place} und entsendet {sent}.",
        en=f"{who} takes {armies} {place} and sends {sent}.",
    )


def nobody_sent(say: Voice, event: NobodySent) -> str:
    """Why a box did nothing."""
    who, number = say.seat(event.seat), CONVERT[event.box]
    armies, courtiers = say.count(number, "army"), _courtiers(say, number)
    place, why = _out_of(say, event.card), _WHY[event.reason][say.language]
    return say(
        de=f"{who} kann {armies} {place} nicht in {courtiers} umwandeln: {why}.",
        en=f"{who} cannot turn {armies} {place} into {courtiers}: {why}.",
    )


def _out_of(say: Voice, card: str) -> str:
    """Where a card takes armies from."""
    if card == TOWER:
        return say(de="aus der Schale", en="from the tray")
    return say.out_of(card)


def audience_began(say: Voice, event: AudienceBegan) -> str:
    """Who is let in."""
    who, number = say.seat(event.seat), _courtiers(say, event.courtiers)
    return say(
        de=f"{who} bringt {number} in den Audienzsaal.", en=f"{who} has an audience with {number}."
    )


def favor_taken(say: Voice, event: FavorTaken) -> str:
    """Which card, for how many."""
    who, price = say.seat(event.seat), _courtiers(say, event.courtiers)
    card = favor_named(say, event.card)
    return say(
        de=f"{who} nimmt für {price} die Gunstkarte {card}.",
        en=f"{who} takes favour card {card} for {price}.",
    )


def favor_declined(say: Voice, event: FavorDeclined) -> str:
    """Nothing was wanted."""
    who = say.seat(event.seat)
    return say(de=f"{who} nimmt keine Gunstkarte.", en=f"{who} takes no favour card.")


def favor_gained(say: Voice, event: FavorGained) -> str:
    """What came of it."""
    who, gain = say.seat(event.seat), amount_gained(say, event.gain, event.amount)
    if FAVORS[event.card].house_value:
        gain = f"{gain} ({HOUSE_VALUE[say.language]})"
    return say(de=f"{who} bekommt {gain}.", en=f"{who} gets {gain}.")


def event_cancelled(say: Voice, event: EventCancelled) -> str:
    """Which event does not hold any more."""
    who, title = say.seat(event.seat), say.quoted(say.event_card(event.event))
    return say(de=f"{who} hebt das Ereignis {title} auf.", en=f"{who} cancels the event {title}.")


def marker_removed(say: Voice, event: MarkerRemoved) -> str:
    """Where it is quieter now."""
    who, place = say.seat(event.seat), say.out_of(event.county)
    return say(
        de=f"{who} entfernt einen Unruhemarker {place}.",
        en=f"{who} removes a revolt marker {place}.",
    )


def ward_kept(say: Voice, event: WardKept) -> str:
    """For later."""
    who = say.seat(event.seat)
    return say(
        de=f"{who} hat keinen Unruhemarker und behält die Karte für den nächsten.",
        en=f"{who} has no revolt marker and keeps the card for the next one.",
    )


def marker_warded_off(say: Voice, event: MarkerWardedOff) -> str:
    """Where the kept card was used."""
    who, place = say.seat(event.seat), say.within(event.county)
    return say(
        de=f"{who} wehrt mit der Gunst des Kaisers {place} einen Unruhemarker ab.",
        en=f"{who} wards off a revolt marker {place} by the Emperor’s favour.",
    )


def building_granted(say: Voice, event: BuildingGranted) -> str:
    """The building, and whom it calms."""
    who, what = say.seat(event.seat), say.a_building_built(event.building)
    place = say.within(event.county)
    calmed = event.calmed and say(
        de=" und entfernt dort einen Unruhemarker", en=" and removes a revolt marker there"
    )
    return say(
        de=f"{who} baut {place} ohne Bezahlung {what}{calmed or ''}.",
        en=f"{who} builds {what} {place} free of charge{calmed or ''}.",
    )


def protection_granted(say: Voice, event: ProtectionGranted) -> str:
    """For this season."""
    who, favor = say.seat(event.seat), FAVORS[event.card]
    attack = no_attack(say, favor)
    if favor.house_value:
        attack = f"{attack} ({HOUSE_VALUE[say.language]})"
    return say(
        de=f"{who} steht in dieser Jahreszeit unter dem Schutz des Kaisers: {attack}.",
        en=f"{who} is under the Emperor’s protection this season: {attack}.",
    )


def armies_granted(say: Voice, event: ArmiesGranted) -> str:
    """Armies, and perhaps a county."""
    who, armies = say.seat(event.seat), say.count(event.armies, "army")
    if event.conquered:
        county = say.the(event.county)
        return say(
            de=f"{who} nimmt mit {armies} ohne Kampf {county}.",
            en=f"{who} takes {county} with {armies} without a battle.",
        )
    place = say.within(event.county)
    return say(
        de=f"{who} stellt {place} ohne Bezahlung {armies} auf.",
        en=f"{who} deploys {armies} {place} free of charge.",
    )


def favor_wasted(say: Voice, event: FavorWasted) -> str:
    """Nothing came of it."""
    card = favor_named(say, event.card)
    return say(
        de=f"Die Gunstkarte {card} bleibt ohne Wirkung.",
        en=f"Favour card {card} has no effect.",
    )


def court_closed(say: Voice, event: CourtClosed) -> str:
    """What leaves the game."""
    sentence = say(
        de="Die Höflinge kehren in die Empfangshalle zurück.",
        en="The courtiers return to the entrance hall.",
    )
    if not event.cards:
        return sentence
    cards = say.both(favor_named(say, card) for card in event.cards)
    one = len(event.cards) == 1
    left = say(
        de=f"{'Die Gunstkarte' if one else 'Die Gunstkarten'} {cards} hat niemand genommen.",
        en=f"Nobody took {'favour card' if one else 'the favour cards'} {cards}.",
    )
    return f"{sentence} {left}"


def protection_ended(say: Voice, _: ProtectionEnded) -> str:
    """Until the next favour."""
    return say(de="Der Schutz des Kaisers ist zu Ende.", en="The Emperor’s protection has ended.")


ACCOUNTS: Final = AccountWords(
    Catalogue(
        {
            CourtiersArrived: courtiers_arrived,
            FavorsLaid: favors_laid,
            CourtiersSent: courtiers_sent,
            NobodySent: nobody_sent,
            AudienceBegan: audience_began,
            FavorTaken: favor_taken,
            FavorDeclined: favor_declined,
            FavorGained: favor_gained,
            EventCancelled: event_cancelled,
            MarkerRemoved: marker_removed,
            WardKept: ward_kept,
            MarkerWardedOff: marker_warded_off,
            BuildingGranted: building_granted,
            ProtectionGranted: protection_granted,
            ArmiesGranted: armies_granted,
            FavorWasted: favor_wasted,
            CourtClosed: court_closed,
            ProtectionEnded: protection_ended,
        }
    ),
    phases=Catalogue(
        {
            ShowFavors.name: {"de": "Gunstkarten", "en": "favour cards"},
            Convert.name: {"de": "Höflinge entsenden", "en": "sending courtiers"},
            Audience.name: {"de": "Audienz beim Kaiser", "en": "audience with the Emperor"},
        }
    ),
    choices=Catalogue({FAVOR_KEY: {"de": "die Wahl einer Gunstkarte", "en": "a favour card"}}),
    cards=Catalogue({TOWER: TOWER_NAMES}),
)
