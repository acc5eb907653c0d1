"""The web server, `python -m wallenstein_site.web`: granian in front of the site."""

from __future__ import annotations

import sys

from django.core.exceptions import ImproperlyConfigured
from granian.constants import HTTPModes, Interfaces
from granian.server.mp import MPServer

from wallenstein_site import environment as env
from wallenstein_site import logs, parent_watch


def main() -> None:
    """Serve until told to stop."""
    parent_watch.start()
    try:
        server = _server()
    except ImproperlyConfigured as problem:
        sys.exit(f"The web server cannot start.\n{problem}")
    server.serve()


def _server() -> MPServer:
    if env.is_production():
        # Everything that is missing is said here, in words, before any worker starts.
        from wallenstein_site import settings  # noqa: F401, PLC0415
    host, port = env.address("WALLENSTEIN_BIND", "127.0.0.1:8000")
    return MPServer(
        "wallenstein_site.wsgi:application",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        http=HTTPModes.http1,
        websockets=False,
        workers=env.number("WALLENSTEIN_WEB_WORKERS", 1),
        blocking_threads=env.web_threads(),
        workers_kill_timeout=10,
        respawn_failed_workers=True,
        log_dictconfig=logs.settings_for_environment(),
    )


if __name__ == "__main__":
    main()
