"""The broker in a folder: whole messages only, and a bad file is set aside, not fatal."""

from __future__ import annotations

import json
import threading
from collections import Counter
from pathlib import Path

import pytest
from celery import Celery
from structlog.testing import capture_logs

from games.ops.broker import SCHEME, register


@pytest.fixture
def app(tmp_path: Path) -> Celery:
    made = Celery("test", set_as_current=False, broker=f"{SCHEME}://")
    made.conf.broker_transport_options = register(tmp_path)
    made.conf.task_ignore_result = True
    return made


def received(app: Celery) -> list[list[str]]:
    """The arguments of every message that waits."""
    arguments: list[list[str]] = []
    with app.connection_for_read() as line:
        queue = line.SimpleQueue("celery")
        while True:
            try:
                message = queue.get(block=False)
            except queue.Empty:
                queue.close()
                return arguments
            arguments.append(message.decode()[0])
            message.ack()


def test_messages_go_round_in_order(app: Celery, tmp_path: Path) -> None:
    for number in range(5):
        app.send_task("games.tasks.advance_game", [f"game {number}"])
    assert len(list((tmp_path / "messages").glob("*.celery.msg"))) == 5
    assert received(app) == [[f"game {number}"] for number in range(5)]
    assert list((tmp_path / "messages").iterdir()) == []


def test_half_a_message_has_no_name_that_anybody_reads(app: Celery, tmp_path: Path) -> None:
    app.send_task("games.tasks.advance_game", ["whole"])
    half = tmp_path / "messages" / ".1_half.celery.msg.part"
    half.write_text('{"body": "hal')
    assert received(app) == [["whole"]]
    assert half.exists()


@pytest.mark.parametrize(
    "damage",
    [b"", b"{", b"\xff\xfe\x00", b"[]", b"5", b"null", b"{}", b'{"body": "x", "properties": {}}'],
)
def test_a_damaged_file_is_set_aside_and_work_goes_on(
    app: Celery, tmp_path: Path, damage: bytes
) -> None:
    app.send_task("games.tasks.advance_game", ["before"])
    (tmp_path / "messages" / "0_bad.celery.msg").write_bytes(damage)
    app.send_task("games.tasks.advance_game", ["after"])
    with capture_logs() as records:
        assert received(app) == [["before"], ["after"]]
    aside = tmp_path / "messages" / "damaged" / "0_bad.celery.msg"
    assert aside.read_bytes() == damage
    assert [record["event"] for record in records] == ["broker_file_damaged"]


def test_readers_and_writers_at_once_lose_and_double_nothing(app: Celery, tmp_path: Path) -> None:
    total, readings = 120, Counter[str]()
    done = threading.Event()

    def write() -> None:
        for number in range(total // 2):
            app.send_task("x", [f"{threading.get_ident()} {number}"])

    def read() -> None:
        while not done.is_set() or any((tmp_path / "messages").glob("*.msg")):
            readings.update(arguments[0] for arguments in received(app))

    writers = [threading.Thread(target=write) for _ in range(2)]
    readers = [threading.Thread(target=read) for _ in range(2)]
    for thread in (*writers, *readers):
        thread.start()
    for thread in writers:
        thread.join()
    done.set()
    for thread in readers:
        thread.join()
    assert sum(readings.values()) == len(readings) == total


def test_what_is_written_is_json(app: Celery, tmp_path: Path) -> None:
    app.send_task("games.tasks.tick")
    (file,) = (tmp_path / "messages").iterdir()
    assert json.loads(file.read_text())["headers"]["task"] == "games.tasks.tick"
