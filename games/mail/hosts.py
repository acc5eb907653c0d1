"""What this site is called in the names that letters have."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.utils.encoding import punycode


def host() -> str:
    """The site's host, in letters every mail program can read."""
    return punycode(urlsplit(settings.SITE_URL).hostname or "localhost")
