"""Make a key that signs pushes to browsers, for WALLENSTEIN_PUSH_KEY."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from wallenstein_site.keys import new_push_key


class Command(BaseCommand):
    """Prints it once; with another key everybody has to set up their browsers anew."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the key."""
        self.stdout.write(new_push_key())
