"""The Celery application; one worker carries the beat that ticks."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wallenstein_site.settings")

# Nothing here may read a setting: this module is imported while the settings are.
app = Celery("wallenstein")
app.config_from_object("django.conf:settings", namespace="CELERY")
# Current everywhere: by itself Celery makes an application current in the importing thread only,
# and the threads of a web server would send their messages nowhere.
app.set_default()
app.autodiscover_tasks()
