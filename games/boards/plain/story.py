"""The plain story: the accounts of a game's facts, chapter by chapter, and its numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from engine.kernel.core import SEATS, Event, Json, Ruleset, Seat
from engine.kernel.journal import Remark
from engine.text.paragraphs import Paragraph, ReportSentence
from engine.text.voice import PlainVoice, begun
from games.boards.board import Figure, FigureGroup, Names
from games.boards.in_short import BAD, GOOD, InShort, Passage, ScoredRound, ShortGroup, ShortLine
from games.boards.places import nth
from games.boards.plain.contents import SAID_ELSEWHERE
from games.boards.plain.terms import Terms, lazily

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

# So much of a chapter's name has room under a chart.
LONGEST_MARK: Final = 6


@dataclass(frozen=True)
class PlainStory:
    """Tells every fact in its own sentence."""

    ruleset: Ruleset[Any]

    @property
    def still_sealed(self) -> StrOrPromise:
        """Nothing is open of a plan before all of it is."""
        return _("The answers stay sealed until the game is over.")

    @cached_property
    def figures(self) -> Sequence[Figure]:
        """The points, and whatever else a spectator sees as a number of each player."""
        seats = SEATS[: min(self.ruleset.seats)]
        options = {name: spec.default for name, spec in self.ruleset.options.items()}
        view = self.ruleset.view(self.ruleset.start(seats, options), None)
        others = (key for key in view if key not in SAID_ELSEWHERE and _counts(view[key], seats))
        return [
            Figure(key, lazily(self.ruleset, partial(_title, key)), "")
            for key in ("points", *others)
        ]

    def counted(self, view: Json) -> Mapping[str, Mapping[Seat, int]]:
        """The figures of each player."""
        return {
            figure.key: {seat: view.get(figure.key, {}).get(seat, 0) for seat in view["points"]}
            for figure in self.figures
        }

    def groups(self, view: Json) -> Sequence[FigureGroup]:
        """What a replay counts: the same."""
        return [FigureGroup(_("What they have"), tuple(self.figures))]

    def standing(self, view: Json) -> Mapping[str, Mapping[str, int]]:
        """These figures; every colour is a seat."""
        return self.counted(view)

    def colour_name(self, colour: str, names: Names) -> str:
        """Whose a colour is."""
        return names[colour]

    def chapter_mark(self, chapter: str, language: str) -> tuple[str, str]:
        """A chapter on the axis of a chart: its id if that is short, else what begins its name."""
        if not chapter:
            return _("Start"), ""
        if len(chapter) <= LONGEST_MARK:
            return chapter, ""
        name = self.ruleset.text().chapter(chapter, language) or chapter
        return name[:LONGEST_MARK], ""

    def paragraphs(
        self,
        events: Iterable[Event[Any]],
        language: str,
        names: Names,
        reader: Seat | None = None,
    ) -> Iterator[Paragraph]:
        """A paragraph for each chapter, a line for each fact, about everybody by name."""
        words = self.ruleset.text()
        title, lines = "", list[ReportSentence]()
        for fact in _still_news(events):
            if chapter := fact.opens_chapter():
                yield from _paragraph(title, lines)
                title, lines = words.chapter(chapter, language), []
            lines.append(ReportSentence(words.account(fact, language, names), (fact,)))
        yield from _paragraph(title, lines)

    def exhibit(self, paragraph: Paragraph, after: Json, language: str, names: Names) -> None:
        """Nothing: a plain story is told in sentences."""

    def symbol_of(self, name: str) -> str:
        """Nothing is drawn."""
        return ""

    def is_small(self, event: Event[Any]) -> bool:
        """Whether an event changes nothing on the table."""
        return event.asks or isinstance(event, Remark)

    def is_stop(self, event: Event[Any]) -> bool:
        """Nobody knows which facts matter most: all that change something."""
        return not self.is_small(event)

    def is_routine(self, event: Event[Any]) -> bool:
        """Nobody knows of a fact what it is worth: everything is told."""
        return False

    def seats_of(self, event: Event[Any]) -> frozenset[Seat]:
        """Whoever did it, if the fact has a seat."""
        seat = getattr(event, "seat", None)
        return frozenset({seat} if isinstance(seat, str) else ())

    def in_short(self, passage: Passage, seat: Seat | None, language: str, names: Names) -> InShort:
        """The scores that changed, and who leads."""
        was, now = self.lead(passage.before), self.lead(passage.after)
        winners = self.ruleset.view(passage.after, None)["winners"]
        title = _("Who won") if winners else _("Who leads")
        reader = PlainReader(seat, PlainVoice.of(language, names))
        changed = [reader.change(one, was[one], now[one]) for one in now if was[one] != now[one]]
        groups = (
            ShortGroup("scores", _("Points that changed"), changed),
            ShortGroup("lead", title, list(reader.leaders(now, winners))),
        )
        return InShort(reader.headline(was, now), [group for group in groups if group.lines])

    def lead(self, state: Any) -> Mapping[Seat, int]:
        """The points that everybody sees."""
        points: Mapping[Seat, int] = self.ruleset.view(state, None)["points"]
        return points

    def places(self, events: Iterable[Event[Any]], view: Json) -> Mapping[Seat, int]:
        """By points, those who won before all others."""
        return places_of(view["points"], view["winners"])

    def rounds(self, events: Iterable[Event[Any]], language: str) -> Sequence[ScoredRound]:
        """Nobody knows where points come from."""
        return ()

    def revealed_plans(self, events: Iterable[Event[Any]], language: str) -> Mapping[Seat, str]:
        """Nothing that is known without the answers."""
        return {}


@dataclass(frozen=True)
class PlainReader:
    """Whom a head is told, so that it can say you."""

    seat: Seat | None
    say: PlainVoice

    def who(self, seat: Seat) -> str:
        """A seat as it begins a line."""
        return begun(pgettext("subject", "you") if seat == self.seat else self.say.seat(seat))

    def change(self, seat: Seat, was: int, now: int) -> ShortLine:
        """What became of somebody's points."""
        mine = seat == self.seat
        tone = (GOOD if now > was else BAD) if mine else ""
        return ShortLine(self.who(seat), f"{was} → {now}", mine=mine, tone=tone)

    def leaders(self, points: Mapping[Seat, int], winners: Sequence[Seat]) -> Iterator[ShortLine]:
        """Whoever won, whatever decided it, else whoever has most; and the reader in any case."""
        places = places_of(points, winners)
        most = max(points.values())
        first = winners or [seat for seat, number in points.items() if number == most]
        for seat, number in points.items():
            if seat in first or seat == self.seat:
                yield ShortLine(
                    self.who(seat), _placed(places[seat], number), mine=seat == self.seat
                )

    def headline(self, was: Mapping[Seat, int], now: Mapping[Seat, int]) -> str:
        """What became of the reader's points; of everybody's for whoever looks on."""
        if self.seat is None or self.seat not in now:
            return _("The points have changed.") if was != now else _("No points have changed.")
        gained = now[self.seat] - was[self.seat]
        numbers = {"by": gained, "now": now[self.seat]}
        if gained:
            return _("Your points: %(by)+d, now %(now)d.") % numbers
        return _("Your points: %(now)d, as before.") % numbers


