"""The head of a round's report: who gained and lost what, and who leads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from engine.kernel.core import Event, Seat
from engine.loewenherz.cards import CARDS
from engine.loewenherz.events import (
    AllianceMade,
    CardPlayed,
    CardSold,
    DomainArose,
    DomainGrew,
    DucatsScored,
    KnightDeserted,
    MonopolyLost,
    MonopolyWon,
)
from engine.loewenherz.state import Realm
from engine.text.voice import PlainVoice, begun
from games.boards.board import Names
from games.boards.in_short import BAD, GOOD, InShort, Passage, ShortGroup, ShortLine
from games.boards.loewenherz.cards import CardPicture
from games.boards.loewenherz.names import action_words, counted, mined, whose
from games.boards.loewenherz.scoring import scored
from games.boards.race import PointsRace, RaceTeller


@dataclass(frozen=True)
class RoundReader:
    """Whom the head is told, so that it can say you."""

    seat: Seat | None
    language: str
    names: Names

    def is_me(self, colour: str | None) -> bool:
        """Whether a colour is the reader's own."""
        return colour is not None and colour == self.seat

    def who(self, colour: str | None) -> str:
        """A colour within a line; of land that nobody has claimed, that."""
        if colour is None:
            return _("unclaimed")
        if self.is_me(colour):
            return pgettext("subject", "you")
        return whose(colour, self.language, self.names)

    def race(self, state: Realm) -> RaceTeller:
        """Who is ahead, as the reader is told of it."""
        voice = PlainVoice.of(self.language, self.names)
        return RaceTeller(PointsRace(state.points, state.winners), self.seat, voice)

    def line(self, about: str, text: str, place: int, good: str, bad: str | None) -> ShortLine:
        """A line that is good for one and bad for another."""
        tone = GOOD if self.is_me(good) else BAD if self.is_me(bad) else ""
        return ShortLine(about, text, place, mine=bool(tone), tone=tone)


def in_short(passage: Passage, seat: Seat | None, language: str, names: Names) -> InShort:
    """What a round was about for a seat, or for somebody who looks on."""
    reader = RoundReader(seat, language, names)
    land = [
        line for place, event in enumerate(passage.events) for line in _land(reader, event, place)
    ]
    groups = (
        ShortGroup("turns", _("What was played"), list(_turns(reader, passage))),
        ShortGroup("land", _("Land and alliances"), land),
        ShortGroup("scores", _("Points that changed"), list(_scores(reader, passage))),
        ShortGroup("lead", _lead_title(passage.after), list(_leaders(reader, passage.after))),
    )
    return InShort(_headline(reader, passage), [group for group in groups if group.lines])


def _turns(reader: RoundReader, passage: Passage) -> Iterator[ShortLine]:
    """The card of each turn, sold or played."""
    for place, event in enumerate(passage.events):
        match event:
            case CardSold():
                words = {
                    "card": CardPicture(event.card).title,
                    "ducats": counted(event.ducats, "ducat"),
                }
                text, symbol = _("%(card)s sold for %(ducats)s") % words, "action-sell"
            case CardPlayed():
                count = CARDS[event.card].actions[event.action]
                words = {
                    "action": action_words(event.action, count),
                    "ducats": counted(event.price, "ducat"),
                }
                text = _("%(action)s for %(ducats)s") % words
                symbol = f"action-{event.action}"
            case _:
                continue
        mine = reader.is_me(event.seat)
        yield ShortLine(begun(reader.who(event.seat)), text, place, mine=mine, symbol=symbol)


def _land(reader: RoundReader, event: Event[object], place: int) -> Iterator[ShortLine]:
    """What became of land, knights and mines by an event."""
    match event:
        case DomainArose():
            text = _("new domain: %(who)s, %(squares)s, %(points)+d") % {
                "who": reader.who(event.owner),
                "squares": counted(len(event.squares), "square"),
                "points": event.points,
            }
            yield reader.line(event.castle, text, place, event.owner, None)
        case DomainGrew():
            text = f"{reader.who(event.loser)} → {reader.who(event.seat)}: {event.points:+d}"
            if event.loser:
                lost = {"squares": counted(len(event.lost), "square"), "points": event.lost_points}
                text += _(" (lost: %(squares)s, %(points)d)") % lost
            yield reader.line(event.square, text, place, event.seat, event.loser)
        case KnightDeserted():
            sides = {"was": reader.who(event.seat), "now": reader.who(event.by)}
            text = _("deserter: %(was)s → %(now)s") % sides
            yield reader.line(event.square, text, place, event.by, event.seat)
        case AllianceMade():
            text = _("allied for ever (%(who)s)") % {"who": reader.who(event.seat)}
            yield ShortLine("–".join(event.castles), text, place, mine=reader.is_me(event.seat))
        case MonopolyWon() | MonopolyLost():
            won = isinstance(event, MonopolyWon)
            words = _("monopoly won: %(points)+d") if won else _("monopoly lost: %(points)+d")
            about = f"{begun(reader.who(event.seat))}, {mined(event.mine)}"
            good, bad = (event.seat, None) if won else ("", event.seat)
            yield reader.line(about, words % {"points": event.points}, place, good, bad)
        case DucatsScored():
            for seat, points in event.points.items():
                text = _("for ducats: %(points)+d") % {"points": points}
                yield reader.line(begun(reader.who(seat)), text, place, seat, None)


