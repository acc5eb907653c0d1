"""Numbers worth watching, asked of the database when somebody looks: see docs/running.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.core.cache import cache
from django.db import Error as AnyDatabaseError
from prometheus_client.core import REGISTRY, GaugeMetricFamily
from prometheus_client.registry import Collector

from games import clock
from games.models import Game, OutboxRow
from games.ops import due, health


class Numbers(Collector):
    """Counts over all games; none of them tells of a single one."""

    def describe(self) -> Iterable[GaugeMetricFamily]:
        """Nothing beforehand: registering must not ask the database."""
        return ()

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """What the database says, and whether it says anything."""
        try:
            numbers = dict(_counted())
        except AnyDatabaseError:
            numbers = {}
        yield _gauge("database_up", "1 if the database answered, else 0.", float(bool(numbers)))
        for name, (about, value) in numbers.items():
            yield _gauge(name, about, value)
        yield _gauge(
            "tick_age_seconds", "Seconds since a worker ticked; -1: never seen.", _tick_age()
        )


def _counted() -> Iterator[tuple[str, tuple[str, float]]]:
    running = Game.objects.filter(status=Game.Status.RUNNING)
    waiting = OutboxRow.objects.filter(state=OutboxRow.State.WAITING)
    given_up = OutboxRow.objects.filter(state=OutboxRow.State.GIVEN_UP)
    yield "games_running", ("Games that are being played.", running.count())
    yield "games_overdue", ("Games late for their deadline.", health.overdue())
    yield "games_marked", ("Games marked after a failed resolution.", health.marked())
    yield "outbox_waiting", ("Notices not sent yet.", waiting.count())
    yield "outbox_given_up", ("Notices that could not be sent.", given_up.count())


def _tick_age() -> float:
    try:
        seen = cache.get(due.ALIVE)
    except Exception:  # noqa: BLE001 caches fail in many ways
        seen = None
    return (clock.now() - clock.read(seen)).total_seconds() if seen else -1.0


def _gauge(name: str, about: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"wallenstein_{name}", about, value)


def register() -> None:
    """Add them to what /metrics tells."""
    REGISTRY.register(Numbers())
