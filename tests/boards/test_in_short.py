"""The head of a report: what changed hands, the odds, the boxes, who leads; and no secret."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest
from django.utils.translation import override

from engine.devices.tower import TOWERS
from engine.kernel.core import Event
from engine.kernel.game import Position, decode, new_game
from engine.kernel.log import Entry, visible
from engine.text.voice import PlainVoice
from engine.wallenstein.action_events import ActionFact, ActionSkipped, MarchDeclined
from engine.wallenstein.battle_events import AttackMade, BattleDecided, RevoltDecided
from engine.wallenstein.board import ACTIONS, PEASANTS
from engine.wallenstein.emperors_court.facts import FavorTaken
from engine.wallenstein.fight import extra_cubes, peasants_join
from engine.wallenstein.landsknechte.banners import BonusTaken
from engine.wallenstein.odds import against_neutral, against_player
from engine.wallenstein.score import winter_scores
from engine.wallenstein.state import State, added
from engine.wallenstein.winter import WinterScored
from engine.wallenstein.words.names import ACTION_NAMES, county_name, in_region
from engine.wallenstein.words.voice import Voice
from games.boards import board_of
from games.boards.in_short import BAD, GOOD, InShort, Passage
from games.boards.plain import plain_board
from games.boards.plain.story import PlainReader
from games.boards.race import PointsRace, RaceTeller
from games.boards.wallenstein.short.fights import fights, planning_state, surprises
from games.boards.wallenstein.short.head import MOST_FIGHTS
from games.boards.wallenstein.short.upsets import percent
from tests.boards.walks import EVERY_KEY, ruleset_named, walk
from tests.play.tables import RULESET, TABLES, Of, Table, set_table, table_name

NAMES = {"A": "anna", "B": "bert", "C": "cora", "D": "dirk", "E": "emil"}
TOWER = next(iter(TOWERS.values()))
FIVE = Of(5, "default", "orders")
# Tables at which Anna wins a county in the very first season, after each kind of set-up.
FIRST_SPRINGS = [
    of
    for of in TABLES
    if table_name(of)
    in (
        "3p-draft-orders",
        "4p-default-orders-2002",
        "4p-draft-ask-2002",
        "4p-default-orders-emperors_court",
    )
]


@dataclass(frozen=True)
class PlayedChapter:
    """A chapter of a game that was played, by its id."""

    chapter: str
    passage: Passage

    def short(self, seat: str | None = "A", language: str = "en", key: str = RULESET) -> InShort:
        with override(language):
            return board_of(key).story.in_short(self.passage, seat, language, NAMES)

    def lines(self, group: str, seat: str | None = "A") -> dict[str, tuple[str, str]]:
        """The lines of one group: text and tone by what they are about."""
        listed = [one for one in self.short(seat).groups if one.key == group]
        return {line.about: (line.text, line.tone) for one in listed for line in one.lines}


def chapters(table: Table, entries: list[Entry]) -> Iterator[PlayedChapter]:
    """A log, chapter by chapter."""
    position = began = new_game(table.game.ruleset, table.game.header)
    events: list[Event[State]] = []
    chapter = ""
    for entry in entries:
        event = decode(position.ruleset, entry)
        if opened := event.opens_chapter():
            yield PlayedChapter(chapter, _passage(events, began, position))
            chapter, began, events = opened, position, []
        events.append(event)
        position = position.after(entry)
    yield PlayedChapter(chapter, _passage(events, began, position))


def _passage(events: list[Event[State]], began: Position, ended: Position) -> Passage:
    return Passage(tuple(events), began.state, ended.state, TOWER)


@cache
def game(of: Of = FIVE) -> Table:
    """A whole game by chance, the same each time."""
    return set_table(of, "in short").play_out("in short")


@cache
def seasons(of: Of = FIVE) -> list[PlayedChapter]:
    """Its chapters without what came before the first."""
    return [one for one in chapters(game(of), game(of).entries) if one.chapter]


def owners(state: State) -> dict[str, str | None]:
    return {name: county.owner for name, county in state.counties.items()}


def called(seat: str | None) -> str:
    """An owner as Anna reads of them."""
    return "neutral" if seat is None else "you" if seat == "A" else NAMES[seat]


def test_what_changed_hands_is_who_owns_it_now_and_before() -> None:
    changed = 0
    for season in seasons():
        was, now = owners(season.passage.before), owners(season.passage.after)
        tones = {"A": GOOD}
        assert season.lines("hands") == {
            county_name(name): (
                f"{called(was[name])} → {called(now[name])}",
                tones.get(now[name] or "") or (BAD if was[name] == "A" else ""),
            )
            for name in was
            if was[name] != now[name]
        }
        changed += len(season.lines("hands"))
    assert changed > 5


@pytest.mark.parametrize("of", FIRST_SPRINGS, ids=table_name)
def test_the_first_season_is_compared_with_the_end_of_the_set_up(of: Of) -> None:
    setup, spring = list(chapters(game(of), game(of).entries))[:2]
    assert spring.chapter == "1.spring"
    assert setup.short("A", "en", of.ruleset).headline == "The counties are shared out."
    assert not setup.lines("hands", None)
    was, now = owners(setup.passage.after), owners(spring.passage.after)
    changed = [name for name in was if was[name] != now[name]]
    assert changed
    won = [name for name in changed if now[name] == "A"]
    both = Passage(
        (*setup.passage.events, *spring.passage.events),
        setup.passage.before,
        spring.passage.after,
        TOWER,
    )
    for season in (spring, PlayedChapter("", both)):
        assert list(season.lines("hands")) == [county_name(name) for name in changed]
        headline = season.short("A", "en", of.ruleset).headline
        assert headline.startswith(("You won ", "Against all odds: you took "))
        assert all(county_name(name) in headline for name in won)


def test_each_line_leads_to_the_event_that_tells_of_it() -> None:
    for season in seasons():
        for group in season.short().groups:
            for line in group.lines:
                if line.place is None:
                    continue
                event = season.passage.events[line.place]
                if group.key == "hands":
                    assert isinstance(event, BattleDecided | RevoltDecided)
                    assert county_name(event.county) == line.about
                if group.key == "fights":
                    assert isinstance(event, BattleDecided | RevoltDecided)
                if group.key == "scores":
                    assert isinstance(event, WinterScored)


@pytest.mark.parametrize("seat", list("ABCDE"))
def test_every_box_of_the_reader_is_accounted_for(seat: str) -> None:
    for season in seasons():
        acted = [
            event
            for event in season.passage.events
            if isinstance(event, ActionFact) and event.seat == seat
        ]
        lines = season.lines("boxes", seat)
        passed = lines.get("Passed", ("", ""))[0].split(", ") if "Passed" in lines else []
        names = {ACTION_NAMES[event.action]["en"] for event in acted}
        assert {*lines, *passed} - {"Passed"} == names
        assert names in (set(), {ACTION_NAMES[action]["en"] for action in ACTIONS})
        for event in acted:
            if isinstance(event, ActionSkipped) and event.action != "deploy_1_move":
                text, tone = lines[ACTION_NAMES[event.action]["en"]]
                assert tone == BAD
                assert text.startswith(f"{county_name(event.county)}, ")


def test_a_battle_in_a_box_ends_as_the_tower_said() -> None:
    fought = 0
    for season in seasons():
        events = season.passage.events
        for place, event in enumerate(events):
            if isinstance(event, AttackMade):
                decided = next(e for e in events[place:] if isinstance(e, BattleDecided))
                text, tone = season.lines("boxes", event.seat)[ACTION_NAMES[event.action]["en"]]
                won = decided.outcome == "attacker"
                assert f"{decided.attackers_fell} : {decided.defenders_fell}" in text
                assert tone == (GOOD if won else BAD)
                fought += 1
    assert fought > 10


def test_odds_are_those_of_the_plan_and_those_of_the_battle() -> None:
    seen = 0
    for season in seasons():
        then, state = planning_state(season.passage), season.passage.before
        attacks: dict[str, tuple[int | None, int]] = {}
        for event in season.passage.events:
            if isinstance(event, AttackMade):
                now = win(state, event, event.armies)
                free = min(event.armies, then.counties[event.origin].armies - 1)
                ours = then.counties[event.county].owner == event.seat
                attacks[event.origin + event.county] = (
                    None if free < 1 or ours else win(then, event, free),
                    now,
                )
            state = event.apply(state)
        listed = {f.origin + f.county: f for f in fights(season.passage) if not f.is_revolt}
        assert {way: (one.planned, one.came) for way, one in listed.items()} == attacks
        seen += len(listed)
    assert seen > 10


def win(state: State, attack: AttackMade, armies: int) -> int:
    """The attacker's chance out of a hundred, put together from the rules."""
    target = state.counties[attack.county]
    allied = peasants_join(state, state.rules, attack.county)
    battle = (
        against_player(attack.seat, target.owner, peasants_help=allied)
        if target.owner
        else against_neutral(attack.seat)
    )
    sides = added({attack.seat: armies}, {target.owner or PEASANTS: target.armies})
    cubes = added(sides, extra_cubes(state, state.rules, attack.seat, attack.county))
    thrown = added(state.tower.tray, cubes)
    return round(100 * battle.exact_shares(TOWER, thrown, state.tower.lodged).win)


