"""Hypothesis profiles: `ci` never changes its mind, `dev` looks for news, `soak` keeps looking,
`quick` has a look."""

import os
from collections.abc import Iterator

import pytest
from django.utils import translation
from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.long_first", "tests.second_try"]

# No deadline anywhere: a slow machine is not a bug in a rule.
# CI draws the same examples every time, so that a red build is about the change it tests.
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("dev", deadline=None, print_blob=True)
# A few examples find the blunders of the last five minutes.
settings.register_profile("quick", deadline=None, derandomize=True, max_examples=10)
settings.register_profile(
    "soak",
    deadline=None,
    max_examples=5_000,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

# `--hypothesis-profile` is read after this file and wins.
settings.load_profile("ci" if os.environ.get("CI") else "dev")


@pytest.fixture(autouse=True)
def _own_language() -> Iterator[None]:
    """The language of a test's last reader is not that of the next test."""
    yield
    translation.deactivate()
