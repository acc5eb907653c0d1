"""Imports point inward: the engine knows no site, no clock, no file and no luck but its own."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.registry import WALLENSTEINS
from engine.wallenstein.rules import RULES_2010

ROOT = Path(__file__).resolve().parent.parent
ENGINE = ROOT / "engine"

THIRD_PARTY = {"numpy"}
THIRD_PARTY_OF_COMMAND_LINE = {"rich"}

# Everything here makes a game depend on something that is not in its log.
NEVER = {
    "http",
    "random",
    "secrets",
    "socket",
    "sqlite3",
    "subprocess",
    "threading",
    "urllib",
}
ONLY_COMMAND_LINE = {
    "asyncio",
    "concurrent",
    "datetime",
    "glob",
    "importlib",
    "io",
    "locale",
    "logging",
    "multiprocessing",
    "os",
    "pathlib",
    "platform",
    "shutil",
    "tempfile",
    "time",
    "uuid",
}
# A package reads its own printed data with this, once, when it is imported.
ALLOWED_ALL_THE_SAME = {"importlib.resources"}


def is_within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def is_command_line(module: str) -> bool:
    return is_within(module, "engine.__main__") or module.startswith("engine.cli")


def packages_within_engine() -> set[str]:
    return {f"engine.{path.parent.name}" for path in ENGINE.glob("*/__init__.py")}


# Named before they exist, so that the rule is there before the code.
RULESETS = (packages_within_engine() | {"engine.loewenherz", "engine.feudalherren"}) - {
    "engine.bots",
    "engine.cli",
    "engine.kernel",
    "engine.devices",
    "engine.text",
}
# What every game may use, and what knows no game: each knows the kernel and nothing else.
BESIDE_THE_KERNEL = ("engine.devices", "engine.text")
# Words are told of facts and people: of the kernel they need no more than these.
KERNEL_OF_TEXT = (
    "engine.kernel.catalogue",
    "engine.kernel.core",
    "engine.kernel.journal",
    "engine.kernel.reasons",
)

# Modules of engine/ itself that stand above the rulesets; all others there are the kernel below.
ASSEMBLY = {"engine.registry", "engine.simulate", "engine.versus", "engine.kernel.verify"}


def layer(module: str) -> str:
    """The command line, the assembly, the bots, a ruleset, the text, or the kernel below all."""
    if is_command_line(module):
        return "command line"
    if any(is_within(module, assembled) for assembled in ASSEMBLY):
        return "assembly"
    for package in ("engine.bots", *BESIDE_THE_KERNEL, *sorted(RULESETS)):
        if is_within(module, package):
            return package
    return "kernel"


def layers_within_reach(module: str) -> set[str]:
    own = layer(module)
    if own == "kernel":
        return {"kernel"}
    if own in BESIDE_THE_KERNEL:
        return {"kernel", own}
    if own in RULESETS:
        return {"kernel", *BESIDE_THE_KERNEL, own}
    reach = {"kernel", *BESIDE_THE_KERNEL, "assembly", *RULESETS, "engine.bots"}
    return reach | {own} if own == "command line" else reach


def imported_names(module: str, *, is_package: bool, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and full dotted name of everything imported, at the top or inside a function."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            source = node.module or ""
            if node.level:
                parts = module.split(".")
                outer = parts[: len(parts) - node.level + is_package]
                source = ".".join([*outer, source] if source else outer)
            for alias in node.names:
                yield node.lineno, f"{source}.{alias.name}"


def objection(module: str, name: str) -> str | None:
    """Why the module may not import the name, or None if it may."""
    top = name.partition(".")[0]
    if top == "engine":
        target = layer(name)
        if target not in layers_within_reach(module):
            return f"{name} belongs to {target}, which lies outside {layer(module)}"
        told_of = target != "kernel" or any(is_within(name, core) for core in KERNEL_OF_TEXT)
        if layer(module) == "engine.text" and not told_of:
            return f"{name} is more of the kernel than words need"
        return None
    if top in NEVER:
        return f"{name} is forbidden in the whole engine"
    if top in ONLY_COMMAND_LINE:
        if is_command_line(module) or any(is_within(name, ok) for ok in ALLOWED_ALL_THE_SAME):
            return None
        return f"{name} is for engine/cli and engine/__main__.py only"
    if top in sys.stdlib_module_names or top in THIRD_PARTY:
        return None
    if top in THIRD_PARTY_OF_COMMAND_LINE:
        if is_command_line(module):
            return None
        return f"{name} is for engine/cli and engine/__main__.py only"
    return f"{name} is neither the standard library, numpy nor the engine"


def outward_steps(module: str, source: str, *, is_package: bool = False) -> list[str]:
    """Every import or call by which the module reaches out of its layer."""
    tree = ast.parse(source)
    steps = []
    for line, name in imported_names(module, is_package=is_package, tree=tree):
        reason = objection(module, name)
        if reason:
            steps.append(f"{module}:{line}: {reason}")
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        if node.func.id == "__import__":
            steps.append(f"{module}:{node.lineno}: __import__ hides what is imported")
        if node.func.id in {"open", "input"} and not is_command_line(module):
            steps.append(f"{module}:{node.lineno}: {node.func.id}() is for the command line only")
    return steps


def engine_modules() -> list[Path]:
    return sorted(ENGINE.rglob("*.py"))


def dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.parametrize("path", engine_modules(), ids=dotted)
def test_module_reaches_inward_only(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert outward_steps(dotted(path), source, is_package=path.name == "__init__.py") == []


def editions_and_expansions() -> set[str]:
    """The packages within the base game that change it; its own words are no such package."""
    packages = {path.parent.name for path in (ENGINE / "wallenstein").glob("*/__init__.py")}
    return packages - {"words"}


def base_modules() -> list[Path]:
    """The base game's own modules and its words."""
    return [*(ENGINE / "wallenstein").glob("*.py"), *(ENGINE / "wallenstein/words").glob("*.py")]


