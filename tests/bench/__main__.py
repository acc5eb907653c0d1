"""Measure the service on real servers, as JSON, each figure beside a floor of the same run.

`python -m tests.bench [--quick] [--only PART ...]`: PostgreSQL with a truthful disk, Redis, a web
server, and the workers of deploy/systemd.

`python -m tests.bench growth [--quick] [--sqlite]`: what a site with 20,000 finished games costs
beside an empty one; a database and nothing else.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.cluster.cluster import LAUNCH, ROOT, built
from tests.service import postgres
from tests.service.servers import free_port
from wallenstein_site.queues import CALLS, GAMES, POST

# Nothing but what every server has: the figures are about promises kept on disk.
TRUTHFUL = ("max_connections=100",)
# As deploy/systemd has it: letters and calls step back for a season.
NICE = 10


def main() -> int:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("what", nargs="?", choices=["service", "growth"], default="service")
    parser.add_argument("--quick", action="store_true", help="a tenth of the work")
    parser.add_argument("--only", nargs="+", metavar="PART", default=[], help="not all parts")
    parser.add_argument("--sqlite", action="store_true", help="growth: in a file, on no server")
    arguments = parser.parse_args()
    if arguments.what == "growth":
        return growth(quick=arguments.quick, in_a_file=arguments.sqlite)
    return service(arguments)


def growth(*, quick: bool, in_a_file: bool) -> int:
    """Measure a database of our own, few rows against many."""
    with tempfile.TemporaryDirectory(prefix="wallenstein-bench-") as place:
        # All that a session asks for it does itself, and can be held to account.
        alone = "max_parallel_workers_per_gather=0"
        server = None if in_a_file else postgres.started(*postgres.CARELESS, alone)
        given = {
            "DJANGO_SETTINGS_MODULE": "tests.bench.settings",
            "DATABASE_URL": server.address if server else f"sqlite:///{place}/db.sqlite3",
            "WALLENSTEIN_HOME": place,
            "WALLENSTEIN_PRODUCTION": "no",
            "WALLENSTEIN_LOG_LEVEL": "WARNING",
            "WALLENSTEIN_RATE_PERSON": "1000000/min",
            "WALLENSTEIN_RATE_ADDRESS": "1000000/min",
            "BENCH_QUICK": "yes" if quick else "no",
        }
        command = [sys.executable, "-c", LAUNCH, "tests.bench.growth"]
        try:
            return subprocess.run(command, cwd=ROOT, env=os.environ | given, check=False).returncode
        finally:
            if server:
                server.end()


def service(arguments: argparse.Namespace) -> int:
    """Start the servers, measure in a process that knows their addresses, end them."""
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
            "BENCH_LISTENER": f"127.0.0.1:{free_port()}",
            # Production takes mail only where its operator says so.
            "WALLENSTEIN_MAIL_IN_HOST": "wallenstein.example",
            "BENCH_QUICK": "yes" if arguments.quick else "no",
            "BENCH_ONLY": " ".join(arguments.only),
        }
        try:
            web = ("-m", "granian", "--interface", "wsgi", "--workers", "2", "--port", port)
            threads = ("--blocking-threads", "8", "--no-log", "wallenstein_site.wsgi:application")
            cluster.start("web", *web, *threads)
            for name, queue in (("games", GAMES), ("post", POST), ("calls", CALLS)):
                worker = cluster.worker(name, f"--queues={queue}", "--concurrency=2")
                os.setpriority(os.PRIO_PROCESS, worker.pid, 0 if queue == GAMES else NICE)
            cluster.beat()
            listener = cluster.environment["BENCH_LISTENER"]
            cluster.start("listener", "manage.py", "mail_listen", "--smtp", listener)
            command = [sys.executable, "-c", LAUNCH, "tests.bench.measure"]
            # The servers tell all they do, as in life; who measures tells only its progress.
            measuring = {**cluster.environment, "WALLENSTEIN_LOG_LEVEL": "WARNING"}
            return subprocess.run(
                command, cwd=ROOT, env=measuring, check=False, stdout=os.dup(1)
            ).returncode
        finally:
            cluster.stop()
            cluster.close()


if __name__ == "__main__":
    sys.exit(main())
