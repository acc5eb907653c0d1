"""The board in small, for lists of games: whose land it is, and nothing that must be read."""

from __future__ import annotations

from typing import Final

from engine.kernel.core import Json
from games.boards.loewenherz.map.picture import (
    MARGIN,
    SHEET,
    board_picture,
    centre_of,
    side_path,
)
from games.boards.palette import colours, seat_colour

_ROUND: Final = 13


def miniature(view: Json) -> str:
    """An SVG document: domains in the colours of their owners, castles, borders."""
    shades, picture = colours(), board_picture(view, "", {})
    lands = "".join(
        f'<path fill="{shades[ground_token(kind)]}" d="{path}"/>'
        for kind, path in picture.lands.items()
    )
    domains = "".join(
        f'<path fill="{seat_colour(colour)}" d="{path}"/>'
        for colour, path in picture.domains.items()
    )
    castles = "".join(
        f'<circle fill="{seat_colour(colour)}" stroke="{shades["halo"]}" stroke-width="5" '
        f'cx="{centre_of(square).x}" cy="{centre_of(square).y}" r="{_ROUND}"/>'
        for square, colour in view["castles"].items()
    )
    bars = picture.frame + "".join(map(side_path, view["borders"]))
    start, size = MARGIN - 6, SHEET - MARGIN + 6
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{start} {start} {size} {size}">'
        f'{lands}{domains}<path fill="none" stroke="{shades["bar"]}" stroke-width="8" '
        f'stroke-linecap="round" d="{bars}"/>{castles}</svg>'
    )


def ground_token(kind: str) -> str:
    """The token with the colour of a kind of land; all mines lie in the same rock."""
    if kind == "none":
        return "sunk"
    return f"land-{kind}" if kind in ("meadow", "forest", "village", "city") else "land-mine"
