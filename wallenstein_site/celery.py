"""The Celery application; one worker carries the beat that ticks."""

from __future__ import annotations

import os

from celery import Celery, signals
from django.conf import settings

from wallenstein_site import logs

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wallenstein_site.settings")

app = Celery("wallenstein", fixups=["wallenstein_site.worker_connections:fixup"])
app.config_from_object("django.conf:settings", namespace="CELERY")
# Current everywhere: by itself Celery makes an application current in the importing thread only,
# and the threads of a web server would send their messages nowhere.
app.set_default()
app.autodiscover_tasks(["games.ops"])


@signals.setup_logging.connect  # type: ignore[untyped-decorator]  # Celery has no types
def set_up_logging(**_: object) -> None:
    """Log as the rest of the site does; a receiver keeps Celery from setting up its own."""
    logs.configure(settings.LOGGING)