def _scores(reader: RoundReader, passage: Passage) -> Iterator[ShortLine]:
    """The points that changed, most gained first."""
    was, now = passage.before.points, passage.after.points
    for seat in sorted(now, key=lambda one: was[one] - now[one]):
        if was[seat] != now[seat]:
            tone = (GOOD if now[seat] > was[seat] else BAD) if reader.is_me(seat) else ""
            text = _("%(was)d → %(now)d (%(by)+d)") % {
                "was": was[seat],
                "now": now[seat],
                "by": now[seat] - was[seat],
            }
            yield ShortLine(begun(reader.who(seat)), text, mine=reader.is_me(seat), tone=tone)


def _lead_title(state: Realm) -> str:
    return _("Who won") if state.winners else _("Who leads")


def _leaders(reader: RoundReader, state: Realm) -> Iterator[ShortLine]:
    """Whoever has most, and how far ahead or behind the reader is; nothing before any points."""
    teller = reader.race(state)
    if max(state.points.values()) or state.winners:
        words = {"points": teller.race.most, "goal": state.goal}
        yield teller.line(_("%(points)d of %(goal)d points") % words)


def _headline(reader: RoundReader, passage: Passage) -> str:
    """What the round was to its reader, in a sentence."""
    was, now = passage.before, passage.after
    if not now.round:
        return _("Castles are placed.")
    changes = {seat: now.points[seat] - was.points[seat] for seat in now.points}
    own = reader.seat if reader.seat in now.points else None
    if own is not None and changes[own]:
        numbers = {"by": changes[own], "now": now.points[own], "goal": now.goal}
        news = _("Your points: %(by)+d, now %(now)d of %(goal)d.") % numbers
    elif any(changes.values()):
        # Who gained most; where all lost, whoever lost most.
        gained = max(changes.values()) > 0
        seat = max(changes, key=lambda one: changes[one] if gained else -changes[one])
        news = _news(reader, passage, seat, changes[seat])
    elif own is not None:
        numbers = {"now": now.points[own], "goal": now.goal}
        news = _("Your points: %(now)d of %(goal)d, as before.") % numbers
    else:
        number = len(now.land.domains) - len(was.land.domains)
        if number <= 0:
            return _("No new domain arose.")
        return ngettext("%d new domain arose.", "%d new domains arose.", number) % number
    return " ".join((news, *_moved(reader, passage)))


def _news(reader: RoundReader, passage: Passage, seat: Seat, by: int) -> str:
    """What somebody gained or lost and by what, if it was by one thing; and whether they lead."""
    now: Realm = passage.after
    sources = {
        type(event)
        for event in passage.events
        for _title, whose_points, points in scored(event)
        if whose_points == seat and points
    }
    source = sources.pop() if len(sources) == 1 and by > 0 else None
    deeds: Mapping[type | None, str] = {
        DomainArose: _("%(who)s has a new domain: %(by)+d"),
        DomainGrew: _("%(who)s expanded: %(by)+d"),
        MonopolyWon: _("%(who)s won a monopoly: %(by)+d"),
        DucatsScored: _("%(who)s had many ducats: %(by)+d"),
    }
    deed = deeds.get(source, "%(who)s: %(by)+d")
    words = {
        "news": begun(deed % {"who": reader.who(seat), "by": by}),
        "now": now.points[seat],
        "goal": now.goal,
    }
    others = [points for one, points in now.points.items() if one != seat]
    if not now.winners and now.points[seat] > max(others):
        return _("%(news)s, and leads with %(now)d of %(goal)d.") % words
    return _("%(news)s, now %(now)d of %(goal)d.") % words


def _moved(reader: RoundReader, passage: Passage) -> Iterator[str]:
    """That the reader has a worse place than before, or leads."""
    was, now = (reader.race(state) for state in (passage.before, passage.after))
    if reader.seat is None or not now.runs or now.race.winners:
        return
    place = now.race.place(reader.seat)
    if place > was.race.place(reader.seat):
        words = {"place": place, "by": now.race.behind(reader.seat)}
        yield _("You fall to place %(place)d, %(by)d behind.") % words
    elif now.is_first and now.race.margin and not (was.is_first and was.race.margin):
        yield _("You now lead, %(by)d ahead of %(next)s.") % now.words
