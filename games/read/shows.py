"""A show: a replay that runs by itself, from one thing that matters to its reader to the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.boards import board_of
from games.boards.tidings import tidings
from games.names import names_of
from games.read.timeline import Chapter, Moment, Timeline


@dataclass(frozen=True)
class Stop:
    """An event at which a show stops, and for how long."""

    seq: int
    ms: int

    def __str__(self) -> str:
        return f"{self.seq}:{self.ms}"


# So long cubes fall, if there is time; what they came to is told after that.
FALL_MS: Final = 2_100
# How long one looks at what leads on or changes a lead, at something the reader did, at what all
# should see, at the reader's own part in it, and at points that are counted.
LEADS_ON_MS: Final = 1_200
DEED_MS: Final = 1_500
NEWS_MS: Final = 2_400
OWN_NEWS_MS: Final = 4_500
SCORED_MS: Final = 6_000
# A chapter is a short show, and a game fits into a minute; nobody sees what is faster than this.
CHAPTER_MS: Final = 45_000
GAME_MS: Final = 60_000
FASTEST_MS: Final = 200


def of_game(line: Timeline) -> Sequence[Stop]:
    """The way through a whole game, by what all should see."""
    stops = [
        Stop(moment.seq, NEWS_MS + _fall_ms(line, moment))
        for chapter in line.chapters
        for moment in line.of(chapter)
        if _leads_on(moment, chapter) or _is_news(line, moment)
    ]
    return _within(GAME_MS, stops)


def since(line: Timeline, first: Chapter, language: str) -> Sequence[Stop]:
    """The way through all that was played since a chapter began, each chapter in its own time.

    A winter that stops at a question comes with the autumn before it.
    """
    later = [
        chapter
        for chapter in line.chapters[first.number :]
        if line.is_over(chapter) or any(_is_news(line, moment) for moment in line.of(chapter))
    ]
    return [
        stop
        for chapter in later or [first]
        for stop in _within(CHAPTER_MS, list(_of_chapter(line, chapter, language)))
    ]


def _of_chapter(line: Timeline, chapter: Chapter, language: str) -> Iterator[Stop]:
    story, names = board_of(line.viewer.game.ruleset).story, names_of(line.viewer.game, language)
    before = line.shown(line.position(chapter.first - 1))
    for moment, after in line.walk(chapter.first, chapter.last):
        event = moment.event
        mine = line.viewer.seat_key in story.seats_of(event)
        if story.rounds([event], language):
            yield Stop(moment.seq, SCORED_MS)
        elif _is_news(line, moment):
            looks = OWN_NEWS_MS if mine else NEWS_MS
            yield Stop(moment.seq, looks + _fall_ms(line, moment))
        elif mine and story.is_routine(event) and not story.is_small(event):
            yield Stop(moment.seq, DEED_MS)
        elif tidings(story, before, after, language, names) or _leads_on(moment, chapter):
            yield Stop(moment.seq, LEADS_ON_MS)
        before = after


def _leads_on(moment: Moment, chapter: Chapter) -> bool:
    return moment.seq in (chapter.first, chapter.last)


def _is_news(line: Timeline, moment: Moment) -> bool:
    return board_of(line.viewer.game.ruleset).story.is_stop(moment.event)


def _fall_ms(line: Timeline, moment: Moment) -> int:
    tower = board_of(line.viewer.game.ruleset).tower
    return FALL_MS if tower is not None and tower.is_decided(moment.event) else 0


def _within(span_ms: int, stops: Sequence[Stop]) -> list[Stop]:
    """The same stops, all of them shorter where they would take too long."""
    total = sum(stop.ms for stop in stops)
    return [Stop(s.seq, max(FASTEST_MS, s.ms * min(span_ms, total) // total)) for s in stops]
