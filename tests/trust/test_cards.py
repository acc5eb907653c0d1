"""Dice, hidden cards and optional decisions: a true log holds, and every lie about them is named.

The page in the browser says the same, see tests/browser/test_verify_cards.py.
"""

from __future__ import annotations

import hmac
import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from games.trust.verifier import TABLES, Unusable, canonical, check, main, told
from tests.trust.copies import SMALL as WALLENSTEIN
from tests.trust.copies import Lie, Log, log_of, places, rehashed, written
from tests.trust.lies_about_cards import AT_ONCE, IN_THE_END, odd_payloads
from tests.trust.lies_about_deals import a_better_card, a_salt_that_the_house_chose
from tests.trust.lies_about_dice import a_die_turned
from tests.trust.pedlars import TABLE, VEIL, digest, half_a_fair, the_fair

# A deck that is drawn from for all to see and also dealt from: how many are left nobody could say.
OPEN_AND_HIDDEN = {
    "chance": {
        "goods_found": {"in": "draw", "label": "found", "of": "deck goods", "take": 1},
        "goods_dealt": {"in": "deal", "label": "goods {seat}", "deck": "goods"},
    }
}
# Piles that lie on each other are named one by one, each is a deck, and none is drawn from openly.
NO_PILES: list[dict[str, Any]] = [
    {"chance": {"goods_dealt": {"in": "deal", "label": "goods", "deck": piles}}}
    for piles in ([], ["goods", "coins"], ["goods", 1], [["goods"]], {"goods": 1}, None)
]
NO_PILES += [
    {
        "chance": {
            "goods_found": OPEN_AND_HIDDEN["chance"]["goods_found"],
            "goods_dealt": {"in": "deal", "label": "goods {seat}", "deck": ["goods"]},
        }
    }
]


def named_by_the_file(log: Log, *tables: object) -> int | None:
    """The entry the verifier names."""
    wrong = check(rehashed(log), tables=tables).wrong
    return wrong.seq if wrong else None


def test_a_fair_holds_with_its_table() -> None:
    report = check(written(the_fair()), tables=[TABLE])
    assert report.wrong is None
    assert report.verdict == "OK"
    assert report.over
    counts = (report.rolls, report.draws, report.deals, report.cards_open, report.dealt_again)
    assert counts == (5, 1, 5, 5, 5)
    assert (report.shown, report.questions, report.steps) == (4, 6, 5)
    text = "\n".join(told(report, "fair"))
    assert "  rules pedlars version 1\n" in text
    assert "rolls: 5, each made again die by die" in text
    assert "deals: 5, each made again under the veil" in text


@pytest.mark.parametrize("seat", ["A", "B", None])
def test_a_fair_holds_while_it_lasts(seat: str | None) -> None:
    report = check(written(half_a_fair(the_fair(), seat)), tables=[TABLE])
    assert (report.verdict, report.over, report.dealt_again) == ("OK", False, 0)
    assert (report.deals, report.cards_open, report.shown) == (5, 0 if seat is None else 2, 2)
    hidden = report.deals - report.cards_open
    assert f"{hidden} cards that are still hidden from you" in "\n".join(told(report, "fair"))


@pytest.mark.parametrize("lie", [*AT_ONCE, *IN_THE_END], ids=lambda lie: lie.__name__)
def test_a_lie_about_a_finished_fair_is_named(lie: Lie) -> None:
    log = the_fair()
    at = lie(log)
    assert named_by_the_file(log, TABLE) == at


@pytest.mark.parametrize("lie", AT_ONCE, ids=lambda lie: lie.__name__)
def test_a_lie_is_named_while_the_cards_are_hidden(lie: Lie) -> None:
    log = half_a_fair(the_fair(), None)
    at = lie(log)
    assert named_by_the_file(log, TABLE) == at


def test_a_payload_of_any_shape_is_judged_and_never_trips_the_verifier() -> None:
    verdicts = [check(data, tables=[TABLE]).verdict for data in odd_payloads()]
    assert len(verdicts) > 40
    assert verdicts.count("FAILED") > 35
    assert set(verdicts) <= {"FAILED", "OK"}


