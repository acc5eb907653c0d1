"""The end of a game: who came where, where the points came from, when it turned, and luck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby

from django.core.cache import caches
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from engine.kernel.core import Seat
from engine.kernel.game import continued
from engine.text.voice import PlainVoice
from games.access import Viewer
from games.boards import board_of
from games.boards.in_short import ScoredRound
from games.boards.places import came, players
from games.models import Game
from games.names import names_of
from games.read.luck_queries import deals_luck, luck_of
from games.read.luck_text import deals_told, measures_told
from games.read.timeline import Timeline, timeline

WEEK_SECONDS = 7 * 24 * 3600
PODIUM = 3


@dataclass(frozen=True)
class Placed:
    """Somebody at the end."""

    seat: Seat
    name: str
    place: int
    points: int
    mine: bool


@dataclass(frozen=True)
class SheetRow:
    """A player's points by where they came from; the last number is the sum."""

    seat: Seat
    name: str
    mine: bool
    numbers: Sequence[int]


@dataclass(frozen=True)
class Sheet:
    """Where everybody's points came from: the chapters that scored, their items, and the rows."""

    chapters: Sequence[tuple[str, int]]
    items: Sequence[str]
    has_others: bool
    rows: Sequence[SheetRow]


@dataclass(frozen=True)
class PodiumStep:
    """A step of the podium, and whoever stands on it."""

    place: int
    players: Sequence[Placed]

    @property
    def points(self) -> int:
        """What each of them has."""
        return self.players[0].points


@dataclass(frozen=True)
class Ending:
    """What there is to say when a game is over."""

    placed: Sequence[Placed]
    own: str
    sheet: Sheet | None
    turning: str
    luck: str

    @property
    def podium(self) -> Sequence[PodiumStep]:
        """The best three places; who shares one stands on one step."""
        best = [one for one in self.placed if one.place <= PODIUM]
        return [
            PodiumStep(place, list(ones)) for place, ones in groupby(best, lambda one: one.place)
        ]


def ending(viewer: Viewer, language: str) -> Ending | None:
    """The end of a game as a page tells it; nothing before it has come.

    Kept for each seat and language, because a game that is over changes no more.
    """
    game = viewer.game
    if game.status != Game.Status.FINISHED:
        return None
    names = names_of(game, language)
    parts = (game.pk, game.seq, viewer.seat_key, language, sorted(names.items()))
    key = f"ending-{sha256(repr(parts).encode()).hexdigest()}"
    kept: Ending | None = caches["boards"].get(key)
    if kept is None:
        kept = _ending(viewer, language, names)
        caches["boards"].set(key, kept, WEEK_SECONDS)
    return kept


def _ending(viewer: Viewer, language: str, names: Mapping[Seat, str]) -> Ending:
    line, story = timeline(viewer, language), board_of(viewer.game.ruleset).story
    shown = line.shown(line.position(line.last))
    events = [moment.event for moment in line.moments]
    places = story.places(events, shown)
    placed = [
        Placed(seat, names[seat], place, shown["points"][seat], seat == viewer.seat_key)
        for seat, place in sorted(places.items(), key=lambda one: one[1])
    ]
    return Ending(
        placed=placed,
        own=_own(placed),
        sheet=_sheet(placed, story.rounds(events, language)),
        turning=_turning(line, PlainVoice.of(language, names), shown["winners"]),
        luck=_luck(viewer),
    )


def _own(placed: Sequence[Placed]) -> str:
    """The reader's place in a sentence; nothing for somebody who looked on."""
    mine = next((one for one in placed if one.mine), None)
    if mine is None:
        return ""
    numbers = {
        "place": came(mine.place),
        "players": players(len(placed)),
        "points": mine.points,
    }
    rival = _rival(placed, mine)
    margin = abs(mine.points - rival.points) if rival else 0
    close = {**numbers, "name": rival.name if rival else "", "margin": margin}
    if mine.place == 1 and margin:
        return _("You have won, with %(points)d points: %(margin)d ahead of %(name)s.") % close
    if mine.place == 1:
        return _("You have won, with %(points)d points.") % numbers
    if margin:
        words = _(
            "You came %(place)s of %(players)s, with %(points)d points: %(margin)d behind %(name)s."
        )
        return words % close
    return _("You came %(place)s of %(players)s, with %(points)d points.") % numbers


