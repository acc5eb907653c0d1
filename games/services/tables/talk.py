"""Talk beside a game: the table and the gallery kept apart, and notes nobody else reads."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games import access, clock
from games.errors import Illegal, NotAllowed, NotFound, Refused, TooFast
from games.log.seals import seal, unseal
from games.models import ChatMessage, Game, GameNote, TalkRead, User
from games.plain_text import plain
from games.read.talk import TABLE, may_write
from games.services.play.table import hold_person
from games.services.post.digests import digest_talk

LONGEST_MESSAGE: Final = 1000
LONGEST_NOTE: Final = 20_000
LONGEST_REASON: Final = 200
MOST_A_MINUTE: Final = 10


def chat_post(
    *, person: User, game_id: str, channel: str, text: str, invite: str = ""
) -> ChatMessage:
    """Say something at the table or in the gallery."""
    with transaction.atomic():
        # One after the other, so that nobody outruns the limit with many requests at once.
        hold_person(person)
        viewer = access.viewer(_game(game_id), person, invite)
        if not may_write(viewer, channel):
            raise NotAllowed("not_your_channel", _("You can read this, but not write here."))
        body = lines(text)
        if not body:
            raise Illegal("empty_message", _("Write something first."))
        if len(body) > LONGEST_MESSAGE:
            message = _("A message can have at most %(most)d characters; yours has %(has)d.")
            raise Illegal("long_message", message % {"most": LONGEST_MESSAGE, "has": len(body)})
        moment = clock.now()
        lately = ChatMessage.objects.filter(
            author=person, said_at__gt=moment - timedelta(minutes=1)
        )
        if lately.count() >= MOST_A_MINUTE:
            raise TooFast("too_fast", _("That is a lot at once. Wait a minute, then send it."))
        posted = ChatMessage.objects.create(
            game=viewer.game, channel=channel, author=person, text=body, said_at=moment
        )
        digest_talk(posted)
        if channel == TABLE:
            _note_read(viewer.game, person, posted.pk)
        return posted


def talk_read(*, person: User, game: Game, upto: int) -> None:
    """Remember how far somebody has read at a table where they play."""
    with transaction.atomic():
        _note_read(game, person, upto)


def _note_read(game: Game, person: User, upto: int) -> None:
    """Never back: a page that was opened earlier may ask later."""
    known, is_new = TalkRead.objects.get_or_create(game=game, user=person, defaults={"upto": upto})
    if not is_new and known.upto < upto:
        TalkRead.objects.filter(pk=known.pk, upto__lt=upto).update(upto=upto)


def chat_hide(*, person: User, game_id: str, message_id: int, why: str) -> ChatMessage:
    """The host or the staff of the site take a message out of sight; that it was said stays."""
    with transaction.atomic():
        game = _game(game_id)
        if not person.is_staff:
            access.require_host(game, person)
        message = (
            ChatMessage.objects.select_for_update(no_key=True)
            .filter(game=game, pk=message_id)
            .first()
        )
        if message is None:
            raise NotFound("no_such_message", _("There is no such message."))
        reason = plain(why, LONGEST_REASON)
        if not reason:
            raise Illegal("no_reason", _("Say why the message is hidden."))
        if message.hidden_at is None:
            message.hidden_at, message.hidden_by = clock.now(), person
            message.hidden_why = reason
            message.save(update_fields=["hidden_at", "hidden_by", "hidden_why"])
        return message


def note_save(*, person: User, game_id: str, text: str, edition: int, invite: str = "") -> GameNote:
    """Keep a note to oneself, unless it was changed elsewhere since `edition` was read."""
    if len(text) > LONGEST_NOTE:
        message = _("A note can have at most %(most)d characters; yours has %(has)d.")
        raise Illegal("long_note", message % {"most": LONGEST_NOTE, "has": len(text)})
    with transaction.atomic():
        hold_person(person)
        game = access.viewer(_game(game_id), person, invite).game
        note = GameNote.objects.filter(game=game, user=person).first()
        if note is None:
            note = GameNote(game=game, user=person, edition=0)
        if note.edition and unseal(note.text_sealed) == text:
            return note
        if note.edition != edition:
            message = _("This note was changed in another window in the meantime.")
            raise Refused("note_changed", message)
        note.text_sealed, note.saved_at = seal(text), clock.now()
        note.edition += 1
        note.save()
    return note


def talk_forget(*, person: User) -> None:
    """Forget what somebody wrote beside games, as when their account is deleted."""
    GameNote.objects.filter(user=person).delete()
    TalkRead.objects.filter(user=person).delete()
    own_messages = ChatMessage.objects.filter(author=person)
    own_messages.filter(hidden_at__isnull=True).update(
        hidden_at=clock.now(), hidden_why="account deleted"
    )
    own_messages.update(text="")


def lines(text: str) -> str:
    """What somebody wrote, with its line breaks and without signs nobody can see."""
    broken = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    kept = ["".join(s if s.isprintable() else " " for s in line).rstrip() for line in broken]
    return "\n".join(kept).strip()


def _game(game_id: str) -> Game:
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise NotFound("no_such_game", _("There is no such game, or it is not open to you."))
    return game
