"""The map as a picture: small, the same for everybody, and true to the board."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from engine.kernel.core import Json
from engine.kernel.game import view
from engine.wallenstein.board import COUNTIES
from games.boards.painted_sheet import BARE, TINT, mixed
from games.boards.palette import colours, on_seat, seat_colour
from games.boards.wallenstein.map.lettering import letterings
from games.boards.wallenstein.map.painting import KEY_HEIGHT, WIDTH, paint
from tests.play.tables import new_table


@pytest.fixture(scope="module")
def shown() -> Json:
    table = new_table(5, "default", "orders", "picture")
    table.advance()
    return view(table.game, "A")


def test_it_is_a_small_picture_and_always_the_same(shown: Json) -> None:
    first = paint(shown, "en")
    assert paint(dict(shown), "en") == first
    picture = Image.open(BytesIO(first))
    assert (picture.format, picture.width) == ("PNG", WIDTH)
    assert len(first) < 120_000


def test_a_county_has_the_colour_of_its_owner(shown: Json) -> None:
    picture = Image.open(BytesIO(paint(shown, "en"))).convert("RGB")
    scale = WIDTH / 930
    for county in ("holstein", "baden", "burgund"):
        owner = shown["counties"].get(county, {}).get("owner")
        label = letterings()[county].badge
        left, top = (label.x - 26) * scale, (label.y - 20) * scale
        area = picture.crop((left, top, left + 52 * scale, top + 40 * scale))
        seen = {colour for _count, colour in area.getcolors(1_000_000) or []}
        region = colours()[f"region-{COUNTIES[county].region}"]
        wanted = seat_colour(owner) if owner else region
        near = min(_far(colour, wanted) for colour in seen if isinstance(colour, tuple))
        assert near < 40, county


def _far(colour: tuple[int, ...], name: str) -> int:
    wanted = bytes.fromhex(name[1:])
    return sum(abs(a - b) for a, b in zip(colour, wanted, strict=True))


def test_two_positions_look_different(shown: Json) -> None:
    name = next(iter(shown["counties"]))
    more = {**shown["counties"][name], "armies": shown["counties"][name]["armies"] + 1}
    other = {**shown, "counties": {**shown["counties"], name: more}}
    assert paint(other, "en") != paint(shown, "en")


def test_every_sign_of_every_name_can_be_drawn() -> None:
    for card in COUNTIES.values():
        assert card.name.translate(BARE).isascii()


def test_colours_are_those_of_the_pages() -> None:
    assert {len({seat_colour(s), on_seat(s)}) for s in "ABCDE"} == {2}
    assert mixed("#000000", "#ffffff", 0.5) == "#808080"
    assert mixed("#fff", "#000000", TINT) == "#adadad"
    assert KEY_HEIGHT > 0