def _rival(placed: Sequence[Placed], mine: Placed) -> Placed | None:
    """Whom the reader came next to: the first one behind the winners, or the last one before."""
    if mine.place == 1:
        return next((one for one in placed if one.place > 1), None)
    return next((one for one in reversed(placed) if one.place < mine.place), None)


def _sheet(placed: Sequence[Placed], rounds: Sequence[ScoredRound]) -> Sheet | None:
    if not rounds:
        return None
    items = [(title, numbers) for scored in rounds for title, numbers in scored.items]
    rows = []
    for one in placed:
        numbers = [by_seat.get(one.seat, 0) for _title, by_seat in items]
        others = one.points - sum(numbers)
        rows.append(SheetRow(one.seat, one.name, one.mine, [*numbers, others, one.points]))
    has_others = any(row.numbers[-2] for row in rows)
    if not has_others:
        rows = [
            SheetRow(row.seat, row.name, row.mine, [*row.numbers[:-2], row.numbers[-1]])
            for row in rows
        ]
    chapters = [(scored.chapter, len(scored.items)) for scored in rounds]
    return Sheet(chapters, [title for title, _numbers in items], has_others, rows)


def leaders(line: Timeline) -> Iterator[tuple[str, list[Seat]]]:
    """Each chapter with whoever led at its end."""
    story = board_of(line.viewer.game.ruleset).story
    position = line.start
    for chapter in line.chapters:
        position = continued(position, (moment.entry for moment in line.of(chapter)))
        points = story.lead(position.state)
        if chapter.id and points:
            most = max(points.values())
            yield chapter.title, [seat for seat, number in points.items() if number == most]


def turning_point(
    ends: Sequence[tuple[str, list[Seat]]], winners: Sequence[Seat]
) -> tuple[str, list[Seat]] | None:
    """The first chapter from whose end on a winner was ahead to the last, and who led before it.

    None: a winner was ahead from the first chapter on.
    """
    before: tuple[int, list[Seat]] | None = None
    for number, (_title, leading) in enumerate(ends[:-1]):
        if not set(leading) & set(winners):
            before = (number, leading)
    return (ends[before[0] + 1][0], before[1]) if before else None


def _turning(line: Timeline, say: PlainVoice, winners: Sequence[Seat]) -> str:
    ends = list(leaders(line))
    if not ends or not winners:
        return ""
    turned = turning_point(ends, winners)
    if turned is None:
        return _("%(winner)s led from the first to the last.") % {"winner": say.seats(winners)}
    chapter, before = turned
    return _(
        "%(chapter)s was the turning point: until then %(before)s led, "
        "from then on %(winner)s, to the end."
    ) % {"chapter": chapter, "before": say.seats(before), "winner": say.seats(winners)}


def _luck(viewer: Viewer) -> str:
    """The reader's luck in a line; nothing for somebody who looked on, or never fought."""
    board = board_of(viewer.game.ruleset)
    if board.tower is None:
        return _deals(viewer) if board.deals else ""
    own = next((one for one in luck_of(viewer).fortunes if one.seat == viewer.seat_key), None)
    if own is None or not own.stakes:
        return ""
    numbers = {
        "won": own.battles.count,
        "number": len(own.stakes),
        "expected": number_format(round(own.battles.expected, 1), 1),
        "verdict": measures_told(own)[0].verdict,
    }
    return (
        _("Your luck: %(won)d of %(number)d battles won, %(expected)s expected. %(verdict)s")
        % numbers
    )


def _deals(viewer: Viewer) -> str:
    """How good the reader's cards were, in a line."""
    own = next((one for one in deals_luck(viewer) if one.seat == viewer.seat_key), None)
    if own is None or not own.cards:
        return ""
    numbers = {
        "cards": own.cards,
        "worth": own.worth.count,
        "expected": number_format(round(own.worth.expected, 1), 1),
        "verdict": deals_told(own),
    }
    return (
        _(
            "Your luck: %(cards)d cards from the deck, worth %(worth)d, %(expected)s expected. "
            "%(verdict)s"
        )
        % numbers
    )
