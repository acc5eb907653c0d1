"""A deadline as a calendar file: one entry for each seat of a game, which moves when it moves."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from engine.kernel.core import Seat
from games import clock
from games.mail.hosts import host
from games.mail.inbound.automatic import our_mark
from games.mail.links import absolute
from games.mail.snapshots import Scene

MAKER: Final = "-//Wallenstein by Post//Deadlines//EN"
METHOD: Final = "PUBLISH"


def calendar_file(scene: Scene, seat: Seat, written: datetime) -> bytes:
    """The deadline of a moment, or that there is none any more; nothing where there never was.

    Whoever has lost a seat has no deadline there, whatever the others have; nor has anybody while
    the game rests.
    """
    if not any(scene.deadlines):
        return b""
    due = scene.deadline if scene.seat == seat else None
    # Brought in when a letter is written: whoever only imports this has no use for all it brings.
    from icalendar import Calendar, Event  # noqa: PLC0415

    entry = Event()
    entry.add("uid", f"{scene.game.pk}-{seat.lower()}@{host()}")
    # A higher number takes the place of a lower one, so a file that comes late moves nothing back.
    entry.add("sequence", scene.changes_of_time + (due is None))
    entry.add("dtstamp", written)
    entry.add("summary", _("%(game)s: your answer is due") % {"game": scene.game.name})
    # Whoever publishes a date has to sign it (RFC 5546); nobody is asked to answer.
    entry.add("organizer", f"mailto:{our_mark()}")
    entry.add("url", absolute("table", scene.game.pk))
    entry.add("transp", "TRANSPARENT")
    entry.add("dtstart", due or _last_of(scene))
    entry.add("status", "CONFIRMED" if due else "CANCELLED")
    made = Calendar()
    made.add("prodid", MAKER)
    made.add("version", "2.0")
    made.add("method", METHOD)
    made.add_component(entry)
    return bytes(made.to_ical())


def _last_of(scene: Scene) -> datetime:
    """The deadline that does not hold any more."""
    return clock.read([due for due in scene.deadlines if due][-1])
