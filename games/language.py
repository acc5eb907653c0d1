"""The language a reader is spoken to in."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import get_language


def spoken() -> str:
    """The language of this request; the site's own where none is chosen."""
    return get_language() or str(settings.LANGUAGE_CODE)
