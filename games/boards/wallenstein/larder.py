"""Grain against hunger: what a player has, what the last event leaves of it, and who must eat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.kernel.core import Json, Seat
from engine.wallenstein.board import EventCard
from engine.wallenstein.rules import Rules
from games.boards.wallenstein.spans import Span, span, span_of

NO_HARVEST: Final[Mapping[str, int]] = {"": 0}


@dataclass(frozen=True)
class Larder:
    """Grain before the next winter, what it may lose, what is left then, how many counties eat."""

    grain: Span
    loss: Span
    left: Span
    need: int
    house_loss: bool = False

    @property
    def short(self) -> int:
        """How much is missing if the worst comes."""
        return max(0, self.need - self.left[0])

    @property
    def fed(self) -> bool:
        """Whether it feeds all counties, whatever is lost."""
        return not self.short


def larder(
    grain: int, need: int, cards: Iterable[EventCard], harvests: Mapping[str, int] = NO_HARVEST
) -> Larder:
    """W-W1, W-W2: a stock with what each event that may hold lets one collect.

    The card whose event holds is not the one that is left over for winter.
    """
    open_cards = list(cards)
    losses = {card.id: card.grain_loss for card in open_cards} or {"": 0}
    stocks = {event: grain + more for event, more in harvests.items()}
    left = [
        max(0, stock - loss)
        for event, stock in stocks.items()
        for card, loss in losses.items()
        if card != event or len(losses) == 1
    ]
    house_loss = any(card.house_loss for card in open_cards)
    return Larder(
        span_of(stocks.values()), span_of(losses.values()), span_of(left), need, house_loss
    )


def larder_of(view: Json, seat: Seat, rules: Rules) -> Larder:
    """The stock of a seat as anybody can see it, if nobody collected any more before winter."""
    need = sum(county["owner"] == seat for county in view["counties"].values())
    return larder(view["grain"][seat], need, [rules.events[card] for card in view["open_events"]])


def larder_sentence(stock: Larder) -> str:
    """What there is with a plan, what winter leaves of it, and whether that is enough."""
    return " ".join((_stock(stock), _verdict(stock)))


class LarderCell(NamedTuple):
    """The same for a table: what winter leaves of what is needed, and what there is now.

    The latter is nothing where winter takes nothing of it.
    """

    left: str
    now: str


def larder_cell(stock: Larder) -> LarderCell:
    """A stock in a cell of a table."""
    # Where a cell has little room its line is broken before the need, not within the numbers.
    grain = span(stock.left).replace("–", "–\N{WORD JOINER}")
    left = _("%(grain)s of %(need)d") % {"grain": grain, "need": stock.need}
    now = _("now %(grain)s") % {"grain": span(stock.grain)}
    return LarderCell(left, "" if stock.left == stock.grain else now)


def _stock(stock: Larder) -> str:
    words = {"grain": span(stock.grain), "loss": span(stock.loss), "left": span(stock.left)}
    if stock.loss == (0, 0):
        return _("With this plan you have %(grain)s grain for winter.") % words
    if stock.house_loss:
        return (
            _(
                "With this plan you have %(grain)s grain. The last event takes %(loss)s "
                "(house value) in winter and leaves %(left)s."
            )
            % words
        )
    return (
        _(
            "With this plan you have %(grain)s grain. The last event takes %(loss)s in winter "
            "and leaves %(left)s."
        )
        % words
    )


def _verdict(stock: Larder) -> str:
    words = {"need": stock.need, "short": stock.short}
    if stock.fed:
        text = ngettext(
            "That feeds your %(need)d county.", "That feeds your %(need)d counties.", stock.need
        )
    elif stock.left[1] < stock.need:
        text = ngettext(
            "Your %(need)d county needs %(need)d: at worst %(short)d is missing.",
            "Your %(need)d counties need %(need)d: at worst %(short)d are missing.",
            stock.need,
        )
    else:
        text = ngettext(
            "That may just feed your %(need)d county: at worst %(short)d is missing.",
            "That may just feed your %(need)d counties: at worst %(short)d are missing.",
            stock.need,
        )
    return text % words
