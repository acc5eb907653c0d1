"""The rules in both languages, complete by their ids."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.template import Context, Template
from django.test import Client

from games.boards import BOARDS
from games.boards.rulebook import Rulebook
from games.boards.rulebooks import help_pages, rulebooks
from games.boards.wallenstein.board import BOARD_2010
from games.boards.wallenstein.turn import forms
from games.boards.wording import Wording
from games.models import User
from games.services.play.advance import game_advance
from tests.service import stones
from tests.service.tables import answer, started, waiting
from tests.web.pages import Reader

TESTS = Path(__file__).resolve().parents[1]
# Rules of all games, as tests name them: W-B3 in text, w_b3_… in names of scenarios.
NAMED = re.compile(r"\b(W-[SRABVW]\d+|[EHKL]-\d+|P-[1-7])\b")
RULE = re.compile(r'<div class="rule" id="([^"]+)">.*?<p>(.*?)</p>', re.DOTALL)
SCENARIO = re.compile(r"(w_[srabvw]\d+|[ehkl]_\d+|p_[1-7])_")
# Where the pages stood when there was one game; letters and other sites still lead there.
OLD_ADDRESSES = {
    **dict.fromkeys(("overview", "set-up", "season", "actions", "battles"), "wallenstein"),
    **dict.fromkeys(("winter", "by-post", "expansions", "edition-2002"), "wallenstein"),
    "planning": "wallenstein",
    "deadlines": "house",
    "fairness": "house",
}


def addresses() -> list[str]:
    """Every page of the rules of every game."""
    return [f"/rules/{book.game}/{page}/" for book in rulebooks().values() for page in book.pages]


def ids_in_tests() -> set[str]:
    named: set[str] = set()
    for path in (TESTS / "rules").rglob("*"):
        scenario = SCENARIO.match(path.name)
        if scenario:
            named.add(scenario[1].upper().replace("_", "-"))
        if path.suffix in (".py", ".json"):
            named.update(NAMED.findall(path.read_text(encoding="utf-8")))
    return named


def rules_in(language: str) -> dict[str, str]:
    """Every rule of a language, by its anchor."""
    reader, rules = Reader(), {}
    for address in addresses():
        text = reader.get(address, language=language)
        assert f'<html lang="{language}">' in text
        for name, words in re.findall(
            r'<div class="rule" id="([^"]+)">.*?<p>(.*?)</p>', text, re.S
        ):
            assert name not in rules, f"{name} stands twice"
            rules[name] = words
    return rules


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
    for address in addresses():
        assert f'href="{address}"' in contents
    known = re.findall(r"<dt>([A-Z-]+)</dt>", contents)
    assert {re.sub(r"\d+$", "", rule).rstrip("-") for rule in ids_in_tests()} <= set(known)


@pytest.mark.django_db
def test_what_the_house_decided_is_marked() -> None:
    page = Reader().get("/rules/wallenstein/set-up/")
    assert re.search(r'class="house" title="House value[^"]+">drawn at random<', page)
    # Whoever cannot point at a word reads it below the text.
    assert "Dotted words mark what we have decided here" in page
    assert 'id="house-values"' in Reader().get("/rules/")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("expansions", "2 Thalers or 1 army"),
        ("expansions", "the first county"),
        ("edition-2002", "A palace adds 1 army"),
        ("edition-2002", "Counties with a church"),
    ],
)
def test_l_1_e_8_and_p_7_what_no_rule_book_says_is_marked(page: str, words: str) -> None:
    text = " ".join(Reader().get(f"/rules/wallenstein/{page}/").split())
    assert re.search(rf'class="house" title="House value[^"]+">{words}', text)


@pytest.mark.django_db
def test_a_page_that_is_not_there_is_told_of_in_words() -> None:
    for address in ("cooking", "tower", "house/cooking", "house/season", "chess/season"):
        page = Reader().get(f"/rules/{address}/", status=404)
        assert "The rules have no such page." in page, address


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["house", "loewenherz", "wallenstein"])
def test_an_address_cut_after_the_game_leads_to_its_pages(client: Client, game: str) -> None:
    response = client.get(f"/rules/{game}/")
    assert (response.status_code, response.headers["Location"]) == (302, f"/rules/#h-{game}")
    assert f'id="h-{game}"' in Reader().get("/rules/")


@pytest.mark.django_db
@pytest.mark.parametrize(("page", "game"), OLD_ADDRESSES.items())
def test_an_old_address_leads_to_the_page_for_good(client: Client, page: str, game: str) -> None:
    answered = client.get(f"/rules/{page}/?from=letter&n=1")
    assert answered.status_code == 301
    assert answered.headers["Location"] == f"/rules/{game}/{page}/?from=letter&n=1"
    plain = client.get(f"/rules/{page}/", follow=True)
    assert plain.redirect_chain == [(f"/rules/{game}/{page}/", 301)]
    assert plain.status_code == 200


@pytest.mark.django_db
def test_a_page_lists_its_own_game_and_what_holds_for_all() -> None:
    chess = Wording("Chess", "", rulebook=Rulebook("chess", "Chess", {"season": "Openings"}))
    with BOARDS.lent({"chess": replace(BOARD_2010, wording=chess)}):
        _lists_its_own_game_and_what_holds_for_all()


def _lists_its_own_game_and_what_holds_for_all() -> None:
    contents = Reader().get("/rules/")
    assert '<h2 id="h-chess">Chess</h2>' in contents
    assert 'href="/rules/chess/season/"' in contents
    listed = Reader().get("/rules/wallenstein/edition-2002/")
    assert 'href="/rules/house/deadlines/"' in listed
    assert 'href="/rules/wallenstein/edition-2002/" aria-current="page"' in listed
    assert "/rules/chess/" not in listed
    # The last page of a game is followed by those of the house, the last of these by none.
    assert ">Next: How deadlines work<" in Reader().get("/rules/wallenstein/tower/")
    assert "Next:" not in Reader().get("/rules/house/fairness/")
    # An address without a game means what it always meant.
    assert addressed("/rules/season/") == "/rules/wallenstein/season/"


def addressed(old: str) -> str:
    return str(Client().get(old).headers["Location"])


@pytest.mark.parametrize("topic", ["plan", "question", "report", "options", "anything"])
def test_a_game_without_rules_of_its_own_shows_no_help(topic: str) -> None:
    board = replace(BOARD_2010, wording=Wording("Stones", ""))
    with BOARDS.lent({stones.PLAIN.key: board}):
        _shows_no_help(topic)


def _shows_no_help(topic: str) -> None:
    assert help_pages(stones.PLAIN.key, topic) == []
    page = "{% load rulebook %}[{% help_on ruleset topic apart=True %}]"
    context = Context({"ruleset": stones.PLAIN.key, "topic": topic})
    assert Template(page).render(context) == "[]"
    assert "stones" not in rulebooks()


def test_whatever_helps_is_a_page_of_the_game() -> None:
    for key, board in BOARDS.items():
        book = board.wording.rulebook
        assert book is not None
        for topic, pages in board.wording.help_on.items():
            assert help_pages(key, topic) == [(book.game, page) for page in pages]
            assert set(pages) <= book.pages.keys(), topic


@pytest.mark.parametrize(("language", "quoted"), [("en", "“([^”]+)”"), ("de", "„([^“]+)“")])
def test_what_the_help_calls_by_name_is_called_so_on_the_page(
    anna: User, bert: User, language: str, quoted: str
) -> None:
    User.objects.update(language=language)
    game = started(anna, bert, schedule={"kind": "hours"})
    reader = Reader(User.objects.get(pk=anna.pk))
    table, turn = f"/games/{game.pk}/", f"/games/{game.pk}/turn/{waiting(game).id}/"
    seen = reader.get(table) + reader.get(turn)
    answer(game, anna)
    seen += reader.get(turn) + reader.get("/me/away/")
    # Some of it there is only from the second season on.
    answer(game, bert)
    game_advance(game_id=game.pk)
    seen += reader.get(f"{table}turn/{waiting(game).id}/")
    named = [
        name
        for page in ("wallenstein/planning", "house/deadlines")
        for name in re.findall(quoted, reader.get(f"/rules/{page}/").partition("<main")[2])
    ]
    assert len(named) >= 8
    assert [name for name in named if f">{name}<" not in seen] == []


LINK = re.compile(r'href="(/rules/[a-z0-9-]+/([a-z0-9-]+)/)(?:#([A-Z0-9-]+))?"')


@pytest.mark.parametrize("ruleset", ["wallenstein-2010", "wallenstein-2002"])
def test_help_stands_where_it_is_needed_and_leads_to_what_it_names(
    anna: User, ruleset: str
) -> None:
    both = {"emperors_court": "on", "landsknechte": "on"} if ruleset.endswith("2010") else {}
    game = started(anna, ruleset=ruleset, options=both)
    answer(game, anna)
    game_advance(game_id=game.pk)
    places = {
        f"/games/{game.pk}/turn/{waiting(game).id}/": {"planning", "actions"},
        f"/games/{game.pk}/": {"season", "winter", "battles", "tower"},
        f"/games/{game.pk}/report/": {"season", "battles", "winter"},
        "/tower/": {"fairness"},
        "/tables/new/": {"overview", "by-post", "deadlines"},
    }
    anchors = rules_in("en")
    reader = Reader(anna)
    for address, wanted in places.items():
        links = LINK.findall(reader.client.get(address, follow=True).content.decode())
        assert wanted <= {page for _address, page, _rule in links}, address
        for page, _name, rule in links:
            assert page in addresses()
            assert not rule or (rule in anchors and f'id="{rule}"' in reader.get(page))


@pytest.mark.parametrize(("language", "words"), [("en", "new window"), ("de", "neues Fenster")])
def test_a_link_into_another_window_says_so(anna: User, language: str, words: str) -> None:
    User.objects.filter(pk=anna.pk).update(language=language)
    page = Reader(anna).get("/tables/new/", language=language)
    links = re.findall(r'<a [^>]*target="_blank"[^>]*>.*?</a>', page)
    assert len(links) >= 3
    notice = f'<span class="only-read"> ({words})</span></a>'
    assert [link for link in links if not link.endswith(notice)] == []


def test_pages_of_the_rules_write_no_address_by_hand() -> None:
    pages = sorted((TESTS.parent / "templates" / "rules").rglob("*.html"))
    assert pages
    assert [page.name for page in pages if 'href="/' in page.read_text("utf-8")] == []
    for language in ("en", "de"):
        assert 'href="/audit.md"' in Reader().get("/rules/house/fairness/", language=language)


@pytest.mark.django_db
def test_each_box_of_a_plan_names_its_rule(anna: User) -> None:
    game = started(anna)
    page = Reader(anna).get(f"/games/{game.pk}/turn/{waiting(game).id}/")
    for action in waiting(game).options["boxes"]:
        box = page.partition(f'data-box="boxes.{action}"')[2].partition("</li>")[0]
        assert f'/rules/wallenstein/actions/#{forms.RULES[action][1]}"' in box, action
