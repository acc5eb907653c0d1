"""The cache on Redis, with one client a process."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient


class KeptClient(RedisCacheClient):
    """Asks through one client, which threads may share; a new one costs more than its question."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._kept = cache(super().get_client)

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        """The client for reading, or for writing."""
        return self._kept(write=write)


class KeptRedis(RedisCache):
    """Django's cache on Redis, with that client."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = KeptClient
