"""Settings for tests: the embedded service in a folder of its own.

`WALLENSTEIN_TEST_DB=postgresql` tests on PostgreSQL instead of SQLite: on the server given by
`WALLENSTEIN_TEST_DATABASE_URL`, else on one that is started for this run.
"""

import atexit
import os
import shutil
import tempfile

# The settings below belong to a table made for nobody: what the machine is set up for stays out.
for _name in ("DATABASE_URL", "REDIS_URL", "WALLENSTEIN_PRODUCTION"):
    os.environ.pop(_name, None)
# Workers of pytest-xdist are given both addresses by the process that starts them.
if "WALLENSTEIN_HOME" not in os.environ:
    os.environ["WALLENSTEIN_HOME"] = tempfile.mkdtemp(prefix="wallenstein-tests-")
    atexit.register(shutil.rmtree, os.environ["WALLENSTEIN_HOME"], ignore_errors=True)

import dj_database_url  # noqa: E402

from wallenstein_site.settings import *  # noqa: E402, F403
from wallenstein_site.settings import DATABASES, HOME  # noqa: E402

_kind = os.environ.get("WALLENSTEIN_TEST_DB", "sqlite")
if _kind == "postgresql":
    if not os.environ.get("WALLENSTEIN_TEST_DATABASE_URL"):
        from tests.service import postgres

        os.environ["WALLENSTEIN_TEST_DATABASE_URL"] = postgres.started().address
    DATABASES["default"] = dj_database_url.parse(os.environ["WALLENSTEIN_TEST_DATABASE_URL"])
elif _kind == "sqlite":
    # A file, as in life: the memory database of Django's tests locks in other ways.
    DATABASES["default"]["TEST"] = {"NAME": str(HOME / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
    )
else:
    raise RuntimeError(f"WALLENSTEIN_TEST_DB is sqlite or postgresql, not {_kind!r}")

# Hashing passwords slowly is tested by nobody here.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
# Every test client would list all static files anew; browsers get theirs from the test server.
WHITENOISE_USE_FINDERS = False
