"""Who is ahead and by how much, in one line: the same words for every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from engine.kernel.core import Seat
from engine.text.voice import PlainVoice, begun
from games.boards.in_short import ShortLine
from games.boards.places import nth

# More rivals than this are not named one by one.
MOST_NAMED: Final = 2


@dataclass(frozen=True)
class PointsRace:
    """Everybody's points, and whoever has won by them if somebody has."""

    points: Mapping[Seat, int]
    winners: Sequence[Seat] = ()

    @cached_property
    def first(self) -> list[Seat]:
        """Whoever has won, whatever decided it, else whoever has most."""
        most = max(self.points.values())
        return list(self.winners) or [one for one, number in self.points.items() if number == most]

    @property
    def most(self) -> int:
        """What the first have."""
        return self.points[self.first[0]]

    @cached_property
    def next(self) -> list[Seat]:
        """Whoever comes right behind them."""
        others = {seat: number for seat, number in self.points.items() if seat not in self.first}
        return [seat for seat in others if others[seat] == max(others.values())]

    @property
    def margin(self) -> int:
        """By how much they are ahead of these."""
        return self.behind(self.next[0]) if self.next else 0

    def behind(self, seat: Seat) -> int:
        """By how much somebody is behind the first."""
        return self.most - self.points[seat]

    def place(self, seat: Seat) -> int:
        """A place: winners first, the others by points."""
        rank = {one: (one in self.winners, number) for one, number in self.points.items()}
        return 1 + sum(other > rank[seat] for other in rank.values())


@dataclass(frozen=True)
class RaceTeller:
    """Tells a race to a seat, or to somebody who looks on."""

    race: PointsRace
    seat: Seat | None
    say: PlainVoice

    @property
    def is_first(self) -> bool:
        """Whether the reader is ahead, alone or with others."""
        return self.seat in self.race.first

    @property
    def runs(self) -> bool:
        """Whether the reader takes part."""
        return self.seat in self.race.points

    @property
    def words(self) -> dict[str, str | int]:
        """What the sentences about a race are made of."""
        race, own = self.race, self.seat if self.runs else None
        others = [one for one in race.first if one != own]
        return {
            "names": self.say.seats(others) if others else "",
            "points": with_points(race.most),
            "next": self._rivals(),
            "by": race.margin if own is None or self.is_first else race.behind(own),
            "place": nth(race.place(own)) if own is not None else "",
        }

    def line(self, points: str) -> ShortLine:
        """Who is ahead and how far, or how far behind the reader is; `points` in a game's words."""
        race, words = self.race, {**self.words, "points": points}
        if self.runs and not self.is_first:
            behind = _("%(points)s; you are %(place)s, %(by)d behind")
            level = _("%(points)s; you are %(place)s, level on points")
            text = behind if words["by"] else level
        elif race.margin:
            text = _("%(points)s, %(by)d ahead of %(next)s")
        else:
            text = "%(points)s"
        names = (
            pgettext("subject", "you") if seat == self.seat else self.say.seat(seat)
            for seat in race.first
        )
        return ShortLine(begun(self.say.both(names)), text % words, mine=self.runs)

    def sentence(self) -> str:
        """The same as a sentence."""
        won = bool(self.race.winners)
        if not self.is_first:
            return begun((self._won() if won else self._leads()) % self.words)
        if len(self.race.first) > 1:
            shared = (
                _("You share the victory with %(names)s.")
                if won
                else _("You share the lead with %(names)s.")
            )
            return shared % self.words
        if not self.race.margin:
            return _("You won %(points)s.") % self.words
        ahead = (
            _("You won %(points)s, %(by)d ahead of %(next)s.")
            if won
            else _("You lead %(points)s, %(by)d ahead of %(next)s.")
        )
        return ahead % self.words

    def _leads(self) -> str:
        """That others lead."""
        number = len(self.race.first)
        if self.runs:
            return ngettext(
                "%(names)s leads %(points)s; you are %(place)s, %(by)d behind.",
                "%(names)s lead %(points)s; you are %(place)s, %(by)d behind.",
                number,
            )
        if not self.race.margin:
            return ngettext("%(names)s leads %(points)s.", "%(names)s lead %(points)s.", number)
        return ngettext(
            "%(names)s leads %(points)s, %(by)d ahead of %(next)s.",
            "%(names)s lead %(points)s, %(by)d ahead of %(next)s.",
            number,
        )

    def _won(self) -> str:
        """That others have won."""
        number = len(self.race.first)
        if self.runs and self.words["by"]:
            return ngettext(
                "%(names)s won %(points)s; you came %(place)s, %(by)d behind.",
                "%(names)s won together %(points)s; you came %(place)s, %(by)d behind.",
                number,
            )
        if self.runs:
            return ngettext(
                "%(names)s won %(points)s; you came %(place)s, level on points.",
                "%(names)s won together %(points)s; you came %(place)s, level on points.",
                number,
            )
        if not self.race.margin:
            return ngettext(
                "%(names)s won %(points)s.", "%(names)s won together %(points)s.", number
            )
        return ngettext(
            "%(names)s won %(points)s, %(by)d ahead of %(next)s.",
            "%(names)s won together %(points)s, %(by)d ahead of %(next)s.",
            number,
        )

    def _rivals(self) -> str:
        """Whom the first are ahead of, if these are few."""
        rivals = self.race.next
        if len(rivals) > MOST_NAMED:
            return _("everybody else")
        return self.say.seats(rivals) if rivals else ""


def with_points(number: int) -> str:
    """So many points, as one leads with them."""
    return ngettext("with %d point", "with %d points", number) % number
