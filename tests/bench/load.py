"""Requests from many hands at once, each timed."""

from __future__ import annotations

import http.client
import json
import os
import statistics
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

HANDS = 8


@dataclass(frozen=True)
class Ask:
    """A request that is to be answered with 200."""

    path: str
    body: bytes
    token: str = ""


@dataclass(frozen=True)
class Load:
    """How a heap of requests went."""

    seconds: float
    each: Sequence[float]

    @property
    def per_second(self) -> float:
        """Requests answered in a second."""
        return len(self.each) / self.seconds

    def share(self, percent: int) -> float:
        """The time within which that many of a hundred were answered."""
        return percentile(self.each, percent)

    def to_json(self) -> dict[str, Any]:
        """For the report."""
        return {
            "requests": len(self.each),
            "per_second": round(self.per_second, 1),
            "p50_ms": round(self.share(50) * 1000, 1),
            "p99_ms": round(self.share(99) * 1000, 1),
        }


def percentile(values: Sequence[float], percent: int) -> float:
    """The value that so many of a hundred do not exceed."""
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def put_all(asks: Sequence[Ask], hands: int = HANDS) -> Load:
    """Send them all from so many connections; raises if one is not answered with 200."""
    heap: SimpleQueue[Ask] = SimpleQueue()
    for ask in asks:
        heap.put(ask)
    times: list[float] = []
    failures: list[str] = []
    threads = [threading.Thread(target=_work, args=(heap, times, failures)) for _ in range(hands)]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - began
    if failures:
        raise RuntimeError(f"{len(failures)} requests failed, the first: {failures[0]}")
    return Load(seconds, times)


def _work(heap: SimpleQueue[Ask], times: list[float], failures: list[str]) -> None:
    line = http.client.HTTPConnection(os.environ["BENCH_ADDRESS"], timeout=30)
    while not failures:
        try:
            ask = heap.get_nowait()
        except Empty:
            break
        began = time.perf_counter()
        failure = _put(line, ask)
        times.append(time.perf_counter() - began)
        if failure:
            failures.append(failure)
    line.close()


def _put(line: http.client.HTTPConnection, ask: Ask) -> str:
    """Send one; what went wrong."""
    headers = {"Content-Type": "application/json", "Host": "localhost"}
    headers |= {"X-Forwarded-Proto": "https"}
    if ask.token:
        headers["Authorization"] = f"Bearer {ask.token}"
    line.request("PUT", ask.path, ask.body, headers)
    answer = line.getresponse()
    text = answer.read()
    return "" if answer.status == 200 else f"{answer.status} {text[:300]!r}"


def body(**fields: Any) -> bytes:
    """A body."""
    return json.dumps(fields).encode()
