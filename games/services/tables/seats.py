"""Who plays a seat of a running game: substitutes, replacements, resignations, the host."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from engine.bots import DEFAULT_ANSWERS, stand_in
from engine.kernel.journal import (
    AnswerWithdrawn,
    HostChanged,
    PlayerReplaced,
    SeatTaken,
    SubstituteNamed,
)
from engine.kernel.reasons import BACK_AGAIN, DECLINED, RESIGNED, STOOD_DOWN
from games import access, clock
from games.errors import NotFound, Refused
from games.log import projections, store
from games.models import GOING_ON, Game, SavedDraft, Seat, User
from games.notice_kinds import ASKING
from games.notify.fallback import hand_over
from games.plain_text import plain
from games.schedule import schedule_of
from games.services.play.advance import bots_answer
from games.services.play.signing import sign_head
from games.services.play.table import Table, reason_of, table, unsent
from games.services.post.notices import require_quiet, seated, tell
from games.services.tables.invitations import cancel
from games.services.tables.lobby import game_leave, require_bot

# Where there is no deadline, this is a long time without an answer.
LONG_SILENT = timedelta(days=7)
# What people are told when others come to seats; leaving is always allowed.
LETTERS = ("substitute_named", "substitute_gone", "seat_given", "seat_lost")


def substitute_name(*, person: User, game_id: str, player: str, why: str) -> Seat:
    """Let another account see and answer for one's own seat, until recalled."""
    with table(game_id, *GOING_ON) as held:
        seat = access.own_seat(held.game, person)
        reason = reason_of(why)
        newcomer = account_named(player)
        _require_stranger(held, seat, newcomer)
        if seat.substitute == newcomer:
            raise Refused("stands_in_already", _("This player is already your substitute."))
        require_quiet(held.game, *LETTERS)
        _set_substitute(held, seat, newcomer, person, reason)
        tell(held, [newcomer], "substitute_named", seat=seat.key, why=reason)
    return seat


def substitute_end(*, person: User, game_id: str) -> Seat:
    """The player recalls the substitute, or the substitute declines."""
    with table(game_id, *GOING_ON) as held:
        seat = access.seat_for(held.game, person)
        if seat.substitute is None:
            raise Refused("no_substitute", _("You have no substitute."))
        declines = seat.substitute == person
        other, why = (seat.user, STOOD_DOWN) if declines else (seat.substitute, BACK_AGAIN)
        _forget_hooks(held, seat.substitute)
        _set_substitute(held, seat, None, person, why)
        tell(held, [other], "substitute_gone", seat=seat.key, why=why)
    return seat


def _set_substitute(held: Table, seat: Seat, newcomer: User | None, by: User, why: str) -> None:
    sign = newcomer.player_uid if newcomer else None
    held.note(SubstituteNamed(seat.key, sign, by.player_uid, why), clock.now())
    seat.substitute = newcomer
    seat.save()


def player_replace(
    *, person: User, game_id: str, seat_key: str, player: str = "", bot: str = "", why: str
) -> Seat:
    """The host, or staff, gives a seat to another account or to a bot, or back to who had it."""
    if bool(player) == bool(bot):
        raise Refused("player_or_bot", _("Name either a player or a bot."))
    with table(game_id, *GOING_ON) as held:
        access.require_steward(held.game, person)
        seat = held.game.seats.select_related("user").filter(key=seat_key).first()
        if seat is None:
            raise NotFound("no_such_seat", _("There is no such seat."))
        reason = reason_of(why)
        newcomer = account_named(player) if player else None
        if newcomer is not None:
            _require_stranger(held, seat, newcomer)
        else:
            require_bot(held.game.ruleset, bot)
        require_quiet(held.game, *LETTERS)
        _require_needed(held, seat, person)
        _replace(held, seat, newcomer, bot, person, reason)
    return seat


def player_resign(*, person: User, game_id: str, why: str = "") -> None:
    """Leave a running game: a bot plays on until the host seats somebody else."""
    with table(game_id, *GOING_ON) as held:
        seat = access.own_seat(held.game, person)
        _replace(held, seat, None, _successor(held), person, plain(why, 300) or RESIGNED)


def seat_decline(*, person: User, game_id: str) -> None:
    """Hand a seat back that somebody gave without asking; who has answered there resigns."""
    with table(game_id, *GOING_ON) as held:
        seat = access.own_seat(held.game, person)
        if not store.given_unasked(held.game, seat.key, person.player_uid):
            message = _("You have played here already. You may give up your seat, though.")
            raise Refused("played_already", message)
        _replace(held, seat, None, _successor(held), person, DECLINED)


def tables_leave(*, person: User, why: str) -> None:
    """Leave every table for good, as somebody does whose account is deleted."""
    concerned = Q(seats__user=person) | Q(seats__substitute=person) | Q(host=person)
    with transaction.atomic():
        for game in Game.objects.filter(concerned).distinct().order_by("pk"):
            if game.status == Game.Status.LOBBY:
                _leave_lobby(game, person)
            elif game.status in GOING_ON:
                _leave_game(game.pk, person, why)


