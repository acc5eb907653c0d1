"""The plain game by mail: the question, orders to be filled in, and the view as blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engine.kernel.core import Decision, Json, Ruleset, Seat
from games.boards.blocks import Block, Heading, Listing, TableBlock, TableRow
from games.boards.board import Names
from games.boards.order_comments import comment
from games.boards.palette import on_seat, seat_colour
from games.boards.plain.contents import SAID_ELSEWHERE, Content, Grid, contents_of
from games.boards.plain.questions import PlainQuestion, heading_of, question_of
from games.boards.plain.story import PlainStory
from games.boards.plain.table import players_of
from games.boards.plain.terms import terms_of


@dataclass(frozen=True)
class PlainLetters:
    """Writes what the pages show."""

    ruleset: Ruleset[Any]
    story: PlainStory

    def question(
        self, view: Json, decision: Decision, language: str, names: Names
    ) -> tuple[str, str]:
        """What a question is about, and the question itself in one sentence."""
        question = question_of(self.ruleset, decision, language, names, view)
        return heading_of(question, view), question.sentence

    def template(
        self, view: Json, decision: Decision, language: str, *, brief: bool = False
    ) -> str:
        """Every order there is, as a remark: nobody orders anything by sending it back.

        Nobody knows what could be left out, so it is never brief.
        """
        question = question_of(self.ruleset, decision, language, {}, view)
        listed = (_orders(question), _names(question), _facts(question.contents))
        parts = ("\n".join(lines) for lines in listed)
        # What is told looks like an order where it stands right below one.
        return "\n#\n".join(part for part in parts if part)

    def position(
        self, view: Json, seat: Seat | None, language: str, names: Names
    ) -> Iterator[Block]:
        """Everything on the table in words, as a seat or a spectator sees it."""
        yield self.standing(view, language, names)
        in_table = {figure.key for figure in self.story.figures}
        terms = terms_of(self.ruleset, language, names, view)
        contents = contents_of(view, terms, SAID_ELSEWHERE | in_table)
        if short := [(content.name, content.text) for content in contents if content.text]:
            yield Listing(short)
        for content in contents:
            if not content.text:
                yield Heading(content.name)
                yield Listing(list(_items(content)))

    def standing(self, view: Json, language: str, names: Names) -> TableBlock:
        """What everybody has; after the end the best first."""
        figures, counted = self.story.figures, self.story.counted(view)
        rows = [
            TableRow(
                (
                    _("%(name)s (winner)") % {"name": player.name} if player.won else player.name,
                    *(str(counted[figure.key][player.seat]) for figure in figures),
                ),
                seat_colour(player.seat),
                on_seat(player.seat),
                player.seat,
            )
            for player in players_of(view, names)
        ]
        return TableBlock((_("Player"), *(str(figure.title) for figure in figures)), rows)

    def decided_by(self, view: Json, language: str, names: Names) -> str:
        """Nothing: the points say it, or the rules do."""
        return ""


def _items(content: Content) -> Iterator[tuple[str, str]]:
    """The lines of something that needs more than one."""
    if content.grid:
        yield from _rows(content.grid)
    for part in content.parts:
        yield part.name, part.text or "; ".join(f"{name}: {text}" for name, text in _items(part))


def _rows(grid: Grid) -> Iterator[tuple[str, str]]:
    for row in grid.rows:
        cells = zip(grid.columns, row.cells, strict=True)
        yield row.name, ", ".join(f"{column}: {cell.text}" for column, cell in cells if cell.text)


def _orders(question: PlainQuestion) -> Iterator[str]:
    if not question.choices:
        if question.orders:
            yield from comment(_("Lines begin with one of these words:"))
            yield from (f"# {order}:" for order in question.orders)
        return
    yield from comment(_("One of these lines, without the “#”:"))
    yield from (f"# {choice.order}" for choice in question.choices if choice.order)


def _names(question: PlainQuestion) -> Iterator[str]:
    for choice in question.choices:
        if choice.label != choice.word:
            yield from comment(f"{choice.word}: {choice.label}")


def _facts(contents: Iterable[Content]) -> Iterator[str]:
    for content in contents:
        text = content.text or "; ".join(f"{name}: {text}" for name, text in _items(content))
        yield from comment(f"{content.name}: {text}")
