"""Draws, throws and rolls: each made again from its stream."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from games.trust.verifier.chance import drawn, fallen, rolled, some, words
from games.trust.verifier.course import TableCourse, filled
from games.trust.verifier.encoding import Cubes, Json, Wrong, is_count, listed, same, typed
from games.trust.verifier.position import LogPosition
from games.trust.verifier.report import Throw

MOST_CUBES = 2_000  # no game has as many; whoever claims more wants to keep you waiting
MOST_DICE = MOST_SIDES = 1_000


class Devices:
    """Makes again what a fact says that chance gave."""

    def __init__(self, at: LogPosition, course: TableCourse, tower: Json) -> None:
        self.at, self.course, self.tower = at, course, tower
        self.lodged: Cubes = {}

    def use(self, seq: int, payload: Json, member: str, rule: Json | None) -> None:
        """Check one use of chance, as the table rules it or, without one, by itself."""
        if member == "throw":
            self._throw(seq, payload, rule)
        elif member == "roll":
            self._roll(seq, payload, payload["roll"], rule)
        elif member == "rolls":
            self._rolls(seq, payload, rule)
        else:
            made = payload["draws"] if member == "draws" else [payload["draw"]]
            self._draws(seq, payload, made, rule)

    def stream(self, seq: int, stream: Any, label: str | None, device: str) -> str:
        """The name of a stream, which must be the next of its label."""
        if label is None:
            label = str(stream).rpartition(" ")[0]
        uses = self.at.uses
        uses[label] += 1
        expected = f"{label} {uses[label]}"
        if stream != expected:
            raise Wrong(seq, f"the stream should be called {expected}")
        user = self.at.users.setdefault(label, device)
        if self.at.format > 1 and user != device:
            raise Wrong(seq, f"{label} is the {user}'s in this step, and not the {device}'s")
        return expected

    def _source(self, seq: int, stream: Any, label: str | None, device: str) -> Iterator[int]:
        name = self.stream(seq, stream, label, device)
        return words(self.at.key or b"", name)

    def _draws(self, seq: int, payload: Json, made: list[Any], rule: Json | None) -> None:
        pools = self.course.pools(payload, rule) if rule else [None] * len(typed(list, made))
        if len(typed(list, made)) != len(pools):
            raise Wrong(seq, f"there should be {len(pools)} draws")
        for at, draw in enumerate(made):
            if draw is not None:
                self._draw(seq, payload, draw, pools[at], rule)
            elif rule and pools[at]:
                raise Wrong(seq, "there should be a draw")

    def _draw(self, seq: int, payload: Json, draw: Json, pool: Any, rule: Json | None) -> None:
        label = filled(rule["label"], payload) if rule else None
        if set(typed(dict, draw)) != {"stream", "from", "drawn"}:
            raise Wrong(seq, "the draw has not the keys it should have")
        source = self._source(seq, draw["stream"], label, "deck")
        if pool is not None and not same(draw["from"], pool):
            raise Wrong(seq, "the draw is not from what lies on the table")
        items, result = typed(list, draw["from"]), typed(list, draw["drawn"])
        number = self.course.number(payload, rule, len(items)) if rule else len(result)
        if len(result) > len(items) or len(result) != number or (rule and not number):
            raise Wrong(seq, "the draw is not of as many as it should be")
        if not same(drawn(source, items, len(result)), result):
            raise Wrong(seq, f"the stream {draw['stream']} gives another draw")
        self.at.report.draws += 1
        if rule:
            self.course.taken(rule, result)

    def _throw(self, seq: int, payload: Json, rule: Json | None) -> None:
        throw = payload["throw"]
        if "tower" not in self.at.report.header:
            raise Wrong(seq, "cubes are thrown in a game without a tower")
        if set(typed(dict, throw)) != {"stream", "thrown", "lodged", "fell"}:
            raise Wrong(seq, "the throw has not the keys it should have")
        thrown, lodged = throw["thrown"], throw["lodged"]
        label = filled(rule["label"], payload) if rule else None
        source = self._source(seq, throw["stream"], label, "tower")
        if not same(lodged, self.lodged):
            raise Wrong(seq, f"what is in the tower should be {listed(self.lodged)}")
        due = self.course.to_be_thrown() if rule else None
        if due is not None and not same(thrown, due):
            raise Wrong(seq, f"what is thrown should be {listed(due)}")
        fell = throw["fell"]
        counts = [*thrown.values(), *fell.values()]
        if not all(is_count(count, 1) for count in counts) or sum(counts) > MOST_CUBES:
            raise Wrong(seq, "cubes are not counted as they should be")
        if self.tower and not same(fell, fallen(source, self.tower, thrown, lodged)):
            again = words(self.at.key or b"", throw["stream"])
            right = fallen(again, self.tower, thrown, lodged)
            raise Wrong(seq, f"the stream {throw['stream']} lets fall {listed(right)}")
        inside: Counter[str] = Counter(lodged)
        inside.update(thrown)
        inside.subtract(fell)
        self.lodged = some(inside)
        self.course.fell(fell)
        made = (self.course.cause, throw["stream"], thrown, lodged, fell, self.lodged)
        report = self.at.report
        report.throws.append(Throw(seq, report.steps, self.course.chapter, *made))

    def _rolls(self, seq: int, payload: Json, rule: Json | None) -> None:
        made = typed(list, payload["rolls"])
        rules = rule.get("each", [rule] * len(made)) if rule else [None] * len(made)
        if len(made) != len(rules):
            raise Wrong(seq, f"there should be {len(rules)} rolls")
        for roll, one in zip(made, rules):  # noqa: B905 - Python 3.9 has no strict
            self._roll(seq, payload, roll, one)

    def _roll(self, seq: int, payload: Json, roll: Json | None, rule: Json | None) -> None:
        if roll is None:
            if rule and not rule.get("optional"):
                raise Wrong(seq, "there should be a roll")
            return
        if set(typed(dict, roll)) != {"stream", "sides", "rolled"}:
            raise Wrong(seq, "the roll has not the keys it should have")
        label = filled(rule["label"], payload) if rule else None
        source = self._source(seq, roll["stream"], label, "dice")
        sides, result = roll["sides"], typed(list, roll["rolled"])
        are_dice = is_count(sides, 2) and sides <= MOST_SIDES and 1 <= len(result) <= MOST_DICE
        due = (rule or {}).get("sides", sides), (rule or {}).get("dice", len(result))
        if not are_dice or due != (sides, len(result)):
            raise Wrong(seq, "the roll is not of the dice it should be")
        if not same(rolled(source, sides, len(result)), result):
            raise Wrong(seq, f"the stream {roll['stream']} gives another roll")
        self.at.report.rolls += 1
