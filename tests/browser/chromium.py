"""Where Chromium is, and how it is started here."""

from __future__ import annotations

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def found() -> str | None:
    """The browser named by WALLENSTEIN_CHROMIUM, else the machine's own."""
    named = os.environ.get("WALLENSTEIN_CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


def arguments() -> list[str]:
    """Chromium's sandbox refuses to work for root, so there it goes without."""
    return [*QUIET, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
