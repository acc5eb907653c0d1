"""What a bot would answer in somebody's place: a suggestion, which is nobody's answer."""

from __future__ import annotations

from hashlib import sha256

from engine.bots import bot_named
from engine.kernel.chance import stream
from engine.kernel.core import Decision, Json
from engine.kernel.game import Position
from games.boards import board_of
from games.boards.bots import adviser
from games.read.selectors import ViewerTurn


def suggested_answer(turn: ViewerTurn) -> Json | None:
    """A legal answer to a question put to a viewer; none where no bot can give one."""
    return suggestion(turn.position, turn.decision, turn.viewer.game.pk)


def suggestion(position: Position, decision: Decision, game: str) -> Json | None:
    """What the bot would answer that advises in such games; none if there is none.

    It knows what lies open and what the question says, and nothing that was sealed. Its luck is
    drawn from names that everybody knows: asked again, it suggests the same.
    """
    ruleset = position.ruleset
    name = adviser(ruleset.key)
    if name is None or decision.optional:
        return None
    luck = stream(sha256(f"a suggestion in {game}".encode()).digest(), decision.id)
    whole = bot_named(ruleset.key, name).answer(position.state, decision, luck)
    answer = board_of(ruleset.key).turn.brief(decision.kind, whole)
    return None if ruleset.problems(position.state, decision, answer) else answer
