"""The rules in our own words, a template for each page and language."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.boards import BOARDS
from games.errors import NotFound

PAGES: Final = {
    slug: title
    for board in BOARDS.values()
    for slug, title in (*board.wording.rules.items(), *board.wording.help.items())
}


def contents(request: HttpRequest) -> HttpResponse:
    """The table of contents."""
    told = {
        "game": [page for board in BOARDS.values() for page in board.wording.rules.items()],
        "help": [page for board in BOARDS.values() for page in board.wording.help.items()],
    }
    return render(request, "web/rules.html", told)


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
