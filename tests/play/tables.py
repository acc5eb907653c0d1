"""A table for the tests: a game, its log so far, and the hidden chain of its chance."""

from __future__ import annotations

import copy
import itertools
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple

from engine.bots import bot_named
from engine.devices.tower import DEFAULT_TOWER
from engine.kernel.chance import links, stream
from engine.kernel.core import SEATS, Decision, Json, Ruleset
from engine.kernel.game import (
    Position,
    advance,
    new_game,
    new_header,
    seal_answer,
    seal_default,
    withdraw_answer,
)
from engine.kernel.log import Entry, Header
from engine.registry import checked_options, newest

RULESET = "wallenstein-2010"
LOEWENHERZ = "loewenherz-2003"
AT = "2026-11-16T12:00:00Z"
LONGEST_GAME = 600


class Of(NamedTuple):
    """What a table is set for."""

    players: int
    line_up: str = ""
    choices: str = ""
    ruleset: str = RULESET
    expansions: tuple[str, ...] = ()


# Every table of 2010 that can be set; of 2002 and the expansions those that differ most.
# Where everybody makes a plan, in secret and at once.
PLANNED = [
    *itertools.starmap(Of, itertools.product((3, 4, 5), ("default", "draft"), ("orders", "ask"))),
    *(
        Of(players, line_up, choices, "wallenstein-2002")
        for players in (3, 4, 5)
        for line_up, choices in (("default", "orders"), ("draft", "ask"))
    ),
    *(
        Of(players, line_up, choices, RULESET, expansions)
        for expansions in (
            ("landsknechte",),
            ("emperors_court",),
            ("emperors_court", "landsknechte"),
        )
        for players, line_up, choices in (
            (3, "default", "ask"),
            (4, "default", "orders"),
            (5, "draft", "ask"),
        )
    ),
]
# With the neutral colour, and with fewer castles.
TABLES = [*PLANNED, *(Of(players, ruleset=LOEWENHERZ) for players in (2, 4))]


def table_name(of: Of) -> str:
    """A table as it is named in test ids and files."""
    if of.ruleset == LOEWENHERZ:
        return f"{of.players}p-{of.ruleset}"
    year = "" if of.ruleset == RULESET else f"-{of.ruleset[-4:]}"
    return "-".join((f"{of.players}p-{of.line_up}-{of.choices}{year}", *of.expansions))


def set_table(of: Of, name: str) -> Table:
    """A table of some kind before the first card is turned up."""
    if of.ruleset == LOEWENHERZ:
        return table_of(newest(of.ruleset), of.players, name)
    return new_table(of.players, of.line_up, of.choices, name, of.ruleset, of.expansions)


@dataclass
class Table:
    """A game under way, as the service sees it."""

    game: Position
    chain: list[bytes]
    entries: list[Entry] = field(default_factory=list)
    salts: itertools.count[int] = field(default_factory=itertools.count)
    veil: bytes = b""

    def twin(self) -> Table:
        """A table in the same position that goes its own way from here."""
        salts = copy.copy(self.salts)
        return Table(self.game, self.chain, list(self.entries), salts, self.veil)

    def seal(self, decision_id: str, answer: Any, flavour: str = "") -> Entry:
        """Commit a seat to an answer, under a salt that is never used again."""
        salt = sha256(f"salt {next(self.salts)} {flavour}".encode()).hexdigest()
        self.game, entry = seal_answer(self.game, decision_id, answer, salt, AT)
        self.entries.append(entry)
        return entry

    def seal_default(self, decision_id: str) -> Entry:
        """What the server says for a seat that stays silent."""
        self.game, entry = seal_default(self.game, decision_id, AT)
        self.entries.append(entry)
        return entry

    def withdraw(self, decision: Decision) -> None:
        """Take an answer back."""
        self.game, entry = withdraw_answer(self.game, decision.id, AT)
        self.entries.append(entry)

    def advance(self) -> list[Entry]:
        """Play the next step."""
        self.game, entries = advance(self.game, self.chain[self.game.step + 1], AT, self.veil)
        self.entries.extend(entries)
        return entries

    def answer_all(self, key: str, *, terse: bool = False) -> None:
        """Let the random bot answer whatever is open."""
        for decision in self.game.waiting:
            self.seal(decision.id, random_answer(self.game, decision, key, terse=terse))

    def play_step(self, key: str, *, terse: bool = False) -> list[Entry]:
        """Answers from everybody, and the step."""
        self.answer_all(key, terse=terse)
        return self.advance()

    def play_out(self, key: str, *, terse: bool = False) -> Table:
        """The rest of the game."""
        while not self.game.finished:
            self.play_step(key, terse=terse)
        return self


def table_of(ruleset: Ruleset[Any], players: int, name: str = "toy") -> Table:
    """A table before the first step."""
    chain = links(sha256(f"end of {name}".encode()).digest(), ruleset.chain_length)
    veil = sha256(f"veil of {name}".encode()).digest() if ruleset.events.veiled else b""
    options = checked_options(ruleset, {})
    header = new_header(ruleset, name, options, SEATS[:players], chain[0], veil)
    return Table(new_game(ruleset, header), chain, veil=veil)


def new_table(
    players: int,
    line_up: str,
    choices: str,
    name: str = "table",
    rules: str = RULESET,
    expansions: tuple[str, ...] = (),
) -> Table:
    """A table before the first card is turned up."""
    chain = links(sha256(f"end of {name}".encode()).digest(), LONGEST_GAME)
    ruleset = newest(rules)
    options = {"line_up": line_up, "choices": choices, **dict.fromkeys(expansions, "on")}
    header = Header(
        game=name,
        ruleset=ruleset.key,
        version=ruleset.version,
        tower=DEFAULT_TOWER,
        options=checked_options(ruleset, options),
        seats=tuple("ABCDE"[:players]),
        anchor=chain[0].hex(),
    )
    return Table(new_game(ruleset, header), chain)


def random_answer(game: Position, decision: Decision, key: str, *, terse: bool = False) -> Json:
    """What the random bot answers; terse: without the standing orders, so that more is asked."""
    source = stream(sha256(key.encode()).digest(), f"{decision.id} {game.seq}")
    answer = bot_named(game.ruleset.key, "random").answer(game.state, decision, source)
    if terse and decision.kind == "plan":
        return {key: answer[key] for key in ("boxes", "bid") if key in answer}
    return answer
