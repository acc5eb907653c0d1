"""Scripts and styles of the pages put into one text each, for a page that stands alone on disk.

A browser loads no modules from disk, so that each becomes a function that hands out its exports.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from posixpath import dirname, join, normpath
from typing import Final

IMPORT: Final = re.compile(r'^import \{ ([^}]*) \} from "(\.[./\w]+\.js)";\n', re.MULTILINE)
EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


@cache
def script_of(*entries: str) -> str:
    """Some modules by their paths and all they import, each after what it needs."""
    order: dict[str, None] = {}
    for entry in entries:
        _visit(entry, order)
    return "\n".join(_wrapped(name) for name in order)


def _visit(path: str, order: dict[str, None]) -> None:
    for match in IMPORT.finditer(_static(path)):
        needed = _beside(path, match[2])
        if needed not in order:
            _visit(needed, order)
    order[path] = None


def _beside(path: str, needed: str) -> str:
    return normpath(join(dirname(path), needed))


def _wrapped(path: str) -> str:
    def taken(match: re.Match[str]) -> str:
        names = match[1].replace(" as ", ": ")
        return f"const {{ {names} }} = {_variable(_beside(path, match[2]))};\n"

    text = IMPORT.sub(taken, _static(path))
    exports = ", ".join(match[1] for match in EXPORT.finditer(text))
    body = EXPORT.sub("", text)
    if re.search(r"^(import|export)\b", body, re.MULTILINE):
        raise ValueError(f"{path} imports or exports in a way that is not known here")
    return f"const {_variable(path)} = (() => {{\n{body}return {{ {exports} }};\n}})();"


def _variable(path: str) -> str:
    """A name for a module that no other has, wherever that lies."""
    return re.sub(r"\W", "_", path.removesuffix(".js")) + "_module"


@cache
def style_of(*paths: str) -> str:
    """Some style sheets, one after the other."""
    return "".join(map(_static, paths))


def _static(path: str) -> str:
    return (files("games") / "static" / path).read_text("utf-8")
