"""A turn form that does no more than ask: no tools, no advice, nothing to be left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from engine.devices.tower import Tower
from engine.kernel.core import Decision, Json, Problem
from games.boards.board import GuideStep, Names, ToolResult


class BareTurn:
    """What the forms of games have in common that only ask; a game replaces what it has better."""

    def call_to_go_on(self, decision: Decision, problems: Sequence[Problem]) -> str:
        """What a player is called upon to do who has saved a draft."""
        return _("Finish your draft")

    def tooled(
        self,
        tool: str,
        decision: Decision,
        answer: Json,
        last: Json | None,
        check: Callable[[Json], Sequence[Problem]],
        language: str,
    ) -> ToolResult | None:
        """There are no tools."""
        return None

    def brief(self, kind: str, answer: Json) -> Json:
        """A program's answer is written as a person's."""
        return answer

    def guide(
        self,
        state: Any,
        decision: Decision,
        answer: Json,
        language: str,
        names: Names,
        tower: Tower | None,
    ) -> Sequence[GuideStep]:
        """Nobody knows why an answer is good."""
        return ()
