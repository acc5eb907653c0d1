"""Why nobody has to believe us: the throws of a game to be checked, and the keys we sign with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games import access
from games.access import started
from games.language import spoken
from games.models import SigningKey
from games.names import names_of
from games.trust.audit import AuditedThrow, audit
from games.trust.keys import public_keys
from games.web.game_context import about_game
from games.web.requests import game_named, invite_of

# More of them would make a page slow to come over a phone.
ON_A_PAGE: Final = 20
ALL: Final = "all"


@require_safe
@cache_control(public=True, max_age=300)
def keys(_request: HttpRequest) -> HttpResponse:
    """Every key this site ever signed with."""
    return JsonResponse(public_keys())


@require_safe
def audit_page(request: HttpRequest, game: str) -> HttpResponse:
    """Every throw of a game, or those of one player, each to be checked."""
    viewer = started(access.viewer(game_named(game), request.user, invite_of(request)))
    language, row = spoken(), viewer.game
    throw_audit, names = audit(viewer, language), names_of(row, language)
    asked = request.GET.get("player", "")
    chosen = asked if asked in names else ""
    page = _page(request, throw_audit.of(chosen) if chosen else throw_audit.throws)
    context = {
        **about_game(request, viewer),
        "audit": throw_audit,
        "page": page,
        "chosen": chosen,
        "players": list(names.items()),
        "data": throw_audit.to_json(list(page)),
        "words": _words(names, len(page)),
        "root": row.root,
        "key": SigningKey.objects.filter(until=None).first(),
        "heads": row.heads.count(),
        "verify_at": reverse("verify"),
    }
    return render(request, "web/audit.html", context)


def _page(request: HttpRequest, throws: Sequence[AuditedThrow]) -> Page[AuditedThrow]:
    """Some of the throws: those of a page, those around the one somebody asks for, or all."""
    wanted = request.GET.get("page", "")
    pages = Paginator(throws, len(throws) or 1 if wanted == ALL else ON_A_PAGE)
    at = request.GET.get("at", "")
    place = next((place for place, one in enumerate(throws) if str(one.seq) == at), None)
    return pages.get_page(wanted if place is None else place // ON_A_PAGE + 1)


def _words(names: dict[str, str], throws: int) -> dict[str, object]:
    """What the script on the page says, which shows so many throws."""
    some_hold = ngettext(
        "{held} of %(throws)d throw is right. This one is not:",
        "{held} of %(throws)d throws are right. These are not:",
        throws,
    )
    all_hold = ngettext("The throw is right.", "All %(throws)d throws are right.", throws)
    return {
        "names": {**names, "peasants": _("Peasants")},
        "checking": _("Checking …"),
        "holds": _("It is right. Your browser has thrown again, and the same cubes fell: {fell}."),
        "differs": _("It is wrong. By your browser’s reckoning other cubes fell: {fell}."),
        "all_hold": all_hold % {"throws": throws},
        "some_hold": some_hold % {"throws": throws},
        "link": _("The links of this page do not lead back to the anchor."),
        "before": _(
            "The throw before left other cubes in tower or tray than this one begins with."
        ),
        "unknown": _("This page does not say what the throw before left in tower and tray."),
        "missing": _("Your browser offers its hash functions only on https pages."),
        "nothing": _("nothing"),
        "key": _("Key of the step"),
        "rule": _(
            "A thrown cube stays inside if its random number is below {lodges}. A cube inside "
            "falls out if its random number is below {loosened}."
        ),
        "cube": _("Cube"),
        "was": _("Was"),
        "word": _("Random number"),
        "fate": _("Fate"),
        "thrown": _("thrown"),
        "inside": _("inside"),
        "falls": _("falls out"),
        "stays": _("stays inside"),
        "each": _("Each cube and its random number"),
    }
