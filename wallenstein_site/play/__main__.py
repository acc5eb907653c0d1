"""The supervisor: prepares the table, starts web and worker, watches them, stops them."""

from __future__ import annotations

import argparse
import http.client
import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import FrameType
from typing import Any, Final

from wallenstein_site import environment as env
from wallenstein_site.play import ports
from wallenstein_site.play.children import Child, stop
from wallenstein_site.play.lock import FolderLock, Taken

GLANCE: Final = 0.2
FIRST_PAGE: Final = 20.0
# For glibc: one heap for all threads, which run one at a time, and what is free goes back at once.
FRUGAL: Final = {
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_TRIM_THRESHOLD_": "65536",
    "MALLOC_MMAP_THRESHOLD_": "65536",
    "MALLOC_TOP_PAD_": "16384",
}


class Stopped(Exception):
    """Somebody asked us to stop."""


class Failed(Exception):
    """The table cannot be played; says why."""


def main() -> int:
    """Play until somebody stops it."""
    parser = argparse.ArgumentParser("make play", description=__doc__)
    parser.add_argument("--port", default=env.text("PORT"), help="where to serve (else from 8000)")
    asked = parser.parse_args()
    # What is kept at home, sealed plans among it, is nobody else's on this machine.
    os.umask(0o077)
    # A full disk must not make the log of the logs loud.
    logging.raiseExceptions = False
    for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(signum, _stop_asked)
    try:
        return _play(asked.port)
    except Stopped:
        say("Stopped. The game is saved; `make play` continues it.")
        return 0
    except (Failed, ports.NoPort) as problem:
        say(str(problem))
        return 1
    except Taken as other:
        say(f"This folder is being played already ({other}). Stop that one first.")
        return 1


def _stop_asked(*_: int | FrameType | None) -> None:
    # Once is enough: a second Ctrl-C must not interrupt the stopping.
    for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(signum, signal.SIG_IGN)
    raise Stopped


def _play(asked_port: str) -> int:
    if env.text("DATABASE_URL"):
        raise Failed(
            "DATABASE_URL is set: this is a production server. `make play` is for playing at "
            "home and keeps everything in a folder; see docs/running.md for production."
        )
    home = env.folder("WALLENSTEIN_HOME", env.BASE / "var")
    try:
        lock = FolderLock(home)
    except OSError as problem:
        raise Failed(f"{home} cannot be written: {problem.strerror}.") from None
    lock.take()
    port = ports.choose(asked_port)
    if not asked_port and port != ports.USUAL[0]:
        say(f"Port {ports.USUAL[0]} is in use, so this time it is {port}.")
    site = f"http://{ports.HOST}:{port}"
    lock.tell(site)
    environment = {
        **os.environ,
        "WALLENSTEIN_HOME": str(home),
        "WALLENSTEIN_SITE_URL": site,
        "WALLENSTEIN_BIND": f"{ports.HOST}:{port}",
        **FRUGAL,
        "DJANGO_SETTINGS_MODULE": "wallenstein_site.settings",
    }
    say("Preparing the table …")
    ready = _prepare(environment)

    def welcome() -> None:
        # The first page takes long; it shall not be the one somebody waits for.
        _answers(port, ready["look"], FIRST_PAGE)
        _welcome(site, home, ready)

    _supervise(environment, home, port, welcome)
    return 1


def _prepare(environment: Mapping[str, str]) -> dict[str, Any]:
    """Migrations, demo account and game, by a process that takes its memory with it."""
    command = [sys.executable, str(env.BASE / "manage.py"), "prepare_play"]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            out, complaints = process.communicate()
        except Stopped:
            process.kill()
            raise
    if process.returncode:
        reason = complaints.strip().splitlines() or ["no reason was given"]
        raise Failed("The table cannot be prepared.\n" + "\n".join(reason[-5:]))
    prepared: dict[str, Any] = json.loads(out)
    return prepared


def _supervise(environment: Mapping[str, str], home: Path, port: int, welcome: Any) -> None:
    """Keep web and worker running; returns only by an exception."""
    children = [
        Child("web", "wallenstein_site.web", environment, home / "logs"),
        Child("worker", "wallenstein_site.play.worker", environment, home / "logs"),
    ]
    welcomed = False
    try:
        for child in children:
            child.start()
        while True:
            time.sleep(GLANCE)
            for child in children:
                news = child.watch()
                if child.hopeless:
                    raise Failed(_hopeless(child, home))
                if news:
                    say(news)
            if not welcomed and _answers(port):
                welcomed = True
                welcome()
    finally:
        say("Stopping …")
        stop(children)


def _hopeless(child: Child, home: Path) -> str:
    last = "\n".join(f"  {line}" for line in child.last_words)
    return (
        f"The {child.name} fails again and again, so everything was stopped. It said last:\n"
        f"{last}\nMore is in {home / 'logs' / child.name}.log."
    )


def _answers(port: int, path: str = "/health/live", patience: float = 2) -> bool:
    line = http.client.HTTPConnection(ports.HOST, port, timeout=patience)
    try:
        line.request("GET", path)
        return line.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        line.close()


def _welcome(site: str, home: Path, ready: Mapping[str, Any]) -> None:
    known = f"password in {home / ready['kept']}"
    password = f"password {ready['password']}, kept in {home / ready['kept']}"
    say(
        "",
        f"Wallenstein by Post is running: “{ready['name']}”, you against {ready['bots']} bots.",
        f"  play      {site}{ready['link']}",
        "            (signs you in as demo; works once, within an hour)",
        f"  sign in   {site}/accounts/login/ as demo, {password if ready['password'] else known}",
        f"  your game {site}/games/{ready['game']}/",
        f"  all games {site}/",
        f"  API       {site}/api/docs/",
        f"  mail      {site}/outbox/ (read it and reply with orders)",
        f"  mail is in {home / 'outbox'}, logs in {home / 'logs'}. Ctrl-C stops everything.",
    )


def say(*lines: str) -> None:
    """Tell the person at the terminal, who may have closed it."""
    try:
        sys.stdout.write("".join(f"{line}\n" for line in lines))
        sys.stdout.flush()
    except OSError:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 till the end


if __name__ == "__main__":
    sys.exit(main())
