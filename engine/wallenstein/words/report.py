"""A season told for reading: headings, one line for each thing that matters, the rest merged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engine.kernel.core import Event, Seat
from engine.kernel.journal import Remark
from engine.text.paragraphs import Paragraph, ReportSentence
from engine.text.voice import begun
from engine.wallenstein.action_events import (
    ActionFact,
    ActionPassed,
    MarchDeclined,
    RevoltMarkerAdded,
)
from engine.wallenstein.battle_events import (
    AttackMade,
    BattleDecided,
    RevoltBrokeOut,
    RevoltDecided,
    TowerThrown,
)
from engine.wallenstein.board import ACTIONS
from engine.wallenstein.draft import CardsTurnedUp, DraftOpened, LineUpPlaced
from engine.wallenstein.events import (
    ActionEnded,
    ChoiceAsked,
    PhaseBegan,
    SeasonBegan,
    SeasonEnded,
)
from engine.wallenstein.fill import FillGathered, TrayCleared
from engine.wallenstein.winter import PlayerWintered, RevoltsDrawn, RevoltsOrdered, WinterScored
from engine.wallenstein.words.accounts import ACCOUNTS, tell
from engine.wallenstein.words.accounts_winter import majority_list, score_breakdown
from engine.wallenstein.words.names import ACTION_NAMES
from engine.wallenstein.words.vocabulary import AccountWords
from engine.wallenstein.words.voice import Voice

# What a reader learns from the headings, or from the line that tells how it ended.
_UNTOLD: Final = (
    *(PhaseBegan, SeasonEnded, ActionEnded, CardsTurnedUp),
    *(AttackMade, RevoltBrokeOut, RevoltsOrdered, FillGathered, TrayCleared),
)
# Two paragraphs of the rule book that read as one.
_JOINED: Final = {"bids": "order", "grain_loss": "hunger", "draft_orders": "draft"}


@dataclass
class Section:
    """The facts under one heading: a season, a phase or an action; empty where none is known."""

    season: SeasonBegan | None = None
    name: str = ""
    events: list[Event[Any]] = field(default_factory=list)


def season_report(
    events: Iterable[Event[Any]],
    language: str,
    names: Mapping[Seat, str],
    accounts: AccountWords = ACCOUNTS,
) -> list[str]:
    """The facts as lines of plain text, indented under their headings; the last line is empty."""
    lines: list[str] = []
    for paragraph in paragraphs(events, language, names, accounts):
        if paragraph.chapter:
            lines += ["", paragraph.chapter, "=" * len(paragraph.chapter)]
        indented = [f"{'    ' if line.aside else '  '}{line.text}" for line in paragraph.lines]
        if indented:
            lines += ["", paragraph.heading, *indented] if paragraph.heading else indented
    return [*(lines[1:] if lines[:1] == [""] else lines), ""]


def paragraphs(
    events: Iterable[Event[Any]],
    language: str,
    names: Mapping[Seat, str],
    accounts: AccountWords = ACCOUNTS,
) -> Iterator[Paragraph]:
    """The facts told under their headings, each line with the facts behind it."""
    say = Voice.of(language, names, accounts)
    for section in _sections(_still_news(events), accounts):
        began = section.season
        title = say.season(began.season, began.year) if began else ""
        lines = tuple(_section_lines(say, section.events))
        yield Paragraph(title, section.name, _heading(say, section.name), lines)


def _still_news(events: Iterable[Event[Any]]) -> list[Event[Any]]:
    """The facts without questions that were answered: only the last fact can be an open one."""
    facts = [event for event in events if not isinstance(event, Remark)]
    answered = [event for event in facts[:-1] if not isinstance(event, ChoiceAsked)]
    return answered + facts[-1:]


def _sections(events: Iterable[Event[Any]], accounts: AccountWords) -> Iterator[Section]:
    section = Section()
    for event, heading in _headed(events, accounts):
        name = _JOINED.get(heading, heading)
        if isinstance(event, SeasonBegan):
            yield section
            section = Section(event, name)
        elif name and name != section.name:
            yield section
            section = Section(None, name, [event])
        else:
            section.events.append(event)
    yield section


def _headed(
    events: Iterable[Event[Any]], accounts: AccountWords
) -> Iterator[tuple[Event[Any], str]]:
    """Each fact with the name of its section, if it has one; a prelude has that of what follows."""
    preludes: list[Event[Any]] = []
    for event in events:
        if type(event) in accounts.preludes:
            preludes.append(event)
            continue
        name = _section_name(event)
        yield from ((prelude, name) for prelude in preludes)
        preludes.clear()
        yield event, name
    yield from ((prelude, "") for prelude in preludes)


def _section_name(event: Event[Any]) -> str:
    """The phase or action that begins with this fact; nothing if the one before goes on."""
    if isinstance(event, SeasonBegan | PhaseBegan):
        return event.phase
    if isinstance(event, ActionFact):
        return event.action
    if isinstance(event, RevoltBrokeOut) and event.cause in ACTIONS:
        return event.cause
    if isinstance(event, ChoiceAsked) and event.about.get("action") in ACTIONS:
        return str(event.about["action"])
    return "line_up" if isinstance(event, LineUpPlaced | DraftOpened) else ""


def _heading(say: Voice, name: str) -> str:
    words = ACTION_NAMES.get(name) or say.accounts.phases.get(name)
    return begun(words[say.language]) if words else ""


def _section_lines(say: Voice, events: Sequence[Event[Any]]) -> Iterator[ReportSentence]:
    throw: TowerThrown | None = None
    for event in events:
        if isinstance(event, TowerThrown):
            throw = event
        elif isinstance(event, WinterScored):
            yield from _score_lines(say, event)
        elif not isinstance(event, (*_UNTOLD, *_MERGED)) and not _stays_anyway(event):
            yield ReportSentence(tell(say, event), (event,))
        if throw and isinstance(event, BattleDecided | RevoltDecided | TrayCleared):
            yield ReportSentence(
                tell(say, throw), (throw,), aside=not isinstance(event, TrayCleared)
            )
            throw = None
    yield from _merged_lines(say, events)


def _stays_anyway(event: Event[Any]) -> bool:
    """Whether armies just placed stay where they were placed, which goes without saying."""
    return isinstance(event, MarchDeclined) and event.action == "deploy_1_move"


_MERGED: Final = (ActionPassed, RevoltMarkerAdded, PlayerWintered)


def _merged_lines(say: Voice, events: Sequence[Event[Any]]) -> Iterator[ReportSentence]:
    """What befell several players alike, in one line each."""
    if passed := [event for event in events if isinstance(event, ActionPassed)]:
        who, one = say.seats(event.seat for event in passed), len(passed) == 1
        yield ReportSentence(
            say(
                de=f"{who} {'passt' if one else 'passen'}.",
                en=f"{who} {'passes' if one else 'pass'}.",
            ),
            tuple(passed),
        )
    if marked := [event for event in events if isinstance(event, RevoltMarkerAdded)]:
        counties, one = say.counties(event.county for event in marked), len(marked) == 1
        yield ReportSentence(
            say(
                de=f"{'Neuer' if one else 'Neue'} Unruhemarker: {counties}.",
                en=f"New revolt {'marker' if one else 'markers'}: {counties}.",
            ),
            tuple(marked),
        )
    hungry = {
        event.seat
        for event in events
        if isinstance(event, RevoltsDrawn | RevoltsOrdered | RevoltBrokeOut)
    }
    wintered = [event for event in events if isinstance(event, PlayerWintered)]
    if fed := [event for event in wintered if event.seat not in hungry]:
        who, one = say.seats(event.seat for event in fed), len(fed) == 1
        yield ReportSentence(
            say(
                de=f"{who} {'kann' if one else 'können'} alle Länder versorgen.",
                en=f"{who} can feed all counties.",
            ),
            tuple(fed),
        )


def _score_lines(say: Voice, event: WinterScored) -> Iterator[ReportSentence]:
    for seat, score in sorted(event.scores.items(), key=lambda scored: -scored[1]["total"]):
        yield ReportSentence(f"{say.seat(seat)} {score_breakdown(say, score)}.", (event,))
        if any(item["points"] for item in score["majorities"]):
            yield ReportSentence(f"{majority_list(say, score)}.", (event,), aside=True)
