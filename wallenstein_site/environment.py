"""Settings from the environment, each read in one place and explained when it is wrong."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

BASE = Path(__file__).resolve().parent.parent


def text(name: str, default: str = "") -> str:
    """A text; empty counts as not given."""
    return os.environ.get(name, "") or default


def required(name: str, why: str) -> str:
    """A text that has no sensible default."""
    value = text(name)
    if not value:
        raise ImproperlyConfigured(f"Set {name}: {why}")
    return value


def flag(name: str, default: bool) -> bool:
    """Yes or no."""
    value = text(name, "yes" if default else "no").lower()
    if value in ("1", "yes", "true", "on"):
        return True
    if value in ("0", "no", "false", "off"):
        return False
    raise ImproperlyConfigured(f"{name} must be yes or no, not {value!r}")


def number(name: str, default: int) -> int:
    """A whole number."""
    value = text(name, str(default))
    if not value.lstrip("-").isdecimal():
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}")
    return int(value)


def web_threads() -> int:
    """How many requests a process of the web server answers at once."""
    threads = number("WALLENSTEIN_WEB_THREADS", 8)
    if threads < 1:
        raise ImproperlyConfigured("WALLENSTEIN_WEB_THREADS must be 1 or more")
    return threads


def is_production() -> bool:
    """Whether this is a server for many: it has a database server of its own."""
    return flag("WALLENSTEIN_PRODUCTION", default=bool(text("DATABASE_URL")))


def choice(name: str, choices: Sequence[str], default: str) -> str:
    """One of a few words."""
    value = text(name, default)
    if value not in choices:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}, not {value!r}")
    return value


def listing(name: str, default: str = "") -> list[str]:
    """Texts separated by commas or spaces."""
    return text(name, default).replace(",", " ").split()


def address(name: str, default: str) -> tuple[str, int]:
    """A host and a port to listen on."""
    host, _, port = text(name, default).rpartition(":")
    if not host or not port.isdecimal():
        raise ImproperlyConfigured(f"{name} must look like 127.0.0.1:8000")
    return host, int(port)


def folder(name: str, default: Path) -> Path:
    """A folder for files of ours."""
    return Path(text(name, str(default))).expanduser()
