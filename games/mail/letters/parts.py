"""What many letters say alike: the question, the story, the position, the proofs, the ways on."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from engine.kernel.canonical import canonical
from engine.kernel.core import Decision, Event, Json, Seat
from engine.kernel.game import decode
from engine.kernel.journal import StepBegan
from engine.text.paragraphs import Paragraph
from games.absences import zone_of
from games.boards import board_of
from games.boards.blocks import (
    Block,
    ChapterBlock,
    Heading,
    Listing,
    OrdersBlock,
    Picture,
    ProofBlock,
    Say,
    Signed,
    StoryLine,
    Way,
)
from games.boards.in_short import InShort, ShortLine
from games.boards.readers import paragraphs_for
from games.mail.addresses import turn_address
from games.mail.links import absolute, turn_link
from games.mail.snapshots import Scene
from games.models import OutboxRow, User

# The letters of a step go out one after the other; a worker need not remember more pictures.
KEPT: Final = 4
_PAINTED: OrderedDict[str, bytes] = OrderedDict()


def when(moment: datetime, reader: User) -> str:
    """A moment by the reader's clock, and which clock that is."""
    zone = zone_of(reader.time_zone)
    time = {"when": date_format(moment.astimezone(zone), "DATETIME_FORMAT"), "zone": zone.key}
    return _("%(when)s (%(zone)s)") % time


def _once(key: str, paint: Callable[[], bytes]) -> bytes:
    """A picture that is painted once for all who see the same."""
    painted = _PAINTED.pop(key, b"") or paint()
    _PAINTED[key] = painted
    while len(_PAINTED) > KEPT:
        _PAINTED.popitem(last=False)
    return painted


def _told(line: ShortLine) -> str:
    """A line of a head with its chances in words."""
    chances = ", ".join(f"{chance.hundred} % {chance.when}" for chance in line.chances)
    return f"{line.text} ({chances})" if chances else line.text


@dataclass(frozen=True)
class ClosedChapter:
    """A chapter that is over, in short: what it is called, and how far its entries go."""

    title: str
    short: InShort
    first: int
    end: int

    @property
    def heading(self) -> str:
        """What its head stands under."""
        return _("%(chapter)s in short") % {"chapter": self.title} if self.title else _("In short")

    @property
    def groups(self) -> Iterator[Listing]:
        """The head below its sentence."""
        for group in self.short.groups:
            yield Listing([(line.about, _told(line)) for line in group.lines], title=group.title)

    @property
    def covered(self) -> Iterator[int]:
        """The entries that the head tells of."""
        for group in self.short.groups:
            places = (line.place for line in group.lines if line.place is not None)
            yield from (self.first + place for place in places)


