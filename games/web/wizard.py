"""Making a game: one page, all of it optional but the button."""

from __future__ import annotations

from collections import Counter

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from engine.bots import stand_in
from engine.kernel.core import Json
from engine.registry import newest
from games.boards import board_of, chapter_words
from games.boards.board import Board
from games.boards.bots import first_rivals, ranked_title
from games.errors import NotFound, Refused
from games.read.schedule_text import pace_in_words
from games.services.tables.lobby import bots_game_start, game_create
from games.web.lobby import rulesets
from games.web.once import once
from games.web.requests import me, table_address
from games.web.typed_again import signed_in
from games.web.wizard_form import FIELD_OF, NewGameForm


@signed_in
@require_http_methods(["GET", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """The form; a look at what it would mean; the table."""
    person = me(request)
    if request.method == "GET":
        return _page(request, NewGameForm(person=person))
    form = NewGameForm(request.POST, person=person)
    if not form.is_valid() or "preview" in request.POST or "act" in request.POST:
        return _page(request, form)
    try:
        game = once(request, lambda: game_create(host=person, **form.wanted()).pk)
    except Refused as refusal:
        form.add_error(FIELD_OF.get(refusal.code), refusal.message)
        return _page(request, form)
    messages.success(request, _("Your table is ready, and the first seat is yours."))
    return redirect(table_address(game))


def play_address(ruleset: str = "") -> str:
    """Where a game against bots begins: of one kind, or of the first, which needs no name."""
    if ruleset in ("", rulesets()[0][0]):
        return reverse("play-now")
    return reverse("play-now-one", args=[ruleset])


@require_http_methods(["GET", "POST"])
def play_now(request: HttpRequest, ruleset: str = "") -> HttpResponse:
    """One button, and a game against bots begins; whoever has no account makes one first."""
    chosen = ruleset or rulesets()[0][0]
    if not _has_bots(chosen):
        raise NotFound("no_such_game", _("No bot plays such a game here."))
    if not request.user.is_authenticated:
        return redirect_to_login(request.path, reverse("account_signup"))
    board = board_of(chosen)
    if request.method == "GET":
        return render(request, "web/play_now.html", _against_bots(chosen, board))
    person = me(request)
    game = once(request, lambda: bots_game_start(person=person, ruleset=chosen).pk)
    messages.success(request, board.wording.first_turn)
    return redirect(table_address(game))


def _has_bots(ruleset: str) -> bool:
    return ruleset in dict(rulesets()) and stand_in(ruleset) is not None


def _against_bots(ruleset: str, board: Board) -> Json:
    """Whom one meets, how long it takes, and what else can be played so."""
    number = max(newest(ruleset).seats) - 1
    met = Counter(ranked_title(ruleset, name) for name in first_rivals(ruleset, number))
    others = [
        (play_address(key), title) for key, title in rulesets() if key != ruleset and _has_bots(key)
    ]
    return {
        "bots": number,
        "rivals": [f"{count} × {title}" for title, count in met.items()],
        "board": board,
        "ruleset": ruleset,
        "others": others,
    }


@login_required
@require_POST
def preview(request: HttpRequest) -> HttpResponse:
    """What the form means so far, in a sentence."""
    form = NewGameForm(request.POST, person=me(request))
    form.is_valid()
    return render(request, "web/wizard_preview.html", _in_words(form))


def _page(request: HttpRequest, form: NewGameForm) -> HttpResponse:
    context = {"form": form, **_in_words(form)}
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "web/new_table.html", context, status=status)


def _in_words(form: NewGameForm) -> dict[str, str]:
    """The rules and the pace as they stand in the form, each in a line."""
    return {"preview": _sentence(form), "rules_line": form.rules_in_brief()}


def _sentence(form: NewGameForm) -> str:
    """What players can expect; what the form begins with, before it is sent."""
    if not form.is_bound:
        begun = NewGameForm(_as_sent(form), person=form.person)
        begun.is_valid()
        return _sentence(begun)
    if form.errors:
        return _("Something above still needs fixing.")
    words = chapter_words(form.cleaned_data["ruleset"])
    return pace_in_words(form.schedule(), form.cleaned_data["lateness"], words)


def _as_sent(form: NewGameForm) -> dict[str, object]:
    """The form's first answers, as a browser would send them."""
    return {name: form[name].value() for name in form.fields}
