"""Around a task a connection is returned and its pool kept; Celery itself would close the pool."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from celery.fixups.django import DjangoWorkerFixup
from django.db import connections

from wallenstein_site.celery import app
from wallenstein_site.worker_connections import Fixup, WorkerFixup

TASK = SimpleNamespace(request=SimpleNamespace(is_eager=False))


class Line:
    """A connection that tells what is done with it."""

    alias = "default"

    def __init__(self) -> None:
        self.done: list[str] = []

    def close(self) -> None:
        self.done.append("closed")

    def close_if_unusable_or_obsolete(self) -> None:
        self.done.append("returned")

    def close_pool(self) -> None:
        self.done.append("pool closed")


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Line:
    """The only connection of a process, with a pool."""
    line = Line()
    monkeypatch.setattr(connections, "all", lambda initialized_only=False: [line])
    monkeypatch.setitem(settings.DATABASES["default"]["OPTIONS"], "pool", {"min_size": 1})
    return line


def around_a_task(fixup: DjangoWorkerFixup) -> None:
    fixup.worker = SimpleNamespace(pool_cls="celery.concurrency.prefork:TaskPool")
    fixup.on_task_prerun(sender=TASK)
    fixup.on_task_postrun(sender=TASK)


def test_the_pool_is_kept(line: Line) -> None:
    around_a_task(WorkerFixup(app))
    assert line.done == ["returned", "returned"]


def test_a_new_process_uses_nothing_of_its_parents(line: Line) -> None:
    fixup = WorkerFixup(app)
    fixup.worker = SimpleNamespace(pool_cls="celery.concurrency.prefork:TaskPool")
    line.connection = None  # type: ignore[attr-defined]
    fixup.on_worker_process_init()
    assert line.done == ["closed", "pool closed"]


def test_celery_needs_our_fixup_still(line: Line) -> None:
    around_a_task(DjangoWorkerFixup(app))
    assert "pool closed" in line.done, (
        "Celery keeps the pool by itself now (issue 10554): delete "
        "wallenstein_site/worker_connections.py, its mention in wallenstein_site/celery.py and in "
        "pyproject.toml, and this file; tests/cluster/test_worker_connections.py stays."
    )


def test_it_is_in_use_instead_of_celerys_own() -> None:
    (fixup,) = app._fixups
    assert isinstance(fixup, Fixup)
    assert isinstance(fixup.worker_fixup, WorkerFixup)
