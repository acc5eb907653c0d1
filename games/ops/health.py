"""Is it alive, and is it well: for load balancers, and for the person who is paged."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.cache import cache
from django.db import Error as AnyDatabaseError
from django.db import connection
from django.http import HttpRequest, JsonResponse

from games import clock
from games.models import Game
from games.ops import due
from games.trouble import DATABASE_AWAY, trouble_of
from wallenstein_site.celery import app

LONGEST_SILENCE = timedelta(minutes=3)
OVERDUE = timedelta(minutes=5)


def live(_: HttpRequest) -> JsonResponse:
    """This process answers."""
    return JsonResponse({"status": "ok"})


def ready(_: HttpRequest) -> JsonResponse:
    """Everything this process needs is there; says in words what is not."""
    checks = {"database": database(), "broker": broker(), "worker": worker()}
    well = all(result == "ok" for result in checks.values())
    if checks["database"] == "ok":
        # Told, and no reason to send everybody away: the other games go on.
        checks["games"] = games()
    body: dict[str, Any] = {"status": "ok" if well else "trouble", "checks": checks}
    return JsonResponse(body, status=200 if well else 503)


def database() -> str:
    """Whether the database answers, and whether it can be written."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        # Changes no row, and is refused all the same where nothing can be changed.
        Game.objects.filter(pk="").update(trouble="")
    except AnyDatabaseError as problem:
        trouble = trouble_of(problem)
        if trouble is not None and trouble != DATABASE_AWAY:
            return trouble.what
        return f"the database does not answer ({type(problem).__name__})"
    return "ok"


def broker() -> str:
    """Whether messages to the workers can be sent; without them games move at every tick only."""
    try:
        with app.connection_for_write() as line:
            line.ensure_connection(max_retries=1, timeout=2)
    except Exception as problem:  # noqa: BLE001 brokers fail in many ways
        return f"the broker does not answer ({type(problem).__name__})"
    return "ok"


def worker() -> str:
    """Whether a worker has ticked lately."""
    try:
        seen = cache.get(due.ALIVE)
    except Exception as problem:  # noqa: BLE001 caches fail in many ways
        return f"the cache does not answer ({type(problem).__name__})"
    if seen is None:
        return "no worker was seen yet"
    silence = clock.now() - clock.read(seen)
    if silence > LONGEST_SILENCE:
        return f"no worker was seen since {seen}"
    return "ok"


def games() -> str:
    """Whether games stand still that should not."""
    standing, late = marked(), overdue()
    if standing or late:
        return f"{standing} games are marked after a failed resolution, {late} are overdue"
    return "ok"


def marked() -> int:
    """How many games are marked because their resolution failed."""
    return Game.objects.exclude(trouble="").count()


def overdue() -> int:
    """How many games a worker should have moved on by now."""
    return len(due.games_late(clock.now() - OVERDUE))
