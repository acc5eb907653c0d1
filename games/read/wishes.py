"""What a viewer has left beforehand and is in force: shown to its author, and to nobody else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.kernel.core import Answers, Json
from engine.kernel.game import Position
from games.access import Viewer
from games.boards import board_of
from games.log import store
from games.models import GOING_ON
from games.names import names_of


@dataclass(frozen=True)
class LeftWish:
    """Something a player may leave: what is left, and the question by which it is changed.

    `unseen`: it was left for the seat before the viewer came to it, so they may not read it.
    """

    kind: str
    question: str
    call: str
    heading: str
    lines: Sequence[str]
    unseen: bool

    @property
    def is_left(self) -> bool:
        """Whether there is anything to take back."""
        return self.unseen or bool(self.lines)


def left_wishes(viewer: Viewer, view: Json, language: str) -> list[LeftWish]:
    """Everything the viewer has left and may leave now; nothing for who only looks on.

    `view` is the position as the viewer sees it, with the cards they hold.
    """
    board, seat = board_of(viewer.game.ruleset), viewer.seat_key
    if board.wishes is None or seat is None or viewer.game.status not in GOING_ON:
        return []
    position, names = store.load(viewer.game), names_of(viewer.game, language)
    asked = {
        decision.kind: decision.id
        for decision in position.decisions
        if decision.optional and decision.seat == seat
    }
    wishes = []
    for kind in board.wishes.kinds:
        name = board.wishes.in_force(position.state, answers_for(position, seat), kind, seat)
        answer = said_by(viewer, position, name)
        lines = board.wishes.in_words(kind, answer, view, language, names) if answer else ()
        heading, call = board.wishes.heading(kind), board.turn.call(kind)
        unseen = name is not None and answer is None
        wishes.append(LeftWish(kind, asked.get(kind, ""), call, heading, lines, unseen))
    return [wish for wish in wishes if wish.question or wish.is_left]


def answers_for(position: Position, seat: str) -> Answers:
    """Every answer that counts, or counted, for a seat."""
    mine = (item for item in position.sealed.items() if item[1].seat == seat)
    return {name: one.answer for name, one in mine if one.answer is not None}


def said_by(viewer: Viewer, position: Position, name: str | None) -> Json | None:
    """What a viewer has said to a question of that name; nothing if somebody did before them."""
    sealed = position.sealed.get(name) if name else None
    answer: Json | None = sealed.answer if sealed and sealed.seq > viewer.since else None
    return answer


def wish_in_force(viewer: Viewer, kind: str) -> Json | None:
    """What the viewer has left of a kind, to begin with where they change it."""
    wishes, seat = board_of(viewer.game.ruleset).wishes, viewer.seat_key
    if wishes is None or seat is None or kind not in wishes.kinds:
        return None
    position = store.load(viewer.game)
    name = wishes.in_force(position.state, answers_for(position, seat), kind, seat)
    return said_by(viewer, position, name)
