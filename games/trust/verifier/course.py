"""What the table of a game says of its facts: decks, chance, questions, the end."""

from __future__ import annotations

import re
from typing import Any

from games.trust.verifier.chance import left_of
from games.trust.verifier.encoding import Cubes, Json, Wrong, canonical, same, text_of, typed
from games.trust.verifier.position import LogPosition


class TableCourse:
    """Follows a game by its table alone; a game with more to check extends it.

    Without a table it takes facts as they come.
    """

    parts: tuple[str, ...] = ()  # what the table must have for it beyond those of every game

    def __init__(self, at: LogPosition) -> None:
        self.at = at
        self.rules = rules = at.rules
        self.whole = {name: self._in_play(cards) for name, cards in rules.get("decks", {}).items()}
        self.decks = {name: self.whole_deck(name) for name in self.whole}
        self.open: dict[str, list[Any]] = {}
        self.cause = ""  # why cubes are thrown

    @property
    def knows_questions(self) -> bool:
        """Whether the table says whom the game asks."""
        return "asks" in self.rules

    @property
    def chapter(self) -> str:
        """When something happens, in words."""
        return "From the start"

    def whole_deck(self, name: str) -> list[Any]:
        """All cards of a deck, less those that are out with so many players."""
        return list(self.whole[name])

    def _in_play(self, cards: list[Any]) -> list[Any]:
        out = self.rules.get("left_out", {}).get(str(len(self.at.seats)), ())
        names = {canonical(card) for card in out}
        return [card for card in cards if canonical(card) not in names]

    def chance_of(self, kind: str) -> list[Json]:
        """The uses of chance that a fact must have."""
        uses = self.rules.get("chance", {}).get(kind, [])
        return uses if isinstance(uses, list) else [uses]

    def before_chance(self, seq: int, kind: str, payload: Json) -> None:
        """Check a fact before its chance is made again."""
        if self.rules:
            self.at.report.over = kind == self.rules["over"]

    def after_chance(self, seq: int, kind: str, payload: Json) -> None:
        """Check a fact when its chance is proved, and see whom it asks."""
        if self.knows_questions:
            self.ask(seq, *self._asked(kind, payload))

    def ask(self, seq: int, asked: dict[str, str], optional: set[str]) -> None:
        """Let the game wait on decisions."""
        for decision in asked:
            if decision in self.at.decided:
                raise Wrong(seq, f"{decision} was asked before")
        # Where nobody must answer the game does not wait.
        is_waiting = bool(set(asked) - optional)
        self.at.asked, self.at.optional = (asked, optional) if is_waiting else ({}, set())

    def _asked(self, kind: str, payload: Json) -> tuple[dict[str, str], set[str]]:
        asked: dict[str, str] = {}
        optional: set[str] = set()
        for rule in self.rules["asks"].get(kind, ()):
            unless = rule.get("unless", {})
            if unless and all(same(payload[member], unless[member]) for member in unless):
                continue
            for seat in self._seats(rule["of"], payload):
                decision = filled(rule["decision"], {**payload, "asked": seat})
                asked[decision] = seat
                if rule.get("optional"):
                    optional.add(decision)
        return asked, optional

    def _seats(self, of: str, payload: Json) -> list[str]:
        what, _, member = of.rpartition(" ")
        if of == "seats":
            return self.at.seats
        named = typed(list, payload[member]) if what == "seats but" else [payload[member]]
        if not all(seat in self.at.seats for seat in named):
            raise TypeError
        return [seat for seat in self.at.seats if seat not in named] if what else named

    # -- draws: from what, and how many

    def pools(self, payload: Json, rule: Json) -> list[list[Any]]:
        """What is drawn from, for each of the draws of a fact."""
        what, _, name = rule["of"].partition(" ")
        if what == "seats":
            return [self.at.seats]
        if what == "deck":
            if rule.get("fresh"):
                self.decks[name] = self.whole_deck(name)
            return [self.decks[name]]
        return [self.open.get(name, [])]

    def number(self, payload: Json, rule: Json, items: int) -> int:
        """How many are drawn of so many."""
        return items if rule["take"] == "all" else int(rule["take"])

    def taken(self, rule: Json, cards: list[Any]) -> None:
        """Take what was drawn from where it lay."""
        what, _, name = rule["of"].partition(" ")
        if what in ("deck", "open"):
            piles = self.decks if what == "deck" else self.open
            piles[name] = left_of(piles[name], cards)
        if "opens" in rule:
            self.open[rule["opens"]] = list(cards)

    # -- throws

    def to_be_thrown(self) -> Cubes | None:
        """What must be thrown; none: the table does not say."""
        return None

    def fell(self, cubes: Cubes) -> None:
        """Take note of what fell out of the tower."""


def filled(template: str, payload: Json) -> str:
    """A template with the members of a payload in their places."""
    return re.sub(r"\{(\w+)\}", lambda match: text_of(payload[match[1]]), template)
