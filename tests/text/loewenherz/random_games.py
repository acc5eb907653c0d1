"""Games of Löwenherz that bots play at random, for tests of words."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engine.bots.loewenherz.vagabond import Vagabond
from engine.kernel.chance import links, stream
from engine.kernel.core import SEATS, Decision, Json
from engine.kernel.game import advance, decode, new_game, new_header, seal_answer
from engine.loewenherz.ruleset import Loewenherz
from tests.text.loewenherz.fact_samples import Fact

RULES = Loewenherz()
PLAYERS = (2, 3, 4)
AT = "2000-01-01T00:00:00Z"
VEIL = bytes(32)


class RandomGame(NamedTuple):
    """What happened, every question with the answer that somebody gave, and what all could see."""

    facts: tuple[Fact, ...]
    answers: tuple[tuple[Decision, Json], ...]
    views: tuple[Json, ...]


@cache
def random_game(players: int) -> RandomGame:
    """A whole game of bots that play at random, always the same."""
    chain = links(VEIL, RULES.chain_length)
    header = new_header(RULES, f"words {players}", {}, SEATS[:players], chain[0], VEIL)
    game, bot = new_game(RULES, header), Vagabond()
    facts: list[Fact] = []
    answers: list[tuple[Decision, Json]] = []
    views: list[Json] = []
    while not game.finished:
        for decision in game.decisions:
            luck = stream(VEIL, f"bot {decision.id}")
            ask = bot.volunteer if decision.optional else bot.answer
            answer = ask(game.state, decision, luck)
            if answer is not None:
                answers.append((decision, answer))
                game, entry = seal_answer(game, decision.id, answer, "00" * 32, AT, "bot random")
                facts.append(decode(RULES, entry))
        game, entries = advance(game, chain[game.step + 1], AT, VEIL)
        facts += (decode(RULES, entry) for entry in entries)
        views.append(RULES.view(game.state, None))
    return RandomGame(tuple(facts), tuple(answers), tuple(views))
