"""Hints to the workers: lost ones delay, never lose, because the tick finds what is due."""

from __future__ import annotations

import structlog
from celery import current_app

log = structlog.get_logger()


def advance(game_id: str) -> None:
    """Ask a worker to move a game on."""
    _send("games.tasks.advance_game", game_id)


def outbox(lane: str) -> None:
    """Ask a worker to send what waits in a lane of the outbox."""
    _send("games.tasks.deliver_outbox", lane)


def _send(task: str, *arguments: str) -> None:
    try:
        # By name: whoever sends need not have imported the tasks. Once: people wait for this.
        current_app.send_task(task, arguments, retry=False)
    except Exception as problem:  # noqa: BLE001 any broker failure only delays
        log.warning("broker_unreachable", problem=problem)
