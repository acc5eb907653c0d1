"""Say how a battle is likely to end: win, tie and loss shares."""

from __future__ import annotations

import argparse

from engine.cli.common import BadInput, known_ruleset, put, whole_number
from engine.kernel.core import SEATS
from engine.registry import FORECASTS

MOST_CUBES = 500


def arguments(parser: argparse.ArgumentParser) -> None:
    """Who fights, and what lies in and before the tower."""
    parser.add_argument("--ruleset", required=True, metavar="KEY", help="see `rulesets`")
    cubes = whole_number(0, MOST_CUBES)
    parser.add_argument("--attack", required=True, type=cubes, metavar="N", help="armies of A")
    parser.add_argument(
        "--defend", required=True, type=cubes, metavar="M", help="armies of B; 0: a neutral county"
    )
    parser.add_argument("--peasants", type=cubes, metavar="P", help="peasants thrown in")
    parser.add_argument("--lodged", default="", metavar="A=2,peasants=3", help="inside the tower")
    parser.add_argument("--tray", default="", metavar="C=1", help="lying in the tray")
    parser.add_argument(
        "--marker", action="store_true", help="there is so much unrest that peasants stand by"
    )
    parser.add_argument("--trials", default=100_000, type=whole_number(1, 10**7), metavar="T")


def run(args: argparse.Namespace) -> int:
    """Ask the ruleset's tower."""
    known_ruleset(args.ruleset)
    if args.ruleset not in FORECASTS:
        raise BadInput(f"{args.ruleset} has no tower")
    lodged, tray = cubes_of("--lodged", args.lodged), cubes_of("--tray", args.tray)
    forecast = FORECASTS[args.ruleset]
    battle = (args.attack, args.defend, args.peasants, not args.marker)
    put(forecast(*battle, lodged, tray, args.trials))
    return 0


def cubes_of(where: str, text: str) -> dict[str, int]:
    """Cubes written as `A=2,peasants=3`."""
    cubes: dict[str, int] = {}
    for pair in filter(None, text.split(",")):
        colour, _, count = pair.partition("=")
        colour = colour.strip()
        if colour not in (*SEATS, "peasants"):
            raise BadInput(f"{where}: {colour!r} is no colour; use A to F or peasants")
        try:
            number = whole_number(0, MOST_CUBES)(count)
        except argparse.ArgumentTypeError as problem:
            raise BadInput(f"{where}: {problem}; write {colour}=2") from None
        cubes[colour] = cubes.get(colour, 0) + number
    return cubes
