"""The toys as citizens: known to the registry and the bots for as long as a test needs them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from engine.bots import BOTS
from engine.kernel.core import Ruleset
from engine.registry import RULESETS, by_version
from tests.contract.toys.common import Chooser
from tests.contract.toys.high_card import HighCard
from tests.contract.toys.press import Press

PRESS: Ruleset[Any] = Press()
HIGH_CARD: Ruleset[Any] = HighCard()
TOYS = (PRESS, HIGH_CARD)


@contextmanager
def toys_known() -> Iterator[None]:
    """Know both toys, each with a bot called `random`."""
    bots = {toy.key: {"random": Chooser()} for toy in TOYS}
    with RULESETS.lent(by_version(*TOYS)), BOTS.lent(bots):
        yield
