"""Make a key for WALLENSTEIN_SEAL_KEYS."""

from __future__ import annotations

from typing import Any

from cryptography.fernet import Fernet
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Prints it once; keep it where your backups are not."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the key."""
        self.stdout.write(Fernet.generate_key().decode())
