"""The two verifiers as they are handed out: one file of Python, one page that works from disk."""

from __future__ import annotations

import json
from base64 import b64encode
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final

from django.conf import settings

from games.trust.game_tables import game_tables
from games.trust.joining import joined_program
from games.trust.verifier import TABLES
from games.trust.verifier.tables import rulesets_with

# In archives and at the addresses of before they keep the names under which people know them.
FILE_NAME: Final = "verify_wallenstein.py"
PAGE_NAME: Final = "verify_wallenstein.html"
GENERAL_FILE_NAME: Final = "verify_game.py"
GENERAL_PAGE_NAME: Final = "verify_game.html"
# The parts of the page's script, each after what it needs to begin.
SCRIPTS: Final = (
    "encoding",
    "chance",
    "signatures",
    "tables",
    "position",
    "course",
    "devices",
    "veil",
    "journal",
    "loewenherz_land",
    "loewenherz",
    "wallenstein_tray",
    "wallenstein",
    "courses",
    "statements",
    "audit",
    "wording",
    "page",
)
# What the log is, byte by byte: whoever wants to check it by a program of their own needs no more.
AUDIT_NAME: Final = "audit.md"


@dataclass(frozen=True)
class Page:
    """A page that stands alone, and the policy under which alone its own script runs."""

    text: str
    policy: str

    def spoken(self, language: str) -> str:
        """The same page in a language; kept on disk it speaks the browser's."""
        return self.text.replace('data-language=""', f'data-language="{language}"', 1)


def verifier_file() -> bytes:
    """The verifier of one file, which proves every game."""
    return joined_program().encode()


def audit_text() -> bytes:
    """The description of the log and of its chance."""
    return Path(settings.BASE_DIR, "docs", AUDIT_NAME).read_bytes()


def verifier_page() -> Page:
    """The verifier in the browser, put together so that it needs nothing but itself."""
    return _page_with(game_tables())


@cache
def _page_with(tables: tuple[str, ...]) -> Page:
    known = {**TABLES, "rulesets": rulesets_with(map(json.loads, tables))}
    style = _colours() + _part("page.css")
    script = verifier_script()
    policy = policy_for(script, style)
    german = _embedded(json.loads(_part("german.json")))
    text = _part("page.html")
    parts = {"policy": policy, "style": style, "german": german, "tables": _embedded(known)}
    for name, part in parts.items():
        text = text.replace(f"[[{name}]]", part)
    return Page(text.replace("[[script]]", script), policy)


def verifier_script() -> str:
    """The script of the page: its parts as they lie here, one after the other."""
    return "\n".join(_part(f"{name}.js") for name in SCRIPTS)


def _embedded(data: object) -> str:
    # A "<" in a string would be read as the end of the script.
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")


def policy_for(script: str, style: str) -> str:
    """What a page that stands alone may do: run its own script, and fetch nothing from anywhere."""
    # The browser itself sees to it that no server is asked.
    return (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}';"
        " base-uri 'none'; form-action 'none'"
    )


def _part(name: str) -> str:
    return (files("games.trust") / "page" / name).read_text("utf-8")


def _colours() -> str:
    return (files("games") / "static/site/css/tokens.css").read_text("utf-8")


def _hash(text: str) -> str:
    digest = sha256(text.encode("utf-8")).digest()
    return f"sha256-{b64encode(digest).decode('ascii')}"
