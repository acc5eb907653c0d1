"""The journal: every act of people or the server says who and why, and old ones are still read."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from engine.kernel import reasons
from engine.kernel.core import BadFact, Event
from engine.kernel.journal import (
    JOURNAL,
    Act,
    DeadlineSet,
    ExtensionVoted,
    GameResumed,
    SubstituteNamed,
)
from engine.kernel.reasons import in_words

ACTS = [kind for kind in JOURNAL if issubclass(kind, Act)]
# The game itself: answers, steps, who sat down first, a deadline that passed, the end.
NO_ACTS = {"answer_sealed", "answer_withdrawn", "step_began", "seat_taken", "time_ran_out"} | {
    "veil_lifted"
}
HOUSE_REASONS = [why for name, why in vars(reasons).items() if name[0].isupper() and name.isupper()]


def test_everything_but_the_game_itself_is_an_act() -> None:
    assert {kind.kind for kind in JOURNAL} - {act.kind for act in ACTS} == NO_ACTS


def filled(act: type[Event[Any]], **known: str) -> Event[Any]:
    """An act with something in every field, and these values."""
    return act(**{**{field.name: "something" for field in fields(act)}, **known})


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.kind)
def test_an_act_says_who_and_why_or_cannot_be_told(act: type[Event[Any]]) -> None:
    assert {"by", "why"} <= {field.name for field in fields(act)}
    assert filled(act).payload()["why"] == "something"
    for missing in ("by", "why"):
        for nothing in ("", " \n"):
            with pytest.raises(ValueError, match=f"{act.kind} must say who and why"):
                filled(act, **{missing: nothing})


def test_version_1_of_what_gave_no_reason_is_read_and_says_so() -> None:
    named = JOURNAL.decode("substitute_named", 1, {"seat": "A", "player": "p-1", "by": "p-2"})
    assert named == SubstituteNamed("A", "p-1", "p-2", reasons.NOT_ASKED)
    voted = JOURNAL.decode("extension_voted", 1, {"seat": "A", "yes": False, "by": "p-2"})
    assert voted == ExtensionVoted("A", False, "p-2", reasons.NOT_ASKED)


@pytest.mark.parametrize(
    ("version", "payload"),
    [
        (1, {"seat": "A", "yes": True, "by": "p-2", "why": "rain"}),
        (2, {"seat": "A", "yes": True, "by": "p-2"}),
        (2, {"seat": "A", "yes": True, "by": "p-2", "why": None}),
        (3, {"seat": "A", "yes": True, "by": "p-2", "why": "rain"}),
    ],
)
def test_a_version_has_its_own_members_and_no_others(version: int, payload: Any) -> None:
    with pytest.raises(BadFact):
        JOURNAL.decode("extension_voted", version, payload)


def test_an_empty_reason_that_was_stored_is_read() -> None:
    assert JOURNAL.decode("game_resumed", 1, {"by": "p", "why": ""}) == GameResumed.stored(
        {"by": "p", "why": ""}
    )
    stored = {"deadline": None, "reason": "step", "by": "house", "why": ""}
    assert JOURNAL.read("deadline_set", 1, stored) == DeadlineSet.stored(stored)


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_reason_of_the_house_has_words(language: str) -> None:
    assert len(HOUSE_REASONS) == len(set(HOUSE_REASONS)) > 10
    translated = {why: in_words(why, language) for why in HOUSE_REASONS}
    assert {why for why, words in translated.items() if not words} == {reasons.NOT_ASKED}
    if language == "de":
        assert all(translated[why] != why for why in HOUSE_REASONS)
    assert in_words("A wedding", language) == "A wedding"
