"""What pages ask before they do anything."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.errors import NotFound
from games.models import Game


def game_named(game_id: str) -> Game:
    """A game with everything a page about it shows; raises NotFound."""
    games = Game.objects.select_related("host").prefetch_related(
        "seats__user", "seats__substitute", "open_decisions"
    )
    found = games.filter(pk=game_id).first()
    if found is None:
        raise NotFound("no_such_game", _("There is no such game, or it is not open to you."))
    return found
