"""Prove recorded games: chain, links, every throw, and every fact by the rules."""

from __future__ import annotations

import argparse

from engine.cli.common import BadInput, complain, one_line, progress, read_bytes
from engine.devices.tower import CubeTower
from engine.kernel.log import LogError, lines_in, read_log
from engine.kernel.verify import Disproved, Proof, verify


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
            throws = proof.uses.get(CubeTower.name, 0)
            summary = f"events={proof.events} throws={throws} head={proof.head}"
            print(f"ok {one_line(path)} {summary}", flush=True)
            if not proof.over:
                complain("verify", f"{path}: {limits(proof)}")
            if proof.relayed_last:
                complain("verify", f"{path}: {relayed(proof)}")
    return worst


def limits(proof: Proof) -> str:
    """What could not be checked of a game under way."""
    so_far = "the game is not over"
    if proof.resolved == proof.steps:
        return so_far
    return f"{so_far}; answers are sealed, {proof.resolved} of {proof.steps} steps replayed"


def relayed(proof: Proof) -> str:
    """In which steps the server could have chosen among salts."""
    steps = ", ".join(str(step) for step in proof.relayed_last)
    warning = "whoever sealed last did so under a salt that the server drew, when it knew the link"
    return f"{warning} and all that was sealed: steps {steps}"


def check(path: str) -> Proof:
    """One file."""
    try:
        header, entries = read_log(lines_in(read_bytes(path)))
    except LogError as problem:
        # Entries are counted from the line after the header, here as by the other verifiers.
        where = f"entry {problem.line - 1}, " if problem.line > 1 else ""
        raise BadInput(f"{path}: {where}{problem}") from None
    return verify(header, entries)