def test_the_battles_farthest_from_their_odds_come_first() -> None:
    for season in seasons():
        every = list(fights(season.passage))
        first = surprises(season.passage, MOST_FIGHTS)
        assert len(first) <= MOST_FIGHTS
        assert [one.surprise for one in first] == sorted(
            (one.surprise for one in every if one.surprise > 50), reverse=True
        )[:MOST_FIGHTS]
        lines = [group for group in season.short().groups if group.key == "fights"]
        chances = [line.chances for group in lines for line in group.lines]
        assert [chance[-1].hundred for chance in chances] == [one.came for one in first]
    assert any(len(surprises(season.passage, MOST_FIGHTS)) > 1 for season in seasons())


def test_whoever_stays_has_done_nothing_wrong() -> None:
    stayed = 0
    for season in seasons():
        for seat in NAMES:
            marches = {
                event.action: event.county
                for event in season.passage.events
                if isinstance(event, MarchDeclined) and event.seat == seat
            }
            lines = season.lines("boxes", seat)
            for action, county in marches.items():
                if action != "deploy_1_move":
                    line = lines[ACTION_NAMES[action]["en"]]
                    assert line == (f"{county_name(county)}, nobody marched", "")
                    stayed += 1
    assert stayed


def majorities(state: State, seat: str) -> dict[str, int]:
    """The points of each majority of a seat, by its words."""
    score = winter_scores(state.seats, state.counties, state.rules.majorities)[seat]
    voice = Voice.of("en", NAMES)
    return {
        f"{voice.buildings(one['building'])} {in_region(one['region'], 'en')}": one["points"]
        for one in score["majorities"]
    }


