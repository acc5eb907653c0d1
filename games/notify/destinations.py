"""Browsers and services that somebody is told through: set up, tried, switched off."""

from __future__ import annotations

import uuid
from datetime import timedelta
from functools import partial
from typing import Any, Final

from django.core.cache import cache
from django.db import transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from engine.kernel.core import Json
from games import clock, wake
from games.errors import NotFound, Refused, TooFast
from games.log.seals import seal, unseal
from games.mail.letters import short
from games.models import Channel, Destination, OutboxRow, User, Webhook
from games.notice_kinds import CHANNEL_OFF, TEST
from games.notify import messengers, push
from games.notify.failing import CHANGED, note_outcome
from games.notify.fallback import hand_over
from games.notify.lanes import lane_of
from games.notify.outcomes import NOBODY, CallOutcome
from games.plain_text import plain

MOST: Final = 10
TESTS_AN_HOUR: Final = 6
LOOKS_AN_HOUR: Final = 20
LOOKS_LAST: Final = 60 * 60
LONGEST_NAME: Final = 60
_SALT: Final = "games.notify.destinations"


def browser_add(*, person: User, name: str, subscription: Json) -> Destination:
    """Push to a browser from now on; `subscription` has passed `push.checked_subscription`.

    A browser that is known already is on again.
    """
    return _add(person, Channel.PUSH, name, subscription, _host(subscription["endpoint"]))


def address_checked(*, person: User, text: str) -> tuple[str, str]:
    """An address for Apprise and the name of its service; raises Illegal. So many looks an hour.

    Starts a process, so nothing to do while rows are locked.
    """
    address = messengers.plausible_address(text)
    if _looks_of(person) > LOOKS_AN_HOUR:
        raise TooFast("too_many_looks", _("Too many attempts. Wait an hour."))
    return address, messengers.service_of(address)


def _looks_of(person: User) -> int:
    """How many addresses somebody has let us look at in this hour, with this one."""
    counter = f"looks-{person.pk}"
    if cache.add(counter, 1, LOOKS_LAST):
        return 1
    try:
        return int(cache.incr(counter))
    except ValueError:
        return 1  # the hour was over between the two, or the cache was emptied


def service_add(*, person: User, name: str, address: str, service: str) -> Destination:
    """Tell somebody through a service; address and service are `address_checked`'s."""
    return _add(person, Channel.APPRISE, name or service, address, service)


def _host(url: str) -> str:
    return url.split("/")[2]


def _add(person: User, channel: Channel, name: str, address: Any, hint: str) -> Destination:
    known_by = address["endpoint"] if isinstance(address, dict) else address
    digest = salted_hmac(_SALT, known_by, algorithm="sha256").hexdigest()
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=person.pk)
        others = Destination.objects.filter(user=person).exclude(digest=digest)
        if others.count() >= MOST:
            message = _("Remove another one first: %d is the limit.") % MOST
            raise Refused("too_many_destinations", message)
        made, _created = Destination.objects.update_or_create(
            user=person,
            digest=digest,
            defaults={
                "channel": channel,
                "name": plain(name, LONGEST_NAME) or hint[:LONGEST_NAME],
                "hint": hint[:80],
                "address_sealed": seal(address),
                "active": True,
                "failures": 0,
                "failing_since": None,
                "trouble": "",
            },
        )
    return made


def destination_remove(*, person: User, destination_id: int) -> None:
    """No more notices there; those that wait and come no other way come by mail."""
    with transaction.atomic():
        place = _held(person, destination_id)
        hand_over(place.notices.all())
        place.delete()


def _held(person: User, destination_id: int) -> Destination:
    rows = Destination.objects.select_for_update(no_key=True)
    destination = rows.filter(user=person, pk=destination_id).first()
    if destination is None:
        raise NotFound("no_such_destination", _("You have no such browser or service."))
    return destination


def mail_try(*, person: User) -> OutboxRow:
    """Send a letter that says that letters arrive."""
    return _try(person)


def destination_try(*, person: User, destination_id: int) -> OutboxRow:
    """The same to a browser or a service; one that was switched off is on again if it works."""
    destination = Destination.objects.filter(user=person, pk=destination_id).first()
    if destination is None:
        raise NotFound("no_such_destination", _("You have no such browser or service."))
    return _try(person, channel=destination.channel, destination=destination)


def webhook_try(*, person: User, game_id: str, hook_id: int) -> OutboxRow:
    """The same to a program."""
    hook = Webhook.objects.filter(owner=person, game=game_id, pk=hook_id).first()
    if hook is None:
        raise NotFound("no_such_webhook", _("You have no such webhook."))
    if not hook.active:
        message = _("It is switched off. Give it a new secret first, which switches it on.")
        raise Refused("switched_off", message)
    return _try(person, channel=Channel.WEBHOOK, webhook=hook, game_id=hook.game_id)


def _try(person: User, **fields: Any) -> OutboxRow:
    moment = clock.now()
    name = f"{person.pk}:test {uuid.uuid4().hex}"
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=person.pk)
        lately = OutboxRow.objects.filter(
            user=person, kind=TEST, created_at__gt=moment - timedelta(hours=1)
        )
        if lately.count() >= TESTS_AN_HOUR:
            message = _("Too many attempts: %d in an hour.")
            raise TooFast("too_many_tests", message % TESTS_AN_HOUR)
        row = OutboxRow.objects.create(
            user=person, kind=TEST, notice=name, dedup=name, due_at=moment, **fields
        )
        transaction.on_commit(partial(wake.outbox, lane_of(row.channel)))
    return row


def send(row: OutboxRow) -> CallOutcome:
    """Tell a browser or a service; writes nothing, see `settle`."""
    place = row.destination
    if place is None or not (place.active or row.kind == TEST):
        return NOBODY
    address = unseal(place.address_sealed)
    if place.channel == Channel.APPRISE:
        return messengers.send(address, short(row))
    # The same name for every try, so that a browser shows it once.
    topic = salted_hmac(_SALT, row.dedup, algorithm="sha256").hexdigest()[:32]
    return push.send(address, short(row), kind=row.kind, topic=topic)


def settle(row: OutboxRow, outcome: CallOutcome) -> None:
    """Remember how a place behaves; one that refuses, or fails for long, is switched off."""
    with transaction.atomic():
        rows = Destination.objects.select_for_update(no_key=True, of=("self",))
        place = rows.filter(notices=row).first()
        if place is None or (not place.active and not outcome.is_sent):
            return
        note_outcome(place, outcome)
        place.trouble = "" if place.active else outcome.reason[:40]
        place.used_at = clock.now() if outcome.is_sent else place.used_at
        place.save(update_fields=[*CHANGED, "trouble", "used_at"])
        if not place.active:
            _tell_off(place)


def _tell_off(place: Destination) -> None:
    """Write to somebody that a browser or service of theirs is not told any more."""
    notice = f"{place.user_id}:off {place.pk} {clock.written(clock.now())}"
    OutboxRow.objects.create(
        user=place.user,
        kind=CHANNEL_OFF,
        notice=notice,
        dedup=notice,
        data={"name": place.name, "said": place.trouble},
        due_at=clock.now(),
    )
    transaction.on_commit(partial(wake.outbox, lane_of(Channel.MAIL)))
