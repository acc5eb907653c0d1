"""Where a reader stands in a log: what all parts of the check share."""

from __future__ import annotations

from collections import Counter

from games.trust.verifier.encoding import Json
from games.trust.verifier.report import AuditReport


class LogPosition:
    """What is known of a game at the entry that is read."""

    def __init__(self, report: AuditReport) -> None:
        self.report = report
        self.format = 1
        self.rules: Json = {}
        self.seats: list[str] = []
        self.game = self.link = ""
        self.key: bytes | None = None  # of the step that is told
        self.rests_on = 0  # how many answers that step rests on
        self.uses: Counter[str] = Counter()  # of each label in the step
        self.users: dict[str, str] = {}  # of each label in the step: which device
        self.asked: dict[str, str] = {}  # what the game waits on: decisions, and whose
        self.optional: set[str] = set()  # those of them that nobody has to answer
        self.decided: set[str] = set()
        self.sealed: dict[str, Json] = {}
        self.in_step = False  # whether the entry before this one was a fact

    @property
    def required(self) -> dict[str, str]:
        """What must be answered before the game goes on, and by whom."""
        return {d: seat for d, seat in self.asked.items() if d not in self.optional}

    def begin_step(self, key: bytes, answers: int) -> None:
        """Let facts follow that rest on so many answers."""
        self.key, self.rests_on = key, answers
        self.decided |= set(self.asked) & set(self.sealed)
        self.report.questions = len(self.decided)
        self.asked, self.optional, self.sealed = {}, set(), {}
        self.uses = Counter()
        self.users = {"throw": "tower"} if "tower" in self.report.header else {}
