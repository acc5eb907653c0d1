"""What a bot would answer in somebody's place: a suggestion, which is nobody's answer."""

from __future__ import annotations

from django.utils.crypto import salted_hmac

from engine.bots import adviser_named
from engine.kernel.chance import Stream, stream
from engine.kernel.core import Decision, Json
from engine.kernel.game import Position
from games.boards import board_of
from games.boards.bots import adviser
from games.read.selectors import ViewerTurn


def suggested_answer(turn: ViewerTurn) -> Json | None:
    """A legal answer to a question put to a viewer; none where no bot can give one.

    Asked again, it is the same, and without the site's secret no rival can work it out.
    """
    luck = luck_of_suggestions(turn.viewer.game.pk, turn.decision)
    return suggestion(turn.position, turn.decision, luck)


def luck_of_suggestions(game: str, decision: Decision) -> Stream:
    """The luck of what is suggested to a seat: apart from all chance of the game."""
    whose = f"{game} {decision.seat} {decision.id}"
    return stream(salted_hmac("suggestion", whose, algorithm="sha256").digest(), "suggestion")


def suggestion(position: Position, decision: Decision, luck: Stream) -> Json | None:
    """What the bot would answer that advises in such games; none if there is none.

    It knows what lies open and what the question says, and nothing that was sealed.
    """
    ruleset = position.ruleset
    name = adviser(ruleset.key)
    if name is None or decision.optional:
        return None
    whole = adviser_named(ruleset.key, name).answer(position.state, decision, luck)
    answer = board_of(ruleset.key).turn.brief(decision.kind, whole)
    return None if ruleset.problems(position.state, decision, answer) else answer
