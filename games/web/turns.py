"""The turn form: plan, check, seal, take back; and what is left when the page came too late."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from engine.devices.tower import tower_named
from engine.kernel.core import Json
from engine.registry import ruleset_of
from games import access
from games.boards import board_of
from games.boards.board import ToolResult, TurnPart
from games.boards.remarks import Fields
from games.errors import Illegal, NotFound, Overtaken, Refused
from games.language import spoken
from games.models import Game, User
from games.names import names_of
from games.read import selectors
from games.read.open_orders import opened, orders_in, without
from games.read.selectors import ViewerTurn
from games.services.play import turns
from games.services.play.wishes import take_back
from games.trust.receipts import Receipt
from games.web import wishes
from games.web.game_context import about_game, look_of, questions_to
from games.web.newcomers import SUGGEST, guided, newcomer_context, suggested
from games.web.requests import game_named, me
from games.web.typed_again import asked_by_script, kept, sign_in_again

# Asked for with this word, the form says at once what is wrong with it.
CHECKED: Final = "checked"
# With this field a script only asks whether a question is open, and saves nothing.
ASKED: Final = "asked"
# With this field a script asks for what a tool of the form would make of the answer.
TOOL: Final = "tool"
# Marks the message after which a page may offer to call its reader the next time.
SEALED: Final = "sealed"
# What the services say of a question that was closed a moment ago.
CLOSED: Final = "not_open"


@dataclass(frozen=True)
class Visit:
    """Somebody in front of a question: signed in, or with the link of a letter.

    Whoever came by a link is known here and nowhere else on the site.
    """

    request: HttpRequest
    person: User
    game: str
    decision: str
    by_link: bool = False

    @property
    def ways(self) -> dict[str, str]:
        """Where the script of the page asks."""
        if self.by_link:
            return {way: f"{self.request.path}{way}/" for way in ("check", "places")}
        return {
            "check": reverse("turn-check", args=[self.game, self.decision]),
            "places": reverse("places", args=[self.game]),
        }


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def turn(request: HttpRequest, game: str, decision: str) -> HttpResponse:
    """A question put to me, with everything I have said to it so far."""
    if not request.user.is_authenticated:
        return sign_in_again(request)
    return page(Visit(request, me(request), game, decision))


def page(visit: Visit) -> HttpResponse:
    """The page of a question, and what somebody does there."""
    if visit.request.method == "POST" and asked_by_script(visit.request):
        return _sealed_later(visit)
    try:
        return _done(visit)
    except Refused as refusal:
        if refusal.code != CLOSED:
            raise
        # The game moved on while the form was on its way.
        return _too_late(visit)


def _done(visit: Visit) -> HttpResponse:
    request, turn = visit.request, _turn(visit)
    if turn is None:
        return _too_late(visit)
    act = request.POST.get("act", "") if request.method == "POST" else ""
    if not act:
        answer = turn.draft if turn.saved else wishes.answer_in_force(turn)
        checked = CHECKED in request.GET and answer is not None
        return _page(visit, turn, answer, checked=checked)
    answer = _posted_answer(visit, turn)
    if act == "back":
        return _taken_back(visit, turn, answer)
    if act == "read":
        return _read(visit, turn, answer)
    if act == "show":
        return _page(visit, turn, answer)
    if act == "ready":
        return _ready(visit, turn, answer)
    try:
        made = _tooled(turn, act, answer)
    except NotFound as refusal:
        messages.error(request, refusal.message)
        return _page(visit, turn, answer, status=refusal.status)
    return _after_tool(visit, turn, made, act) if made else _checked(visit, turn, answer)


def _turn(visit: Visit) -> ViewerTurn | None:
    viewer = access.viewer(game_named(visit.game), visit.person)
    if viewer.game.status == Game.Status.LOBBY:
        raise Refused("not_started", _("The game has not begun yet."))
    return selectors.turn_of(viewer, visit.decision)


def _posted_answer(visit: Visit, turn: ViewerTurn) -> Json:
    return _form_of(turn).answer(turn.decision.kind, visit.request.POST)


def _form_of(turn: ViewerTurn) -> TurnPart:
    return board_of(turn.viewer.game.ruleset).turn


def _tooled(turn: ViewerTurn, tool: str, answer: Json) -> ToolResult | None:
    """What one of the form's tools makes of an answer; none if it has no such tool."""
    if tool in ("", "check"):
        return None
    if tool == SUGGEST:
        return suggested(turn)
    last = selectors.last_answer(turn.viewer, turn.decision)
    return _form_of(turn).tooled(tool, turn.decision, answer, last, turn.problems, spoken())


