"""Prove recorded games: chain, links, every throw, and every fact by the rules."""

from __future__ import annotations

import argparse

from engine.cli.common import BadInput, complain, one_line, progress, read_bytes
from engine.log import LogError, read_log
from engine.verify import Disproved, Proof, verify


def arguments(parser: argparse.ArgumentParser) -> None:
    """The logs to check."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a *.wlog.jsonl file")


def run(args: argparse.Namespace) -> int:
    """Check each file; a file that is no log does not keep the others from being checked."""
    worst = 0
    for path in progress(args.files, len(args.files), "verifying"):
        try:
            proof = check(path)
        except BadInput as problem:
            complain("verify", problem)
            worst = 2
        except Disproved as problem:
            print(one_line(f"FAILED {path} {problem}"), flush=True)
            worst = max(worst, 1)
        else:
            found = f"events={proof.events} throws={proof.throws} head={proof.head}"
            print(f"ok {one_line(path)} {found}", flush=True)
            if proof.resolved < proof.steps:
                sealed = f"answers are sealed, {proof.resolved} of {proof.steps} steps replayed"
                complain("verify", f"{path}: {sealed}")
    return worst


def check(path: str) -> Proof:
    """One file."""
    try:
        header, entries = read_log(read_bytes(path).splitlines(keepends=True))
    except LogError as problem:
        raise BadInput(f"{path}: {problem}") from None
    return verify(header, entries)
