"""People: me, my tokens, and others as the site shows them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games import listings, tokens
from games.errors import NotFound, Refused
from games.models import ApiToken, Game, User
from games.web.asking import me


class NewToken(forms.Form):
    """A token to be made."""

    name = forms.CharField(
        label=gettext_lazy("What is it for?"),
        max_length=80,
        help_text=gettext_lazy("A name by which you will know it again, such as “my script”."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What may it do?"),
        choices=ApiToken.Scope.choices,
        widget=forms.CheckboxSelectMultiple,
        initial=[ApiToken.Scope.READ],
    )


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def my_tokens(request: HttpRequest) -> HttpResponse:
    """My tokens; the text of a new one is on this page this once."""
    person = me(request)
    form = NewToken(request.POST if request.method == "POST" else None)
    told: dict[str, Any] = {"form": form, "made": None}
    if request.method == "POST" and form.is_valid():
        try:
            told["made"] = tokens.token_create(user=person, **form.cleaned_data)
            told["form"] = NewToken()
        except Refused as refusal:
            form.add_error(None, refusal.message)
    told["tokens"] = tokens.tokens_of(person)
    return render(request, "web/tokens.html", told, status=422 if form.errors else 200)


@login_required
@require_POST
def token_revoke(request: HttpRequest, token: int) -> HttpResponse:
    """End a token."""
    tokens.token_revoke(user=me(request), token_id=token)
    messages.success(request, _("The token is revoked and opens nothing any more."))
    return redirect("my-tokens")


def someone(request: HttpRequest, player: str) -> HttpResponse:
    """A player as everybody may see them: name and public games, no address."""
    found = User.objects.filter(player_uid=player, is_active=True).first()
    if found is None or found.deleted_at is not None:
        raise NotFound("no_such_player", _("There is no such player."))
    games = list(listings.played_by(found))
    finished = [game for game in games if game.status == Game.Status.FINISHED]
    told = {
        "person": found,
        "running": [game for game in games if game.status in listings.UNDER_WAY],
        "tables": [game for game in games if game.status == Game.Status.LOBBY],
        "finished": finished,
        "won": sum(_won(game, found) for game in finished),
    }
    return render(request, "web/someone.html", told)


def _won(game: Game, person: User) -> bool:
    letters = [seat.letter for seat in game.seats.all() if seat.user_id == person.pk]
    return any(letter in game.winners for letter in letters)


@login_required
def profile(request: HttpRequest) -> HttpResponse:
    """Me, as the site knows me."""
    return render(request, "web/profile.html")