def _after_tool(visit: Visit, turn: ViewerTurn, made: ToolResult, tool: str) -> HttpResponse:
    """Save what a tool has laid, and lead to the form with it."""
    try:
        _save(visit, turn, made.answer)
    except Overtaken as newer:
        return _page(visit, turn, made.answer, overtaken=newer, status=newer.status)
    if made.remark:
        messages.success(visit.request, made.remark)
    asked = f"?{SUGGEST}" if tool == SUGGEST else ""
    return redirect(f"{visit.request.path}{asked}#mat")


def _ready(visit: Visit, turn: ViewerTurn, answer: Json) -> HttpResponse:
    try:
        receipt = _submitted(visit, turn, answer)
    except Illegal:
        return _checked(visit, turn, answer)
    except Overtaken as newer:
        return _page(visit, turn, answer, overtaken=newer, status=newer.status)
    message, leads_to = _sealed(visit, turn, receipt)
    if message:
        messages.success(visit.request, message, extra_tags=SEALED)
    return redirect(leads_to)


def _submitted(visit: Visit, turn: ViewerTurn, answer: Json) -> Receipt:
    return turns.answer_submit(
        person=visit.person,
        game_id=turn.viewer.game.id,
        decision=turn.decision.id,
        answer=answer,
        # The browser draws it when the form is sent; without a script there is none.
        salt=visit.request.POST.get("salt", ""),
        seen=visit.request.POST.get("seen", ""),
    )


def _sealed(visit: Visit, turn: ViewerTurn, receipt: Receipt) -> tuple[str, str]:
    """What to say, and where to go: after the last answer to where the game goes on."""
    game, here = turn.viewer.game, visit.request.path
    if game.status != Game.Status.RUNNING or not receipt.is_last:
        # The receipt on the page says so.
        return "", here
    if _form_of(turn).is_plan(turn.decision.kind):
        message = str(board_of(game.ruleset).wording.last_sealed)
        return message, here if visit.by_link else reverse("table", args=[game.pk])
    # After a choice the next one often comes within seconds.
    message = _("Taken. The game goes on.")
    return message, here if visit.by_link else reverse("next-turn", args=[game.pk])


def _sealed_later(visit: Visit) -> JsonResponse:
    """Seal what was made ready without a connection; if that cannot be, nothing is changed."""
    try:
        turn = _turn(visit)
        if turn is None:
            return _over(visit, 410)
        receipt = _submitted(visit, turn, _posted_answer(visit, turn))
    except Refused as refusal:
        if refusal.code == CLOSED:
            return _over(visit, 410)
        return _reply(refusal.code, refusal.message, refusal.status)
    _message, leads_to = _sealed(visit, turn, receipt)
    words = _("What you made ready without a connection is sealed. Receipt: %(digest)s")
    message = words % {"digest": receipt.digest}
    if "here" in visit.request.POST:
        # The page it was made on is left for another one, which says so.
        messages.success(visit.request, message)
    return _reply("sealed", message, 200, to=leads_to)


def _taken_back(visit: Visit, turn: ViewerTurn, answer: Json) -> HttpResponse:
    """The answer does not count any more; it stays in the form."""
    keep = answer if "kind" in visit.request.POST else turn.sealed
    try:
        _withdraw(visit, turn, keep)
    except Overtaken as newer:
        return _page(visit, turn, keep, overtaken=newer, status=newer.status)
    except Refused as refusal:
        if refusal.code != "nothing_to_withdraw":
            raise
        return _taken_back_already(visit, turn, answer)
    return _nothing_counts(visit)


def _withdraw(visit: Visit, turn: ViewerTurn, keep: Json) -> None:
    kept: Json = {"keep": keep, "seen": visit.request.POST.get("seen", "")}
    game, asked = turn.viewer.game.id, turn.decision.id
    take_back(person=visit.person, game_id=game, decision=asked, **kept)


def _taken_back_already(visit: Visit, turn: ViewerTurn, answer: Json) -> HttpResponse:
    """The second of two clicks finds it done; what an older window says is still saved."""
    if "kind" in visit.request.POST:
        try:
            _save(visit, turn, answer)
        except Overtaken as newer:
            return _page(visit, turn, answer, overtaken=newer, status=newer.status)
    return _nothing_counts(visit)


