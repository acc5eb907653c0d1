"""How big a finished game of five is as a file, what making it costs, and what a throw costs."""

from __future__ import annotations

import statistics
import time
import zlib
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from django.test import Client

from engine.devices.tower import TOWERS
from games.luck.tally import Streak, Tally
from games.models import TowerTally
from games.trust.archive import LEVEL, archive
from tests.cluster.errands import people
from tests.luck.throwing import throws
from tests.service.tables import again, play_out, started

ROUNDS = 3
THROWS = 100_000
# Counting goes on at the same pace: so many are counted, and the rest is multiplied.
COUNTED = 2_000
TOWER = "sieve-1"


def archiving() -> dict[str, Any]:
    """Bytes and milliseconds, beside the floor of packing the same bytes."""
    (player,) = people(1)
    game = again(play_out(started(player, players=5), player))
    body, made = b"", []
    for _round in range(ROUNDS):
        began = time.perf_counter()
        body = archive(game)
        made.append(time.perf_counter() - began)
    bundle = ZipFile(BytesIO(body))
    contents = {info.filename.partition("/")[2]: info.file_size for info in bundle.infolist()}
    began = time.perf_counter()
    for info in bundle.infolist():
        zlib.compress(bundle.read(info), LEVEL)
    floor = time.perf_counter() - began
    best = statistics.median(made)
    return {
        "events": game.seq,
        "archive_bytes": len(body),
        "unpacked_bytes": sum(contents.values()),
        "log_bytes": contents["game.wlog.jsonl"],
        "replay_bytes": contents["replay.en.html"],
        "made_ms": round(best * 1000, 1),
        "ratios": {"making it / packing the same bytes": round(best / floor, 2)},
    }


def tower_page() -> dict[str, Any]:
    """Counting throws, and the page that tests a hundred thousand of them."""
    tally = Tally()
    streak: Streak | None = None
    records = throws(1, COUNTED)
    began = time.perf_counter()
    for record in records:
        streak = tally.add(TOWERS[TOWER], record, streak)
    each = (time.perf_counter() - began) / COUNTED
    times = THROWS // COUNTED
    for cell in tally.cells.values():
        cell.throws, cell.thrown = cell.throws * times, cell.thrown * times
        cell.lodged, cell.fell = cell.lodged * times, cell.fell * times
    tally.throws *= times
    TowerTally.objects.update_or_create(tower=TOWER, defaults={"counts": tally.to_json()})
    client, took = Client(headers={"host": "localhost"}), []
    for _round in range(ROUNDS):
        began = time.perf_counter()
        client.get("/tower/")
        took.append(time.perf_counter() - began)
    return {
        "throws": tally.throws,
        "count_one_throw_ms": round(each * 1000, 3),
        "page_ms": round(statistics.median(took) * 1000, 1),
    }
