"""`make play`: the real thing is started, played, measured, stopped, killed and started again."""

from __future__ import annotations

import fcntl
import http.cookiejar
import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.service.servers import free_port
from wallenstein_site.play import ports
from wallenstein_site.play.children import Child, stop

ROOT = Path(__file__).resolve().parent.parent.parent
OURS = ("DJANGO_", "WALLENSTEIN_", "DATABASE_", "REDIS_", "EMAIL_", "PORT")
# Starting Python and Django ten times takes its time on a busy machine.
PATIENCE = 300.0
# The kernel counts in KiB, and of what other programs of the machine use too only a part: alone it
# is about 317 MB.
MOST_MEMORY = 350_000_000 // 1024


def until(what: str, condition: Callable[[], Any]) -> Any:
    """Wait for something to come true; what it was, then."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.1)
    raise AssertionError(f"{what} has not happened")


class Played:
    """A `make play` in a folder of its own."""

    def __init__(self, home: Path, *arguments: str) -> None:
        clean = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
        self.out = home.with_name(f"{home.name}-{time.monotonic_ns()}.out")
        with self.out.open("wb") as out:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "play", *arguments],
                env={**clean, "WALLENSTEIN_HOME": str(home), "WALLENSTEIN_TICK_SECONDS": "1"},
                cwd=ROOT,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def output(self) -> str:
        return self.out.read_text()

    def welcome(self) -> dict[str, str]:
        """What it tells the player once everything runs."""
        end = until(
            "the welcome", lambda: "Ctrl-C" in self.output or self.process.poll() is not None
        )
        assert end, self.output
        assert self.process.poll() is None, self.output
        return dict(
            re.findall(r"^  (play|your game|API|sign in) +(.+)$", self.output, re.MULTILINE)
        )

    def family(self) -> list[int]:
        """This process and everything it has started, by the kernel's own list."""
        pids = [self.process.pid]
        for pid in pids:
            for task in Path(f"/proc/{pid}/task").glob("*/children"):
                pids += [int(child) for child in task.read_text().split()]
        return pids

    def end(self, how: signal.Signals) -> int:
        self.process.send_signal(how)
        return self.process.wait(PATIENCE)


@pytest.fixture
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Two that look for a free port in the same moment find the same one."""
    with (tmp_path_factory.getbasetemp().parent / "play.lock").open("w") as gate:
        fcntl.flock(gate, fcntl.LOCK_EX)
        yield


@pytest.fixture
def play(tmp_path: Path, alone: None) -> Iterator[Callable[..., Played]]:
    """Start one; whatever happens, none is left."""
    started: list[Played] = []

    def start(*arguments: str) -> Played:
        started.append(Played(tmp_path / "home", *arguments))
        return started[-1]

    yield start
    for one in started:
        one.process.kill()
        one.process.wait()


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def memory(pids: list[int]) -> int:
    """What processes take together, shared pages counted once, in kB."""
    total = 0
    for pid in pids:
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        total += int(re.findall(r"^Pss: +(\d+)", rollup, re.MULTILINE)[0])
    return total


class Browser:
    """A browser with cookies, that asks the API in its session."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.cookies = http.cookiejar.CookieJar()
        keeper = urllib.request.HTTPCookieProcessor(self.cookies)
        self._opener = urllib.request.build_opener(keeper)

    def get(self, place: str) -> tuple[int, str, str]:
        """Status, last address and text."""
        try:
            with self._opener.open(place, timeout=PATIENCE) as page:
                return page.status, page.url, page.read().decode()
        except urllib.error.HTTPError as page:
            return page.code, str(page.url), page.read().decode()

    def size(self, place: str) -> int:
        """How long something is that is no text."""
        with self._opener.open(place, timeout=PATIENCE) as answer:
            return len(answer.read())

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        place = f"{self.site}/api/{path}"
        request = urllib.request.Request(place, data, method=method)  # noqa: S310 our own site
        request.add_header("Content-Type", "application/json")
        token = next((c.value for c in self.cookies if c.name == "csrftoken"), "")
        request.add_header("X-CSRFToken", str(token))
        with self._opener.open(request, timeout=PATIENCE) as answer:
            return json.load(answer)


def plan_for(options: dict[str, Any]) -> dict[str, Any]:
    """A plan as somebody makes it who only looks at what is offered: a county for each action."""
    cards = [*options["counties"], *["coin"] * len(options["boxes"])]
    return {"boxes": dict(zip(options["boxes"], cards, strict=False)), "bid": 0}


