"""The measurements; run by `python -m tests.bench` with the addresses of its servers."""

from __future__ import annotations

import http.client
import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from django.db import connection
from django.test import Client

from engine.cli.bench import context
from engine.kernel.journal import StepBegan
from games import access, clock
from games.log import store
from games.models import Game, LogEntry, OutboxRow, User
from games.read import selectors
from games.services.people import tokens
from tests.bench.archiving import archiving, tower_page
from tests.bench.checking import checking
from tests.bench.load import Ask, body, percentile, put_all
from tests.bench.pages import board_page, late_game
from tests.bench.post import letters_out, mails_in
from tests.bench.urls import TABLE
from tests.cluster.errands import people
from tests.play.tables import random_answer
from tests.service.tables import again, started, waiting

Measure = Callable[[], dict[str, Any]]

QUICK = os.environ["BENCH_QUICK"] == "yes"
ONLY = os.environ["BENCH_ONLY"].split()
PATIENCE = 600


def much(count: int) -> int:
    """How much work: all of it, or a tenth."""
    return max(2, count // 10) if QUICK else count


def say(what: str) -> None:
    """Progress, for whoever waits."""
    print(what, file=sys.stderr, flush=True)


def plans() -> dict[str, Any]:
    """Sealed plans over HTTP, each validated in full, beside the floor."""
    asks: list[Ask] = []
    for _ in range(much(40)):
        players = people(5)
        game = started(*players, players=5)
        # The fifth stays silent, so that the games wait and the plans can be replaced.
        for player in players[:4]:
            asks.extend(_plan(game, player, str(again)) for again in range(8))
    # In the order of a real evening: everybody at every table, and again.
    asks = [ask for start in range(8) for ask in asks[start::8]]
    with connection.cursor() as cursor:
        cursor.execute(TABLE)
    floor_asks = [Ask("/floor/", ask.body) for ask in asks]
    # Letters of the games that began are another matter.
    _wait(lambda: not OutboxRow.objects.to_send(clock.now()).exists(), 0.5)
    put_all(asks[:50])
    put_all(floor_asks[:50])
    floor, sealed = put_all(floor_asks), put_all(asks)
    ratio = floor.per_second / sealed.per_second
    return {
        "sealed_plans": sealed.to_json(),
        "floor_one_durable_insert": floor.to_json(),
        "ratios": {"floor / sealed plans, per second": round(ratio, 2)},
    }


def _plan(game: Game, player: User, flavour: str) -> Ask:
    seat = access.seat_for(game, player)
    decision = waiting(game, seat.key)
    answer = random_answer(store.load(game), decision, flavour)
    return Ask(
        f"/api/games/{game.pk}/decisions/{decision.id}/", body(answer=answer), _token(player)
    )


_TOKENS: dict[int, str] = {}


def _token(player: User) -> str:
    if player.pk not in _TOKENS:
        made = tokens.token_create(user=player, name="bench", scopes=["play", "read"])
        _TOKENS[player.pk] = made.text
    return _TOKENS[player.pk]


def publishing() -> dict[str, Any]:
    """From the last plan, when it is sent, to the season everybody can read."""
    times: list[float] = []
    for _ in range(much(25)):
        (player,) = people(1)
        game = started(player, players=5)
        while again(game).status == Game.Status.RUNNING:
            times.append(_published(game, player))
    return {
        "seasons": len(times),
        "p50_ms": round(percentile(times, 50) * 1000),
        "p99_ms": round(percentile(times, 99) * 1000),
    }


def _published(game: Game, player: User) -> float:
    step, ask = again(game).step, _plan(again(game), player, "publish")
    began = time.perf_counter()
    put_all([ask], hands=1)
    _wait(lambda: again(game).step > step)
    return time.perf_counter() - began


def opening() -> dict[str, Any]:
    """Opening a game at its last season against its first, as the table page and as the board."""
    (player,) = people(1)
    early, late = started(player, players=5), late_game(player)
    client = Client(headers={"host": "localhost"})
    client.force_login(player)

    def board(game: Game) -> None:
        selectors.board(access.viewer(again(game), player))

    def page(game: Game) -> None:
        answer = client.get(f"/games/{game.pk}/", secure=True)
        if answer.status_code != 200:
            raise RuntimeError(f"the table page answers {answer.status_code}")

    figures: dict[str, Any] = {"events": {"first": again(early).seq, "last": again(late).seq}}
    for name, look in (("page", page), ("board", board)):
        for warmth, before in (("cold", store.forget), ("warm", lambda: None)):
            first, last = _compared(partial(look, early), partial(look, late), before)
            figures[f"{name}_{warmth}"] = {
                "first_ms": round(first * 1000, 2),
                "last_ms": round(last * 1000, 2),
                "ratio": round(last / first, 2),
            }
    return figures


def _compared(
    one: Callable[[], None], other: Callable[[], None], before: Callable[[], None]
) -> tuple[float, float]:
    """The medians of two things done in turn."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(much(200)):
        for work, into in zip((one, other), times, strict=True):
            before()
            began = time.perf_counter()
            work()
            into.append(time.perf_counter() - began)
    return statistics.median(times[0]), statistics.median(times[1])


def storm() -> dict[str, Any]:
    """Many games whose time is up in the same second."""
    count = much(1000)
    games = []
    for _ in range(count):
        (player,) = people(1)
        schedule = {"kind": "hours", "hours": 48}
        game = started(player, players=3, lateness="default", schedule=schedule)
        games.append(game.pk)
    deadline = (clock.now() + timedelta(seconds=5)).replace(microsecond=0)
    Game.objects.filter(pk__in=games).update(deadline=deadline)
    before = Game.objects.filter(pk__in=games, step=1)
    # Asked seldom: the looking would take its share of two cores.
    _wait(lambda: not before.exists(), pause=0.5)
    seconds = (clock.now() - deadline).total_seconds()
    late = [(moment - deadline).total_seconds() for moment in _stepped(games)]
    return {
        "games": count,
        "seconds_until_all_were_resolved": round(seconds, 1),
        "games_per_second": round(count / seconds, 1),
        "lateness_seconds": {"p50": percentile(late, 50), "worst": max(late)},
    }


def post() -> dict[str, Any]:
    """Letters out, mails in."""
    return {"out": letters_out(much(1000), _wait), "in": mails_in(much(100), _wait)}


def _stepped(games: list[str]) -> list[datetime]:
    """When each game began its second step, as its log says."""
    began = LogEntry.objects.filter(game__in=games, kind=StepBegan.kind, payload__step=2)
    return [clock.read(at) for at in began.values_list("at", flat=True)]


def _wait(happened: Callable[[], bool], pause: float = 0.002) -> None:
    until = time.monotonic() + PATIENCE
    while not happened():
        if time.monotonic() > until:
            raise RuntimeError("waited in vain")
        time.sleep(pause)


def _until_the_site_answers() -> None:
    def answers() -> bool:
        line = http.client.HTTPConnection(os.environ["BENCH_ADDRESS"], timeout=5)
        try:
            line.request("GET", "/health/live", headers={"Host": "localhost"})
            return line.getresponse().status == 200
        except OSError:
            return False
        finally:
            line.close()

    _wait(answers)


def goals() -> dict[str, str]:
    """What we want of these figures."""
    return {
        "plans.sealed_plans.per_second": "150",
        "plans.sealed_plans.p99_ms": "under 100",
        "publishing.p99_ms": "under 2000",
        "opening.*.ratio": "under 1.2",
        "checking.verifier_file_as_a_program_ms": "under 1000",
        "board_page.ratio": "under 4",
        "board_page.first_byte_ms": "under 150",
        "board_page.bytes, turn_bytes": "under 100000",
        "board_page.cold_packed_bytes": "under 100000",
        "post.in.receipt_p99_ms": "under 5000",
    }


def measured(part: str, measure: Measure) -> dict[str, Any]:
    """What a part measures; told at once as well, for whoever cannot wait for the end."""
    say(f"{part} ...")
    stolen, began = _stolen(), time.perf_counter()
    figures = measure()
    lost = (_stolen() - stolen) / (time.perf_counter() - began)
    figures["cores_lost_to_other_machines"] = round(lost, 2)
    say(f"{part}: {json.dumps(figures)}")
    return {part: figures}


def _stolen() -> float:
    """Seconds this machine wanted a core that its host gave to others; 0 where nobody tells."""
    statistics = Path("/proc/stat")
    if not statistics.exists():
        return 0.0
    return int(statistics.read_text().split()[8]) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure all parts, one after the other."""
    _until_the_site_answers()
    service: dict[str, Measure] = {
        "plans": plans,
        "publishing": publishing,
        "opening": opening,
        "board_page": board_page,
        "storm": storm,
        "post": post,
    }
    trust = {"checking": checking, "archive": archiving, "tower": tower_page}
    report: dict[str, Any] = {"context": context(), "service": {}, "trust": {}, "goals": goals()}
    for name, parts in (("service", service), ("trust", trust)):
        for part, measure in parts.items():
            if not ONLY or part in ONLY:
                report[name] |= measured(part, measure)
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
