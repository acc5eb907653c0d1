"""Bring the embedded table up to date: database, demo account, demo game; tells it as JSON."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import Error as AnyDatabaseError

from games.ops import demo, tasks
from games.services.tables.demo import demo_ready
from games.trouble import trouble_of
from games.web.requests import table_address


class Command(BaseCommand):
    """Called by `make play` before anything is served; can be repeated."""

    help = __doc__
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare, and print what the supervisor tells the player."""
        if settings.PRODUCTION:
            raise CommandError("This is for playing at home; production has no demo account.")
        try:
            announcement = self._prepare()
        except (AnyDatabaseError, OSError) as problem:
            trouble = trouble_of(problem)
            if trouble is None:
                raise
            raise CommandError(f"{trouble.what}\n{trouble.do}") from None
        self.stdout.write(json.dumps(announcement))

    def _prepare(self) -> dict[str, Any]:
        call_command("migrate", interactive=False, verbosity=0)
        tasks.tidy()
        password = demo.password_made(settings.HOME)
        game = demo_ready(password=password)
        return {
            "game": game.id,
            "name": game.name,
            "bots": game.seats.exclude(bot="").count(),
            "look": table_address(game.id, game.invite),
            "link": demo.login_link(settings.HOME),
            "password": password,
            "kept": demo.PASSWORD_FILE,
        }
