"""People in front of pages, and a memory for limits that no other test shares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from games.log import store
from games.models import User
from tests.service.conftest import anna, at, bert, committed, cora, log_guarded
from tests.web.pages import Reader

__all__ = ["anna", "at", "bert", "committed", "cora", "log_guarded"]


@pytest.fixture(autouse=True)
def _own_cache(settings: Any) -> Iterator[None]:
    settings.CACHES = {
        **settings.CACHES,
        "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    }
    cache.clear()
    store.forget()
    yield
    cache.clear()
    store.forget()


@pytest.fixture
def stranger(db: None) -> Reader:
    """Nobody in particular."""
    return Reader()


@pytest.fixture
def annas(anna: User) -> Client:
    """Anna's browser, without a script."""
    client = Client()
    client.force_login(anna)
    return client
