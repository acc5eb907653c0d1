"""Measure the service on real servers, as JSON, each figure beside a floor of the same run.

`python -m tests.bench [--quick]`: PostgreSQL with a truthful disk, Redis, a web server, workers.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.cluster.cluster import LAUNCH, ROOT, built
from tests.service.servers import free_port

# Nothing but what every server has: the figures are about promises kept on disk.
TRUTHFUL = ("max_connections=100",)


def main() -> int:
    """Start the servers, measure in a process that knows their addresses, end them."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the work")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="wallenstein-bench-") as place:
        cluster = built(Path(place), *TRUTHFUL)
        port = str(free_port())
        cluster.environment |= {
            "DJANGO_SETTINGS_MODULE": "tests.bench.settings",
            "WALLENSTEIN_RATE_PERSON": "1000000/min",
            # The load comes past the proxy, which would say so.
            "WALLENSTEIN_PROXIES": "1",
            "WALLENSTEIN_PROXY_SSL_HEADER": "X-Forwarded-Proto",
            "BENCH_ADDRESS": f"127.0.0.1:{port}",
            "BENCH_QUICK": "yes" if arguments.quick else "no",
        }
        try:
            web = ("-m", "granian", "--interface", "wsgi", "--workers", "2", "--port", port)
            threads = ("--blocking-threads", "8", "--no-log", "wallenstein_site.wsgi:application")
            cluster.start("web", *web, *threads)
            for name in ("first", "second"):
                cluster.worker(name, "--pool=solo")
            cluster.beat()
            told = [sys.executable, "-c", LAUNCH, "tests.bench.measure"]
            return subprocess.run(
                told, cwd=ROOT, env=cluster.environment, check=False, stdout=os.dup(1)
            ).returncode
        finally:
            cluster.stop()
            cluster.close()


if __name__ == "__main__":
    sys.exit(main())