def test_a_headline_tells_what_changed_most() -> None:
    heads = []
    for season in seasons():
        before, after = planning_state(season.passage), season.passage.after
        for seat in NAMES:
            headline = season.short(seat).headline
            heads.append(headline)
            assert headline.count(". ") < 3
            if season.chapter.endswith("winter"):
                continue
            was, now = majorities(before, seat), majorities(after, seat)
            for words in re.findall(r"You now have the most ([^.]+)\.", headline):
                assert now[words] > was.get(words, 0)
            for words in re.findall(r"You no longer have the most ([^.]+)\.", headline):
                assert was[words] > now.get(words, 0)
            if "as before" in headline:
                # A lead that is shared may be worth nothing.
                assert {words for words in was if was[words] != now.get(words, 0)} == set()
                assert owners(before).items() >= {
                    (name, owner) for name, owner in owners(after).items() if owner == seat
                }
    for sentence in (
        "You now have the most ",
        "You no longer have the most ",
        "You now share the lead in ",
        "If winter came now, you would lead with ",
        "If winter came now, you would share the lead with ",
        " would lead with ",
    ):
        assert any(sentence in head for head in heads), sentence
    assert sum("as before" in head for head in heads) * 4 < len(heads)


UPSETS = (
    (r"Against all odds: you took ([^(]+) \((.+) %\)", "attacker", "seat"),
    (r"Against all odds: \w+ took ([^(]+) from you \((.+) %\)", "attacker", "rival"),
    (r"You won ([^(,]+) \((.+) %\)", "attacker", "seat"),
    (r"A sure thing lost: your attack on ([^(]+) failed \((.+) %\)", "tie defender", "seat"),
    (r"Your attack on (.+) failed despite (.+) %", "defender", "seat"),
    (r"You held (.+), though \w+ had (.+) %", "defender", "rival"),
)


