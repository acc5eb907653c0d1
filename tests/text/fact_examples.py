"""An example of every fact that can be told, and of every way to tell it."""

from typing import Any

from engine.kernel.core import Event
from engine.kernel.journal import (
    JOURNAL,
    AnswerSealed,
    AnswerWithdrawn,
    DeadlineSet,
    ExtensionProposed,
    ExtensionVoted,
    ForkBegan,
    GameForked,
    GamePaused,
    GameResumed,
    HostChanged,
    PlayerReplaced,
    SeatTaken,
    StepBegan,
    SubstituteNamed,
    TimeRanOut,
    VeilLifted,
)
from engine.kernel.reasons import (
    ACCOUNT_DELETED,
    AGREED,
    AWAY,
    BACK_AGAIN,
    BY_SCHEDULE,
    SERVICE_DOWN,
)
from engine.registry import WALLENSTEIN_2010, WALLENSTEINS
from engine.wallenstein import action_events, battle_events, draft, events, fill, winter
from engine.wallenstein.board import ACTIONS, COUNTIES, EVENTS, TILES
from engine.wallenstein.edition_2002 import facts as first_edition
from engine.wallenstein.emperors_court import facts as court
from engine.wallenstein.emperors_court.cards import FAVORS
from engine.wallenstein.gains import GAINS
from engine.wallenstein.landsknechte import banners

Fact = Event[Any]
ACCOUNTS = [ruleset.vocabulary().accounts for ruleset in (WALLENSTEIN_2010, *WALLENSTEINS)]
PHASES = dict.fromkeys(phase for accounts in ACCOUNTS for phase in accounts.phases)


def drawn(*items: str) -> dict[str, Any]:
    return {"stream": "test 1", "from": sorted(items), "drawn": list(items)}


def read(kind: str, **payload: Any) -> Fact:
    """A fact of the journal as it was stored before everybody was asked for a reason."""
    return JOURNAL.decode(kind, 1, payload)


