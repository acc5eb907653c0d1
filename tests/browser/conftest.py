"""A real browser in front of a real server: people open pages, a worker moves the games."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    expect,
)

from games.models import User
from games.ops import due
from games.services.play.advance import game_advance
from games.trust.pages import PAGE_NAME, verifier_page
from games.web import live
from tests.browser import axe, chromium
from tests.browser.pictures import HURRIED, NO_SHOWS
from tests.service.conftest import committed, log_guarded, nothing_folded
from tests.service.tables import person

__all__ = ["committed", "log_guarded", "nothing_folded"]

# A busy machine is no reason to call a page broken: this only ends what would never come.
PATIENCE_MS = 120_000
expect.set_options(timeout=PATIENCE_MS)

PASSWORD = "secret"  # noqa: S105 of people who exist for one test


@pytest.fixture(scope="session", autouse=True)
def _loops_may_meet_the_database() -> Iterator[None]:
    """Playwright runs a loop in this thread; Django would refuse its database beside one."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    yield
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Who drives browsers."""
    with chromium.driver() as driver:
        yield driver


@pytest.fixture(scope="session")
def chrome(playwright: Playwright) -> Iterator[Browser]:
    """Chromium; on a machine without it, a reason that CI does not accept."""
    with launched(playwright) as browser:
        yield browser


@contextmanager
def launched(playwright: Playwright, *, whole: bool = False) -> Iterator[Browser]:
    """A browser, the small one unless a test needs a whole one."""
    path = chromium.found(whole=whole)
    if path is None:
        reason = "no Chromium: sudo apt-get install chromium, or name one in WALLENSTEIN_CHROMIUM"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    browser = playwright.chromium.launch(executable_path=path, args=chromium.arguments())
    try:
        yield browser
    finally:
        browser.close()


@dataclass
class Visitor:
    """A browser window, and everything it complained about."""

    page: Page
    base: str
    complaints: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def open(self, path: str) -> Page:
        """Go to an address of the site."""
        self.page.goto(self.base + path)
        return self.page

    def read_letter(self, path: str) -> Page:
        """Show a letter as a mail program does; at its own address no script may run, not ours."""
        letter = self.page.context.request.get(self.base + path).text()
        self.page.goto("about:blank")
        self.page.set_content(letter)
        return self.page

    def sign_in(self, user: User) -> Page:
        """Be signed in, as somebody is who comes back."""
        client = Client()
        client.force_login(user, "django.contrib.auth.backends.ModelBackend")
        name = settings.SESSION_COOKIE_NAME
        self.keep(name, client.cookies[name].value)
        return self.open("/")

    def keep(self, name: str, value: str) -> None:
        """Have a cookie of the site."""
        kept = {"name": name, "value": value, "url": self.base}
        # Playwright's own type of it has no public name.
        self.page.context.add_cookies([kept])  # type: ignore[list-item]

    def sign_in_by_form(self, user: User) -> Page:
        """Sign in with name and password."""
        self.open("/accounts/login/")
        self.page.fill("[name=login]", user.username)
        self.page.fill("[name=password]", PASSWORD)
        self.page.press("[name=password]", "Enter")
        self.page.wait_for_url(f"{self.base}/")
        return self.page

    def violations(self, *rules: str) -> list[str]:
        """What axe finds wrong with the page as it is now, by all its rules or by some."""
        # What falls or fades in is looked at where it comes to rest.
        self.page.evaluate("for (const one of document.getAnimations()) one.finish()")
        return axe.violations(self.page, *rules)

    def _listen(self) -> None:
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda problem: self.complaints.append(str(problem)))
        self.page.on("request", self._on_request)

    def _on_console(self, message: Any) -> None:
        complaint = f"{message.type}: {message.text}"
        if message.type == "error" and not any(part in complaint for part in self.expected):
            self.complaints.append(complaint)

    def _on_request(self, request: Any) -> None:
        if not request.url.startswith((self.base, "data:", "blob:")):
            self.complaints.append(f"asked another host: {request.url}")


Visit = Callable[..., Visitor]


@pytest.fixture
def visit(
    chrome: Browser, committed: None, live_server: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Visit]:
    """Open a window: `visit()` at a desk, `visit(phone=True)`, `visit(javascript=False)`.

    Where a table should lead to what was played as soon as it is, `visit(shows=True)`; where its
    end is waited for, `visit(hurried=True)`.
    """
    # A stream finds out at its next beat that its reader has left.
    monkeypatch.setattr(live, "BEAT_SECONDS", 0.2)
    monkeypatch.setattr(live.WATCH, "every", 0.1)
    # All windows come from one address; how often it signed in is counted anew for each test.
    cache.clear()
    windows: list[tuple[BrowserContext, Visitor]] = []

    def open_window(
        *,
        phone: bool = False,
        javascript: bool = True,
        shows: bool = False,
        hurried: bool = False,
        **choices: Any,
    ) -> Visitor:
        size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 900}
        context = chrome.new_context(
            viewport=size,  # type: ignore[arg-type] # it is a TypedDict in disguise
            has_touch=phone,
            is_mobile=phone,
            java_script_enabled=javascript,
            **choices,
        )
        context.set_default_timeout(PATIENCE_MS)
        if not shows:
            context.add_init_script(NO_SHOWS)
        if hurried:
            context.add_init_script(HURRIED)
        visitor = Visitor(context.new_page(), live_server.url)
        visitor._listen()
        windows.append((context, visitor))
        return visitor

    yield open_window
    complaints = [complaint for _, visitor in windows for complaint in visitor.complaints]
    for context, _ in windows:
        context.close()
    _nobody_looks()
    assert complaints == []


def _nobody_looks() -> None:
    """Wait until no page's stream asks the database any more: the next test empties it.

    A thread may be listed that has yet to start, and joining it would raise; so this only looks.
    """
    until = time.monotonic() + PATIENCE_MS / 1000
    while live.PLACES._taken or any(thread.name == "pulse" for thread in threading.enumerate()):
        assert time.monotonic() < until, "a stream goes on though its window is closed"
        time.sleep(0.01)


@pytest.fixture
def worker(committed: None) -> Iterator[None]:
    """Somebody who moves games on, as the workers of a running site do."""
    stop = threading.Event()

    def work() -> None:
        while not stop.wait(0.1):
            for game_id in due.games_to_advance():
                game_advance(game_id=game_id)
        connection.close()

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    yield
    stop.set()
    thread.join()


@pytest.fixture
def anna(committed: None) -> User:
    """Who plays."""
    return person("anna")


@pytest.fixture
def bert(committed: None) -> User:
    """Her rival."""
    return person("bert")


@pytest.fixture
def saved(chrome: Browser, tmp_path: Path) -> Iterator[Page]:
    """The page of the verifier as somebody keeps it, opened from disk with the line cut."""
    kept = tmp_path / PAGE_NAME
    kept.write_text(verifier_page().text, "utf-8")
    context = chrome.new_context(offline=True)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda problem: complaints.append(str(problem)))
    page.on(
        "console",
        lambda message: complaints.append(message.text) if message.type == "error" else None,
    )
    page.goto(kept.as_uri())
    yield page
    context.close()
    assert asked == [kept.as_uri()]
    assert complaints == []