@pytest.mark.parametrize(("pattern", "outcomes", "mine"), UPSETS, ids=range(len(UPSETS)))
def test_a_battle_that_should_have_gone_otherwise_makes_a_headline(
    pattern: str, outcomes: str, mine: str
) -> None:
    upsets = 0
    for season in every_season():
        for seat in season.passage.after.seats:
            if upset := re.search(pattern, season.short(seat).headline):
                (fight,) = [
                    one
                    for one in fights(season.passage)
                    if county_name(one.county) == upset[1] and getattr(one, mine) == seat
                    if f"{one.came}" == upset[2].removeprefix("under ")
                ]
                assert fight.outcome in outcomes.split()
                assert (100 - fight.came if fight.won else fight.came) >= 60
                upsets += 1
    assert upsets


def test_what_hardly_anybody_would_have_bet_on_comes_first() -> None:
    for season in every_season():
        owner = owners(season.passage.after)
        for fight in fights(season.passage):
            if fight.is_revolt or season.chapter.endswith("winter"):
                continue
            if fight.won and fight.came <= 15 and owner[fight.county] == fight.seat:
                assert season.short(fight.seat).headline.startswith(
                    ("Against all odds: ", "A sure thing lost: ")
                )
                assert season.short(None).headline.startswith(
                    ("Against all odds: ", "A sure thing lost: ")
                )


def test_a_chance_is_never_none_and_never_all() -> None:
    for hundred, words in ((0, "under 1 %"), (1, "1 %"), (99, "99 %"), (100, "over 99 %")):
        assert percent(hundred) == words


def every_season() -> Iterator[PlayedChapter]:
    """The seasons of a few games of one ruleset."""
    for of in TABLES:
        if of.ruleset == RULESET:
            yield from seasons(of)


def test_a_winter_tells_of_points_revolts_and_places() -> None:
    seen: set[str] = set()
    for season in every_season():
        scored = [e for e in season.passage.events if isinstance(e, WinterScored)]
        for seat in season.passage.after.seats if scored else ():
            headline = season.short(seat).headline
            score = scored[0].scores[seat]
            assert headline.startswith(f"You scored {score['total']} point")
            own = sum(one["points"] for one in score["majorities"])
            assert (f", {own} of them for majorities" in headline) == bool(own)
            revolts = [e for e in season.passage.events if isinstance(e, RevoltDecided)]
            mine = [event for event in revolts if event.seat == seat]
            number = {0: "none of yours", 1: "one of your counties"}.get(
                len(mine), f"{len(mine)} of your counties"
            )
            assert (number in headline) == bool(revolts)
            lost = [county_name(event.county) for event in mine if not event.held]
            assert ("and you lost" in headline) == bool(lost)
            assert all(name in headline for name in lost)
            points = [player.points for player in season.passage.after.players.values()]
            most = f"with {max(points)} points"
            assert most in headline or "share the" in headline
            seen |= {words for words in WINTERS if words in headline}
    assert seen == set(WINTERS)


