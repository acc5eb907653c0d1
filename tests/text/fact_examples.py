"""An example of every fact that can be told, and of every way to tell it."""

from typing import Any

from engine.core import Event
from engine.journal import (
    AnswerSealed,
    AnswerWithdrawn,
    DeadlineSet,
    ExtensionProposed,
    ExtensionVoted,
    GamePaused,
    GameResumed,
    HostChanged,
    PlayerReplaced,
    SeatTaken,
    StepBegan,
    SubstituteNamed,
    TimeRanOut,
)
from engine.wallenstein import draft, events, fill, winter
from engine.wallenstein.board import ACTIONS, COUNTIES, EVENTS, TILES
from engine.wallenstein.words.accounts_season import PHASE_NAMES

Fact = Event[Any]


def drawn(*items: str) -> dict[str, Any]:
    return {"stream": "test 1", "from": sorted(items), "drawn": list(items)}


def battle(outcome: str, fell: tuple[int, int], defender: str | None = "B") -> Fact:
    return events.BattleDecided(
        seat="A",
        origin="anhalt",
        county="kursachsen",
        armies=4,
        defender=defender,
        attackers_fell=fell[0],
        defenders_fell=fell[1],
        outcome=outcome,
        owner={"attacker": "A", "defender": defender}.get(outcome),
        garrison=1,
        home={},
    )


SCORE = {
    "counties": 8,
    "buildings": 1,
    "majorities": [{"region": "sachsen", "building": "palace", "points": 3}],
    "total": 12,
}
THROW = {
    "stream": "throw 1",
    "thrown": {"A": 4, "B": 3},
    "lodged": {"C": 2, "peasants": 1},
    "fell": {"A": 3, "B": 1, "peasants": 1},
}
RANKING = [
    {"seat": "B", "place": 1, "points": 31, "money": 12},
    {"seat": "A", "place": 2, "points": 1, "money": 1},
]