def _nothing_counts(visit: Visit) -> HttpResponse:
    messages.success(visit.request, _("Taken back. Nothing counts until you press Ready again."))
    return redirect(visit.request.path)


def _checked(
    visit: Visit, turn: ViewerTurn, answer: Json, unread: Json | None = None
) -> HttpResponse:
    """Save it as it is, and lead to the form with all that is wrong with it.

    So a reload asks anew and sends nothing; only text that could not be read is shown at once,
    since it is kept nowhere.
    """
    try:
        _save(visit, turn, answer)
    except Overtaken as newer:
        return _page(visit, turn, answer, overtaken=newer, status=newer.status, **unread or {})
    if not unread:
        return redirect(f"{visit.request.path}?{CHECKED}")
    again = _turn(visit)
    return _page(visit, again or turn, answer, checked=True, status=Illegal.status, **unread)


def _save(visit: Visit, turn: ViewerTurn, answer: Json) -> str:
    return turns.draft_save(
        person=visit.person,
        game_id=turn.viewer.game.id,
        decision=turn.decision.id,
        answer=answer,
        seen=visit.request.POST.get("seen", ""),
    )


def _read(visit: Visit, turn: ViewerTurn, answer: Json) -> HttpResponse:
    """Text orders laid over the form; lines that cannot be read are named and kept.

    What such a line is about is open in the form: what stood there before is not what was meant.
    """
    text = visit.request.POST.get("orders", "")
    game, kind = turn.viewer.game, turn.decision.kind
    notation = ruleset_of(game.ruleset, game.version).text(game.options)
    read, unread = notation.parse(kind, text, spoken(), turn.decision.options)
    unsaid = opened(unread, read, answer)
    form = _form_of(turn)
    answer = form.completed(turn.decision, form.merged(kind, without(answer, unsaid), read))
    count = len(unread)
    message = ngettext("%d line cannot be read.", "%d lines cannot be read.", count) % count
    if left := [name for order, name in unsaid.items() if order not in orders_in(answer)]:
        message += " " + _("Open in the form now: %s.") % ", ".join(left)
    more = {"orders": text, "unread": unread, "unread_message": message} if unread else None
    return _checked(visit, turn, answer, more)


