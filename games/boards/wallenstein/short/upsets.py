"""A battle or a revolt that ended as hardly anybody would have bet, in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _

from engine.wallenstein.state import State
from games.boards.in_short import Passage
from games.boards.wallenstein.short.fights import Fight, fights
from games.boards.wallenstein.short.reader import HeadReader

# What ends otherwise so often, out of a hundred, is worth a word; and what hardly anybody bets on.
UPSET: Final = 60
GREAT: Final = 85


def upsets(reader: HeadReader, passage: Passage) -> list[Fight]:
    """The fights far from their odds, the farthest first: the reader's, or all for an onlooker.

    Only what still holds: who lost at once what they took has not taken it.
    """
    far = [
        fight
        for fight in fights(passage)
        if fight.unlikely >= UPSET and _concerns(reader, fight)
        if _holds(reader, fight, passage.after)
    ]
    return sorted(far, key=lambda fight: (-fight.unlikely, fight.place))


def great_upset(far: list[Fight]) -> Fight | None:
    """The one to begin with."""
    return next((fight for fight in far if fight.unlikely >= GREAT), None)


def held_upsets(reader: HeadReader, far: list[Fight]) -> Iterator[str]:
    """An attack that failed and would mostly have won, where no county tells of it."""
    for fight in far:
        if fight.outcome == "defender" and not fight.is_revolt and fight.unlikely < GREAT:
            words = _words(reader, fight)
            if reader.is_me(fight.seat):
                yield _("Your attack on %(county)s failed despite %(chance)s.") % words
            else:
                yield _("You held %(county)s, though %(who)s had %(chance)s.") % words
            return


def great_words(reader: HeadReader, fight: Fight) -> str:
    """What hardly anybody would have bet on, for the reader."""
    if reader.is_me(fight.rival):
        form = (
            _("Against all odds: %(who)s took %(county)s from you (%(chance)s).")
            if fight.won
            else _("Against all odds: you held %(county)s (%(chance)s for %(who)s).")
        )
    elif reader.is_me(fight.seat):
        form = _of_mine(fight)
    else:
        form = _of_others(fight)
    return form % _words(reader, fight)


def percent(hundred: int) -> str:
    """A chance as it is told: nothing that happened was impossible, nor its opposite."""
    if hundred < 1:
        return _("under %d %%") % 1
    return _("over %d %%") % 99 if hundred > 99 else f"{hundred} %"


def _words(reader: HeadReader, fight: Fight) -> dict[str, str]:
    return {
        "county": reader.say.the(fight.county),
        "within": reader.say.within(fight.county),
        "who": reader.say.seat(fight.seat),
        "chance": percent(fight.came),
    }


def _concerns(reader: HeadReader, fight: Fight) -> bool:
    if reader.seat is None or reader.is_me(fight.seat):
        return True
    # Of a tie neither side can say that luck was with it.
    return reader.is_me(fight.rival) and fight.outcome != "tie"


def _holds(reader: HeadReader, fight: Fight, after: State) -> bool:
    owner = after.counties[fight.county].owner
    if fight.won:
        return owner == fight.seat
    if reader.is_me(fight.rival):
        return reader.is_me(owner)
    return owner != fight.seat


def _of_mine(fight: Fight) -> str:
    """What I began, or what rose against me."""
    if fight.is_revolt and fight.won:
        return _("Against all odds: you put down the revolt %(within)s (%(chance)s).")
    if fight.is_revolt:
        return _("A sure thing lost: the peasants took %(county)s from you (%(chance)s).")
    if fight.won:
        return _("Against all odds: you took %(county)s (%(chance)s).")
    return _("A sure thing lost: your attack on %(county)s failed (%(chance)s).")


def _of_others(fight: Fight) -> str:
    if fight.is_revolt and fight.won:
        return _("Against all odds: %(who)s put down the revolt %(within)s (%(chance)s).")
    if fight.is_revolt:
        return _("A sure thing lost: the peasants took %(county)s from %(who)s (%(chance)s).")
    if fight.won:
        return _("Against all odds: %(who)s took %(county)s (%(chance)s).")
    return _("A sure thing lost: %(who)s failed to take %(county)s (%(chance)s).")
