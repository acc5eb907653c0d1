"""Löwenherz by letter: the position as a grid of text and in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.kernel.core import Decision, Json, Seat
from games.boards.blocks import Block, Heading, Listing, Say, TableBlock, TableRow, Verbatim
from games.boards.board import LettersPart, Names
from games.boards.loewenherz.cards import CardPicture
from games.boards.loewenherz.names import counted
from games.boards.loewenherz.order_sheet import SHEETS, OrderSheet
from games.boards.loewenherz.story import FIGURES, LoewenherzStory
from games.boards.loewenherz.table import BoardTabletop, Estate, LoewenherzTable, tie_break
from games.boards.loewenherz.text_grid import grid_key, text_grid
from games.boards.loewenherz.turn.questions import question
from games.boards.palette import on_seat, seat_colour


@dataclass(frozen=True)
class LoewenherzLetters:
    """A game by letter: its table and orders; what may be left, as plain letters list it."""

    table: LoewenherzTable
    story: LoewenherzStory
    questions: LettersPart

    def question(
        self, view: Json, decision: Decision, language: str, names: Names
    ) -> tuple[str, str]:
        """What a question is about, and the question itself in one sentence."""
        heading, _asks = self.questions.question(view, decision, language, names)
        return heading, question(decision, language, names)

    def template(
        self, view: Json, decision: Decision, language: str, *, brief: bool = False
    ) -> str:
        """Orders to be filled in, with everything that is legal, or in brief."""
        if decision.kind not in SHEETS:
            return self.questions.template(view, decision, language, brief=brief)
        return "\n".join(OrderSheet(decision, self.table.text, language, brief).lines())

    def standing(self, view: Json, language: str, names: Names) -> TableBlock:
        """What everybody has; after the end the best first."""
        has = self.story.counted(view)
        rows = [
            TableRow(
                (
                    _("%(name)s (winner)") % {"name": one.name} if one.won else one.name,
                    *(str(has[figure.key][one.seat]) for figure in FIGURES),
                ),
                seat_colour(one.seat),
                on_seat(one.seat),
                one.seat,
            )
            for one in self.table.table(view, language, names).players
        ]
        return TableBlock((_("Player"), *(str(figure.title) for figure in FIGURES)), rows)

    def decided_by(self, view: Json, language: str, names: Names) -> str:
        """What decided where the most points were not enough; nothing where they were."""
        return tie_break(view)

    def position(
        self, view: Json, seat: Seat | None, language: str, names: Names
    ) -> Iterator[Block]:
        """Everything on the table in words, as a seat or a spectator sees it."""
        shown = self.table.table(view, language, names)
        yield self.standing(view, language, names)
        yield Say(_("The game ends at once with %(goal)d points.") % {"goal": shown.goal})
        if view["board"]:
            yield Verbatim(text_grid(view))
            yield Say(grid_key())
            yield Say(_("Eight of the nine landscape tiles are of our own making (house values)."))
        yield Heading(_("Domains and mines"))
        estates = (*shown.players, *([shown.neutral] if shown.neutral else []))
        yield Listing([(one.name, _estate(one)) for one in estates])
        yield from _cards(shown)


def _estate(one: Estate) -> str:
    """What a colour has on the board, in a line."""
    parts = [f"{domain.castle}: {domain.sentence}" for domain in one.domains]
    parts = parts or [_("no domain yet")]
    for mine in one.mines:
        words = _("%(mine)s %(count)d (monopoly)") if mine.is_monopoly else "%(mine)s %(count)d"
        parts.append(words % {"mine": mine.name, "count": mine.count})
    if one.income:
        parts.append(_("income %(ducats)s") % {"ducats": counted(one.income, "ducat")})
    if one.open_cards:
        seen = ", ".join(card.sentence for card in one.open_cards)
        parts.append(_("in hand, seen by all: %(cards)s") % {"cards": seen})
    knights = ngettext("%(n)d knight in the supply", "%(n)d knights in the supply", one.knights)
    return "; ".join((*parts, knights % {"n": one.knights}))


def _cards(shown: BoardTabletop) -> Iterator[Block]:
    if shown.own_hand:
        yield Heading(_("Your hand"))
        yield Listing([(_line(card), "") for card in shown.own_hand])
    yield Heading(_("Market"))
    if shown.market:
        yield Listing([(_line(card), "") for card in shown.market])
    else:
        yield Say(_("No card lies there."))
    if shown.deck:
        words = ngettext(
            "The deck has %(n)d card, pile %(letter)s on top.",
            "The deck has %(n)d cards, pile %(letter)s on top.",
            shown.deck,
        )
        yield Say(words % {"n": shown.deck, "letter": shown.next_card})
    else:
        yield Say(_("The deck is empty: nobody refills any more."))
    left = ngettext("%(n)d border is left.", "%(n)d borders are left.", shown.borders)
    yield Say(left % {"n": shown.borders})


def _line(card: CardPicture) -> str:
    return f"{card.copies}× {card.sentence}" if card.copies > 1 else card.sentence
