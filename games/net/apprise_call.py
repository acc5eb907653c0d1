"""One call through Apprise, in a process of its own: `python -m games.net.apprise_call`.

Apprise knows a hundred services, and an address of a player's own decides which code of it runs. So
it runs where nothing is worth stealing: no settings, no database, no environment; and an audit hook
lets it connect to public addresses only, whatever a name leads to and wherever a redirect goes,
start nothing, and read nothing but its own code. Reads a JSON object from standard input and writes
one to standard output; neither the address nor what a service said is logged anywhere.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any, Final

from games.net.networks import is_public

SECONDS: Final = 10
_STARTS: Final = ("subprocess.Popen", "os.system", "os.exec", "os.fork", "os.posix_spawn", "pty.")
_TALKS: Final = ("socket.connect", "socket.sendto", "socket.sendmsg")
_READABLE: Final = tuple(
    {f"{os.path.realpath(path)}{os.sep}" for path in (sys.prefix, sys.base_prefix)}
)
_WRITING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_TRUNC


class Barred(OSError):
    """Something a player's address must not make us do."""


class Guard:
    """Looks at everything this process does from now on."""

    def __init__(self, *, loopback: bool) -> None:
        self.loopback = loopback
        self.barred = False

    def __call__(self, event: str, given: tuple[Any, ...]) -> None:
        """Raise Barred for what is not allowed; Python asks before it does it."""
        if event == "open":
            allowed = self._may_open(*given)
        elif event in _TALKS:
            allowed = self._may_talk_to(given[1])
        else:
            allowed = not event.startswith(_STARTS)
        if not allowed:
            self.barred = True
            raise Barred(event)

    def _may_talk_to(self, place: Any) -> bool:
        try:
            return is_public(place[0], loopback=self.loopback)
        except (ValueError, TypeError, AttributeError):
            return False  # a name, or a socket of this machine

    def _may_open(self, path: Any, _mode: Any, flags: int) -> bool:
        if isinstance(path, int):
            return True  # one of the three streams it was started with
        known = os.path.realpath(os.fsdecode(path)).startswith(_READABLE)
        return known and not flags & _WRITING


def main() -> None:
    """Do what is asked and say what became of it."""
    asked = json.load(sys.stdin)
    sys.dont_write_bytecode = True
    guard = Guard(loopback=asked["loopback"])
    # Before anything of a player's is looked at; it cannot be taken off again.
    sys.addaudithook(guard)
    json.dump(_answer_to(asked, guard), sys.stdout)


def _answer_to(asked: dict[str, Any], guard: Guard) -> dict[str, Any]:
    import apprise  # noqa: PLC0415 the guard watches over this, too

    plugin = apprise.Apprise.instantiate(
        asked["url"], asset=apprise.AppriseAsset(http_redirects=False), suppress_exceptions=True
    )
    if plugin is None:
        return {"known": False}
    answer: dict[str, Any] = {"known": True, "service": str(plugin.service_name)}
    if len(plugin) != 1:
        return {**answer, "several": True}
    if "title" in asked:
        statuses = _listened(encrypted=not guard.loopback)
        sender = apprise.Apprise()
        sender.add(plugin)
        answer["sent"] = bool(sender.notify(body=asked["body"], title=asked["title"]))
        answer["status"] = statuses[-1] if statuses else None
        answer["barred"] = guard.barred
    return answer


def _listened(*, encrypted: bool) -> list[int]:
    """A list that every status this process is answered with is added to."""
    import requests  # noqa: PLC0415 only where there is something to send

    statuses: list[int] = []
    original = requests.Session.send

    def send(session: requests.Session, request: Any, **named: Any) -> requests.Response:
        if encrypted and not str(request.url).startswith("https://"):
            raise requests.ConnectionError("not in the clear")
        answer = original(session, request, **{**named, "timeout": SECONDS})
        statuses.append(answer.status_code)
        return answer

    requests.Session.send = send  # type: ignore[method-assign, assignment] # in this process alone
    return statuses


if __name__ == "__main__":
    os.chdir(Path(sys.prefix))
    main()
