"""List the rulesets: key, version, seats, options."""

from __future__ import annotations

import argparse

from engine.bots import BOTS
from engine.cli.common import put
from engine.registry import RULESETS


def arguments(parser: argparse.ArgumentParser) -> None:
    """This command has none."""
    parser.set_defaults()


def run(_: argparse.Namespace) -> int:
    """Print them all as one JSON list."""
    put(
        [
            {
                "key": ruleset.key,
                "version": ruleset.version,
                "seats": list(ruleset.seats),
                "options": {
                    name: {"default": spec.default, "values": list(spec.values)}
                    for name, spec in ruleset.options.items()
                },
                "bots": list(BOTS.get(ruleset.key, {})),
            }
            for ruleset in RULESETS.values()
        ]
    )
    return 0
