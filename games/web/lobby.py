"""The lobby: looking for a table."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from engine.registry import RULESETS, newest
from games.boards import chapter_words_of_all, wording_of
from games.models import Game
from games.read import listings

PAGE = 20


def rulesets() -> list[tuple[str, str]]:
    """What can be played here, by key and name."""
    keys = dict.fromkeys(key for key, _version in RULESETS)
    return [(key, str(wording_of(key).title)) for key in keys]


def table_sizes() -> list[int]:
    """For how many players there are games."""
    return sorted({n for key, _title in rulesets() for n in newest(key).seats})


class LobbyFilter(forms.Form):
    """What somebody looks for; anything odd is not looked for."""

    q = forms.CharField(label=_("Name"), required=False, max_length=80)
    status = forms.ChoiceField(
        label=_("State"),
        required=False,
        choices=[
            ("", _("all")),
            (Game.Status.LOBBY, _("waiting for players")),
            (Game.Status.RUNNING, _("running")),
            (Game.Status.FINISHED, _("finished")),
        ],
    )
    players = forms.TypedChoiceField(
        label=_("Players"), required=False, coerce=int, empty_value=None
    )
    pace = forms.ChoiceField(label=_("Pace"), required=False)
    ruleset = forms.ChoiceField(label=_("Game"), required=False)
    free = forms.BooleanField(label=_("with a free seat"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sizes = [("", _("any")), *((n, str(n)) for n in table_sizes())]
        self.fields["players"].choices = sizes  # type: ignore[attr-defined]
        self.fields["pace"].choices = [  # type: ignore[attr-defined]
            ("", _("any")),
            ("hours", chapter_words_of_all().hours_for_one),
            ("daily", _("fixed time of day")),
            ("none", _("no deadline")),
        ]
        self.fields["ruleset"].choices = [("", _("any")), *rulesets()]  # type: ignore[attr-defined]
        if len(rulesets()) < 2:
            del self.fields["ruleset"]


def _tables(request: HttpRequest, wanted: LobbyFilter) -> QuerySet[Game]:
    wanted.is_valid()
    looked_for = {"text" if k == "q" else k: v for k, v in wanted.cleaned_data.items()}
    return listings.lobby(request.user, **looked_for)


def lobby(request: HttpRequest) -> HttpResponse:
    """Tables one may see, a page at a time."""
    asked = request.GET.copy()
    page = asked.pop("page", ["1"])[-1]
    wanted = LobbyFilter(asked if asked else {"status": Game.Status.LOBBY})
    games = _tables(request, wanted)
    if not asked and not games.exists():
        # Nobody waits for players: whoever asked for nothing is shown what there is.
        wanted = LobbyFilter({})
        games = _tables(request, wanted)
    shown = Paginator(games, PAGE).get_page(page)
    context = {"form": wanted, "page": shown, "asked": asked.urlencode()}
    return render(request, "web/lobby.html", context)
