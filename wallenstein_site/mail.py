"""Mail as the settings want it: files in a folder at home, a mail server by its address."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

WANTED: Final = (
    "EMAIL_URL must look like smtp+starttls://user:password@host:587 (or smtps://… with port 465, "
    "or smtp://localhost:25 for a mail server on this machine that wants no encryption)."
)
_PORTS: Final = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}


def mail(address: str, home: Path) -> dict[str, Any]:
    """Django's EMAIL settings; raises ImproperlyConfigured with what to put."""
    if not address:
        return {
            "EMAIL_BACKEND": "django.core.mail.backends.filebased.EmailBackend",
            "EMAIL_FILE_PATH": home / "outbox",
        }
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise ImproperlyConfigured(WANTED) from None
    if parts.scheme not in _PORTS or not parts.hostname:
        raise ImproperlyConfigured(WANTED)
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port or _PORTS[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp+starttls",
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        # A worker waits no longer than this for a mail server that is stuck.
        "EMAIL_TIMEOUT": 20,
    }
