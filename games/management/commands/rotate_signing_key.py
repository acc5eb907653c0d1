"""Sign with a new key from now on; the old public key stays published."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.services.play.signing import signing_key_rotate


class Command(BaseCommand):
    """Receipts and heads that were signed before can be checked as before."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Make a key, and say which."""
        made = signing_key_rotate()
        self.stdout.write(f"The site signs with key {made.pk} from now on.")
        self.stdout.write(f"Its public half: {made.public}")
