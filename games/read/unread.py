"""What somebody at a table has not read yet: the chapters since, each in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256

from django.core.cache import caches

from engine.kernel.journal import StepBegan
from engine.registry import ruleset_of
from games import clock
from games.access import Viewer
from games.boards import board_of
from games.log import store
from games.models import Game, ReadChapter
from games.names import names_of
from games.read.timeline import timeline

# More of them are no reminder any more: the newest are told, and the first one is led to.
MOST_TOLD = 3
DAY_SECONDS = 24 * 3600
# Somebody who comes to the table so soon after a step has waited for it.
A_MOMENT = timedelta(minutes=1)


@dataclass(frozen=True)
class UnreadChapter:
    """A chapter that is over and unread: its number, its name, and what it was to the reader."""

    number: int
    title: str
    headline: str


@dataclass(frozen=True)
class UnreadStory:
    """Everything somebody has not read: where to begin, and the newest of it in short.

    `just`: the chapter with which the last step began, if that was a moment ago.
    """

    first: int
    newest: Sequence[UnreadChapter]
    just: int | None


def unread_numbers(viewer: Viewer, person: int | None) -> list[int]:
    """The chapters that ended since a player sat down and that they have not read, in order.

    What came before the first chapter is told by the table itself.
    """
    return [number for number, _end in _unread(viewer, person)]


def _unread(viewer: Viewer, person: int | None) -> list[tuple[int, int]]:
    """These chapters, each with the entry it ended with."""
    game = viewer.game
    if viewer.seat is None or person is None or not game.anchor:
        return []
    openers = ruleset_of(game.ruleset, game.version).events.chapter_openers()
    # A step may be taken while a page is made: the page tells of the game as it was read.
    begins = [seq for seq in store.seqs_of(game, openers) if seq <= game.seq]
    ends = [begin - 1 for begin in begins[1:]]
    if game.status == Game.Status.FINISHED:
        ends.append(game.seq)
    if not ends:
        return []
    marks = ReadChapter.objects.filter(game=game, user=person)
    read = marks.values_list("chapter", flat=True).first() or 0
    fresh = [(number, end) for number, end in enumerate(ends, 1) if number > read]
    return [(number, end) for number, end in fresh if end > viewer.since] if fresh else []


def unread_story(viewer: Viewer, person: int | None, language: str) -> UnreadStory | None:
    """What the card of a table tells; nothing where everything is read."""
    chapters = _unread(viewer, person)
    if not chapters:
        return None
    numbers = [number for number, _end in chapters]
    newest = _told(viewer, numbers[-MOST_TOLD:], language)
    return UnreadStory(numbers[0], newest, _just_ended(viewer.game, chapters))


def _just_ended(game: Game, chapters: Sequence[tuple[int, int]]) -> int | None:
    if clock.now() - clock.read(store.last_step_at(game)) > A_MOMENT:
        return None
    step = store.seqs_of(game, [StepBegan.kind])[-1]
    return next((number for number, end in chapters if end > step), None)


def _told(viewer: Viewer, numbers: Sequence[int], language: str) -> list[UnreadChapter]:
    """The chapters in a sentence each; kept, because a table is looked at many times."""
    game, names = viewer.game, names_of(viewer.game, language)
    parts = (game.pk, viewer.seat_key, language, numbers, game.status, sorted(names.items()))
    key = f"unread-{sha256(repr(parts).encode()).hexdigest()}"
    kept: list[UnreadChapter] | None = caches["boards"].get(key)
    if kept is not None:
        return kept
    line, story = timeline(viewer, language), board_of(game.ruleset).story
    chapters = []
    for number in numbers:
        chapter = line.chapter(number)
        short = story.in_short(line.passage(chapter), viewer.seat_key, language, names)
        chapters.append(UnreadChapter(number, chapter.title, short.headline))
    caches["boards"].set(key, chapters, DAY_SECONDS)
    return chapters
