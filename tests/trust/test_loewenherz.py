"""Engine and verifier of one file prove games of Löwenherz, and believe no lie about them."""

from __future__ import annotations

from itertools import islice

import pytest

from engine.kernel.log import LogError, read_log, write_log
from engine.kernel.verify import Disproved, verify
from engine.loewenherz.board import LANDMARKS, MINES, SHUFFLED, TILES, WORTH
from engine.loewenherz.cards import CARDS, HAND, PILES
from engine.loewenherz.land import BORDERS
from engine.loewenherz.state import APART, DUCATS, GOALS, KNIGHTS, castles_each
from engine.registry import newest
from games.trust.pages import audit_text
from games.trust.verifier import TABLES, Unusable, check
from tests.contract.tables import file_of
from tests.trust.agreement import entry_named_by_the_engine, entry_named_by_the_file
from tests.trust.handed_out import program
from tests.trust.lies_about_loewenherz import LIES
from tests.trust.loewenherz_games import (
    LOEWENHERZ,
    PLAYERS,
    by_the_deck,
    by_the_goal,
    cuts,
    in_the_dark,
    whole_game,
)

HONEST = [(players, f"honest {number}") for number in range(20) for players in PLAYERS]
# Of a header with an unknown version or option the file says that it cannot tell.
CANNOT_TELL = {"header: another version", "header: an option"}


@pytest.mark.parametrize(("players", "name"), HONEST)
def test_an_honest_game_is_proved(players: int, name: str) -> None:
    table = whole_game.__wrapped__(players, name)
    log = file_of(table.game, table.entries)
    report = check(log)
    assert (report.verdict, report.over, report.gaps, report.untold) == ("OK", True, [], [])
    assert (report.deals, report.dealt_again, report.draws, report.rolls) == (60, 60, 1, 1)
    assert entry_named_by_the_engine(log) is None
    for _, early in cuts(table, 25):
        assert (check(early).verdict, check(early).over) == ("OK", False)


def test_a_game_is_proved_at_its_questions_to_every_reader() -> None:
    for table in (by_the_deck(), by_the_goal()):
        assert check(file_of(table.game, table.entries)).verdict == "OK"
        for _, early in cuts(table, 4):
            assert check(early).verdict == "OK"
    header, entries = in_the_dark()
    assert entry_named_by_the_engine(b"".join(write_log(header, entries))) is None


def test_the_games_tell_of_everything_that_lies_are_told_about() -> None:
    kinds = {entry.kind for table in (by_the_deck(), by_the_goal()) for entry in table.entries}
    assert kinds >= {"deserter_asked", "knight_deserted", "alliance_made", "monopoly_won"}
    assert kinds >= {"goal_reached", "ducats_scored", "deck_emptied", "market_card_taken"}
    for table in (by_the_deck(), by_the_goal()):
        ordered = [e for e in table.entries if e.payload.get("ordered")]
        assert ordered


# Each of them takes a game: `make soak` tells all of them, and every other run its share.
@pytest.mark.parametrize("step", [pytest.param(1, marks=pytest.mark.soak), 4])
@pytest.mark.parametrize(
    ("about", "least"),
    [("a goal", 450), ("a deck", 70), ("deals", 95), ("headers", 10), ("the dark", 300)],
)
def test_every_lie_is_refused_by_engine_and_file(about: str, least: int, step: int) -> None:
    names, believed = set(), []
    for name, header, entries in islice(LIES[about](), 0, None, step):
        assert name not in names
        names.add(name)
        log = [*write_log(header, entries)]
        try:
            verify(*read_log(log))
            believed.append(f"{name}, by the engine")
        except (Disproved, LogError):
            pass
        try:
            verdict = check(b"".join(log)).verdict
        except Unusable:
            continue
        if verdict != ("NOT FULLY CHECKED" if name in CANNOT_TELL else "FAILED"):
            believed.append(f"{name}, by the file")
    assert believed == []
    assert len(names) >= least // step


def test_a_wrong_score_is_named_at_its_entry_in_the_dark() -> None:
    for name, header, entries in LIES["the dark"]():
        if name.startswith("wrong_scores"):
            data = b"".join(write_log(header, entries))
            seq = int(name.split()[2].rstrip(":")) + 1
            assert entry_named_by_the_file(data) == seq, name
            assert entry_named_by_the_engine(data) == seq, name


WHY = {
    "domain_arose": "points of domain_arose should be ",
    "card_sold": "ducats of card_sold should be ",
    "card_dealt": "the card is not dealt from what is left of its deck",
    "border_placed": "no border may be placed at a0",
}


def test_a_lie_is_refused_for_what_it_is() -> None:
    reasons: dict[str, str] = {}
    wanted = ("points one more", "ducats one more", "another pile", "border a0")
    for name, header, entries in LIES["the dark"]():
        if name.endswith(wanted):
            wrong = check(b"".join(write_log(header, entries))).wrong
            assert wrong is not None
            reasons.setdefault(name.split()[1], wrong.reason)
    assert {kind for kind, reason in WHY.items() if not reasons[kind].startswith(reason)} == set()


def test_the_file_that_is_handed_out_knows_the_game() -> None:
    table, file = by_the_goal(), program()
    assert file.check(file_of(table.game, table.entries)).verdict == "OK"


def test_the_table_is_as_printed() -> None:
    rules = TABLES["rulesets"][LOEWENHERZ]
    assert rules["decks"] == {"tiles": [*SHUFFLED], **{name: [*p] for name, p in PILES.items()}}
    assert rules["chance"]["card_dealt"]["deck"] == [*PILES]
    assert rules["tiles"] == {name: [*rows] for name, rows in TILES.items()}
    assert rules["cards"] == {
        name: {"actions": dict(card.actions), "price": card.price, "sale": card.sale}
        for name, card in CARDS.items()
    }
    assert (rules["worth"], rules["mines"], rules["landmarks"]) == (WORTH, MINES, LANDMARKS)
    numbers = [rules[part] for part in ("hand", "ducats", "borders", "knights", "apart")]
    assert numbers == [HAND, DUCATS, BORDERS, KNIGHTS, APART]
    assert rules["goals"] == {str(players): goal for players, goal in GOALS.items()}
    assert rules["castles"] == {str(players): castles_each(players) for players in PLAYERS}


def test_the_page_for_sceptics_lists_cards_and_tiles_as_printed() -> None:
    page = audit_text().decode()
    section = page.partition("## Tables of loewenherz-2003")[2].partition("\n## ")[0]
    for letter in PILES:
        cards = [card for card in CARDS.values() if card.letter == letter]
        listed = "; ".join(f"`{c.name}` {c.copies}/{c.price}/{c.sale}" for c in cards)
        assert f"| `{letter}` | {listed} |\n" in section
    for name, rows in TILES.items():
        assert f"{name:6} = {' '.join(rows)}\n" in section
    kinds = {event.kind for event in newest(LOEWENHERZ).events}
    assert {kind for kind in kinds if f"`{kind}`" not in section} == set()
