"""Orders to be filled in: everything legal is named, and sending them back orders nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

import pytest
from django.utils import translation

from engine.kernel.core import Decision, Json, Notation
from engine.kernel.game import view
from engine.registry import newest
from engine.text.lexicon import language_of
from engine.wallenstein.words.gain_words import GAIN_NAMES
from engine.wallenstein.words.names import county_name
from engine.wallenstein.words.order_words import BOUND_WORDS, HEADS, HOLDER_WORDS
from games.boards import board_of
from tests.play.tables import RULESET, Of, new_table, set_table
from tests.text.reading import KINDS

FIRST_EDITION = "wallenstein-2002"
COURT, BANNERS = "emperors_court", "landsknechte"


class Case(NamedTuple):
    """A kind of question, and where it is asked."""

    ruleset: str
    expansions: tuple[str, ...]
    kind: str

    @property
    def words(self) -> Notation:
        """What orders of this game are written in."""
        return newest(self.ruleset).text()

    @property
    def asked(self) -> tuple[Json, Decision]:
        """Such a question, with what lay on the table."""
        if (self.ruleset, self.expansions) == (RULESET, ()):
            return asked()[self.kind]
        return asked_elsewhere(self.ruleset, self.expansions)[self.kind]

    def template(self, language: str) -> str:
        """The orders to be filled in."""
        shown, decision = self.asked
        with translation.override(language):
            text = board_of(self.ruleset).letters.template(shown, decision, language)
        return str(text)


CASES = [
    *(Case(RULESET, (), kind) for kind in KINDS),
    *(Case(FIRST_EDITION, (), kind) for kind in ("plan", "move", "empty_boxes", "defence")),
    *(Case(RULESET, (COURT,), kind) for kind in ("plan", "favor")),
    *(Case(RULESET, (BANNERS,), kind) for kind in ("plan", "bonus")),
    Case(RULESET, (COURT, BANNERS), "plan"),
]
every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join((*case[1], case[2])))


@cache
def asked() -> Mapping[str, tuple[Json, Decision]]:
    """A question of every kind of 2010."""
    questions: dict[str, tuple[Json, Decision]] = {}
    for line_up, choices in (("draft", "ask"), ("draft", "orders"), ("default", "ask")):
        for number in range(6):
            table = new_table(5, line_up, choices, f"template {number}")
            while not table.game.finished and set(questions) != set(KINDS):
                for decision in table.game.waiting:
                    questions.setdefault(decision.kind, (view(table.game, decision.seat), decision))
                table.play_step(f"template {number}", terse=True)
    return questions


@cache
def asked_elsewhere(
    ruleset: str, expansions: tuple[str, ...]
) -> Mapping[str, tuple[Json, Decision]]:
    """A question of every kind that another edition, or an expansion, asks for."""
    questions: dict[str, tuple[Json, Decision]] = {}
    wanted = {case.kind for case in CASES if case[:2] == (ruleset, expansions)}
    for number in range(6):
        name = f"template elsewhere {number}"
        table = set_table(Of(5, "default", "ask", ruleset, expansions), name)
        while not table.game.finished and not wanted <= set(questions):
            for decision in table.game.waiting:
                questions.setdefault(decision.kind, (view(table.game, decision.seat), decision))
            table.play_step(name, terse=True)
    return questions


def names_in(options: object) -> Iterator[str]:
    """Every county that may be named in an answer."""
    if isinstance(options, str):
        try:
            yield county_name(options)
        except KeyError:
            return
    elif isinstance(options, dict):
        for key, value in options.items():
            if key not in ("in_play", "face_up", "tiles", "origin", "county"):
                yield from names_in(value)
                yield from names_in(key)
    elif isinstance(options, list):
        for value in options:
            yield from names_in(value)


def unfolded(template: str) -> str:
    """A template with its remarks in one piece."""
    return " ".join(template.replace("\n# ", " ").split())


@every_case
@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_sent_back_unchanged_orders_nothing(case: Case, language: str) -> None:
    text = case.template(language)
    answer, problems = case.words.parse(case.kind, text, language)
    assert answer == {}
    empty = [line for line in text.splitlines() if not line.startswith("#")]
    assert empty
    assert all(line.endswith(":") for line in empty)
    assert len(problems) == len(empty)
    assert all(len(line) <= 40 for line in text.splitlines())


@every_case
@pytest.mark.parametrize("language", ["en", "de"])
def test_everything_legal_is_named(case: Case, language: str) -> None:
    options = case.asked[1].options
    text = unfolded(case.template(language))
    assert [name for name in set(names_in(options)) if name not in text] == []
    if "groups" in options:
        assert all(str(group) in text for group in options["groups"])
    if case.kind == "move":
        assert f"1 to {options['most']} armies" in text or language == "de"
    if case.kind == "empty_boxes":
        assert all(HEADS[box].written[language_of(language)] in text for box in options["boxes"])
        assert str(options["count"]) in text
    if case.kind == "defence":
        assert str(options["most"]) in text
    for card in options.get("favors", ()):
        assert f"{card['favor']} (" in text
    for bonus in options.get("bonuses", ()):
        assert GAIN_NAMES[bonus]["de" if language == "de" else "en"] in text
    if case.kind == "bonus":
        assert {"de": "(Hauswert)", "en": "(house value)"}[language] in text


BOXES = ["build palace:", "build church:", "combat A:", "combat B:", "taxes:", "grain:"]
AUCTION = [*BOXES, "bid:", "positions:", "revolts:"]
CONVERTED = ["convert 3:", "convert 2:", "convert 1:", "favour:"]
HEADS_WANTED = {
    "draft": ["counties:", "groups:"],
    "draft_pick": ["take:", "group:"],
    "draft_group": ["group:"],
    "position": ["position:"],
    "move": ["move:"],
    "revolt_order": ["revolts:"],
    "empty_boxes": ["empty:"],
    "defence": ["armies:"],
    "favor": ["favour:"],
    "bonus": ["bonus:"],
}
PLANS: Mapping[tuple[str, tuple[str, ...]], tuple[int, list[str]]] = {
    (RULESET, ()): (13, AUCTION),
    (FIRST_EDITION, ()): (13, [*BOXES, "revolts:", "defence:", "place army:"]),
    (RULESET, (COURT,)): (17, [*AUCTION, *CONVERTED]),
    (RULESET, (BANNERS,)): (14, [*AUCTION, "bonus:"]),
    (RULESET, (COURT, BANNERS)): (18, [*AUCTION, *CONVERTED, "bonus:"]),
}


@every_case
def test_a_template_filled_in_is_an_answer(case: Case) -> None:
    """Every line of an answer begins as a line of the template does."""
    heads = [line for line in case.template("en").splitlines() if "#" not in line]
    if case.kind == "plan":
        number, wanted = PLANS[case.ruleset, case.expansions]
    else:
        wanted = HEADS_WANTED[case.kind]
        number = len(wanted)
    assert set(wanted) <= set(heads)
    assert len(heads) == number


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("ruleset", [RULESET, FIRST_EDITION])
def test_the_form_shows_marches_with_conditions_that_can_be_read(
    ruleset: str, language: str
) -> None:
    case = Case(ruleset, (), "plan")
    text = unfolded(case.template(language))
    heads = HEADS["combat_a"].written["de" if language == "de" else "en"]
    shown = re.findall(rf"{heads}: \S[^#]*? -> .*?(?= {heads}:| Conditions| Bedingungen)", text)
    plan, problems = case.words.parse("plan", "\n".join(shown), language)
    assert problems == []
    first, second = plan["moves"]["combat_a"]
    assert first["when"] == {"held_by": "enemy", "at_most": 2}
    assert second["armies"] == "all"
    for condition in (*HOLDER_WORDS.values(), *BOUND_WORDS.values()):
        word = condition["de" if language == "de" else "en"]
        assert word in text or word.endswith(tuple("ACDE"))


def test_boxes_said_to_stay_empty_have_no_line() -> None:
    case = Case(FIRST_EDITION, (), "plan")
    shown, decision = case.asked
    decision.options["left_empty"] = ["combat_a", "build_church"]
    with translation.override("en"):
        text = board_of(FIRST_EDITION).letters.template(shown, decision, "en")
    decision.options["left_empty"] = []
    assert "combat A:" not in text
    assert "build church:" not in text
    assert "combat B:" in text
    assert "These stay empty, as you have said: combat A, build church" in unfolded(text)


@pytest.mark.parametrize(
    ("language", "bid", "last"),
    [
        ("en", "as a bid it counts as 0", "on the last line for none but these"),
        (
            "de",
            "als Gebot zählt die Karte wie eine 0",
            "in der letzten Zeile um keine außer diesen",
        ),
    ],
)
def test_k_3_p_5_what_a_tower_card_and_the_last_wish_mean(
    language: str, bid: str, last: str
) -> None:
    text = unfolded(Case(RULESET, (COURT,), "plan").template(language))
    assert bid in text
    assert last in text
    assert last not in unfolded(Case(RULESET, (COURT,), "favor").template(language))


def test_a_blank_card_is_called_as_in_its_edition() -> None:
    cases = Case(FIRST_EDITION, (), "plan"), Case(RULESET, (), "plan")
    first, second = (unfolded(case.template("en")) for case in cases)
    assert "“blank card” means: not this action" in first
    assert "“coin” means: not this action" in second
    assert "By combat A, combat B armies must march" in first
    assert "must march" not in second


@every_case
def test_the_question_is_put_in_words(case: Case) -> None:
    shown, decision = case.asked
    board = board_of(case.ruleset)
    names = {seat: f"player {seat}" for seat in shown["money"]}
    with translation.override("en"):
        heading, sentence = board.letters.question(shown, decision, "en", names)
    assert heading
    assert sentence.endswith((".", "?"))
    assert board.turn.is_plan(case.kind) is (case.kind == "plan")
