"""Scripts and styles of the pages put into one text each, for a page that stands alone on disk.

A browser loads no modules from disk, so that each becomes a function that hands out its exports.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Final

IMPORT: Final = re.compile(r'^import \{ ([^}]*) \} from "\./(\w+)\.js";\n', re.MULTILINE)
EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


@cache
def script_of(*entries: str) -> str:
    """Some modules and everything they import, each after what it needs."""
    order: dict[str, None] = {}
    for entry in entries:
        _visit(entry, order)
    return "\n".join(_wrapped(name) for name in order)


def _visit(name: str, order: dict[str, None]) -> None:
    for needed in _imports(_module(name)):
        if needed not in order:
            _visit(needed, order)
    order[name] = None


def _imports(text: str) -> Iterator[str]:
    return (found[2] for found in IMPORT.finditer(text))


def _wrapped(name: str) -> str:
    text = IMPORT.sub(_taken, _module(name))
    exports = ", ".join(found[1] for found in EXPORT.finditer(text))
    body = EXPORT.sub("", text)
    if re.search(r"^(import|export)\b", body, re.MULTILINE):
        raise ValueError(f"{name}.js imports or exports in a way that is not known here")
    return f"const {_variable(name)} = (() => {{\n{body}return {{ {exports} }};\n}})();"


def _taken(found: re.Match[str]) -> str:
    names = found[1].replace(" as ", ": ")
    return f"const {{ {names} }} = {_variable(found[2])};\n"


def _variable(name: str) -> str:
    return f"{name}_module"


def _module(name: str) -> str:
    return _static(f"js/{name}.js")


@cache
def style_of(*names: str) -> str:
    """Some style sheets, one after the other."""
    return "".join(_static(f"css/{name}.css") for name in names)


def _static(path: str) -> str:
    return (files("games") / "static" / "wallenstein" / path).read_text("utf-8")
