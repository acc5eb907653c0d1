"""Accounts: the profile somebody changes; the end, where nothing personal stays."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

import structlog
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.contrib.admin.models import LogEntry as AdminLogEntry
from django.contrib.sessions.models import Session
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import translation
from django.utils.translation import gettext as _

from engine.kernel.core import Problem
from engine.kernel.reasons import ACCOUNT_DELETED
from games import clock
from games.errors import Illegal, Refused
from games.mail.inbound.automatic import machine_headers
from games.models import (
    Absence,
    ApiToken,
    Game,
    IdempotencyKey,
    InboundMail,
    Invitation,
    KeptArchive,
    NoticeTimes,
    OutboxRow,
    SavedDraft,
    Seat,
    User,
    Webhook,
)
from games.services.play.table import hold_person
from games.services.post.account_letters import account_letter_keep
from games.services.tables.reading import reading_forget
from games.services.tables.seats import tables_leave
from games.services.tables.talk import talk_forget

# A letter may wait in a mailbox for a week-end.
CODE_LASTS: Final = 3 * 24 * 60 * 60
_SALT: Final = "games.notify_address"
_SIGN_INS: Final = (AccessAttempt, AccessLog, AccessFailureLog)

log = structlog.get_logger()


def profile_change(
    *,
    person: User,
    username: str | None = None,
    language: str | None = None,
    time_zone: str | None = None,
    notify_address: str | None = None,
) -> str:
    """Change what is given; the notification address that waits for its code, if one does."""
    given = {"username": username, "language": language, "time_zone": time_zone}
    wanted = {name: value for name, value in given.items() if value is not None}
    if notify_address is not None and notify_address.lower() in ("", person.email.lower()):
        wanted["notify_address"], notify_address = "", None
    problems = [*_profile_problems(person, wanted), *_address_problems(notify_address)]
    if problems:
        raise Illegal("bad_profile", _("The profile was not changed."), problems)
    known_as = person.username
    for name, value in wanted.items():
        setattr(person, name, value)
    try:
        with transaction.atomic():
            person.save(update_fields=list(wanted))
            _rename_sign_ins(known_as, person.username)
    except IntegrityError:
        raise Illegal("bad_profile", _("The profile was not changed."), [_name_taken()]) from None
    if not notify_address or notify_address == person.notify_address:
        return ""
    _send_code(person, notify_address)
    return notify_address


def _profile_problems(person: User, wanted: dict[str, str]) -> Iterator[Problem]:
    if "username" in wanted:
        yield from _username_problems(person, wanted["username"])
    if "language" in wanted and wanted["language"] not in User.Language.values:
        message = _("The language must be one of: %s.") % ", ".join(User.Language.values)
        accepted = {"message": message, "accepted": list(User.Language.values)}
        yield Problem("language", "unknown_language", accepted)
    if "time_zone" in wanted and wanted["time_zone"] not in clock.zones():
        message = _("This time zone is not known; write it as in Europe/Berlin.")
        yield Problem("time_zone", "unknown_time_zone", {"message": message})


def _username_problems(person: User, username: str) -> Iterator[Problem]:
    field = User._meta.get_field("username")
    try:
        field.clean(username, person)
    except ValidationError as refusal:
        for message in refusal.messages:
            yield Problem("username", "bad_username", {"message": message})
    if User.objects.filter(username__iexact=username).exclude(pk=person.pk).exists():
        yield _name_taken()


def _rename_sign_ins(old: str, new: str) -> None:
    """Let the record of sign-ins follow a name, so that it can be forgotten with its person."""
    if old != new:
        for model in _SIGN_INS:
            model.objects.filter(username__iexact=old).update(username=new)


def _name_taken() -> Problem:
    return Problem("username", "name_taken", {"message": _("Somebody else has this name.")})


def _address_problems(address: str | None) -> Iterator[Problem]:
    if address is None:
        return
    try:
        validate_email(address)
        User._meta.get_field("notify_address").run_validators(address)
    except ValidationError as refusal:
        yield Problem("notify_address", "bad_address", {"message": refusal.messages[0]})


def _send_code(person: User, address: str) -> None:
    """Ask the address itself; until it answers, letters go where they went before."""
    payload = {"user": person.pk, "address": address, "was": person.notify_address}
    code = signing.dumps(payload, salt=_SALT)
    with translation.override(person.language):
        subject = _("Confirm your address for notifications")
        lines = [
            _("Somebody with an account at %s wants notifications sent to this address.")
            % settings.SITE_URL,
            _("If it was you, enter this code there. If not, do nothing: no more mail will come."),
            "",
            code,
        ]
    text = "\n".join(lines)
    try:
        EmailMessage(subject, text, to=[address], headers=machine_headers()).send()
    except OSError as problem:
        log.warning("code_not_sent", problem=type(problem).__name__)
        message = _("The mail with the code could not be sent. Try again later.")
        raise Refused("letter_not_sent", message) from None
    account_letter_keep(person=person, to=address, subject=subject, text=text)


def notify_address_confirm(*, person: User, code: str) -> None:
    """The code of the letter came back: from now on notifications go there."""
    try:
        payload = signing.loads(code.strip(), salt=_SALT, max_age=CODE_LASTS)
    except signing.BadSignature:
        payload = {}
    # The address it replaces is part of the code, so that an old code cannot be used again.
    if payload.get("user") != person.pk or payload.get("was") != person.notify_address:
        raise Illegal("bad_code", _("This code is wrong or too old. Ask for a new one."))
    person.notify_address = payload["address"]
    person.save(update_fields=["notify_address"])


def account_delete(*, person: User) -> None:
    """Take somebody out of every game and forget who they were; cannot be undone."""
    with transaction.atomic():
        hold_person(person)
        _hold_games(person)
        tables_leave(person=person, why=ACCOUNT_DELETED)
        Seat.objects.filter(substitute=person).update(substitute=None)
        Game.objects.filter(host=person).update(host=None)
        _forget_traces(person)
        _forget_person(person)


def _hold_games(person: User) -> None:
    """Lock every game that knows a person or calls their programs; in order, never crosswise."""
    concerned = Q(seats__user=person) | Q(seats__substitute=person) | Q(host=person)
    known = Game.objects.filter(concerned | Q(webhooks__owner=person)).values("pk")
    list(
        Game.objects.select_for_update(no_key=True)
        .filter(pk__in=known)
        .order_by("pk")
        .values_list("pk")
    )


def _forget_traces(person: User) -> None:
    """Everything other tables know about a person."""
    addresses = EmailAddress.objects.filter(user=person).values_list("email", flat=True)
    known_as = [person.username, person.email, *addresses]
    for model in (ApiToken, Absence, IdempotencyKey, InboundMail, Invitation, EmailAddress):
        model.objects.filter(user=person).delete()
    OutboxRow.objects.filter(user=person).delete()
    # A file that calls them by their name; whoever asks next gets one with the pseudonym.
    KeptArchive.objects.filter(game__seats__user=person).delete()
    for rows in (person.destinations, person.notice_choices):
        rows.all().delete()
    NoticeTimes.objects.filter(user=person).delete()
    Authenticator.objects.filter(user=person).delete()
    Webhook.objects.filter(owner=person).delete()
    talk_forget(person=person)
    reading_forget(person=person)
    for model in _SIGN_INS:
        for name in known_as:
            model.objects.filter(username__iexact=name).delete()
    noted = Q(user=person) | Q(content_type__model="user", object_id=str(person.pk))
    for address in known_as[1:]:
        noted |= Q(object_repr__icontains=address)
    AdminLogEntry.objects.filter(noted).delete()
    seats = Seat.objects.filter(user=person, game=OuterRef("game"), key=OuterRef("seat"))
    SavedDraft.objects.filter(Exists(seats)).delete()
    # They are worth nothing without the old password; no game need wait until all are found.
    transaction.on_commit(partial(_forget_sessions, str(person.pk)))


def _forget_sessions(key: str) -> None:
    """Delete the sessions of a person, of which only each session itself knows whose it is."""
    session_keys = [
        session.pk
        for session in Session.objects.iterator()
        if session.get_decoded().get("_auth_user_id") == key
    ]
    Session.objects.filter(pk__in=session_keys).delete()


def _forget_person(person: User) -> None:
    """The row stays, for the games: a pseudonym that nobody can sign in as."""
    blank = User()
    for name in (
        *("first_name", "last_name", "notify_address", "language", "time_zone"),
        *("bounced_at", "bounced_from", "bounce_status"),
    ):
        setattr(person, name, getattr(blank, name))
    person.username = pseudonym(person.player_uid)
    person.email = f"{person.player_uid}@deleted.invalid"
    person.set_unusable_password()
    person.is_active = person.is_staff = person.is_superuser = False
    person.deleted_at = person.date_joined = clock.now()
    person.last_login = None
    person.save()
    person.groups.clear()
    person.user_permissions.clear()


def pseudonym(player_uid: str) -> str:
    """A name nobody can choose, for it has a space in it."""
    for length in range(6, len(player_uid) + 1):
        name = f"Player {player_uid[:length]}"
        if not User.objects.filter(username=name).exists():
            return name
    return f"Player {player_uid}"
