"""Answers and drafts, as JSON or as text."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from engine.kernel.core import Json
from engine.registry import ruleset_of
from games.access import Viewer, started
from games.api import shapes
from games.api.base import ApiView
from games.api.parsers import StrictJson, TextOrders
from games.api.schema import IDEMPOTENCY_KEY, INVITE
from games.api.tables import seated
from games.boards import board_of
from games.errors import Illegal, NotFound
from games.language import spoken
from games.read import selectors
from games.read.selectors import ViewerTurn
from games.read.suggestions import suggested_answer
from games.services.play import turns
from games.services.play.wishes import take_back

ORDERS = {"type": "string", "minLength": 1, "description": "orders, one a line"}


class OneDecision(ApiView):
    """The answer to a question."""

    scopes = {"PUT": "play", "DELETE": "play"}
    parser_classes = (StrictJson, TextOrders)

    @extend_schema(
        operation_id="decisions_answer",
        parameters=[IDEMPOTENCY_KEY],
        request={"application/json": shapes.Answer, "text/plain": ORDERS},
        responses=shapes.ReceiptShown,
    )
    def put(self, request: Request, game: str, decision: str) -> Response:
        """Seal an answer, as JSON or as text orders; it may be replaced until the step begins."""
        text = request.data if isinstance(request.data, str) else None
        given = self.read(shapes.Answer) if text is None else {}

        def work() -> Json:
            answer = given if text is None else {"answer": self._orders(game, decision, text)}
            receipt = turns.answer_submit(
                person=self.person, game_id=game, decision=decision, **answer
            )
            return receipt.to_json()

        return self.once(200, work)

    def _orders(self, game: str, decision: str, text: str) -> Json:
        return read_orders(started(self.viewer(game)), decision, text)

    @extend_schema(operation_id="decisions_withdraw", responses={204: None})
    def delete(self, request: Request, game: str, decision: str) -> Response:
        """Take an answer back before the step begins."""
        take_back(person=self.person, game_id=game, decision=decision)
        return Response(status=204)


class OneDraft(ApiView):
    """An answer not given yet."""

    scopes = {"GET": "read", "PUT": "play", "DELETE": "play"}

    @extend_schema(operation_id="drafts_show", parameters=[INVITE], responses=shapes.DraftShown)
    def get(self, request: Request, game: str, decision: str) -> Response:
        """What you have saved."""
        draft: Any = selectors.draft_of(seated(self.viewer(game)), decision)
        if draft is None:
            raise NotFound("no_draft", _("You have saved no draft of this."))
        return Response({"answer": draft})

    @extend_schema(
        operation_id="drafts_save",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.Draft,
        responses=shapes.DraftShown,
    )
    def put(self, request: Request, game: str, decision: str) -> Response:
        """Save what you are working on; it need not be legal and nobody else sees it."""
        answer = self.read(shapes.Draft)["answer"]

        def work() -> Json:
            turns.draft_save(person=self.person, game_id=game, decision=decision, answer=answer)
            return {"answer": answer}

        return self.once(200, work)

    @extend_schema(operation_id="drafts_delete", responses={204: None})
    def delete(self, request: Request, game: str, decision: str) -> Response:
        """Delete your draft."""
        turns.draft_delete(person=self.person, game_id=game, decision=decision)
        return Response(status=204)


class Default(ApiView):
    """The answer of somebody who stays silent."""

    scopes = {"GET": "read"}

    @extend_schema(
        operation_id="decisions_default", parameters=[INVITE], responses=shapes.DraftShown
    )
    def get(self, request: Request, game: str, decision: str) -> Response:
        """The answer the rules give if you give none; it is legal, and a start for your own."""
        return Response({"answer": _open_turn(started(self.viewer(game)), decision).default})


class Suggestion(ApiView):
    """What a bot would answer."""

    scopes = {"GET": "read"}

    @extend_schema(
        operation_id="decisions_suggestion", parameters=[INVITE], responses=shapes.DraftShown
    )
    def get(self, request: Request, game: str, decision: str) -> Response:
        """What a bot would say in your place, from what lies open; it is legal, and only a draft.

        404 where no bot plays this game, or the question need not be answered.
        """
        answer = suggested_answer(_open_turn(started(self.viewer(game)), decision))
        if answer is None:
            raise NotFound("no_suggestion", _("No bot can suggest an answer to this."))
        return Response({"answer": answer})


def read_orders(viewer: Viewer, decision: str, text: str) -> Json:
    """An answer from text; every line that cannot be read is named, and then nothing is sealed."""
    game, asked = viewer.game, _open_turn(viewer, decision).decision
    notation = ruleset_of(game.ruleset, game.version).text(game.options)
    answer, unread = notation.parse(asked.kind, text, spoken(), asked.options)
    if unread:
        count = len(unread)
        message = ngettext("%d line cannot be read.", "%d lines cannot be read.", count) % count
        raise Illegal("unreadable_orders", message, unread)
    return board_of(game.ruleset).turn.completed(asked, answer)


def _open_turn(viewer: Viewer, decision: str) -> ViewerTurn:
    turn = selectors.turn_of(viewer, decision)
    if turn is None:
        raise turns.not_open(decision)
    return turn
