"""The service's own settings, with the floor beside its addresses."""

from wallenstein_site.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.urls"
