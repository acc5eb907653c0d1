"""A nest of processes: everything is imported once, each worker and each errand is a fork.

Reads requests, a JSON list a line: `["worker", point]` for a Celery worker, as in production if the
point is empty, else one that stops at this point and waits to be killed; likewise `["listener",
point, port]` for the process that takes mail; `["errand", name, …]` for something of `errands.py`.
Answers with lines `[pid, what, value]`. The code under test knows nothing of this: a process's own
functions are wrapped here, in the one that shall be killed.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from functools import partial
from typing import Any

from django.core.mail.backends.smtp import EmailBackend
from django.core.management import call_command

from games.ops import tasks
from games.services.play import advance
from games.services.post import delivery, mail_in
from games.transports import listener
from tests.cluster.errands import ERRANDS
from wallenstein_site.celery import app

SAY = os.dup(sys.stdout.fileno())


def say(what: str, value: Any = None) -> None:
    """Tell the test, past whatever Celery makes of standard output."""
    os.write(SAY, json.dumps([os.getpid(), what, value]).encode() + b"\n")


def pause() -> None:
    """Here somebody kills us."""
    say("paused")
    time.sleep(600)


def paused_before(original: Callable[..., Any]) -> Callable[..., Any]:
    """A function that waits before it begins."""

    def wrapped(*given: Any, **named: Any) -> Any:
        pause()
        return original(*given, **named)

    return wrapped


def paused_after(original: Callable[..., Any], nothing: Any = False) -> Callable[..., Any]:
    """A function that waits when it has done something; what it returns else is nothing."""

    def wrapped(*given: Any, **named: Any) -> Any:
        done = original(*given, **named)
        if done is not nothing:
            pause()
        return done

    return wrapped


# Where, in which name, and on which side of it.
POINTS: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "before the transaction": (tasks, "game_advance", paused_before),
    "in the transaction": (advance, "take_step", paused_after),
    "after the commit": (advance, "_advance_once", partial(paused_after, nothing=None)),
    "letters claimed": (delivery, "message_of", paused_before),
    "letter accepted": (EmailBackend, "send_messages", paused_after),
    "mail done": (mail_in, "_finish", paused_after),
    "mail committed": (listener, "mail_take", paused_after),
}


def stop_at(point: str) -> None:
    """Let this process stop at a point, if one is named."""
    if point:
        owner, name, wrap = POINTS[point]
        setattr(owner, name, wrap(getattr(owner, name)))


def work(point: str) -> None:
    """Be a Celery worker."""
    stop_at(point)
    say("working")
    quiet = ("--without-mingle", "--without-gossip", "--loglevel=WARNING")
    app.worker_main(["worker", "--pool=solo", "-n", f"nest-{os.getpid()}@%h", *quiet])


def take_mail(point: str, port: int) -> None:
    """Be the process that takes mail."""
    stop_at(point)
    say("listening")
    call_command("mail_listen", smtp=f"127.0.0.1:{port}")


def run(name: str, *arguments: Any) -> None:
    """Do an errand and tell what it brought."""
    say("going")
    try:
        say("brought", ERRANDS[name](*arguments))
    except BaseException:
        say("failed", traceback.format_exc())
        raise


KINDS: dict[str, Callable[..., None]] = {
    "worker": work,
    "listener": take_mail,
    "errand": run,
}


def hatch(kind: str, *arguments: Any) -> None:
    """Fork; the child does what it is asked for and ends."""
    if os.fork():
        return
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    status = 1
    try:
        KINDS[kind](*arguments)
        status = 0
    finally:
        # Not by way of the nest's own loop and its exit.
        os._exit(status)


if __name__ == "__main__":
    # The kernel buries the children; nobody asks how they died.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    app.loader.import_default_modules()
    # What the children say goes where errors go; the nest's own voice is SAY.
    os.dup2(2, 1)
    for line in sys.stdin:
        hatch(*json.loads(line))
