"""Plans to text and back, and texts nobody meant as plans (W-R3, P-2)."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.text.lexicon import LANGUAGES, Language, fold, spellings
from engine.text.line_problems import LineProblem
from engine.wallenstein.board import ACTIONS, COINS, COUNTIES, MOVE_ACTIONS, POSITIONS
from engine.wallenstein.words.order_words import SEATS
from tests.text.reading import EXAMPLES, format_orders, parse_orders


def read(text: str) -> dict[str, Any]:
    orders = parse_orders(text)
    assert not orders.problems, [problem.describe("en", EXAMPLES) for problem in orders.problems]
    return orders.plan


def test_no_standing_orders_are_written_as_stay() -> None:
    plan = {
        "boxes": {"combat_a": "anhalt", "combat_b": "coin"},
        "moves": {"combat_a": [], "combat_b": []},
    }
    assert read(format_orders(plan, "en")) == {
        "boxes": {"combat_a": "anhalt", "combat_b": "coin"},
        "moves": {"combat_a": [{"stay": True}]},
    }


def test_orders_that_cannot_be_reached_are_not_written() -> None:
    go: dict[str, Any] = {"to": "altmark", "armies": 3}
    orders = [go, {**go, "when": {}}, {"stay": True}, {"to": "lausitz", "leave": 1}]
    plan = {"boxes": {"combat_a": "anhalt"}, "moves": {"combat_a": orders}}
    assert read(format_orders(plan, "de"))["moves"] == {"combat_a": [go, {"stay": True}]}


def test_an_empty_plan_is_an_empty_text() -> None:
    assert format_orders({}, "en") == ""
    assert parse_orders("").plan == {}


counties = st.sampled_from(sorted(COUNTIES))
bounds = st.integers(0, 62)
whens = st.fixed_dictionaries(
    {},
    optional={
        "held_by": st.sampled_from(["own", "enemy", "neutral", *SEATS]),
        "at_most": bounds,
        "at_least": bounds,
    },
).filter(bool)
amounts = st.one_of(
    st.fixed_dictionaries({"armies": st.integers(1, 62) | st.just("all")}),
    st.fixed_dictionaries({"leave": st.integers(1, 61)}),
)


@st.composite
def orders_to_move(draw: st.DrawFn) -> list[dict[str, Any]]:
    orders: list[dict[str, Any]] = []
    for _ in range(draw(st.integers(0, 3))):
        order: dict[str, Any] = {"to": draw(counties), **draw(amounts)}
        if draw(st.booleans()):
            order["when"] = draw(whens)
        if order not in orders:
            orders.append(order)
    if not orders or draw(st.booleans()):
        orders.append({"stay": True})
    return orders


@st.composite
def plans(draw: st.DrawFn) -> dict[str, Any]:
    """Plans as the rules allow them: cards anywhere, moves only from a county in the box."""
    cards = st.none() | st.just("coin") | counties
    boxes = draw(st.fixed_dictionaries({}, optional=dict.fromkeys(ACTIONS, cards)))
    plan: dict[str, Any] = {"boxes": boxes} if boxes else {}
    moving = [action for action in MOVE_ACTIONS if boxes.get(action) not in (None, "coin")]
    moves = {action: draw(orders_to_move()) for action in moving if draw(st.booleans())}
    if moves:
        plan["moves"] = moves
    rest = st.fixed_dictionaries(
        {},
        optional={
            "bid": st.none() | st.sampled_from(COINS) | counties,
            "positions": st.lists(st.sampled_from(POSITIONS), unique=True),
            "revolt_order": st.lists(counties, unique=True),
        },
    )
    return {**plan, **draw(rest)}


@given(plans(), st.sampled_from(LANGUAGES))
def test_every_plan_comes_back_from_its_text(plan: dict[str, Any], language: Language) -> None:
    assert read(format_orders(plan, language)) == plan


@given(plans(), st.sampled_from(LANGUAGES))
def test_shouting_without_umlauts_says_the_same(plan: dict[str, Any], language: Language) -> None:
    text = format_orders(plan, language).translate(str.maketrans("äöüÄÖÜ", "aouAOU"))
    assert read(text.upper()) == plan


WORDS = [
    *("combat A", "Kampf B", "taxes", "bid", "positions", "revolts", "deploy 1", ":", "=", "->"),
    *("nach", ";", ",", "if", "wenn", "held by", "B", "enemy", "at most", "2", "4", "all", "leave"),
    *(
        "stay",
        "Anhalt",
        "Hess",
        "Kursaxen",
        "Mark",
        "Böhmen",
        "coin",
        "-",
        "leer",
        "not",
        "\n",
        "\n",
    ),
]
fragments = st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join)
texts = st.text() | fragments


def numbers_of(problem: LineProblem, lines: list[str]) -> set[int]:
    """The lines a problem is about: an order may go on below, as mail programs break it."""
    first, *below = lines[problem.line - 1 :]
    whole, last = first, problem.line
    while whole != problem.written:
        whole, last = f"{whole} {below.pop(0).strip()}", last + 1
    return set(range(problem.line, last + 1))


@given(texts)
def test_no_text_makes_the_reader_fail(text: str) -> None:
    for problem in parse_orders(text).problems:
        assert problem.line in numbers_of(problem, text.splitlines())
        for language in LANGUAGES:
            assert str(problem.line) in problem.describe(language, EXAMPLES)


@given(texts)
def test_refused_lines_change_nothing_about_the_others(text: str) -> None:
    orders, lines = parse_orders(text), text.splitlines()
    refused = {number for one in orders.problems for number in numbers_of(one, lines)}
    kept = [line for number, line in enumerate(lines, 1) if number not in refused]
    again = parse_orders("\n".join(kept))
    assert again.plan == orders.plan
    assert not again.problems


def counties_in(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set().union(*map(counties_in, value.values()))
    if isinstance(value, list):
        return set().union(*map(counties_in, value))
    return {value} & set(COUNTIES) if isinstance(value, str) else set()


@given(texts)
def test_no_county_is_ordered_that_nobody_wrote(text: str) -> None:
    for county in counties_in(parse_orders(text).plan):
        card = COUNTIES[county]
        names = [s for name in (card.id, card.name, card.full_name) for s in spellings(name)]
        assert any(name[:3] in fold(text) for name in names)


@given(texts)
def test_what_was_read_can_be_written_and_read_again(text: str) -> None:
    plan = parse_orders(text).plan
    for language in LANGUAGES:
        assert read(format_orders(plan, language)) == plan
