"""Answers of Löwenherz to text and back, and texts nobody meant as orders."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.core import Json
from engine.loewenherz.board import SIDES, SQUARES
from engine.loewenherz.cards import CARDS
from engine.loewenherz.words.notation import NOTATION
from engine.loewenherz.words.order_words import KINDS
from engine.text.lexicon import LANGUAGES
from tests.text.loewenherz.random_games import PLAYERS, random_game

languages = st.sampled_from(LANGUAGES)
squares = st.sampled_from(SQUARES)
sides = st.sampled_from(list(SIDES))
cards = st.sampled_from(list(CARDS))
handles = st.integers(1, 60).map(lambda number: f"card {number}")


def lists(places: st.SearchStrategy[str]) -> st.SearchStrategy[list[str]]:
    return st.lists(places, min_size=1, max_size=4, unique=True)


def some(*keys: str, of: st.SearchStrategy[str]) -> st.SearchStrategy[Json]:
    """Different places under these keys."""
    size = len(keys)
    several = st.lists(of, min_size=size, max_size=size, unique=True)
    return several.map(lambda places: dict(zip(keys, places, strict=True)))


@st.composite
def growths(draw: st.DrawFn) -> Json:
    domain, *onto = draw(st.lists(squares, min_size=2, max_size=3, unique=True))
    return {"domain": domain, "squares": onto}


def deed(action: str, places: st.SearchStrategy[Json]) -> st.SearchStrategy[Json]:
    return places.map(lambda named: {"do": "play", "action": action, **named})


deeds: st.SearchStrategy[Json] = st.one_of(
    st.just({"do": "sell"}),
    deed("borders", lists(sides).map(lambda named: {"borders": named})),
    deed("knights", lists(squares).map(lambda named: {"knights": named})),
    deed("expand", growths()),
    deed("deserter", some("domain", "against", "knight", of=squares)),
    deed("alliance", some("domain", "against", of=squares)),
)
refills = st.fixed_dictionaries(
    {}, optional={"refill": st.lists(cards | st.just("deck"), max_size=3)}
)
conditions = st.one_of(
    st.fixed_dictionaries({"free": sides}),
    st.fixed_dictionaries({"border": sides}),
    st.fixed_dictionaries({"stronger": st.lists(squares, min_size=2, max_size=2, unique=True)}),
    *(st.fixed_dictionaries({name: squares}) for name in ("domain", "unclaimed", "empty")),
    st.fixed_dictionaries({"ducats": st.integers(0, 200)}),
    st.fixed_dictionaries({"market": cards}),
)


@st.composite
def turns(draw: st.DrawFn, *, standing: bool = False) -> Json:
    answer: Json = {"card": draw(handles | cards), **draw(deeds), **draw(refills)}
    if answer.get("action") == "deserter" and draw(st.booleans()):
        answer["give_up"] = draw(st.lists(squares, max_size=3, unique=True))
    if standing and draw(st.booleans()):
        answer["if"] = draw(st.lists(conditions, max_size=3))
    return answer


answers: dict[str, st.SearchStrategy[Any]] = {
    "castle": some("castle", "knight", of=squares),
    "turn": turns(),
    "give_up": st.fixed_dictionaries({"knight": squares}),
    "orders": st.fixed_dictionaries({"orders": st.lists(turns(standing=True), max_size=3)}),
    "ranking": st.fixed_dictionaries({"give_up": st.lists(squares, max_size=15, unique=True)}),
}


def assert_reads_back(kind: str, answer: Json, language: str, options: Json | None) -> None:
    text = NOTATION.format(kind, answer, language)
    read, problems = NOTATION.parse(kind, text, language, options)
    assert not problems, (text, [problem.data["message"] for problem in problems])
    assert read == answer, text


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data(), language=languages)
def test_what_is_written_reads_back(kind: str, data: st.DataObject, language: str) -> None:
    assert_reads_back(kind, data.draw(answers[kind]), language, None)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", PLAYERS)
def test_every_answer_of_a_game_reads_back(players: int, language: str) -> None:
    given_answers = random_game(players).answers
    assert {decision.kind for decision, _ in given_answers} >= {"castle", "turn", "orders"}
    for decision, answer in given_answers:
        assert_reads_back(decision.kind, answer, language, decision.options)


@pytest.mark.parametrize("kind", KINDS)
@given(text=st.text(max_size=200), language=languages)
def test_any_text_is_answered(kind: str, text: str, language: str) -> None:
    _, problems = NOTATION.parse(kind, text, language, {})
    assert all(problem.data["message"] for problem in problems)


WORDS = (
    *("play", "borders", "knights", "sell", "refill", "card", "if", "expand", "deserter", "first"),
    *(
        "Karte",
        "wenn",
        "Bündnis",
        "nachziehen",
        "c4",
        "c4|d4",
        "4c",
        "h9",
        "B:alliance",
        "7",
        "none",
    ),
    *(":", ";", ",", "|", "-", "or", "and", "free", "stronger", "than", "from", "=", "\n", "1."),
)


@pytest.mark.parametrize("kind", KINDS)
@given(words=st.lists(st.sampled_from(WORDS), max_size=14), language=languages)
def test_any_row_of_our_words_is_answered(kind: str, words: list[str], language: str) -> None:
    options = {"hand": ["card 7"], "known": {"card 7": "A:knights-1/expand-1"}, "market": []}
    _, problems = NOTATION.parse(kind, " ".join(words), language, options)
    assert all(problem.data["message"] for problem in problems)
