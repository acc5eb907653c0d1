"""A broker in a folder: needs no server, shows no half message, survives a bad file."""

from __future__ import annotations

import json
import time
import uuid
from pathlib import Path
from queue import Empty
from typing import Any

import structlog
from kombu.transport import TRANSPORT_ALIASES, filesystem

SCHEME = "atomicfiles"
REDIS_SCHEMES = ("redis", "rediss")

log = structlog.get_logger()


class FolderChannel(filesystem.Channel):
    """kombu's folder of files, with messages that appear and disappear by renaming.

    kombu writes a message under its final name, so a worker may read half of it, and one file that
    is no JSON ends the worker. Messages are only hints here, but a dead worker is not.
    """

    _complained = False

    # kombu's own two classes disagree about the names of these arguments.
    def _put(self, queue: str, payload: Any, **_: Any) -> None:  # type: ignore[override]
        folder = Path(self.data_folder_out)
        name = f"{time.time_ns()}_{uuid.uuid4().hex}.{queue}.msg"
        unfinished = folder / f".{name}.part"
        unfinished.write_text(json.dumps(payload))
        unfinished.rename(folder / name)

    def _get(self, queue: str, timeout: Any = None) -> Any:
        folder = Path(self.data_folder_in)
        for file in sorted(folder.glob(f"*.{queue}.msg")):
            taken = file.with_name(f".{file.name}.taken")
            try:
                file.rename(taken)
            except FileNotFoundError:
                continue  # another worker was faster
            except OSError as problem:
                self._complain(problem)
                break
            try:
                payload = _message(taken.read_bytes())
            except ValueError:
                damaged = folder / "damaged"
                damaged.mkdir(exist_ok=True)
                taken.rename(damaged / file.name)
                log.warning(
                    "broker_file_damaged",
                    file=file.name,
                    what="A message to the workers could not be read. It is in the folder damaged.",
                    do="Nothing: messages are hints, and the next tick finds what is due.",
                )
                continue
            taken.unlink()
            self._complained = False
            return payload
        raise Empty

    def _complain(self, problem: OSError) -> None:
        """Say once that the folder cannot be used; it is tried again until it can."""
        if not self._complained:
            self._complained = True
            log.error("broker_folder_unusable", folder=self.data_folder_in, problem=problem)


def _message(raw: bytes) -> Any:
    """A message as kombu wrote it; ValueError for anything else."""
    payload = json.loads(raw)
    try:
        wanted = (payload["body"], payload["properties"]["delivery_info"])
    except (LookupError, TypeError):
        raise ValueError("this is JSON, but no message") from None
    if not isinstance(wanted[0], str) or not isinstance(wanted[1], dict):
        raise ValueError("this is JSON, but no message")
    return payload


class FolderTransport(filesystem.Transport):
    """The transport of that channel."""

    Channel = FolderChannel


def register_redis() -> None:
    """Have Redis spoken to in the way of `redis_broker`."""
    TRANSPORT_ALIASES.update(dict.fromkeys(REDIS_SCHEMES, "games.ops.redis_broker:RedisTransport"))


def register(folder: Path) -> dict[str, Any]:
    """Make the scheme known and its folders; the transport options for Celery."""
    TRANSPORT_ALIASES[SCHEME] = f"{__name__}:FolderTransport"
    messages, control = folder / "messages", folder / "control"
    for place in (messages, control):
        place.mkdir(parents=True, exist_ok=True)
    return {
        "data_folder_in": str(messages),
        "data_folder_out": str(messages),
        "control_folder": str(control),
        "polling_interval": 0.1,
    }
