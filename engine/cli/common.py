"""What the commands share: bad input, machine output, files, progress."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import track

from engine.kernel.core import Ruleset
from engine.kernel.log import LARGEST_FILE
from engine.registry import newest

T = TypeVar("T")
LONGEST_MESSAGE = 500


class BadInput(Exception):
    """Something the user gave us cannot be used: one line, what and where."""


def one_line(text: str) -> str:
    """A message as it may be printed: whatever a file or a name holds, on one line of its own."""
    shown = text if len(text) <= LONGEST_MESSAGE else text[: LONGEST_MESSAGE - 1] + "…"
    if shown.isprintable():
        return shown
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in shown)


def complain(command: str, problem: object) -> None:
    """Tell a person on stderr what is wrong."""
    print(one_line(f"{command}: {problem}"), file=sys.stderr)


def put(value: Any) -> None:
    """Machine output: one JSON value a line on stdout."""
    print(json.dumps(value, ensure_ascii=False), flush=True)


def known_ruleset(key: str) -> Ruleset[Any]:
    """A ruleset by name."""
    try:
        return newest(key)
    except ValueError as problem:
        raise BadInput(str(problem)) from None


def options_of(pairs: Sequence[str]) -> dict[str, str]:
    """Options given as `name=value`."""
    options: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadInput(f"option {pair!r} is not name=value")
        options[name] = value
    return options


def read_bytes(path: str) -> bytes:
    """A file's content, if it is one and not too large; - is standard input."""
    try:
        if path == "-":
            return limited(path, sys.stdin.buffer.read(LARGEST_FILE + 1))
        # Not the size alone: a device has none and never ends.
        if Path(path).stat().st_size > LARGEST_FILE:
            raise too_large(path)
        with Path(path).open("rb") as file:
            return limited(path, file.read(LARGEST_FILE + 1))
    except OSError as problem:
        raise BadInput(f"{path}: {problem.strerror or problem}") from None


def limited(path: str, content: bytes) -> bytes:
    """The content, if there is not more of it."""
    if len(content) > LARGEST_FILE:
        raise too_large(path)
    return content


def too_large(path: str) -> BadInput:
    """The complaint about a file nobody wants to read."""
    return BadInput(f"{path}: this is more than the {LARGEST_FILE >> 20} MiB allowed")


def progress(items: Iterable[T], total: int, what: str) -> Iterator[T]:
    """The items, with a bar on stderr when that is a terminal."""
    if not sys.stderr.isatty():
        yield from items
        return
    console = Console(stderr=True)
    yield from track(items, description=what, total=total, console=console, transient=True)


def add_table_arguments(parser: argparse.ArgumentParser, *, seed: int, bots: str | None) -> None:
    """What decides a simulated game besides its ruleset and its players; without a name of bots
    the command takes the one that stands in."""
    add_option_arguments(parser, seed=seed)
    default = bots or "the one that stands in"
    parser.add_argument(
        "--bots",
        default=bots,
        metavar="NAME,…",
        help=f"one for all seats, or one for each; see `rulesets` (default {default})",
    )


def add_option_arguments(parser: argparse.ArgumentParser, *, seed: int) -> None:
    """What decides simulated games besides who plays what."""
    parser.add_argument(
        "--seed",
        default=seed,
        type=whole_number(0, 2**63),
        metavar="S",
        help=f"another seed, another game (default {seed})",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="k=v",
        help="an option of the ruleset, such as line_up=draft; see `rulesets`",
    )


def whole_number(least: int, most: int) -> Any:
    """An argument type: a whole number within limits."""

    def convert(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{number} is not from {least} to {most}")
        return number

    return convert
