"""The rules in both languages, complete by their ids."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.web.rules import PAGES
from tests.web.pages import Reader

TESTS = Path(__file__).resolve().parents[1]
# Rules of the edition of 2010, as tests name them: W-B3 in text, w_b3_… in names of scenarios.
NAMED = re.compile(r"\b(W-[SRABVW]\d+|P-[1236])\b")
RULE = re.compile(r'<div class="rule" id="([^"]+)">.*?<p>(.*?)</p>', re.DOTALL)
SCENARIO = re.compile(r"(w_[srabvw]\d+|p_[1236])_")


def ids_in_tests() -> set[str]:
    named: set[str] = set()
    for path in (TESTS / "rules").rglob("*"):
        found = SCENARIO.match(path.name)
        if found:
            named.add(found[1].upper().replace("_", "-"))
        if path.suffix in (".py", ".json"):
            named.update(NAMED.findall(path.read_text(encoding="utf-8")))
    return named


def rules_in(language: str) -> dict[str, str]:
    """Every rule of a language, by its anchor."""
    reader, found = Reader(), {}
    for page in PAGES:
        text = reader.get(f"/rules/{page}/", language=language)
        assert f'<html lang="{language}">' in text
        for name, words in re.findall(
            r'<div class="rule" id="([^"]+)">.*?<p>(.*?)</p>', text, re.S
        ):
            assert name not in found, f"{name} stands twice"
            found[name] = words
    return found


@pytest.mark.django_db
def test_every_rule_the_tests_name_has_an_anchor_in_both_languages() -> None:
    named = ids_in_tests()
    assert len(named) > 40
    german, english = rules_in("de"), rules_in("en")
    assert named - german.keys() == set()
    assert named - english.keys() == set()
    assert german.keys() == english.keys()
    assert all(german[name] != english[name] for name in english)


@pytest.mark.django_db
def test_the_contents_lead_to_every_page() -> None:
    contents = Reader().get("/rules/")
    for page in PAGES:
        assert f'href="/rules/{page}/"' in contents


@pytest.mark.django_db
def test_what_the_house_decided_is_marked() -> None:
    page = Reader().get("/rules/set-up/")
    assert re.search(r'class="house" title="House value[^"]+">drawn at random<', page)


@pytest.mark.django_db
def test_a_page_that_is_not_there_is_told_of_in_words() -> None:
    assert "The rules have no such page." in Reader().get("/rules/cooking/", status=404)
