"""Letters out and mails in, on the servers of the bench."""

from __future__ import annotations

import os
import smtplib
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings

from games import clock, wake
from games.mail.letters import message_of
from games.models import OutboxRow
from games.notify.lanes import LETTERS
from tests.bench.load import percentile
from tests.cluster.errands import people
from tests.mail.post import address_of, orders_for, written
from tests.service.tables import again, started

Wait = Callable[[Callable[[], bool]], None]


def letters_out(count: int, wait: Wait) -> dict[str, Any]:
    """Turns, written by the workers, beside a bare loop to the same mail server."""
    rows = _letters(count, wait)
    began = time.perf_counter()
    ready = [(row.user.address, message_of(row).message().as_bytes()) for row in rows]
    rendered = len(rows) / (time.perf_counter() - began)
    floor = len(rows) / _sent_plainly(ready)
    waiting = OutboxRow.objects.filter(pk__in=[row.pk for row in rows], state="waiting")
    began = time.perf_counter()
    OutboxRow.objects.filter(pk__in=[row.pk for row in rows]).update(
        state=OutboxRow.State.WAITING, due_at=clock.now()
    )
    wake.outbox(LETTERS)
    wake.outbox(LETTERS)
    wait(lambda: not waiting.exists())
    handed_over = len(rows) / (time.perf_counter() - began)
    return {
        "letters": len(rows),
        "bytes_each": round(sum(len(raw) for _, raw in ready) / len(ready)),
        "rendered_per_second": round(rendered, 1),
        "rendered_and_handed_over_per_second": round(handed_over, 1),
        "floor_bare_smtplib_per_second": round(floor, 1),
        "ratios": {"floor / handed over": round(floor / handed_over, 2)},
    }


def _letters(count: int, wait: Wait) -> list[OutboxRow]:
    """Letters that were sent once already: the workers are idle when the clock starts."""
    games = [started(*people(5), players=5).pk for _ in range(max(1, count // 5))]
    rows = OutboxRow.objects.filter(game__in=games)
    wait(lambda: not rows.filter(state="waiting").exists())
    return list(rows.select_related("user", "game").order_by("pk"))


def _sent_plainly(letters: list[tuple[str, bytes]]) -> float:
    """How long it takes to hand over what is written already, one after the other."""
    began = time.perf_counter()
    with smtplib.SMTP(settings.EMAIL_HOST, settings.EMAIL_PORT) as server:
        for address, raw in letters:
            server.sendmail("post@wallenstein.example", [address], raw)
    return time.perf_counter() - began


def mails_in(count: int, wait: Wait) -> dict[str, Any]:
    """From the first byte of a mail with orders to the receipt in the hands of the mail server."""
    host, port = os.environ["BENCH_LISTENER"].split(":")
    wait(lambda: _listens(host, int(port)))
    taken, answered = [], []
    for _ in range(count):
        (player,) = people(1)
        game = again(started(player, players=3))
        to = address_of(game, player)
        mail = written(to, orders_for(game, player))
        receipts = OutboxRow.objects.filter(user=player, kind="mail_answer", state="sent")
        began = time.perf_counter()
        with smtplib.SMTP(host, int(port)) as line:
            line.sendmail("somebody@example.net", [to], mail)
        taken.append(time.perf_counter() - began)
        wait(receipts.exists)
        answered.append(time.perf_counter() - began)
    return {
        "mails": count,
        "accepted_p99_ms": round(percentile(taken, 99) * 1000),
        "receipt_p50_ms": round(percentile(answered, 50) * 1000),
        "receipt_p99_ms": round(percentile(answered, 99) * 1000),
    }


def _listens(host: str, port: int) -> bool:
    try:
        with smtplib.SMTP(host, port, timeout=5):
            return True
    except OSError:
        return False
