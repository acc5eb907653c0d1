"""The service's own settings, with the floor beside its addresses."""

from wallenstein_site import settings
from wallenstein_site.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.urls"
# Nothing is collected for a measurement; names with a digest in them cost a look in a table.
STORAGES = {
    **settings.STORAGES,
    "staticfiles": {"BACKEND": "wallenstein_site.statics.PlainFiles"},
}
