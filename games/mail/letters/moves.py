"""Why a deadline is another one: who moved it or for whom, in a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.kernel.journal import DeadlineSet, GameResumed
from engine.kernel.log import Entry
from engine.kernel.reasons import in_words
from games.boards.blocks import Block, Quote, Say
from games.language import spoken
from games.log.projections import ABSENCE, DOWNTIME
from games.mail.letters.parts import Pen
from games.read.referee_log import person_named

SENTENCES: Final = {
    "extended": gettext_lazy("%(player)s gives everybody more time."),
    "vote": gettext_lazy("%(player)s asked for more time, and everybody agreed."),
    "resumed": gettext_lazy("%(player)s has resumed the game."),
    ABSENCE: gettext_lazy("The game waits longer, because %(player)s will be away."),
    DOWNTIME: gettext_lazy("The site was down. The lost time is added to the deadline."),
}
NEARER: Final = gettext_lazy(
    "The deadline is earlier now, because %(player)s will be away for a shorter time."
)


def why_moved(pen: Pen) -> Iterator[Block]:
    """A sentence for each thing that moved the deadline just now, and the reason somebody gave."""
    entries = pen.scene.past.entries
    for place in _moves(entries):
        move = entries[place].payload
        if sentence := SENTENCES.get(move["reason"]):
            if move["reason"] == ABSENCE and _is_nearer(entries, place):
                sentence = NEARER
            yield Say(sentence % {"player": person_named(move["by"])})
        if move["reason"] in DeadlineSet.BY_HAND:
            yield from reason(move["why"])
        elif move["reason"] == "resumed":
            yield from reason(pen.last_of(GameResumed)["why"])


def reason(why: str) -> Iterator[Block]:
    """What somebody gave as a reason in their own words, or the server in the reader's."""
    if words := in_words(why, spoken()):
        yield Say(_("Reason:"))
        yield Quote(words)


def _moves(entries: Sequence[Entry]) -> list[int]:
    """Where the log moves the deadline last; what was done for another reason before an absence."""
    places = [at for at, entry in enumerate(entries) if entry.kind == DeadlineSet.kind]
    last = places[-1]
    same = last - 1 in places and entries[last - 1].at == entries[last].at
    other = same and entries[last - 1].payload["reason"] != ABSENCE
    absent = entries[last].payload["reason"] == ABSENCE
    return [last - 1, last] if absent and other else [last]


def _is_nearer(entries: Sequence[Entry], place: int) -> bool:
    """Whether there is less time than before; times of the log are in the order of their texts."""
    deadlines = [entry.payload for entry in entries[: place + 1] if entry.kind == DeadlineSet.kind]
    times = [deadline["deadline"] or "" for deadline in deadlines[-2:]]
    return len(times) > 1 and times[1] < times[0]
