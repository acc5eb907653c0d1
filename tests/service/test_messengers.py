"""Services through Apprise: known ones, over the network, at public addresses, and nothing else."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from games.errors import Illegal
from games.mail.letters import Short
from games.net import apprise_call
from games.notify import messengers
from games.notify.outcomes import Fate
from tests.service.receiver import Receiver, listening
from tests.service.servers import PATIENCE

NOTICE = Short("A title", "A body", "https://site.example/games/x/")


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process of its own takes its time to start on a busy machine."""
    monkeypatch.setattr(messengers, "PATIENCE", PATIENCE)


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    settings.WEBHOOKS_TO_LOOPBACK = True
    with listening() as listener:
        yield listener


@pytest.mark.parametrize(
    ("address", "service"),
    [
        ("discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js", "Discord"),
        ("tgram://123456789:abcdefg_hijklmnop/12315544/", "Telegram"),
        ("ntfys://ntfy.example/my-topic", "ntfy"),
    ],
)
def test_the_services_people_use_are_known(address: str, service: str) -> None:
    assert messengers.service_of(messengers.plausible_address(address)) == service


@pytest.mark.parametrize(
    "address",
    [
        "",
        "discord",
        "://x",
        "syslog://",
        "dbus://",
        "windows://",
        "mailto://user:pass@example.org",
        "rsyslog://example.org",
        "mqtt://example.org/topic",
        "json://example.org",
        "gotify://example.org/token",
        "http://example.org",
        "file:///etc/passwd",
        "workflows://host/a/b?template=/etc/passwd",
        "workflows://host/a/b?%74emplate=/etc/passwd",
        "slack://a/b/c?Template=http://10.0.0.1/",
        "jsons://host/?verify=no",
        "discord://1/2\n",
        "discord://1/\x00",
        "jsons://[::1",
        "discord://" + "a" * 500,
    ],
)
def test_what_is_no_service_over_the_network_is_refused(address: str) -> None:
    if address.endswith("\n"):
        assert messengers.plausible_address(address) == address.strip()
        return
    with pytest.raises(Illegal):
        messengers.plausible_address(address)


def test_an_address_the_service_does_not_know_is_refused() -> None:
    with pytest.raises(Illegal, match="does not know"):
        messengers.service_of("discord://too-short")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "169.254.169.254", "[::1]"])
def test_networks_that_are_not_public_are_never_called(host: str) -> None:
    with listening() as listener:
        port = listener.url.rstrip("/").rpartition(":")[2]
        outcome = messengers.send(f"jsons://{host}:{port}/x", NOTICE)
    assert (outcome.fate, outcome.reason) == (Fate.REFUSED, "not public")
    assert listener.calls == []


@pytest.mark.slow
def test_a_redirect_leads_nowhere_that_is_not_public(receiver: Receiver) -> None:
    with listening() as other:
        receiver.status = 307
        address = f"json{receiver.url[4:]}x"
        outcome = messengers.send(address, NOTICE)
        assert outcome.fate is Fate.LATER
        # Somebody who asks for redirects is followed to where the guard stands.
        receiver.url = "http://10.255.255.1/"
        outcome = messengers.send(f"{address}?redirect=yes", NOTICE)
        assert (outcome.fate, outcome.reason) == (Fate.REFUSED, "not public")
    assert len(receiver.calls) == 2
    assert other.calls == []


def test_nothing_goes_in_the_clear_where_the_world_is_real(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests.Session, "send", requests.Session.send)
    statuses = apprise_call._listened(encrypted=True)
    with pytest.raises(requests.ConnectionError, match="not in the clear"):
        requests.post(receiver.url, b"", timeout=1)
    assert (statuses, receiver.calls) == ([], [])


def test_a_process_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messengers, "PATIENCE", 0.01)
    assert messengers.send("discord://1/2", NOTICE).fate is Fate.LATER


def guard(*, loopback: bool = False) -> apprise_call.Guard:
    return apprise_call.Guard(loopback=loopback)


def test_the_guard_asks_for_the_address_and_not_for_its_name() -> None:
    line = socket.socket()
    try:
        guard()("socket.connect", (line, ("93.184.216.34", 443)))
        guard()("socket.connect", (line, ("2606:2800:220:1::1", 443, 0, 0)))
        for place in (
            ("127.0.0.1", 80),
            ("10.1.1.1", 80),
            ("::1", 80, 0, 0),
            ("::ffff:10.0.0.1", 80, 0, 0),
            ("example.org", 80),
            "/run/docker.sock",
            b"\0abstract",
            None,
        ):
            watch = guard()
            with pytest.raises(apprise_call.Barred):
                watch("socket.connect", (line, place))
            assert watch.barred
    finally:
        line.close()
    guard(loopback=True)("socket.connect", (None, ("127.0.0.1", 80)))


@pytest.mark.parametrize(
    ("event", "given"),
    [
        ("subprocess.Popen", ("sh", [], None, None)),
        ("os.system", ("true",)),
        ("os.exec", ("/bin/sh", [], None)),
        ("os.posix_spawn", ("/bin/sh", [], None)),
        ("open", ("/etc/passwd", "r", 0)),
        ("open", (b"/etc/passwd", None, 0)),
        ("open", (socket.__file__, "w", os.O_WRONLY | os.O_CREAT)),
        ("open", (f"{sys.prefix}-other/x", "r", 0)),
        ("socket.sendto", (None, ("127.0.0.1", 514))),
    ],
)
def test_the_guard_lets_nothing_be_started_and_no_file_of_ours_be_read(
    event: str, given: tuple[Any, ...]
) -> None:
    with pytest.raises(apprise_call.Barred):
        guard()(event, given)


def test_the_guard_lets_code_be_read() -> None:
    watch = guard()
    watch("open", (str(Path(socket.__file__)), "r", 0))
    watch("open", (1, "w", 0))
    watch("import", ("json", None, None, None, None))
    assert not watch.barred


@pytest.mark.slow
def test_what_is_heavy_is_loaded_by_nobody_who_does_not_need_it() -> None:
    code = (
        "import sys, django; django.setup(); import games.ops.tasks, wallenstein_site.urls;"
        "print(sorted({'apprise', 'pywebpush', 'aiohttp'} & set(sys.modules)))"
    )
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "wallenstein_site.settings"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.returncode) == ("[]\n", 0), done.stderr


@pytest.mark.parametrize(
    "address",
    ["tgram://123456789:abcdefg_hijklmnop/12315544/12315545/", "ntfys://ntfy.example/one/two"],
)
@pytest.mark.slow
def test_an_address_of_several_places_is_refused(address: str) -> None:
    # One that fails would have the others told again.
    with pytest.raises(Illegal, match="exactly one place"):
        messengers.service_of(messengers.plausible_address(address))
    sent = messengers.send(address, NOTICE)
    assert (sent.fate, sent.reason) == (Fate.REFUSED, "several places")
