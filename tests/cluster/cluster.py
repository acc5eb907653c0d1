"""A small production: PostgreSQL, Redis, a mail server, and processes with its environment."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import psycopg
import redis
from cryptography.fernet import Fernet

from tests.cluster.mail_sink import MailSink
from tests.service import postgres, redis_server
from tests.service.servers import Server

ROOT = Path(__file__).resolve().parent.parent.parent
# What is promised survives an immediate stop; only the disk itself may lie.
SAFE = ("fsync=off", "full_page_writes=off", "max_connections=100")
# Many processes: on a busy machine they take their time.
PATIENCE = 300
QUIET = ("--without-mingle", "--without-gossip", "--loglevel=WARNING")
# Runs a module of ours as a program, with Django set up.
LAUNCH = (
    "import sys, runpy, django; django.setup(); runpy.run_module(sys.argv[1], None, '__main__')"
)


@dataclass
class Cluster:
    """The servers, and what was started with their addresses."""

    database: Server
    redis: Server
    sink: MailSink
    place: Path
    environment: dict[str, str]
    nest: Nest
    processes: list[subprocess.Popen[str]] = field(default_factory=list)
    line: psycopg.Connection[tuple[Any, ...]] | None = None

    def query(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Rows, asked of the database past everything of ours."""
        if self.line is None or self.line.broken or self.line.closed:
            self.line = psycopg.connect(self.database.address, autocommit=True)
        return self.line.execute(sql.encode(), values).fetchall()

    def restart_database(self) -> None:
        """Stop PostgreSQL as if its machine had failed, and start it again."""
        if self.line is not None:
            self.line.close()
        self.database.restart(postgres.IMMEDIATE)

    def number(self, sql: str, *values: Any) -> int:
        """One number."""
        return int(self.query(sql, *values)[0][0])

    def start(self, name: str, *command: str, **pipes: Any) -> subprocess.Popen[str]:
        """A process of its own group, which `stop` ends at last; it writes to a file."""
        with (self.place / f"{name}.log").open("ab") as log:
            streams: dict[str, Any] = {"stdout": log, "stderr": log, **pipes}
            process = subprocess.Popen(
                [sys.executable, *command],
                cwd=ROOT,
                env=self.environment,
                text=True,
                start_new_session=True,
                **streams,
            )
        self.processes.append(process)
        return process

    def worker(self, name: str, *options: str) -> subprocess.Popen[str]:
        """A Celery worker as an operator starts it."""
        command = ("-m", "celery", "-A", "wallenstein_site", "worker", "-n", f"{name}@%h")
        return self.start(name, *command, *QUIET, *options)

    def listener(self, port: int) -> subprocess.Popen[str]:
        """The process that takes mail, as an operator starts it."""
        return self.start("listener", "manage.py", "mail_listen", "--smtp", f"127.0.0.1:{port}")

    def beat(self) -> subprocess.Popen[str]:
        """The process that ticks."""
        schedule = str(self.place / "beat")
        command = ("-m", "celery", "-A", "wallenstein_site", "beat", "-s", schedule)
        return self.start("beat", *command, "--loglevel=WARNING")

    def logs(self) -> str:
        """What the processes have said, for a test that fails."""
        return "\n".join(
            f"== {file.name}\n{file.read_text()[-2000:]}" for file in self.place.glob("*.log")
        )

    def wait(self, what: str, happened: Callable[[], bool], patience: float = PATIENCE) -> None:
        """Go on when something has happened."""
        until = time.monotonic() + patience
        while not happened():
            if time.monotonic() > until:
                raise AssertionError(f"waited in vain: {what}\n{self.logs()}")
            time.sleep(0.1)

    def wait_for_steps(self, more: int) -> None:
        """Go on when games have moved on by so many steps."""
        goal = self.steps() + more
        self.wait(f"{more} more steps", lambda: self.steps() >= goal)

    def steps(self) -> int:
        """How many steps were taken in all games."""
        return self.number("SELECT coalesce(sum(step), 0) FROM games_game")

    def forget_asked(self) -> None:
        """No worker was told of a game lately: as if the time to ask once more had come."""
        with redis.Redis.from_url(self.redis.address) as messages:
            for key in messages.scan_iter("*asked-*"):
                messages.delete(key)

    def forget_the_dead(self) -> None:
        """Nobody works: what the dead had in hand is free at once, as if their time were over."""
        self.query(
            "UPDATE games_outboxrow SET claimed_until = now()"
            " WHERE claimed_until IS NOT NULL RETURNING id"
        )
        self.forget_asked()

    def keep_busy(self, tables: int = 2) -> None:
        """There are always some games under way."""
        running = self.number("SELECT count(*) FROM games_game WHERE status = 'running'")
        if running < tables:
            self.nest.errand("set_tables", tables)

    def quiet(self) -> bool:
        """Whether all games are over and all letters are written."""
        return not self.number(
            "SELECT (SELECT count(*) FROM games_game WHERE status <> 'finished')"
            " + (SELECT count(*) FROM games_outboxrow WHERE state = 'waiting')"
        )

    def wipe(self) -> None:
        """Forget every person, game, message and letter."""
        with psycopg.connect(self.database.address) as line:
            # The log defends itself by triggers, which a superuser can put to sleep.
            line.execute("SET session_replication_role = replica")
            line.execute("TRUNCATE games_user CASCADE")
        with redis.Redis.from_url(self.redis.address) as messages:
            messages.flushall()
        self.sink.forget()

    def close(self) -> None:
        """The end of everything."""
        if self.line is not None:
            self.line.close()
        self.nest.close()
        self.sink.close()
        self.redis.end()
        self.database.end()

    def stop(self) -> None:
        """End every process of a test, its children with it."""
        self.nest.clear()
        for process in self.processes:
            end(process)
        self.processes.clear()