def test_it_is_played_measured_stopped_and_goes_on(
    play: Callable[..., Played], tmp_path: Path
) -> None:
    first = play()
    welcome = first.welcome()
    site = welcome["play"].partition("/demo/")[0]
    browser = Browser(site)
    until("readiness", lambda: browser.get(f"{site}/health/ready")[0] == 200)

    # The link signs in, once, and leads to the game.
    assert browser.get(welcome["play"])[1] == welcome["your game"]
    assert Browser(site).get(welcome["play"])[0] == 410
    assert browser.get(welcome["play"])[1] == welcome["your game"]
    assert browser.ask("GET", "me/")["username"] == "demo"
    assert browser.get(welcome["API"])[0] == 200
    kept = tmp_path / "home" / "demo-password.txt"
    assert f"as demo, password {kept.read_text()}" in welcome["sign in"]
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "home" / "db.sqlite3").stat().st_mode) == 0o600

    # Four bots wait for our plan; a worker resolves the season by itself.
    game = welcome["your game"].rstrip("/").rpartition("/")[2]
    (decision,) = browser.ask("GET", f"games/{game}/board/")["decisions"]
    assert decision["id"] == "1.spring.plan.A"
    plan = plan_for(decision["options"])
    browser.ask("PUT", f"games/{game}/decisions/{decision['id']}/", {"answer": plan})

    def resolved() -> bool:
        asked = browser.ask("GET", f"games/{game}/board/")["decisions"]
        return bool(asked) and asked[0]["id"] != decision["id"]

    until("the season", resolved)
    until("a mail", lambda: list((tmp_path / "home" / "outbox").glob("*")))
    mails = "".join(f.read_text() for f in (tmp_path / "home" / "outbox").glob("*"))
    assert site in mails

    family = first.family()
    assert len(family) == 4  # the supervisor, the worker, the web server and its worker

    # Somebody else in the same folder is told so, and changes nothing.
    second = play()
    assert second.process.wait(PATIENCE) == 1
    assert f"being played already (process {first.process.pid}, {site})" in second.output

    assert first.end(signal.SIGINT) == 0
    assert first.output.endswith("Stopped. The game is saved; `make play` continues it.\n")
    assert "Traceback" not in first.output
    assert [pid for pid in family if alive(pid)] == []
    logs = "".join(f.read_text() for f in (tmp_path / "home" / "logs").glob("*.log"))
    assert "step_taken" in logs
    assert "Traceback" not in logs
    assert welcome["play"].rpartition("/demo/")[2] not in logs

    third = play()
    welcome = third.welcome()
    assert welcome["your game"].endswith(f"/games/{game}/")
    assert f"password in {kept}" in third.output
    open_pages_leave_room_for_everybody_else(welcome)
    browser.site = welcome["play"].partition("/demo/")[0]
    play_to_the_end(browser, game)
    look_around(browser, game)
    assert memory(third.family()) < MOST_MEMORY
    assert third.end(signal.SIGTERM) == 0


def play_to_the_end(browser: Browser, game: str) -> None:
    """Say what silence would say, season after season, with a look at every page on the way."""

    def over() -> bool:
        board = browser.ask("GET", f"games/{game}/board/")
        for decision in board["decisions"]:
            if decision["id"] in board["answers"]:
                continue
            browser.get(f"{browser.site}/games/{game}/turn/{decision['id']}/")
            place = f"games/{game}/decisions/{decision['id']}/"
            browser.ask("PUT", place, browser.ask("GET", f"{place}default/"))
        return bool(browser.ask("GET", f"games/{game}/")["status"] == "finished")

    until("the end", over)


def look_around(browser: Browser, game: str) -> None:
    """Open everything there is to see of a game, its archive too, and around it."""
    parts = ("", "replay/", "report/", "charts/", "audit/", "odds/", "luck/", "referee/", "chat/")
    around = ("", "tables/", "tables/new/", "tower/", "verify/", "rules/", "me/notices/", "outbox/")
    api = ("api/docs/", "api/schema/", f"api/games/{game}/log/")
    for path in (*(f"games/{game}/{part}" for part in parts), *around, *api):
        assert browser.get(f"{browser.site}/{path}")[0] == 200, path
    assert browser.size(f"{browser.site}/games/{game}/archive.zip") > 100_000


