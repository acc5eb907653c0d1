"""Who is awaited at a table: invitations by name, rematches, and the end of a table."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from engine.kernel.core import SEATS
from games import access
from games.errors import NotAllowed, NotFound, Refused
from games.models import Game, Invitation, User
from games.services.post.notices import about, put, require_quiet, require_quiet_sender
from games.services.tables.lobby import game_create, game_start, in_lobby

MOST_INVITED: Final = 30


def player_invite(*, person: User, game_id: str, username: str) -> Invitation:
    """The host invites somebody by name: they see the table and may sit down without its link."""
    with in_lobby(game_id) as game:
        access.require_host(game, person)
        guest = User.objects.filter(username=username, is_active=True).first()
        if guest is None:
            raise NotFound("no_such_player", _("There is no player of that name."))
        if game.seats.filter(user=guest).exists():
            raise Refused("sits_already", _("This player already has a seat at the table."))
        if game.invitations.count() >= MOST_INVITED:
            raise Refused("too_many_invited", _("Withdraw an invitation first: 30 is the limit."))
        require_quiet(game, "invited")
        require_quiet_sender(person, "invited")
        invitation, _new = Invitation.objects.get_or_create(game=game, user=guest)
        # Once for each table, however often it is taken back and given again.
        put([about(game, guest, "invited", "invitation", {"by": person.player_uid})])
    return invitation


def invitation_revoke(*, person: User, game_id: str, username: str) -> None:
    """The host takes an invitation back, or whoever was invited declines it."""
    with in_lobby(game_id) as game:
        if person.username != username:
            access.require_host(game, person)
        gone, _by_model = game.invitations.filter(user__username=username).delete()
        if not gone:
            raise NotFound("not_invited", _("This player is not invited."))


def game_cancel(*, person: User, game_id: str) -> None:
    """The host gives a table up before the game has started."""
    with in_lobby(game_id) as game:
        access.require_host(game, person)
        cancel(game)


def cancel(game: Game) -> None:
    """End a table that is held already, and tell those who sit there."""
    game.status = Game.Status.CANCELLED
    game.save(update_fields=["status"])
    guests = User.objects.filter(seats__game=game).exclude(hosted=game)
    put([about(game, guest, "table_cancelled", "lobby") for guest in guests])


def game_rematch(*, person: User, game_id: str) -> Game:
    """The same game again, everybody one seat further; whoever asks second finds the first.

    Where only bots are awaited it begins at once.
    """
    with transaction.atomic():
        old = Game.objects.select_for_update(no_key=True).filter(pk=game_id).first()
        if old is None:
            raise NotFound("no_such_game", _("There is no such game."))
        if access.seat_for(old, person).user_id != person.pk:
            raise NotAllowed("players_only", _("Only those who played can ask for a rematch."))
        if old.status != Game.Status.FINISHED:
            raise Refused("not_finished", _("The game is %s.") % old.get_status_display())
        made = old.rematches.exclude(status=Game.Status.CANCELLED).first()
        return made or _rematch(old, person)


def _rematch_name(old: Game) -> str:
    """The name of the first game and which rematch of it this is, no longer than a name may be."""
    first, number = old, 1
    while first.rematch_of is not None:
        first, number = first.rematch_of, number + 1
    ending = _(", rematch") if number == 1 else _(", rematch %(number)d") % {"number": number}
    longest = Game._meta.get_field("name").max_length or 0
    return first.name[: longest - len(ending)].rstrip() + ending


def _rematch(old: Game, host: User) -> Game:
    made = game_create(
        host=host,
        name=_rematch_name(old),
        ruleset=old.ruleset,
        players=old.players,
        options=old.options,
        visibility=old.visibility,
        schedule=old.schedule,
        lateness=old.lateness,
    )
    made.rematch_of = old
    made.save(update_fields=["rematch_of"])
    made.seats.update(user=None)
    guests = []
    for seat in old.seats.select_related("user"):
        key = SEATS[(SEATS.index(seat.key) + 1) % old.players]
        if seat.user_id == host.pk:
            made.seats.filter(key=key).update(user=host)
        elif seat.bot:
            made.seats.filter(key=key).update(bot=seat.bot)
        elif seat.user and seat.user.is_active:
            Invitation.objects.create(game=made, user=seat.user, seat=key)
            by = {"by": host.player_uid}
            guests.append(about(made, seat.user, "rematch", "invitation", by))
    put(guests)
    if any(seat.is_free for seat in made.seats.all()):
        return made
    return game_start(person=host, game_id=made.pk)
