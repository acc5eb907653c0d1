"""Workers begin with the files that take longest, and share what is left."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests import long_first

TEST = """
import os, time
from pathlib import Path
import pytest

{mark}
def test_{name}():
    time.sleep({seconds})
    with Path({book!r}).open("a") as book:
        book.write("{name} " + os.environ["PYTEST_XDIST_WORKER"] + "\\n")
"""
SLOW = "@pytest.mark.slow"


def write(folder: Path, name: str, *, mark: str = "", seconds: float = 0) -> None:
    """A test file that writes down its name, and who has run it."""
    folder.mkdir(exist_ok=True)
    book = str(folder.parent / "book")
    text = TEST.format(name=name, mark=mark, seconds=seconds, book=book)
    (folder / f"test_{name}.py").write_text(text)


def run(place: Path, workers: int, dist: str = "loadfile") -> list[list[str]]:
    """A run of its own; which test was run by whom, in order."""
    # The plugin reads folders from beside itself: here that is the folder of the inner run.
    (place / "long_first_here.py").write_text(Path(long_first.__file__).read_text())
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:django"]
    command += ["-p", "long_first_here", "-c", "/dev/null", f"--rootdir={place}"]
    command += ["-n", str(workers), f"--dist={dist}", "-W", "ignore", str(place)]
    done = subprocess.run(
        command,
        cwd=place,
        env={"PYTHONPATH": str(place), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return [line.split() for line in (place / "book").read_text().splitlines()]


def test_long_folders_are_begun_first_then_slow_files_then_the_others(tmp_path: Path) -> None:
    write(tmp_path / "api", "api")
    write(tmp_path / "browser", "browser")
    write(tmp_path / "cluster", "cluster")
    write(tmp_path / "home", "home")
    write(tmp_path / "play", "play")
    write(tmp_path / "web", "web", mark=SLOW)
    order = [name for name, _worker in run(tmp_path, 1)]
    assert order == [*long_first.FOLDERS, "web", "api", "play"]


def test_one_worker_has_the_whole_cluster_and_the_other_what_is_left(tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        write(tmp_path / "cluster", name, seconds=1)
    for name in ("four", "five", "six"):
        write(tmp_path / "play", name)
    runs = run(tmp_path, 2)
    workers = dict(runs)
    assert len(runs) == len(workers) == 6
    assert workers["one"] == workers["two"] == workers["three"]
    assert workers["four"] != workers["one"]


def test_another_way_to_share_is_left_as_it_is(tmp_path: Path) -> None:
    for name in ("one", "two", "three", "four"):
        write(tmp_path / "cluster", name, seconds=0.2)
    workers = {worker for _name, worker in run(tmp_path, 2, dist="load")}
    assert workers == {"gw0", "gw1"}
