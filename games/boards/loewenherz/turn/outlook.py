"""What an answer would bring, step by step, in words and as something to be drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.kernel.core import Decision, Event, Json, Seat
from engine.loewenherz.answers import LISTS, SELL
from engine.loewenherz.land import NEUTRAL
from engine.loewenherz.preview import preview
from engine.loewenherz.state import Realm
from engine.loewenherz.words.names import MONOPOLY_NAMES
from engine.loewenherz.words.voice import RealmVoice
from engine.text.lexicon import language_of
from games.boards.board import Names
from games.boards.loewenherz.map.picture import side_path
from games.boards.loewenherz.names import counted

MINUS: Final = "\N{MINUS SIGN}"


# A name among the words of a sentence, with the seat whose shield stands before it.
_SHIELDED: Final = re.compile("\x02(.)\x03([^\x04]*)\x04")


@dataclass(frozen=True)
class Outlook:
    """A turn as far as it is said, played on a trial by the rules themselves."""

    # In these, players bear their shields.
    lines: tuple[str, ...] = ()
    # Where the next step may go, and what the board would show; for the script of the page.
    shown: Json | None = None

    @property
    def sentences(self) -> list[str]:
        """The same in words alone."""
        return [_SHIELDED.sub(r"\2", line) for line in self.lines]

    def to_json(self) -> Json:
        """For the page: what the board would show, and each line as words and players."""
        return {**(self.shown or {}), "lines": [list(_parts(line)) for line in self.lines]}


def _parts(line: str) -> Iterator[Json]:
    end = 0
    for match in _SHIELDED.finditer(line):
        yield {"words": line[end : match.start()]}
        yield {"seat": match[1], "name": match[2]}
        end = match.end()
    yield {"words": line[end:]}


NOTHING: Final = Outlook()


def outlook(state: Realm, decision: Decision, answer: Any, language: str, names: Names) -> Outlook:
    """The outlook of a turn; nothing before a card and what is done with it are chosen."""
    if decision.kind != "turn" or not isinstance(answer, dict):
        return NOTHING
    result = preview(state, decision.seat, answer, decision.options.get("known", {}))
    if not result["steps"]:
        return NOTHING
    plain = RealmVoice.of(language_of(language), names)
    shields = {seat: f"\x02{seat}\x03{plain.seat(seat)}\x04" for seat in state.seats}
    words = _OutlookWords(state, decision.seat, RealmVoice.of(plain.language, shields))
    if any(problem.code == "too_dear" for problem in result["problems"]):
        return Outlook((words.too_dear(result["steps"][0]),))
    lines = [words.card(result["steps"][0], sold=answer.get("do") == SELL)]
    lines += [words.step(step) for step in result["steps"][1:]]
    lines += words.end(result, answer.get("action"))
    shown = {"left": result["left"], "next": result["next"], **_drawn(result["steps"])}
    return Outlook(tuple(lines), shown)


def _drawn(steps: list[Json]) -> Json:
    """What would lie on the board that does not, and what would not any more."""
    facts: list[Json] = [
        {"kind": fact.kind, **fact.payload()} for s in steps for fact in s["facts"]
    ]
    placed = [fact["border"] for fact in facts if fact["kind"] == "border_placed"]
    grown = [fact for fact in facts if fact["kind"] == "domain_grew"]
    placed += [side for fact in grown for side in fact["placed"]]
    arisen = [fact for fact in facts if fact["kind"] == "domain_arose"]
    domains = {one["castle"]: one for step in steps for one in step["domains"]}
    return {
        "borders": {side: side_path(side) for side in placed},
        "freed": [side for fact in (*grown, *arisen) for side in fact["freed"]],
        "knights": [fact["square"] for fact in facts if fact["kind"] == "knight_placed"],
        "leaves": [fact["square"] for fact in facts if fact["kind"] == "knight_deserted"],
        "domains": [{"owner": one["owner"], "squares": one["squares"]} for one in domains.values()],
    }


@dataclass(frozen=True)
class _OutlookWords:
    """Says what a part of a turn would do to its reader and to the others."""

    state: Realm
    seat: Seat
    voice: RealmVoice

    def card(self, step: Json, *, sold: bool) -> str:
        """What the card brings or costs."""
        ducats = counted(abs(step["ducats"]), "ducat")
        if sold:
            return _("The card is sold for %(ducats)s.") % {"ducats": ducats}
        if not step["ducats"]:
            return _("Playing the card costs nothing.")
        return _("Playing the card costs %(ducats)s.") % {"ducats": ducats}

    def too_dear(self, step: Json) -> str:
        """That a card cannot be paid for: nothing that it might bring comes of it."""
        money = counted(self.state.money[self.seat], "ducat")
        words = {"price": counted(-step["ducats"], "ducat"), "money": money}
        return _("Too dear: playing the card costs %(price)s, you have %(money)s.") % words

    def step(self, step: Json) -> str:
        """A border, knight, square or deal, and everything that follows from it."""
        does = [part for fact in step["facts"] for part in self._fact(fact)]
        if step.get("may_leave") and not any(f.kind == "knight_deserted" for f in step["facts"]):
            does.append(self._leaving(step["may_leave"]))
        if "knights" in step and len(step["knights"]["before"]) > 1:
            does.append(self._strengths(step["knights"]))
        if step["ducats"]:
            does.append(_("costs %(ducats)s more") % {"ducats": counted(-step["ducats"], "ducat")})
        if step["points"]:
            does.append(", ".join(self._gain(*one) for one in step["points"].items()))
        first, *rest = does
        return f"{first}: {'; '.join(rest)}." if rest else f"{first}."

    def _fact(self, fact: Event[Realm]) -> Iterator[str]:
        data: Json = fact.payload()
        if fact.kind == "border_placed":
            yield _("Border %(side)s") % {"side": data["border"]}
        elif fact.kind == "knight_placed":
            yield _("Knight on %(square)s") % {"square": data["square"]}
        elif fact.kind == "knight_deserted":
            yield self._deserted(data)
        elif fact.kind == "alliance_made":
            yield self._allied(*data["castles"])
        elif fact.kind == "domain_grew":
            words = {"castle": data["castle"], "square": data["square"]}
            yield _("Domain %(castle)s takes %(square)s") % words
            if data["taken_from"]:
                yield self._shrunk(data)
        elif fact.kind == "domain_arose":
            yield self._arisen(data)
        elif fact.kind in ("monopoly_won", "monopoly_lost"):
            yield self._monopoly(data, won=fact.kind == "monopoly_won")

    def _arisen(self, data: Json) -> str:
        size = counted(len(data["squares"]), "square")
        words = {"castle": data["castle"], "size": size, "who": self._who(data["owner"])}
        if data["owner"] == self.seat:
            return _("your domain %(castle)s arises (%(size)s)") % words
        if data["owner"] == NEUTRAL:
            return _("the neutral domain %(castle)s arises (%(size)s)") % words
        return _("domain %(castle)s of %(who)s arises (%(size)s)") % words

    def _shrunk(self, data: Json) -> str:
        lost = counted(len(data["lost"]), "square")
        words = {"castle": data["taken_from"], "lost": lost, "who": self._who(data["loser"])}
        if data["loser"] == NEUTRAL:
            return _("the neutral domain %(castle)s loses %(lost)s") % words
        return _("domain %(castle)s of %(who)s loses %(lost)s") % words

    def _leaving(self, knights: list[str]) -> str:
        colour = self.state.land.knights[knights[0]]
        words = {"who": self._who(colour), "knights": ", ".join(knights)}
        if colour == NEUTRAL:
            return _("one of these knights leaves: %(knights)s") % words
        return _("%(who)s chooses the knight that leaves: %(knights)s") % words

    def _deserted(self, data: Json) -> str:
        words = {"square": data["square"], "who": self._who(data["seat"])}
        if data["seat"] == NEUTRAL:
            return _("Neutral knight %(square)s leaves") % words
        return _("Knight %(square)s of %(who)s leaves") % words

    def _allied(self, *castles: str) -> str:
        land = self.state.land
        own, other = sorted(castles, key=lambda castle: land.castles[castle] != self.seat)
        words = {"one": own, "other": other, "who": self._who(land.castles[other])}
        return _("Alliance between %(one)s and %(other)s (%(who)s)") % words

    def _monopoly(self, data: Json, *, won: bool) -> str:
        words = {
            "who": self._who(data["seat"]),
            "monopoly": MONOPOLY_NAMES[data["mine"]][self.voice.language],
        }
        if data["seat"] == self.seat:
            return (
                _("you win the %(monopoly)s") if won else _("you lose the %(monopoly)s")
            ) % words
        return (
            _("%(who)s wins the %(monopoly)s") if won else _("%(who)s loses the %(monopoly)s")
        ) % words

    def _strengths(self, knights: Json) -> str:
        sides = (
            f"{castle} {before} → {knights['after'][castle]}"
            if knights["after"][castle] != before
            else f"{castle} {before}"
            for castle, before in knights["before"].items()
        )
        return _("knights: %(sides)s") % {"sides": ", ".join(sides)}

    def _gain(self, seat: Seat, points: int) -> str:
        sign = MINUS if points < 0 else "+"
        return f"{self._who(seat)} {sign}{counted(abs(points), 'point')}"

    def _who(self, colour: str) -> str:
        return _("you") if colour == self.seat else self.voice.colour(colour)

    def end(self, result: Json, action: Any) -> Iterator[str]:
        """What one has then, how much may still be placed, and whether that is the end."""
        if result["goal"]:
            yield _("The goal is reached: the game ends at once.")
            return
        if result["left"] and action in LISTS:
            yield _more(action, result["left"])
        has = {
            "ducats": counted(result["money"], "ducat"),
            "points": counted(result["points"][self.seat], "point"),
        }
        yield _("After that you have %(ducats)s and %(points)s.") % has


def _more(action: str, left: int) -> str:
    """How many places the card still has, of the actions that have several."""
    if action == "borders":
        words = ngettext("%(n)d more border is possible.", "%(n)d more borders are possible.", left)
    elif action == "knights":
        words = ngettext("%(n)d more knight is possible.", "%(n)d more knights are possible.", left)
    else:
        words = ngettext("%(n)d more square is possible.", "%(n)d more squares are possible.", left)
    return words % {"n": left}
