"""A person's game and the question their mail is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Self

from django.db.models import prefetch_related_objects

from engine.devices.tower import tower_named
from engine.kernel.core import Decision, Json, Problem
from engine.kernel.game import Position
from games.access import Viewer
from games.boards import board_of
from games.boards.board import Board
from games.boards.remarks import Remarks
from games.log.seals import seal, unseal
from games.models import Game, User
from games.names import names_of
from games.read import selectors
from games.read.open_orders import is_said_again, orders_in, without
from games.read.selectors import ViewerTurn

# Of lines that say nothing no more is kept: whoever wrote so many writes everything again.
_MOST_LINES: Final = 20
_LONGEST_LINE: Final = 200


@dataclass(frozen=True)
class Unfinished:
    """What mails said to a question that could not be sealed, and what nobody could read."""

    said: Json = field(default_factory=dict, repr=False)
    # Orders of which a line could not be read, said again since or not, with their names.
    unread: Mapping[str, str] = field(default_factory=dict, repr=False)
    # Lines that may be about any order, not said again since.
    lines: Sequence[str] = field(default=(), repr=False)

    def __bool__(self) -> bool:
        return bool(self.said or self.unread or self.lines)

    @property
    def is_open(self) -> bool:
        """Whether something must be said before anything is sealed."""
        return bool(self.open or self.lines)

    @property
    def open(self) -> list[str]:
        """The names of the orders that must be said before anything is sealed."""
        orders = orders_in(self.said)
        return [name for order, name in self.unread.items() if order not in orders]

    def sealed(self) -> bytes | None:
        """As it is kept; nothing if there is nothing to keep."""
        if not self:
            return None
        return seal({"said": self.said, "unread": dict(self.unread), "lines": list(self.lines)})

    @classmethod
    def unsealed(cls, kept: bytes | memoryview[int]) -> Self:
        """What was kept; before orders could be open it was the answer alone."""
        content: Json = unseal(kept)
        return cls(**content) if content.keys() >= {"said", "unread"} else cls(content)


@dataclass(frozen=True)
class MailCase:
    """A game as the person sees it whose mail is read and answered."""

    person: User
    viewer: Viewer
    position: Position = field(repr=False)
    # What earlier mails said to the question that is put now, and could not be sealed.
    unfinished: Unfinished = field(default_factory=Unfinished, repr=False)
    # The question that the mail was sent to, if it is one that need not be answered.
    offer: str = ""

    @property
    def game(self) -> Game:
        """The game as its row was read."""
        return self.viewer.game

    @property
    def language(self) -> str:
        """The language of the person."""
        return str(self.person.language)

    @cached_property
    def names(self) -> dict[str, str]:
        """The names at the table by seat."""
        prefetch_related_objects([self.game], "seats__user")
        return names_of(self.game, self.language)

    @property
    def board(self) -> Board:
        """How the game is written and drawn."""
        return board_of(self.game.ruleset)

    @cached_property
    def view(self) -> Json:
        """The position as the person may see it."""
        return selectors.board(self.viewer, self.position)

    @property
    def decisions(self) -> Sequence[Decision]:
        """What the seat is asked now, answered or not."""
        return [asked for asked in self.position.decisions if asked.seat == self.viewer.seat_key]

    @property
    def asked(self) -> Decision | None:
        """The one the mail was sent to, if it need not be answered; else the first of these
        questions that the game waits for; if for none, the first."""
        return min(
            self.decisions, key=lambda one: (one.id != self.offer, one.optional), default=None
        )

    @cached_property
    def turn(self) -> ViewerTurn | None:
        """That question with what was said to it."""
        return self.turn_of(self.asked) if self.asked else None

    def turn_of(self, decision: Decision) -> ViewerTurn:
        """A question of these with what was said to it."""
        return ViewerTurn(self.viewer, self.position, decision)

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
    def plans(self) -> Sequence[str]:
        """The kinds of questions that ask for a plan."""
        return self.board.turn.plan_kinds

    def with_more(
        self, turn: ViewerTurn, read: Json, gaps: Mapping[str, str], lines: Sequence[str]
    ) -> Unfinished:
        """What is unfinished with another mail laid over it, which leaves these orders open, and
        in which these lines may be about any."""
        before, kind = self.unfinished, turn.decision.kind
        answer = without(self._merged(kind, before.said, read), gaps)
        left = [line for line in before.lines if not self._is_said_again(turn, line, read)]
        kept = dict.fromkeys((*left, *(line[:_LONGEST_LINE] for line in lines)))
        return Unfinished(answer, {**before.unread, **gaps}, tuple(kept)[:_MOST_LINES])

    def _is_said_again(self, turn: ViewerTurn, line: str, read: Json) -> bool:
        texts = (
            self.as_text(turn.decision.kind, one) if one else "" for one in (read, turn.sealed)
        )
        return is_said_again(line, *texts)

    def laid_over(self, kind: str, sealed: Json, more: Unfinished) -> Json:
        """Sealed orders with what mails changed; nothing sealed fills what could not be read."""
        return self._merged(kind, without(sealed, more.unread), more.said)

    def _merged(self, kind: str, answer: Json, read: Json) -> Json:
        return self.board.turn.merged(kind, answer, read)

    def completed(self, turn: ViewerTurn, answer: Json) -> Json:
        """What was read, with what it leaves to be filled in filled in."""
        return self.board.turn.completed(turn.decision, answer)

    def remarks(self, turn: ViewerTurn, answer: Json, problems: Sequence[Problem]) -> Remarks:
        """What the form would say about an answer."""
        return self.board.turn.remarks(
            turn.position.state,
            turn.decision,
            answer,
            problems,
            self.language,
            tower_named(self.game.tower),
            names=self.names,
        )

    def draft(self, turn: ViewerTurn) -> Any:
        """What was said to a question and does not count: by mail, or on the page of the turn."""
        return self.unfinished.said or turn.draft

    def as_text(self, kind: str, answer: Any) -> str:
        """An answer as text orders."""
        return self.board.turn.as_text(kind, answer, self.language)
