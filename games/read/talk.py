"""Who may read and write what beside a game, and what was said."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from games.access import Person, Viewer
from games.errors import NotAllowed
from games.log.seals import unseal
from games.models import ChatMessage, Game, GameNote, TalkRead, User

TABLE, GALLERY = ChatMessage.Channel.PLAYERS, ChatMessage.Channel.SPECTATORS


def is_over(game: Game) -> bool:
    """Whether nothing said about a game can help anybody any more."""
    return game.status in (Game.Status.FINISHED, Game.Status.CANCELLED)


def readable(viewer: Viewer) -> list[str]:
    """The channels a viewer may read: players learn what the gallery said when all is over."""
    if viewer.seat is not None and not is_over(viewer.game):
        return [TABLE]
    return [TABLE, GALLERY]


def require_reader(viewer: Viewer, channel: str) -> None:
    """Let only those go on who may read a channel."""
    if channel not in readable(viewer):
        message = _("Players can read the gallery after the end of the game.")
        raise NotAllowed("not_your_channel", message)


def may_write(viewer: Viewer, channel: str) -> bool:
    """Players talk at the table, everybody else in the gallery; afterwards players in both."""
    if channel == TABLE:
        return viewer.seat is not None
    return channel == GALLERY and (viewer.seat is None or is_over(viewer.game))


def messages(game: Game, channel: str) -> QuerySet[ChatMessage]:
    """What was said in a channel, oldest first; what was hidden comes without its text."""
    return ChatMessage.objects.filter(game=game, channel=channel).select_related("author")


def number_unread(viewer: Viewer, person: Person) -> int:
    """How much was said at a table since one of its players last looked."""
    if viewer.seat is None or not person.is_authenticated:
        return 0
    return unread(person, [viewer.game.pk]).get(viewer.game.pk, 0)


def unread(person: User, games: Collection[str]) -> dict[str, int]:
    """The same for some games a person plays, by game; those with nothing new are left out."""
    read = TalkRead.objects.filter(user=person, game=OuterRef("game")).values("upto")
    newer = ChatMessage.objects.filter(
        game__in=games, channel=TABLE, pk__gt=Coalesce(Subquery(read), 0), hidden_at__isnull=True
    ).exclude(author=person)
    counted = newer.order_by().values_list("game").annotate(Count("pk"))
    return dict(counted)


def note_of(game: Game, person: User) -> tuple[str, int]:
    """A person's note about a game, and its edition."""
    note = GameNote.objects.filter(game=game, user=person).first()
    return (str(unseal(note.text_sealed)), note.edition) if note else ("", 0)
