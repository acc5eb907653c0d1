"""What the site wants to know at a glance, derived from the log and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from engine.game import Game as Position
from engine.journal import DeadlineSet
from engine.log import Entry
from games import clock
from games.models import Game, OpenDecision


def update(game: Game, position: Position) -> None:
    """Bring a game's row and its open decisions in line with its position."""
    shown = position.ruleset.view(position.state, None)
    game.turn = f"{shown['year']}.{shown['season']}"
    game.scores = shown["points"]
    game.winners = shown["winners"]
    if position.finished and game.status == Game.Status.RUNNING:
        game.status = Game.Status.FINISHED
        game.finished_at = clock.now()
        game.deadline = None
    wanted = {
        decision.id: OpenDecision(
            game=game,
            decision=decision.id,
            letter=decision.seat,
            kind=decision.kind,
            sealed_seq=position.sealed[decision.id].seq if decision.id in position.sealed else None,
        )
        for decision in position.decisions
    }
    known = {row.decision: row for row in game.open_decisions.all()}
    gone = [row.pk for name, row in known.items() if name not in wanted]
    OpenDecision.objects.filter(pk__in=gone).delete()
    for name, row in wanted.items():
        if name not in known:
            row.save()
        elif known[name].sealed_seq != row.sealed_seq:
            OpenDecision.objects.filter(pk=known[name].pk).update(sealed_seq=row.sealed_seq)


def deadline_told(entries: Iterable[Entry]) -> datetime | None:
    """The deadline a log told of last."""
    told = [entry.payload["deadline"] for entry in entries if entry.kind == DeadlineSet.kind]
    return clock.read(told[-1]) if told and told[-1] else None
