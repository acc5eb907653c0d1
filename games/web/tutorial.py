"""The tutorial: a page a scene, for anybody; what was tapped so far stands in the address."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine.text.lexicon import language_of
from games.boards import board_of
from games.boards.board import Board
from games.boards.tutorial import NoSuchScene, TutorialPart
from games.errors import NotFound
from games.read.newcomers import rules_of
from games.web.lobby import rulesets


class TaughtGame(NamedTuple):
    """A game that can be learned by playing, and where."""

    ruleset: str
    # The game its rules pages are about: editions share them.
    rules: str
    title: str
    minutes: int
    address: str


class SceneLink(NamedTuple):
    """A scene on the way through the tutorial."""

    number: int
    title: str
    address: str
    is_here: bool


def taught_games() -> list[TaughtGame]:
    """The games that can be learned here, the first of the site first."""
    games = []
    for key, title in rulesets():
        board = board_of(key)
        if board.tutorial:
            book, minutes = board.wording.rulebook, board.tutorial.minutes
            called = str(book.title) if book else title
            address = reverse("tutorial", args=[key])
            games.append(TaughtGame(key, rules_of(key), called, minutes, address))
    return games


@require_safe
def any_game(request: HttpRequest) -> HttpResponse:
    """Lead to the tutorial of the first game that has one."""
    return one_game(request, next((game.ruleset for game in taught_games()), ""))


@require_safe
def one_game(_request: HttpRequest, ruleset: str) -> HttpResponse:
    """Lead to the first scene."""
    _board, tutorial = _tutorial_of(ruleset)
    return redirect(reverse("tutorial-scene", args=[ruleset, next(iter(tutorial.scenes))]))


@require_safe
def one_scene(request: HttpRequest, ruleset: str, scene: str) -> HttpResponse:
    """A scene, after the taps that the address tells of."""
    board, tutorial = _tutorial_of(ruleset)
    language = get_language() or ""
    try:
        shown = tutorial.scene(scene, request.GET.get("do", ""), language)
    except NoSuchScene:
        raise _nothing_here() from None
    scenes = _scenes(ruleset, tutorial, scene, language)
    at = next(one.number for one in scenes if one.is_here)
    context = {
        "board": board,
        "ruleset": ruleset,
        "tutorial": tutorial,
        "taught_elsewhere": [game for game in taught_games() if game.ruleset != ruleset],
        "scene": shown,
        "scenes": scenes,
        "first": scenes[0],
        "previous": scenes[at - 2] if at > 1 else None,
        "next": scenes[at] if at < len(scenes) else None,
    }
    return render(request, "web/tutorial.html", context)


def _tutorial_of(ruleset: str) -> tuple[Board, TutorialPart]:
    known = ruleset in dict(rulesets())
    board = board_of(ruleset) if known else None
    if board is None or board.tutorial is None:
        raise _nothing_here()
    return board, board.tutorial


def _scenes(ruleset: str, tutorial: TutorialPart, here: str, language: str) -> list[SceneLink]:
    return [
        SceneLink(
            number,
            title[language_of(language)],
            reverse("tutorial-scene", args=[ruleset, name]),
            name == here,
        )
        for number, (name, title) in enumerate(tutorial.scenes.items(), start=1)
    ]


def _nothing_here() -> NotFound:
    return NotFound("no_such_scene", _("The tutorial has no such step."))
