"""Connections of a worker to the database: returned after each task, to a pool that is kept.

Celery's own fix-up for Django closes the pool around every task (celery issue 10554), so that each
of them connects to PostgreSQL anew. When a release has pull request 10555, this module goes;
tests/service/test_worker_connections.py will say so.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from celery import Celery
from celery.fixups.django import DjangoFixup, DjangoWorkerFixup
from django.db import close_old_connections


class WorkerFixup(DjangoWorkerFixup):
    """As Celery's, but for what is done around a task: that is as around a request of the web.

    Where a process begins, nothing of its parent's is used: there the pool is still closed.
    """

    def on_task_prerun(self, sender: Any, **_: Any) -> None:
        """Begin with a connection that is good."""
        if not sender.request.is_eager:
            close_old_connections()

    def on_task_postrun(self, sender: Any, **_: Any) -> None:
        """Return the connection."""
        if not sender.request.is_eager:
            close_old_connections()
            self.close_cache()


class Fixup(DjangoFixup):
    """Django made ready for a worker."""

    @cached_property
    def worker_fixup(self) -> WorkerFixup:
        """Made when a worker needs it: it reads the settings."""
        return WorkerFixup(self.app)


def fixup(app: Celery) -> Fixup:
    """Install it, as Celery asks for fix-ups."""
    made = Fixup(app)
    made.install()
    return made
