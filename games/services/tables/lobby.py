"""The lobby: a table is made, people and bots sit down, the game starts."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from engine.bots import BOTS, stand_in
from engine.kernel.chance import links, models_of
from engine.kernel.core import SEATS
from engine.kernel.journal import SeatTaken
from engine.registry import UnknownRuleset, checked_options, newest, ruleset_of
from games import access, clock
from games.boards.bots import first_rivals
from games.errors import NotAllowed, NotFound, Refused
from games.log import projections
from games.log.seals import seal
from games.models import Game, Seat, User
from games.plain_text import plain
from games.schedule import BadSchedule, schedule_of
from games.services.play.advance import take_step
from games.services.play.table import table
from games.services.post.notices import about, put


def game_create(
    *,
    host: User,
    name: str,
    ruleset: str,
    players: int,
    options: Mapping[str, str] | None = None,
    visibility: str = Game.Visibility.PUBLIC,
    schedule: Mapping[str, Any] | None = None,
    lateness: str = Game.Lateness.WAIT,
    bots: Sequence[str] = (),
) -> Game:
    """Make a table; the host takes the first seat, bots the last ones."""
    try:
        rules = newest(ruleset)
        chosen = checked_options(rules, options or {})
        rhythm = schedule_of(schedule or {})
    except UnknownRuleset as problem:
        raise Refused("unknown_ruleset", str(problem)) from None
    except BadSchedule as problem:
        raise Refused("bad_schedule", str(problem)) from None
    except ValueError as problem:
        raise Refused("bad_option", str(problem)) from None
    if players not in rules.seats:
        allowed = ", ".join(map(str, rules.seats))
        raise Refused("bad_players", _("This game is for %s players.") % allowed)
    if visibility not in Game.Visibility.values:
        listed = ", ".join(Game.Visibility.values)
        raise Refused("bad_visibility", _("The visibility must be one of: %s.") % listed)
    _require_lateness(ruleset, lateness)
    name = plain(name, 80)
    if not name:
        raise Refused("no_name", _("A game needs a name."))
    for bot in bots:
        require_bot(ruleset, bot)
    if len(bots) >= players:
        raise Refused("too_many_bots", _("There must be a seat left for you."))
    with transaction.atomic():
        game = Game.objects.create(
            name=name,
            host=host,
            visibility=visibility,
            ruleset=ruleset,
            version=rules.version,
            tower=models_of(rules.devices).get("tower", ""),
            options=chosen,
            players=players,
            schedule=rhythm.to_json(),
            lateness=lateness,
        )
        people: list[User | None] = [host, *([None] * (players - 1 - len(bots)))]
        for key, user in zip(SEATS, people, strict=False):
            Seat.objects.create(game=game, key=key, user=user)
        for key, bot in zip(SEATS[len(people) :], bots, strict=False):
            Seat.objects.create(game=game, key=key, bot=bot)
    return game


def bots_game_start(*, person: User, ruleset: str) -> Game:
    """A game of one person against bots, which begins at once and hurries nobody."""
    players = max(newest(ruleset).seats)
    bots = first_rivals(ruleset, players - 1)
    if not bots:
        raise Refused("unknown_bot", _("No bot plays this game."))
    with transaction.atomic():
        game = game_create(
            host=person,
            name=_("%s against bots") % person.get_username(),
            ruleset=ruleset,
            players=players,
            visibility=Game.Visibility.UNLISTED,
            schedule={"kind": "none"},
            bots=bots,
        )
        return game_start(person=person, game_id=game.id)


def _require_lateness(ruleset: str, lateness: str) -> None:
    """Let a table have only a policy for late players that it can carry out."""
    if lateness not in Game.Lateness.values:
        listed = ", ".join(Game.Lateness.values)
        raise Refused("bad_lateness", _("The policy for late players must be one of: %s.") % listed)
    if lateness == Game.Lateness.STAND_IN and stand_in(ruleset) is None:
        raise Refused("no_stand_in", _("No bot plays this game, so none can stand in."))


def require_bot(ruleset: str, bot: str) -> None:
    """Let only bots sit down that can play this."""
    known = BOTS.get(ruleset, {})
    if not known:
        raise Refused("unknown_bot", _("No bot plays this game."))
    if bot not in known:
        message = _("There is no bot of that name; there are: %s.") % ", ".join(known)
        raise Refused("unknown_bot", message)


def game_join(*, person: User, game_id: str, invite: str = "") -> Seat:
    """Sit down on the first free seat."""
    with in_lobby(game_id) as game:
        access.viewer(game, person, invite)
        seats = list(game.seats.all())
        if any(seat.user_id == person.pk for seat in seats):
            raise Refused("sits_already", _("You already have a seat at this table."))
        welcome = access.invited(game, invite) or access.awaited(game, person)
        if game.visibility == Game.Visibility.INVITED and not welcome:
            raise NotAllowed("invited_only", _("This table is for invited players."))
        free = _free_seat(game, seats, person)
        free.user = person
        free.save()
        return free


def _free_seat(game: Game, seats: Sequence[Seat], person: User) -> Seat:
    """The seat kept for a person, else the first that is kept for nobody."""
    free = [seat for seat in seats if seat.is_free]
    if not free:
        raise Refused("table_full", _("Every seat is taken."))
    kept = dict(game.invitations.exclude(seat="").values_list("seat", "user_id"))
    open_to = [seat for seat in free if kept.get(seat.key, person.pk) == person.pk]
    if not open_to:
        raise Refused("seats_kept", _("The free seats are kept for players of the last game."))
    return min(open_to, key=lambda seat: seat.key not in kept)


def game_leave(*, person: User, game_id: str) -> None:
    """Stand up before the game has started."""
    with in_lobby(game_id) as game:
        seat = access.seat_for(game, person)
        seat.user = None
        seat.save()
        if game.host_id == person.pk:
            heir = game.seats.filter(user__isnull=False).first()
            game.host = heir.user if heir else None
            game.status = game.Status.LOBBY if heir else game.Status.CANCELLED
            game.save()


def seat_set(*, person: User, game_id: str, seat_key: str, bot: str = "") -> None:
    """The host clears a seat, or puts a bot on it, before the game has started."""
    with in_lobby(game_id) as game:
        access.require_host(game, person)
        seat = game.seats.filter(key=seat_key).first()
        if seat is None:
            raise NotFound("no_such_seat", _("There is no such seat."))
        if seat.user_id == person.pk:
            raise Refused("host_sits_here", _("This is your own seat; leave the table instead."))
        if bot:
            require_bot(game.ruleset, bot)
        if seat.user is not None:
            # Once for each table, however often they sit down again.
            put([about(game, seat.user, "unseated", "lobby")])
        seat.user, seat.bot = None, bot
        seat.save()


def game_start(*, person: User, game_id: str) -> Game:
    """Start a full table: the chain of chance is fixed and the first step sets the game up."""
    with transaction.atomic(), in_lobby(game_id) as game:
        access.require_host(game, person)
        if any(seat.is_free for seat in game.seats.all()):
            raise Refused("seats_free", _("Not every seat is taken yet."))
        end = secrets.token_bytes(32)
        rules = ruleset_of(game.ruleset, game.version)
        length = rules.chain_length
        if rules.events.veiled:
            veil = secrets.token_bytes(32)
            game.veil, game.veil_sealed = sha256(veil).hexdigest(), seal(veil.hex())
        game.anchor = links(end, length)[0].hex()
        game.chain_sealed = seal({"end": end.hex(), "length": length})
        game.status = Game.Status.RUNNING
        game.started_at = clock.trusted_now(None)
        game.save()
        with table(game_id, Game.Status.RUNNING) as held:
            for seat in held.game.seats.select_related("user"):
                who = projections.sign_of(seat.user, seat.bot)
                held.note(SeatTaken(seat.key, who), game.started_at)
            take_step(held, game.started_at)
    return held.game


@contextmanager
def in_lobby(game_id: str) -> Iterator[Game]:
    """A game that has not started, locked."""
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).filter(pk=game_id).first()
        if game is None:
            raise NotFound("no_such_game", _("There is no such game."))
        if game.status != Game.Status.LOBBY:
            raise Refused("started_already", _("The game is %s.") % game.get_status_display())
        yield game
