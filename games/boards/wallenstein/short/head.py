"""The head of a season's report: the sentence for its reader, and the groups below it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _

from engine.kernel.core import Seat
from engine.text.voice import begun
from engine.wallenstein.emperors_court.facts import FavorTaken
from engine.wallenstein.emperors_court.favor_words import favor_named
from engine.wallenstein.landsknechte.banners import BonusTaken
from engine.wallenstein.state import State
from engine.wallenstein.winter import WinterScored
from engine.wallenstein.words.accounts_winter import score_breakdown
from engine.wallenstein.words.gain_words import amount_gained
from engine.wallenstein.words.names import county_name
from engine.wallenstein.words.voice import Voice
from games.boards.in_short import BAD, GOOD, InShort, Likelihood, Passage, ShortGroup, ShortLine
from games.boards.race import RaceTeller
from games.boards.wallenstein.short.boxes import box_lines
from games.boards.wallenstein.short.fights import Fight, surprises
from games.boards.wallenstein.short.headline import headline
from games.boards.wallenstein.short.leads import is_scored, race
from games.boards.wallenstein.short.reader import SETUP, HeadReader, TakenCounty

# More battles than this are no head any more.
MOST_FIGHTS: Final = 3


def in_short(passage: Passage, seat: Seat | None, say: Voice) -> InShort:
    """What a season was about, for a seat or for somebody who looks on."""
    reader = HeadReader(seat, say)
    changes = _changes(passage)
    boxes = box_lines(passage, seat, say) if seat else ()
    groups = (
        ShortGroup("hands", _("What changed hands"), [_hand(reader, one) for one in changes]),
        ShortGroup(
            "fights",
            _("Biggest surprises, with the chance to win"),
            [_fight(reader, fight) for fight in surprises(passage, MOST_FIGHTS)],
        ),
        ShortGroup("boxes", _("Your boxes"), list(boxes)),
        ShortGroup("favours", _("Favours and landsknechte"), list(_favours(reader, passage))),
        ShortGroup("scores", _("What winter scored"), list(_scores(reader, passage))),
        ShortGroup("lead", _lead_title(passage.after), list(_leaders(reader, passage.after))),
    )
    return InShort(headline(reader, passage, changes), [group for group in groups if group.lines])


def _changes(passage: Passage) -> list[TakenCounty]:
    """The counties that changed hands, in board order; while they are shared out none does."""
    before = state = passage.before
    places: dict[str, int] = {}
    for place, event in enumerate(passage.events):
        earlier, state = state, event.apply(state)
        if earlier.season.name == SETUP:
            # A chapter that begins with the set-up is compared with the end of it.
            before = state
        elif earlier.counties is not state.counties:
            places |= {name: place for name in state.counties if _taken(name, earlier, state)}
    return [
        TakenCounty(name, before.counties[name].owner, state.counties[name].owner, places[name])
        for name in before.counties
        if _taken(name, before, state)
    ]


def _taken(county: str, before: State, after: State) -> bool:
    return before.counties[county].owner != after.counties[county].owner


def _hand(reader: HeadReader, change: TakenCounty) -> ShortLine:
    tone = GOOD if reader.is_me(change.now) else BAD if reader.is_me(change.was) else ""
    return ShortLine(
        about=county_name(change.county),
        text=f"{reader.who(change.was)} → {reader.who(change.now)}",
        place=change.place,
        mine=bool(tone),
        tone=tone,
    )


def _fight(reader: HeadReader, fight: Fight) -> ShortLine:
    """A battle in a line, with the chance of whoever began it."""
    names = {
        "who": reader.who(fight.seat),
        "whom": reader.whom(fight.rival),
        "armies": reader.say.count(fight.armies, "army"),
        "score": fight.score,
    }
    if fight.is_revolt:
        names["who"] = reader.whom(fight.seat)
    else:
        names["origin"] = reader.say.out_of(fight.origin)
    return ShortLine(
        about=county_name(fight.county),
        text=_form(fight) % names,
        place=fight.place,
        mine=reader.is_me(fight.seat) or reader.is_me(fight.rival),
        tone=_tone_of(reader, fight),
        chances=_chances(fight),
    )


def _form(fight: Fight) -> str:
    """The sentence of a fight, by how it ended."""
    if fight.is_revolt and fight.won:
        return _("revolt against %(who)s with %(armies)s, put down %(score)s")
    if fight.is_revolt and fight.is_level:
        return _("revolt against %(who)s with %(armies)s, lost %(score)s (a tie)")
    if fight.is_revolt:
        return _("revolt against %(who)s with %(armies)s, lost %(score)s")
    if fight.won:
        return _("%(who)s against %(whom)s, %(armies)s %(origin)s, taken %(score)s")
    # What nobody owns cannot be laid waste: a tie leaves it as it was.
    if fight.outcome == "tie" and fight.rival is not None:
        return _("%(who)s against %(whom)s, %(armies)s %(origin)s, laid waste %(score)s")
    return _("%(who)s against %(whom)s, %(armies)s %(origin)s, held %(score)s")


def _tone_of(reader: HeadReader, fight: Fight) -> str:
    if reader.is_me(fight.seat):
        return GOOD if fight.won else BAD
    if reader.is_me(fight.rival):
        return GOOD if fight.outcome == "defender" else BAD
    return ""


def _chances(fight: Fight) -> list[Likelihood]:
    came = Likelihood(_("when it came"), fight.came)
    if fight.planned is None:
        return [came]
    return [Likelihood(_("when planned"), fight.planned), came]


def _favours(reader: HeadReader, passage: Passage) -> Iterator[ShortLine]:
    """What the expansions gave to whom."""
    for place, event in enumerate(passage.events):
        if isinstance(event, FavorTaken):
            text = _("favour card %s") % favor_named(reader.say, event.card)
        elif isinstance(event, BonusTaken):
            gain = amount_gained(reader.say, event.bonus, event.amount)
            text = _("landsknechte: %s") % gain
        else:
            continue
        mine = reader.is_me(event.seat)
        tone = GOOD if mine else ""
        yield ShortLine(begun(reader.who(event.seat)), text, place, mine, tone)


def _scores(reader: HeadReader, passage: Passage) -> Iterator[ShortLine]:
    """What everybody scored, the most first."""
    for place, event in enumerate(passage.events):
        if isinstance(event, WinterScored):
            for seat, score in sorted(event.scores.items(), key=lambda one: -one[1]["total"]):
                mine = reader.is_me(seat)
                text = score_breakdown(reader.say, score)
                yield ShortLine(begun(reader.who(seat)), text, place, mine)


def _lead_title(state: State) -> str:
    if state.result is not None:
        return _("Who won")
    return _("Who leads") if is_scored(state) else _("Who would lead if winter came now")


def _leaders(reader: HeadReader, state: State) -> Iterator[ShortLine]:
    """Whoever has most, and how far ahead or behind the reader is."""
    if state.season.name != SETUP and state.players:
        now = race(state)
        yield RaceTeller(now, reader.seat, reader.say).line(reader.say.count(now.most, "point"))
