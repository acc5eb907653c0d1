"""The tutorial on pages without a script: anybody may walk it, and nothing is written down."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from html import unescape
from types import MappingProxyType
from urllib.parse import parse_qs, urlsplit

import pytest
from django.apps import apps
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.text.lexicon import Words
from games import boards
from games.boards import BOARDS, board_of
from games.boards.board import Board
from games.boards.tutorial import NoSuchScene, Offer, ShownScene, words_in
from games.models import Game, User
from games.web.once import MARK
from tests.contract.toys.registered import PRESS, toys_known
from tests.web.pages import Reader

FIRST = "/learn/wallenstein-2010/map/"
# What a learner taps, scene by scene.
LION_TAPS = {
    "board": ["b3"],
    "border": ["A:borders-1", "borders", "c2|d2"],
    "sell": ["A:borders-3", "sell", "A:knights-1"],
    "hand": ["A:knights-1"],
    "knight": ["A:knights-1", "knights", "c2"],
    "expansion": ["A:knights-1/expand-1", "expand", "c4"],
    "mine": ["d3"],
}
LION_HAPPENED = {
    "en": {
        "border": "You get a domain around the castle at b3",
        "sell": "You sell “3 borders (pile A)” for 5 ducats",
        "knight": "for 2 ducats: c2",
        "expansion": "+3 points; −3 points for Red",
        "mine": "You expand the domain at b3 to d3",
    },
    "de": {
        "border": "Du bekommst ein Gebiet um die Burg b3",
        "sell": "Du verkaufst „3 Grenzen (Stapel A)“ für 5 Dukaten",
        "knight": "für 2 Dukaten: c2",
        "expansion": "+3 Punkte; −3 Punkte für Rot",
        "mine": "Du erweiterst das Gebiet b3 um d3",
    },
}
TAPS = {
    "map": ["mittelmark"],
    "taxes": ["wolfenbuettel", "collect_taxes"],
    "battle": ["kursachsen", "combat_a", "lausitz"],
    "revolt": ["anhalt"],
    "majority": ["saechsische_lande"],
    "winter": ["mittelmark"],
}
HAPPENED = {
    "en": {
        "taxes": "You collect 7 Thalers",
        "battle": "the tower decides 4\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}1; Lausitz falls",
        "revolt": "You face the revolt in Anhalt",
        "majority": "You build a palace",
        "winter": "You 18 points",
    },
    "de": {
        "taxes": "Du ziehst in Wolfenbüttel 7 Taler",
        "battle": "der Turm entscheidet 4\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}1",
        "revolt": "Du stellst dich dem Aufstand in Anhalt",
        "majority": "Du baust in den Sächsischen Landen einen Palast",
        "winter": "Du 18 Punkte",
    },
}


def links(page: str) -> list[str]:
    return [unescape(link) for link in re.findall(r'href="([^"]*)"', page)]


def tapped_in(link: str) -> str:
    """The last tap that a link tells of."""
    taps = parse_qs(urlsplit(link).query).get("do", [""])[0]
    return taps.rpartition(".")[2]


def rows() -> int:
    """Everything in the database."""
    return sum(model._base_manager.count() for model in apps.get_models())


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("address", "walk", "happened", "ends_at"),
    [
        (FIRST, TAPS, HAPPENED, "/play/"),
        (
            "/learn/loewenherz-2003/board/",
            LION_TAPS,
            LION_HAPPENED,
            "/play/loewenherz-2003/",
        ),
    ],
    ids=["wallenstein", "loewenherz"],
)
def test_a_stranger_walks_it_by_links_alone(
    stranger: Reader,
    db: None,
    address: str,
    walk: Mapping[str, list[str]],
    happened: Mapping[str, Mapping[str, str]],
    ends_at: str,
    language: str,
) -> None:
    before = rows()
    game = address.split("/")[2]
    with CaptureQueriesContext(
        connection,
    ) as asked:
        for name, taps in walk.items():
            page = stranger.get(address, language=language)
            assert f"/learn/{game}/{name}/" in address
            for tapped in taps:
                (way,) = {link for link in links(page) if tapped_in(link) == tapped}
                page = stranger.get(address.partition("?")[0] + way, language=language)
            assert happened[language].get(name, "") in unescape(page)
            assert "tutorial-why" in page
            (address,) = re.findall(r'class="button primary" href="([^"]+)" rel="next"', page)
        page = stranger.get(address, language=language)
    assert f'href="{ends_at}"' in page
    assert not [query for query in asked if not query["sql"].startswith("SELECT")]
    assert rows() == before
    assert set(stranger.client.cookies) <= {"csrftoken"}


def test_a_wrong_tap_is_answered_and_loses_nothing(stranger: Reader) -> None:
    page = stranger.get("/learn/wallenstein-2010/battle/?do=kursachsen.combat_a.boehmen")
    assert "In Böhmen the peasants would fight for Yellow" in page
    assert "?do=kursachsen.combat_a.lausitz#tutorial" in links(page)


@pytest.mark.parametrize(
    "taps", ["nowhere", "a" * 9000, "%00", "<b>x</b>", "....", "kursachsen.", "%F0%9F%90%84"]
)
def test_nonsense_in_the_address_gets_a_page(stranger: Reader, taps: str) -> None:
    page = stranger.get(f"/learn/wallenstein-2010/battle/?do={taps}")
    assert "A battle in the tower" in page
    assert "<b>x</b>" not in page


@pytest.mark.parametrize(
    "address",
    [
        "/learn/wallenstein-2010/nowhere/",
        "/learn/wallenstein-2002/",
        "/learn/wallenstein-2002/map/",
        "/learn/chess/",
        "/learn/chess/map/",
    ],
)
def test_what_does_not_exist_is_said_so(stranger: Reader, address: str) -> None:
    assert "The tutorial has no such step." in stranger.get(address, status=404)


def test_nothing_can_be_sent_there(stranger: Reader) -> None:
    assert stranger.client.post(FIRST).status_code == 405


@pytest.mark.parametrize(
    ("address", "first"),
    [
        ("/learn/", FIRST),
        ("/learn/wallenstein-2010/", FIRST),
        ("/learn/loewenherz-2003/", "/learn/loewenherz-2003/board/"),
    ],
)
def test_the_short_addresses_lead_to_the_first_scene(
    stranger: Reader, address: str, first: str
) -> None:
    assert stranger.client.get(address, follow=True).redirect_chain[-1][0] == first


@pytest.mark.parametrize(
    ("ruleset", "way"),
    [("wallenstein-2010", "/play/"), ("loewenherz-2003", "/play/loewenherz-2003/")],
)
def test_the_end_leads_into_a_game_against_bots(
    anna: User, stranger: Reader, ruleset: str, way: str
) -> None:
    address = f"/learn/{ruleset}/play/"
    reader = Reader(anna)
    page = reader.get(address)
    assert f'action="{way}"' in page
    (mark,) = re.findall(rf'name="{MARK}" value="([^"]+)"', page)
    reader.post(way, {MARK: mark})
    game = Game.objects.get()
    assert (game.status, game.ruleset) == (Game.Status.RUNNING, ruleset)
    assert f'href="{way}"' in stranger.get(address)
    assert stranger.client.get(way).headers["Location"].startswith("/accounts/signup/")


def test_each_game_has_a_link_of_its_own(anna: User, stranger: Reader) -> None:
    """From the first page, from its rules, from the page that begins it, and from one another."""
    own = "/learn/loewenherz-2003/"
    for address in ("/", "/rules/", FIRST, "/learn/wallenstein-2010/play/"):
        assert own in links(stranger.get(address)), address
    assert own in links(Reader(anna).get("/play/loewenherz-2003/"))
    assert "/learn/wallenstein-2010/" in links(stranger.get("/learn/loewenherz-2003/board/"))


WAYS_IN = ("/", "/rules/", "/tables/")


@pytest.mark.parametrize("address", WAYS_IN)
def test_it_is_one_click_away(anna: User, stranger: Reader, address: str) -> None:
    for reader in (stranger, Reader(anna)):
        assert "/learn/" in links(reader.get(address))
    assert "/learn/wallenstein-2010/" in links(Reader(anna).get("/play/"))


@pytest.fixture
def without_tutorials(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    plain = {key: replace(board, tutorial=None) for key, board in BOARDS.items()}
    monkeypatch.setattr(boards, "BOARDS", plain)
    # The foot of every page is kept for a day.
    caches["frame"].clear()
    yield
    caches["frame"].clear()


@pytest.mark.usefixtures("without_tutorials")
@pytest.mark.parametrize("address", WAYS_IN)
def test_where_no_game_has_one_nothing_leads_to_it(anna: User, address: str) -> None:
    for reader in (Reader(), Reader(anna)):
        assert not [link for link in links(reader.get(address)) if link.startswith("/learn")]
    Reader().get("/learn/", status=404)


def test_a_toy_has_none() -> None:
    with toys_known():
        assert board_of(PRESS.key).tutorial is None
        assert "no such step" in Reader().get(f"/learn/{PRESS.key}/", status=404)


class PressTutorial:
    """A tutorial of a game without a map and without a tower, made by hand."""

    minutes = 1
    scenes: Mapping[str, Words] = MappingProxyType(
        {"dare": {"en": "Dare", "de": "Wag es"}, "play": {"en": "Now you", "de": "Jetzt du"}}
    )
    drawing_template = ""
    styles = ()
    scripts = ()

    def scene(self, name: str, taps: str, language: str) -> ShownScene:
        """One tap: roll."""
        if name not in self.scenes:
            raise NoSuchScene(name)
        done = taps == "roll"
        return ShownScene(
            seat="A",
            title=words_in(self.scenes[name], language),
            words="A 1 takes the pot.",
            task="" if done or name == "play" else "Tap Roll.",
            remark="",
            offers=[] if done else [Offer("roll", "Roll")],
            laid=None,
            so_far="",
            drawing=None,
            exhibits=[],
            is_done=done,
            why="Whoever dares may win." if done else "",
            report=[],
            rule=None,
        )


def test_another_game_brings_its_own(stranger: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    with toys_known():
        taught: Board = replace(board_of(PRESS.key), tutorial=PressTutorial())
        monkeypatch.setattr(boards, "BOARDS", {**BOARDS, PRESS.key: taught})
        page = stranger.get(f"/learn/{PRESS.key}/dare/")
        assert "?do=roll#tutorial" in links(page)
        page = stranger.get(f"/learn/{PRESS.key}/dare/?do=roll")
        assert "Whoever dares may win." in page
        assert f"/learn/{PRESS.key}/play/" in links(page)
