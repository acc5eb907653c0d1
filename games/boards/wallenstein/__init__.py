"""Wallenstein on a page: the map, the forms, the throws."""
