"""The gate in front of the site: few at once, nobody for long, a place for everybody again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any

import pytest

from wallenstein_site import parent_watch
from wallenstein_site.gate import Gate

LONG = 60.0


def nothing(*_status: Any) -> None:
    """What a server does with a status: not looked at here."""


class Crowd:
    """An application that counts how many are in it."""

    def __init__(self) -> None:
        self.now = self.most = self.served = 0
        self._lock = threading.Lock()

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        with self._lock:
            self.now += 1
            self.most = max(self.most, self.now)
        time.sleep(0.005)
        with self._lock:
            self.now -= 1
            self.served += 1
        return [b"done"]


def test_only_so_many_are_worked_on_at_once() -> None:
    crowd = Crowd()
    gate = Gate(crowd, 2, patience=LONG)
    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(lambda _n: list(gate({}, nothing)), range(40)))
    assert (crowd.most, crowd.served, answers) == (2, 40, [[b"done"]] * 40)


def test_nobody_waits_long_for_those_who_are_slow() -> None:
    began, let_go = threading.Event(), threading.Event()

    def application(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        if environ["slow"]:
            began.set()
            assert let_go.wait(LONG)
        return [b"done"]

    gate = Gate(application, 1, patience=0.01)
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(gate, {"slow": True}, nothing)
        assert began.wait(LONG)
        assert gate({"slow": False}, nothing) == [b"done"]
        assert gate._free == 0
        let_go.set()
        assert slow.result() == [b"done"]
    assert gate._free == 1
    assert not gate._queue


def test_places_are_given_in_the_order_of_coming() -> None:
    order: list[int] = []
    began, let_go = threading.Event(), threading.Event()

    def application(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        began.set()
        assert let_go.wait(LONG)
        order.append(environ["number"])
        return []

    gate = Gate(application, 1, patience=LONG)
    with ThreadPoolExecutor(6) as pool:
        pool.submit(gate, {"number": 0}, nothing)
        assert began.wait(LONG)
        for number in range(1, 6):
            pool.submit(gate, {"number": number}, nothing)
            while len(gate._queue) < number:
                time.sleep(0.001)
        let_go.set()
    assert order == [0, 1, 2, 3, 4, 5]
    assert gate._free == 1


def test_a_place_is_given_back_whatever_happens() -> None:
    def application(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        raise ZeroDivisionError

    gate = Gate(application, 1)
    with pytest.raises(ZeroDivisionError):
        gate({}, nothing)
    assert gate._free == 1


def test_a_stream_has_left_the_gate_when_it_begins() -> None:
    inside: list[int] = []

    def lines() -> Iterator[bytes]:
        inside.append(gate._free)
        yield b"first"

    gate = Gate(lambda _environ, _start: lines(), 1)
    assert list(gate({}, nothing)) == [b"first"]
    assert inside == [1]


def test_the_site_is_behind_it(monkeypatch: pytest.MonkeyPatch) -> None:
    # This process may outlive whoever started it.
    monkeypatch.setattr(parent_watch, "start", lambda: None)
    assert isinstance(import_module("wallenstein_site.wsgi").application, Gate)
