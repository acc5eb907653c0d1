"""Wallenstein on a page: the map, the forms, the throws."""

from games.boards.wallenstein import table, telling, throws

__all__ = ["table", "telling", "throws"]
