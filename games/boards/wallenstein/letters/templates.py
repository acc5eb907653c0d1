"""Orders to be filled in: the beginnings of the lines, and in comments what may follow.

Nothing in a template is an order: the lines that begin like one are empty, all others are comments.
So whatever a mail program does to it, nobody orders anything by sending it back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from engine.kernel.core import Decision, Json
from engine.text.lexicon import Language, language_of
from engine.wallenstein.board import ACTIONS, COMBATS, MOVE_ACTIONS
from engine.wallenstein.words.base import ORDER_WORDS
from engine.wallenstein.words.move_orders import write_order
from engine.wallenstein.words.names import TILE_NAMES, county_name
from engine.wallenstein.words.order_words import (
    BOUND_WORDS,
    EXCHANGE,
    HOLDER_WORDS,
    PILE,
    STAY,
)
from engine.wallenstein.words.orders import REST
from engine.wallenstein.words.vocabulary import OrderWords
from games.boards.order_comments import comment


@dataclass(frozen=True)
class Templates:
    """What the letters of an edition know: every kind of question, and each part of a plan."""

    kinds: Mapping[str, Template]
    # By the key in a plan; which of them a game knows is said by its question.
    parts: Mapping[str, Template]
    words: OrderWords = ORDER_WORDS

    def joined(
        self,
        kinds: Mapping[str, Template],
        parts: Mapping[str, Template],
        words: OrderWords,
    ) -> Templates:
        """The same with the questions and parts of another edition or of an expansion."""
        return Templates({**self.kinds, **kinds}, {**self.parts, **parts}, words)

    def template(self, view: Json, decision: Decision, language: str, *, brief: bool) -> str:
        """The orders that answer a question, still to be written, with everything legal.

        In brief without what stands in the position, and without how orders are written.
        """
        asked = TemplateQuestion(view, decision.options, language_of(language), self, brief)
        return "\n".join(self.kinds[decision.kind](asked))


@dataclass(frozen=True)
class TemplateQuestion:
    """A question: what lies on the table, what is legal, and the reader's language."""

    view: Json
    options: Json
    language: Language
    templates: Templates
    brief: bool

    def head(self, key: str) -> str:
        """How a line begins."""
        return self.templates.words.heads[key].written[self.language]

    def heads(self, *keys: str) -> Iterator[str]:
        """Lines that begin as orders do."""
        for key in keys:
            yield f"{self.head(key)}:"

    def word(self, key: str) -> str:
        """A word behind the colon."""
        return self.templates.words.bodies[key][self.language]


Template = Callable[[TemplateQuestion], Iterator[str]]


def counties(named: Iterable[str]) -> str:
    """Counties by name."""
    return ", ".join(county_name(county) for county in named)


def numbers(listed: Iterable[int]) -> str:
    """Numbers one after the other."""
    return ", ".join(str(number) for number in listed)


def _tile(number: int, tile: str, language: Language) -> str:
    return f"{number} ({TILE_NAMES[tile][language]})"


def _plan(asked: TemplateQuestion) -> Iterator[str]:
    options, order = asked.options, asked.view["actions"]
    said_empty = options.get("left_empty", ())
    boxes = [box for box in options["boxes"] if box not in said_empty]
    hidden = [box for box in boxes if box in ACTIONS and box not in order]
    yield from asked.heads(*(box for box in order if box not in said_empty))
    if hidden:
        yield from comment(_("These actions are face down; nobody knows their order yet."))
        yield from asked.heads(*hidden)
    yield from asked.heads(*(box for box in boxes if box not in ACTIONS))
    parts = [key for key in options["keys"] if key in asked.templates.parts]
    # What is said of boxes and marches stands in the lines of the boxes.
    yield from asked.heads(*(key for key in parts if key in asked.templates.words.heads))
    yield "#"
    for key in parts:
        yield from asked.templates.parts[key](asked)


def _boxes(asked: TemplateQuestion) -> Iterator[str]:
    options = asked.options
    words = {
        "counties": counties(options["counties"]),
        "coin": asked.word(asked.templates.words.blank),
    }
    if not asked.brief:
        yield from comment(_("Your counties: %(counties)s") % words)
    yield from comment(
        _("Each county may be used once; “%(coin)s” means: not this action.") % words
    )
    yield from comment(
        _("“%(rest)s: %(coin)s” fills every box you leave out, as far as your cards reach.")
        % {**words, "rest": asked.head(REST)}
    )
    if options.get("left_empty"):
        empty = {"boxes": ", ".join(map(asked.head, options["left_empty"]))}
        yield from comment(_("These stay empty, as you have said: %(boxes)s") % empty)


def _bid(asked: TemplateQuestion) -> Iterator[str]:
    coins = {"coins": numbers(asked.options["bids"])}
    yield from comment(_("A bid is one of the numbers %(coins)s, or a county.") % coins)


def _positions(asked: TemplateQuestion) -> Iterator[str]:
    if asked.brief:
        yield from comment(_("Positions by their numbers, favourite first."))
        return
    tiles = ", ".join(
        _tile(number, tile, asked.language) for number, tile in enumerate(asked.view["tiles"], 1)
    )
    yield from comment(_("Positions, favourite first: %(tiles)s") % {"tiles": tiles})


