"""What became of each box of a seat, and why, from what the season itself has laid open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.kernel.core import Event, Seat
from engine.text.voice import begun
from engine.wallenstein.action_events import (
    ActionFact,
    ActionPassed,
    ActionSkipped,
    ArmiesDeployed,
    ArmiesMoved,
    BuildingBuilt,
    GrainCollected,
    MarchDeclined,
    TaxesCollected,
)
from engine.wallenstein.battle_events import BattleDecided, RevoltDecided
from engine.wallenstein.edition_2002.facts import FeePaid
from engine.wallenstein.emperors_court.facts import CourtiersSent, NobodySent
from engine.wallenstein.words.accounts_actions import why_skipped
from engine.wallenstein.words.names import ACTION_NAMES, county_name
from engine.wallenstein.words.voice import Voice
from games.boards.in_short import BAD, GOOD, Passage, ShortLine

Outcome = tuple[str, str]


@dataclass
class BoxFate:
    """What is known of a box so far: its parts one after the other, the last one says how."""

    place: int
    parts: list[str] = field(default_factory=list)
    tone: str = ""


def box_lines(passage: Passage, seat: Seat, say: Voice) -> Iterator[ShortLine]:
    """A line for each box with a card that did something or failed, and one for all passes."""
    fates: dict[str, BoxFate] = {}
    passed: list[tuple[int, str]] = []
    box = ""
    for place, event in enumerate(passage.events):
        if getattr(event, "seat", None) != seat:
            continue
        if isinstance(event, ActionPassed):
            passed.append((place, event.action))
            continue
        box = _box_of(event, box)
        outcome = _TOLD.get(type(event))
        if box and outcome is not None:
            text, tone = outcome(say, event)
            fate = fates.setdefault(box, BoxFate(place))
            fate.parts.append(text)
            fate.tone = tone or fate.tone
    for name, fate in fates.items():
        symbol = f"action-{name}" if name in ACTION_NAMES else "s-event"
        text = ", ".join(fate.parts)
        yield ShortLine(_title(say, name), text, fate.place, True, fate.tone, symbol)
    if passed:
        names = ", ".join(_title(say, action) for _place, action in passed)
        yield ShortLine(_("Passed"), names, passed[0][0], mine=True)


def _box_of(event: Event[Any], before: str) -> str:
    """The box a fact belongs to; a battle and a revolt to that of what brought them about."""
    if isinstance(event, CourtiersSent | NobodySent):
        return event.box
    return event.action if isinstance(event, ActionFact) else before


def _title(say: Voice, box: str) -> str:
    words = ACTION_NAMES.get(box)
    return begun(words[say.language]) if words else _("Court %s") % box.removeprefix("convert_")


def _skipped(say: Voice, event: ActionSkipped) -> Outcome:
    return _at(event.county, why_skipped(say, event)), BAD


def _built(say: Voice, event: BuildingBuilt) -> Outcome:
    price = say.count(event.price, "thaler")
    return _at(event.county, _("built for %(price)s") % {"price": price}), GOOD


def _grain(say: Voice, event: GrainCollected) -> Outcome:
    return _at(event.county, say.count(event.amount, "grain")), GOOD


def _taxes(say: Voice, event: TaxesCollected) -> Outcome:
    return _at(event.county, say.count(event.amount, "thaler")), GOOD


def _deployed(say: Voice, event: ArmiesDeployed) -> Outcome:
    counts = {"armies": say.count(event.armies, "army"), "price": say.count(event.price, "thaler")}
    return _at(event.county, _("%(armies)s for %(price)s") % counts), GOOD


def _stayed(_say: Voice, event: MarchDeclined) -> Outcome:
    if event.action == "deploy_1_move":
        return _("and nobody moved on"), ""
    # Whether they were told to stay or could not go, only a sealed order says.
    return _at(event.county, _("nobody marched")), ""


def _moved(say: Voice, event: ArmiesMoved) -> Outcome:
    return _way(event.origin, event.county, say.count(event.armies, "army")), GOOD


def _fought(say: Voice, event: BattleDecided) -> Outcome:
    counts = {
        "armies": say.count(event.armies, "army"),
        "score": f"{event.attackers_fell} : {event.defenders_fell}",
    }
    if event.outcome == "attacker":
        text, tone = _("%(armies)s, won %(score)s"), GOOD
    elif event.outcome == "defender":
        text, tone = _("%(armies)s, lost %(score)s"), BAD
    else:
        text, tone = _("%(armies)s, tied %(score)s"), BAD
    return _way(event.origin, event.county, text % counts), tone


def _rose(_say: Voice, event: RevoltDecided) -> Outcome:
    score = {"score": f"{event.armies_fell} : {event.peasants_fell}"}
    if event.held:
        return _("revolt put down %(score)s") % score, ""
    if event.armies_fell == event.peasants_fell:
        return _("lost to the peasants %(score)s (a tie)") % score, BAD
    return _("lost to the peasants %(score)s") % score, BAD


def _fee(say: Voice, event: FeePaid) -> Outcome:
    price = {"price": say.count(event.price, "thaler")}
    return _at(event.county, _("%(price)s paid, no army placed") % price), BAD


def _sent(_say: Voice, event: CourtiersSent) -> Outcome:
    return _("courtiers sent: %d") % event.courtiers, GOOD


def _nobody(_say: Voice, _event: NobodySent) -> Outcome:
    return _("nobody was sent"), BAD


_TOLD: Final[Mapping[type[Event[Any]], Callable[[Voice, Any], Outcome]]] = {
    ActionSkipped: _skipped,
    BuildingBuilt: _built,
    GrainCollected: _grain,
    TaxesCollected: _taxes,
    ArmiesDeployed: _deployed,
    MarchDeclined: _stayed,
    ArmiesMoved: _moved,
    BattleDecided: _fought,
    RevoltDecided: _rose,
    FeePaid: _fee,
    CourtiersSent: _sent,
    NobodySent: _nobody,
}


def _at(county: str, what: str) -> str:
    return f"{county_name(county)}, {what}"


def _way(origin: str, county: str, what: str) -> str:
    return f"{county_name(origin)} → {county_name(county)}, {what}"
