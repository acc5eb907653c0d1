"""What the check finds out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from games.trust.verifier.encoding import Cubes, Json, Wrong

# Whose own an answer is: under a salt of theirs, or under one that the server drew for them.
PEOPLE = ("seat", "relay")


@dataclass
class Throw:
    """One throw, for the report."""

    seq: int
    step: int
    chapter: str
    why: str
    stream: str
    thrown: Cubes
    lodged: Cubes
    fell: Cubes
    after: Cubes
    result: list[str] = field(default_factory=list)


@dataclass
class AuditReport:
    """What was checked, and what came of it."""

    header: Json = field(default_factory=dict)
    games: dict[int, str] = field(default_factory=dict)  # by the entry from which on it is this one
    entries: int = 0
    head: str = ""
    steps: int = 0
    questions: int = 0
    draws: int = 0
    throws: list[Throw] = field(default_factory=list)
    rolls: int = 0
    deals: int = 0
    cards_open: int = 0
    dealt_again: int = 0  # of the deals, those whose card was proved after the veil was lifted
    shown: int = 0
    judged: int = 0
    opened: int = 0
    sealed: int = 0
    by: Counter[str] = field(default_factory=Counter)
    counted: dict[int, Json] = field(default_factory=dict)  # answers of steps, or of the next one
    fixed_salts: int = 0
    chosen_salts: list[int] = field(default_factory=list)
    house_last: list[int] = field(default_factory=list)
    relayed_last: list[int] = field(default_factory=list)
    has_table: bool = False  # of the game: it says which fact ends it
    over: bool = False
    signatures: int = 0
    statements: int = 0
    heads: int = 0
    untold: list[str] = field(default_factory=list)  # what the table of the game leaves open
    gaps: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    wrong: Wrong | None = None

    @property
    def verdict(self) -> str:
        """OK, FAILED, or NOT FULLY CHECKED."""
        if self.wrong:
            return "FAILED"
        return "NOT FULLY CHECKED" if self.gaps else "OK"
