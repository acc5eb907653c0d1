"""The commands of `python -m engine`; the one part of the engine that meets files and terminals."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from engine.cli import bench, odds, play, rulesets, scenario, simulate, verify, versus
from engine.cli.common import BadInput, complain, one_line

COMMANDS = (rulesets, simulate, versus, verify, scenario, odds, bench, play)


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaint is one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and leave with 2."""
        self.exit(2, one_line(f"{self.prog}: {message} (see {self.prog} --help)") + "\n")


def parser() -> Parser:
    """The command line."""
    top = Parser(prog="python -m engine", description=__doc__)
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for module in COMMANDS:
        name = module.__name__.rpartition(".")[2]
        summary = (module.__doc__ or "").strip()
        module.arguments(commands.add_parser(name, help=summary, description=summary))
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; 0 done, 1 a check failed, 2 bad input."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal without umlauts is no reason to fail.
        sys.stdout.reconfigure(errors="backslashreplace")
    arguments = parser().parse_args(argv)
    module = next(m for m in COMMANDS if m.__name__.endswith(f".{arguments.command}"))
    try:
        return int(module.run(arguments))
    except BadInput as problem:
        complain(arguments.command, problem)
        return 2
    except KeyboardInterrupt:
        complain(arguments.command, "stopped")
        return 130
    except OSError as problem:
        # Whoever read our output has gone, or its disk is full; Python must not complain about
        # that a second time while closing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(problem, BrokenPipeError):
            return 0
        complain(arguments.command, f"cannot write the output: {problem.strerror}")
        return 2
