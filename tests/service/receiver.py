"""A program of a player's: listens on this machine and remembers what it is told."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from unittest import mock

from games.net import outbound
from games.notify import messengers
from tests.service.servers import PATIENCE


@dataclass
class Receiver:
    """What came in, and what is answered."""

    url: str = ""
    status: int = 200
    calls: list[tuple[dict[str, str], bytes]] = field(default_factory=list)


@contextmanager
def listening() -> Iterator[Receiver]:
    """A receiver on a free port; whoever calls it has all the time of a busy machine."""
    receiver = Receiver()
    outbound_waits = mock.patch.object(outbound, "SECONDS", PATIENCE)
    messengers_wait = mock.patch.object(messengers, "PATIENCE", PATIENCE)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.calls.append((dict(self.headers), body))
            self.send_response(receiver.status)
            if receiver.status in (301, 302, 307):
                self.send_header("Location", f"{receiver.url}again")
            self.end_headers()

        def log_message(self, *_args: object) -> None:
            """Keep quiet."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    receiver.url = f"http://127.0.0.1:{server.server_port}/"
    # It looks this often whether it shall end, and every test waits for that.
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        with outbound_waits, messengers_wait:
            yield receiver
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
