"""Watch bots play a game, chapter by chapter, in the terminal."""

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

from engine.bots import stand_in
from engine.cli.common import (
    BadInput,
    add_table_arguments,
    known_ruleset,
    options_of,
    whole_number,
)
from engine.cli.simulate import save
from engine.kernel.core import Event, Json
from engine.kernel.game import decode
from engine.simulate import Played, play, table

GOING_ON = {"en": "— Enter goes on —", "de": "— weiter mit Enter —"}
HOW_TO_CHECK = {
    "en": "Seed {seed} (--seed plays another game). The head of the log, which stands for every "
    "fact in it: {head}",
    "de": "Startwert {seed} (--seed spielt ein anderes Spiel). Der Kopf des Protokolls, der für "
    "jedes Ereignis darin steht: {head}",
}
HEADINGS = {"en": ("Final table", "Player"), "de": ("Schlusstabelle", "Spieler")}
# What is counted of a player, in this order, where the view of a game has it.
COLUMNS = {
    "points": {"en": "Points", "de": "Punkte"},
    "money": {"en": "Thalers", "de": "Taler"},
    "counties": {"en": "Counties", "de": "Länder"},
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Who plays, and in which language it is told."""
    parser.add_argument("--ruleset", default="wallenstein-2010", metavar="KEY", help="the game")
    parser.add_argument(
        "--players", type=whole_number(1, 99), metavar="N", help="how many (default: all it seats)"
    )
    add_table_arguments(parser, seed=1634, bots=None)
    parser.add_argument(
        "--language", default="en", choices=sorted(HEADINGS), help="of the report (default en)"
    )
    parser.add_argument("--out", metavar="DIR", help="write the game's log into this folder")
    parser.add_argument("--no-pause", action="store_true", help="do not wait after each chapter")


def run(args: argparse.Namespace) -> int:
    """Play the game and tell it."""
    try:
        players = args.players or max(known_ruleset(args.ruleset).seats)
        bots = (args.bots or usual_bot(args.ruleset)).split(",")
        at_table = table(args.ruleset, players, args.seed, options_of(args.option), bots)
    except ValueError as problem:
        raise BadInput(str(problem)) from None
    played = play(at_table, 0)
    console, words = Console(highlight=False), at_table.ruleset.text()
    pausing = not args.no_pause and sys.stdin.isatty() and sys.stdout.isatty()
    for events in chapters(played):
        for line in words.report(events, args.language, {}):
            tell(console, line)
        if pausing:
            console.input(f"[dim]{GOING_ON[args.language]}[/dim]")
    console.print(final_table(played, args.language))
    tell(console, HOW_TO_CHECK[args.language].format(seed=args.seed, head=played.game.head))
    if args.out:
        tell(console, f"verify {save(played, Path(args.out))}")
    return 0


def usual_bot(ruleset: str) -> str:
    """The bot that plays all seats unless others are named."""
    bot = stand_in(ruleset)
    if bot is None:
        raise BadInput(f"no bot plays {ruleset}")
    return bot


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


def chapters(played: Played) -> Iterator[Sequence[Event[Any]]]:
    """The facts of a game, a list for each chapter."""
    chapter: list[Event[Any]] = []
    for event in facts(played):
        if event.opens_chapter() and chapter:
            yield chapter
            chapter = []
        chapter.append(event)
    yield chapter


def facts(played: Played) -> Iterator[Event[Any]]:
    """What the rules made of the answers."""
    ruleset = played.table.ruleset
    return (decode(ruleset, entry) for entry in played.entries if entry.kind in ruleset.events)


def placed(played: Played, shown: Json) -> list[str]:
    """The seats as the rules rank them, which may have their own word on equal points; those of a
    game that ranks nobody by what they won."""
    ranking = next((e.payload["ranking"] for e in played.entries if "ranking" in e.payload), None)
    if ranking is not None:
        return [row["seat"] for row in ranking]
    points, winners = shown["points"], shown["winners"]
    return sorted(played.table.seats, key=lambda seat: (seat not in winners, -points[seat]))


def final_table(played: Played, language: str) -> Grid:
    """Who ended where."""
    title, player = HEADINGS[language]
    shown: Json = played.table.ruleset.view(played.game.state, None)
    columns = [key for key in COLUMNS if isinstance(shown.get(key), dict)]
    grid = Grid(player, *(COLUMNS[key][language] for key in columns), title=title)
    for seat in placed(played, shown):
        crown = "* " if seat in shown["winners"] else ""
        name = played.table.ruleset.text().seat(seat, language)
        grid.add_row(f"{crown}{name}", *(str(count(shown[key], seat)) for key in columns))
    return grid


def count(things: Json, seat: str) -> int:
    """How many of some things a seat has: they are counted already, or each tells its owner."""
    counted = things.get(seat)
    if isinstance(counted, int):
        return counted
    return sum(isinstance(thing, dict) and thing.get("owner") == seat for thing in things.values())
