"""Where the site's own files are, looked up once for each name: a page names a dozen of them."""

from __future__ import annotations

from typing import Any

from django.contrib.staticfiles.storage import StaticFilesStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage


class _KeptAddresses(StaticFilesStorage):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._addresses: dict[str | None, str] = {}

    def url(self, name: str | None, *args: Any, **kwargs: Any) -> str:
        """The address of a file, which stays the same while this process runs."""
        if name not in self._addresses:
            self._addresses[name] = super().url(name, *args, **kwargs)
        return self._addresses[name]


class PlainFiles(_KeptAddresses):
    """Files under their own names."""


class CollectedFiles(_KeptAddresses, CompressedManifestStaticFilesStorage):  # type: ignore[misc] # it has no types
    """Files collected for production, with a digest in their names."""
