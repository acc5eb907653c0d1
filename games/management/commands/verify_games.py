"""Prove the stored games: chain, chance, signatures, and the rules where answers are open."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from engine.kernel.verify import Disproved, verify
from games.log import store
from games.log.seals import LostKey
from games.models import Game
from games.trust.statements import broken_promise, promises


class Command(BaseCommand):
    """A line for each game and a count; exit 1 if one does not hold."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which games."""
        parser.add_argument("games", nargs="*", metavar="GAME", help="ids; all if none is named")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check them one by one; one that fails does not keep the others from being checked."""
        started = Game.objects.exclude(anchor="").order_by("created_at")
        wanted = started.filter(pk__in=options["games"]) if options["games"] else started
        games = list(wanted.values_list("pk", flat=True))
        console = Console(file=options.get("stdout") or sys.stdout, highlight=False, markup=False)
        shown = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*shown, console=console, disable=not console.is_terminal) as progress:
            checked = progress.track(games)
            failed = sum(not self.check_game(game_id, console) for game_id in checked)
        console.print(f"{len(games) - failed} of {len(games)} games hold.")
        if failed:
            raise CommandError(f"{failed} games failed.")

    def check_game(self, game_id: str, console: Console) -> bool:
        """One game, said in one line."""
        # First what was promised, then the game's row, and its log no further: on a site that is
        # in use the game goes on.
        signed_promises = promises(game_id)
        game = Game.objects.get(pk=game_id)
        try:
            entries = store.entries_of(game, until=game.seq)
            header = store.header_of(game)
            proof = verify(header, entries)
            if (proof.head, proof.events) != (game.head, game.seq):
                raise Disproved(proof.events, "the game's row names another head than its log")
            broken = broken_promise(signed_promises, header.game, entries)
            if broken is not None:
                raise Disproved(broken, "the site has signed something else, or did not sign this")
        except (Disproved, LostKey) as problem:
            console.print(f"FAILED {game.pk} {problem}", style="red", soft_wrap=True)
            return False
        summary = f"events={proof.events} throws={proof.uses.get('tower', 0)} head={proof.head}"
        console.print(f"ok {game.pk} {summary}", soft_wrap=True)
        return True