def battle(outcome: str, fell: tuple[int, int], defender: str | None = "B") -> Fact:
    return battle_events.BattleDecided(
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
    *(events.PhaseBegan(phase) for phase in (*PHASES, "a_phase_of_an_expansion")),
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
    *(
        action_events.ActionPassed("A", action, card)
        for action in ACTIONS
        for card in ("coin", None)
    ),
    action_events.ActionSkipped("A", "build_palace", "anhalt", "no_money"),
    action_events.ActionSkipped("A", "build_church", "anhalt", "building_there"),
    action_events.ActionSkipped("A", "build_trading_post", "anhalt", "no_free_city"),
    action_events.ActionSkipped("A", "build_trading_post", "anhalt", "no_tile_left"),
    action_events.ActionSkipped("A", "deploy_5", "anhalt", "no_armies_left"),
    action_events.ActionSkipped("A", "deploy_3", "anhalt", "no_money"),
    action_events.ActionSkipped("A", "collect_taxes", "anhalt", "county_lost"),
    action_events.ActionSkipped("A", "combat_a", "anhalt", "one_army_must_stay"),
    action_events.ActionSkipped("A", "combat_b", "anhalt", "nowhere_to_go"),
    action_events.BuildingBuilt("A", "build_palace", "anhalt", "palace", 3, 0),
    action_events.BuildingBuilt("A", "build_church", "anhalt", "church", 2, 0),
    action_events.BuildingBuilt("A", "build_trading_post", "anhalt", "trading_post", 1, 1),
    action_events.GrainCollected("A", "collect_grain", "anhalt", 4),
    action_events.TaxesCollected("A", "collect_taxes", "anhalt", 6),
    action_events.RevoltMarkerAdded("A", "anhalt"),
    action_events.ArmiesDeployed("A", "deploy_5", "anhalt", 5, 3),
    action_events.MarchDeclined("A", "combat_a", "anhalt"),
    *(action_events.ArmiesMoved("A", "combat_a", county, "anhalt", 2) for county in COUNTIES),
    *(action_events.ArmiesMoved("A", "combat_a", "anhalt", county, 1) for county in COUNTIES),
    battle_events.AttackMade("A", "combat_a", "anhalt", "kursachsen", 4, "B", 3, {}),
    battle_events.AttackMade("A", "combat_a", "anhalt", "kursachsen", 1, "B", 1, {"A": 1, "B": 2}),
    battle_events.AttackMade("A", "combat_a", "anhalt", "kursachsen", 1, None, 0, {"peasants": 2}),
    *(
        battle_events.RevoltBrokeOut("A", "anhalt", cause, 3, 1)
        for cause in ("winter", "collect_grain", "collect_taxes")
    ),
    battle_events.TowerThrown(THROW),
    battle_events.TowerThrown({"stream": "throw 1", "thrown": {}, "lodged": {}, "fell": {}}),
    battle("attacker", (3, 2)),
    battle("defender", (2, 3)),
    battle("tie", (2, 2)),
    battle("tie", (0, 0), None),
    battle("defender", (0, 1), None),
    battle_events.RevoltDecided("A", "anhalt", 3, 1, True, 2, {}),
    battle_events.RevoltDecided("A", "saechsische_lande", 1, 1, False, 0, {}),
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
    AnswerSealed("1.spring.plan.A", "A", "relay"),
    AnswerSealed("1.spring.combat_b.A", "A", "house"),
    AnswerSealed("0.setup.pick12.again.A", "A", "bot random"),
    AnswerSealed("odd", "A", "seat"),
    AnswerWithdrawn("2.winter.revolt_order.A", "A"),
    AnswerWithdrawn("0.setup.draft.A", "A"),
    SeatTaken("A", "p-0123"),
    SeatTaken("B", "bot marshal"),
    PlayerReplaced("A", "p-0124", "p-0123", "moved away"),
    SubstituteNamed("A", "p-0124", "p-0123", "a journey"),
    SubstituteNamed("A", None, "p-0123", BACK_AGAIN),
    read("substitute_named", seat="A", player="p-0124", by="p-0123"),
    HostChanged("p-0124", "p-0123", "moved away"),
    HostChanged(None, "p-0123", ACCOUNT_DELETED),
    ExtensionProposed("A", 24, "p-0123", "a wedding"),
    ExtensionVoted("B", True, "p-0124", AGREED),
    ExtensionVoted("B", False, "p-0124", "we leave tomorrow"),
    read("extension_voted", seat="B", yes=False, by="p-0124"),
    DeadlineSet("2026-11-18T19:00:00Z", "step", "house", BY_SCHEDULE),
    DeadlineSet("2026-11-18T19:00:00Z", "vote", "p-0123", "a wedding"),
    DeadlineSet("2026-11-18T19:00:00Z", "absence", "p-0123", AWAY),
    DeadlineSet("2026-11-18T19:00:00Z", "downtime", "house", SERVICE_DOWN),
    DeadlineSet(None, "step", "house", BY_SCHEDULE),
    read("deadline_set", deadline=None, reason="step", by="house", why=""),
    TimeRanOut(["A", "B"], "default"),
    GamePaused("p-0123", "Christmas"),
    GameResumed("p-0123", "all are back"),
    read("game_resumed", by="p-0123", why=""),
    GameForked("xk3p9m2qrt", 4, "p-0123", "a revolt was counted twice"),
    ForkBegan("xk3p9m2qrt", "bcd2345678", 4, "00ff" * 16, "p-0123", "a revolt was counted twice"),
    *(banners.BonusTaken("B", 3, bonus, n, {}) for bonus in GAINS for n in (0, 1, 2)),
    banners.PilesRestored(),
    court.CourtiersArrived({"A": 3, "B": 0}),
    court.FavorsLaid({"stream": "favors 1", "from": list(FAVORS), "drawn": [5, 21, 10]}),
    court.CourtiersSent("A", "convert_3", "anhalt", 3, {}),
    court.CourtiersSent("A", "convert_1", "tower", 1, {"A": 1}),
    court.NobodySent("A", "convert_2", "anhalt", "too_few_armies"),
    court.NobodySent("A", "convert_2", "tower", "too_few_courtiers"),
    court.AudienceBegan("A", 1),
    court.AudienceBegan("A", 5),
    *(court.FavorTaken("A", card, 2) for card in FAVORS),
    court.FavorDeclined("A"),
    *(court.FavorGained("A", 2, gain, n, {}) for gain in GAINS for n in (1, 2)),
    *(court.EventCancelled("A", card) for card in EVENTS),
    court.MarkerRemoved("A", "anhalt"),
    court.WardKept("A"),
    court.MarkerWardedOff("A", "anhalt"),
    court.BuildingGranted("A", 7, "anhalt", "trading_post", 1),
    court.BuildingGranted("A", 17, "anhalt", "church", 0),
    court.BuildingGranted("A", 21, "anhalt", "palace", 0),
    *(court.ProtectionGranted("A", card) for card in (10, 11, 18)),
    court.ArmiesGranted("A", "anhalt", 3, False),
    court.ArmiesGranted("A", "anhalt", 1, True),
    court.FavorWasted("A", 4),
    court.CourtClosed([]),
    court.CourtClosed([5]),
    court.CourtClosed([16, 9, 2]),
    court.ProtectionEnded(),
    events.BidsRevealed({"A": "tower", "B": 0}, {}, [drawn("B", "A")], ["B", "A"]),
    action_events.ActionPassed("A", "combat_a", "tower"),
    first_edition.OrderDrawn(drawn("C", "A", "B")),
    first_edition.BoxesLeftEmpty("A", ["combat_a"]),
    first_edition.BoxesLeftEmpty("B", ["build_palace", "combat_a", "combat_b"]),
    first_edition.DefenceChosen("B", "kursachsen", 1, 2),
    first_edition.DefenceChosen("B", "saechsische_lande", 0, 1),
    first_edition.DefenceChosen("B", "kursachsen", 3, 0),
    first_edition.ReserveReturned("B", "kursachsen", 2, False),
    first_edition.ReserveReturned("B", "kursachsen", 1, False),
    first_edition.ReserveReturned("B", "anhalt", 2, True),
    first_edition.ReserveReturned("B", "anhalt", 1, True),
    first_edition.FeePaid("A", "deploy_1_move", "anhalt", 1),
    events.ChoiceAsked("1.spring.empty_boxes.A", "empty_boxes", "A", {"count": 2}),
    events.ChoiceAsked("1.spring.defence_winter_anhalt.A", "defence", "A", {"county": "anhalt"}),
    StepBegan(1, "00ff" * 16, []),
    StepBegan(2, "00ff" * 16, [3]),
    VeilLifted("00ff" * 16),
]
