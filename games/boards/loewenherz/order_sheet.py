"""What may be ordered, in the comments of a letter: cards, examples, and every legal place.

All of it is comments, so that nobody orders anything by sending it back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from engine.kernel.core import Decision, Json, Notation
from engine.loewenherz.answers import DECK, PLAY, SELL
from engine.loewenherz.cards import ACTIONS, CARDS
from engine.loewenherz.words.terms import term
from games.boards.loewenherz.cards import CardPicture
from games.boards.loewenherz.names import counted
from games.boards.order_comments import comment

# So many sides are worth reading in brief; where there are more, the grid tells as much.
MOST_SIDES: Final = 40


@dataclass(frozen=True)
class OrderSheet:
    """A question by letter."""

    decision: Decision
    text: Notation
    language: str
    # For somebody who has the position before them.
    brief: bool

    @property
    def options(self) -> Json:
        """What the question offers."""
        return self.decision.options

    def lines(self) -> Iterator[str]:
        """Every line of the sheet."""
        return SHEETS[self.decision.kind](self)

    def examples(self, *answers: Json) -> Iterator[str]:
        """Answers as they may be written, each on lines of its own."""
        yield from comment(_("For example, without the “#”:"))
        for number, answer in enumerate(answers):
            if number:
                yield from comment(_("or:"))
            written = self.text.format(self.decision.kind, answer, self.language)
            yield from (f"# {line}" for line in written.splitlines())
        yield "#"


def _castle(sheet: OrderSheet) -> Iterator[str]:
    squares = sheet.options["squares"]
    castle = next(iter(squares))
    yield from sheet.examples({"castle": castle, "knight": squares[castle][0]})
    yield from comment(_("A castle may stand on: %(places)s.") % {"places": ", ".join(squares)})
    yield from comment(_("Its knight stands beside it, on a free meadow or forest."))


def _give_up(sheet: OrderSheet) -> Iterator[str]:
    knights = sheet.options["knights"]
    yield from sheet.examples({"knight": knights[0]})
    yield from comment(_("These knights may leave: %(places)s.") % {"places": ", ".join(knights)})


def _turn(sheet: OrderSheet) -> Iterator[str]:
    options, known = sheet.options, sheet.options["known"]
    hand = [handle for handle in options["hand"] if handle in known]
    for handle in hand:
        number, card = handle.rpartition(" ")[2], CardPicture(known[handle])
        yield from comment(
            _("card %(number)s: %(card)s") % {"number": number, "card": card.sentence}
        )
    yield "#"
    yield from sheet.examples(*_possible(sheet, hand), {"card": hand[-1], "do": SELL})
    allowed = {action for handle in hand for action in CARDS[known[handle]].actions}
    for action in ACTIONS:
        if action in allowed:
            yield from (line for text in _PLACES[action](sheet) for line in comment(text))
    if options["refill"]:
        wishes = dict.fromkeys((*options["market"], DECK))
        open_cards = ", ".join(term(wish, sheet.language) for wish in wishes)
        yield from comment(_("You may refill from: %(cards)s.") % {"cards": open_cards})


def _possible(sheet: OrderSheet, hand: list[str]) -> Iterator[Json]:
    """A card that can be paid for, with something that it can do now; none where there is none."""
    for handle in hand:
        card = CARDS[sheet.options["known"][handle]]
        for action in card.actions:
            places = _first_step(sheet.options, action)
            if places and card.price <= sheet.options["money"]:
                yield {"card": handle, "do": PLAY, "action": action, **places}
                return


def _first_step(options: Json, action: str) -> Json:
    """Places with which an action may begin; nothing where it cannot."""
    if action == "borders":
        return {"borders": options["borders"]["sides"][:1]} if options["borders"]["sides"] else {}
    if action == "knights":
        free = [square for square, price in options["knights"]["squares"].items() if not price]
        return {"knights": free[:1]} if free else {}
    for castle, others in options[action].items():
        for other in others:
            if action == "expand":
                return {"domain": castle, "squares": [other]}
            if action == "alliance":
                return {"domain": castle, "against": other}
            for place in others[other]["places"]:
                return {"domain": castle, "against": other, "knight": place}
    return {}


def _borders(sheet: OrderSheet) -> Iterator[str]:
    sides = sheet.options["borders"]["sides"]
    if not sides:
        yield _("No border can be placed now.")
    elif not sheet.brief or len(sides) <= MOST_SIDES:
        yield _("Borders may stand at: %(places)s.") % {"places": ", ".join(sides)}
    else:
        yield _(
            "Borders may stand on every free side outside domains that parts no figures of one "
            "colour."
        )


def _knights(sheet: OrderSheet) -> Iterator[str]:
    squares = sheet.options["knights"]["squares"]
    if squares:
        yield _("Knights may stand on: %(places)s.") % {"places": _priced(squares)}
    else:
        yield _("No knight can be placed now.")


def _expand(sheet: OrderSheet) -> Iterator[str]:
    for castle, squares in sheet.options["expand"].items():
        gains = {
            square: one["points"].get(sheet.decision.seat, 0) for square, one in squares.items()
        }
        places = ", ".join(f"{sq} (+{gain})" if gain else sq for sq, gain in gains.items())
        if places:
            yield _("Domain %(castle)s may take: %(places)s.") % {
                "castle": castle,
                "places": places,
            }
    if not any(sheet.options["expand"].values()):
        yield _("No domain of yours can grow now.")


def _deserter(sheet: OrderSheet) -> Iterator[str]:
    pairs = sheet.options["deserter"]
    for castle, others in pairs.items():
        for other, target in others.items():
            words = {"castle": castle, "other": other, "places": _priced(target["places"])}
            yield (
                _("%(castle)s may win a knight from %(other)s; yours stands on: %(places)s.")
                % words
            )
    if not pairs:
        yield _("No knight can be won over now.")


def _alliance(sheet: OrderSheet) -> Iterator[str]:
    pairs = sheet.options["alliance"]
    for castle, others in pairs.items():
        words = {"castle": castle, "others": ", ".join(others)}
        yield _("%(castle)s may ally with: %(others)s.") % words
    if not pairs:
        yield _("No alliance can be made now.")


def _priced(squares: Mapping[str, int]) -> str:
    """Squares, with what each costs besides the card."""
    return ", ".join(
        f"{square} ({counted(price, 'ducat')})" if price else square
        for square, price in squares.items()
    )


_PLACES: Final[Mapping[str, Callable[[OrderSheet], Iterable[str]]]] = {
    "borders": _borders,
    "knights": _knights,
    "expand": _expand,
    "deserter": _deserter,
    "alliance": _alliance,
}
# The questions that the game waits for; what may be left beforehand has plainer letters.
SHEETS: Final[Mapping[str, Callable[[OrderSheet], Iterator[str]]]] = {
    "castle": _castle,
    "give_up": _give_up,
    "turn": _turn,
}
