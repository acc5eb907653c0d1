"""The rules of Löwenherz in both languages: whole, marked, and true to the data."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from engine.loewenherz.board import INDEX, mask_of
from engine.loewenherz.cards import CARDS
from engine.loewenherz.legality import border_fault
from engine.loewenherz.words.names import actions_in_words
from engine.loewenherz.words.notation import NOTATION
from engine.text.lexicon import LANGUAGES, Language
from games.boards.loewenherz.rulebook import RULEBOOK
from games.models import User
from tests.service.tables import started, waiting
from tests.web.drawn_realms import panels
from tests.web.pages import Reader

RULE = re.compile(r'<div class="rule" id="(H-\d+)">.*?<p>(.*?)</p>', re.DOTALL)
CELL = re.compile(r"<td[^>]*>(.*?)</td>", re.DOTALL)
HOUSE = re.compile(r'<span class="house" title="([^"]+)">(.*?)</span>', re.DOTALL)
# Where the lines of the book leave room, and what playing by post adds: all of it is ours.
RULINGS = {f"H-{number}" for number in (1, *range(20, 33))}
TITLES = {"en": "House value: ", "de": "Hauswert: "}


def page(name: str, language: Language) -> str:
    """The article of a page."""
    text = Reader().get(f"/rules/loewenherz/{name}/", language=language)
    return text.partition("<article>")[2].partition("</article>")[0]


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_stands_once_and_what_we_decided_is_marked(language: Language) -> None:
    rules = [rule for name in RULEBOOK.pages for rule in RULE.findall(page(name, language))]
    assert sorted(name for name, _ in rules) == sorted(f"H-{n}" for n in range(1, 33))
    marked = {name for name, words in rules if HOUSE.search(words)}
    assert marked == RULINGS
    for _, words in rules:
        assert all(title.startswith(TITLES[language]) for title, _ in HOUSE.findall(words))


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_cards_is_made_from_the_data(language: Language) -> None:
    text = page("cards", language)
    rows = [CELL.findall(row) for row in text.partition("<tbody>")[2].split("<tr>")[1:]]
    assert len(rows) == len(CARDS) == 33
    assert f" {sum(int(row[4]) for row in rows)} " in text.partition("<table>")[0]
    for (letter, allows, *figures), (name, card) in zip(rows, CARDS.items(), strict=True):
        assert letter == card.letter
        assert figures == [str(card.price), str(card.sale), str(card.copies)]
        words = HOUSE.sub(r"\2", allows)
        assert words.lower() == actions_in_words(name, language).lower()
        assert (words != allows) == card.house
    assert [name for name, card in CARDS.items() if card.house] == ["D:knights-2/expand-2"]


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_orders_on_the_page_can_be_sent_as_they_stand(language: Language) -> None:
    options = {
        "hand": ["card 1", "card 2"],
        "known": {"card 1": "A:borders-1", "card 2": "A:borders-2"},
        "market": ["B:alliance"],
    }
    (lines,) = re.findall(
        r"<pre[^>]*><code>(.*?)</code></pre>", page("by-post", language), re.DOTALL
    )
    answer, problems = NOTATION.parse("orders", unescape(lines), language, options)
    assert problems == []
    first, second = answer["orders"]
    assert first == {
        "card": "card 2",
        "do": "play",
        "action": "borders",
        "borders": ["c4|d4", "c5|d5"],
        "if": [{"free": "c4|d4"}],
    }
    assert second == {"card": "card 1", "do": "sell", "refill": ["B:alliance", "deck"]}


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_and_every_drawing_is_there(language: Language, client: Client) -> None:
    for name in RULEBOOK.pages:
        text = page(name, language)
        for address, anchor in re.findall(r'<a [^>]*href="([^"#]*)#?([^"]*)"', text):
            target = client.get(address or f"/rules/loewenherz/{name}/").content.decode()
            assert not anchor or f'id="{anchor}"' in target, (name, address, anchor)
        for drawing in re.findall(r'<use href="#([^"]+)"', text):
            assert text.count(f'id="{drawing}"') == 1, (name, drawing)
    assert page("mines", language).count('href="/rules/loewenherz/turn/#H-8"') == 1


def test_a_turn_and_the_wizard_lead_to_the_rules(anna: User, bert: User) -> None:
    game = started(anna, bert, ruleset="loewenherz-2003")
    reader = Reader(anna)
    assert "/rules/loewenherz/castles/" in reader.get(f"/games/{game.pk}/turn/{waiting(game).id}/")
    assert "/rules/loewenherz/overview/" in reader.get("/tables/new/")


def test_h_12_the_marked_border_closes_the_domain_of_the_picture(db: None) -> None:
    (panel,) = panels(page("borders", "en"))
    # Somebody else is at home in the rest of the board, or it would be a domain as well (H-24).
    before = panel.but(castles={**panel.castles, "l12": "C"})
    assert before.unclaimed_domains() == {}
    assert border_fault(before, "d3|d4") is None
    closed = before.but(borders=before.borders | {"d3|d4"})
    assert len(closed.borders) == 7
    domain = closed.unclaimed_domains()["b2"]
    assert closed.terrain.worth(domain) == 5
    assert closed.terrain.mines(domain) == {"gold": 1}


def test_h_14_the_expansion_is_drawn_as_the_rules_make_it(db: None) -> None:
    before, after = panels(page("knights", "en"))
    own, other = ([f"{column}{row}" for column in part for row in "123"] for part in ("ab", "cde"))
    before = before.but(domains={"a2": mask_of(own), "e2": mask_of(other)})
    assert (before.strength("a2"), before.strength("e2")) == (2, 1)
    growth = before.growth("a2", INDEX["c2"])
    assert (len(growth.freed), len(growth.placed)) == (1, 3)
    assert (before.borders - {*growth.freed}) | {*growth.placed} == after.borders
    assert before.terrain.worth(growth.lost) == 3
    assert (before.castles, before.knights) == (after.castles, after.knights)
