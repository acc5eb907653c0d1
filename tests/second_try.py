"""Tests that depend on the speed of other programs are run a second time when they fail.

A whole run should not be lost to one of them; but each is a bug, of the test or of the product, so
the run ends with their names and what they said.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

FOLDERS: Final = ("browser", "cluster", "home")
HEADING: Final = "failed once, passed the second time: a bug to be found"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give a second try to what waits for browsers and for other processes."""
    for item in items:
        if item.path.is_relative_to(_tests()) and _folder(item.path) in FOLDERS:
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List the tests that were saved by their second try."""
    # A test that dies in a fixture is an error, not a failure, to pytest.
    failed = {
        report.nodeid
        for outcome in ("failed", "error")
        for report in terminalreporter.getreports(outcome)
    }
    first_tries = terminalreporter.getreports("rerun")
    saved = [report for report in first_tries if report.nodeid not in failed]
    if not saved:
        return
    terminalreporter.write_sep("=", HEADING, yellow=True)
    for report in saved:
        terminalreporter.write_line(f"{report.nodeid}: {_reason(report)}")


def _tests() -> Path:
    return Path(__file__).parent


def _folder(path: Path) -> str:
    return path.relative_to(_tests()).parts[0]


def _reason(report: pytest.TestReport) -> str:
    crash = getattr(report.longrepr, "reprcrash", None)
    return str(crash.message).partition("\n")[0] if crash else "no reason told"
