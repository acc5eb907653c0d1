"""The count of all throws ever made here: a projection that any worker carries on."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.db.models import F, Q

from engine.tower import TOWERS
from games import store
from games.luck.tally import Streak, Tally
from games.models import CountedGame, Game, TowerTally

# So many games in one go; the next tick finds the others.
MOST_AT_ONCE: Final = 200


def throws_count(*, most: int = MOST_AT_ONCE) -> int:
    """Count the throws of every game that has moved on; how many games. Twice does nothing."""
    uncounted = Q(counted=None) | Q(counted__step__lt=F("step"))
    # What others threw elsewhere is no throw of this site.
    begun = Game.objects.exclude(anchor="").filter(uncounted, imported=False)
    due = list(begun.order_by("created_at", "pk")[:most])
    for game in due:
        _count(game)
    return len(due)


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
        while found := throws_count():
            games += found
    return games
