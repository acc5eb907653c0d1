"""Which engine this is, by its own sources."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable


@cache
def engine_digest() -> str:
    """The engine that runs here; the app asks when it starts, before a file can be exchanged."""
    return digest_of(files("engine"))


def digest_of(folder: Traversable) -> str:
    """An engine by its sources: the hash over name and hash of each, one line a file."""
    lines = sorted(
        f"{name} {sha256(file.read_bytes()).hexdigest()}\n"
        for name, file in _sources(folder, "engine")
    )
    return sha256("".join(lines).encode()).hexdigest()


def _sources(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for source in folder.iterdir():
        name = f"{path}/{source.name}"
        if source.is_dir():
            yield from _sources(source, name)
        elif source.name.endswith((".py", ".json")):
            yield name, source
