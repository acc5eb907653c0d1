"""The toys are known to every test of the boards."""

from collections.abc import Iterator

import pytest

from tests.contract.toys.registered import toys_known


@pytest.fixture(scope="module", autouse=True)
def _toys() -> Iterator[None]:
    with toys_known():
        yield
