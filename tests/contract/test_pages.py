"""Every page of a game of every ruleset, from the form that makes it to the final table."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.boards import board_of
from games.models import User
from tests.contract.page_text import NOUNS_OF_WALLENSTEIN, PageText
from tests.contract.web_games import EVERY_KEY, TOY_KEYS, WebGame

pytestmark = pytest.mark.usefixtures("fresh_pages")
# Words that no sentence does without, and that the other language does not have.
FOREIGN = {
    "de": re.compile(r"\b(the|and|of|is|with|your?|this|that|for|not|has|have|it)\b", re.I),
    "en": re.compile(r"\b(der|und|ist|nicht|mit|für|auf|wird|eine?|hat|dein|du|es)\b", re.I),
}
# The foot of every page leads to the trial of the tower, whatever is played; and what a button
# does with a draft is no throw.
OF_THE_SITE = {"Is the tower honest?", "Ist der Turm ehrlich?", "Discard"}
# What a game of every kind has, and what only games with a tower or a map have.
LACKED = {"odds": "cube tower", "luck": "cube tower", "places": "map"}


def look(browser: Client, address: str, language: str, reader: User | None) -> PageText:
    """A page in a language, without a trace of how it was made."""
    if reader:
        User.objects.filter(pk=reader.pk).update(language=language)
    response = browser.get(address, headers={"accept-language": language}, follow=True)
    assert response.status_code == 200, (address, response.status_code)
    page = PageText(response.content.decode())
    assert page.title, address
    assert page.leaks == [], address
    assert [text for text in page.texts if FOREIGN[language].search(text)] == [], address
    return page


def look_around(table: WebGame) -> None:
    """Open every page there is now, as a player in both languages and as a stranger in one."""
    host = table.people["A"]
    for address in table.pages(host):
        for language in FOREIGN:
            page = look(table.browsers["A"], address, language, host)
            if table.game.ruleset in TOY_KEYS:
                of_its_own_game(page, language)
    for address in table.pages(None):
        look(table.spectator, address, "de", None)


def of_its_own_game(page: PageText, language: str) -> None:
    """A page tells a game that has neither map nor tower of nothing that Wallenstein has."""
    texts = {text for text in page.texts if NOUNS_OF_WALLENSTEIN[language].search(text)}
    assert texts <= OF_THE_SITE, page.title


@pytest.mark.slow
@pytest.mark.parametrize("key", EVERY_KEY)
def test_every_page_can_be_read_from_the_wizard_to_the_end(key: str) -> None:
    table = WebGame(key)
    look_around(table)
    table.start()
    look_around(table)
    # A season has as many facts as a whole toy, and other tests play seasons to the end.
    steps = 200 if key in TOY_KEYS else 1
    while not table.finished and table.row.step <= steps:
        table.play()
        if table.row.step == 3:
            look_around(table)
    assert table.finished == (key in TOY_KEYS)
    look_around(table)
    page = table.spectator.get(table.address("table")).content.decode()
    assert (table.address("archive") in page) == table.finished


@pytest.mark.parametrize("key", EVERY_KEY)
def test_what_a_game_lacks_is_said_and_not_offered(key: str) -> None:
    table = WebGame(key)
    table.start()
    board, browser = board_of(key), table.browsers["A"]
    has = {"odds": bool(board.tower), "luck": bool(board.tower), "places": bool(board.map)}
    shown = [browser.get(page).content.decode() for page in table.pages(table.people["A"])]
    for name, without in LACKED.items():
        address = table.address(name)
        response = browser.get(address)
        assert response.status_code == (200 if has[name] else 404), name
        later = name == "luck" and board.deals
        reason = "Hands are secret." if later else f"This game is played without a {without}."
        assert (reason in response.content.decode()) != has[name]
        # The script of a map asks for the places; nobody is led there.
        offered = any(f'href="{address}"' in page for page in shown)
        assert offered == (has[name] and name != "places"), name
    assert any("Animate the cubes" in page for page in shown) == bool(board.tower)


@pytest.mark.parametrize("key", TOY_KEYS)
def test_a_replay_steps_through_every_fact(key: str) -> None:
    table = WebGame(key)
    table.start()
    for _ in range(3):
        table.play()
    for browser in (table.browsers["A"], table.spectator):
        page = browser.get(table.address("replay")).content.decode()
        frames = []
        for address in re.findall(r'data-frames="([^"]+)"', page):
            frames += browser.get(address).json()["frames"]
        assert [frame["seq"] for frame in frames] == list(range(1, table.row.seq + 1))
        assert all(frame["sentence"] for frame in frames)
        for frame in frames[:: len(frames) // 5]:
            address = f"{table.address('replay')}?at={frame['seq']}"
            assert frame["sentence"] in PageText(browser.get(address).content.decode()).texts
