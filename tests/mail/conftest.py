"""What the mail tests share: two people at a table, time travel, and databases to commit to."""

from __future__ import annotations

import pytest

from games.models import Game, User
from tests.service.conftest import anna, at, bert, committed, log_guarded, nothing_folded
from tests.service.tables import started

__all__ = ["anna", "at", "bert", "committed", "log_guarded", "nothing_folded"]


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    """A game that asks both for a plan."""
    return started(anna, bert, players=3)
