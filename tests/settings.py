"""Settings for tests: the embedded service in a folder of its own.

`WALLENSTEIN_TEST_DB=postgresql` tests on PostgreSQL instead of SQLite: on the server given by
`WALLENSTEIN_TEST_DATABASE_URL`, else on one that is started for this run.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

# The settings below belong to a table made for nobody: what the machine is set up for stays out.
for _name in ("DATABASE_URL", "REDIS_URL", "WALLENSTEIN_PRODUCTION"):
    os.environ.pop(_name, None)
# Workers of pytest-xdist are given both addresses by the process that starts them. They share the
# server, but no folder: one would empty the cache and the messages of the others.
if "WALLENSTEIN_HOME" not in os.environ:
    os.environ["WALLENSTEIN_HOME"] = tempfile.mkdtemp(prefix="wallenstein-tests-")
    atexit.register(shutil.rmtree, os.environ["WALLENSTEIN_HOME"], ignore_errors=True)
_worker = os.environ.get("PYTEST_XDIST_WORKER", "")
if _worker and Path(os.environ["WALLENSTEIN_HOME"]).name != _worker:
    os.environ["WALLENSTEIN_HOME"] += f"/{_worker}"
    Path(os.environ["WALLENSTEIN_HOME"]).mkdir(exist_ok=True)

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

# Passwords are hashed slowly in the one test that is about it.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
# Every test client would list all static files anew; browsers get theirs from the test server.
WHITENOISE_USE_FINDERS = False
# On a busy machine one letter may take longer than a worker is given for a row of them.
OUTBOX_TURN_SECONDS = 3600
# People of tests answer within a second of each other; a question waits in the test about it.
QUESTION_WAITS = 0
