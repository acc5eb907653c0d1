"""Words that many pages need: who sits where, which chapter it is, how much time is left."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlencode

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template import Context
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _

from engine.registry import newest
from games import clock
from games.boards import board_of, chapter_words, wording_of
from games.boards.bots import bot_title, ranked_title
from games.models import Game, Seat, User
from games.names import chapter_name, name_of
from games.read import selectors
from games.read.schedule_text import pace_in_brief, pace_in_words
from games.schedule import schedule_of
from games.web.once import MARK
from games.web.requests import way_back
from games.web.tutorial import TaughtGame, taught_games
from games.web.wizard import play_address

register = template.Library()

# Addresses that are keys are told to nobody, not even to our own pages.
KEYS: Final = ("/t/", "/mail/off/", "/demo/")


@register.simple_tag(takes_context=True)
def same_page(context: Context) -> str:
    """The address of this page; of a page a form led to, the next best one that can be opened."""
    request = context.get("request")
    if request is None:
        return reverse("home")
    return request.get_full_path() if request.method == "GET" else way_back(request)


@register.simple_tag(takes_context=True)
def entrance(context: Context, door: str) -> str:
    """Where one signs in or up, and is led back from to the page one was on."""
    request = context.get("request")
    address = reverse(door)
    goal = _led_back_to(request) if request else ""
    return f"{address}?{urlencode({'next': goal})}" if goal else address


def _led_back_to(request: HttpRequest) -> str:
    """The page to come back to; none where that is the first page anyhow, or a key."""
    here = request.resolver_match.view_name if request.resolver_match else ""
    if here.startswith("account_"):
        # From one door to the other: still on the way to where one wanted to go.
        return request.POST.get("next", "") or request.GET.get("next", "")
    if here == "home" or request.path.startswith(KEYS):
        return ""
    return request.get_full_path() if request.method == "GET" else way_back(request)


@register.simple_tag
def tutorial_address(ruleset: str = "") -> str:
    """Where one learns a game by playing, or any game; nothing where there is no tutorial."""
    taught = taught_games()
    if not ruleset:
        return reverse("tutorials") if taught else ""
    return next((game.address for game in taught if game.ruleset == ruleset), "")


@register.simple_tag
def games_to_learn() -> list[TaughtGame]:
    """Every game that can be learned by playing."""
    return taught_games()


@register.simple_tag
def play_now_address(ruleset: str = "") -> str:
    """Where a game against bots begins at once: of this kind, or of the site's first."""
    return play_address(ruleset)


@register.simple_tag(takes_context=True)
def games_waiting(context: Context) -> int:
    """How many games wait for the reader."""
    person = getattr(context.get("request"), "user", None)
    return selectors.number_waiting_for(person) if isinstance(person, User) else 0


@register.simple_tag
def once() -> str:
    """The mark by which a form is known when it is sent a second time."""
    layout = '<input type="hidden" name="{}" value="{}">'
    return format_html(layout, MARK, secrets.token_urlsafe(16))


@register.simple_tag
def has_post_office() -> bool:
    """Whether letters are read here and not in a mail program."""
    return bool(settings.POST_OFFICE)


@register.inclusion_tag("web/moment.html", takes_context=True)
def moment(
    context: Context, when: datetime, form: str = "DATETIME_FORMAT", *, zone: bool = False
) -> dict[str, Any]:
    """A moment in the reader's zone; strangers are told which zone that is."""
    known = getattr(context.get("user"), "is_authenticated", False)
    return {"when": when, "form": form, "stranger": not known, "zone": zone or not known}


@register.filter
def of(numbers: Mapping[str, int] | str, key: str) -> int:
    """The number of one of many; none where there are no numbers, as on lists that are not mine."""
    return numbers.get(key, 0) if isinstance(numbers, Mapping) else 0


@register.filter
def chapter(game: Game) -> str:
    """The chapter a game is in."""
    return chapter_name(game)


@register.filter
def has_map(game: Game) -> bool:
    """Whether there is a position that can be drawn."""
    return bool(game.anchor) and board_of(game.ruleset).map is not None