def test_these_are_more_than_fifty_lies() -> None:
    assert len(AT_ONCE) + len(IN_THE_END) > 50
    assert len({*AT_ONCE, *IN_THE_END}) == len(AT_ONCE) + len(IN_THE_END)


def test_without_a_table_it_says_what_it_could_not_check() -> None:
    report = check(written(the_fair()))
    assert report.verdict == "NOT FULLY CHECKED"
    assert report.over
    unknown, uncounted = report.gaps
    assert unknown == (
        "no table for the game pedlars version 1: chain, seals, links and chance are proved,"
        " the order of facts and whom the game asks are not"
    )
    assert uncounted == (
        "no table names the cards of the deck goods: its deals are proved by digest and salt alone"
    )
    assert (report.rolls, report.deals, report.shown, report.dealt_again) == (5, 5, 4, 0)


@pytest.mark.parametrize("lie", [a_die_turned, a_salt_that_the_house_chose])
def test_without_a_table_chance_and_salts_are_proved(lie: Lie) -> None:
    log = the_fair()
    at = lie(log)
    assert named_by_the_file(log) == at


def test_without_a_table_nobody_knows_the_deck() -> None:
    log = the_fair()
    a_better_card(log)
    assert check(rehashed(log)).verdict == "NOT FULLY CHECKED"


def test_a_label_belongs_to_one_device_in_a_step() -> None:
    """A roll under the label of a deal would have a number that the deal should have."""
    log = the_fair()
    at, deal = next((e["seq"], e["payload"]["deal"]) for e in log[1:] if e["kind"] == "goods_dealt")
    deal["stream"] = "weather 2"
    wrong = check(rehashed(log)).wrong
    assert wrong is not None
    told_of = "weather is the dice's in this step, and not the veil's"
    assert (wrong.seq, wrong.reason) == (at, told_of)


def test_a_fork_keeps_the_veil_and_salts_later_cards_by_its_own_name() -> None:
    log = the_fair(fork="fair again")
    report = check(written(log), tables=[TABLE])
    assert (report.verdict, report.dealt_again) == ("OK", 5)
    assert [*report.games.values()] == ["fair", "fair again"]
    at = places(log, "goods_dealt")[3]
    salt = hmac.digest(VEIL, canonical(["veiled", "fair", "card 5"]), "sha256").hex()
    log[at]["secret"]["salt"] = salt
    log[at]["secret_digest"] = digest(salt, log[at]["secret"]["answer"])
    wrong = check(rehashed(log), tables=[TABLE]).wrong
    assert wrong is not None
    assert (wrong.seq, wrong.reason) == (at, "the server chose the salt of a hidden card")


def test_a_table_that_says_less_proves_less_and_says_so() -> None:
    table = deepcopy(TABLE)
    del table["rulesets"]["pedlars"]["asks"]
    report = check(written(the_fair()), tables=[table])
    assert (report.verdict, report.dealt_again, report.questions) == ("OK", 5, 0)
    text = "\n".join(told(report, "fair"))
    assert "  - the order of facts: the table of this game does not tell it" in text
    assert "  - whom the game asks: the table of this game does not tell it" in text
    assert "throws: " not in text


