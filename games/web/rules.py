"""The rules in our own words, by game: a template for each page and language."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.boards.rulebook import HOUSE
from games.boards.rulebooks import rulebooks
from games.errors import NotFound


def contents(request: HttpRequest) -> HttpResponse:
    """The table of contents."""
    return render(request, "web/rules.html", {"books": rulebooks().values()})


def one_page(request: HttpRequest, book: str, page: str) -> HttpResponse:
    """One page in the reader's language."""
    opened = rulebooks().get(book)
    if opened is None or page not in opened.pages:
        raise _no_such_page()
    listed = [opened] if opened is HOUSE else [opened, HOUSE]
    in_order = [(one.game, slug, title) for one in listed for slug, title in one.pages.items()]
    place = [(game, slug) for game, slug, _title in in_order].index((book, page))
    shown = {
        **opened.figures_on(page),
        "book": book,
        "page": page,
        "page_title": opened.pages[page],
        "listed": listed,
        "next": in_order[place + 1] if place + 1 < len(in_order) else None,
    }
    language = "de" if (get_language() or "").startswith("de") else "en"
    return render(request, f"rules/{book}/{language}/{page}.html", shown)


def page_without_game(request: HttpRequest, page: str) -> HttpResponse:
    """Lead from the address a page had before there were several games to where it stands now.

    And from an address that was cut after the game to the list of its pages.
    """
    if page in rulebooks():
        return redirect(f"{reverse('rules')}#h-{page}")
    for book in rulebooks().values():
        if page in book.once_without_game:
            address = reverse("rules-page", args=[book.game, page])
            query = request.META.get("QUERY_STRING", "")
            return HttpResponsePermanentRedirect(f"{address}?{query}" if query else address)
    raise _no_such_page()


def _no_such_page() -> NotFound:
    return NotFound("no_such_page", _("The rules have no such page."))
