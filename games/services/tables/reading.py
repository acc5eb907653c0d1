"""How far people have read and what they know: for the cards that lead on, and nothing else."""

from __future__ import annotations

from django.db import transaction

from games.models import Game, KnownGame, ReadChapter, User


def chapter_read(*, person: User, game: Game, chapter: int) -> None:
    """Remember that somebody has read up to a chapter; what was read later stays read."""
    with transaction.atomic():
        mark, is_new = ReadChapter.objects.get_or_create(
            game=game, user=person, defaults={"chapter": chapter}
        )
        if not is_new:
            ReadChapter.objects.filter(pk=mark.pk, chapter__lt=chapter).update(chapter=chapter)


def game_known(*, person: User, rules: str) -> None:
    """Remember that somebody needs no introduction to a game any more."""
    KnownGame.objects.get_or_create(user=person, rules=rules)


def reading_forget(*, person: User) -> None:
    """Forget what somebody has read, as when their account is deleted."""
    ReadChapter.objects.filter(user=person).delete()
    KnownGame.objects.filter(user=person).delete()