def _page(
    visit: Visit,
    turn: ViewerTurn,
    answer: Any,
    *,
    checked: bool = False,
    overtaken: Refused | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    """The form as somebody left it; problems are held back until they are asked for."""
    language, game = spoken(), turn.viewer.game
    turn_form, state, decision = _form_of(turn), turn.position.state, turn.decision
    problems = turn.problems(answer) if checked or turn.saved else ()
    names = names_of(game)
    remarks = turn_form.remarks(
        state, decision, answer, problems, language, tower_named(game.tower), names=names
    )
    if not checked:
        remarks = remarks.while_planning()
    view = selectors.board(turn.viewer)
    mine = questions_to(turn.viewer)
    form = turn_form.form(view, decision, answer, remarks, language, names, game.options)
    context = {
        **about_game(visit.request, turn.viewer, mine),
        "decision": decision.id,
        "next_question": mine.pressing if turn.receipt else "",
        "optional": decision.optional,
        "by_link": visit.by_link,
        "ways": visit.ways,
        "form": form,
        "said": answer,
        "text": turn_form.as_text(decision.kind, answer, language) if answer else "",
        "receipt": turn.receipt,
        "waits_for": [
            names[one.seat] for one in turn.position.waiting if one.seat != decision.seat
        ],
        "changed": _is_changed(turn, answer),
        "saved_at": turn.saved.saved_at if turn.saved else None,
        "seen": turn.version,
        "overtaken": overtaken,
        "checked": checked,
        "wishes": [] if visit.by_link else wishes.beside(turn, view),
        "as_before": selectors.last_answer(turn.viewer, decision) is not None,
        "look": look_of(visit.request, turn.viewer, names),
        **newcomer_context(visit.request, turn, by_link=visit.by_link),
        **turn_form.beside(view, language, names),
        **more,
    }
    return render(visit.request, form["template"], context, status=status)


def _is_changed(turn: ViewerTurn, answer: Any) -> bool:
    """Whether something else is sealed than this."""
    if turn.sealed is None:
        return False
    return not _form_of(turn).same(turn.decision.kind, answer, turn.sealed)


def _too_late(visit: Visit) -> HttpResponse:
    """The question is not open, or not yet: say so, lead on, and keep what was typed."""
    row = game_named(visit.game)
    asked = selectors.was_answered(row, visit.decision)
    context = {
        "game": row,
        "next_question": questions_to(access.viewer(row, visit.person)).pressing,
        "decision": visit.decision,
        "asked": asked,
        "typed": kept(visit.request, row),
        "counted": _counted(visit, row),
    }
    return render(visit.request, "web/turn_over.html", context, status=410 if asked else 404)


def _counted(visit: Visit, row: Game) -> bool:
    """Whether a form that came too late says what was sealed in time, as a second click does."""
    sealed = selectors.counted(access.viewer(row, visit.person), visit.decision)
    if sealed is None:
        return False
    turn_form, posted = board_of(row.ruleset).turn, visit.request.POST
    kind = posted.get("kind", "")
    answers = (turn_form.answer(kind, posted), sealed)
    typed, counted = (turn_form.as_text(kind, answer, spoken()) for answer in answers)
    # A question of another kind than the form says reads as nothing at all.
    return bool(typed) and typed == counted


@never_cache
@require_POST
def check(request: HttpRequest, game: str, decision: str) -> HttpResponse:
    """Save what is typed and say what is to be said about it, for the script on the page."""
    if not request.user.is_authenticated:
        return _reply(
            "signed_out", _("You are signed out. Your answer is kept in this browser."), 401
        )
    return checked(Visit(request, me(request), game, decision))


def checked(visit: Visit) -> HttpResponse:
    """The same for whoever is in front of the question."""
    turn = _turn(visit)
    asked = ASKED in visit.request.POST
    if turn is None:
        return _over(visit, 200 if asked else 410)
    if asked:
        return _reply("open", "", 200)
    answer = _posted_answer(visit, turn)
    tool = visit.request.POST.get(TOOL, "")
    try:
        made = _tooled(turn, tool, answer)
        if made:
            answer = made.answer
        seen = _save(visit, turn, answer)
    except Overtaken as newer:
        return _reply("overtaken", newer.message, newer.status, seen=turn.version)
    except Refused as refusal:
        if refusal.code == CLOSED:
            return _over(visit, 410)
        return _reply(refusal.code, refusal.message, refusal.status)
    changed = _is_changed(turn, answer)
    saved: Json = {"code": "saved", "message": _saved_message(changed=changed), "seen": seen}
    # What a tool has laid is not what was posted: its rows have no gaps.
    remarks = _remarked(turn, answer, None if made else visit.request.POST)
    if made:
        remarks |= {
            "fields": _form_of(turn).fields(turn.decision.kind, answer),
            "remark": made.remark,
        }
    if made and tool == SUGGEST:
        remarks["reasons"] = [step.to_json() for step in guided(turn, answer)]
    return JsonResponse({**saved, "changed": changed, **remarks})


def _remarked(turn: ViewerTurn, answer: Json, posted: Fields | None) -> Json:
    """Everything that is to be said about an answer."""
    turn_form, problems, language = _form_of(turn), turn.problems(answer), spoken()
    tower, names = tower_named(turn.viewer.game.tower), names_of(turn.viewer.game)
    remarks = turn_form.remarks(
        turn.position.state, turn.decision, answer, problems, language, tower, posted, names
    )
    return {
        "text": turn_form.as_text(turn.decision.kind, answer, language),
        "problems": remarks.problems,
        "advice": remarks.advice,
        "odds": remarks.odds,
        "tips": remarks.tips,
        "sums": list(remarks.sums),
        "summary": list(remarks.summary),
        "missing": remarks.missing,
        "counsel": list(remarks.counsel),
    }


def _over(visit: Visit, status: int) -> JsonResponse:
    message = _("This question is no longer open: the game has moved on.")
    return _reply("over", message, status, counted=_counted(visit, game_named(visit.game)))


def _saved_message(*, changed: bool) -> str:
    at = {"time": time_format(timezone.localtime(), "TIME_FORMAT")}
    return (
        _("Saved as a draft at %(time)s, not sealed") % at if changed else _("Saved %(time)s") % at
    )


def _reply(code: str, message: str, status: int, **more: str | bool) -> JsonResponse:
    return JsonResponse({"code": code, "message": message, **more}, status=status)