def places_of(points: Mapping[Seat, int], winners: Sequence[Seat]) -> dict[Seat, int]:
    """The place of everybody at the end: winners first, the others by points."""
    rank = {seat: (seat in winners, number) for seat, number in points.items()}
    return {seat: 1 + sum(other > own for other in rank.values()) for seat, own in rank.items()}


def _placed(place: int, points: int) -> str:
    words = ngettext("%(place)s, %(points)d point", "%(place)s, %(points)d points", points)
    return words % {"place": nth(place), "points": points}


def _title(key: str, terms: Terms) -> str:
    return terms.title(key)


def _counts(value: Any, seats: Sequence[Seat]) -> bool:
    """Whether a part of a view is a number for every seat."""
    if not isinstance(value, dict) or value.keys() != set(seats):
        return False
    return all(type(number) is int for number in value.values())


def _still_news(events: Iterable[Event[Any]]) -> list[Event[Any]]:
    """The facts without the journal, and without questions that were answered."""
    facts = [event for event in events if not isinstance(event, Remark)]
    return [fact for fact in facts[:-1] if not fact.asks] + facts[-1:]


def _paragraph(title: str, lines: Sequence[ReportSentence]) -> Iterator[Paragraph]:
    if lines:
        yield Paragraph(title, "", "", tuple(lines))
