"""What only production needs: everything that must be set, and what a public site must enforce."""

from __future__ import annotations

from typing import Any, Final

from django.core.exceptions import ImproperlyConfigured

from wallenstein_site import environment as env

NEEDED: Final = {
    "DATABASE_URL": "the database, like postgresql://user:password@host:5432/name",
    "DJANGO_SECRET_KEY": "a long random text, kept secret; `openssl rand -base64 48` makes one.",
    "WALLENSTEIN_SEAL_KEYS": (
        "one or more keys made by `manage.py new_seal_key`, newest first. Without them sealed "
        "plans cannot be opened."
    ),
    "WALLENSTEIN_SITE_URL": "the address players use, like https://wallenstein.example.org",
    "REDIS_URL": "the broker and cache, like redis://localhost:6379/0",
    "EMAIL_URL": "the mail server, like smtp+starttls://user:password@host:587",
}
A_MONTH: Final = 30 * 24 * 60 * 60


def require_everything() -> None:
    """Refuse to start half configured; one message names all that is missing."""
    missing = [f"Set {name}: {why}" for name, why in NEEDED.items() if not env.text(name)]
    if env.flag("DJANGO_DEBUG", default=False):
        missing.append("Unset DJANGO_DEBUG: its error pages show everything, plans included.")
    if not env.text("WALLENSTEIN_SITE_URL", "https://").startswith(("https://", "http://")):
        missing.append("WALLENSTEIN_SITE_URL must begin with https:// (or http:// for a test).")
    if missing:
        raise ImproperlyConfigured("\n".join(missing))


def security(site_url: str) -> dict[str, Any]:
    """Django's settings for a site that is served over HTTPS, which is told by its address."""
    https = site_url.startswith("https://")
    settings: dict[str, Any] = {
        "SESSION_COOKIE_SECURE": https,
        "CSRF_COOKIE_SECURE": https,
        "SECURE_SSL_REDIRECT": https,
        # Asked by this machine itself, without the proxy.
        "SECURE_REDIRECT_EXEMPT": [r"^health/", r"^metrics$"],
        "SECURE_HSTS_SECONDS": env.number("WALLENSTEIN_HSTS_SECONDS", A_MONTH) if https else 0,
        "SECURE_HSTS_INCLUDE_SUBDOMAINS": env.flag("WALLENSTEIN_HSTS_SUBDOMAINS", default=False),
        "SECURE_HSTS_PRELOAD": env.flag("WALLENSTEIN_HSTS_PRELOAD", default=False),
        # Both speak for other sites of the domain, and can hardly be taken back: its owner decides.
        "SILENCED_SYSTEM_CHECKS": ["security.W005", "security.W021"],
        "ACCOUNT_DEFAULT_HTTP_PROTOCOL": "https" if https else "http",
    }
    # Believed only if told: a proxy that does not set it would let anybody pretend HTTPS.
    header = env.text("WALLENSTEIN_PROXY_SSL_HEADER")
    if header:
        name = "HTTP_" + header.upper().replace("-", "_")
        settings["SECURE_PROXY_SSL_HEADER"] = (name, "https")
    return settings
