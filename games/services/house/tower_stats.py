"""The count of all throws ever made here: a projection that any worker carries on."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet

from engine.devices.tower import TOWERS
from games.log import store
from games.luck.tally import Streak, Tally
from games.models import CountedGame, Game, TowerTally

# So many games in one go; the next tick finds the others.
MOST_AT_ONCE: Final = 200


def throws_count(*, most: int = MOST_AT_ONCE) -> int:
    """Count the throws of every game that has moved on; how many games. Twice does nothing."""
    moved_on = _ours().filter(throws_due=True)
    due = list(moved_on.order_by("created_at", "pk")[:most])
    for game in due:
        _count(game)
        # Unless it has moved on again: then there are throws to count still.
        Game.objects.filter(pk=game.pk, step=game.step).update(throws_due=False)
    return len(due)


def _ours() -> QuerySet[Game]:
    """Games with a tower; what others threw elsewhere is no throw of this site."""
    return Game.objects.exclude(Q(anchor="") | Q(tower="")).filter(imported=False)


def _count(game: Game) -> None:
    """The new throws of a game, in one transaction; no further than the row that was read."""
    tower = TOWERS[game.tower]
    TowerTally.objects.get_or_create(tower=tower.version)
    with transaction.atomic():
        # Whoever holds this row counts alone: no throw is counted twice.
        row = TowerTally.objects.select_for_update().get(pk=tower.version)
        known = CountedGame.objects.filter(game=game).first()
        if known is not None and known.step >= game.step:
            return
        # What a fork shares with the game it came from was counted there.
        counted = known or CountedGame(game=game, seq=store.own_since(game))
        tally, streak = Tally.from_json(row.counts), _streak(counted)
        for record in store.throws_of(game, counted.seq, game.seq):
            streak = tally.add(tower, record, streak)
        counted.step, counted.seq = game.step, game.seq
        if streak is not None:
            counted.above, counted.streak = streak.above, streak.length
        counted.save()
        row.counts = tally.to_json()
        row.save(update_fields=["counts"])


def _streak(counted: CountedGame) -> Streak | None:
    return None if counted.above is None else Streak(counted.above, counted.streak)


def throws_recount() -> int:
    """Count everything anew, from the logs alone; how many games."""
    with transaction.atomic():
        rows = TowerTally.objects.select_for_update()
        list(rows.order_by("pk"))
        CountedGame.objects.all().delete()
        TowerTally.objects.update(counts={})
        games = 0
        # What is marked stays so: to change a game's row would hold it up until all are counted.
        for game in _ours().order_by("created_at", "pk").iterator():
            _count(game)
            games += 1
    return games
