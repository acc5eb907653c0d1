"""The page about the API plays a whole game: its commands are run as they stand."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connections
from pytest_django.live_server_helper import LiveServer

from games.models import Game, User
from games.ops import due
from games.services.play.advance import game_advance
from games.services.post import webhooks
from tests.api.requests import person

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "api.md"
STAND_IN = Path(__file__).with_name("curl.py")
# Curl itself where there is one; the stand-in everywhere, so that no machine skips this.
CURLS = ["stand-in", *(["curl"] if shutil.which("curl") else [])]


def blocks(language: str) -> list[str]:
    text = PAGE.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@pytest.fixture
def worker(committed: None) -> Iterator[None]:
    """Somebody who moves games on, as the workers of a site do."""
    done = threading.Event()

    def work() -> None:
        while not done.wait(0.05):
            for game in due.games_to_advance():
                game_advance(game_id=game)
        connections.close_all()

    thread = threading.Thread(target=work)
    thread.start()
    yield
    done.set()
    thread.join()


@pytest.fixture
def site(committed: None) -> Iterator[str]:
    """The address of a server.

    Not pytest-django's own fixture: it empties the database while the log still refuses that.
    """
    server = LiveServer("localhost")
    yield server.url
    server.stop()


def tools(folder: Path, curl: str) -> str:
    """A folder to find `python3`, and curl or its stand-in, in."""
    commands = {"python3": [sys.executable]}
    if curl == "stand-in":
        commands["curl"] = [sys.executable, str(STAND_IN)]
    for name, command in commands.items():
        called = " ".join(f"'{part}'" for part in command)
        (folder / name).write_text(f'#!/bin/sh\nexec {called} "$@"\n', encoding="utf-8")
        (folder / name).chmod(0o755)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


@pytest.mark.parametrize("curl", CURLS)
def test_the_page_plays_a_whole_game(
    curl: str, worker: None, site: str, tmp_path: Path, settings: Any
) -> None:
    settings.API_RATES = {**settings.API_RATES, "person": "100000/min", "address": "100000/min"}
    person("anna")
    folder = tmp_path / "bin"
    folder.mkdir()
    environment = {
        "PATH": tools(folder, curl),
        "site": site,
        "password": "open sesame",
        "pause": "0.1",
    }
    script = tmp_path / "page.sh"
    script.write_text("set -eu\n" + "\n".join(blocks("sh")), encoding="utf-8")
    run = subprocess.run(
        ["/bin/sh", str(script)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    game = Game.objects.get()
    assert game.status == Game.Status.FINISHED
    lines = run.stdout.splitlines()
    listed = "['wallenstein-2010', 'wallenstein-2002', 'loewenherz-2003']"
    assert lines[:2] == [listed, "running"]
    assert "line 1" in lines
    assert lines[-2] == f"{game.scores} {game.winners}"
    assert lines[-1].startswith(f"ok game.wlog.jsonl events={game.seq}")
    assert lines[-1].endswith(f"head={game.head}")
    assert User.objects.get().api_tokens.get().name == "curl"


def test_the_check_of_a_signature_works_as_printed() -> None:
    (snippet,) = blocks("python")
    space: dict[str, Any] = {}
    exec(snippet, space)  # noqa: S102 the page is ours
    timestamp = str(int(space["time"].time()))
    body = b'{"game": "x"}'
    signed = {
        "Wallenstein-Timestamp": timestamp,
        "Wallenstein-Signature": webhooks.signature("whs_secret", timestamp, body),
    }
    assert space["is_ours"]("whs_secret", signed, body)
    assert not space["is_ours"]("whs_other", signed, body)
    assert not space["is_ours"]("whs_secret", signed, body + b" ")
    old = {
        "Wallenstein-Timestamp": "1000000000",
        "Wallenstein-Signature": webhooks.signature("whs_secret", "1000000000", body),
    }
    assert not space["is_ours"]("whs_secret", old, body)
