"""Places that do not answer: a bad hour is forgiven, a day without one success is not."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from games import clock
from games.models import Destination, Webhook
from games.notify.outcomes import CallOutcome, Fate

MOST_FAILURES: Final = 20
# Many notices fail at once when their service is away for an hour.
LONGEST_SILENCE: Final = timedelta(hours=24)
CHANGED: Final = ("failures", "failing_since", "active")


def note_outcome(place: Destination | Webhook, outcome: CallOutcome) -> bool:
    """Remember how a call ended, switch off what refuses or fails for long; whether it is on."""
    if outcome.is_sent:
        place.failures, place.failing_since, place.active = 0, None, True
        return True
    moment = clock.now()
    place.failures += 1
    place.failing_since = place.failing_since or moment
    silent = moment - place.failing_since >= LONGEST_SILENCE
    place.active = outcome.fate is not Fate.REFUSED and not (
        silent and place.failures >= MOST_FAILURES
    )
    return place.active
