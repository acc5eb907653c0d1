"""Let bots play whole games; one JSON line a game."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.cli.common import (
    BadInput,
    add_table_arguments,
    options_of,
    progress,
    put,
    whole_number,
)
from engine.kernel.log import write_log
from engine.simulate import Played, play, table


def arguments(parser: argparse.ArgumentParser) -> None:
    """What is played, by whom, how often."""
    parser.add_argument("--ruleset", required=True, metavar="KEY", help="see `rulesets`")
    parser.add_argument("--players", required=True, type=whole_number(1, 99), metavar="N")
    parser.add_argument("--games", default=1, type=whole_number(1, 1_000_000), metavar="G")
    add_table_arguments(parser, seed=0, bots="random")
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


def save(played: Played, folder: Path) -> Path:
    """Write a game's log and say where; a log that is there is there completely."""
    header = played.game.header
    final = folder / f"{header.game}.wlog.jsonl"
    partial = final.with_suffix(".part")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(b"".join(write_log(header, played.entries)))
        partial.replace(final)
    except OSError as problem:
        raise BadInput(f"--out {folder}: {problem.strerror or problem}") from None
    return final
