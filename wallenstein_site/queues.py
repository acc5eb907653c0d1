"""The queues of the workers: games, letters, calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

GAMES: Final = "celery"
POST: Final = "post"
CALLS: Final = "calls"
ALL: Final = (GAMES, POST, CALLS)
# As games/notify/lanes.py calls them, which needs the settings and cannot be asked by them.
_OF_LANES: Final = {("letters",): POST, ("calls",): CALLS}


def route(name: str, args: Sequence[Any] | None, *_: Any, **__: Any) -> dict[str, str] | None:
    """The queue of a task, as Celery asks for it; none: that of games."""
    if name != "games.tasks.deliver_outbox":
        return None
    return {"queue": _OF_LANES.get(tuple(args or ()), POST)}