def test_the_base_game_does_not_name_what_is_built_on_it() -> None:
    outer = editions_and_expansions()
    assert outer >= {"edition_2002", "emperors_court", "landsknechte"}
    named = {
        (path.name, name)
        for path in base_modules()
        for name in (*outer, "2002")
        if name in path.read_text(encoding="utf-8")
    }
    assert named == set()


# What only editions and expansions put into the options of a question. "tower", the card, is not
# among them, since the dice tower has the same name; nor "place", the rank at the end of a game.
OPTIONS_OF_OTHERS = {
    *("favors", "favor", "courtiers", "bonus", "bonuses", "bonus_due", "defend", "defence"),
    *("left_empty", "empty_boxes", "entrance", "audience", "cancel", "held_back"),
}


def test_the_base_game_reads_no_option_that_only_others_put() -> None:
    """Their questions and their parts of a plan come with their rules."""
    switched_on = dict.fromkeys(("emperors_court", "landsknechte"), "on")
    others: set[str] = set()
    for ruleset in WALLENSTEINS:
        options = {name: spec.default for name, spec in ruleset.options.items()} | switched_on
        rules = ruleset.start("ABC", options).rules
        others |= {*rules.plan, *rules.choices} - {*RULES_2010.plan, *RULES_2010.choices}
    assert {"favor", "bonus", "defence"} <= others
    assert others - {"place"} <= OPTIONS_OF_OTHERS
    read = {
        (path.name, node.value)
        for path in base_modules()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in OPTIONS_OF_OTHERS
    }
    assert read == set()


KERNEL_WITHOUT_A_TOWER = ("chance", "core", "game", "records", "verify")


@pytest.mark.parametrize("name", KERNEL_WITHOUT_A_TOWER)
def test_the_kernel_names_no_tower(name: str) -> None:
    source = (ENGINE / "kernel" / f"{name}.py").read_text(encoding="utf-8")
    named = [
        node
        for node in ast.walk(ast.parse(source))
        for word in (getattr(node, "id", ""), getattr(node, "attr", ""), getattr(node, "value", ""))
        if isinstance(word, str) and "tower" in word.lower() and " " not in word
    ]
    assert named == []


def test_the_log_knows_the_tower_as_a_member_of_the_header_alone() -> None:
    source = (ENGINE / "kernel" / "log.py").read_text(encoding="utf-8")
    tree = ast.parse(source)
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert {name for name in names if "tower" in name.lower()} == {"tower"}
    assert "engine.devices" not in source


