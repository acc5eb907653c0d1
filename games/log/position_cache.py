"""Positions kept beside the log, so that opening a game late costs what it cost at its start.

A cache and nothing more: `store.load` uses one only if the log goes on from its head, and only the
code that made it reads it again. Whoever deletes all rows loses time and nothing else.
"""

from __future__ import annotations

import pickle
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import engine
from engine.kernel.game import Position
from engine.registry import ruleset_of
from games.log.seals import LostKey, seal_bytes, unseal_bytes
from games.models import FoldedGame, Game

# Everything but the rules, which are code.
PARTS: Final = ("header", "state", "head", "seq", "step", "sealed", "dealt")
MARK: Final = b"folded game\0"


def keep(game: Game, position: Position) -> None:
    """Keep a position that was just written to the log, in the same transaction.

    That of a game that is over is dropped: nobody goes on from there.
    """
    if position.finished:
        FoldedGame.objects.filter(game=game).delete()
        return
    parts = pickle.dumps({name: getattr(position, name) for name in PARTS})
    FoldedGame.objects.update_or_create(
        game=game, defaults={"code": _code(), "position_sealed": seal_bytes(MARK + parts)}
    )


def kept(game: Game) -> Position | None:
    """The position kept of a game by this code, if there is one."""
    row = FoldedGame.objects.filter(game=game, code=_code()).first()
    if row is None:
        return None
    try:
        opened = unseal_bytes(row.position_sealed)
    except LostKey:
        return None
    if not opened.startswith(MARK):
        return None  # sealed under our keys, as players' words are too: but not by `keep`
    parts = pickle.loads(opened.removeprefix(MARK))  # noqa: S301
    return Position(ruleset=ruleset_of(game.ruleset, game.version), **parts)


@cache
def _code() -> str:
    """What the engine is made of: a position of other code may have other fields."""
    digest = sha256()
    for path in sorted(Path(str(engine.__file__)).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()
