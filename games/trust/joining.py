"""The parts of the verifier in Python joined to one file that needs nothing else.

Sceptics read what is handed out: every line of a part stays as it is, each after what it needs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from games.trust.game_tables import game_tables

PARTS: Final = "games.trust.verifier"
LAST: Final = "command"
WIDTH: Final = 100


def joined_program() -> str:
    """The program of one file, with the tables of all games."""
    return joined_with(game_tables())


@cache
def joined_with(tables: tuple[str, ...]) -> str:
    """The program of one file, with these tables of games."""
    trees: dict[str, ast.Module] = {}
    _visit(LAST, trees)
    _raise_if_named_twice(trees)
    head = f'#!/usr/bin/env python3\n"""{ast.get_docstring(trees[LAST])}\n"""\n'
    future = "from __future__ import annotations\n"
    texts = _texts(tables)
    parts = (_part(name, tree, texts) for name, tree in trees.items())
    return "\n".join([head, future, _imports(trees), *parts])


def _visit(name: str, trees: dict[str, ast.Module]) -> None:
    tree = ast.parse(_source(name))
    for node in tree.body:
        needed = _own_part(node)
        if needed and needed not in trees:
            _visit(needed, trees)
    trees[name] = tree


def _own_part(node: ast.stmt) -> str | None:
    """The part of ours that a statement imports."""
    module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
    return module.removeprefix(f"{PARTS}.") if module.startswith(f"{PARTS}.") else None


def _raise_if_named_twice(trees: dict[str, ast.Module]) -> None:
    owners: dict[str, str] = {}
    for part, tree in trees.items():
        for name in (name for node in tree.body for name in _named(node)):
            if owners.setdefault(name, part) != part:
                raise ValueError(f"{name} is defined in {owners[name]} and in {part}")


def _named(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Assign):
        yield from (
            name.id for one in node.targets for name in ast.walk(one) if isinstance(name, ast.Name)
        )
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id


def _imports(trees: dict[str, ast.Module]) -> str:
    """What the parts need of Python itself, each once."""
    plain: set[str] = set()
    named: dict[str, set[str]] = {}
    for node in (node for tree in trees.values() for node in tree.body):
        if isinstance(node, ast.Import):
            plain |= {alias.name for alias in node.names}
        elif (
            isinstance(node, ast.ImportFrom) and node.module != "__future__" and not _own_part(node)
        ):
            named.setdefault(node.module or "", set()).update(alias.name for alias in node.names)
    lines = [f"import {name}" for name in sorted(plain)]
    lines += [
        f"from {module} import {', '.join(sorted(named[module]))}" for module in sorted(named)
    ]
    return "\n".join(lines) + "\n"


def _part(name: str, tree: ast.Module, texts: Mapping[str, str]) -> str:
    """One part under a heading, without its imports and with the tables in their place."""
    title, *more = (
        (ast.get_docstring(tree) or name).splitlines() if name != LAST else ["The command line."]
    )
    heading = f"# ---- {title.rstrip('.')} ".ljust(WIDTH, "-")
    notes = "".join(f"# {line}".rstrip() + "\n" for line in more)
    lines = _source(name).splitlines(keepends=True)
    for node in reversed(tree.body):
        is_import = isinstance(node, ast.Import | ast.ImportFrom)
        if is_import or node is tree.body[0]:
            lines[node.lineno - 1 : node.end_lineno] = []
        elif isinstance(node, ast.Assign) and (target := ast.unparse(node.targets[0])) in texts:
            lines[node.lineno - 1 : node.end_lineno] = [texts[target]]
    return f"\n{heading}\n{notes}\n{''.join(lines).strip()}\n"


def _texts(tables: tuple[str, ...]) -> dict[str, str]:
    """What stands in the file where the parts read the tables from a folder."""
    folder = files("games.trust") / "tables"
    listed = "".join(f'    r"""{table}""",\n' for table in tables)
    return {
        "FOLDER": "",
        "LOG_TEXT": f'LOG_TEXT = r"""{folder.joinpath("log.json").read_text("utf-8")}"""\n',
        "GAME_TEXTS": f"GAME_TEXTS = [\n{listed}]\n",
    }


def _source(name: str) -> str:
    return (files(PARTS) / f"{name}.py").read_text("utf-8")
