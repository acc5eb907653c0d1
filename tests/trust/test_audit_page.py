"""The tables of the verifiers are those of docs/audit.md, and its attacks are those we try."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.journal import JOURNAL
from games.trust.verifier import TABLES
from games.trust.verifier.tables import COMMON, MEMBERS, NEEDED, rulesets_of

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "audit.md").read_text("utf-8")
# The editions of Wallenstein; what another game has beyond it stands with its own tables.
EDITIONS: Any = {
    name: rules for name, rules in TABLES["rulesets"].items() if rules["course"] == "wallenstein"
}
EXPANSIONS: Any = EDITIONS["wallenstein-2010"]["expansions"]
OF_2010, OF_2002 = "## Tables of wallenstein-2010", "## Tables of wallenstein-2002"
# How the page marks what only one edition or expansion has.
COURT = "Emperor's Court"
MARKS = {"2010": "wallenstein-2010", "2002": "wallenstein-2002"}


def part(heading: str) -> str:
    """What stands under a heading, up to the next one of any rank."""
    match = re.search(rf"^{heading}\n(.*?)(?=^##|\Z)", PAGE, re.M | re.S)
    assert match, f"docs/audit.md has no {heading}"
    return match[1]


def rows(text: str) -> list[list[str]]:
    """The rows of a table whose first cell names a fact."""
    lines = re.findall(r"^\| (`.*) \|$", text, re.M)
    return [line.split(" | ") for line in lines]


def members(text: str) -> dict[str, set[str]]:
    """The members each row of a table names, by its fact."""
    return {fact.strip("`"): set(re.findall(r"`(\w+)`", how)) for fact, how in rows(text)}


def test_every_kind_of_the_journal_is_in_the_tables() -> None:
    assert {event.kind for event in JOURNAL} <= set(TABLES["journal"])


def test_the_journal_has_the_members_that_the_page_says() -> None:
    """In the newest version of each entry; what it says of older ones stands beside."""
    text = PAGE[PAGE.index("### Steps") : PAGE.index("All other entries are facts")]
    newest = {
        kind: set(list(TABLES["newer"].get(kind, {"1": first}).values())[-1])
        for kind, first in TABLES["journal"].items()
    }
    for kind, members in ((fact.strip("`"), how) for fact, how in rows(text)):
        assert newest[kind] <= set(re.findall(r"`(\w+)`", members)), kind
        assert ("since version 2" in members) is (kind in TABLES["newer"])
    assert {kind.kind: kind.version for kind in JOURNAL if kind.version > 1} == {
        kind: int(max(versions)) for kind, versions in TABLES["newer"].items()
    }


def told_of_chance() -> dict[tuple[str, str], dict[str, str]]:
    """What the page says of each use of chance, by its fact and its mark."""
    text = PAGE[PAGE.index("| fact | member | label |") : PAGE.index("### The course of a game")]
    uses = {}
    for cell, member, label, count, _ in rows(text):
        fact, _, mark = cell.partition(" ")
        seat = " {seat}" if "`seat`" in label else ""
        rule = {"in": member.strip("`"), "label": label.split("`")[1] + seat}
        amount = re.match(r"all|\d+|missing|unfed", count)
        if amount:
            rule["take"] = amount[0]
        uses[fact.strip("`"), mark.strip("()")] = rule
    return uses


def tabled(chance: Any) -> dict[str, dict[str, str]]:
    """The same of a verifier's table."""
    return {
        kind: {key: str(rule[key]) for key in ("in", "label", "take") if key in rule}
        for kind, rule in chance.items()
    }


@pytest.mark.parametrize("mark", MARKS)
def test_chance_is_asked_as_the_page_says(mark: str) -> None:
    uses = {kind: rule for (kind, of), rule in told_of_chance().items() if of in ("", mark)}
    assert uses == tabled(EDITIONS[MARKS[mark]]["chance"])


def test_chance_is_asked_at_court_as_the_page_says() -> None:
    uses = {kind: rule for (kind, of), rule in told_of_chance().items() if of == COURT}
    assert uses == tabled(EXPANSIONS["emperors_court"]["chance"])
    assert {of for _, of in told_of_chance()} == {"", COURT, *MARKS}


def marked(cell: str) -> tuple[str, str]:
    """A name of a table, and the edition or expansion it is marked with."""
    name, _, mark = cell.partition(" ")
    return name.strip("`"), mark.strip("()")


def places(cell: str) -> list[str]:
    """Where a fact may stand, as the tables name it."""
    names = re.findall(r"(phase |choice )?`(\w+)`", cell)
    return [before + name for before, name in names]


@pytest.mark.parametrize("mark", MARKS)
def test_facts_stand_where_the_page_says(mark: str) -> None:
    rules, written = EDITIONS[MARKS[mark]], {}
    for cell, always, may in rows(part("### The course of a game").partition("| fact |")[2]):
        (fact, of) = marked(cell)
        if of in ("", mark) or (of == COURT and mark == "2010"):
            written[fact] = (places(always), places(may))
    court = EXPANSIONS["emperors_court"] if mark == "2010" else {"after": {}, "may": {}}
    after, others = ({**rules[where], **court[where]} for where in ("after", "may"))
    facts = {*after, *others}
    assert written == {fact: (after.get(fact, []), others.get(fact, [])) for fact in facts}


