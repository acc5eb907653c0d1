"""Draws the icons of the site as an app: `python -m wallenstein_site.icons`, then commit them.

The same gate as in `site/icon.svg`, on paper, in the sizes that phones and desks ask for.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw

from games.boards.palette import colours

FOLDER: Final = Path(__file__).resolve().parents[1] / "games" / "static" / "site" / "icons"
# Of each file its width, and how much of it the gate fills: round masks cut off the corners.
FILES: Final = {
    "192.png": (192, 0.78),
    "512.png": (512, 0.78),
    "maskable.png": (512, 0.56),
    "apple-touch-icon.png": (180, 0.7),
}
# On a sheet of 32 by 32, as in the SVG: the walls, and the arch of the door.
SHEET: Final = 32
WALLS: Final = (
    *((6, 4), (11, 4), (11, 7), (14, 7), (14, 4), (18, 4), (18, 7), (21, 7), (21, 4), (26, 4)),
    *((26, 12), (23, 14), (23, 28), (9, 28), (9, 14), (6, 12)),
)
DOOR: Final = ((13, 21), (19, 28))
ARCH: Final = ((13, 18), (19, 24))
# Drawn so many times larger, because Pillow draws no smooth edges.
FINER: Final = 8
# Two colours and what lies between them at an edge.
SHADES: Final = 32
# Rounded corners look like an icon where nobody cuts it; those that are cut fill their square.
CUT: Final = frozenset(("maskable.png", "apple-touch-icon.png"))


def drawn(name: str) -> Image.Image:
    """One icon."""
    width, filled = FILES[name]
    large = width * FINER
    image = Image.new("RGBA", (large, large))
    pen = ImageDraw.Draw(image)
    radius = 0 if name in CUT else large * 0.18
    pen.rounded_rectangle((0, 0, large - 1, large - 1), radius, fill=colours()["paper"])
    scale = large * filled / SHEET
    offset = (large - SHEET * scale) / 2

    def at(*points: tuple[int, int]) -> list[tuple[float, float]]:
        return [(offset + x * scale, offset + y * scale) for x, y in points]

    pen.polygon(at(*WALLS), fill=colours()["accent"])
    pen.rectangle(at(*DOOR), fill=colours()["paper"])
    pen.pieslice(at(*ARCH), 180, 360, fill=colours()["paper"])
    return image.resize((width, width), Image.Resampling.LANCZOS).quantize(SHADES)


def main() -> None:
    """Draw them all."""
    FOLDER.mkdir(exist_ok=True)
    for name in FILES:
        drawn(name).save(FOLDER / name, optimize=True)


if __name__ == "__main__":
    main()