class Nest:
    """The process of `nest.py`, from whose forks workers and errands are made in no time."""

    def __init__(self, environment: dict[str, str], log: Path) -> None:
        with log.open("ab") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-c", LAUNCH, "tests.cluster.nest"],
                cwd=ROOT,
                env=environment,
                text=True,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,
            )
        self.alive: set[int] = set()
        self._heard: list[tuple[int, str, Any]] = []

    def worker(self, point: str = "") -> int:
        """A Celery worker, the one that stops at a point if one is named; its pid."""
        return self._hatched("working", "worker", point)

    def listener(self, port: int, point: str = "") -> int:
        """The process that takes mail, one that stops at a point if one is named; its pid."""
        return self._hatched("listening", "listener", point, port)

    def errand(self, name: str, *arguments: Any) -> Any:
        """What an errand (`errands.py`) brings back."""
        pid = self.begin(name, *arguments)
        _pid, what, value = self._hear(lambda line: line[0] == pid)
        self.alive.discard(pid)
        assert what == "brought", value
        return value

    def begin(self, name: str, *arguments: Any) -> int:
        """An errand nobody waits for; its pid."""
        return self._hatched("going", "errand", name, *arguments)

    def wait_for_pause(self, pid: int) -> None:
        """Go on when a process has come to the point where it stops."""
        assert self._hear(lambda line: line[0] == pid)[1] == "paused"

    def kill(self, pid: int) -> None:
        """Kill -9, and go on when nothing is left that it held."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
            while True:
                os.kill(pid, 0)
                time.sleep(0.005)
        self.alive.discard(pid)

    def clear(self) -> None:
        """Kill everything that was hatched and still lives."""
        for pid in set(self.alive):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
        self.alive.clear()
        self._heard.clear()

    def close(self) -> None:
        """The end of the nest."""
        self.clear()
        end(self.process)

    def _hatched(self, word: str, *request: Any) -> int:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        pid = self._hear(lambda line: line[1] == word)[0]
        self.alive.add(pid)
        return pid

    def _hear(self, wanted: Callable[[tuple[int, str, Any]], bool]) -> tuple[int, str, Any]:
        """The next line of a kind; others are kept for whoever wants them."""
        assert self.process.stdout is not None
        while True:
            for number, line in enumerate(self._heard):
                if wanted(line):
                    return self._heard.pop(number)
            pid, what, value = json.loads(self.process.stdout.readline() or '[0, "gone", 0]')
            assert what != "gone", "the nest has died"
            self._heard.append((pid, what, value))


def end(process: subprocess.Popen[str]) -> None:
    """Kill -9 a process and its children."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    pipes: tuple[IO[str] | None, ...] = (process.stdin, process.stdout)
    for pipe in filter(None, pipes):
        pipe.close()


def built(place: Path, *options: str) -> Cluster:
    """Servers that answer, with the tables made; PostgreSQL with these options."""
    database, sink = postgres.started(*(options or SAFE)), MailSink()
    redis = redis_server.started()
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("DJANGO_", "WALLENSTEIN_", "DATABASE_", "REDIS_", "PYTEST_"))
    }
    given = {
        "DJANGO_SETTINGS_MODULE": "wallenstein_site.settings",
        "DATABASE_URL": database.address,
        "REDIS_URL": redis.address,
        "DJANGO_SECRET_KEY": secrets.token_urlsafe(50),
        "WALLENSTEIN_SEAL_KEYS": Fernet.generate_key().decode(),
        "WALLENSTEIN_HOME": str(place),
        "WALLENSTEIN_SITE_URL": "https://wallenstein.example",
        "WALLENSTEIN_MAIL_IN_HOST": "in.wallenstein.example",
        "EMAIL_URL": f"smtp://127.0.0.1:{sink.port}",
        "WALLENSTEIN_TICK_SECONDS": "1",
        "WALLENSTEIN_OUTBOX_LEASE_SECONDS": "10",
        # Nobody here looks at the site: a letter that waits for that would be late.
        "WALLENSTEIN_QUESTION_WAITS": "0",
    }
    environment = kept | given
    nest = Nest(environment, place / "nest.log")
    cluster = Cluster(database, redis, sink, place, environment, nest)
    nest.errand("migrate")
    return cluster
