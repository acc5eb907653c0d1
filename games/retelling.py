"""A season for its reader: the report of it, and the frames of its replay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core import Json, Notation, Seat
from engine.log import Entry
from games import charts
from games.boards import board_of
from games.models import Game
from games.names import names_of
from games.timeline import Chapter, Moment, Timeline, opened


@dataclass(frozen=True)
class Told:
    """A sentence of the report, the events behind it, and the throw it tells of."""

    text: str
    seqs: Sequence[int]
    aside: bool
    throw: Any | None
    anchored: bool


@dataclass(frozen=True)
class Part:
    """What the report says under one heading."""

    heading: str
    symbol: str
    lines: Sequence[Told]


@dataclass(frozen=True)
class Change:
    """A figure of a player before and after the season."""

    key: str
    before: int
    after: int

    @property
    def by(self) -> str:
        """The difference with its sign; nothing where there is none."""
        return f"{self.after - self.before:+d}" if self.after != self.before else ""


@dataclass(frozen=True)
class Sum:
    """What a season did to a player."""

    letter: Seat
    name: str
    changes: Sequence[Change]


@dataclass(frozen=True)
class Plan:
    """What a player had planned, in text orders; `whole`: the answer itself, not only its cards."""

    letter: Seat
    name: str
    orders: str
    whole: bool


@dataclass(frozen=True)
class Logged:
    """An entry of the log, in a sentence; anchored here unless the report tells of it above."""

    entry: Entry
    sentence: str
    anchored: bool


@dataclass(frozen=True)
class Report:
    """A season told."""

    chapter: Chapter
    so_far: bool
    parts: Sequence[Part]
    sums: Sequence[Sum]
    plans: Sequence[Plan]
    log: Sequence[Logged]
    before: Json
    after: Json
    changed: Sequence[Any]
    changed_words: str

    @property
    def head(self) -> str:
        """The hash the season's part of the log ends with."""
        return self.log[-1].entry.hash


def report(line: Timeline, chapter: Chapter, language: str) -> Report:
    """The report of a season."""
    game = line.viewer.game
    board = board_of(game.ruleset)
    names = names_of(game, language)
    moments = line.of(chapter)
    start = line.position(chapter.first - 1)
    before = line.shown(start)
    after = line.shown(line.position(chapter.last))
    parts = list(_parts(board, moments, language, names))
    changed = list(board.telling.county_changes(before, after, language, names))
    return Report(
        chapter=chapter,
        so_far=chapter.last == line.last and game.status != Game.Status.FINISHED,
        parts=parts,
        sums=list(_sums(board, before, after, names)),
        plans=_plans(line, chapter, language, names),
        log=list(_log(start.ruleset.text(), moments, parts, language, names)),
        before=before,
        after=after,
        changed=changed,
        changed_words=board.telling.changed_words(len(changed)),
    )


def _parts(
    board: Any, moments: Sequence[Moment], language: str, names: Mapping[Seat, str]
) -> Iterator[Part]:
    events = [moment.event for moment in moments]
    # Facts hold dictionaries and cannot be keys themselves.
    seqs = {id(moment.event): moment.seq for moment in moments}
    throws = {
        id(events[at]): picture for at, picture in board.throws.throws(events, language, names)
    }
    anchored: set[int] = set()
    for paragraph in board.telling.paragraphs(events, language, names):
        lines = []
        for told in paragraph.lines:
            behind = [seqs[id(event)] for event in told.events]
            throw = throws.get(id(told.events[0]))
            lines.append(Told(told.text, behind, told.aside, throw, behind[0] not in anchored))
            anchored.add(behind[0])
        if lines:
            symbol = board.telling.symbol_of(paragraph.name)
            yield Part(paragraph.heading, symbol, lines)


def _log(
    words: Notation,
    moments: Sequence[Moment],
    parts: Sequence[Part],
    language: str,
    names: Mapping[Seat, str],
) -> Iterator[Logged]:
    told = {line.seqs[0] for part in parts for line in part.lines}
    for moment in moments:
        sentence = words.account(moment.event, language, names)
        yield Logged(moment.entry, sentence, moment.seq not in told)


