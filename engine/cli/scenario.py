"""Play one season from a given position and say what happens."""

from __future__ import annotations

import argparse
from typing import Any

from engine.cli.common import BadInput, put, read_bytes
from engine.kernel.log import parse_json
from engine.registry import SCENARIOS, checked_options, newest, ruleset_of


def arguments(parser: argparse.ArgumentParser) -> None:
    """The position."""
    parser.add_argument("file", metavar="FILE", help="a scenario as JSON; - for standard input")


def run(args: argparse.Namespace) -> int:
    """Play it."""
    scenario = parsed(args.file)
    if isinstance(scenario.get("scenario"), dict):
        scenario = scenario["scenario"]  # one of the rule tests' files, which wrap it
    key, version = scenario.get("ruleset"), scenario.get("version", 0)
    options = scenario.get("options", {})
    if not isinstance(key, str):
        raise BadInput(f'{args.file}: "ruleset" must name a ruleset')
    if type(version) is not int:
        raise BadInput(f'{args.file}: "version" must be a whole number')
    text_pairs = isinstance(options, dict) and all(isinstance(v, str) for v in options.values())
    if not text_pairs:
        raise BadInput(f'{args.file}: "options" must be an object of texts')
    try:
        ruleset = ruleset_of(key, version) if version else newest(key)
        if key not in SCENARIOS:
            raise ValueError(f"there are no scenarios for {key}")
        put(SCENARIOS[key](ruleset, checked_options(ruleset, options), scenario))
    except ValueError as problem:
        raise BadInput(f"{args.file}: {problem}") from None
    return 0


def parsed(path: str) -> dict[str, Any]:
    """The file as a JSON object."""
    try:
        scenario = parse_json(read_bytes(path))
    except ValueError as problem:
        raise BadInput(f"{path}: cannot be read as JSON: {problem}") from None
    if not isinstance(scenario, dict):
        raise BadInput(f"{path}: a scenario is a JSON object")
    return scenario
