"""A finished game in one file: everything to watch it and to check it when this site is gone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.utils.translation import gettext as _

from engine import VERSION
from engine.kernel.canonical import canonical
from engine.kernel.core import Json
from games.access import Viewer
from games.errors import Refused
from games.models import Game
from games.names import names_of
from games.read import selectors
from games.trust.keys import public_keys
from games.trust.offline_replay import replay_page
from games.trust.pages import (
    AUDIT_NAME,
    FILE_NAME,
    PAGE_NAME,
    audit_text,
    verifier_file,
    verifier_page,
)
from games.trust.sources import engine_digest

LANGUAGES: Final = ("en", "de")
LOG_NAME: Final = "game.wlog.jsonl"
# The oldest moment a zip can tell of: when it was made is no part of a game.
NO_TIME: Final = (1980, 1, 1, 0, 0, 0)
READABLE: Final = 0o644 << 16
LEVEL: Final = 9
# Many times the longest game that was ever played; nobody waits for more than that.
MOST_BYTES: Final = 64 * 1024 * 1024


def made_of(game: Game) -> str:
    """What an archive is made of, in short: the same again as long as this stays the same."""
    names = {language: names_of(game, language) for language in LANGUAGES}
    parts = [game.id, game.name, game.seq, game.head, names]
    return sha256(canonical(parts)).hexdigest()


def archive(game: Game) -> bytes:
    """The archive of a finished game: of the same log, names, keys and programs the same bytes."""
    body = BytesIO()
    listed: dict[str, str] = {}
    size = 0
    with ZipFile(body, "w") as bundle:
        for name, content in _files(game):
            size += len(content)
            if size > MOST_BYTES:
                raise Refused("too_large", _("This game is too long to be put into one file."))
            listed[name] = sha256(content).hexdigest()
            _put(bundle, game, name, content)
        _put(bundle, game, "about.json", _written({**about(game), "files": listed}))
    return body.getvalue()


def _put(bundle: ZipFile, game: Game, name: str, content: bytes) -> None:
    # In a folder of its own, so that two games unpacked side by side do not mix.
    entry = ZipInfo(f"wallenstein-{game.id}/{name}", NO_TIME)
    # As on Unix, wherever it is made.
    entry.create_system, entry.external_attr = 3, READABLE
    bundle.writestr(entry, content, ZIP_DEFLATED, LEVEL)


def _files(game: Game) -> Iterator[tuple[str, bytes]]:
    folder = files("games.trust") / "archived"
    for name in ("README.txt", "LIESMICH.txt"):
        yield name, (folder / name).read_bytes()
    # As whoever looks on may read it by now, which is everything: the game is over.
    yield LOG_NAME, b"".join(selectors.log_file(Viewer(game, None, is_host=False)))
    for language in LANGUAGES:
        yield f"replay.{language}.html", replay_page(game, language).encode()
    yield PAGE_NAME, verifier_page().text.encode()
    yield FILE_NAME, verifier_file()
    yield AUDIT_NAME, audit_text()
    yield "heads.json", _written({"heads": [head.to_json() for head in game.heads.all()]})
    receipts = [receipt.to_json() for receipt in game.receipts.all()]
    yield "receipts.json", _written({"receipts": receipts})
    yield "keys.json", _written(public_keys())


def about(game: Game) -> Json:
    """Which rules and which tower a game was played with, by whom, and which engine tells of it."""
    return {
        "game": game.id,
        "name": game.name,
        "ruleset": game.ruleset,
        "ruleset_version": game.version,
        "tower": game.tower,
        "options": game.options,
        "engine": {"version": VERSION, "sha256": engine_digest()},
        "seats": names_of(game, "en"),
        "winners": game.winners,
        "scores": game.scores,
        "events": game.seq,
        "head": game.head,
    }


def _written(content: Any) -> bytes:
    return (json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode()
