"""Why a castle stands where it is suggested, and why a knight leaves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.kernel.core import Decision, Json
from engine.loewenherz.board import INDEX, WIDTH, distance, mask_of
from engine.loewenherz.land import NEUTRAL
from engine.loewenherz.state import Realm
from engine.loewenherz.words.voice import RealmVoice
from games.boards.board import GuideStep
from games.boards.loewenherz.names import counted
from games.boards.loewenherz.turn.fields import at
from games.language import spoken

# As far as one looks around a castle that is not there yet.
NEAR: Final = 2


def castle_steps(state: Realm, decision: Decision, answer: Json) -> Iterator[GuideStep]:
    """The castle, and the knight beside it."""
    castle, knight = answer["castle"], answer["knight"]
    neutral = decision.options["colour"] == NEUTRAL
    yield _step(
        "castle",
        _("Castle"),
        _("Land that is closed around one castle becomes a domain of its colour."),
        castle,
        _("Neutral land scores for nobody.") if neutral else " ".join(_around(state, castle)),
    )
    yield _step(
        "knight",
        _("Knight beside it"),
        _("The first knight of the castle costs nothing."),
        knight,
        _("Nobody can place a border between castle and knight."),
    )


def _step(key: str, title: str, does: str, square: str, reason: str) -> GuideStep:
    return GuideStep(at(key), title, does, square, reason, [], {at(key): square}, [square])


def _around(state: Realm, castle: str) -> Iterator[str]:
    """What lies near a square, and how near the edge is."""
    here = INDEX[castle]
    near = mask_of(one for one, number in INDEX.items() if distance(number, here) <= NEAR)
    voice = RealmVoice.of(spoken(), {})
    land = voice.landmarks(state.land.terrain.landmarks(near)) or _("only meadow")
    yield _("Within two squares of it: %(land)s.") % {"land": land}
    row, column = divmod(here, WIDTH)
    to_edge = min(row, column, WIDTH - 1 - row, WIDTH - 1 - column)
    if not to_edge:
        yield _("It stands at the edge of the board, which is border.")
    elif to_edge <= NEAR:
        yield ngettext(
            "The edge of the board counts as a border; it is %(count)d square away.",
            "The edge of the board counts as a border; it is %(count)d squares away.",
            to_edge,
        ) % {"count": to_edge}


def give_up_steps(state: Realm, decision: Decision, answer: Json) -> Iterator[GuideStep]:
    """The knight that leaves: how far it is from the castle, and how many remain."""
    land, against, knight = state.land, decision.options["against"], answer["knight"]
    far = land.chain(against)[INDEX[knight]]
    words: Mapping[str, object] = {
        "far": far,
        "knights": counted(land.strength(against) - 1, "knight"),
    }
    reason = ngettext(
        "It stands %(far)d step from the castle. Left there: %(knights)s.",
        "It stands %(far)d steps from the castle. Left there: %(knights)s.",
        far,
    )
    does = _("A knight may leave if the others stay joined to their castle.")
    yield _step("knight", _("The knight that leaves"), does, knight, reason % words)
