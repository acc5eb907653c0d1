"""What may fall, what fell and what it means, from what everybody at the table may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engine.devices.tower import DEFAULT_TOWER, TOWERS
from engine.kernel.core import Event, Json, Seat
from engine.kernel.game import Position, decode, new_game
from engine.kernel.log import Entry
from engine.registry import ruleset_of
from games.access import Viewer
from games.boards import board_of
from games.boards.board import DealsPart, TowerPart
from games.errors import NotFound
from games.log import store
from games.luck.deals import DealtCard, DealtFortune, dealt_fortunes
from games.luck.fortune import Fortune, Measure, fortunes
from games.luck.tally import Tally
from games.luck.trial import Check, Trial, trial
from games.models import Game, TowerTally


def trials() -> list[Trial]:
    """Each tower of this site beside its specification; the usual one even before it was used."""
    kept = {row.pk: row.counts for row in TowerTally.objects.order_by("pk")}
    counts = {DEFAULT_TOWER: {}, **kept}
    return [trial(TOWERS[name], Tally.from_json(tally)) for name, tally in counts.items()]


def tower_of(game: Game) -> TowerPart:
    """The tower of a game; raises NotFound for a game without one."""
    tower = board_of(game.ruleset).tower
    if tower is None:
        raise NotFound("no_tower", _("This game is played without a cube tower."))
    return tower


def odds_told(viewer: Viewer, seat: Seat, names: Mapping[Seat, str]) -> Json:
    """Every battle a seat could bring about now, in words."""
    board_tower = tower_of(viewer.game)
    state, tower = store.load(viewer.game).state, TOWERS[viewer.game.tower]
    return board_tower.odds(state, tower, seat, names)


def odds_listed(viewer: Viewer, seat: Seat) -> Json:
    """The same for programs."""
    board_tower = tower_of(viewer.game)
    state, tower = store.load(viewer.game).state, TOWERS[viewer.game.tower]
    return board_tower.odds_listed(state, tower, seat)


@dataclass(frozen=True)
class GameLuck:
    """The luck of everybody at a table, and the entry of the log behind each place in it."""

    fortunes: Sequence[Fortune]
    seqs: Sequence[int]


def luck_of(viewer: Viewer) -> GameLuck:
    """The luck of a game so far, from the public log alone."""
    game = viewer.game
    board_tower, tower = tower_of(game), TOWERS[game.tower]
    start, entries, events = _public_log(game)
    stakes = list(board_tower.stakes(start.state, events, tower))
    seat_fortunes = fortunes(tower, start.header.seats, stakes)
    return GameLuck(seat_fortunes, [entry.seq for entry in entries])


def throw_names(viewer: Viewer, language: str, names: Mapping[Seat, str]) -> dict[int, str]:
    """What each throw was about, by the entry of its throw: the place, and the chapter."""
    game = viewer.game
    start, entries, events = _public_log(game)
    words, chapters, chapter = start.ruleset.text(), {}, ""
    for place, event in enumerate(events):
        if opened := event.opens_chapter():
            chapter = words.chapter(opened, language)
        chapters[place] = chapter
    stories = tower_of(game).stories(start.state, events, language, names)
    return {
        entries[story.place].seq: ", ".join(
            part for part in (story.county, chapters[story.place]) if part
        )
        for story in stories
    }


def _public_log(game: Game) -> tuple[Position, list[Entry], list[Event[Any]]]:
    """The start of a game, and every entry since with the fact it tells."""
    ruleset = ruleset_of(game.ruleset, game.version)
    entries = store.public_entries_of(game, until=game.seq)
    events = [decode(ruleset, entry) for entry in entries]
    return new_game(ruleset, store.header_of(game)), entries, events


def deals_of(game: Game) -> DealsPart:
    """How deals are told of; raises NotFound where there is nothing to tell, or not yet."""
    deals = board_of(game.ruleset).deals
    if deals is None:
        raise NotFound("no_deals", _("Nothing is told about deals in this game."))
    if game.status != Game.Status.FINISHED:
        message = _("Hands are secret. When the game is over, this page tells how good they were.")
        raise NotFound("hands_secret", message)
    return deals


def deals_luck(viewer: Viewer) -> list[DealtFortune]:
    """How good everybody's cards were, when the game is over and they lie open."""
    game = viewer.game
    deals, events = deals_of(game), ruleset_of(game.ruleset, game.version).events
    entries = viewer.read(store.entries_of(game, until=game.seq), finished=True)
    cards = [
        DealtCard(entry.payload["seat"], entry.payload["deal"]["deck"], entry.secret.answer)
        for entry in entries
        if entry.kind in events.veiled_kinds and entry.secret and entry.payload["seat"]
    ]
    return dealt_fortunes(store.header_of(game).seats, cards, deals.piles, deals.worth)


def deals_listed(viewer: Viewer) -> Json:
    """The same for programs."""
    return {
        "players": [
            {"seat": one.seat, "cards": one.cards, "worth": _measure(one.worth)}
            for one in deals_luck(viewer)
        ]
    }


def luck_listed(viewer: Viewer) -> Json:
    """The same for programs."""
    luck = luck_of(viewer)
    return {
        "players": [
            {
                "seat": one.seat,
                "few": one.few,
                **{m.key: _measure(m) for m in one.measures},
                "fights": [
                    {
                        "seq": luck.seqs[stake.place],
                        "chance": round(stake.chance, 6),
                        "result": stake.result,
                    }
                    for stake in one.stakes
                ],
            }
            for one in luck.fortunes
        ]
    }


def _measure(one: Measure) -> Json:
    low, high = one.span
    return {
        "count": one.count,
        "of": one.most,
        "expected": round(one.expected, 3),
        "low": low,
        "high": high,
        "chance": round(one.chance, 6),
    }


def trials_listed() -> Json:
    """Every check of every tower for programs."""
    return {
        "towers": [
            {
                "tower": one.tower.version,
                "throws": one.throws,
                "cubes": one.cubes,
                "enough": one.enough,
                "doubtful": one.doubtful,
                "checks": [_check(check) for check in one.checks],
            }
            for one in trials()
        ]
    }


def _check(check: Check) -> Json:
    return {
        "key": check.key,
        "chi_square": round(check.value, 6),
        "freedom": check.freedom,
        "chance": None if check.chance is None else round(check.chance, 9),
        "rows": [
            {
                "key": row.key,
                "tries": row.tries,
                "happened": row.happened,
                "expected": round(row.expected, 3),
                "deviation": round(row.deviation, 3),
            }
            for row in check.rows
        ],
    }
