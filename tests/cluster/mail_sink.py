"""A mail server that says yes to everything and remembers every letter; it may be away a while."""

from __future__ import annotations

import socket
import socketserver
import threading
from collections import Counter
from email import message_from_bytes

from tests.service.servers import free_port


class _Talk(socketserver.StreamRequestHandler):
    """One connection: as much SMTP as Python's and Django's side of it speak."""

    server: MailSink

    def handle(self) -> None:
        self.say("220 sink")
        while (line := self.rfile.readline()) and not self.server.is_away:
            verb = line.split(maxsplit=1)[0].upper() if line.strip() else b""
            if verb == b"DATA":
                self.say("354 go on")
                letter = self.letter()
                if letter is None:
                    return
                # Counted before the yes: a letter is ours from here on, whoever dies next.
                self.server.take(letter)
            if verb == b"QUIT":
                self.say("221 bye")
                return
            self.say("250 yes")

    def letter(self) -> bytes | None:
        """What follows DATA; none if the sender died over it."""
        lines: list[bytes] = []
        while line := self.rfile.readline():
            if line == b".\r\n":
                return b"".join(lines)
            lines.append(line)
        return None

    def say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


class MailSink(socketserver.ThreadingTCPServer):
    """Listens on a port that is still free when it comes back, until it is closed."""

    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", free_port()), _Talk)
        self.letters: Counter[str] = Counter()
        self.read: list[bytes] = []
        self.is_away = False
        self._lock = threading.Lock()
        self._serve()

    def _serve(self) -> None:
        self._thread = threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.server_address[1])

    def take(self, letter: bytes) -> None:
        """Count a letter by its Message-ID."""
        with self._lock:
            name = str(message_from_bytes(letter)["Message-ID"])
            self.letters[name] += 1
            if self.letters[name] == 1:
                self.read.append(letter)

    def handle_error(self, request: object, client_address: object) -> None:
        """Senders are killed here all the time; that is no fault of the sink."""

    def go_away(self) -> None:
        """Stop listening, and hang up on whoever is talking."""
        self.is_away = True
        self.close()

    def come_back(self) -> None:
        """Listen again, where we did."""
        self.socket = socket.socket(self.address_family, self.socket_type)
        self.server_bind()
        self.server_activate()
        self.is_away = False
        self._serve()

    def forget(self) -> None:
        """Throw every letter away."""
        self.letters.clear()
        self.read.clear()

    def close(self) -> None:
        """Stop listening."""
        self.shutdown()
        self._thread.join()
        self.server_close()