def test_every_module_of_the_engine_is_looked_at() -> None:
    names = {dotted(path) for path in engine_modules()}
    assert {"engine", "engine.wallenstein"} <= names


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("engine.kernel.core", "import engine.wallenstein"),
        ("engine.kernel.core", "from engine import wallenstein"),
        ("engine.kernel.core", "from engine.wallenstein.state import State"),
        ("engine.kernel.core", "from .. import wallenstein"),
        ("engine.kernel.core", "from ..wallenstein import state"),
        ("engine.kernel.core", "def late():\n    import engine.wallenstein"),
        ("engine.kernel.chance", "import engine.bots"),
        ("engine.kernel.chance", "from engine.devices.tower import throw"),
        ("engine.devices.dice", "from engine.wallenstein.board import TILES"),
        ("engine.kernel.log", "from engine.feudalherren import state"),
        ("engine.devices.tower", "from engine.cli import play"),
        ("engine.kernel.core", "from engine.registry import RULESETS"),
        ("engine.kernel.core", "from engine.text.lexicon import Lexicon"),
        ("engine.kernel.log", "from engine import text"),
        ("engine.text.voice", "from engine.wallenstein.board import COUNTIES"),
        ("engine.text.voice", "from engine.loewenherz import state"),
        ("engine.text.journal", "from engine.kernel.chance import Chance"),
        ("engine.text.journal", "from engine.kernel.log import Secret"),
        ("engine.text.journal", "import engine.devices.tower"),
        ("engine.text", "from engine.registry import newest"),
        ("engine.wallenstein.phases", "from engine import registry"),
        ("engine.registry", "import engine.cli"),
        ("engine.wallenstein.phases", "from engine.bots import random_bot"),
        ("engine.wallenstein.phases", "from ..bots import random_bot"),
        ("engine.wallenstein.view", "import engine.cli.play"),
        ("engine.wallenstein.view", "import engine.__main__"),
        ("engine.loewenherz.board", "from engine.wallenstein.board import TILES"),
        ("engine.bots.heuristic", "from engine.cli import tables"),
        ("engine.bots.heuristic", "import random"),
        ("engine.kernel.chance", "from random import Random"),
        ("engine.kernel.chance", "import secrets as s"),
        ("engine.kernel.log", "import os.path"),
        ("engine.kernel.log", "from datetime import datetime"),
        ("engine.kernel.log", "import json, time"),
        ("engine.kernel.log", "from pathlib import Path"),
        ("engine.kernel.log", "from importlib import import_module"),
        ("engine.kernel.log", "__import__('os')"),
        ("engine.kernel.log", "open('game.wlog.jsonl')"),
        ("engine.wallenstein.board", "def cards():\n    return open('cards').read()"),
        ("engine.wallenstein.text", "from rich.table import Table"),
        ("engine.devices.tower", "import scipy.stats"),
        ("engine.kernel.core", "from django.db import models"),
        ("engine.kernel.core", "from games.log.store import append"),
        ("engine.cli.play", "from games import services"),
        ("engine.cli.play", "import wallenstein_site.settings"),
        ("engine.cli.play", "import subprocess"),
        ("engine.cli.play", "from urllib.request import urlopen"),
    ],
)
def test_a_planted_step_outward_is_caught(module: str, source: str) -> None:
    assert len(outward_steps(module, source)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        (
            "engine.kernel.core",
            "from hashlib import sha256\nfrom engine.kernel.chance import Chance",
        ),
        ("engine.devices.tower", "import numpy as np\nfrom numpy.random import Philox"),
        ("engine.wallenstein.board", "from importlib import resources"),
        ("engine.wallenstein.board", "import importlib.resources"),
        (
            "engine.wallenstein.view",
            "from engine.kernel.core import Seat\nfrom .state import State",
        ),
        ("engine.wallenstein.text", "def reveal(secret):\n    return secret.open()"),
        ("engine.loewenherz.words", "from engine.text.lexicon import Lexicon"),
        (
            "engine.text.journal",
            "from engine.kernel.core import Event\nfrom engine.kernel.reasons import in_words",
        ),
        ("engine.registry", "from engine.wallenstein import editions"),
        ("engine.bots.heuristic", "from engine.wallenstein.board import TILES"),
        ("engine.cli.play", "import os, time\nfrom rich.console import Console\nopen('log')"),
        ("engine.cli.play", "import engine.bots\nfrom engine.wallenstein import text"),
        ("engine.__main__", "from engine.cli import main\nimport sys"),
    ],
)
def test_a_step_inward_is_allowed(module: str, source: str) -> None:
    assert outward_steps(module, source) == []


def test_a_relative_import_counts_from_the_package_itself_in_its_init() -> None:
    source = "from .bots import heuristic"
    assert outward_steps("engine.wallenstein", source, is_package=True) == []
    assert len(outward_steps("engine.wallenstein", source)) == 1
