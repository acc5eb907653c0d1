"""A game told for reading: a heading a round, a short paragraph a turn, the routine merged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engine.kernel.core import Event, Seat
from engine.kernel.journal import Remark
from engine.loewenherz.events import (
    BoardLaid,
    BorderPlaced,
    CardDealt,
    CardPlayed,
    DeckEmptied,
    DeserterAsked,
    DucatsScored,
    GoalReached,
    IncomePaid,
    KnightPlaced,
    MarketCardTaken,
    RoundBegan,
    TurnBegan,
)
from engine.loewenherz.words.accounts import tell
from engine.loewenherz.words.voice import RealmVoice
from engine.text.lexicon import Words
from engine.text.paragraphs import Paragraph, ReportSentence
from engine.text.voice import begun

CASTLES: Final = "castles"
# What paragraphs are about; the facts of a turn whose beginning is not told here have no name.
TURN, END = "turn", "end"
_CASTLES_TITLE: Final[Words] = {"de": "Die Burgen", "en": "The castles"}


@dataclass
class _Section:
    """The facts of one paragraph, and the chapter that begins with it."""

    name: str = ""
    chapter: str = ""
    events: list[Event[Any]] = field(default_factory=list)


def chapter_title(say: RealmVoice, chapter: str) -> str:
    """A chapter by its id; nothing for an id that is none."""
    if chapter == CASTLES:
        return _CASTLES_TITLE[say.language]
    known = chapter.isascii() and chapter.isdecimal() and chapter != "0"
    return say(de=f"Runde {chapter}", en=f"Round {chapter}") if known else ""


def game_report(
    events: Iterable[Event[Any]], language: str, names: Mapping[Seat, str]
) -> list[str]:
    """The facts as lines of plain text, a blank one after each turn."""
    lines: list[str] = []
    for paragraph in paragraphs(events, language, names):
        if paragraph.chapter:
            lines += [paragraph.chapter, "=" * len(paragraph.chapter), ""]
        if paragraph.lines:
            lines += [f"{'  ' if line.aside else ''}{line.text}" for line in paragraph.lines]
            lines.append("")
    return lines


def paragraphs(
    events: Iterable[Event[Any]], language: str, names: Mapping[Seat, str]
) -> Iterator[Paragraph]:
    """The facts a paragraph a turn, each line with the facts behind it."""
    say = RealmVoice.of(language, names)
    for section in _sections(_still_news(events)):
        title = chapter_title(say, section.chapter)
        lines = tuple(_lines(say, section))
        if title or lines:
            yield Paragraph(title, section.name, "", lines)


def _still_news(events: Iterable[Event[Any]]) -> list[Event[Any]]:
    """The facts without questions that were answered: only the last fact can be an open one."""
    facts = [event for event in events if not isinstance(event, Remark)]
    answered = [event for event in facts[:-1] if not isinstance(event, DeserterAsked)]
    return answered + facts[-1:]


def _sections(events: Iterable[Event[Any]]) -> Iterator[_Section]:
    section = _Section()
    for event in events:
        if isinstance(event, BoardLaid | RoundBegan):
            yield section
            section = _Section(CASTLES * isinstance(event, BoardLaid), event.opens_chapter())
        elif isinstance(event, TurnBegan):
            if any(not isinstance(one, RoundBegan) for one in section.events):
                yield section
                section = _Section()
            section.name = TURN
        elif isinstance(event, DucatsScored | GoalReached):
            yield section
            section = _Section(END)
        section.events.append(event)
    yield section


# What a line about the whole turn tells.
_ROUTINE: Final = (TurnBegan, IncomePaid, CardDealt, MarketCardTaken)


def _lines(say: RealmVoice, section: _Section) -> Iterator[ReportSentence]:
    events = [event for event in section.events if not isinstance(event, RoundBegan)]
    dealt = [event for event in events if isinstance(event, CardDealt)]
    if len({event.seat for event in dealt}) > 1:
        events = [event for event in events if not isinstance(event, CardDealt)]
    else:
        dealt = []
    deeds = list(_deeds(say, events))
    routine = [event for event in events if isinstance(event, _ROUTINE)]
    if deeds and section.name == TURN:
        # The last card is drawn after everything else.
        drawn = [line for line in deeds if isinstance(line.events[0], DeckEmptied)]
        yield from (line for line in deeds if line not in drawn)
        yield from _routine(say, routine)
        yield from drawn
    else:
        yield from (ReportSentence(tell(say, event), (event,)) for event in routine)
        yield from deeds
    if dealt:
        yield _dealt_to_all(say, dealt)


def _deeds(say: RealmVoice, events: Sequence[Event[Any]]) -> Iterator[ReportSentence]:
    """What was done and what came of it; all borders or knights of a card in one line."""
    merged: list[Event[Any]] = []
    for event in events:
        if isinstance(event, CardPlayed):
            merged = _steps(event, events)
            yield _played(say, event, merged)
        elif not isinstance(event, _ROUTINE) and not any(event is step for step in merged):
            yield ReportSentence(tell(say, event), (event,))


def _steps(played: CardPlayed, events: Sequence[Event[Any]]) -> list[Event[Any]]:
    """The borders or knights that a card has placed."""
    kind = _PLACED.get(played.action)
    return [event for event in events if kind and isinstance(event, kind)]


_PLACED: Final[Mapping[str, type[Event[Any]]]] = {"borders": BorderPlaced, "knights": KnightPlaced}


def _played(say: RealmVoice, played: CardPlayed, steps: Sequence[Event[Any]]) -> ReportSentence:
    sentence = tell(say, played)
    if steps:
        borders = [step.border for step in steps if isinstance(step, BorderPlaced)]
        knights = [step for step in steps if isinstance(step, KnightPlaced)]
        forest = sum(step.price for step in knights)
        places = say.both(borders or [step.square for step in knights])
        price = say.count(forest, "ducat")
        besides = say(de=f" (Wald: {price})", en=f" (forest: {price})") if forest else ""
        sentence = f"{sentence.removesuffix('.')}: {places}{besides}."
    return ReportSentence(sentence, (played, *steps))


def _routine(say: RealmVoice, events: Sequence[Event[Any]]) -> Iterator[ReportSentence]:
    """Income, new cards and standing orders of a turn, in a line behind what was done."""
    parts = [part for event in events if (part := _routine_part(say, event))]
    if parts:
        yield ReportSentence(f"{begun('; '.join(parts))}.", tuple(events), aside=True)


def _routine_part(say: RealmVoice, event: Event[Any]) -> str:
    if isinstance(event, IncomePaid):
        ducats = say.count(event.ducats, "ducat")
        return say(de=f"Einnahmen: {ducats}", en=f"income: {ducats}")
    if isinstance(event, CardDealt):
        letter = event.deal["deck"]
        return say(de=f"neue Karte von Stapel {letter}", en=f"new card from pile {letter}")
    if isinstance(event, MarketCardTaken):
        card = say.card(event.card)
        return say(de=f"vom Markt: {card}", en=f"from the market: {card}")
    ordered = isinstance(event, TurnBegan) and event.ordered
    return say(de="nach Befehlen, die bereitlagen", en="by standing orders") if ordered else ""


def _dealt_to_all(say: RealmVoice, dealt: Sequence[CardDealt]) -> ReportSentence:
    """The hands of the beginning, or what of them is told here."""
    seats = [event.seat for event in dealt]
    cards = say.count(max(map(seats.count, seats)), "card")
    sentence = say(de=f"Ausgeteilt: {cards} an jeden Platz.", en=f"Dealt: {cards} to every seat.")
    return ReportSentence(sentence, tuple(dealt))
