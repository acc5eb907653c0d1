"""Services through Apprise: Discord, Telegram, Matrix, ntfy, Slack and others like them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from games.errors import Illegal, Refused
from games.mail.letters import Short
from games.net import apprise_call
from games.notify.outcomes import CallOutcome, Fate

# Over the network, over HTTP, encrypted, to a host that is named or that of the service itself.
# Apprise has more: some show a window here, write to this machine's log or send mail.
# fmt: off
SCHEMES: Final = frozenset((
    "barks", "bluesky", "bsky", "discord", "gchat", "gotifys", "guilded", "hassios", "jsons",
    "line", "mastodons", "matrixs", "mmosts", "nctalks", "ntfy", "ntfys", "pbul", "pover",
    "prowl", "psafers", "pushdeers", "pushy", "revolt", "rockets", "ryver", "signals",
    "simplepush", "slack", "spush", "synologys", "tgram", "threema", "toots", "twist", "webex",
    "workflow", "workflows", "wxteams", "zulip",
))
# fmt: on
# Unencrypted, to this machine: for tests.
SCHEMES_HERE: Final = frozenset(("json",))
LONGEST: Final = 500
PATIENCE: Final = 30.0
# They would have Apprise read a file of ours, or not look who answers.
_NOT_THESE: Final = frozenset(("template", "config", "attach", "verify"))
_SCHEME: Final = re.compile(r"([a-z]{2,20})://")


def plausible_address(text: str) -> str:
    """What could be an address of Apprise's, by its looks; raises Illegal."""
    text = text.strip()
    if len(text) > LONGEST or not text.isprintable():
        raise Illegal("bad_address", _("An address can have at most 500 characters."))
    match = _SCHEME.match(text.lower())
    if match is None or match[1] not in _schemes():
        known = ", ".join(sorted(_schemes()))
        message = _("The address must begin with one of these, followed by ://: %s.") % known
        raise Illegal("bad_address", message)
    if _NOT_THESE & _parameters(text):
        raise Illegal("bad_address", _("The address has a parameter that is not allowed here."))
    return text


def service_of(address: str) -> str:
    """The name of the service at a plausible address; raises Illegal if there is none.

    Starts a process, so nothing to do while rows are locked.
    """
    answer = _asked({"url": address})
    if answer is None:
        raise Refused("not_now", _("The address could not be checked. Try again later."))
    if not answer["known"]:
        raise Illegal("bad_address", _("The service does not know an address like this."))
    if answer.get("several"):
        message = _("The address must lead to exactly one place. Add one address for each of them.")
        raise Illegal("bad_address", message)
    return str(answer["service"])


def _schemes() -> frozenset[str]:
    return SCHEMES | SCHEMES_HERE if settings.WEBHOOKS_TO_LOOPBACK else SCHEMES


def _parameters(text: str) -> set[str]:
    try:
        query = urlsplit(text).query
    except ValueError:
        raise Illegal("bad_address", _("This is not an address.")) from None
    return {name.strip().lower() for name, _value in parse_qsl(query, keep_blank_values=True)}


def send(address: str, notice: Short) -> CallOutcome:
    """Hand a notice to a service."""
    body = f"{notice.body}\n{notice.url}"
    answer = _asked({"url": address, "title": notice.title, "body": body})
    if answer is None:
        return CallOutcome(Fate.LATER, "TimeoutError")
    if not answer["known"]:
        return CallOutcome(Fate.REFUSED, "unknown")
    if answer.get("several"):
        return CallOutcome(Fate.REFUSED, "several places")
    if answer["sent"]:
        return CallOutcome(Fate.SENT, str(answer["status"] or ""))
    if answer["barred"]:
        return CallOutcome(Fate.REFUSED, "not public")
    status = answer["status"]
    return (
        CallOutcome.of_status(status)
        if status and status >= 400
        else CallOutcome(Fate.LATER, "silence")
    )


def _asked(request: dict[str, Any]) -> dict[str, Any] | None:
    """What the process says that runs Apprise; none if it had to be ended or died."""
    asked = json.dumps({**request, "loopback": settings.WEBHOOKS_TO_LOOPBACK})
    try:
        done = subprocess.run(  # noqa: S603 a program of ours; what a player wrote goes to its stdin
            [sys.executable, "-m", apprise_call.__name__],
            input=asked,
            capture_output=True,
            text=True,
            cwd=settings.BASE_DIR,
            # Nothing of ours: no keys, no proxies, no home with a .netrc.
            env={"HOME": "/nonexistent", "LANG": "C.UTF-8"},
            timeout=PATIENCE,
            check=False,
        )
        answer: dict[str, Any] = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        return None
    return answer
