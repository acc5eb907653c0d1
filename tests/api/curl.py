"""As much of curl as docs/api.md needs, for machines that lack it."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from http.cookiejar import MozillaCookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import quote_plus
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener


class NoRedirects(HTTPRedirectHandler):
    """Curl follows none unless it is told to."""

    def redirect_request(self, *_args: object) -> None:
        return None


def asked(arguments: list[str]) -> Namespace:
    parser = ArgumentParser(allow_abbrev=False)
    parser.add_argument("-s", action="store_true")
    for option in ("-c", "-b", "-o", "-X"):
        parser.add_argument(option)
    for option in ("-H", "-d", "--data-urlencode", "--data-binary"):
        parser.add_argument(option, action="append", default=[])
    parser.add_argument("url")
    return parser.parse_args(arguments)


def body(given: Namespace) -> bytes | None:
    parts = [text.encode() for text in given.d]
    for pair in given.data_urlencode:
        name, _, value = pair.partition("=")
        parts.append(f"{name}={quote_plus(value)}".encode())
    parts += [Path(text.removeprefix("@")).read_bytes() for text in given.data_binary]
    return b"&".join(parts) if parts else None


def main(arguments: list[str]) -> None:
    given = asked(arguments)
    jar = MozillaCookieJar()
    if given.b and Path(given.b).exists():
        jar.load(given.b, ignore_discard=True)
    opener = build_opener(HTTPCookieProcessor(jar), NoRedirects)
    headers = dict(header.split(": ", 1) for header in given.H)
    request = Request(given.url, body(given), headers, method=given.X)  # noqa: S310 our own server
    try:
        response = opener.open(request)
    except HTTPError as refusal:
        response = refusal
    content = response.read()
    if given.c:
        jar.save(given.c, ignore_discard=True)
    if given.o:
        Path(given.o).write_bytes(content)
    else:
        sys.stdout.buffer.write(content)


if __name__ == "__main__":
    main(sys.argv[1:])
