"""A chapter for its reader: the report of it, and the frames of its replay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.template.loader import render_to_string

from engine.kernel.core import Event, Json, Seat
from engine.kernel.log import Entry
from games.access import Viewer
from games.boards import board_of
from games.boards.board import (
    Board,
    Exhibit,
    Figure,
    MapPart,
    Names,
    PlaceChange,
    ThrownPicture,
)
from games.boards.in_short import ShortGroup, ShortLine
from games.boards.readers import paragraphs_for
from games.boards.tidings import tidings
from games.models import Game
from games.names import names_of
from games.read import charts
from games.read.score_sheet import ScoreSheet, score_sheet
from games.read.timeline import Chapter, Moment, Timeline, opened

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


SCORE_TEMPLATE: Final = "web/replay_score.html"


@dataclass(frozen=True)
class ReportLine:
    """A sentence of the report, the event it begins with, and the throw it tells of.

    `anchors`: the events an address leads to here; those nobody tells of belong to what followed.
    """

    text: str
    seq: int
    aside: bool
    throw: ThrownPicture | None
    anchors: Sequence[int]
    # Of the reader; of nobody else's interest. An aside is what the line before it is.
    mine: bool
    routine: bool


@dataclass(frozen=True)
class ReportPart:
    """What the report says under one heading."""

    heading: str
    symbol: str
    lines: Sequence[ReportLine]
    exhibit: Exhibit | None

    @property
    def eventful(self) -> Sequence[ReportLine]:
        """The lines a reader wants to see at once."""
        return [line for line in self.lines if not line.routine]

    @property
    def folded(self) -> Sequence[ReportLine]:
        """The rest."""
        return [line for line in self.lines if line.routine]


@dataclass(frozen=True)
class HeadLine:
    """A line of the head of a report, and the event that tells more, if one does."""

    line: ShortLine
    seq: int | None


@dataclass(frozen=True)
class HeadGroup:
    """Lines of the head under a title: the first ones, and those to be unfolded."""

    key: str
    title: str
    lines: Sequence[HeadLine]
    rest: Sequence[HeadLine]


@dataclass(frozen=True)
class ReportHead:
    """What a report begins with."""

    headline: str
    groups: Sequence[HeadGroup]


@dataclass(frozen=True)
class Change:
    """A figure of a player before and after the chapter."""

    key: str
    before: int
    after: int

    @property
    def by(self) -> str:
        """The difference with its sign; nothing where there is none."""
        return f"{self.after - self.before:+d}" if self.after != self.before else ""


@dataclass(frozen=True)
class Sum:
    """What a chapter did to a player."""

    seat: Seat
    name: str
    changes: Sequence[Change]


@dataclass(frozen=True)
class ReportedPlan:
    """What a player had planned, in text orders; `whole`: the answer itself, not only its cards."""

    seat: Seat
    name: str
    orders: str
    whole: bool


@dataclass(frozen=True)
class Logged:
    """An entry of the log, in a sentence."""

    entry: Entry
    sentence: str


@dataclass(frozen=True)
class Report:
    """A chapter told."""

    chapter: Chapter
    so_far: bool
    short: ReportHead
    parts: Sequence[ReportPart]
    sums: Sequence[Sum]
    plans: Sequence[ReportedPlan]
    head: str
    before: Json
    after: Json
    changed: Sequence[PlaceChange]
    changed_words: str

    @property
    def any_taken(self) -> bool:
        """Whether a place has another owner than before, which the map marks."""
        return any(place.is_taken for place in self.changed)


def report(line: Timeline, chapter: Chapter, language: str) -> Report:
    """The report of a chapter."""
    game = line.viewer.game
    board = board_of(game.ruleset)
    names = names_of(game, language)
    moments = line.of(chapter)
    before = line.shown(line.position(chapter.first - 1))
    after = line.shown(line.position(chapter.last))
    changed = board.map.changes(before, after, language, names) if board.map else ()
    return Report(
        chapter=chapter,
        so_far=not line.is_over(chapter),
        short=head_of(line, chapter, language),
        parts=list(_parts(board, moments, after, language, names, line.viewer)),
        sums=list(_sums(board, before, after, names)),
        plans=_plans(line, chapter, language, names),
        head=moments[-1].entry.hash,
        before=before,
        after=after,
        changed=changed,
        changed_words=board.map.changed_words(len(changed)) if board.map else "",
    )


# So much of a group is seen before one unfolds.
FIRST_LINES: Final = 4


def head_of(line: Timeline, chapter: Chapter, language: str) -> ReportHead:
    """What a chapter was about, for the viewer; told to one who had their seat when it ended."""
    viewer, game = line.viewer, line.viewer.game
    story, names = board_of(game.ruleset).story, names_of(game, language)
    reader = viewer.seat_key if chapter.last > viewer.since else None
    short = story.in_short(line.passage(chapter), reader, language, names)
    return ReportHead(short.headline, [_head_group(group, chapter.first) for group in short.groups])


def _head_group(group: ShortGroup, first: int) -> HeadGroup:
    lines = [
        HeadLine(line, None if line.place is None else first + line.place) for line in group.lines
    ]
    # Of the reader's own nothing is folded: it is what the head is for.
    open_lines = max(FIRST_LINES, sum(line.mine for line in group.lines))
    ordered = sorted(lines, key=lambda one: not one.line.mine) if len(lines) > open_lines else lines
    return HeadGroup(group.key, group.title, ordered[:open_lines], ordered[open_lines:])


def _throws(
    board: Board, events: Sequence[Event[Any]], language: str, names: Names
) -> Iterator[tuple[int, ThrownPicture]]:
    """The throws among some events, by place; none in a game without a tower."""
    return board.tower.throws(events, language, names) if board.tower else iter(())


def _parts(
    board: Board,
    moments: Sequence[Moment],
    after: Json,
    language: str,
    names: Mapping[Seat, str],
    viewer: Viewer,
) -> Iterator[ReportPart]:
    reader = viewer.seat_key
    events = [moment.event for moment in moments]
    earlier = [moment.event for moment in moments if moment.seq <= viewer.since]
    # Facts hold dictionaries and cannot be keys themselves.
    seqs = {id(moment.event): moment.seq for moment in moments}
    throws = {id(events[at]): throw for at, throw in _throws(board, events, language, names)}
    paragraphs = paragraphs_for(reader, board.story, events, earlier, language, names)
    behind = [
        [seqs[id(event)] for event in line.events]
        for paragraph in paragraphs
        for line in paragraph.lines
    ]
    anchors = iter(_anchors([moment.seq for moment in moments], behind))
    for paragraph in paragraphs:
        lines: list[ReportLine] = []
        exhibit = board.story.exhibit(paragraph, after, language, names)
        for line in paragraph.lines:
            first, leading = id(line.events[0]), next(anchors)
            if exhibit and line.aside:
                continue
            if line.aside and lines:
                mine, routine = lines[-1].mine, lines[-1].routine
            else:
                mine = any(reader in board.story.seats_of(event) for event in line.events)
                routine = not mine and all(map(board.story.is_routine, line.events))
            throw = throws.get(first)
            lines.append(
                ReportLine(line.text, seqs[first], line.aside, throw, leading, mine, routine)
            )
        if lines:
            symbol = board.story.symbol_of(paragraph.name)
            yield ReportPart(paragraph.heading, symbol, lines, exhibit)


def _anchors(seqs: Sequence[int], behind: Sequence[Sequence[int]]) -> list[list[int]]:
    """The events that lead to each line: those behind it, and before them those nobody tells of."""
    home: dict[int, int] = {}
    for number, line in enumerate(behind):
        home.setdefault(line[0], number)
    for number, line in enumerate(behind):
        home |= {seq: number for seq in line if seq not in home}
    anchors: list[list[int]] = [[] for _line in behind]
    place = len(behind) - 1
    for seq in reversed(seqs if behind else ()):
        place = home.get(seq, place)
        anchors[place].insert(0, seq)
    return anchors


def log(line: Timeline, chapter: Chapter, language: str) -> list[Logged]:
    """Every entry of a chapter, in sentences."""
    words, names = line.start.ruleset.text(), names_of(line.viewer.game, language)
    return [
        Logged(moment.entry, words.account(moment.event, language, names))
        for moment in line.of(chapter)
    ]


def _sums(board: Board, before: Json, after: Json, names: Mapping[Seat, str]) -> Iterator[Sum]:
    was, now = board.story.counted(before), board.story.counted(after)
    for seat, name in names.items():
        yield Sum(seat, name, [Change(key, was[key][seat], now[key][seat]) for key in now])


def _plans(
    line: Timeline, chapter: Chapter, language: str, names: Mapping[Seat, str]
) -> list[ReportedPlan]:
    """The answers that are open by now, else the cards the game itself has turned up."""
    words = line.start.ruleset.text()
    whole: dict[Seat, list[str]] = {}
    for played in opened(line, chapter):
        text = words.format(played.decision.kind, played.answer, language)
        whole.setdefault(played.seat, []).append(text)
    events = [moment.event for moment in line.of(chapter)]
    cards = board_of(line.viewer.game.ruleset).story.revealed_plans(events, language)
    plans = []
    for seat, name in names.items():
        if seat in whole:
            plans.append(ReportedPlan(seat, name, "\n\n".join(whole[seat]), whole=True))
        elif seat in cards:
            plans.append(ReportedPlan(seat, name, cards[seat], whole=False))
    return plans


@dataclass(frozen=True)
class Frame:
    """A moment of the replay: the sentence, what changed, and the throw that belongs to it."""

    seq: int
    sentence: str
    small: bool
    place: str | None
    origin: str | None
    shown: Json
    # What the event changed: places as the map draws them, and what players have.
    redrawn: Json
    standing: Json
    throw: ThrownPicture | None
    scored: ScoreSheet | None


def frames(
    line: Timeline, chapter: Chapter, language: str, only: int | None = None
) -> Iterator[Frame]:
    """Every moment of a chapter, or one; the position as the viewer was allowed to see it then."""
    game = line.viewer.game
    board, names = board_of(game.ruleset), names_of(game, language)
    words = line.start.ruleset.text()
    events = [moment.event for moment in line.of(chapter)]
    throws = dict(_throws(board, events, language, names))
    first, last = (only, only) if only else (chapter.first, chapter.last)
    before = line.shown(line.position(first - 1))
    for at, (moment, shown) in enumerate(line.walk(first, last), first - chapter.first):
        decided = board.tower is not None and board.tower.is_decided(moment.event)
        throw = throws.get(at) or (throws.get(at - 1) if decided else None)
        place, origin = _whereabouts(board.map, moment.event, throw)
        was, now = board.story.standing(before), board.story.standing(shown)
        yield Frame(
            seq=moment.seq,
            sentence=" ".join(
                (
                    words.account(moment.event, language, names),
                    *tidings(board.story, before, shown, language, names),
                )
            ),
            small=board.story.is_small(moment.event),
            place=place,
            origin=origin,
            shown=shown,
            redrawn=board.map.redrawn(before, shown, language, names) if board.map else {},
            standing={figure: now[figure] for figure in now if was.get(figure) != now[figure]},
            throw=throw,
            scored=score_sheet(board.story, moment.event, shown, language, names),
        )
        before = shown


def _whereabouts(
    board_map: MapPart | None, event: Event[Any], throw: ThrownPicture | None
) -> tuple[str | None, str | None]:
    """The place an event is about, and where it came from."""
    if board_map is None:
        return None, None
    place, origin = board_map.place_of(event), board_map.origin_of(event)
    if throw is None:
        return place, origin
    # Cubes know no place; what they decide does.
    return place or throw.place, origin or throw.origin


def chapter_frames(line: Timeline, chapter: Chapter, language: str) -> Json:
    """The events of a chapter and what each changed, for a script that steps through them."""
    board, names = board_of(line.viewer.game.ruleset), names_of(line.viewer.game, language)
    start = line.shown(line.position(chapter.first - 1))
    return {
        "step": chapter.number,
        "title": chapter.title,
        "first": chapter.first,
        "last": chapter.last,
        "start": {
            "places": board.map.drawn(start, language, names) if board.map else {},
            "standing": board.story.standing(start),
        },
        "frames": [_for_script(frame, board) for frame in frames(line, chapter, language)],
    }


def _for_script(frame: Frame, board: Board) -> Json:
    throw = None
    if board.tower and frame.throw:
        throw = render_to_string(board.tower.template, {"throw": frame.throw})
    scored = render_to_string(SCORE_TEMPLATE, {"scored": frame.scored}) if frame.scored else None
    return {
        "seq": frame.seq,
        "sentence": frame.sentence,
        "small": frame.small,
        "place": frame.place,
        "origin": frame.origin,
        "changes": frame.redrawn,
        "standing": frame.standing,
        "throw": throw,
        "scored": scored,
    }


def replay_shown(line: Timeline, chapter: Chapter, frame: Frame, language: str) -> dict[str, Any]:
    """What the template of a replay needs to show one moment."""
    game = line.viewer.game
    board, names = board_of(game.ruleset), names_of(game, language)
    return {
        "board": board,
        "line": line,
        "chapter": chapter,
        "frame": frame,
        "before": max(1, frame.seq - 1),
        "after": min(line.last, frame.seq + 1),
        "map": board.map and board.map.picture(frame.shown, language, names),
        "tallies": tallies(game, frame.shown, language),
    }


@dataclass(frozen=True)
class Standing:
    """What belongs to a colour at some moment; the peasants have a colour, too, but no seat."""

    colour: str
    name: str
    is_seat: bool
    cells: Sequence[tuple[str, int | str]]


@dataclass(frozen=True)
class ReportTable:
    """A table of what everybody has: its title, what is counted, and a row for each colour."""

    title: StrOrPromise
    figures: Sequence[Figure]
    rows: Sequence[Standing]


def tallies(game: Game, shown: Json, language: str) -> list[ReportTable]:
    """What everybody has at some moment, table by table."""
    story, names = board_of(game.ruleset).story, names_of(game, language)
    has = story.standing(shown)

    def row(colour: str, figures: Sequence[Figure]) -> Standing:
        cells = [(figure.key, has[figure.key].get(colour, "")) for figure in figures]
        return Standing(colour, story.colour_name(colour, names), colour in names, cells)

    return [
        ReportTable(title, figures, [row(colour, figures) for colour in has[figures[-1].key]])
        for title, figures in story.groups(shown)
    ]


def game_charts(line: Timeline, language: str) -> list[charts.Chart]:
    """What each player had at the end of every chapter, as charts."""
    game = line.viewer.game
    story, names = board_of(game.ruleset).story, names_of(game, language)
    marks: list[charts.Mark] = []
    ends: list[Mapping[str, Mapping[Seat, int]]] = []
    newest = line.newest
    for chapter, shown in line.ends():
        if chapter.number > newest.number:
            break
        short, group = story.chapter_mark(chapter.id, language)
        marks.append(charts.Mark(short, group, chapter.title))
        ends.append(story.counted(shown))
    return [
        charts.chart(
            str(figure.title),
            marks,
            [
                charts.Series(seat, name, [end[figure.key][seat] for end in ends])
                for seat, name in names.items()
            ],
        )
        for figure in story.figures
    ]
