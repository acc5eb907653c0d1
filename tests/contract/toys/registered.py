"""The toys as citizens: known to the registry and the bots for as long as a test needs them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engine.bots import BOTS
from engine.kernel.core import Ruleset
from engine.registry import RULESETS, by_version
from games.trust.game_tables import GAME_TABLES
from tests.contract.toys.common import Chooser
from tests.contract.toys.high_card import HighCard
from tests.contract.toys.press import Press

PRESS: Ruleset[Any] = Press()
HIGH_CARD: Ruleset[Any] = HighCard()
TOYS = (PRESS, HIGH_CARD)
TABLES = {
    file.name: file.read_text("utf-8") for file in sorted(Path(__file__).parent.glob("*.json"))
}


@contextmanager
def toys_known() -> Iterator[None]:
    """Know both toys, each with a bot called `random` and a table for the verifiers."""
    bots = {toy.key: {"random": Chooser()} for toy in TOYS}
    with RULESETS.lent(by_version(*TOYS)), BOTS.lent(bots), GAME_TABLES.lent(TABLES):
        yield
