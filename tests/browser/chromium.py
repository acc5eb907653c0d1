"""Where Chromium is, and how it is started here."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Playwright, sync_playwright

# Chromium without a window: the same pages for much less work.
SHELL = "chromium-headless-shell"
WHOLE = ("chromium", "chromium-browser", "google-chrome")
# Where deploy/unpack.sh puts what the machine lacks, for somebody who may install nothing.
UNPACKED = Path(sys.prefix) / "debian" / "bin"
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # A new window would start one process for nothing and another for our page.
    "--renderer-process-limit=1",
)
# A window without a toolbar that nobody sees; it would be drawn by a page, slower than ours.
# The rest is what Playwright switches off: Chromium hears only the last list it is given.
UNWANTED = (
    "InitialWebUI",
    "WebUIToolbar",
    "WebUIReloadButton",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "MediaRouter",
    "OptimizationHints",
    "PaintHolding",
)


@contextmanager
def driver() -> Iterator[Playwright]:
    """Playwright, with the library its Node needs, where the machine lacks that."""
    node = UNPACKED / "node"
    if node.exists():
        os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(node)
    with sync_playwright() as playwright:
        yield playwright


def found(*, whole: bool = False) -> str | None:
    """The browser WALLENSTEIN_CHROMIUM names, else the machine's or ours, the small one first."""
    named = os.environ.get("WALLENSTEIN_CHROMIUM")
    names = WHOLE if whole else (SHELL, *WHOLE)
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), str(UNPACKED)])
    return named or next(filter(None, (shutil.which(name, path=path) for name in names)), None)


def arguments() -> list[str]:
    """What Playwright does not say by itself."""
    # It does say --no-sandbox: Chromium's sandbox refuses root, and without root it needs a helper
    # that only root can install, or user namespaces, which not every machine allows.
    return [*QUIET, f"--disable-features={','.join(UNWANTED)}"]