def _leave_lobby(game: Game, person: User) -> None:
    if game.seats.filter(user=person).exists():
        game_leave(person=person, game_id=game.pk)
    elif game.host_id == person.pk:
        cancel(game)


def _leave_game(game_id: str, person: User, why: str) -> None:
    with table(game_id, *GOING_ON) as held:
        for seat in held.game.seats.select_related("user", "substitute"):
            if seat.user_id == person.pk:
                _replace(held, seat, None, _successor(held), person, why)
            elif seat.substitute_id == person.pk:
                _set_substitute(held, seat, None, person, why)
        if held.game.host_id == person.pk:
            _pass_host(held, person, why, clock.now())


def account_named(name: str) -> User:
    """Somebody with an account who could sit down."""
    account = User.objects.filter(username=name, is_active=True, deleted_at=None).first()
    if account is None:
        raise NotFound("no_such_player", _("There is no player of that name."))
    return account


def _require_needed(held: Table, seat: Seat, person: User) -> None:
    """Let a host who plays take a seat only from a rival who keeps the table waiting."""
    plays = held.game.seats.filter(Q(user=person) | Q(substitute=person)).exists()
    if not plays or seat.user is None or seat.user == person:
        return
    moment, due = clock.trusted_now(None), held.game.deadline
    if due is not None:
        late = schedule_of(held.game.schedule).is_late(due, moment)
    else:
        late = moment - clock.read(store.last_step_at(held.game)) >= LONG_SILENT
    if not late or all(decision.seat != seat.key for decision in held.position.waiting):
        message = _("This player is not late. They can resign, or the staff of the site can help.")
        raise Refused("not_late", message)


def _require_stranger(held: Table, seat: Seat, newcomer: User) -> None:
    """Let only those near a seat who sit nowhere else, and never knew another seat's plans."""
    if held.game.seats.filter(user=newcomer).exists():
        raise Refused("sits_already", _("This player has a seat at this table."))
    seen = held.told(SeatTaken, PlayerReplaced, SubstituteNamed)
    if any(t["player"] == newcomer.player_uid and t["seat"] != seat.key for t in seen):
        message = _("This player has seen the answers of another seat at this table.")
        raise Refused("knows_another_seat", message)


def _replace(held: Table, seat: Seat, newcomer: User | None, bot: str, by: User, why: str) -> None:
    """A bot inherits what is sealed, a person nothing; what the leaver had drafted goes."""
    moment, leaver, sign = clock.trusted_now(None), seat.user, projections.sign_of(newcomer, bot)
    held.note(PlayerReplaced(seat.key, sign, by.player_uid, why), moment)
    stood_in = seat.substitute
    projections.sit(seat, newcomer, sign)
    seat.save()
    if newcomer is not None:
        _withdraw_all(held, seat, moment)
    SavedDraft.objects.filter(game=held.game, seat=seat.key).delete()
    for asked in unsent(held.game, *ASKING):
        if leaver is not None and asked.user_id == leaver.pk:
            asked.delete()
    tell(held, [leaver], "seat_lost", seat=seat.key, why=why)
    tell(held, [newcomer], "seat_given", seat=seat.key, why=why)
    others = [person for person in seated(held) if person not in (leaver, newcomer)]
    tell(held, others, "player_replaced", seat=seat.key)
    if leaver is not None and held.game.host_id == leaver.pk:
        _pass_host(held, by, why, moment)
    _forget_hooks(held, leaver, stood_in)
    if not held.game.trouble:
        bots_answer(held, moment)
    sign_head(held, moment)


def _successor(held: Table) -> str:
    """The bot that takes over from whoever leaves, until somebody else sits down."""
    return stand_in(held.game.ruleset) or DEFAULT_ANSWERS


def _forget_hooks(held: Table, *leavers: User | None) -> None:
    """Let no program watch for somebody who may not look any more themselves."""
    if held.game.visibility != Game.Visibility.PUBLIC:
        gone = [leaver for leaver in leavers if leaver and leaver.pk != held.game.host_id]
        hooks = held.game.webhooks.filter(owner__in=gone)
        hand_over(held.game.outbox.filter(webhook__in=hooks))
        hooks.delete()


def _withdraw_all(held: Table, seat: Seat, moment: datetime) -> None:
    """Let nobody find the plans of whoever sat here before."""
    for decision in held.position.decisions:
        if decision.seat == seat.key and decision.id in held.position.sealed:
            held.note(AnswerWithdrawn(decision.id, seat.key), moment)


def _pass_host(held: Table, by: User, why: str, moment: datetime) -> None:
    """The person who has sat longest runs the table from now on."""
    seatings = [payload["seat"] for payload in held.told(SeatTaken, PlayerReplaced)]
    # The last time somebody sat down there, counted from now: the highest sat down first.
    sat_for = {seat: seatings[::-1].index(seat) for seat in seatings}
    people = held.game.seats.filter(user__isnull=False).select_related("user")
    heir = max(people, key=lambda seat: sat_for[seat.key], default=None)
    held.game.host = heir.user if heir else None
    sign = heir.user.player_uid if heir and heir.user else None
    held.note(HostChanged(sign, by.player_uid, why), moment)
    tell(held, [held.game.host], "host_changed")
