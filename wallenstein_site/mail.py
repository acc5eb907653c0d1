"""Mail as the settings want it: files in a folder at home, a mail server by its address."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
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
        "EMAIL_BACKEND": "wallenstein_site.smtp.PatientBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port or _PORTS[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp+starttls",
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        # A worker waits no longer than this for a mail server that is stuck; but see `smtp`.
        "EMAIL_TIMEOUT": 20,
    }


# An address has at most 64 signs before its @ (RFC 5321), and the signed part takes 44 of them:
# the game 10, the person 7 (enough for 34 thousand million accounts), the question 8, the signature
# 16, and three strokes between.
LONGEST_PREFIX: Final = 20
# The sign at its end tells where the signed part begins.
_PREFIX: Final = re.compile(
    r"(?:[a-z0-9](?:\.?[a-z0-9!#$%&'*+/=?^_{|}~-])*)?[!#$%&'*+/=?^_{|}~-]", re.IGNORECASE
)


def mail_in_prefix(prefix: str) -> str:
    """What stands before the signed part of an address; raises ImproperlyConfigured."""
    name = "WALLENSTEIN_MAIL_IN_PREFIX"
    if len(prefix) > LONGEST_PREFIX:
        raise ImproperlyConfigured(
            f"{name} has {len(prefix)} signs and may have {LONGEST_PREFIX}: with more of them mail "
            "servers would refuse the addresses that players answer to."
        )
    if not _PREFIX.fullmatch(prefix):
        raise ImproperlyConfigured(
            f"{name} must look like t- or box+: letters and digits of English, and a sign such as "
            "- or + at its end."
        )
    return prefix


IMAP_WANTED: Final = (
    "IMAP_URL must look like imaps://user:password@host:993/INBOX (or imap+starttls://… with port "
    "143, or imap://localhost:143 for a server on this machine that wants no encryption)."
)
_IMAP_PORTS: Final = {"imap": 143, "imap+starttls": 143, "imaps": 993}


@dataclass(frozen=True)
class Mailbox:
    """Where answers are fetched from, and how."""

    host: str
    port: int
    user: str
    password: str = field(repr=False)
    folder: str
    # "all", "starttls" or nothing.
    tls: str


def mailbox(address: str) -> Mailbox | None:
    """The mailbox answers are fetched from, if there is one; raises ImproperlyConfigured."""
    if not address:
        return None
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise ImproperlyConfigured(IMAP_WANTED) from None
    if parts.scheme not in _IMAP_PORTS or not parts.hostname or not parts.username:
        raise ImproperlyConfigured(IMAP_WANTED)
    return Mailbox(
        host=parts.hostname,
        port=port or _IMAP_PORTS[parts.scheme],
        user=unquote(parts.username),
        password=unquote(parts.password or ""),
        folder=unquote(parts.path.strip("/")) or "INBOX",
        tls={"imaps": "all", "imap+starttls": "starttls"}.get(parts.scheme, ""),
    )


# Those of django-anymail whose calls can be told from anybody's by a key of ours.
PROVIDERS: Final = {
    "brevo": "Brevo",
    "mailgun": "Mailgun",
    "mailjet": "Mailjet",
    "postmark": "Postmark",
    "sendgrid": "SendGrid",
    "sparkpost": "SparkPost",
}


def mail_provider(name: str, key: str) -> dict[str, str]:
    """How we know a provider who calls us with mail, for anymail; raises ImproperlyConfigured."""
    if not name:
        return {}
    if name not in PROVIDERS:
        known = ", ".join(PROVIDERS)
        raise ImproperlyConfigured(f"WALLENSTEIN_MAIL_PROVIDER must be one of {known}.")
    signed = name == "mailgun"
    if not key or (not signed and ":" not in key):
        raise ImproperlyConfigured(
            "Set WALLENSTEIN_MAIL_PROVIDER_KEY: Mailgun's signing key, or for all others name:"
            "password as it stands in the address they call, https://name:password@…/mail/in/…"
        )
    return {"MAILGUN_WEBHOOK_SIGNING_KEY" if signed else "WEBHOOK_SECRET": key}
