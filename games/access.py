"""The one door to a seat: who may see and do what in a game."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from engine.kernel.journal import AnswerSealed
from engine.kernel.log import Entry, Secret, visible
from games.errors import NotAllowed, NotFound, Refused
from games.log import store
from games.log.fast_sql import Prepared
from games.models import Game, Seat, User

Person = User | AnonymousUser
SEATS = Prepared(lambda pk: Seat.objects.filter(game=pk).order_by("key"), "g")


@dataclass(frozen=True)
class Viewer:
    """A person in front of a game, and the seat whose secrets they may know, if any."""

    game: Game
    seat: Seat | None
    is_host: bool
    sign: str = ""

    @property
    def seat_key(self) -> str | None:
        """The seat as the engine calls it; none for a spectator."""
        return self.seat.key if self.seat else None

    @property
    def stands_in_for(self) -> str:
        """The player whose seat a substitute looks from; empty for everybody else."""
        player = self.seat.user if self.seat else None
        return player.get_username() if player and player.player_uid != self.sign else ""

    @cached_property
    def since(self) -> int:
        """The entry that brought this person to the seat; what was sealed before is not theirs."""
        return store.came_with(self.game, self.seat_key, self.sign) if self.seat_key else 0

    def read(self, entries: Iterable[Entry], *, finished: bool) -> Iterator[Entry]:
        """The log as this viewer may read it."""
        for entry in visible(entries, self.seat_key, finished):
            # Whoever takes over a seat takes over its hand, but not what was thought of it.
            earlier = entry.seq < self.since and entry.kind == AnswerSealed.kind
            hidden = entry.secret is not None and not finished and earlier
            yield entry.but(secret=None) if hidden else entry

    def hand(self, *, until: int) -> dict[str, Secret]:
        """The hidden cards this viewer's seat was dealt up to an entry, by handle."""
        dealt = store.dealt_to(self.game, self.seat_key, until) if self.seat_key else ()
        return {
            entry.payload["handle"]: entry.secret
            for entry in self.read(dealt, finished=False)
            if entry.secret is not None
        }


def viewer(
    game: Game, person: Person, invite: str = "", seats: Sequence[Seat] | None = None
) -> Viewer:
    """What a person is to a game; raises NotFound for a game they may not know of."""
    visitor = known_viewer(game, person, seats)
    if game.visibility == Game.Visibility.PUBLIC or visitor.seat or visitor.is_host:
        return visitor
    if invited(game, invite) or awaited(game, person):
        return visitor
    raise NotFound("no_such_game", _("There is no such game, or it is not open to you."))


def known_viewer(game: Game, person: Person, seats: Sequence[Seat] | None = None) -> Viewer:
    """The same for somebody who was told of the game; without a seat by now, a spectator."""
    seat = _seat_of(game, person, seats)
    is_host = person.is_authenticated and game.host_id == person.pk
    return Viewer(game, seat, is_host, person.player_uid if person.is_authenticated else "")


def started(viewer: Viewer) -> Viewer:
    """Let only games go on that have begun, and so have a position."""
    if not viewer.game.anchor:
        raise Refused("not_started", _("The game has not started yet."))
    return viewer


def invited(game: Game, invite: str) -> bool:
    """Whether somebody holds the game's invitation."""
    return hmac.compare_digest(invite.encode(), game.invite.encode())


def awaited(game: Game, person: Person) -> bool:
    """Whether somebody was invited by name."""
    return person.is_authenticated and game.invitations.filter(user=person).exists()


def seat_for(game: Game, person: Person) -> Seat:
    """The seat a person plays, their own or as its substitute; raises NotAllowed."""
    return seat_of(_seat_of(game, person))


def seat_of(seat: Seat | None) -> Seat:
    """The seat of somebody who has one; raises NotAllowed."""
    if seat is None:
        raise NotAllowed("not_your_game", _("You do not have a seat at this table."))
    return seat


def require_host(game: Game, person: Person) -> None:
    """Let only the host of a game go on."""
    if not person.is_authenticated or game.host_id != person.pk:
        raise NotAllowed("host_only", _("Only the host of the game can do this."))


def require_steward(game: Game, person: Person) -> None:
    """Let the host go on, and staff who do not play here, as a host may be gone."""
    if not person.is_staff or _seat_of(game, person) is not None:
        require_host(game, person)


def require_referee(game: Game, person: Person) -> None:
    """Let only staff go on, and only at tables where they do not play."""
    if not person.is_staff or _seat_of(game, person) is not None:
        message = _("Only staff of the site who do not play here can do this.")
        raise NotAllowed("staff_only", message)


def own_seat(game: Game, person: Person) -> Seat:
    """The seat that is a person's own; raises NotAllowed, for a substitute too."""
    seat = seat_for(game, person)
    if seat.user_id != person.pk:
        raise NotAllowed("players_only", _("Only the player of this seat can do this."))
    return seat


def _seat_of(game: Game, person: Person, seats: Sequence[Seat] | None = None) -> Seat | None:
    if not person.is_authenticated:
        return None
    seats = list(game.seats.all()) if seats is None else seats
    own = next((seat for seat in seats if seat.user_id == person.pk), None)
    return own or next((seat for seat in seats if seat.substitute_id == person.pk), None)
