"""Notices: what I want to be told, where and when, and what became of what I was told."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.errors import Refused
from games.models import Channel, Destination, Game, User, Webhook
from games.models.channels import CHOSEN_BY_KIND
from games.notice_kinds import KINDS
from games.notify import choices, push
from games.notify.destinations import LONGEST_NAME
from games.notify.messengers import LONGEST
from games.notify.preferences import preferences_shown
from games.notify.states import kind_in_words, post_of, state_in_words
from games.web.requests import games_asked_for, me

ON_A_PAGE = 40
# Short enough for three columns on a phone.
_HEADINGS = {
    Channel.MAIL: gettext_lazy("mail"),
    Channel.PUSH: gettext_lazy("push"),
    Channel.APPRISE: gettext_lazy("service"),
}


def _clock() -> forms.TimeInput:
    return forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


class Times(forms.Form):
    """When."""

    quiet_from = forms.TimeField(label=gettext_lazy("Quiet from"), required=False, widget=_clock())
    quiet_until = forms.TimeField(label=gettext_lazy("until"), required=False, widget=_clock())
    digest_at = forms.TimeField(
        label=gettext_lazy("Daily mail at"),
        required=False,
        widget=_clock(),
        help_text=gettext_lazy(
            "Collects everything that is not urgent in one mail. Empty: a mail for each."
        ),
    )


class NewService(forms.Form):
    """A service to be told through."""

    address = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy("As Apprise writes it, such as discord://… or ntfys://…"),
    )
    name = forms.CharField(
        label=gettext_lazy("What do you call it?"), max_length=LONGEST_NAME, required=False
    )


class NewHook(forms.Form):
    """A program to be called about one of my games."""

    game = forms.ChoiceField(label=gettext_lazy("Game"))
    url = forms.CharField(
        label=gettext_lazy("Address of the program"),
        max_length=500,
        help_text=gettext_lazy("https://…, at a public address."),
    )
    kinds = forms.MultipleChoiceField(
        label=gettext_lazy("When is it called?"),
        choices=Webhook.Kind.choices,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, data: Any, person: User) -> None:
        super().__init__(data)
        mine = Game.objects.filter(seats__user=person) | Game.objects.filter(host=person)
        running = mine.exclude(status__in=(Game.Status.FINISHED, Game.Status.CANCELLED))
        games = running.distinct().order_by("name")
        self.fields["game"].choices = [(game.pk, game.name) for game in games]  # type: ignore[attr-defined]


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def my_notices(request: HttpRequest) -> HttpResponse:
    """What I want to be told, over which channel, and when."""
    if request.method != "POST":
        return page(request)
    person, times = me(request), Times(request.POST)
    if times.is_valid():
        shown = _columns(person)
        wanted = {
            (kind, channel.value): f"{kind} {channel}" in request.POST
            for kind in KINDS
            for channel in shown
        }
        try:
            choices.preferences_change(person=person, wanted=wanted, times=times.cleaned_data)
        except Refused as refusal:
            times.add_error(None, refusal.message)
        else:
            messages.success(request, _("Saved."))
            return redirect("my-notices")
    return page(request, times=times)


def page(request: HttpRequest, status: int = 200, **forms: Any) -> HttpResponse:
    """The page about my notices; forms that were refused come along with what was typed."""
    person = me(request)
    preferences = preferences_shown(person)
    columns = _columns(person)
    places = person.destinations.all()
    context = {
        "times": Times(initial=preferences),
        "service": NewService(),
        "hook": NewHook(None, person),
        "made": None,
        **forms,
        "columns": [_HEADINGS[channel] for channel in columns],
        "rows": [_row(kind, columns) for kind in preferences["kinds"]],
        "browsers": [place for place in places if place.channel == Channel.PUSH],
        "services": [place for place in places if place.channel == Channel.APPRISE],
        "hooks": Webhook.objects.filter(owner=person).select_related("game"),
        "push_key": push.public_key(),
    }
    refused = any(context[name].errors for name in ("times", "service", "hook"))
    return render(request, "web/notices.html", context, status=422 if refused else status)


def _columns(person: User) -> list[Channel]:
    """The channels there is a choice about: the mail, and what somebody has set up."""
    has = set(Destination.objects.filter(user=person).values_list("channel", flat=True))
    return [c for c in CHOSEN_BY_KIND if c == Channel.MAIL or c.value in has]


def _row(kind: dict[str, Any], columns: list[Channel]) -> dict[str, Any]:
    cells = [
        {
            "name": f"{kind['kind']} {channel}",
            "label": channel.label,
            "wanted": channel.value in kind["channels"],
        }
        for channel in columns
    ]
    return {**kind, "cells": cells}


@login_required
@never_cache
@require_safe
def my_post(request: HttpRequest) -> HttpResponse:
    """My notices, newest first, each with what became of it; of one game, if asked."""
    rows = post_of(me(request))
    about = None
    if request.GET.get("game"):
        rows = rows.filter(game__in=games_asked_for(request)[-1:])
        about = next((row.game for row in rows[:1]), None)
    shown = Paginator(rows, ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": shown,
        "about": about,
        "asked": f"game={about.pk}" if about else "",
        "notices": [
            {"row": row, "about": kind_in_words(row.kind), "state": state_in_words(row)}
            for row in shown.object_list
        ],
    }
    return render(request, "web/post.html", context)


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script that shows pushes; at the root, so that it may stand for the whole site."""
    script = render(request, "web/sw.js", content_type="text/javascript")
    script["Cache-Control"] = "no-cache"
    return script