WINTERS = (
    *("none of yours", "and you held it", "and you held them", "and you lost ", "you went from "),
    *("You lead with ", " leads with ", "You won with ", " won with ", " behind."),
)


def race_told(points: dict[str, int], seat: str | None, *winners: str) -> tuple[str, str, str]:
    """A race in both forms."""
    teller = RaceTeller(PointsRace(points, winners), seat, PlainVoice.of("en", NAMES))
    line = teller.line(f"{teller.race.most} points")
    return line.about, line.text, teller.sentence()


def test_a_race_is_told_in_one_line() -> None:
    points = {"A": 29, "B": 25, "C": 29, "D": 11, "E": 11}
    alone = {**points, "C": 25}
    assert race_told(alone, "A") == (
        *("You", "29 points, 4 ahead of bert and cora"),
        "You lead with 29 points, 4 ahead of bert and cora.",
    )
    assert race_told(alone, "D") == (
        *("Anna", "29 points; you are 4th, 18 behind"),
        "Anna leads with 29 points; you are 4th, 18 behind.",
    )
    assert race_told(alone, None) == (
        *("Anna", "29 points, 4 ahead of bert and cora"),
        "Anna leads with 29 points, 4 ahead of bert and cora.",
    )
    assert race_told(points, "C") == (
        *("Anna and you", "29 points, 4 ahead of bert"),
        "You share the lead with anna.",
    )
    assert race_told(points, "B") == (
        *("Anna and cora", "29 points; you are 3rd, 4 behind"),
        "Anna and cora lead with 29 points; you are 3rd, 4 behind.",
    )
    # More than two are not named one by one.
    assert race_told({**dict.fromkeys("BCDE", 1), "A": 3}, "A")[1:] == (
        "3 points, 2 ahead of everybody else",
        "You lead with 3 points, 2 ahead of everybody else.",
    )


def test_the_end_of_a_race_may_be_decided_by_something_else_than_points() -> None:
    points = {"A": 29, "B": 25, "C": 29}
    assert race_told(points, "A", "A") == ("You", "29 points", "You won with 29 points.")
    assert race_told(points, "C", "A") == (
        *("Anna", "29 points; you are 2nd, level on points"),
        "Anna won with 29 points; you came 2nd, level on points.",
    )
    assert race_told(points, "B", "A", "C") == (
        *("Anna and cora", "29 points; you are 3rd, 4 behind"),
        "Anna and cora won together with 29 points; you came 3rd, 4 behind.",
    )
    assert race_told(points, "A", "A", "C")[2] == "You share the victory with cora."
    assert race_told(points, None, "A")[2] == "Anna won with 29 points."
    assert race_told({"A": 3, "B": 2}, None, "A")[2] == "Anna won with 3 points, 1 ahead of bert."
    assert race_told({"A": 0, "B": 0}, None)[2] == "Anna and bert lead with 0 points."


def test_favours_and_landsknechte_have_lines_of_their_own() -> None:
    of = Of(4, "default", "orders", RULESET, ("emperors_court", "landsknechte"))
    lines = 0
    for season in seasons(of):
        given = [
            event.seat
            for event in season.passage.events
            if isinstance(event, FavorTaken | BonusTaken)
        ]
        groups = [one for one in season.short(None).groups if one.key == "favours"]
        listed = [line for group in groups for line in group.lines]
        assert [line.about for line in listed] == [NAMES[seat].capitalize() for seat in given]
        assert all(line.text.startswith(("favour card ", "landsknechte: ")) for line in listed)
        lines += len(listed)
    assert lines > 5


def test_a_winter_is_planned_by_nobody() -> None:
    winters = [season for season in seasons() if season.chapter.endswith("winter")]
    assert len(winters) == 2
    for season in winters:
        assert all(fight.planned is None for fight in fights(season.passage))
        assert season.lines("boxes") == {}
        assert len(season.lines("scores")) == 5
        assert "You scored " in season.short().headline


