"""What the verifiers that are handed out know of each game: the texts of the games' tables."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from engine.kernel.catalogue import Catalogue

_FOLDER: Final = files("games.trust") / "tables" / "games"
GAME_TABLES: Final[Catalogue[str, str]] = Catalogue(
    {
        file.name: file.read_text("utf-8")
        for file in sorted(_FOLDER.iterdir(), key=lambda file: file.name)
    }
)


def game_tables() -> tuple[str, ...]:
    """The table of every game."""
    return tuple(GAME_TABLES.values())
