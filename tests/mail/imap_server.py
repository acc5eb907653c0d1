"""A mailbox for the tests: as much IMAP as Python's side of it speaks."""

from __future__ import annotations

import re
import socketserver
import threading
from dataclasses import dataclass, field


@dataclass
class Kept:
    """A mail in the box, and its flags."""

    raw: bytes
    flags: set[str] = field(default_factory=set)
    # Somebody else has deleted it in this moment.
    gone: bool = False


class _Talk(socketserver.StreamRequestHandler):
    """One connection."""

    server: MailboxServer

    def handle(self) -> None:
        self.say(b"* OK ready")
        while line := self.rfile.readline():
            tag, _, rest = line.decode("ascii").strip().partition(" ")
            verb, _, arguments = rest.partition(" ")
            if verb == "UID":
                verb, _, arguments = arguments.partition(" ")
            self.server.asked.append(verb)
            refusal = self.answer(verb, arguments)
            self.say(f"{tag} {refusal or 'OK done'}".encode())
            if verb == "LOGOUT":
                return

    def answer(self, verb: str, arguments: str) -> str:
        """What precedes the last line of an answer; a refusal if it is one."""
        box = self.server.box
        if verb == "LOGIN" and '"secret"' not in arguments:
            return "NO wrong password secret-of-the-server"
        if verb == "CAPABILITY":
            self.say(b"* CAPABILITY IMAP4rev1")
        elif verb == "SELECT":
            self.say(f"* {len(box)} EXISTS".encode())
        elif verb == "SEARCH":
            unread = [str(n) for n, mail in enumerate(box, 1) if "\\Seen" not in mail.flags]
            self.say(" ".join(["* SEARCH", *unread]).encode())
        elif verb == "FETCH":
            number, _, wanted = arguments.partition(" ")
            mail = box[int(number) - 1]
            if mail.gone:
                return ""
            if "SIZE" in wanted:
                self.say(f"* {number} FETCH (UID {number} RFC822.SIZE {len(mail.raw)})".encode())
            else:
                whole = mail.raw.partition(b"\n\n")[0] if "HEADER" in wanted else mail.raw
                head = f"* {number} FETCH (UID {number} BODY[] {{{len(whole)}}}\r\n".encode()
                self.wfile.write(head + whole + b")\r\n")
        elif verb == "STORE":
            number = arguments.partition(" ")[0]
            box[int(number) - 1].flags |= set(re.findall(r"\\\w+", arguments))
        return ""

    def say(self, line: bytes) -> None:
        self.wfile.write(line + b"\r\n")


class MailboxServer(socketserver.ThreadingTCPServer):
    """Listens on a free port until it is closed."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, *mails: bytes) -> None:
        super().__init__(("127.0.0.1", 0), _Talk)
        self.box = [Kept(raw) for raw in mails]
        self.asked: list[str] = []
        self._thread = threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.server_address[1])

    def close(self) -> None:
        """Stop listening."""
        self.shutdown()
        self._thread.join()
        self.server_close()
