"""Whole games played by bots, reproducible from a seed."""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from engine.bots import Bot, Volunteer, bot_named
from engine.kernel.canonical import canonical
from engine.kernel.chance import Stream, links, stream
from engine.kernel.core import SEATS, Decision, Json, Ruleset
from engine.kernel.game import Position, advance, new_game, new_header, seal_answer
from engine.kernel.log import Entry
from engine.registry import checked_options, newest

# A simulated game has no clock: the same arguments must give the same bytes.
AT: Final = "2000-01-01T00:00:00Z"


@dataclass(frozen=True)
class SimulatedTable:
    """Who plays what: everything a simulated game depends on besides its number."""

    ruleset: Ruleset[Any]
    players: int
    seed: int
    options: Mapping[str, str]
    bots: tuple[str, ...]

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in use."""
        return tuple(SEATS[: self.players])

    @property
    def name(self) -> str:
        """A name no other table has: options and bots are in it by the start of a digest."""
        detail = canonical([dict(self.options), list(self.bots)])
        mark = sha256(detail).hexdigest()[:8]
        return f"{self.ruleset.key}-{self.players}p-{mark}-s{self.seed}"


@dataclass(frozen=True)
class Played:
    """A game that was played to its end, and its log."""

    table: SimulatedTable
    game: Position
    entries: list[Entry]

    def summary(self) -> Json:
        """The game in one line."""
        header, table = self.game.header, self.table
        shown = table.ruleset.view(self.game.state, None)
        return {
            "game": header.game,
            "seed": table.seed,
            "players": table.players,
            "ruleset": header.ruleset,
            "version": header.version,
            "events": len(self.entries),
            "throws": sum("throw" in entry.payload for entry in self.entries),
            "scores": shown["points"],
            "winners": shown["winners"],
            "head": self.game.head,
        }


def table(
    ruleset_key: str,
    players: int,
    seed: int,
    options: Mapping[str, str] | None = None,
    bots: Sequence[str] = ("random",),
) -> SimulatedTable:
    """A table for simulated games; raises ValueError with a clear reason."""
    ruleset = newest(ruleset_key)
    if players not in ruleset.seats:
        allowed = ", ".join(map(str, ruleset.seats))
        raise ValueError(f"{ruleset_key} is for {allowed} players, not {players}")
    if len(bots) not in (1, players):
        raise ValueError(f"name one bot for all seats, or {players}, not {len(bots)}")
    for name in bots:
        bot_named(ruleset_key, name)
    everybody = tuple(bots) if len(bots) == players else tuple(bots) * players
    return SimulatedTable(
        ruleset, players, seed, checked_options(ruleset, options or {}), everybody
    )


def play(at_table: SimulatedTable, number: int) -> Played:
    """The game with this number, from the first card to the last score."""
    name = f"{at_table.name}-g{number}"
    root = hmac.digest(b"simulate", canonical([name, at_table.ruleset.version]), "sha256")
    ruleset = at_table.ruleset
    chain = links(hmac.digest(root, b"end of the chain", "sha256"), ruleset.chain_length)
    veil = hmac.digest(root, b"veil", "sha256") if ruleset.events.veiled else b""
    header = new_header(ruleset, name, at_table.options, at_table.seats, chain[0], veil)
    bots: dict[str, Bot] = {
        seat: bot_named(at_table.ruleset.key, bot)
        for seat, bot in zip(at_table.seats, at_table.bots, strict=True)
    }
    game, entries = new_game(at_table.ruleset, header), []
    while not game.finished:
        for decision in game.decisions:
            luck = stream(root, f"bot {decision.id}")
            answer = _answer(bots[decision.seat], game, decision, luck)
            if answer is None:
                continue
            salt = hmac.digest(root, f"salt {decision.id}".encode(), "sha256").hex()
            by = f"bot {at_table.bots[at_table.seats.index(decision.seat)]}"
            game, sealed = seal_answer(game, decision.id, answer, salt, AT, by)
            entries.append(sealed)
        game, step = advance(game, chain[game.step + 1], AT, veil)
        entries.extend(step)
    return Played(at_table, game, entries)


def _answer(bot: Bot, game: Position, decision: Decision, luck: Stream) -> Json | None:
    """What a bot says; nothing where it need not, and does not want to."""
    if not decision.optional:
        return bot.answer(game.state, decision, luck)
    return bot.volunteer(game.state, decision, luck) if isinstance(bot, Volunteer) else None
