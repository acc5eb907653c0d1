"""People: me, my tokens, and others as the site shows them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate, logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.errors import NotFound, Refused
from games.models import GOING_ON, ApiToken, Game, User
from games.read import listings
from games.services.people import absences, tokens
from games.services.people import accounts as service
from games.web import zones
from games.web.accounts import NAME_HELP, zone_field
from games.web.requests import me, next_page


class TokenForm(forms.Form):
    """A token to be made."""

    name = forms.CharField(
        label=gettext_lazy("What is it for?"),
        max_length=80,
        help_text=gettext_lazy("A name you will recognise, such as “my script”."),
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
    form = TokenForm(request.POST if request.method == "POST" else None)
    context: dict[str, Any] = {"form": form, "made": None}
    if request.method == "POST" and form.is_valid():
        try:
            context["made"] = tokens.token_create(user=person, **form.cleaned_data)
            context["form"] = TokenForm()
        except Refused as refusal:
            form.add_error(None, refusal.message)
    context["tokens"] = tokens.tokens_of(person)
    return render(request, "web/tokens.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def token_revoke(request: HttpRequest, token: int) -> HttpResponse:
    """End a token."""
    tokens.token_revoke(user=me(request), token_id=token)
    messages.success(request, _("The token is revoked and no longer works."))
    return redirect("my-tokens")


def someone(request: HttpRequest, player: str) -> HttpResponse:
    """A player as everybody may see them: name and public games, no address."""
    person = User.objects.filter(player_uid=player, is_active=True).first()
    if person is None or person.deleted_at is not None:
        raise NotFound("no_such_player", _("There is no such player."))
    games = list(listings.played_by(person))
    finished = [game for game in games if game.status == Game.Status.FINISHED]
    context = {
        "person": person,
        "running": [game for game in games if game.status in GOING_ON],
        "tables": [game for game in games if game.status == Game.Status.LOBBY],
        "finished": finished,
        "won": sum(_won(game, person) for game in finished),
    }
    return render(request, "web/someone.html", context)


def _won(game: Game, person: User) -> bool:
    seats = [seat.key for seat in game.seats.all() if seat.user_id == person.pk]
    return any(seat in game.winners for seat in seats)


class Profile(forms.Form):
    """What I may change about myself."""

    username = forms.CharField(label=gettext_lazy("Name"), max_length=150, help_text=NAME_HELP)
    language = forms.ChoiceField(label=gettext_lazy("Language"), choices=User.Language.choices)
    time_zone = zone_field()
    notify_address = forms.EmailField(
        label=gettext_lazy("Address for notifications"),
        required=False,
        help_text=gettext_lazy("Empty: your account’s address. A new one gets a code by mail."),
    )

    def __init__(self, data: Any, person: User) -> None:
        names = ("username", "language", "time_zone", "notify_address")
        super().__init__(data, initial={name: getattr(person, name) for name in names})
        self.fields["time_zone"].choices = zones.choices(person.time_zone)  # type: ignore[attr-defined]


@login_required
@require_http_methods(["GET", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """Me, as the site knows me, and what I change about that."""
    person = me(request)
    form = Profile(request.POST if request.method == "POST" else None, person)
    if request.method == "POST" and form.is_valid():
        try:
            awaited = service.profile_change(person=person, **form.cleaned_data)
        except Refused as refusal:
            _mark(form, refusal)
        else:
            messages.success(request, _("Saved."))
            return redirect("confirm-address" if awaited else "profile")
    return render(request, "web/profile.html", {"form": form}, status=422 if form.errors else 200)


@login_required
@require_POST
def zone(request: HttpRequest) -> HttpResponse:
    """Tell the time of the zone my browser is in, as the foot of a page offers."""
    wanted = request.POST.get("time_zone", "")
    service.profile_change(person=me(request), time_zone=wanted)
    messages.success(request, _("Times are shown for %(zone)s from now on.") % {"zone": wanted})
    return redirect(next_page(request))


def _mark(form: forms.Form, refusal: Refused) -> None:
    """Put each problem of a refusal where it belongs."""
    for problem in refusal.problems:
        form.add_error(problem.where, problem.data["message"])
    if not refusal.problems:
        form.add_error(None, refusal.message)


class CodeForm(forms.Form):
    """The code of a letter."""

    code = forms.CharField(label=gettext_lazy("Code from the mail"), max_length=500)


@login_required
@require_http_methods(["GET", "POST"])
def confirm_address(request: HttpRequest) -> HttpResponse:
    """The code that was mailed to a new address comes back."""
    form = CodeForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            service.notify_address_confirm(person=me(request), code=form.cleaned_data["code"])
        except Refused as refusal:
            form.add_error("code", refusal.message)
        else:
            messages.success(request, _("Notifications go to the new address from now on."))
            return redirect("profile")
    context = {"form": form}
    return render(request, "web/confirm_address.html", context, status=422 if form.errors else 200)


class Farewell(forms.Form):
    """The end of an account, meant seriously."""

    password = forms.CharField(
        label=gettext_lazy("Your password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


@login_required
@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Delete my account, for good."""
    person = me(request)
    form = Farewell(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        # As at the door, so that wrong ones are counted there too and too many shut it.
        given = {"username": person.username, "password": form.cleaned_data["password"]}
        if authenticate(request, **given) == person:
            service.account_delete(person=person)
            logout(request)
            messages.success(request, _("Your account is deleted. Farewell."))
            return redirect("home")
        form.add_error("password", _("This is not your password."))
    context = {"form": form}
    return render(request, "web/delete_account.html", context, status=422 if form.errors else 200)


class AbsenceForm(forms.Form):
    """Days away."""

    first_day = forms.DateField(
        label=gettext_lazy("From"), widget=forms.DateInput(attrs={"type": "date"})
    )
    last_day = forms.DateField(
        label=gettext_lazy("Until and including"), widget=forms.DateInput(attrs={"type": "date"})
    )


@login_required
@require_http_methods(["GET", "POST"])
def away(request: HttpRequest) -> HttpResponse:
    """The days on which my deadlines wait."""
    person = me(request)
    form = AbsenceForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            absences.absence_enter(person=person, **form.cleaned_data)
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            messages.success(request, _("Added. The deadlines of your games wait on these days."))
            return redirect("away")
    rows = list(person.absences.order_by("first_day"))
    context = {
        "form": form,
        "absences": rows,
        "today": timezone.localdate(),
        "used": sorted(absences.days_used(rows).items()),
        "most": settings.ABSENCE_DAYS,
    }
    return render(request, "web/absences.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def back_again(request: HttpRequest, absence: int) -> HttpResponse:
    """I am back, or do not go."""
    absences.absence_cancel(person=me(request), absence_id=absence)
    messages.success(request, _("The days that have not begun are given back."))
    return redirect("away")