def _sums(board: Any, before: Json, after: Json, names: Mapping[Seat, str]) -> Iterator[Sum]:
    was, now = board.telling.figures(before), board.telling.figures(after)
    for letter, name in names.items():
        yield Sum(letter, name, [Change(key, was[key][letter], now[key][letter]) for key in now])


def _plans(
    line: Timeline, chapter: Chapter, language: str, names: Mapping[Seat, str]
) -> list[Plan]:
    """The answers that are open by now, else the cards the season itself has turned up."""
    words = line.start.ruleset.text()
    whole: dict[Seat, list[str]] = {}
    for played in opened(line, chapter):
        text = words.format(played.decision.kind, played.answer, language)
        whole.setdefault(played.seat, []).append(text)
    events = [moment.event for moment in line.of(chapter)]
    telling = board_of(line.viewer.game.ruleset).telling
    cards = telling.revealed_plans(events, language)
    plans = []
    for letter, name in names.items():
        if letter in whole:
            plans.append(Plan(letter, name, "\n\n".join(whole[letter]), whole=True))
        elif letter in cards:
            plans.append(Plan(letter, name, cards[letter], whole=False))
    return plans


@dataclass(frozen=True)
class Frame:
    """A moment of the replay: the sentence, what changed, and the throw that belongs to it."""

    seq: int
    sentence: str
    small: bool
    county: str | None
    origin: str | None
    shown: Json
    changes: Json
    throw: Any | None


def frames(
    line: Timeline, chapter: Chapter, language: str, only: int | None = None
) -> Iterator[Frame]:
    """Every moment of a season, or one; the position as the viewer was allowed to see it then."""
    game = line.viewer.game
    board, names = board_of(game.ruleset), names_of(game, language)
    words = line.start.ruleset.text()
    events = [moment.event for moment in line.of(chapter)]
    throws = dict(board.throws.throws(events, language, names))
    first, last = (only, only) if only else (chapter.first, chapter.last)
    before = line.shown(line.position(first - 1))
    for at, (moment, shown) in enumerate(line.walk(first, last), first - chapter.first):
        decided = board.throws.is_decided(moment.event)
        yield Frame(
            seq=moment.seq,
            sentence=words.account(moment.event, language, names),
            small=board.telling.is_small(moment.event),
            county=board.telling.county_of(moment.event),
            origin=board.telling.origin_of(moment.event),
            shown=shown,
            changes=board.telling.changes(before, shown, language, names),
            throw=throws.get(at) or (throws.get(at - 1) if decided else None),
        )
        before = shown


@dataclass(frozen=True)
class Standing:
    """What belongs to a colour at some moment; the peasants have a colour, too, but no seat."""

    colour: str
    name: str
    is_seat: bool
    cells: Sequence[tuple[str, int | str]]


def standing(game: Game, shown: Json, language: str) -> list[Standing]:
    """What everybody has at some moment, row by row."""
    telling, names = board_of(game.ruleset).telling, names_of(game, language)
    has = telling.standing(shown)
    return [
        Standing(
            colour,
            telling.colour_name(colour, names),
            colour in names,
            [(figure.key, has[figure.key].get(colour, "")) for figure in telling.STANDING],
        )
        for colour in has["lodged"]
    ]


def game_charts(line: Timeline, language: str) -> list[charts.Chart]:
    """What each player had at the end of every season, as charts."""
    game = line.viewer.game
    telling, names = board_of(game.ruleset).telling, names_of(game, language)
    marks: list[charts.Mark] = []
    seasons: list[dict[str, dict[Seat, int]]] = []
    newest = line.newest
    for chapter, shown in line.ends():
        if chapter.number > newest.number:
            break
        short, group = telling.season_mark(line.of(chapter)[0].event, language)
        marks.append(charts.Mark(short, group, chapter.title))
        seasons.append(telling.figures(shown))
    return [
        charts.chart(
            str(figure.title),
            marks,
            [
                charts.Series(letter, name, [season[figure.key][letter] for season in seasons])
                for letter, name in names.items()
            ],
        )
        for figure in telling.FIGURES
    ]
