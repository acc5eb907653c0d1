"""The order of a run by several workers: whole files, and the long ones first.

A long file that is begun last ends alone, with a core idle beside it; and what waits for browsers
and for other processes leaves a core to what only computes, as long as there is some of that left.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest
from xdist.scheduler import LoadFileScheduling

# Their servers take longer to start than a test of them takes: one worker does them all.
TOGETHER: Final = "cluster"
FOLDERS: Final = (TOGETHER, "home", "browser")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the folders that take longest before all others, then files that are marked as slow."""
    if hasattr(config, "workerinput"):
        slow = {item.path for item in items if item.get_closest_marker("slow")}
        items.sort(key=lambda item: _rank(item.path, slow))


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Deal out files; `--dist` of another kind is left as it is."""
    return Files(config, log) if config.getoption("dist") == "loadfile" else None


class Files(LoadFileScheduling):
    """Deals out one file after the other, and one folder whole."""

    def __init__(self, config: pytest.Config, log: Any) -> None:
        super().__init__(config, log)
        # The order is ours: how many tests a file has says little about how long it takes.
        config.option.loadscopereorder = False

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        return TOGETHER if Path(file).parent.name == TOGETHER else file


def _rank(path: Path, slow: set[Path]) -> int:
    tests = Path(__file__).parent
    folder = path.relative_to(tests).parts[0] if path.is_relative_to(tests) else ""
    if folder in FOLDERS:
        return FOLDERS.index(folder)
    return len(FOLDERS) + (path not in slow)