def test_who_would_lead_is_who_leads_when_winter_comes() -> None:
    story = board_of(RULESET).story
    for season in seasons():
        state = season.passage.before
        for event in season.passage.events:
            before, state = state, event.apply(state)
            if isinstance(event, WinterScored):
                points = {seat: player.points for seat, player in state.players.items()}
                assert story.lead(before) == points
        lead = story.lead(season.passage.after)
        *others, last = [NAMES[seat] for seat in lead if lead[seat] == max(lead.values())]
        best = f"{', '.join(others)} and {last}" if others else last
        (title,) = [group.title for group in season.short(None).groups if group.key == "lead"]
        scored = "Who leads" if season.passage.after.result is None else "Who won"
        assert (title == scored) == season.chapter.endswith("winter")
        assert list(season.lines("lead", None)) == [best.capitalize()]


def test_the_reader_is_you_and_nobody_else_is() -> None:
    for season in seasons():
        for seat, name in NAMES.items():
            text = repr(season.short(seat))
            assert name not in text
        assert "you" not in repr(season.short(None)).lower()
        assert season.lines("boxes", None) == {}
        assert not any(line.mine for group in season.short(None).groups for line in group.lines)


@pytest.mark.parametrize("of", TABLES, ids=table_name)
def test_every_table_is_told_in_short_from_its_public_log_alone(of: Of) -> None:
    table = game(of)
    public = list(visible(table.entries, None, finished=False))
    assert all(entry.secret is None for entry in public)
    for one, other in zip(chapters(table, table.entries), chapters(table, public), strict=True):
        for seat in ("B", None):
            for language in ("en", "de"):
                short = one.short(seat, language, of.ruleset)
                assert short == other.short(seat, language, of.ruleset)
                assert short.headline
                assert all(line.about for group in short.groups for line in group.lines)


@pytest.mark.parametrize("key", EVERY_KEY)
def test_any_game_is_told_by_its_points(key: str) -> None:
    story = plain_board(ruleset_named(key)).story
    stops = [(stop.table.game.state, stop.view(None)["points"]) for stop in walk(key)]
    (first, was), (last, now) = stops[0], stops[-1]
    short = story.in_short(Passage((), first, last), "A", "en", NAMES)
    lines = {group.key: {line.about: line for line in group.lines} for group in short.groups}
    called = {seat: "You" if seat == "A" else NAMES[seat].capitalize() for seat in now}
    assert {name: line.text for name, line in lines.get("scores", {}).items()} == {
        called[seat]: f"{was[seat]} → {now[seat]}" for seat in now if was[seat] != now[seat]
    }
    leader = max(now, key=lambda seat: now[seat])
    assert f"1st, {now[leader]} point" in lines["lead"][called[leader]].text
    assert "You" in lines["lead"]


@pytest.mark.parametrize("key", EVERY_KEY)
def test_the_last_head_of_any_game_says_who_won(key: str) -> None:
    story = plain_board(ruleset_named(key)).story
    before, *_others, end = [stop.table.game for stop in walk(key)]
    assert end.finished
    view = end.ruleset.view(end.state, None)
    for language, title in (("en", "Who won"), ("de", "Wer gewonnen hat")):
        with override(language):
            short = story.in_short(Passage((), before.state, end.state), None, language, NAMES)
        (group,) = [group for group in short.groups if group.key == "lead"]
        assert group.title == title
        winners = [NAMES[seat].capitalize() for seat in view["points"] if seat in view["winners"]]
        assert [line.about for line in group.lines] == winners
        assert short.groups[-1] is group


def test_a_winner_by_another_rule_stands_before_more_points() -> None:
    reader = PlainReader("A", PlainVoice.of("en", NAMES))
    lines = list(reader.leaders({"A": 5, "B": 5, "C": 7}, ["B"]))
    assert [(line.about, line.text) for line in lines] == [
        ("You", "3rd, 5 points"),
        (NAMES["B"].capitalize(), "1st, 5 points"),
    ]
    running = list(reader.leaders({"A": 5, "B": 5, "C": 7}, []))
    assert [line.text for line in running] == ["2nd, 5 points", "1st, 7 points"]