def _moves(asked: TemplateQuestion) -> Iterator[str]:
    options = asked.options
    if asked.brief:
        yield from _short_example(asked)
    else:
        moves = ", ".join(map(asked.head, MOVE_ACTIONS))
        yield from comment(_("Armies march by %(moves)s:") % {"moves": moves})
        for origin, near in options["counties"].items():
            yield from comment(f"{county_name(origin)} -> {counties(near)}")
        stay = {"stay": asked.word(STAY)}
        yield from comment(_("After the target: how many armies, or “%(stay)s” for none.") % stay)
        yield from _example(asked)
    if "must_march" in options:
        duties = {"moves": ", ".join(map(asked.head, options["must_march"]))}
        yield from comment(_("By %(moves)s armies must march, if they can.") % duties)


def _short_example(asked: TemplateQuestion) -> Iterator[str]:
    """A march as it is written, for whoever has been told more in an earlier letter."""
    for march in _marches(asked, {"armies": 4}):
        yield from comment(_("A march: %(example)s") % {"example": march})


def _example(asked: TemplateQuestion) -> Iterator[str]:
    """Two marches of one action, the first with a condition; as remarks, so that nobody marches."""
    condition = {"held_by": "enemy", "at_most": 2}
    marches = list(_marches(asked, {"armies": 4, "when": condition}, {"armies": "all"}))
    if not marches:
        return
    yield from comment(
        _(
            "Several lines for one action are wishes; the first that is possible is carried out. "
            "For example:"
        )
    )
    for march in marches:
        yield from comment(march)
    holders = ", ".join(_conditions(asked.language))
    yield from comment(_("Conditions, joined by commas: %(conditions)s") % {"conditions": holders})


def _marches(asked: TemplateQuestion, *wishes: Json) -> Iterator[str]:
    """Wishes for marches by one action, the first and the last of their counties."""
    empty = asked.options.get("left_empty", ())
    actions = [action for action in (*COMBATS, *MOVE_ACTIONS) if action not in empty]
    origins = [origin for origin, near in asked.options["counties"].items() if near]
    if not actions or not origins:
        return
    near = asked.options["counties"][origins[0]]
    for wish, target in zip(wishes, (near[0], near[-1]), strict=False):
        march = write_order({"to": target, **wish}, asked.language)
        yield f"{asked.head(actions[0])}: {county_name(origins[0])} -> {march}"


def _conditions(language: Language) -> Iterator[str]:
    """Everything a march may depend on, as it is written; of the seats one stands for all."""
    holders = ("B", "enemy", "own", "neutral")
    yield from (HOLDER_WORDS[holder][language] for holder in holders)
    yield from (f"{words[language]} 2" for words in BOUND_WORDS.values())


def _revolts(asked: TemplateQuestion) -> Iterator[str]:
    if asked.brief:
        return
    words = {"head": asked.head("revolt_order")}
    yield from comment(
        _(
            "%(head)s: if several of your counties revolt, the one you face first in front. Leave "
            "the line out if you do not mind."
        )
        % words
    )


def _draft(asked: TemplateQuestion) -> Iterator[str]:
    options = asked.options
    yield from asked.heads("counties", "groups")
    yield "#"
    lists = {"counties": counties(options["counties"]), "groups": numbers(options["groups"])}
    yield from comment(_("Counties, favourite first: %(counties)s") % lists)
    yield from comment(_("Army groups, in the order they are placed: %(groups)s") % lists)


def _draft_pick(asked: TemplateQuestion) -> Iterator[str]:
    options = asked.options
    special = (PILE, EXCHANGE)
    offers = [
        asked.word(offer) if offer in special else county_name(offer) for offer in options["take"]
    ]
    yield from asked.heads("take", "group")
    yield "#"
    yield from comment(_("On offer: %(offers)s") % {"offers": ", ".join(offers)})
    yield from _groups(options["groups"])


def _draft_group(asked: TemplateQuestion) -> Iterator[str]:
    yield from asked.heads("group")
    yield "#"
    yield from _groups(asked.options["groups"])


def _groups(groups: Iterable[int]) -> Iterator[str]:
    yield from comment(_("Your army groups: %(groups)s") % {"groups": numbers(groups)})


def _position(asked: TemplateQuestion) -> Iterator[str]:
    yield from asked.heads("position")
    yield "#"
    tiles = asked.options["tiles"].items()
    free = ", ".join(_tile(int(number), tile, asked.language) for number, tile in tiles)
    yield from comment(_("Free positions: %(places)s") % {"places": free})


def _move(asked: TemplateQuestion) -> Iterator[str]:
    options = asked.options
    yield from asked.heads("orders")
    yield "#"
    move = {
        "origin": county_name(options["origin"]),
        "targets": counties(options["targets"]),
        "most": options["most"],
        "stay": asked.word(STAY),
    }
    yield from comment(_("From %(origin)s to one of: %(targets)s") % move)
    yield from comment(
        _("After the target: 1 to %(most)d armies. They must march.") % move
        if "must_march" in options
        else _("After the target: 1 to %(most)d armies. Or “%(stay)s”, and nobody marches.") % move
    )


def _revolt_order(asked: TemplateQuestion) -> Iterator[str]:
    yield from asked.heads("revolt_order")
    yield "#"
    revolts = {"counties": counties(asked.options["counties"])}
    yield from comment(_("In revolt, the one you face first at the front: %(counties)s") % revolts)


TEMPLATES: Final = Templates(
    kinds={
        "plan": _plan,
        "draft": _draft,
        "draft_pick": _draft_pick,
        "draft_group": _draft_group,
        "position": _position,
        "move": _move,
        "revolt_order": _revolt_order,
    },
    parts={
        "boxes": _boxes,
        "bid": _bid,
        "positions": _positions,
        "moves": _moves,
        "revolt_order": _revolts,
    },
)
