"""A browser or cluster test that fails once is run again, and the run says so at its end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests import second_try

ONCE = """
from pathlib import Path

def test_once():
    mark = Path(__file__).with_name("mark")
    if not mark.exists():
        mark.touch()
        raise AssertionError("the page was not there yet")
"""
NEVER = """
def test_never():
    raise AssertionError("the page never came")
"""
# Fails in the test at first; the second time its fixture dies.
DEAD_FIXTURE = """
from pathlib import Path
import pytest

MARK = Path(__file__).with_name("mark")

@pytest.fixture
def server():
    if MARK.exists():
        raise OSError("the server did not start")

def test_never(server):
    MARK.touch()
    raise AssertionError("the page was not there yet")
"""
DEAD_AT_THE_END = """
from pathlib import Path
import pytest

MARK = Path(__file__).with_name("mark")

@pytest.fixture
def server():
    yield
    raise OSError("the server did not stop")

def test_never(server):
    if not MARK.exists():
        MARK.touch()
        raise AssertionError("the page was not there yet")
"""


def run(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    """A run of its own over one test file in such a folder."""
    folder.mkdir()
    (folder / "test_it.py").write_text(text)
    # The plugin reads folders from beside itself: here that is the folder of the inner run.
    plugin = Path(second_try.__file__).read_text()
    (folder.parent / "second_try_here.py").write_text(plugin)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:django"]
    command += ["-p", "second_try_here", "-c", "/dev/null", f"--rootdir={folder.parent}"]
    return subprocess.run(
        [*command, str(folder)],
        cwd=folder.parent,
        env={"PYTHONPATH": str(folder.parent), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("folder", second_try.FOLDERS)
def test_what_fails_once_is_run_again_and_named(tmp_path: Path, folder: str) -> None:
    done = run(tmp_path / folder, ONCE)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed, 1 rerun" in done.stdout
    listed = done.stdout.partition(second_try.HEADING)[2]
    assert f"{folder}/test_it.py::test_once: AssertionError: the page was not there yet" in listed


@pytest.mark.parametrize("text", [NEVER, DEAD_FIXTURE, DEAD_AT_THE_END])
def test_what_fails_twice_fails(tmp_path: Path, text: str) -> None:
    done = run(tmp_path / "browser", text)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "rerun" in done.stdout
    assert second_try.HEADING not in done.stdout


def test_other_tests_have_one_try(tmp_path: Path) -> None:
    done = run(tmp_path / "service", ONCE)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "rerun" not in done.stdout
