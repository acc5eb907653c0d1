"""What happened since somebody last looked, for a page that is still open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine.kernel.journal import JOURNAL, AnswerSealed, StepBegan
from engine.kernel.log import Entry
from engine.registry import ruleset_of
from games.access import Viewer
from games.log import store
from games.names import names_of

MOST_SENTENCES: Final = 5


@dataclass(frozen=True)
class News:
    """Whether the game has moved on, and what people did around it."""

    step: int | None
    sentences: tuple[str, ...]


def news_since(viewer: Viewer, seq: int, language: str) -> News:
    """The news of a game after an entry of its log; public facts only."""
    game = viewer.game
    fresh = store.public_entries_of(game, after=seq, until=game.seq)
    steps = [entry.payload["step"] for entry in fresh if entry.kind == StepBegan.kind]
    if steps:
        # The report tells the rest better.
        return News(steps[-1], ())
    return News(None, tuple(_sentences(viewer, fresh, language))[-MOST_SENTENCES:])


def _sentences(viewer: Viewer, fresh: Iterable[Entry], language: str) -> Iterable[str]:
    words = ruleset_of(viewer.game.ruleset, viewer.game.version).text()
    names = names_of(viewer.game, language)
    for entry in fresh:
        if entry.kind in JOURNAL:
            event = JOURNAL.decode(entry.kind, entry.version, entry.payload)
            if not _of_a_bot(event):
                yield words.account(event, language, names)


def _of_a_bot(event: object) -> bool:
    """Bots answer at once; nobody wants to hear of it."""
    return isinstance(event, AnswerSealed) and event.by.startswith("bot")
