"""A game knows the questions, plans and words of its own edition and expansions, and no others."""

from __future__ import annotations

import pytest

from engine.kernel.catalogue import Catalogue
from engine.kernel.core import Notation
from engine.registry import checked_options, newest
from engine.wallenstein.editions import Wallenstein
from engine.wallenstein.emperors_court.expansion import EmperorsCourt
from engine.wallenstein.rules import Rules
from engine.wallenstein.words.base import VOCABULARY
from engine.wallenstein.words.vocabulary import AccountWords, Vocabulary

BASE = {"move", "revolt_order"}


def rules_of(key: str, **options: str) -> Rules:
    ruleset = newest(key)
    rules: Rules = ruleset.start("ABC", checked_options(ruleset, options)).rules
    return rules


def words_of(key: str, **options: str) -> Notation:
    ruleset = newest(key)
    return ruleset.text(checked_options(ruleset, options))


def test_the_questions_of_a_game_are_its_own() -> None:
    assert rules_of("wallenstein-2010").choices.keys() == {*BASE, "position"}
    assert rules_of("wallenstein-2002").choices.keys() == {*BASE, "empty_boxes", "defence"}
    court = rules_of("wallenstein-2010", emperors_court="on")
    assert court.choices.keys() == {*BASE, "position", "favor"}
    both = rules_of("wallenstein-2010", emperors_court="on", landsknechte="on")
    assert both.choices.keys() == {*BASE, "position", "favor", "bonus"}


def test_the_parts_of_a_plan_are_its_own() -> None:
    assert [*rules_of("wallenstein-2010").plan] == ["positions", "moves", "revolt_order"]
    assert [*rules_of("wallenstein-2002").plan] == ["moves", "revolt_order", "defend", "place"]
    both = rules_of("wallenstein-2010", emperors_court="on", landsknechte="on")
    assert [*both.plan][3:] == ["favors", "bonus"]


@pytest.mark.parametrize(
    ("line", "key", "option"),
    [
        ("convert 3: tower", "wallenstein-2010", "emperors_court"),
        ("favor: 16", "wallenstein-2010", "emperors_court"),
        ("taxes: tower", "wallenstein-2010", "emperors_court"),
        ("bonus: grain", "wallenstein-2010", "landsknechte"),
        ("defence: Anhalt 2", "wallenstein-2002", None),
        ("place army: no", "wallenstein-2002", None),
        ("bid: 2", "wallenstein-2010", None),
    ],
)
def test_a_line_is_read_where_it_means_something_only(
    line: str, key: str, option: str | None
) -> None:
    with_it = words_of(key, **({option: "on"} if option else {}))
    plan, problems = with_it.parse("plan", line, "en")
    assert (bool(plan), list(problems)) == (True, [])
    elsewhere = ["wallenstein-2002" if key == "wallenstein-2010" else "wallenstein-2010"]
    for without in [words_of(key)] * bool(option) + [words_of(other) for other in elsewhere]:
        plan, (problem,) = without.parse("plan", line, "en")
        assert plan == {}
        assert not {"defend", "favors", "bonus", "place"} & {*problem.data["meant"]}


def test_a_question_of_another_edition_cannot_be_answered_in_words() -> None:
    with pytest.raises(KeyError):
        words_of("wallenstein-2010").parse("defence", "armies: 2", "en")
    with pytest.raises(KeyError):
        words_of("wallenstein-2002").format("position", {"position": 1}, "en")


def test_words_given_twice_are_a_slip() -> None:
    twice = Vocabulary(
        AccountWords(phases=Catalogue({"plan": {"de": "Planung", "en": "planning"}}))
    )
    with pytest.raises(ValueError, match="named twice: plan"):
        VOCABULARY.joined(twice)
    doubled = Wallenstein(expansions=[EmperorsCourt()])
    doubled.expansions = (EmperorsCourt(), EmperorsCourt())
    with pytest.raises(ValueError, match="named twice"):
        doubled.vocabulary()
