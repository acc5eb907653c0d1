"""Imports point inward in the service too: each room of `games/` knows only those further in."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

import pytest

from tests.test_layers import ROOT, dotted, imported_names, is_within

GAMES = ROOT / "games"

# From the innermost outward; rooms in one line are neighbours and do not know each other. A folder
# stands in one room with all that is in it.
ROOMS: Final[tuple[dict[str, tuple[str, ...]], ...]] = (
    {
        "ground": (
            *("games.models", "games.errors", "games.clock", "games.language", "games.plain_text"),
            *("games.schedule", "games.absences", "games.notice_kinds"),
            # Hints to workers go by name and need nothing; whoever writes may give one.
            "games.wake",
        )
    },
    {"log": ("games.log",), "net": ("games.net",), "luck": ("games.luck",)},
    {"access": ("games.access", "games.names", "games.trouble")},
    {"boards": ("games.boards",)},
    {"read": ("games.read",)},
    {"trust": ("games.trust",)},
    {"mail": ("games.mail",)},
    {"notify": ("games.notify",)},
    {"services": ("games.services",)},
    {"transports": ("games.transports",)},
    {"web": ("games.web", "games.templatetags"), "api": ("games.api",)},
    {"ops": ("games.ops", "games.admin")},
    {"house": ("games", "games.apps", "games.management", "wallenstein_site")},
)
# Settings and programs of the site, for whoever runs in it: they know the site by its address only.
OPEN_TO_ALL = {"wallenstein_site.mail", "wallenstein_site.celery", "wallenstein_site.keys"}


def room_of(module: str) -> str:
    """The room a module stands in."""
    fitting = [
        (len(prefix), room)
        for tier in ROOMS
        for room, prefixes in tier.items()
        for prefix in prefixes
        if is_within(module, prefix)
    ]
    return max(fitting)[1]


def rooms_within_reach(room: str) -> set[str]:
    inner: set[str] = {room}
    for tier in ROOMS:
        if room in tier:
            return inner
        inner |= set(tier)
    raise ValueError(f"there is no room {room!r}")


def module_named(name: str) -> str:
    """The module an imported name is, or is in."""
    path = ROOT / name.replace(".", "/")
    if path.is_dir() or path.with_suffix(".py").is_file():
        return name
    return name.rpartition(".")[0]


def outward_steps(module: str, source: str, *, is_package: bool = False) -> list[str]:
    """Every import by which a module reaches out of its room."""
    steps = []
    names = imported_names(module, is_package=is_package, tree=ast.parse(source))
    for line, name in names:
        target = module_named(name)
        if name.partition(".")[0] not in {"games", "wallenstein_site"} or target in OPEN_TO_ALL:
            continue
        own, other = room_of(module), room_of(target)
        if other not in rooms_within_reach(own):
            steps.append(f"{module}:{line}: {name} stands in {other}, which lies outside {own}")
    return steps


def modules() -> list[Path]:
    return [path for path in sorted(GAMES.rglob("*.py")) if "migrations" not in path.parts]


@pytest.mark.parametrize("path", modules(), ids=dotted)
def test_module_of_the_service_reaches_inward_only(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert outward_steps(dotted(path), source, is_package=path.name == "__init__.py") == []


def test_every_module_of_the_service_stands_in_a_room() -> None:
    homeless = {dotted(path) for path in modules() if room_of(dotted(path)) == "house"}
    outside = ("games.management", "games.formats")
    inside = {name for name in homeless if not name.startswith(outside)}
    assert inside <= {"games", "games.apps"}


def test_every_room_is_there() -> None:
    for tier in ROOMS:
        for prefixes in tier.values():
            for prefix in prefixes:
                assert module_named(prefix) == prefix, f"there is no {prefix}"


def test_a_folder_stands_in_one_room() -> None:
    prefixes = [prefix for tier in ROOMS for row in tier.values() for prefix in row]
    folders = set(prefixes) - {"games"}
    inside = {
        prefix for prefix in prefixes for folder in folders - {prefix} if is_within(prefix, folder)
    }
    assert inside == set()


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("games.models.game", "from games.log import store"),
        ("games.log.store", "from games import access"),
        ("games.log.store", "from games.read.selectors import board"),
        ("games.net.outbound", "from games.log import seals"),
        ("games.luck.law", "from games.boards import board_of"),
        ("games.access", "import games.services.play.turns"),
        ("games.names", "def late():\n    from games.web import requests"),
        ("games.boards.wallenstein.letters.part", "from games.mail.plain import text"),
        ("games.boards.wallenstein.table", "from games.read import reports"),
        ("games.read.reports", "from games.services.play import turns"),
        ("games.read.reports", "from games.mail import snapshots"),
        ("games.trust.audit", "from games.mail.letters import message_of"),
        ("games.mail.letters.kinds", "from games.services.post.notices import put"),
        ("games.mail.snapshots", "from games.transports import listener"),
        ("games.notify.push", "from games.services.play.table import table"),
        ("games.services.play.turns", "from games.web.requests import game_named"),
        ("games.services.post.mail_in", "from games.transports.listener import serve"),
        ("games.services.house.tidying", "from games.ops import health"),
        ("games.web.turns", "from games.api import base"),
        ("games.api.turns", "from games.web.requests import game_named"),
        ("games.web.home", "from games.ops import health"),
        ("games.web.home", "from wallenstein_site import settings"),
    ],
)
def test_a_planted_step_outward_is_caught(module: str, source: str) -> None:
    assert len(outward_steps(module, source)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("games.log.store", "from games.models import Game\nfrom games.log import seals"),
        ("games.read.selectors", "from games.log import store\nfrom games.boards import board_of"),
        ("games.services.play.turns", "from games.read import talk\nfrom games import wake"),
        ("games.transports.listener", "from games.services.post.mail_in import mail_take"),
        ("games.web.turns", "from games.services.play import turns\nfrom games import errors"),
        ("games.ops.tasks", "from games.services.play.advance import game_advance"),
        ("games.api.turns", "from engine.registry import newest\nfrom django.db import models"),
    ],
)
def test_a_step_inward_is_allowed(module: str, source: str) -> None:
    assert outward_steps(module, source) == []
