"""Where points come from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from engine.kernel.core import Event, Seat
from engine.loewenherz.events import (
    DomainArose,
    DomainGrew,
    DucatsScored,
    MonopolyLost,
    MonopolyWon,
)


def scored(event: Event[Any]) -> Iterator[tuple[str, Seat, int]]:
    """The points an event brings or takes: what for, whose, how many."""
    match event:
        case DomainArose(points=points) if points:
            yield _("New domains"), event.owner, points
        case DomainGrew():
            if event.points:
                yield _("Expansions"), event.seat, event.points
            if event.loser and event.lost_points:
                yield _("Land lost"), event.loser, event.lost_points
        case MonopolyWon() | MonopolyLost():
            yield _("Monopolies"), event.seat, event.points
        case DucatsScored():
            for seat, points in event.points.items():
                yield _("Most ducats"), seat, points
