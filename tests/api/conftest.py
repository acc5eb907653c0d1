"""People at the API, and a memory for throttles that no other test shares."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from tests.api.requests import Asker, person
from tests.service.conftest import committed, log_guarded

__all__ = ["committed", "log_guarded"]


@pytest.fixture(autouse=True)
def _own_cache(settings):
    settings.CACHES = {
        **settings.CACHES,
        "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    }
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def anna(db) -> Asker:
    return Asker(person("anna"))


@pytest.fixture
def bela(db) -> Asker:
    return Asker(person("bela"))


@pytest.fixture
def nobody(db) -> Asker:
    return Asker()
