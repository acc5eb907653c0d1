"""Games in which players do what a ruling is about, again and again (E-3, P-5, P-7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.kernel.core import Decision, Json
from engine.kernel.game import Position
from engine.wallenstein.board import COUNTIES, SEASONS
from tests.play.tables import RULESET, Table, new_table, random_answer
from tests.rules.table import lay

Answers = Callable[[Position, Decision], Json]


def _nobody_fights(game: Position, decision: Decision) -> Json:
    """E-3: every army stands back when its county is attacked, and every attack is a weak one."""
    plan = random_answer(game, decision, "nobody fights 22")
    if decision.kind == "plan":
        plan["defend"] = dict.fromkeys(decision.options["counties"], 0)
        for orders in plan["moves"].values():
            orders[0].update({"armies": 1} if "to" in orders[0] else {})
    return plan


def _no_county_named(game: Position, decision: Decision) -> Json:
    """P-7: whatever is wished for, nobody says where."""
    plan = random_answer(game, decision, "no county named 1")
    for wish in plan.get("favors", ()):
        wish.pop("counties", None)
    return plan


def _all_armies_are_called_up(_: Position, decision: Decision) -> Json:
    """P-5: the supply is empty before the game is over, and nobody ranks a bonus."""
    season = SEASONS.index(decision.id.split(".")[1])
    rich = sorted(decision.options["counties"], key=lambda name: -COUNTIES[name].tax)
    # Another county each season, so that hardly any peasants rise.
    cards = [rich[season % len(rich)], *rich[:season], *rich[season + 1 :]]
    actions = ("collect_taxes", "deploy_1_move", "deploy_3", "deploy_5", "collect_grain")
    return lay(decision, **dict(zip(actions, cards, strict=False)))


# By the name of the file: players, ruleset, expansions, and what they say.
RULINGS: Final[Mapping[str, tuple[int, str, tuple[str, ...], Answers]]] = {
    "wallenstein-2002-v2-nobody-fights": (5, "wallenstein-2002", (), _nobody_fights),
    "wallenstein-2010-v3-no-county-named": (4, RULESET, ("emperors_court",), _no_county_named),
    "wallenstein-2010-v3-empty-supplies": (
        3,
        RULESET,
        ("landsknechte",),
        _all_armies_are_called_up,
    ),
}


def played_out(name: str) -> Table:
    """The game of that name, from the set-up to its end."""
    players, ruleset, expansions, answers = RULINGS[name]
    table = new_table(players, "default", "orders", name, ruleset, expansions)
    while not table.game.finished:
        for decision in table.game.waiting:
            table.seal(decision.id, answers(table.game, decision))
        table.advance()
    return table


def facts_of(entries: Any, kind: str) -> list[Json]:
    """All that is told of a kind in a game."""
    return [dict(entry.payload) for entry in entries if entry.kind == kind]
