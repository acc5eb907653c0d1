"""Problems: every code the rules can object with has words that help, German and English."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel import phases
from engine.kernel.core import Decision, Problem
from engine.kernel.phases import choice_problems
from engine.registry import WALLENSTEINS
from engine.wallenstein.board import ACTIONS, COUNTIES, MOVE_ACTIONS, POSITIONS
from engine.wallenstein.draft import draft_problems
from engine.wallenstein.plan import plan_problems
from engine.wallenstein.rules import RULES_2010
from engine.wallenstein.text import WallensteinText
from engine.wallenstein.words import problem_text
from engine.wallenstein.words.base import VOCABULARY
from engine.wallenstein.words.order_words import TAKE_LEXICON
from engine.wallenstein.words.problem_words import PARTS, WHAT_IF_SILENT

PACKAGE = Path(__file__).resolve().parents[2] / "engine" / "wallenstein"
LANGUAGES = ("de", "en")
EVERY = [ruleset.vocabulary().problems for ruleset in WALLENSTEINS]
WHAT = {code: words for problems in EVERY for code, words in problems.what.items()}
HINTED = {code for problems in EVERY for code in problems.hints}


def describe_problem(problem: Problem, language: str) -> str:
    """As a game without expansions has it."""
    return problem_text.describe_problem(problem, language, VOCABULARY)


def codes_in(source: str) -> Iterator[str]:
    """Every code a `Problem(where, code, ...)` of this module may carry."""
    tree = ast.parse(source)
    for scope in ast.walk(tree):
        if not isinstance(scope, ast.FunctionDef):
            continue
        named = {
            target.id: node.value
            for node in ast.walk(scope)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(scope):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Problem":
                yield from constants(code_argument(node), named)


def code_argument(call: ast.Call) -> ast.expr:
    given_by_name = [keyword.value for keyword in call.keywords if keyword.arg == "code"]
    return given_by_name[0] if given_by_name else call.args[1]


def constants(code: ast.expr, named: dict[str, ast.expr]) -> Iterator[str]:
    if isinstance(code, ast.Constant):
        yield str(code.value)
    elif isinstance(code, ast.IfExp):
        yield from constants(code.body, named)
        yield from constants(code.orelse, named)
    elif isinstance(code, ast.Name) and code.id in named:
        yield from constants(named[code.id], named)
    else:
        raise AssertionError(f"cannot tell which code {ast.unparse(code)} is")


def codes_of_the_rules(modules: str = "*.py") -> set[str]:
    # A line of text that cannot be read brings its own words: tests/text/test_order_problems.py.
    return {
        code
        for path in sorted(PACKAGE.rglob(modules))
        if path.name != "order_problems.py"
        for code in codes_in(path.read_text(encoding="utf-8"))
    }


def test_every_code_of_the_rules_has_words_in_both_languages() -> None:
    codes = codes_of_the_rules()
    assert {"card_twice", "too_many_armies", "no_such_group", "not_your_county"} <= codes
    assert codes <= set(WHAT), f"without words: {sorted(codes - set(WHAT))}"
    for words in (*WHAT.values(), *WHAT_IF_SILENT.values(), *PARTS.values()):
        assert set(words) == set(LANGUAGES)


def test_no_words_are_left_over_from_codes_that_are_gone() -> None:
    ours = {"not_accepted", "not_this_county"}
    of_any_game = set(codes_in(Path(phases.__file__).read_text(encoding="utf-8")))
    assert set(WHAT) - ours <= codes_of_the_rules() | of_any_game
    assert set(WHAT_IF_SILENT) | HINTED <= set(WHAT)


@pytest.mark.parametrize(
    "source",
    [
        'def f():\n    yield Problem("bid", "brand_new", {})',
        'def f():\n    code = "known" if x else "brand_new"\n    return Problem("bid", code)',
        'def f():\n    return [Problem(where="bid", code="brand_new")]',
    ],
)
def test_a_planted_code_is_found(source: str) -> None:
    assert "brand_new" in set(codes_in(source))


def assert_helpful(sentence: str) -> None:
    """No ids, no Python, and no gaps; what players wrote themselves stands in quotes."""
    ours = re.sub(r"„[^“]*“|“[^”]*”", "…", sentence)
    assert not re.search(r"_|\bNone\b|[{}]|\b(True|False)\b", ours), sentence
    assert not re.search(r"  | [.,;:]|: \.|\n", ours), sentence
    assert re.match(r"[A-ZÄÖÜ0-9]", sentence), sentence
    assert sentence.endswith((".", "?")), sentence


OPTIONS: dict[str, Any] = {
    "keys": ["boxes", "bid", "positions", "moves", "revolt_order"],
    "boxes": list(ACTIONS),
    "counties": {"anhalt": ["altmark", "kursachsen"], "lausitz": ["kursachsen"]},
    "coins": 5,
    "bids": [0, 1],
    "empty": 4,
    "positions": list(POSITIONS),
    "move_actions": list(MOVE_ACTIONS),
    "in_play": [county for county in COUNTIES if COUNTIES[county].in_three_player_game],
    "seats": ["A", "B", "C"],
}
PLAN = Decision("1.spring.plan.A", "A", "plan", OPTIONS)
WITH_TOWERS = Decision("1.spring.plan.A", "A", "plan", {**OPTIONS, "cards": {"tower": 1}})
CHOICES = [
    Decision("p", "A", "position", {"positions": [2, 5], "tiles": {}}),
    Decision("m", "A", "move", {"targets": {"lausitz": "own"}, "most": 2, "seats": ["A", "B"]}),
    Decision(
        "u",
        "A",
        "move",
        {"targets": {"lausitz": "own"}, "most": 2, "seats": ["A", "B"], "must_march": ["combat_a"]},
    ),
    Decision("r", "A", "revolt_order", {"counties": ["anhalt", "lausitz"], "extra_peasants": 1}),
]
DRAFTS = [
    Decision("d", "A", "draft", {"counties": list(COUNTIES), "groups": [5, 4, 4]}),
    Decision("k", "A", "draft_pick", {"groups": [5, 4], "take": ["anhalt", "mark", "pile"]}),
    Decision("g", "A", "draft_group", {"groups": [5, 4], "county": "anhalt"}),
]


def problems_of(decision: Decision, answer: Any) -> list[Problem]:
    if decision.kind == "plan":
        return plan_problems(RULES_2010, decision, answer)
    if decision.kind.startswith("draft"):
        return list(draft_problems(decision, answer))
    return list(choice_problems(RULES_2010.choices, decision, answer))


def plan(**changes: Any) -> dict[str, Any]:
    boxes = dict.fromkeys(ACTIONS) | dict.fromkeys(ACTIONS[:4], "coin")
    return {"boxes": {**boxes, "combat_a": "anhalt", "combat_b": "lausitz"}, "bid": 0, **changes}


def in_boxes(**cards: Any) -> dict[str, Any]:
    good = plan()
    return {**good, "boxes": {**good["boxes"], **cards}}


def sentences(decision: Decision, answer: Any, language: str = "en") -> list[str]:
    return [describe_problem(problem, language) for problem in problems_of(decision, answer)]


def test_the_plan_these_tests_spoil_is_a_good_one() -> None:
    assert sentences(PLAN, plan()) == []


WRONG: list[tuple[Decision, Any, str]] = [
    (PLAN, [], "not_an_object"),
    (PLAN, {}, "not_an_object"),
    (PLAN, plan(build_palace="anhalt"), "unknown_key"),
    (PLAN, plan(**{"x" * 200: 1}), "unknown_key"),
    (PLAN, in_boxes(build_castle="coin"), "unknown_box"),
    (PLAN, in_boxes(build_palace=7), "not_a_card"),
    (PLAN, plan(bid="coin"), "not_a_card"),
    (PLAN, in_boxes(build_palace="Kursaxen"), "no_such_county"),
    (PLAN, in_boxes(build_palace="bremen"), "no_such_county"),
    (PLAN, in_boxes(build_palace="kursachsen"), "not_your_county"),
    (PLAN, in_boxes(build_palace="anhalt"), "card_twice"),
    (PLAN, plan(bid=9), "no_such_coin"),
    (PLAN, plan(bid=4), "bid_too_high"),
    (PLAN, in_boxes(**dict.fromkeys(ACTIONS[:7], "coin")), "too_many_coins"),
    (WITH_TOWERS, in_boxes(**dict.fromkeys(ACTIONS[:2], "tower")), "too_many_of_a_card"),
    (PLAN, in_boxes(build_palace=None), "empty_box"),
    (PLAN, in_boxes(deploy_5="anhalt"), "too_few_empty"),
    (PLAN, plan(positions=3), "not_a_list"),
    (PLAN, plan(positions=[0]), "no_such_position"),
    (PLAN, plan(positions=[None]), "no_such_position"),
    (PLAN, plan(positions=[2, 2]), "position_twice"),
    (PLAN, plan(revolt_order=["anhalt", "anhalt"]), "ranked_twice"),
    (PLAN, plan(moves={"build_church": []}), "unknown_move_action"),
    (PLAN, plan(moves={"combat_a": [{"stay": True, "armies": 1}]}), "stay_alone"),
    (PLAN, plan(moves={"combat_a": [{"to": "trier", "armies": 1}]}), "not_adjacent"),
    (PLAN, plan(moves={"combat_a": [{"to": "altmark"}]}), "armies_or_leave"),
    (PLAN, plan(moves={"combat_a": [{"to": "altmark", "leave": 0}]}), "not_a_number_of_armies"),
    (PLAN, plan(moves={"combat_a": [{"to": "altmark", "armies": None}]}), "not_a_number_of_armies"),
    (PLAN, plan(moves={"combat_a": [{"armies": 1}]}), "no_such_county"),
    (
        PLAN,
        plan(moves={"combat_a": [{"to": "altmark", "armies": 1, "when": {"held_by": "F"}}]}),
        "no_such_holder",
    ),
    (CHOICES[0], {}, "wrong_keys"),
    (CHOICES[0], {"position": 1}, "no_such_position"),
    (CHOICES[1], {"orders": [{"to": "lausitz", "armies": 3}]}, "too_many_armies"),
    (CHOICES[2], {"orders": [{"stay": True}]}, "must_march"),
    (CHOICES[2], {"orders": []}, "must_march"),
    (CHOICES[3], {"revolt_order": ["mark"]}, "no_such_county"),
    (DRAFTS[1], {"take": "koeln", "group": 5}, "not_on_offer"),
    (DRAFTS[1], {"group": 5}, "not_on_offer"),
    (DRAFTS[2], {"group": 3}, "no_such_group"),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("decision", "answer", "code"), WRONG)
def test_what_is_wrong_is_said(decision: Decision, answer: Any, code: str, language: str) -> None:
    problems = problems_of(decision, answer)
    assert code in {problem.code for problem in problems}
    for problem in problems:
        assert_helpful(WallensteinText().problem(problem, language))


def test_every_code_has_an_example() -> None:
    codes = {
        code for name in ("plan", "choices", "draft") for code in codes_of_the_rules(f"{name}.py")
    }
    assert {code for _, _, code in WRONG} >= codes


def test_the_box_is_named_and_the_county_guessed() -> None:
    (english,) = sentences(PLAN, in_boxes(build_palace="Anhald"))
    assert english == (
        "Build a palace: there is no county “Anhald”. Did you mean Anhalt?"
        " Accepted: Anhalt, Lausitz."
    )
    (german,) = sentences(PLAN, in_boxes(build_palace="Anhald"), "de")
    assert german == (
        "Palast bauen: ein Land „Anhald“ gibt es nicht. Meintest du Anhalt?"
        " Möglich: Anhalt, Lausitz."
    )


def test_the_order_in_a_movement_is_counted_from_one() -> None:
    (far,) = sentences(
        PLAN, plan(moves={"combat_a": [{"stay": True}, {"to": "trier", "armies": 1}]})
    )
    assert far == (
        "Combat/Movement A, order 2, target: armies cannot go from there to Trier."
        " Accepted: Altmark, Kursachsen."
    )
    assert sentences(PLAN, plan(positions=[1, 2, 3, 7]), "de") == [
        "Positionen, Eintrag 4: eine Position 7 steht nicht zur Wahl. Möglich: 1, 2, 3, 4, 5."
    ]


def test_a_bid_says_what_can_be_paid() -> None:
    assert sentences(PLAN, plan(bid=3)) == [
        "Bid: a bid of 3 is more than you have. Accepted: 0, 1."
    ]


def test_a_county_that_is_out_of_the_game_is_no_spelling_mistake() -> None:
    (sentence,) = sentences(PLAN, in_boxes(build_palace="bremen"))
    assert sentence.startswith("Build a palace: Bremen cannot be chosen here. Accepted:")


def test_a_long_list_is_cut_and_counted() -> None:
    (sentence,) = sentences(PLAN, plan(revolt_order=["Atlantis"]))
    listed = sentence.partition("Accepted: ")[2]
    assert listed.count(",") == 5
    assert listed.endswith(f"and {len(OPTIONS['in_play']) - 6} more.")


def test_an_empty_box_offers_the_coin_card_first() -> None:
    counties: dict[str, list[str]] = {county: [] for county in list(COUNTIES)[:12]}
    decision = Decision("x", "A", "plan", {**OPTIONS, "counties": counties, "empty": 0})
    sentence = sentences(decision, {"boxes": {}, "bid": 0})[0]
    assert sentence.startswith("Build a palace: the box is empty although cards are left.")
    assert "Still free: “coin card”, Altmark," in sentence


def test_armies_are_accepted_from_to_and_without_end() -> None:
    assert (
        "Accepted: 1 to 2."
        in sentences(CHOICES[1], {"orders": [{"to": "lausitz", "armies": 3}]})[0]
    )
    endless = plan(moves={"combat_a": [{"to": "altmark", "armies": 0}]})
    assert sentences(PLAN, endless)[0].endswith("Accepted: 1 or more, “all”.")
    assert sentences(PLAN, endless, "de")[0].endswith("Möglich: 1 oder mehr, „alle“.")


def test_a_code_nobody_has_words_for_still_says_where_and_what_is_accepted() -> None:
    problem = Problem("bid", "brand_new", {"accepted": ["anhalt"]})
    assert describe_problem(problem, "en") == "Bid: this is not accepted. Accepted: Anhalt."


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 9)
    | st.sampled_from(["anhalt", "Anhald", "coin", "all", "own", "", "köln", "…", "a.b", "{x}"])
    | st.text(max_size=50),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["to", "armies", "leave", "when", "held_by", "at_most", "stay", "x.y"])
            | st.text(max_size=5),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)
PLANS = st.fixed_dictionaries(
    {},
    optional={
        "boxes": st.dictionaries(st.sampled_from(ACTIONS), JSON) | JSON,
        "bid": JSON,
        "positions": JSON,
        "moves": st.dictionaries(st.sampled_from(MOVE_ACTIONS), st.lists(JSON)) | JSON,
        "revolt_order": JSON,
        "take": JSON,
        "group": JSON,
    },
)


def test_what_may_be_taken_is_called_as_the_form_calls_it() -> None:
    (sentence,) = sentences(DRAFTS[1], {"group": 5})
    assert "“the top card of the pile”" in sentence
    assert "“pile”" not in sentence
    for written, meant in (
        ("the top card of the pile", "pile"),
        ("die oberste Karte vom Stapel", "pile"),
        ("two new cards first", "exchange"),
        ("erst zwei neue Karten", "exchange"),
    ):
        assert TAKE_LEXICON.exact(written) == meant


@given(decision=st.sampled_from([PLAN, *CHOICES, *DRAFTS]), answer=PLANS | JSON)
def test_nonsense_is_answered_in_words(decision: Decision, answer: Any) -> None:
    for problem in problems_of(decision, answer):
        for language in LANGUAGES:
            assert describe_problem(problem, language)
