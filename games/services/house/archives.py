"""Finished games kept as files: made once, handed out as often as somebody asks."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games import clock
from games.errors import Refused
from games.models import Game, KeptArchive
from games.trust.archive import archive, made_of

# Each takes some seconds; the workers have other things to do as well.
MOST_AT_ONCE: Final = 2
# Made beforehand, while everybody comes to look, and kept: it is small, and dear to make.
FRESH: Final = timedelta(days=1)


def archive_of(*, game: Game) -> bytes:
    """The file of a finished game; made anew only if its log or a name in it has changed."""
    if game.status != Game.Status.FINISHED:
        raise Refused("not_over", _("The file of a game is made when the game is over."))
    return _kept(game) or _made(game.pk)


def _kept(game: Game) -> bytes | None:
    archive = KeptArchive.objects.filter(game=game, made_of=made_of(game)).first()
    return bytes(archive.body) if archive else None


def _made(game_id: str) -> bytes:
    """Make the file while nobody else does: who comes second waits, and finds it made."""
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
        body = _kept(game)
        if body is None:
            # A name that changes meanwhile makes it old at once, and not wrong for good.
            wanted = made_of(game)
            body = archive(game)
            made = {"made_of": wanted, "made_at": clock.now(), "body": body}
            KeptArchive.objects.update_or_create(game=game, defaults=made)
            Game.objects.filter(pk=game_id, archive_due=True).update(archive_due=False)
    return body


def keep_due() -> int:
    """Make the files of games that are just over and have none; how many were made."""
    over = Game.objects.filter(archive_due=True, finished_at__gte=clock.now() - FRESH)
    due = list(over.order_by("finished_at", "pk")[:MOST_AT_ONCE])
    for game in due:
        archive_of(game=game)
    return len(due)
