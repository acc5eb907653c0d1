"""The rules in our own words, a template for each page and language."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games.errors import NotFound

GAME: Final = {
    "overview": gettext_lazy("The game in five minutes"),
    "set-up": gettext_lazy("Set-up"),
    "season": gettext_lazy("A season"),
    "actions": gettext_lazy("The ten actions"),
    "battles": gettext_lazy("Battles"),
    "winter": gettext_lazy("Revolts, winter and points"),
    "by-post": gettext_lazy("By post: what you decide in advance"),
}
HELP: Final = {
    "planning": gettext_lazy("How to plan"),
    "deadlines": gettext_lazy("How deadlines work"),
    "fairness": gettext_lazy("Why the tower is fair"),
}
PAGES: Final = GAME | HELP


def contents(request: HttpRequest) -> HttpResponse:
    """The table of contents."""
    return render(request, "web/rules.html", {"game": GAME.items(), "help": HELP.items()})


def one_page(request: HttpRequest, page: str) -> HttpResponse:
    """One page in the reader's language."""
    if page not in PAGES:
        raise NotFound("no_such_page", _("The rules have no such page."))
    slugs = list(PAGES)
    place = slugs.index(page)
    after = slugs[place + 1] if place + 1 < len(slugs) else None
    told = {
        "page": page,
        "page_title": PAGES[page],
        "pages": PAGES.items(),
        "next": (after, PAGES[after]) if after else None,
    }
    language = "de" if (get_language() or "").startswith("de") else "en"
    return render(request, f"rules/{language}/{page}.html", told)
