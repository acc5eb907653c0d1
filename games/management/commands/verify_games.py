"""Prove the stored games: fold, chain, chance, and the rules where answers are open."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.verify import Disproved, verify
from games import store
from games.models import Game
from games.seals import LostKey


class Command(BaseCommand):
    """A line for each game; exit 1 if one does not hold."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which games."""
        parser.add_argument("games", nargs="*", metavar="GAME", help="ids; all if none is named")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check them one by one; one that fails does not keep the others from being checked."""
        started = Game.objects.exclude(anchor="").order_by("created_at")
        wanted = started.filter(pk__in=options["games"]) if options["games"] else started
        failed = sum(not self.check_game(game) for game in wanted.iterator())
        if failed:
            raise CommandError(f"{failed} games do not hold.")

    def check_game(self, game: Game) -> bool:
        """One game, said in one line."""
        try:
            proof = verify(store.header_of(game), store.entries_of(game))
            if (proof.head, proof.events) != (game.head, game.seq):
                raise Disproved(proof.events, "the game's row names another head than its log")
        except (Disproved, LostKey) as problem:
            self.stdout.write(self.style.ERROR(f"FAILED {game.pk} {problem}"))
            return False
        found = f"events={proof.events} throws={proof.throws} head={proof.head}"
        self.stdout.write(f"ok {game.pk} {found}")
        return True
