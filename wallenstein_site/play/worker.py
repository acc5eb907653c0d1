"""The worker of an embedded table: one process that works and ticks."""

from __future__ import annotations

import os
import signal
import sys
import threading

from celery.beat import Scheduler, Service

from wallenstein_site import parent_watch
from wallenstein_site.celery import app


def main() -> None:
    """Work until told to stop."""
    parent_watch.start()
    threading.Thread(target=_tick, name="beat", daemon=True).start()
    # In this process and one task after the other: a second would only wait for the database.
    worker = app.Worker(pool="solo", hostname="play@localhost", quiet=True)
    worker.start()
    sys.exit(worker.exitcode)


def _tick() -> None:
    try:
        # Nothing is kept on the disk: when it is full, ticks must go on.
        Service(app, max_interval=1, scheduler_cls=Scheduler).start(embedded_process=True)
    finally:
        # A worker that does not tick looks alive and is not; a new one will.
        os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
