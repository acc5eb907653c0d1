"""What a site with many finished games costs beside one with few, as JSON.

Run by `python -m tests.bench growth` with the address of its database.
"""

from __future__ import annotations

import json
import os
import statistics
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import connection
from django.test import Client

from engine.cli.bench import context
from games import clock
from games.models import Game, OutboxRow, User
from games.notify.digests import collect_due
from games.ops import due, health, metrics
from games.services.house import archives
from games.services.house.tower_stats import throws_count
from games.services.post.leases import Claim
from games.services.post.reminders import remind_due
from tests.bench.filling import fill
from tests.service.tables import again, lobby, person, play_out, started

VETERANS = 6
# So many that every list has a full page before the site grows.
FEW = 150
GAMES, NOTICES = 20_000, 130_000
LOOKS = 15
GOAL = 1.5
ELSEWHERE = timedelta(minutes=1)


def settled() -> tuple[Game, OutboxRow, list[User]]:
    """A small site: some finished games, one that runs, one that waits for players."""
    veterans = [person(f"veteran{n}") for n in range(VETERANS)]
    over = play_out(started(veterans[0]), veterans[0])
    started(person("newcomer"), name="First")
    lobby(veterans[1])
    throws_count()
    archives.keep_due()
    due.note_alive()
    OutboxRow.objects.update(state=OutboxRow.State.SENT)
    return again(over), OutboxRow.objects.earliest("pk"), veterans


def works(veteran: User, newcomer: User) -> dict[str, Callable[[], object]]:
    """What is measured."""
    claim = Claim([], "nobody has this", clock.now() + ELSEWHERE)
    row = OutboxRow.objects.earliest("pk")

    def page(reader: User | None, address: str) -> Callable[[], object]:
        client = Client(headers={"host": "localhost"})
        if reader:
            client.force_login(reader)
        return partial(_get, client, address)

    return {
        "letter: still ours": lambda: claim.still_ours([row]),
        "letter: lease renewed": claim.renew,
        "tables": page(None, "/tables/"),
        "tables, all": page(newcomer, "/tables/?status="),
        "tables, finished, third page": page(newcomer, "/tables/?status=finished&page=3"),
        "GET /api/games/": page(None, "/api/games/"),
        "GET /api/games/, signed in": page(newcomer, "/api/games/"),
        "GET /api/games/?mine=true": page(newcomer, "/api/games/?mine=true"),
        "home of a newcomer": page(newcomer, "/"),
        "home of a veteran": page(veteran, "/"),
        "/health/ready": page(None, "/health/ready"),
        "metrics": lambda: list(metrics.Numbers().collect()),
        "games marked": health.marked,
        "games overdue": health.overdue,
        "throws to count": throws_count,
        "archives to make": archives.keep_due,
        "games to advance": due.games_to_advance,
        "daily letters": collect_due,
        "lanes that wait": due.lanes_that_wait,
        "reminders": remind_due,
    }


def _get(client: Client, address: str) -> None:
    answer = client.get(address)
    if answer.status_code != 200:
        raise RuntimeError(f"{address} answers {answer.status_code}")


def cpu_ms(work: Callable[[], object]) -> float:
    """What it costs this process and its session of PostgreSQL; whatever others do meanwhile."""
    spent = []
    for _ in range(LOOKS):
        began = _cpu()
        work()
        spent.append(_cpu() - began)
    return statistics.median(spent) * 1000


def _cpu() -> float:
    if connection.vendor != "postgresql":
        return time.process_time()
    connection.ensure_connection()
    session = Path(f"/proc/{connection.connection.info.backend_pid}/schedstat")
    return time.process_time() + int(session.read_text().split()[0]) / 1e9


def main() -> None:
    """Measure the small site, let it grow, measure again."""
    call_command("migrate", verbosity=0)
    quick = os.environ["BENCH_QUICK"] == "yes"
    games, notices = (GAMES // 10, NOTICES // 10) if quick else (GAMES, NOTICES)
    over, notice, veterans = settled()
    fill(over, notice, veterans, range(FEW), range(FEW))
    wanted = works(veterans[0], User.objects.get(username="newcomer"))
    few = {name: cpu_ms(work) for name, work in wanted.items()}
    began = time.perf_counter()
    fill(over, notice, veterans, range(FEW, games), range(FEW, notices))
    filled = time.perf_counter() - began
    many = {name: cpu_ms(work) for name, work in wanted.items()}
    report: dict[str, Any] = {
        "context": context() | {"database": connection.vendor},
        "games": games,
        "notices": notices,
        "seconds_to_fill": round(filled, 1),
        "goal": f"ratio under {GOAL}, or one millisecond more",
        "growth": {
            name: {
                "few_cpu_ms": round(few[name], 2),
                "many_cpu_ms": round(many[name], 2),
                "ratio": round(many[name] / few[name], 2),
            }
            for name in wanted
        },
    }
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
