"""A person's game and the question their mail is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from engine.core import Decision, Json, Problem
from engine.game import Game as Position
from engine.tower import TOWERS
from games import selectors, store
from games.access import Viewer
from games.boards import board_of
from games.models import Game, User
from games.selectors import Turn


@dataclass(frozen=True)
class MailCase:
    """A game as the person sees it whose mail is read and answered."""

    person: User
    viewer: Viewer
    # What earlier mails said to the question that is put now, and could not be sealed.
    unfinished: Json | None = field(default=None, repr=False)

    @property
    def game(self) -> Game:
        """The game as its row was read."""
        return self.viewer.game

    @property
    def language(self) -> str:
        """The language of the person."""
        return str(self.person.language)

    @cached_property
    def position(self) -> Position:
        """The game its log tells of."""
        return store.load(self.game)

    @property
    def board(self) -> Any:
        """How the game is written and drawn."""
        return board_of(self.game.ruleset)

    @property
    def asked(self) -> Decision | None:
        """What the seat is asked now, answered or not."""
        return next((d for d in self.position.decisions if d.seat == self.viewer.letter), None)

    def turn(self, decision: str) -> Turn | None:
        """A question with what was said to it."""
        return selectors.turn_of(self.viewer, decision)

    def parse(self, asked: Decision, text: str) -> tuple[Json, Sequence[Problem]]:
        """Text orders as an answer to a question."""
        return self.parse_as(asked.kind, text, asked.options)

    def parse_as(
        self, kind: str, text: str, options: Json | None = None
    ) -> tuple[Json, Sequence[Problem]]:
        """Text orders as an answer to a question of a kind."""
        words = self.position.ruleset.text(self.viewer.game.options)
        return words.parse(kind, text, self.language, options)

    @property
    def plans(self) -> list[str]:
        """The kinds of questions that ask for a plan."""
        return [kind for kind in self.board.turn_form.BUILDERS if self.board.letters.is_plan(kind)]

    def merged(self, kind: str, said: Json, read: Json) -> Json:
        """Orders laid over earlier ones."""
        both: Json = self.board.turn_form.merged(kind, said, read)
        return both

    def remarks(self, turn: Turn, answer: Json, problems: Sequence[Problem]) -> Any:
        """What the form would say about an answer."""
        return self.board.turn_form.remarks(
            turn.position.state,
            turn.decision,
            answer,
            problems,
            self.language,
            TOWERS[self.game.tower],
        )

    def draft(self, turn: Turn) -> Any:
        """What was said to a question and does not count: by mail, or on the page of the turn."""
        return self.unfinished or turn.draft

    def as_text(self, kind: str, answer: Any) -> str:
        """An answer as text orders."""
        return str(self.board.turn_form.as_text(kind, answer, self.language))