def test_a_table_comes_with_the_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, table = tmp_path / "fair.wlog.jsonl", tmp_path / "pedlars.json"
    log.write_bytes(written(the_fair()))
    table.write_text(json.dumps(TABLE), "utf-8")
    assert main([str(log), "--brief"]) == 2
    assert main([str(log), "--brief", "--table", str(table)]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith(f"ok {log} events=")
    table.write_text('{"rulesets": []}', "utf-8")
    assert main([str(log), "--table", str(table)]) == 2
    assert "the table of the game is not written as it should be" in capsys.readouterr().err


@pytest.mark.parametrize(
    "part",
    [
        {"over": None},
        {"seats": 2},
        {"course": "chess"},
        {"chance": {"weather_rolled": {"in": "dice", "label": "weather"}}},
        {"chance": {"weather_rolled": {"in": "roll"}}},
        {"chance": {"goods_dealt": {"in": "deal", "label": "goods", "deck": "coins"}}},
        {"asks": {"round_began": [{"decision": "{round}"}]}},
        OPEN_AND_HIDDEN,
        {"expansions": {"winter": {"versions": [1], **OPEN_AND_HIDDEN}}},
        *NO_PILES,
        {"course": "loewenherz"},
    ],
)
def test_a_table_that_is_none_accuses_nobody(part: dict[str, object]) -> None:
    table = deepcopy(TABLE)
    table["rulesets"]["pedlars"].update(part)
    with pytest.raises(Unusable, match="not written as it should be"):
        check(written(the_fair()), tables=[table])


def test_a_pile_is_dealt_from_when_those_above_it_are_empty() -> None:
    log, dealt = the_fair(), {"in": "deal", "label": "goods {seat}"}
    for piles, entry in (
        (["goods"], None),
        (["none", "goods"], None),
        (["goods", "more"], None),
        (["more", "goods"], next(e["seq"] for e in log[1:] if e["kind"] == "goods_dealt")),
    ):
        table = deepcopy(TABLE)
        rules = table["rulesets"]["pedlars"]
        rules["decks"].update(none=[], more=["amber"])
        rules["chance"]["goods_dealt"] = {**dealt, "deck": piles}
        assert named_by_the_file(log, table) == entry


def test_a_table_cannot_tell_of_a_known_game_otherwise() -> None:
    own = {"alike": {}, "rulesets": {"wallenstein-2010": TABLES["rulesets"]["wallenstein-2010"]}}
    assert check(WALLENSTEIN.read_bytes(), tables=[own]).verdict == "OK"
    other = {"alike": {"turned": 5}, "rulesets": {"wallenstein-2010": {**own["alike"]}}}
    with pytest.raises(Unusable, match="not written as it should be"):
        check(WALLENSTEIN.read_bytes(), tables=[other])
    changed = {**TABLES["rulesets"]["wallenstein-2010"], "turned": 5}
    with pytest.raises(Unusable, match="tells of wallenstein-2010 otherwise"):
        check(
            WALLENSTEIN.read_bytes(),
            tables=[{"alike": {}, "rulesets": {"wallenstein-2010": changed}}],
        )


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("wallenstein-log/3", "this log is of format 3; this program reads 1 and 2: take the new"),
        ("wallenstein-log/12", "this log is of format 12; this program reads 1 and 2"),
        ("wallenstein-log/two", "this is no log of the format wallenstein-log/1"),
        ("chess-log/3", "this is no log of the format wallenstein-log/1"),
        (3, "this is no log of the format wallenstein-log/1"),
    ],
)
def test_a_newer_format_is_named(name: object, problem: str) -> None:
    log = the_fair()
    log[0]["format"] = name
    with pytest.raises(Unusable, match=problem):
        check(rehashed(log))


def test_copies_of_before_refuse_the_format_by_its_name() -> None:
    """They say that this is no log of the format wallenstein-log/1, and exit with 2.

    They look at nothing else of a header, so that no other sentence can come of it.
    """
    assert the_fair()[0]["format"] == "wallenstein-log/2"
    known = {name: rules["format"] for name, rules in TABLES["rulesets"].items()}
    assert {name for name, number in known.items() if number == 1} == {
        "wallenstein-2002",
        "wallenstein-2010",
    }


def test_wallenstein_is_written_in_the_first_format_for_ever() -> None:
    log = log_of(WALLENSTEIN)
    log[0]["format"] = "wallenstein-log/2"
    assert named_by_the_file(log) == 0


def test_the_first_format_has_no_veil() -> None:
    log = log_of(WALLENSTEIN)
    at = places(log, "step_began")[1]
    log.insert(at, {**log[1], "kind": "veil_lifted", "payload": {"veil": "00" * 32}})
    assert named_by_the_file(log) == at
