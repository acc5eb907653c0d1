"""Wallenstein on a page: the map, the forms, the throws."""

from games.boards.wallenstein import table

__all__ = ["table"]
