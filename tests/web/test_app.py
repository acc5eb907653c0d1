"""The site as an app: what a phone asks for, and nothing about anybody in it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import find
from django.test import Client
from PIL import Image, ImageChops

from games.models import User
from tests.service.tables import started
from wallenstein_site import icons

pytestmark = pytest.mark.django_db


def test_the_manifest_is_the_same_for_everybody(anna: User) -> None:
    started(anna, name="A secret siege")
    client = Client()
    before = client.get("/app.webmanifest")
    client.force_login(anna)
    after = client.get("/app.webmanifest")
    assert before.content == after.content
    assert before["Content-Type"] == "application/manifest+json"
    manifest = before.json()
    assert (manifest["display"], manifest["start_url"], manifest["scope"]) == (
        "standalone",
        "/",
        "/",
    )
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        with Image.open(str(find(icon["src"].removeprefix("/static/")))) as picture:
            assert icon["sizes"] == f"{picture.width}x{picture.height}"
        assert icon["type"] == "image/png"


def test_every_page_names_it_and_the_icon_of_apple() -> None:
    page = Client().get("/").content.decode()
    assert '<link rel="manifest" href="/app.webmanifest">' in page
    assert '<link rel="apple-touch-icon" href="/static/site/icons/apple-touch-icon.png">' in page


@pytest.mark.parametrize("name", icons.FILES)
def test_the_icons_are_what_our_script_draws(name: str) -> None:
    drawn = io.BytesIO()
    icons.drawn(name).save(drawn, "PNG")
    with Image.open(icons.FOLDER / name) as kept, Image.open(drawn) as again:
        pictures = kept.convert("RGBA"), again.convert("RGBA")
    assert ImageChops.difference(*pictures).getbbox() is None
    assert Path(icons.FOLDER / name).stat().st_size < 10_000
