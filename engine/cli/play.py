"""Watch bots play a game, season by season, in the terminal."""

from __future__ import annotations

import argparse
import re
import sys
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from engine.cli.common import BadInput, add_table_arguments, options_of, whole_number
from engine.cli.simulate import save
from engine.kernel.core import Event, Json
from engine.kernel.game import decode
from engine.kernel.log import Entry
from engine.simulate import Played, play, table

GOING_ON = {"en": "— Enter goes on —", "de": "— weiter mit Enter —"}
HOW_TO_CHECK = {
    "en": "Seed {seed} (--seed plays another game). The head of the log, which stands for every "
    "cube in it: {head}",
    "de": "Startwert {seed} (--seed spielt ein anderes Spiel). Der Kopf des Protokolls, der für "
    "jeden Würfel darin steht: {head}",
}
HEADINGS = {
    "en": ("Final table", "Player", "Points", "Thalers", "Counties"),
    "de": ("Schlusstabelle", "Spieler", "Punkte", "Taler", "Länder"),
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Who plays, and in which language it is told."""
    parser.add_argument("--ruleset", default="wallenstein-2010", metavar="KEY", help="the game")
    parser.add_argument(
        "--players", default=5, type=whole_number(1, 99), metavar="N", help="how many (default 5)"
    )
    add_table_arguments(parser, seed=1634, bots="marshal")
    parser.add_argument(
        "--language", default="en", choices=sorted(HEADINGS), help="of the report (default en)"
    )
    parser.add_argument("--out", metavar="DIR", help="write the game's log into this folder")
    parser.add_argument("--no-pause", action="store_true", help="do not wait after each season")


def run(args: argparse.Namespace) -> int:
    """Play the game and tell it."""
    try:
        options = options_of(args.option)
        at_table = table(args.ruleset, args.players, args.seed, options, args.bots.split(","))
    except ValueError as problem:
        raise BadInput(str(problem)) from None
    played = play(at_table, 0)
    console, words = Console(highlight=False), at_table.ruleset.text()
    pausing = not args.no_pause and sys.stdin.isatty() and sys.stdout.isatty()
    for events in seasons(played):
        for line in words.report(events, args.language, {}):
            tell(console, line)
        if pausing:
            console.input(f"[dim]{GOING_ON[args.language]}[/dim]")
    console.print(final_table(played, args.language))
    tell(console, HOW_TO_CHECK[args.language].format(seed=args.seed, head=played.game.head))
    if args.out:
        tell(console, f"verify {save(played, Path(args.out))}")
    return 0


def tell(console: Console, line: str) -> None:
    """A line of a report: headings stand out, what is indented stays so when it is long."""
    content = line.lstrip()
    indent = len(line) - len(content)
    style = "bold" if content and not indent else ""
    margin = " " * indent
    # A score is not torn apart: "3 : 2" stays on one line.
    kept = re.sub(r"(\d) : (\d)", "\\1\u00a0:\u00a0\\2", content)
    for part in textwrap.wrap(kept, console.width - indent) or [""]:
        console.print(Text(margin + part, style=style))


def seasons(played: Played) -> Iterator[Sequence[Event[Any]]]:
    """The facts of a game, a list for each season."""
    chapter: list[Event[Any]] = []
    for entry in played.entries:
        if entry.kind == "season_began" and chapter:
            yield chapter
            chapter = []
        if is_fact(played, entry):
            chapter.append(decode(played.table.ruleset, entry))
    yield chapter


def is_fact(played: Played, entry: Entry) -> bool:
    """Whether an entry tells what the rules made of the answers."""
    return entry.kind in played.table.ruleset.events


def placed(played: Played) -> list[str]:
    """The seats as the rules rank them, which have their own word on equal points."""
    ended = next(entry for entry in reversed(played.entries) if entry.kind == "game_ended")
    return [row["seat"] for row in ended.payload["ranking"]]


def final_table(played: Played, language: str) -> Grid:
    """Who ended where."""
    title, *columns = HEADINGS[language]
    shown: Json = played.table.ruleset.view(played.game.state, None)
    owners = [county["owner"] for county in shown["counties"].values()]
    grid = Grid(*columns, title=title)
    for seat in placed(played):
        crown = "* " if seat in shown["winners"] else ""
        row = (shown["points"][seat], shown["money"][seat], owners.count(seat))
        name = played.table.ruleset.text().seat(seat, language)
        grid.add_row(f"{crown}{name}", *map(str, row))
    return grid
