"""The toys are known to every test of the contract, and to no other."""

from collections.abc import Iterator

import pytest
from django.core.cache import caches

from games.log import store
from tests.contract.toys.registered import toys_known


@pytest.fixture(scope="module", autouse=True)
def _toys() -> Iterator[None]:
    with toys_known():
        yield


@pytest.fixture
def fresh_pages(db: None) -> Iterator[None]:
    """Nothing is remembered of the games of the test before, which may have had the same name."""
    store.forget()
    caches["boards"].clear()
    yield
    store.forget()
    caches["boards"].clear()
