"""Let bots play whole games; one JSON line a game."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.cli.common import BadInput, options_of, progress, put, whole_number
from engine.log import write_log
from engine.simulate import Played, play, table


def arguments(parser: argparse.ArgumentParser) -> None:
    """What is played, by whom, how often."""
    parser.add_argument("--ruleset", required=True, metavar="KEY", help="see `rulesets`")
    parser.add_argument("--players", required=True, type=whole_number(1, 6), metavar="N")
    parser.add_argument("--games", default=1, type=whole_number(1, 1_000_000), metavar="G")
    parser.add_argument("--seed", default=0, type=whole_number(0, 2**63), metavar="S")
    parser.add_argument("--option", action="append", default=[], metavar="k=v")
    parser.add_argument(
        "--bots", default="random", metavar="NAME,…", help="one for all seats, or one for each"
    )
    parser.add_argument("--out", metavar="DIR", help="write each game's log into this folder")


def run(args: argparse.Namespace) -> int:
    """Play and report."""
    if args.out == "":
        raise BadInput("--out: this is no folder")
    try:
        bots, options = args.bots.split(","), options_of(args.option)
        at_table = table(args.ruleset, args.players, args.seed, options, bots)
    except ValueError as problem:
        raise BadInput(str(problem)) from None
    for number in progress(range(args.games), args.games, "playing"):
        played = play(at_table, number)
        if args.out:
            save(played, Path(args.out))
        put(played.summary())
    return 0


def save(played: Played, folder: Path) -> None:
    """Write a game's log; a log that is there is there completely."""
    header = played.game.header
    final = folder / f"{header.game}.wlog.jsonl"
    partial = final.with_suffix(".part")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(b"".join(write_log(header, played.entries)))
        partial.replace(final)
    except OSError as problem:
        raise BadInput(f"--out {folder}: {problem.strerror or problem}") from None
