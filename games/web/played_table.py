"""A table while it is played, and after: the board, who is ready, how much time is left."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from engine.kernel.core import Json, Seat
from games import access
from games.access import Viewer
from games.boards import board_of
from games.boards.board import Board, MapPart, TurnPart
from games.errors import NotFound
from games.language import spoken
from games.models import GOING_ON, Game
from games.names import names_of
from games.read import selectors
from games.read.ending import ending
from games.read.newcomers import primer_for
from games.read.wishes import left_wishes
from games.web.game_context import MyQuestions, about_game, look_of, questions_to, ways_on
from games.web.requests import game_named, table_address

WEEK: Final = 7 * 24 * 3600


@dataclass(frozen=True)
class Sitter:
    """Somebody at the table, and whether the game waits for them."""

    seat: Seat
    name: str
    uid: str
    substitute: str
    asked: bool
    ready: bool
    mine: bool

    @property
    def late(self) -> bool:
        """Whether the game waits for them."""
        return self.asked and not self.ready


@dataclass(frozen=True)
class Call:
    """A question put to the viewer: what it calls for, and whether it still does."""

    id: str
    words: str
    optional: bool
    answered: bool

    @property
    def pressing(self) -> bool:
        """Whether the game waits for the answer."""
        return not (self.optional or self.answered)


def show(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """The page of a game that has started."""
    game = viewer.game
    shown = selectors.board(viewer)
    names = names_of(game)
    board = board_of(game.ruleset)
    everybody = sitters(viewer, shown, names)
    mine = _calls(viewer, board, shown)
    own_seat = viewer.seat is not None and viewer.seat.user_id == request.user.pk
    context = {
        **about_game(request, viewer, _questions(viewer, shown, mine)),
        "table": board.table.table(shown, spoken(), names, request.GET.get("county", "")),
        "look": look_of(request, viewer, names),
        "sitters": everybody,
        "late": [sitter.name for sitter in everybody if sitter.late],
        "mine": mine,
        "wishes": left_wishes(viewer, shown, spoken()),
        "own_seat": own_seat,
        "the_end": partial(ending, viewer, spoken()),
        "new_here": own_seat and selectors.new_here(viewer),
        "called": any(call.pressing for call in mine),
        "ready": any(call.answered and not call.optional for call in mine),
        "calling": [call for call in mine if call.pressing] if _is_open(viewer) else [],
        "invite_link": _invite_link(request, viewer),
        "primer": primer_for(viewer, request.user.pk),
        "plan_question": _plan_question(board.turn, shown, mine),
    }
    return render(request, "web/table.html", context)


@never_cache
@require_GET
def next_turn(request: HttpRequest, game: str) -> HttpResponse:
    """What I am asked next: at once, within seconds if only bots are asked before me, or never."""
    viewer = access.viewer(game_named(game), request.user, request.GET.get("invite", ""))
    mine = questions_to(viewer)
    if mine.calling:
        return redirect("turn", game=game, decision=mine.pressing)
    if viewer.seat_key is None or not mine.running or _waits_for_people(viewer.game):
        return redirect(table_address(game, request.GET.get("invite", "")))
    return render(request, "web/next_turn.html", about_game(request, viewer, mine))


def _waits_for_people(game: Game) -> bool:
    """Whether somebody must answer who may take their time."""
    asked = game.open_decisions.filter(optional=False, sealed_seq__isnull=True)
    seats = set(asked.values_list("seat", flat=True))
    return any(seat.user_id or seat.substitute_id for seat in game.seats.all() if seat.key in seats)


@require_GET
def places(request: HttpRequest, game: str) -> HttpResponse:
    """Everything about every place on the board, for a script that shows one at a time."""
    viewer = access.viewer(game_named(game), request.user, request.GET.get("invite", ""))
    return all_places(request, viewer)


@require_GET
def miniature(request: HttpRequest, game: str, step: int) -> HttpResponse:
    """The map in small, as it is now; browsers keep the one of the step they asked for."""
    viewer = access.viewer(game_named(game), request.user, request.GET.get("invite", ""))
    board_map = _map_of(viewer.game)
    if not viewer.game.anchor:
        raise NotFound("not_started", _("The game has not begun yet."))
    response = HttpResponse(board_map.miniature(selectors.board(viewer)), "image/svg+xml")
    keep = WEEK if step == viewer.game.step else 0
    patch_cache_control(response, private=True, max_age=keep)
    return response


def _map_of(game: Game) -> MapPart:
    board_map = board_of(game.ruleset).map
    if board_map is None:
        raise NotFound("no_map", _("This game is played without a map."))
    return board_map


def all_places(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """The same for whoever is in front of the board."""
    board_map, names = _map_of(viewer.game), names_of(viewer.game)
    context = {
        "panels": partial(board_map.places, selectors.board(viewer), spoken(), names),
        "look": look_of(request, viewer, names),
        **ways_on(request),
    }
    return render(request, board_map.places_template, context)


def sitters(viewer: Viewer, shown: Json, names: dict[Seat, str]) -> list[Sitter]:
    """Everybody at the table, with what the game wants of them."""
    asked = {decision["seat"] for decision in shown["waiting"]}
    return [
        Sitter(
            seat=seat.key,
            name=names[seat.key],
            uid=seat.user.player_uid if seat.user else "",
            substitute=seat.substitute.get_username() if seat.substitute else "",
            asked=seat.key in asked,
            ready=seat.key in shown["answered"],
            mine=seat.key == viewer.seat_key,
        )
        for seat in viewer.game.seats.all()
    ]


def _calls(viewer: Viewer, board: Board, shown: Json) -> list[Call]:
    """What a viewer is asked, what must be answered first; what may be left stands apart."""
    turn, apart = board.turn, board.wishes.kinds if board.wishes else ()
    required = [asked["id"] for asked in shown["decisions"] if not asked.get("optional")]
    # Whoever came to a seat later is shown no answer of before, but may know that there is one.
    all_done = shown["answered"].count(viewer.seat_key) == len(required)
    calls = []
    for asked in shown["decisions"]:
        if asked["kind"] in apart:
            continue
        decision, optional = asked["id"], asked["id"] not in required
        answered = decision in shown["answers"] or (all_done and not optional)
        words = _draft_call(viewer, turn, decision) if not answered else ""
        calls.append(Call(decision, words or turn.call(asked["kind"]), optional, answered))
    return sorted(calls, key=lambda call: call.optional)


def _draft_call(viewer: Viewer, turn: TurnPart, decision: str) -> str:
    """What a saved draft calls for; nothing where there is none."""
    mine = selectors.turn_of(viewer, decision)
    if mine is None or mine.saved is None:
        return ""
    return turn.call_to_go_on(mine.decision, mine.problems(mine.draft))


def _plan_question(turn: TurnPart, shown: Json, mine: list[Call]) -> str:
    """The question that asks for a whole turn and still waits for it."""
    pressing = {call.id for call in mine if call.pressing}
    plans = (one["id"] for one in shown["decisions"] if turn.is_plan(one["kind"]))
    return next((one for one in plans if one in pressing), "")


def _questions(viewer: Viewer, shown: Json, mine: list[Call]) -> MyQuestions:
    """What the navigation says of them."""
    if viewer.seat_key is None or viewer.game.status not in GOING_ON:
        return MyQuestions()
    asked = shown["decisions"]
    return MyQuestions(
        first=next((call.id for call in mine), next((one["id"] for one in asked), "")),
        pressing=next((call.id for call in mine if call.pressing), ""),
        running=viewer.game.status == Game.Status.RUNNING,
    )


def _is_open(viewer: Viewer) -> bool:
    """Whether the game takes answers now."""
    return viewer.game.status in GOING_ON and not viewer.game.trouble


def _invite_link(request: HttpRequest, viewer: Viewer) -> str:
    """What the host may send to those who may look on; nobody else is told."""
    if not viewer.is_host or viewer.game.visibility == Game.Visibility.PUBLIC:
        return ""
    return request.build_absolute_uri(table_address(viewer.game.pk, viewer.game.invite))