def test_phases_are_those_of_the_page() -> None:
    lines = part("### The course of a game").partition("| fact |")[0].splitlines()
    listed = {
        name: [marked(cell) for cell in cells.split(", ")]
        for name, cells in (line.strip("| ").split(" | ") for line in lines if " | `" in line)
    }
    assert listed.pop("set-up") == phases("2010", "setup") == phases("2002", "setup")
    assert listed.pop("winter") == phases("2010", "winter") == phases("2002", "winter")
    for season in ("spring", "summer", "autumn"):
        for mark in MARKS:
            assert listed[f"spring, summer, autumn of {mark}"] == phases(mark, season)


def phases(mark: str, season: str) -> list[tuple[str, str]]:
    """The phases of a season as the tables list them, marked as on the page."""
    names = {"emperors_court": COURT, "landsknechte": "Landsknechte", "": ""}
    listed = EDITIONS[MARKS[mark]]["phases"][season]
    return [(name, names[option]) for name, _, option in (one.partition(" if ") for one in listed)]


def test_questions_are_those_of_the_page() -> None:
    facts, _, choices = part("### Questions").partition("| `choice` |")
    tables = [*EDITIONS.values(), *EXPANSIONS.values()]
    named = {cell.strip("`") for cell, *_ in rows(choices)}
    assert named == {choice for table in tables for choice in table["choices"]}
    for rules in EDITIONS.values():
        questions = {fact: name for fact, _, name in rows(facts) if "`phase`" in fact}
        assert {name.strip("`") for name in questions.values()} == {
            rule["name"] for rule in rules["waits"].values()
        }
        assert all(any(f"`{phase}`" in fact for fact in questions) for phase in rules["waits"])


def test_the_lists_are_those_of_the_page() -> None:
    rules = EDITIONS["wallenstein-2010"]
    lists = {
        "The board": rules["decks"]["counties"],
        "Out with three players": rules["left_out"]["3"],
        "Event cards": rules["decks"]["events"],
        "Action cards": rules["decks"]["actions"],
        "Tiles": rules["decks"]["tiles"],
    }
    text = " ".join(part(OF_2010).split())
    for name, cards in lists.items():
        assert f"{name}: {' '.join(cards)}." in text
    cards = EDITIONS["wallenstein-2002"]["decks"]["events"]
    assert f"Event cards: {' '.join(cards)}." in " ".join(part(OF_2002).split())


@pytest.mark.parametrize(
    ("heading", "rules"),
    [
        (OF_2010, EDITIONS["wallenstein-2010"]),
        (f"### {COURT}", EXPANSIONS["emperors_court"]),
        ("### Landsknechte", EXPANSIONS["landsknechte"]),
    ],
)
def test_cubes_and_counties_move_as_the_page_says(heading: str, rules: Any) -> None:
    trays, _, holders = part(heading).partition("| fact | holders |")
    assert members(trays) == {
        kind: set(" ".join(rule.get("into", []) + rule.get("out", [])).split()) - {"of", "as"}
        for kind, rule in rules["tray"].items()
    }
    directions = {fact.strip("`"): how.split(":")[0] for fact, how in rows(trays)}
    assert directions == {k: "in" if "into" in rule else "out" for k, rule in rules["tray"].items()}
    assert members(holders) == {
        kind: set(rule.values()) for kind, rule in rules.get("holders", {}).items()
    }


def test_cubes_and_counties_of_2002_move_as_in_2010() -> None:
    assert "are those of 2010" in part(OF_2002)
    for what in ("tray", "holders", "left_out"):
        assert EDITIONS["wallenstein-2002"][what] == EDITIONS["wallenstein-2010"][what]


def test_every_attack_names_a_test_that_exists() -> None:
    files = Path(__file__).parent.glob("test_attacks*.py")
    tried = [node for file in files for node in ast.parse(file.read_text("utf-8")).body]
    tests = {node.name for node in tried if isinstance(node, ast.FunctionDef)}
    named = set(re.findall(r"`(test_\w+)`", part("## Attacks")))
    assert named <= tests
    lines = [line for line in part("## Attacks").splitlines() if line.startswith("| ")][1:]
    # One attack is beyond any log, and the page says so.
    assert [line for line in lines if line.endswith("| – |")] == [
        line for line in lines if "Nothing in a log can show it" in line
    ]
    assert len(lines) >= 18


def test_gifts_are_as_much_as_the_page_says() -> None:
    court, banners = EXPANSIONS["emperors_court"]["gifts"], EXPANSIONS["landsknechte"]["gifts"]
    page = " ".join(part("### Emperor's Court").split())
    amounts: dict[str, dict[str, int]] = {}
    for gain, cards in re.findall(r"`(\w+)` ((?:\d+ \((?:card )?\d+\)(?:, )?)+)", page):
        for amount, card in re.findall(r"(\d+) \((?:card )?(\d+)\)", cards):
            amounts[card] = {gain: int(amount)}
    assert amounts == court["favor_gained"]["amounts"]
    page = " ".join(part("### Landsknechte").split())
    amounts = {}
    for card, gains in re.findall(r"(\d): ((?:`\w+` \d+(?:, | or )?)+)", page):
        amounts[card] = {gain: int(amount) for gain, amount in re.findall(r"`(\w+)` (\d+)", gains)}
    assert amounts == banners["bonus_taken"]["amounts"]


def test_a_table_is_written_as_the_page_says() -> None:
    text = part("## The table of a game")
    (example,) = re.findall(r"^```json\n(.*?)^```", text, re.M | re.S)
    assert rulesets_of(json.loads(example))["pedlars"]["over"] == "fair_closed"
    members = {name for cell, *_ in rows(text) for name in re.findall(r"`(\w+)`", cell)}
    assert members - {"in"} == {*NEEDED, *COMMON, "course", *MEMBERS[2]}
