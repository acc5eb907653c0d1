"""The service itself: when it was last awake, and when it was not."""

from __future__ import annotations

from django.db import models


class Heartbeat(models.Model):
    """The last tick of a worker; one row."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"


class Outage(models.Model):
    """A time without a tick, which is credited to the games it concerns."""

    began = models.DateTimeField()
    ended = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.began:%Y-%m-%d %H:%M} – {self.ended:%Y-%m-%d %H:%M}"
