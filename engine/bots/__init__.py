"""Players that need nobody at the keyboard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol, runtime_checkable

from engine.bots.wallenstein.marshal import Marshal
from engine.bots.wallenstein.uniform import Uniform
from engine.kernel.catalogue import Catalogue
from engine.kernel.chance import Stream
from engine.kernel.core import Decision, Json


class Bot(Protocol):
    """A player: answers a decision from what lies open and a stream of its own."""

    def answer(self, state: Any, decision: Decision, stream: Stream) -> Json:
        """A legal answer."""


@runtime_checkable
class Volunteer(Protocol):
    """A bot that may also answer where it need not."""

    def volunteer(self, state: Any, decision: Decision, stream: Stream) -> Json | None:
        """A legal answer to an optional decision, or none."""


# Of each ruleset its bots by name, from the simplest to the strongest.
WALLENSTEIN: Final[Mapping[str, Bot]] = {"random": Uniform(), "marshal": Marshal()}
BOTS: Final[Catalogue[str, Mapping[str, Bot]]] = Catalogue(
    {"wallenstein-2010": WALLENSTEIN, "wallenstein-2002": WALLENSTEIN}
)
# Gives the default answer of the rules, wherever somebody has left a game that no bot plays: a name
# that no bot may have.
DEFAULT_ANSWERS: Final = "default"


def stand_in(ruleset: str) -> str | None:
    """The bot that plays for whoever is late or gone: the strongest, if there is any."""
    names = list(BOTS.get(ruleset, {}))
    return names[-1] if names else None


def bot_named(ruleset: str, name: str) -> Bot:
    """A bot that can play a ruleset; raises ValueError with the names known."""
    known = BOTS.get(ruleset, {})
    if name not in known:
        raise ValueError(f"no bot {name!r} for {ruleset}; known: {', '.join(known)}")
    return known[name]