def streams_asked(browser: Browser, game: str, how_many: int) -> list[socket.socket]:
    """Open pages that ask to listen, without waiting for the answers."""
    host, _colon, port = browser.site.removeprefix("http://").partition(":")
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in browser.cookies)
    asked = f"GET /live/stream/?game={game} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookies}\r\n\r\n"
    lines = [socket.create_connection((host, int(port)), PATIENCE) for _ in range(how_many)]
    for line in lines:
        line.sendall(asked.encode())
    return lines


def open_pages_leave_room_for_everybody_else(welcome: dict[str, str]) -> None:
    """Who listens is let in as far as there is room, and nobody else is held up."""
    game = welcome["your game"].rstrip("/").rpartition("/")[2]
    somebody = Browser(welcome["play"].partition("/demo/")[0])
    demo = Browser(somebody.site)
    demo.get(welcome["play"])
    lines = [*streams_asked(demo, game, 10), *streams_asked(somebody, "of-nobody", 10)]
    try:
        # Two of the person's and two of the address's are let in, which is all there are.
        statuses = [line.recv(64).split()[1] for line in lines]
        assert [half.count(b"200") for half in (statuses[:10], statuses[10:])] == [2, 2]
        assert statuses.count(b"204") == 16
        assert somebody.get(f"{somebody.site}/health/live")[0] == 200
        assert demo.get(welcome["your game"])[0] == 200
    finally:
        for line in lines:
            line.close()


def test_what_dies_is_started_again_and_nothing_outlives_a_killed_supervisor(
    play: Callable[..., Played], tmp_path: Path
) -> None:
    with socket.socket() as squatter:
        squatter.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken = next(port for port in ports.USUAL if ports.is_free(port))
        squatter.bind((ports.HOST, taken))
        squatter.listen()
        running = play()
        site = running.welcome()["play"].partition("/demo/")[0]
    assert site != f"http://127.0.0.1:{taken}"
    # Whoever else had the usual port may have left it meanwhile.
    is_usual = site == f"http://127.0.0.1:{ports.USUAL[0]}"
    assert ("is in use, so this time it is" in running.output) != is_usual
    _supervisor, *before = running.family()
    for pid in before:
        if alive(pid):
            os.kill(pid, signal.SIGKILL)
    until("a new web and worker", lambda: running.output.count("starting it again in 1 s.") == 2)
    browser = Browser(site)

    def answers() -> bool:
        try:
            return browser.get(f"{site}/health/ready")[0] == 200
        except OSError:
            return False

    until("readiness", answers)
    until("the whole family", lambda: len(running.family()) == 4)
    family = running.family()
    assert set(family) & set(before) == set()
    running.end(signal.SIGKILL)
    until("the end of all", lambda: not [pid for pid in family if alive(pid)])
    after = play()  # the lock of a killed process holds nobody up
    assert after.welcome()["your game"]
    assert after.end(signal.SIGINT) == 0


def test_what_cannot_start_is_given_up_with_the_reason(
    play: Callable[..., Played], tmp_path: Path
) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "keys.json").write_text("{")
    broken = play()
    assert broken.process.wait(PATIENCE) == 1
    assert "keys.json is damaged" in broken.output
    assert "Traceback" not in broken.output


def test_a_child_that_fails_again_and_again_is_hopeless(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    child = Child("web", "no.such.module.at.all", dict(os.environ), tmp_path)
    waits: list[str] = []
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    while not child.hopeless:
        child.start()
        assert child._process is not None
        child._process.wait()
        waits.append(child.watch())
    assert [wait.rpartition(" in ")[2] for wait in waits] == [
        "1 s.",
        "2 s.",
        "4 s.",
        "8 s.",
        "16 s.",
    ]
    monkeypatch.undo()
    stop([child])
    assert any("no.such.module" in line for line in child.last_words)
    assert "No module named" in (tmp_path / "web.log").read_text()


@pytest.mark.parametrize(
    ("asked", "reason"),
    [("eighty", "must be a number"), ("0", "must be a number"), ("70000", "must be a number")],
)
def test_a_port_that_is_none_is_refused(asked: str, reason: str) -> None:
    with pytest.raises(ports.NoPort, match=reason):
        ports.choose(asked)


def test_a_port_that_is_taken_is_refused_and_another_found() -> None:
    port = free_port()
    with socket.socket() as squatter:
        squatter.bind((ports.HOST, port))
        squatter.listen()
        with pytest.raises(ports.NoPort, match=f"Port {port} is in use"):
            ports.choose(str(port))
    assert ports.choose(str(port)) == port
    assert ports.choose("") in ports.USUAL
