"""What happened, for a letter that asks something: a sentence first, and below it what matters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.text.paragraphs import ReportSentence
from games.boards.blocks import Block, ChapterBlock, Heading, Say, StoryLine, Way
from games.mail.letters.parts import ClosedChapter, Pen
from games.mail.links import absolute


def headlines(closed: Sequence[ClosedChapter]) -> Iterator[Block]:
    """What became of the reader in each chapter that is over, in one paragraph."""
    sentences = [
        _("%(chapter)s: %(headline)s") % {"chapter": one.title, "headline": one.short.headline}
        if one.title
        else one.short.headline
        for one in closed
    ]
    if sentences:
        yield Say(" ".join(sentences))


def news(pen: Pen, closed: Sequence[ClosedChapter], after: int) -> Iterator[Block]:
    """The heads of the chapters that are over, what no head tells, and the way to all of it."""
    for one in closed:
        if one.short.groups:
            yield Heading(one.heading)
            yield from one.groups
    chapters = list(_chapters(pen, closed, after))
    if chapters:
        yield Heading(_("What else happened") if closed else _("What happened"))
        yield from chapters
    # The report of where it begins, if that is the reader's last turn.
    where = f"?at={after + 1}" if pen.row.data.get("since_turn") else ""
    yield Way(_("Read the whole story"), absolute("report-newest", pen.game.pk) + where)


def _chapters(pen: Pen, closed: Sequence[ClosedChapter], after: int) -> Iterator[ChapterBlock]:
    """The lines worth a letter under their headings, each under the title of its chapter."""
    facts = pen.scene.facts(after, pen.scene.position.seq)
    choice = NewsChoice(
        pen,
        {id(fact): seq for seq, fact in enumerate(facts, after + 1)},
        frozenset(seq for one in closed for seq in one.covered),
        max((one.end for one in closed), default=after),
    )
    title = pen.chapter_after(after)
    for part in pen.paragraphs(facts, after):
        title = part.chapter or title
        lines = [StoryLine(line.text, False) for line in part.lines if choice.takes(line)]
        if lines:
            yield ChapterBlock(title, part.heading, lines)
            title = ""


@dataclass(frozen=True)
class NewsChoice:
    """Which lines of a story a letter tells; the position below them tells the rest."""

    pen: Pen
    # The facts by their place in the log; they hold dictionaries and cannot be keys themselves.
    seqs: dict[int, int]
    # The entries a head tells of, and the last one of those that have a head.
    covered: frozenset[int]
    ended: int

    def takes(self, line: ReportSentence) -> bool:
        """Whatever a replay in a hurry stops at, and what the reader did since the last head."""
        if line.aside:
            return False
        seqs = [self.seqs[id(event)] for event in line.events]
        if not self.covered.isdisjoint(seqs):
            return False
        story, own = self.pen.board.story, self.pen.scene.seat
        return any(map(story.is_stop, line.events)) or any(
            own in story.seats_of(event) for event in line.events if self._is_new(event)
        )

    def _is_new(self, event: object) -> bool:
        return self.seqs[id(event)] > self.ended