class Pen:
    """Writes the parts of one letter."""

    def __init__(self, row: OutboxRow, scene: Scene) -> None:
        self.row, self.scene, self.game = row, scene, scene.game
        self.language = row.language
        self.names = scene.names(self.language)
        self.board = board_of(self.game.ruleset)
        self.words = scene.position.ruleset.text()

    def seat(self, seat: Seat) -> str:
        """A seat by its letter and its colour."""
        names = {"seat": seat, "colour": self.words.seat(seat, self.language)}
        return _("seat %(seat)s (%(colour)s)") % names

    @property
    def asked(self) -> Decision | None:
        """The question of this letter; of one that is about none, the reader's first."""
        questions = {decision.id: decision for decision in self.scene.questions}
        first = next(iter(questions.values()), None)
        return questions.get(self.row.data.get("decision"), first)

    @property
    def reply_to(self) -> str:
        """Where the reader's answer goes, if there is a question."""
        return self._address_of(self.asked) if self.asked is not None else ""

    def _address_of(self, asked: Decision) -> str:
        return turn_address(
            game=self.game, decision_id=asked.id, user=self.row.user, seat=asked.seat
        )

    def due(self) -> Iterator[Block]:
        """Until when there is time."""
        deadline = self.scene.deadline
        if deadline is not None:
            term = {"due": when(deadline, self.row.user)}
            yield Say(_("Answers are due %(due)s.") % term, loud=True)
        elif self.scene.rests:
            yield Say(_("The game is paused, and so is its clock."))
        else:
            yield Say(_("There is no deadline; the game waits for everybody."))

    def stands_in(self) -> Iterator[Block]:
        """For whom a substitute plays; nothing for the player."""
        sitting = self.scene.sitting
        if sitting is not None and sitting.lent:
            player = {"player": self.names[sitting.seat]}
            yield Say(_("You are standing in for %(player)s.") % player)

    def question(self) -> Iterator[Block]:
        """What is asked, until when, and how to answer; nothing if nothing is asked."""
        asked = self.asked
        if asked is None or self.scene.seat is None:
            return
        heading, sentence = self.board.letters.question(
            self.scene.view, asked, self.language, self.names
        )
        yield Heading(heading)
        yield Say(sentence)
        yield from self.due()
        yield Way(
            self.board.turn.call(asked.kind),
            self._way_to(asked, self.scene.seat),
            _("The link opens this turn and nothing else. Keep it to yourself."),
        )
        if self.reply_to:
            yield Say(_("Or reply to this mail with your orders, one on each line."))

    def _way_to(self, asked: Decision, seat: Seat) -> str:
        return turn_link(
            game=self.game,
            decision=asked.id,
            user=self.row.user,
            seat=seat,
            written=self.row.created_at,
        )

    def orders(self, *, brief: bool = False) -> Iterator[Block]:
        """The orders to be filled in, with everything that is legal, or to one who knows how."""
        asked = self.asked
        if asked is None:
            return
        yield Heading(_("Orders to fill in"))
        yield Say(
            _(
                "Copy what you need into your answer and write after the colons. Lines that "
                "begin with “#” are comments. “help” alone explains more."
            )
        )
        write = self.board.letters.template
        yield OrdersBlock(write(self.scene.view, asked, self.language, brief=brief))

    def offers(self) -> Iterator[Block]:
        """What may be answered beside the question, each by a link and an address of its own."""
        for asked in self.scene.offers:
            heading, sentence = self.board.letters.question(
                self.scene.view, asked, self.language, self.names
            )
            yield Heading(heading)
            yield Say(sentence)
            note = _("The link opens this turn and nothing else. Keep it to yourself.")
            yield Way(self.board.turn.call(asked.kind), self._way_to(asked, asked.seat), note)
            if address := self._address_of(asked):
                yield Way(_("Or answer in a separate mail"), f"mailto:{address}")
            yield OrdersBlock(self.board.letters.template(self.scene.view, asked, self.language))

    def story(self, after: int, until: int) -> Iterator[Block]:
        """Everything that happened between two entries, as everybody saw it, told to the reader."""
        for one in self.closed(after, until):
            yield Heading(one.heading)
            yield Say(one.short.headline)
            yield from one.groups
        chapters = [
            ChapterBlock(
                part.chapter,
                part.heading,
                [StoryLine(line.text, line.aside) for line in part.lines],
            )
            for part in self.paragraphs(self.scene.facts(after, until), after)
            if part.lines or part.chapter
        ]
        if chapters:
            yield Heading(_("What happened"))
            # A story that begins in the middle of a chapter says of which.
            yield replace(chapters[0], title=chapters[0].title or self.chapter_after(after))
            yield from chapters[1:]

    def paragraphs(self, facts: Sequence[Event[object]], after: int) -> list[Paragraph]:
        """What happened after an entry, in sentences; the seat is theirs since the reader came."""
        sitting = self.scene.sitting
        earlier = facts[: max(0, sitting.since - after)] if sitting else facts
        # A letter that puts the question need not say that it is put.
        news = [fact for fact in facts if self.asked is None or not fact.asks]
        return paragraphs_for(
            *(self.scene.seat, self.board.story, news, earlier, self.language, self.names)
        )

    def closed(self, after: int, until: int) -> list[ClosedChapter]:
        """The chapters that ended between two entries, in short, as their reports begin."""
        sitting = self.scene.sitting
        chapters = []
        for chapter, passage, end in self.scene.closed(after, until):
            reader = sitting.seat if sitting and end > sitting.since else None
            chapters.append(
                ClosedChapter(
                    title=self.words.chapter(chapter, self.language),
                    short=self.board.story.in_short(passage, reader, self.language, self.names),
                    first=end - len(passage.events) + 1,
                    end=end,
                )
            )
        return chapters

    def since_turn(self, after: int, until: int) -> list[ClosedChapter]:
        """Everything since the last turn of the reader's seat in short, as if it were a chapter."""
        sitting = self.scene.sitting
        is_theirs = sitting is not None and after >= sitting.since
        title = _("Since your last turn") if is_theirs else _("What is new")
        return self.stretch(title, after, until)

    def stretch(self, title: str, after: int, until: int) -> list[ClosedChapter]:
        """What happened between two entries in short, under a title of its own."""
        sitting = self.scene.sitting
        reader = sitting.seat if sitting and after >= sitting.since else None
        passage = self.scene.passage(after, until)
        short = self.board.story.in_short(passage, reader, self.language, self.names)
        return [ClosedChapter(title, short, after + 1, until)]

    def chapter_after(self, seq: int) -> str:
        """The chapter that was under way after an entry, in words."""
        ruleset = self.scene.position.ruleset
        openers = ruleset.events.chapter_openers()
        before = (e for e in reversed(self.scene.past.entries[:seq]) if e.kind in openers)
        opener = next(before, None)
        if opener is None:
            return ""
        return self.words.chapter(decode(ruleset, opener).opens_chapter(), self.language)

    def position(self) -> Iterator[Block]:
        """The position, painted and in words."""
        view, names = self.scene.view, self.names
        yield Heading(self.chapter or _("The position"))
        yield from self.picture()
        yield from self.board.letters.position(view, self.scene.seat, self.language, names)

    def standing(self) -> Iterator[Block]:
        """What everybody has, and the picture."""
        over = self.scene.position.finished
        yield Heading(_("Final table") if over else _("Standings"))
        yield self.board.letters.standing(self.scene.view, self.language, self.names)
        yield from self.picture()

    def picture(self) -> Iterator[Picture]:
        """The map of the moment; painted once for everybody who reads the same language."""
        if self.board.map is not None:
            made = self.board.map.painted(self.scene.open_view, self.language)
            key = f"{self.game.pk} {self.scene.position.head} {self.language}"
            yield replace(made, png=partial(_once, key, made.png))

    @property
    def chapter(self) -> str:
        """The chapter of the moment, in words."""
        return self.words.chapter(self.scene.view.get("chapter", ""), self.language)

    def table(self) -> Way:
        """The way to the table, for whoever signs in."""
        return Way(_("Go to the table"), absolute("table", self.game.pk))

    def last_of(self, kind: type[Event[Any]]) -> Json:
        """What the last entry of a kind says."""
        entries = (entry for entry in reversed(self.scene.past.entries) if entry.kind == kind.kind)
        return next(entries).payload

    def proofs(self, since: int | None = None) -> Iterator[Block]:
        """The head of the log, and receipts: of the answers that count in what happened since.

        Without a moment to begin with, those of the last step and of what was answered after it.
        """
        steps = [entry.seq for entry in self.scene.past.entries if entry.kind == StepBegan.kind]
        start = max((*steps, 1)) - 1 if since is None else since
        after = max((step for step in steps if step <= start), default=0)
        yield Heading(_("For your files"))
        for receipt in self.scene.receipts:
            if receipt.seq > after:
                seal = {"answer": receipt.decision, "at": when(receipt.at, self.row.user)}
                yield ProofBlock(_("Receipt for %(answer)s, sealed %(at)s") % seal, receipt.digest)
        yield ProofBlock(_("Head of the log"), self.scene.position.head)
        if signed := self.row.data.get("signed"):
            name = _("Signed by the site; keep it to check the log with")
            yield Signed(name, canonical(signed).decode())
