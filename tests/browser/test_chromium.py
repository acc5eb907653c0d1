"""Chromium is found where it is, and unpacked for somebody who may install nothing."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.browser import chromium

SCRIPT = Path(__file__).parents[2] / "deploy" / "unpack.sh"

# Debian's tools, as far as the script uses them: one package; its browser tells how it was started.
APT_GET = """
for word; do
    case $word in
        install) echo "Inst chromium (1 Debian [amd64])"; echo "Conf chromium (1 Debian [amd64])" ;;
        download) : >chromium_1.deb ;;
    esac
done
"""
TELLING = 'echo "$1=$LD_LIBRARY_PATH"'
DPKG_DEB = f"""
mkdir -p "$3/usr/lib/chromium" "$3/usr/lib/some-linux-gnu"
: >"$3/usr/lib/some-linux-gnu/libatomic.so.1"
cat >"$3/usr/lib/chromium/chromium" <<'END'
#!/bin/sh
{TELLING}
END
chmod +x "$3/usr/lib/chromium/chromium"
"""


def program(path: Path, text: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}", "utf-8")
    path.chmod(0o755)
    return path


def unpack(folder: Path, monkeypatch: pytest.MonkeyPatch, *, apt_get: str) -> int:
    """Run the script in a project of its own, where Debian's tools are ours."""
    tools = program(folder / "tools" / "apt-get", apt_get).parent
    program(tools / "dpkg-deb", DPKG_DEB)
    monkeypatch.setenv("PATH", str(tools), prepend=":")
    monkeypatch.delenv("LD_LIBRARY_PATH", raising=False)
    (folder / ".venv").mkdir()
    (folder / "deploy").mkdir()
    script = shutil.copy(SCRIPT, folder / "deploy")
    return subprocess.run(["sh", script, "chromium", "libatomic1"], check=False).returncode


def test_the_named_browser_is_first_then_the_small_one_then_the_machines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine, unpacked = tmp_path / "machine", tmp_path / "unpacked"
    monkeypatch.setattr(chromium, "UNPACKED", unpacked)
    monkeypatch.setenv("PATH", str(machine))
    monkeypatch.delenv("WALLENSTEIN_CHROMIUM", raising=False)
    assert chromium.found() is None
    ours = program(unpacked / "chromium")
    assert chromium.found() == str(ours)
    whole = program(machine / "chromium")
    assert chromium.found() == str(whole)
    small = program(unpacked / "chromium-headless-shell")
    assert chromium.found() == str(small)
    assert chromium.found(whole=True) == str(whole)
    monkeypatch.setenv("WALLENSTEIN_CHROMIUM", "named")
    assert chromium.found() == chromium.found(whole=True) == "named"


def test_what_is_unpacked_starts_with_the_libraries_unpacked_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    venv = tmp_path / "a folder" / ".venv"
    assert unpack(venv.parent, monkeypatch, apt_get=APT_GET) == 0
    program(venv / "lib/python3.11/site-packages/playwright/driver/node", TELLING)
    for name in ("chromium", "node"):
        starter = [str(venv / "debian" / "bin" / name), "--argument"]
        output = subprocess.run(starter, check=True, capture_output=True, text=True).stdout
        argument, libraries = output.rstrip().split("=")
        assert argument == "--argument"
        assert str(venv / "debian/root/usr/lib/some-linux-gnu") in libraries.split(":")
    assert {each.name for each in venv.iterdir()} == {"debian", "lib"}


@pytest.mark.parametrize("failing", ["install", "download"])
def test_nothing_is_left_of_a_chromium_that_could_not_be_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    folder = tmp_path / "folder"
    broken = APT_GET.replace(f"{failing})", f"{failing}) exit 100 ;;\n        nothing)")
    assert unpack(folder, monkeypatch, apt_get=broken) != 0
    assert not list((folder / ".venv").iterdir())
