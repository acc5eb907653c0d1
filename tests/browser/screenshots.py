"""Pictures of the pages for the documents: `python -m tests.browser.screenshots`.

Bots play games to their middle on a database that is thrown away. Chance, salts and ids come from
one seed for each game, so that the same board is shown as long as its rules stay the same. Names of
pictures, or how they begin, take these alone: `python -m tests.browser.screenshots loewenherz`.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest import mock

PLACE = Path(__file__).parents[2] / "docs" / "screenshots"
SIZES = {1280: 1000, 390: 780}
SEED, SEED_OF_REALMS = 1634, 1198
NAMES = ("anna", "bert", "cora", "dora", "emil")
LARGEST = 300_000
# What the names of Löwenherz's pictures begin with.
REALMS = "loewenherz"
# What is pressed before a picture is taken, and how often.
PRESSED = {"guide": ("#guide [data-take]", 2)}
# What a picture is about, where that is not the beginning of the page.
ABOUT = {"matrix": "[aria-labelledby=points-heading]"}


def main(*wanted: str) -> int:
    """Play, look, write; the names of the pictures go to the terminal."""
    with tempfile.TemporaryDirectory(prefix="wallenstein-pictures-") as home, ExitStack() as held:
        os.environ["WALLENSTEIN_HOME"] = home
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
        # Playwright runs a loop in this thread; Django would refuse its database beside one.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
        import django  # noqa: PLC0415 the settings need the folder above

        django.setup()
        addresses = laid_out(wanted)
        base = held.enter_context(served())
        return photographed(base, addresses)


def laid_out(wanted: Sequence[str]) -> dict[str, str]:
    """Play the games of the pictures that are wanted; where each of these is."""
    from django.core.management import call_command  # noqa: PLC0415

    from tests.browser.screenshots_realms import realms_laid_out  # noqa: PLC0415
    from tests.browser.screenshots_tables import tables_laid_out  # noqa: PLC0415
    from tests.service.tables import person  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    people = [person(name) for name in NAMES]
    addresses: dict[str, str] = {}
    if not wanted or not all(name.startswith(REALMS) for name in wanted):
        with seeded(SEED):
            addresses |= tables_laid_out(people)
    if not wanted or any(name.startswith(REALMS) for name in wanted):
        with seeded(SEED_OF_REALMS):
            addresses |= realms_laid_out(people)
    return {
        name: address
        for name, address in addresses.items()
        if not wanted or name.startswith(tuple(wanted))
    }


@contextmanager
def seeded(seed: int = SEED) -> Iterator[None]:
    """Let everything that is drawn come from one seed."""
    luck = random.Random(seed)
    with ExitStack() as drawn:
        for name, draw in (
            ("token_bytes", lambda size=32: luck.randbytes(size)),
            ("token_hex", lambda size=32: luck.randbytes(size).hex()),
            ("choice", luck.choice),
        ):
            drawn.enter_context(mock.patch(f"secrets.{name}", draw))
        yield


@contextmanager
def served() -> Iterator[str]:
    """The site, at an address of its own."""
    from django.contrib.staticfiles.handlers import StaticFilesHandler  # noqa: PLC0415
    from django.test.testcases import LiveServerThread  # noqa: PLC0415

    server = LiveServerThread("localhost", StaticFilesHandler)
    server.daemon = True
    server.start()
    server.is_ready.wait()
    yield f"http://localhost:{server.port}"
    server.terminate()


def photographed(base: str, addresses: Mapping[str, str]) -> int:
    """Take every picture at both widths; 1 if one is larger than the documents can bear."""
    from tests.browser import chromium  # noqa: PLC0415
    from tests.browser.pictures import NO_SHOWS, settled, small_picture  # noqa: PLC0415

    PLACE.mkdir(parents=True, exist_ok=True)
    heavy = 0
    with chromium.driver() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.found(), args=chromium.arguments()
        )
        for width, height in SIZES.items():
            context = browser.new_context(
                viewport={"width": width, "height": height},
                is_mobile=width < 600,
                has_touch=width < 600,
                reduced_motion="reduce",
                locale="en-GB",
                timezone_id="Europe/Berlin",
                bypass_csp=True,
            )
            context.add_init_script(NO_SHOWS)
            page = context.new_page()
            page.goto(f"{base}/accounts/login/")
            page.fill("[name=login]", "anna")
            page.fill("[name=password]", "secret")
            page.press("[name=password]", "Enter")
            page.wait_for_url(f"{base}/")
            for name, address in addresses.items():
                page.goto(base + address)
                # Room for a scroll bar that no picture shows.
                page.add_style_tag(content="html { scrollbar-gutter: auto; }")
                settled(page)
                button, times = PRESSED.get(name, ("", 0))
                for _time in range(times):
                    page.locator(button).click()
                if about := ABOUT.get(name):
                    page.locator(about).first.evaluate("it => it.scrollIntoView()")
                file = PLACE / f"{name}-{width}.png"
                file.write_bytes(small_picture(page))
                size = file.stat().st_size
                heavy += size > LARGEST
                print(f"{file.relative_to(PLACE.parents[1])} {size // 1000} kB")
            context.close()
        browser.close()
    return 1 if heavy else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
