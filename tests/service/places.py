"""Browsers and services of the tests, at the other end of a receiver."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest

from games.models import Destination, OutboxRow, User
from games.notify import push
from games.notify.choices import choices_change
from games.notify.destinations import address_checked, browser_add, service_add
from tests.service.browsers import Browser
from tests.service.receiver import Receiver, listening


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    """Somebody's server, which only tests may call here."""
    settings.WEBHOOKS_TO_LOOPBACK = True
    with listening() as listener:
        yield listener


def browser(person: User, receiver: Receiver, name: str = "phone") -> tuple[Browser, Destination]:
    """A browser that the receiver pushes to."""
    owned = Browser(f"{receiver.url}push/{quote(name)}")
    checked = push.checked_subscription(owned.subscription)
    return owned, browser_add(person=person, name=name, subscription=checked)


def service(person: User, receiver: Receiver, name: str = "chat") -> Destination:
    """A service that Apprise calls, at the receiver."""
    address, known_as = address_checked(person=person, text=f"json{receiver.url[4:]}token-{name}")
    return service_add(person=person, name=name, address=address, service=known_as)


def only(person: User, channel: str, *kinds: str) -> None:
    """Let these kinds go over this channel and not by mail."""
    for kind in kinds:
        choices_change(person=person, wanted={(kind, "mail"): False, (kind, channel): True})


def states(person: User, **wanted: Any) -> list[tuple[str, str, str]]:
    rows = OutboxRow.objects.filter(user=person, **wanted)
    return sorted((row.kind, row.channel, row.state) for row in rows)
