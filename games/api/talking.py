"""Chat and notes beside a game."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from engine.kernel.core import Json
from games.api.base import ApiView
from games.api.schema import IDEMPOTENCY_KEY, INVITE
from games.api.shapes import talk as shapes
from games.models import ChatMessage
from games.read import talk
from games.services.tables import talk as service

CHANNEL = OpenApiParameter(
    "channel", str, OpenApiParameter.PATH, enum=list(ChatMessage.Channel.values)
)


def _shown(message: ChatMessage) -> Json:
    return dict(shapes.MessageShown(message).data)


class Chat(ApiView):
    """What is said at the table, or in the gallery."""

    scopes = {"GET": "read", "POST": "play"}
    open_to_all = ("GET",)

    @extend_schema(
        operation_id="chat_list",
        parameters=[CHANNEL, INVITE, shapes.ChatFilter],
        responses=shapes.MessagePage,
    )
    def get(self, request: Request, game: str, channel: str) -> Response:
        """What was said after a message; players can read the gallery when the game is over."""
        wanted = shapes.ChatFilter(data=request.query_params.dict())
        wanted.is_valid(raise_exception=True)
        after, most = wanted.validated_data["after"], wanted.validated_data["limit"]
        viewer = self.viewer(game)
        talk.require_reader(viewer, channel)
        # One more than is shown tells whether there is more.
        messages = list(talk.messages(viewer.game, channel).filter(pk__gt=after)[: most + 1])
        answer = {
            "may_write": request.user.is_authenticated and talk.may_write(viewer, channel),
            "next_after": messages[most - 1].pk if len(messages) > most else None,
            "messages": messages[:most],
        }
        return Response(shapes.MessagePage(answer).data)

    @extend_schema(
        operation_id="chat_post",
        parameters=[CHANNEL, INVITE, IDEMPOTENCY_KEY],
        request=shapes.NewMessage,
        responses={201: shapes.MessageShown},
    )
    def post(self, request: Request, game: str, channel: str) -> Response:
        """Say something: players at the table, everybody else in the gallery."""
        text = self.read(shapes.NewMessage)["text"]
        return self.once(201, lambda: self._posted(game, channel, text))

    def _posted(self, game: str, channel: str, text: str) -> Json:
        talk.require_reader(self.viewer(game), channel)
        return _shown(
            service.chat_post(
                person=self.person, game_id=game, channel=channel, text=text, invite=self.invite
            )
        )


class Hide(ApiView):
    """Out of sight."""

    scopes = {"POST": "host"}

    @extend_schema(
        operation_id="chat_hide",
        parameters=[INVITE, IDEMPOTENCY_KEY],
        request=shapes.Hiding,
        responses=shapes.MessageShown,
    )
    def post(self, request: Request, game: str, message: int) -> Response:
        """Hide a message, for the host and the staff; it stays visible that there was one."""
        why = self.read(shapes.Hiding)["why"]
        return self.once(200, lambda: self._hidden(game, message, why))

    def _hidden(self, game: str, message: int, why: str) -> Json:
        self.viewer(game)
        return _shown(
            service.chat_hide(person=self.person, game_id=game, message_id=message, why=why)
        )


class Note(ApiView):
    """A note to oneself about a game."""

    scopes = {"GET": "read", "PUT": "play"}

    @extend_schema(operation_id="note_show", parameters=[INVITE], responses=shapes.NoteShown)
    def get(self, request: Request, game: str) -> Response:
        """Your private note about this game, and its edition."""
        text, edition = talk.note_of(self.viewer(game).game, self.person)
        return Response({"text": text, "edition": edition})

    @extend_schema(
        operation_id="note_save",
        parameters=[INVITE, IDEMPOTENCY_KEY],
        request=shapes.NoteChange,
        responses=shapes.NoteShown,
    )
    def put(self, request: Request, game: str) -> Response:
        """Keep your note, unless it was changed since the edition you name."""
        given = self.read(shapes.NoteChange)

        def work() -> Json:
            self.viewer(game)
            saved = service.note_save(person=self.person, game_id=game, invite=self.invite, **given)
            return {"text": given["text"], "edition": saved.edition}

        return self.once(200, work)
