"""Pictures of the pages for the documents: `python -m tests.browser.screenshots`.

Bots play a game to its middle on a database that is thrown away. Chance, salts and ids come from
one seed, so that the same board is shown as long as the rules stay the same.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest import mock

PLACE = Path(__file__).parents[2] / "docs" / "screenshots"
SIZES = {1280: 1000, 390: 780}
SEED = 1634
LARGEST = 300_000
# What is pressed before a picture is taken, and how often.
PRESSED = {"guide": ("#guide [data-take]", 2)}
# What a picture is about, where that is not the beginning of the page.
ABOUT = {"matrix": "[aria-labelledby=points-heading]"}


def main() -> int:
    """Play, look, write; the names of the pictures go to the terminal."""
    with tempfile.TemporaryDirectory(prefix="wallenstein-pictures-") as home, ExitStack() as held:
        os.environ["WALLENSTEIN_HOME"] = home
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
        # Playwright runs a loop in this thread; Django would refuse its database beside one.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
        import django  # noqa: PLC0415 the settings need the folder above

        django.setup()
        from tests.browser.screenshots_tables import laid_out  # noqa: PLC0415 so do the models

        held.enter_context(seeded())
        addresses = laid_out()
        base = held.enter_context(served())
        return photographed(base, addresses)


@contextmanager
def seeded() -> Iterator[None]:
    """Let everything that is drawn come from one seed."""
    luck = random.Random(SEED)
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
    sys.exit(main())
