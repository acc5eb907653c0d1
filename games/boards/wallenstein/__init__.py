"""Wallenstein on a page: the map, the forms, the throws."""

from games.boards.wallenstein import plan_form as turn_form
from games.boards.wallenstein import table, telling, throws

__all__ = ["table", "telling", "throws", "turn_form"]