@register.simple_tag
def chapter_picture(ruleset: str, chapter: str) -> str:
    """The drawing for a chapter, if its game has one; it says nothing that words do not."""
    path = wording_of(ruleset).chapter_picture(chapter)
    layout = '<img class="chapter-picture" src="{}" alt="" width="96" height="96">'
    return format_html(layout, static(path)) if path else ""


@register.filter
def title(ruleset: str) -> str:
    """What a ruleset is called."""
    return str(wording_of(ruleset).title)


@register.filter
def way_to_turn(ruleset: str) -> str:
    """What a ruleset calls the way to a question that waits."""
    return str(wording_of(ruleset).way_to_turn)


@register.filter
def breakable(words: str) -> str:
    """Words that may go on in the next line after a stroke, as browsers do not let them."""
    return format_html_join(SafeString("/<wbr>"), "{}", ((part,) for part in words.split("/")))


@register.filter
def whole_scores(words: str) -> str:
    """Words in which a score, as 4 : 1, stays in one line."""
    return words.replace(" : ", "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}")


@register.filter
def sitter(seat: Seat) -> str:
    """Who sits on a seat."""
    return _("free") if seat.is_free else name_of(seat.game, seat)


@register.filter
def bot_kind(seat: Seat) -> str:
    """Which of the bots sits on a seat."""
    return bot_title(seat.game.ruleset, seat.bot)


@register.filter
def bot_level(seat: Seat) -> str:
    """Which of the bots sits on a seat, and how strong it is."""
    return ranked_title(seat.game.ruleset, seat.bot)


@register.filter
def colour(seat: Seat, language: str) -> str:
    """The colour a seat plays, in words."""
    return newest(seat.game.ruleset).text().seat(seat.key, language)


@register.filter
def time_left(game: Game) -> str:
    """How long until a game's deadline."""
    if game.deadline is None:
        return _("no deadline")
    if game.deadline <= clock.now():
        return _("time is up")
    return _("%s left") % timeuntil(game.deadline, clock.now(), depth=2)


@register.filter
def pace(game: Game) -> str:
    """A game's rhythm in one sentence."""
    return pace_in_words(schedule_of(game.schedule), game.lateness, chapter_words(game.ruleset))


@register.filter
def brief_pace(game: Game) -> str:
    """A game's rhythm in a few words."""
    return pace_in_brief(schedule_of(game.schedule), chapter_words(game.ruleset))


@register.filter
def unusual(game: Game) -> list[str]:
    """The options of a game that are not as they usually are, and that we still have words for."""
    usual, words = newest(game.ruleset).options, wording_of(game.ruleset).options
    lines = []
    for name, value in game.options.items():
        known = words.get(name)
        if known and name in usual and value != usual[name].default and value in known.values:
            lines.append(f"{known.name}: {known.values[value].name}")
    return lines


@register.filter
def awaited(game: Game) -> list[str]:
    """Whose answers a game waits for."""
    asked = [one for one in game.open_decisions.all() if not one.optional]
    seats = {one.seat for one in asked if one.sealed_seq is None}
    return [name_of(game, seat) for seat in game.seats.all() if seat.key in seats]


@register.filter
def turn_address(game: Game, person: User) -> str:
    """Where somebody answers what a game asks of them; the table if it asks nothing any more."""
    seats = {s.key for s in game.seats.all() if person.pk in (s.user_id, s.substitute_id)}
    for asked in game.open_decisions.all():
        if asked.seat in seats and asked.sealed_seq is None and not asked.optional:
            return reverse("turn", args=[game.pk, asked.decision])
    return reverse("table", args=[game.pk])


@register.filter
def stood_in_for(game: Game, person: User) -> str:
    """For whom somebody plays as a substitute; empty for whoever does not."""
    lent = (seat for seat in game.seats.all() if person.pk and seat.substitute_id == person.pk)
    return next((name_of(game, seat) for seat in lent), "")


@register.filter
def free_seats(game: Game) -> int:
    """How many may still sit down."""
    return sum(seat.is_free for seat in game.seats.all())
