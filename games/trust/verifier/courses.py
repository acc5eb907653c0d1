"""The courses: programs that follow a game further than its table can, by the name it has there."""

from __future__ import annotations

from games.trust.verifier.course import TableCourse
from games.trust.verifier.loewenherz import LoewenherzCourse
from games.trust.verifier.position import LogPosition
from games.trust.verifier.wallenstein import WallensteinCourse

COURSES: dict[str, type[TableCourse]] = {
    "loewenherz": LoewenherzCourse,
    "wallenstein": WallensteinCourse,
}


def course_of(at: LogPosition) -> TableCourse:
    """Whoever follows the game of a log: the course that its table names, else the table alone."""
    return COURSES.get(at.rules.get("course", ""), TableCourse)(at)
