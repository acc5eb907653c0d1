"""Let one bot play many games against others, its seat rotated; one JSON object."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from engine.cli.common import (
    BadInput,
    add_option_arguments,
    options_of,
    progress,
    put,
    whole_number,
)
from engine.simulate import table
from engine.versus import Outcome, Tournament, by_seat, counts, reckoned

AT_ONCE = 5


def arguments(parser: argparse.ArgumentParser) -> None:
    """Who plays whom, what, how often."""
    parser.add_argument("bot", help="the bot that is measured; see `rulesets`")
    parser.add_argument(
        "others", metavar="others", help="one for all other seats, or one for each: NAME,…"
    )
    parser.add_argument(
        "--ruleset", default="wallenstein-2010", metavar="KEY", help="see `rulesets`"
    )
    parser.add_argument("--players", default=5, type=whole_number(2, 99), metavar="N")
    parser.add_argument(
        "--games",
        default=100,
        type=whole_number(1, 1_000_000),
        metavar="G",
        help="best a multiple of the players, so that no seat has more (default 100)",
    )
    parser.add_argument(
        "--jobs",
        default=1,
        type=whole_number(1, 256),
        metavar="J",
        help="processes; the result does not depend on them (default 1)",
    )
    parser.add_argument(
        "--count",
        action="append",
        default=[],
        metavar="FACT",
        help="how often a fact happens a game, or a field of it has which value: "
        "game_ended, or game_ended.winners",
    )
    add_option_arguments(parser, seed=1)


def run(args: argparse.Namespace) -> int:
    """Play and reckon."""
    others, options = args.others.split(","), options_of(args.option)
    if len(others) not in (1, args.players - 1):
        raise BadInput(f"name one bot for all others, or {args.players - 1}, not {len(others)}")
    if len(others) == 1:
        others *= args.players - 1
    try:
        tournament = Tournament(
            table(args.ruleset, args.players, args.seed, options, [args.bot, *others]),
            tuple(args.count),
        )
    except ValueError as problem:
        raise BadInput(str(problem)) from None
    series = progress(played(tournament, args.games, args.jobs), args.games, "playing")
    outcomes = list(series)
    asked = {"bot": args.bot, "others": others, "ruleset": args.ruleset, "players": args.players}
    put(
        {
            **asked,
            "options": dict(tournament.table.options),
            "seed": args.seed,
            **reckoned(outcomes),
            **by_seat(outcomes, tournament.table.seats),
            **({"facts": counts(outcomes)} if args.count else {}),
        }
    )
    return 0


def played(tournament: Tournament, games: int, jobs: int) -> Iterator[Outcome]:
    """The outcomes in the order of the games, whoever is ready first."""
    if jobs == 1:
        yield from map(tournament.outcome, range(games))
        return
    with ProcessPoolExecutor(jobs) as workers:
        yield from workers.map(tournament.outcome, range(games), chunksize=AT_ONCE)