EXAMPLES: list[Fact] = [
    events.SeasonBegan(1, "spring", "display"),
    events.SeasonBegan(2, "winter", "grain_loss"),
    *(events.PhaseBegan(phase) for phase in (*PHASE_NAMES, "a_phase_of_an_expansion")),
    events.ChoiceAsked("1.spring.position.A", "position", "A", {}),
    events.ChoiceAsked(
        "1.spring.combat_a.A", "move", "A", {"action": "combat_a", "origin": "altmark"}
    ),
    events.ChoiceAsked("1.winter.revolt_order.A", "revolt_order", "A", {"counties": ["anhalt"]}),
    events.ChoiceAsked("0.setup.pick3.B", "draft_pick", "B", {}),
    events.ChoiceAsked("0.setup.group3.B", "draft_group", "B", {}),
    events.ChoiceAsked("1.spring.favor.B", "favor", "B", {}),
    events.ActionsRevealed(drawn(*ACTIONS[:5])),
    events.TilesLaid(drawn(*TILES)),
    *(events.EventDrawn(drawn(card)) for card in EVENTS),
    events.BidsRevealed({"A": 4, "B": None}, {"A": 4}, [], ["A", "B"]),
    events.BidsRevealed(
        {"A": 0, "B": "anhalt", "C": "lausitz", "D": 1},
        {"D": 1},
        [drawn("C", "B")],
        ["D", "C", "B", "A"],
    ),
    *(events.PositionTaken("C", number, tile) for number, tile in enumerate(TILES, start=1)),
    *(events.ActionPassed("A", action, card) for action in ACTIONS for card in ("coin", None)),
    events.ActionSkipped("A", "build_palace", "anhalt", "no_money"),
    events.ActionSkipped("A", "build_church", "anhalt", "building_there"),
    events.ActionSkipped("A", "build_trading_post", "anhalt", "no_free_city"),
    events.ActionSkipped("A", "build_trading_post", "anhalt", "no_tile_left"),
    events.ActionSkipped("A", "deploy_5", "anhalt", "no_armies_left"),
    events.ActionSkipped("A", "deploy_3", "anhalt", "no_money"),
    events.ActionSkipped("A", "collect_taxes", "anhalt", "county_lost"),
    events.ActionSkipped("A", "combat_a", "anhalt", "one_army_must_stay"),
    events.ActionSkipped("A", "combat_b", "anhalt", "nowhere_to_go"),
    events.BuildingBuilt("A", "build_palace", "anhalt", "palace", 3, 0),
    events.BuildingBuilt("A", "build_church", "anhalt", "church", 2, 0),
    events.BuildingBuilt("A", "build_trading_post", "anhalt", "trading_post", 1, 1),
    events.GrainCollected("A", "collect_grain", "anhalt", 4),
    events.TaxesCollected("A", "collect_taxes", "anhalt", 6),
    events.RevoltMarkerAdded("A", "anhalt"),
    events.ArmiesDeployed("A", "deploy_5", "anhalt", 5, 3),
    events.MarchDeclined("A", "combat_a", "anhalt"),
    *(events.ArmiesMoved("A", "combat_a", county, "anhalt", 2) for county in COUNTIES),
    *(events.ArmiesMoved("A", "combat_a", "anhalt", county, 1) for county in COUNTIES),
    events.AttackMade("A", "combat_a", "anhalt", "kursachsen", 4, "B", 3, {}),
    events.AttackMade("A", "combat_a", "anhalt", "kursachsen", 1, "B", 1, {"A": 1, "B": 2}),
    events.AttackMade("A", "combat_a", "anhalt", "kursachsen", 1, None, 0, {"peasants": 2}),
    *(
        events.RevoltBrokeOut("A", "anhalt", cause, 3, 1)
        for cause in ("winter", "collect_grain", "collect_taxes")
    ),
    events.TowerThrown(THROW),
    events.TowerThrown({"stream": "throw 1", "thrown": {}, "lodged": {}, "fell": {}}),
    battle("attacker", (3, 2)),
    battle("defender", (2, 3)),
    battle("tie", (2, 2)),
    battle("tie", (0, 0), None),
    battle("defender", (0, 1), None),
    events.RevoltDecided("A", "anhalt", 3, 1, True, 2, {}),
    events.RevoltDecided("A", "saechsische_lande", 1, 1, False, 0, {}),
    events.ActionEnded("combat_a", None),
    events.ActionEnded("combat_a", drawn("deploy_3")),
    events.SeasonEnded(),
    events.GameEnded(RANKING, ["B"]),
    events.GameEnded(RANKING, ["B", "A"]),
    winter.GrainLost("tax_ceiling_0", {"A": 0, "B": 0}),
    winter.GrainLost("trade_support_7", {"A": 7, "B": 1, "C": 0}),
    winter.GrainLost(None, {"A": 0}),
    winter.RevoltsDrawn("A", 1, 1, drawn("anhalt")),
    winter.RevoltsDrawn("A", 7, 3, drawn("anhalt", "lausitz", "mark")),
    winter.RevoltsOrdered("A", ["lausitz", "anhalt"]),
    winter.PlayerWintered("A"),
    winter.WinterScored({"A": SCORE, "B": {**SCORE, "counties": 1, "majorities": [], "total": 2}}),
    winter.YearEnded(1),
    winter.EventsRevealed(drawn(*list(EVENTS)[:4])),
    draft.LineUpPlaced({"A": {"anhalt": 5, "lausitz": 2}, "B": {"mark": 1}}),
    draft.DraftOpened(drawn("B", "A", "C"), [5, 4, 4]),
    draft.CardsTurnedUp(None, drawn("anhalt", "mark"), []),
    draft.CardsTurnedUp("A", None, ["anhalt"]),
    draft.CardsTurnedUp(None, None, []),
    draft.CardsExchanged("A", ["anhalt", "mark"]),
    draft.CountyDrafted("A", "breisgau", 5, "face_up"),
    draft.CountyDrafted("A", "vogtland", 1, "pile"),
    draft.DraftEnded(),
    fill.FillGathered({"A": 7, "B": 7, "peasants": 10}),
    fill.TrayCleared({"A": 4, "peasants": 6}),
    AnswerSealed("1.spring.plan.A", "A", "seat"),
    AnswerSealed("1.spring.combat_b.A", "A", "house"),
    AnswerSealed("0.setup.pick12.again.A", "A", "bot random"),
    AnswerSealed("odd", "A", "seat"),
    AnswerWithdrawn("2.winter.revolt_order.A", "A"),
    AnswerWithdrawn("0.setup.draft.A", "A"),
    SeatTaken("A", "p-0123"),
    SeatTaken("B", "bot marshal"),
    PlayerReplaced("A", "p-0124", "p-0123", "moved away"),
    SubstituteNamed("A", "p-0124", "p-0123"),
    SubstituteNamed("A", None, "p-0123"),
    HostChanged("p-0124", "p-0123", "moved away"),
    HostChanged(None, "p-0123", ""),
    ExtensionProposed("A", 24, "p-0123", "a wedding"),
    ExtensionVoted("B", True, "p-0124"),
    ExtensionVoted("B", False, "p-0124"),
    DeadlineSet("2026-11-18T19:00:00Z", "step", "house", ""),
    DeadlineSet("2026-11-18T19:00:00Z", "vote", "p-0123", "a wedding"),
    DeadlineSet("2026-11-18T19:00:00Z", "absence", "p-0123", ""),
    DeadlineSet("2026-11-18T19:00:00Z", "downtime", "house", ""),
    DeadlineSet(None, "step", "house", ""),
    TimeRanOut(["A", "B"], "default"),
    GamePaused("p-0123", "Christmas"),
    GameResumed("p-0123", ""),
    StepBegan(1, "00ff" * 16, []),
    StepBegan(2, "00ff" * 16, [3]),
]
