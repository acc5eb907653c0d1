"""Orders to be filled in, as the edition of 2002 asks for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _

from engine.wallenstein.edition_2002.defence import DEFENCE
from engine.wallenstein.edition_2002.phases import EmptyBoxes
from engine.wallenstein.words.order_words import ALL
from games.boards.order_comments import comment
from games.boards.wallenstein.letters.templates import TEMPLATES, TemplateQuestion
from games.boards.wallenstein_2002.edition import EDITION_2002


def _defend(asked: TemplateQuestion) -> Iterator[str]:
    words = {"head": asked.head("defend"), "all": asked.word(ALL)}
    yield from comment(
        _("%(head)s: a county and how many armies fight there, a number or “%(all)s”.") % words
    )


def _place(asked: TemplateQuestion) -> Iterator[str]:
    words = {
        "head": asked.head("place"),
        "action": asked.head("deploy_1_move"),
        "yes": asked.word("yes"),
        "no": asked.word("no"),
    }
    yield from comment(
        _("%(head)s: “%(yes)s” or “%(no)s”, for the army of “%(action)s”.") % words,
    )


def _empty_boxes(asked: TemplateQuestion) -> Iterator[str]:
    yield from asked.heads("empty")
    yield "#"
    boxes = ", ".join(map(asked.head, asked.options["boxes"]))
    choice = {"count": asked.options["count"], "boxes": boxes}
    yield from comment(_("Number of boxes to name: %(count)d. The boxes are %(boxes)s") % choice)


def _defence(asked: TemplateQuestion) -> Iterator[str]:
    yield from asked.heads("armies")
    yield "#"
    limit = {"most": asked.options["most"]}
    yield from comment(_("0 to %(most)d armies fight; the others are held back.") % limit)


TEMPLATES_2002: Final = TEMPLATES.joined(
    kinds={EmptyBoxes.name: _empty_boxes, DEFENCE: _defence},
    parts={"defend": _defend, "place": _place},
    words=EDITION_2002.words.orders,
)
