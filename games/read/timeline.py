"""A game told from its log: its chapters, what happened in each, the position at any moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.devices.tower import TOWERS, Tower
from engine.kernel.core import Decision, Event, Json, Seat
from engine.kernel.game import Position, continued, decode, new_game, view
from engine.kernel.journal import StepBegan
from engine.kernel.log import Entry
from engine.registry import ruleset_of
from games.access import Viewer
from games.boards import chapter_words
from games.boards.chapters import ChapterWords
from games.boards.in_short import Passage
from games.errors import NotFound
from games.log import store
from games.models import Game


@dataclass(frozen=True)
class Moment:
    """An entry of the log as the viewer could read it then, and the fact it stores."""

    entry: Entry
    event: Event[object]

    @property
    def seq(self) -> int:
        """Where it stands in the log."""
        return self.entry.seq


@dataclass(frozen=True)
class Chapter:
    """A chapter of a game, or what came before the first one, which has no id."""

    number: int
    id: str
    title: str
    first: int
    last: int

    def __contains__(self, seq: int) -> bool:
        return self.first <= seq <= self.last


@dataclass(frozen=True)
class Opened:
    """An answer that took part in a step and that the viewer may read by now."""

    seat: Seat
    decision: Decision
    answer: Json


@dataclass(frozen=True)
class Timeline:
    """Everything that happened in a game, as one viewer may know it."""

    viewer: Viewer
    start: Position
    moments: Sequence[Moment]
    chapters: Sequence[Chapter]

    @property
    def last(self) -> int:
        """The newest entry."""
        return len(self.moments)

    @property
    def words(self) -> ChapterWords:
        """What this game calls its chapters."""
        return chapter_words(self.viewer.game.ruleset)

    @property
    def newest(self) -> Chapter:
        """The last chapter that was played, at least in part; the others only wait for plans."""
        *played, latest = self.chapters
        game_over = self.viewer.game.status == Game.Status.FINISHED
        moved = any(isinstance(moment.event, StepBegan) for moment in self.of(latest))
        return latest if game_over or moved or not played else played[-1]

    def chapter(self, number: int) -> Chapter:
        """A chapter by its number; raises NotFound."""
        if not 0 <= number < len(self.chapters):
            raise NotFound("no_such_season", str(self.words.unknown))
        return self.chapters[number]

    def chapter_at(self, seq: int) -> Chapter:
        """The chapter of an event; raises NotFound."""
        for chapter in self.chapters:
            if seq in chapter:
                return chapter
        raise NotFound("no_such_event", _("This game has no such event yet."))

    def of(self, chapter: Chapter) -> Sequence[Moment]:
        """What happened in a chapter."""
        return self.moments[chapter.first - 1 : chapter.last]

    def is_over(self, chapter: Chapter) -> bool:
        """Whether nothing more happens in a chapter."""
        return chapter.last < self.last or self.viewer.game.status == Game.Status.FINISHED

    def passage(self, chapter: Chapter) -> Passage:
        """A chapter as it is told in short."""
        before = self.position(chapter.first - 1)
        after = continued(before, (moment.entry for moment in self.of(chapter)))
        events = [moment.event for moment in self.of(chapter)]
        return Passage(events, before.state, after.state, tower_of(self.viewer.game))

    def position(self, seq: int) -> Position:
        """The game after an event, with no secret the viewer did not have then."""
        return continued(self.start, (moment.entry for moment in self.moments[:seq]))

    def shown(self, position: Position) -> Json:
        """A position as the viewer might see it then."""
        return view(position, self.viewer.seat_key)

    def walk(self, first: int, last: int) -> Iterator[tuple[Moment, Json]]:
        """Each event of a stretch with what lay on the table after it; folds once."""
        position = self.position(first - 1)
        for moment in self.moments[first - 1 : last]:
            position = position.after(moment.entry)
            yield moment, self.shown(position)

    def ends(self) -> Iterator[tuple[Chapter, Json]]:
        """Each chapter with what lay on the table at its end; folds once."""
        position = self.start
        for chapter in self.chapters:
            position = continued(position, (moment.entry for moment in self.of(chapter)))
            yield chapter, self.shown(position)


def tower_of(game: Game) -> Tower | None:
    """What a game throws its cubes into; nothing where it throws none."""
    return TOWERS.get(game.tower)


def timeline(viewer: Viewer, language: str) -> Timeline:
    """What happened so far; raises NotFound where nothing did."""
    game = viewer.game
    if not game.seq:
        raise NotFound("not_begun", _("This game has not begun. There is nothing to tell yet."))
    ruleset = ruleset_of(game.ruleset, game.version)
    # Not what may be read by now: a rival's plan, open since the end, was sealed at the time.
    entries = viewer.read(store.entries_of(game, until=game.seq), finished=False)
    moments = [Moment(entry, decode(ruleset, entry)) for entry in entries]
    start = new_game(ruleset, store.header_of(game))
    return Timeline(viewer, start, moments, _chapters(game, moments, language))


def _chapters(game: Game, moments: Sequence[Moment], language: str) -> list[Chapter]:
    words = ruleset_of(game.ruleset, game.version).text()
    begins = [(1, "", str(chapter_words(game.ruleset).before_first))]
    begins += [
        # A chapter may have no name; a link to it must have one.
        (moment.seq, chapter, words.chapter(chapter, language) or chapter)
        for moment in moments
        if (chapter := moment.event.opens_chapter())
    ]
    ends = [first - 1 for first, _id, _title in begins[1:]] + [len(moments)]
    return [
        Chapter(number, chapter, title, first, last)
        for number, ((first, chapter, title), last) in enumerate(zip(begins, ends, strict=True))
    ]


def opened(line: Timeline, chapter: Chapter) -> list[Opened]:
    """The answers that were played in a chapter and are open to the viewer by now."""
    game = line.viewer.game
    finished = game.status == Game.Status.FINISHED
    entries = store.entries_of(game, after=chapter.first - 1, until=chapter.last)
    readable = {entry.seq: entry for entry in line.viewer.read(entries, finished=finished)}
    answers: list[Opened] = []
    position = line.position(chapter.first - 1)
    for moment in line.of(chapter):
        if isinstance(moment.event, StepBegan):
            answers += _played(position, moment.event, readable)
        position = position.after(moment.entry)
    return answers


def _played(position: Position, step: StepBegan, readable: Mapping[int, Entry]) -> Iterator[Opened]:
    for decision in position.decisions:
        sealed = position.sealed.get(decision.id)
        entry = readable.get(sealed.seq) if sealed and sealed.seq in step.answers else None
        if entry is not None and entry.secret is not None:
            yield Opened(decision.seat, decision, entry.secret.answer)
