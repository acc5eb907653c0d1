"""Watch bots play a game, season by season, in the terminal."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from engine.cli.common import BadInput, options_of, whole_number
from engine.core import Event, Json
from engine.game import decode
from engine.log import Entry
from engine.simulate import Played, play, table

HEADINGS = {
    "en": ("Final table", "Player", "Points", "Thalers", "Counties"),
    "de": ("Schlusstabelle", "Spieler", "Punkte", "Taler", "Länder"),
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Who plays, and in which language it is told."""
    parser.add_argument("--ruleset", default="wallenstein-2010", metavar="KEY")
    parser.add_argument("--players", default=5, type=whole_number(1, 6), metavar="N")
    parser.add_argument("--seed", default=1634, type=whole_number(0, 2**63), metavar="S")
    parser.add_argument("--option", action="append", default=[], metavar="k=v")
    parser.add_argument("--bots", default="marshal", metavar="NAME,…")
    parser.add_argument("--language", default="en", choices=sorted(HEADINGS))


def run(args: argparse.Namespace) -> int:
    """Play the game and tell it."""
    try:
        options = options_of(args.option)
        at_table = table(args.ruleset, args.players, args.seed, options, args.bots.split(","))
    except ValueError as problem:
        raise BadInput(str(problem)) from None
    played = play(at_table, 0)
    console, words = Console(highlight=False), at_table.ruleset.text()
    for events in seasons(played):
        for line in words.report(events, args.language, {}):
            tell(console, line)
    console.print(final_table(played, args.language))
    console.print(f"{played.game.header.game}  head {played.game.head}", markup=False)
    return 0


def tell(console: Console, line: str) -> None:
    """A line of a report: headings stand out, what is indented stays so when it is long."""
    told = line.lstrip()
    indent = len(line) - len(told)
    style = "bold" if told and not indent else ""
    margin = " " * indent
    for part in textwrap.wrap(told, console.width - indent) or [""]:
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


def final_table(played: Played, language: str) -> Grid:
    """Who ended where."""
    title, *columns = HEADINGS[language]
    shown: Json = played.table.ruleset.view(played.game.state, None)
    owners = [county["owner"] for county in shown["counties"].values()]
    grid = Grid(*columns, title=title)
    for seat in sorted(shown["points"], key=lambda s: -shown["points"][s]):
        crown = "* " if seat in shown["winners"] else ""
        row = (shown["points"][seat], shown["money"][seat], owners.count(seat))
        name = played.table.ruleset.text().seat(seat, language)
        grid.add_row(f"{crown}{name}", *map(str, row))
    return grid
