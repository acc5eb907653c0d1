"""No page of Löwenherz speaks of what only Wallenstein has, in either language."""

from __future__ import annotations

import re
from html import unescape

import pytest

from games.log import store
from games.models import Game, User
from games.services.play.advance import game_advance
from games.services.play.turns import answer_submit
from tests.play.tables import random_answer
from tests.service.tables import again, started, waiting
from tests.web.pages import Reader

RULESET = "loewenherz-2003"
STEPS = 24
FOREIGN = {
    "en": r"seasons?|plans?|planned|planning|count(?:y|ies)|tower|cubes?|arm(?:y|ies)|winter|map|"
    r"auction|thalers?|throws?|peasants?|chapters?",
    "de": r"Jahreszeit\w*|Pl[aä]ne?n?|geplant|L[aä]nder\w*|Turm|Würfel\w*|Armee\w*|Winter|Taler\w*|"
    r"Bauern\w*|Landkarte|Abschnitt\w*",
}


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    """Two people in the middle of a game, Anna to play."""
    game = started(anna, bert, players=3, ruleset=RULESET)
    people = {"A": anna, "B": bert}
    game_advance(game_id=game.pk)
    steps = 0
    while steps < STEPS or store.load(again(game)).waiting[0].seat != "A":
        position = store.load(again(game))
        for asked in position.waiting:
            answer = random_answer(position, asked, "words")
            answer_submit(
                person=people[asked.seat], game_id=game.pk, decision=asked.id, answer=answer
            )
        game_advance(game_id=game.pk)
        steps += 1
    return again(game)


def spoken(page: str) -> str:
    """What a page says, also to those who hear it; not the foot that all pages share."""
    body = page.partition("<main")[2].partition("<footer")[0]
    body = re.sub(r"(?s)<(script|style|code|pre)\b.*?</\1>", " ", body)
    labels = " ".join(re.findall(r'(?:aria-label|title|alt)="([^"]*)"', body))
    return re.sub(r"<[^>]+>", " ", body) + " " + labels


@pytest.mark.parametrize("language", ["en", "de"])
def test_pages_speak_of_nothing_that_the_game_has_not(
    game: Game, anna: User, language: str
) -> None:
    User.objects.filter(pk=anna.pk).update(language=language)
    anna.refresh_from_db()
    reader, here = Reader(anna), f"/games/{game.pk}/"
    table = reader.get(here)
    assert {"en": "Your hand", "de": "Deine Hand"}[language] in table
    links = {*re.findall(rf'href="({here}[^"#]*)"', table), f"{here}turn/{waiting(game).id}/"}
    # Some lead on to the page that is meant.
    opened = {link: reader.client.get(link, follow=True) for link in links}
    pages = {link: unescape(page.content.decode()) for link, page in opened.items()}
    assert len(pages) > 5
    for link, page in {here: table, **pages}.items():
        words = spoken(page)
        assert len(words) > 50, link
        foreign = re.findall(
            rf".{{0,40}}\b(?:{FOREIGN[language]})\b.{{0,40}}", words, re.IGNORECASE
        )
        assert foreign == [], link


def test_whoever_takes_a_turn_is_told_that_it_is_sealed(game: Game, anna: User) -> None:
    asked = waiting(game)
    answer = {"card": asked.options["hand"][0], "deed": "sell"}
    reader = Reader(anna)
    address = f"/games/{game.pk}/turn/{asked.id}/"
    seen = reader.get(address).partition('name="seen" value="')[2].partition('"')[0]
    page = reader.post(address, {**answer, "kind": "turn", "act": "ready", "seen": seen})
    assert "Your turn is sealed. The game goes on." in page
    assert "Everybody is ready" not in page
