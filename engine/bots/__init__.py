"""Players that need nobody at the keyboard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol, runtime_checkable

from engine.bots.loewenherz.baron import Baron
from engine.bots.loewenherz.squire import SQUIRE
from engine.bots.loewenherz.vagabond import Vagabond
from engine.bots.wallenstein.adviser import Adviser
from engine.bots.wallenstein.generalissimo import Generalissimo
from engine.bots.wallenstein.marshal import Marshal
from engine.bots.wallenstein.recruit import BEGINNER
from engine.bots.wallenstein.uniform import Uniform
from engine.kernel.catalogue import Catalogue
from engine.kernel.chance import Stream
from engine.kernel.core import Decision, Json, Ruleset
from engine.registry import LOEWENHERZ, WALLENSTEIN_2002, WALLENSTEIN_2010


class Bot(Protocol):
    """A player: answers a decision from what lies open and a stream of its own."""

    def answer(self, state: Any, decision: Decision, stream: Stream) -> Json:
        """A legal answer."""


@runtime_checkable
class Volunteer(Protocol):
    """A bot that may also answer where it need not."""

    def volunteer(self, state: Any, decision: Decision, stream: Stream) -> Json | None:
        """A legal answer to an optional decision, or none."""


def _wallenstein(ruleset: Ruleset[Any]) -> Mapping[str, Bot]:
    return {
        "random": Uniform(),
        "recruit": Marshal(BEGINNER),
        "marshal": Marshal(),
        "generalissimo": Generalissimo(ruleset),
    }


# Of each ruleset its bots by name, from the simplest to the strongest.
BOTS: Final[Catalogue[str, Mapping[str, Bot]]] = Catalogue(
    {ruleset.key: _wallenstein(ruleset) for ruleset in (WALLENSTEIN_2010, WALLENSTEIN_2002)},
    {LOEWENHERZ.key: {"random": Vagabond(), "squire": Baron(SQUIRE), "baron": Baron()}},
)
# Who plays for whoever is late or gone, where it is not the strongest: running games were begun
# with this one in view, and whoever comes back finds neither a wreck nor a triumph.
STAND_INS: Final[Mapping[str, str]] = dict.fromkeys(
    (WALLENSTEIN_2010.key, WALLENSTEIN_2002.key), "marshal"
)
# Who plays by itself as it always did, and advises people with whims of its own.
ADVISERS: Final[Mapping[tuple[str, str], Bot]] = {
    (ruleset.key, "marshal"): Adviser(ruleset) for ruleset in (WALLENSTEIN_2010, WALLENSTEIN_2002)
}
# Gives the default answer of the rules, wherever somebody has left a game that no bot plays: a name
# that no bot may have.
DEFAULT_ANSWERS: Final = "default"


def stand_in(ruleset: str) -> str | None:
    """The bot that plays for whoever is late or gone: the one named for it, else the strongest."""
    names = list(BOTS.get(ruleset, {}))
    return STAND_INS.get(ruleset, names[-1]) if names else None


def bot_named(ruleset: str, name: str) -> Bot:
    """A bot that can play a ruleset; raises ValueError with the names known."""
    known = BOTS.get(ruleset, {})
    if name not in known:
        raise ValueError(f"no bot {name!r} for {ruleset}; known: {', '.join(known)}")
    return known[name]


def adviser_named(ruleset: str, name: str) -> Bot:
    """The same bot as it advises a person: harder to foresee, where it has a way to be."""
    return ADVISERS.get((ruleset, name)) or bot_named(ruleset, name)
