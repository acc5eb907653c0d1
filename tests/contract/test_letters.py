"""Every letter of the toys: in both languages, as text and HTML, with forms, dates and calls."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from bs4 import BeautifulSoup
from django.conf import settings
from django.utils import translation

from engine.kernel.core import Ruleset
from games.log import store
from games.mail.letters import letter_of, short
from games.mail.letters.kinds import ASKING, DATED, OTHERS, WRITERS
from games.models import Game, OutboxRow, User
from games.net.outbound import CheckedUrl
from games.notice_kinds import CHOICE
from games.services.play.advance import game_advance
from games.services.post import webhooks
from tests.contract.by_mail import Correspondents
from tests.contract.page_text import NOUNS_OF_WALLENSTEIN
from tests.contract.toys.registered import HIGH_CARD, PRESS, TOYS
from tests.mail.rows import every_kind_of, html_of, opened, parts_of, text_of
from tests.service.conftest import anna, bert, cora, nothing_folded
from tests.service.tables import again, answer, play_out, started

__all__ = ["anna", "bert", "cora", "nothing_folded"]

pytestmark = pytest.mark.django_db
LANGUAGES = ("en", "de")
toys = pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.key)
# What every question of the toys begins with, and the form that answers it.
ASKS = {"en": "Please choose one.", "de": "Bitte wähle eins aus."}
FORM = {"en": "ORDERS TO FILL IN", "de": "BEFEHLE ZUM AUSFÜLLEN"}
# What the toys say of their first and their last facts.
BEGAN = {
    PRESS.key: {"en": "Round 1 begins.", "de": "Runde 1 beginnt."},
    HIGH_CARD.key: {"en": "Everybody boasts.", "de": "Alle prahlen."},
}
ENDED = {"en": "The winner: ", "de": "Es gewinnt: "}
# Letters that tell of the table before there is a game, of talk, and of the way letters go.
ABOUT_NO_LOG = set(OTHERS)


@contextmanager
def speaking(row: OutboxRow, language: str) -> Iterator[None]:
    """The same letter to somebody who reads a language."""
    row.user.language = language
    with translation.override(language):
        yield


def words(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.split())


@toys
def test_every_kind_of_letter_is_written_in_both_languages(
    toy: Ruleset[Any], anna: User, bert: User, cora: User
) -> None:
    kinds = every_kind_of(anna, bert, cora, ruleset=toy.key)
    assert set(kinds) | {"mail_answer", CHOICE} == set(WRITERS) | set(OTHERS) | {"digest"}
    for kind, row in kinds.items():
        for language in LANGUAGES:
            with speaking(row, language):
                looks_right(row, language)
                if kind in WRITERS:
                    tells_of_its_log(row, language)
    story = {language: BEGAN[toy.key][language] for language in LANGUAGES}
    for language in LANGUAGES:
        with speaking(kinds["game_over"], language):
            text = text_of(opened(kinds["game_over"]))
        assert ENDED[language] in text
        row = OutboxRow.objects.filter(kind="your_turn").earliest("pk")
        with speaking(row, language):
            assert story[language] in text_of(opened(row))
    with speaking(kinds["digest"], "en"):
        day = text_of(opened(kinds["digest"]))
    assert "WHAT HAPPENED IN PRAGUE" in day


def looks_right(row: OutboxRow, language: str) -> None:
    """Text and HTML that say the same, short for telephones; no picture where there is no map."""
    letter = opened(row)
    text, page = text_of(letter), BeautifulSoup(html_of(letter), "html.parser")
    assert page.html is not None
    assert page.h1 is not None
    assert (page.html["lang"], page.h1.get_text()) == (language, letter["Subject"])
    assert "%(" not in text
    kinds = [kind for kind, _content in parts_of(letter)]
    assert kinds[:2] == ["text/plain", "text/html"]
    assert set(kinds[2:]) <= {"text/calendar"}
    shown = words(page.get_text(" "))
    for block in letter_of(row).blocks:
        assert words(getattr(block, "text", "")) in shown
    notice = short(row)
    assert notice.title == letter["Subject"]
    assert notice.url.startswith(settings.SITE_URL)
    assert "####" not in notice.body
    assert "/t/" not in notice.body + notice.url
    for content in (text, shown, notice.title, notice.body):
        noun = NOUNS_OF_WALLENSTEIN[language].search(content)
        assert noun is None, (row.kind, content[max(0, noun.start() - 60) : noun.end() + 60])


def tells_of_its_log(row: OutboxRow, language: str) -> None:
    """The head it is about; and where it asks, a form, an address, and a date to keep."""
    letter = opened(row)
    text = text_of(letter)
    assert row.data["head"] in text
    asks = letter["Reply-To"] is not None
    assert asks == (ASKS[language] in words(text)) or row.kind == "season_report"
    assert not asks or row.kind in ASKING
    forms = ("season_report", "deadline_moved")
    assert (FORM[language] in text) == (asks and row.kind not in forms)
    calendars = [content for kind, content in parts_of(letter) if kind == "text/calendar"]
    if row.kind in ("reminder", "deadline_moved"):
        (calendar,) = calendars
        assert b"BEGIN:VEVENT" in calendar
        assert again(row.the_game).name.encode() in calendar
    assert row.kind in DATED or not calendars


@toys
def test_letters_tell_everything_once_and_ask_whoever_is_asked(
    toy: Ruleset[Any], anna: User, bert: User
) -> None:
    game = play_out(started(anna, bert, players=2, ruleset=toy.key), anna, bert)
    rows = OutboxRow.objects.filter(game=game).order_by("pk")
    facts = [entry for entry in store.entries_of(game) if entry.kind in toy.events]
    for reader in (anna, bert):
        mine = [row for row in rows if row.user_id == reader.pk]
        assert [row.data["since"] for row in mine] == [0, *(row.data["until"] for row in mine[:-1])]
        text = "\n".join(text_of(opened(row)) for row in mine)
        for entry in facts:
            assert text.count(sentence_of(toy, game, entry.seq)) >= 1
    asked = [entry for entry in store.entries_of(game) if entry.kind == "answer_sealed"]
    assert sum(row.kind == "your_turn" for row in rows) == len(asked)
    assert sum(row.kind == "game_over" for row in rows) == 2


def sentence_of(toy: Ruleset[Any], game: Game, seq: int) -> str:
    """What the game's own words say of an entry."""
    entry = store.entries_of(game)[seq - 1]
    event = toy.events.decode(entry.kind, entry.version, entry.payload)
    return toy.text().account(event, "en", {"A": "anna", "B": "bert"})


@toys
def test_programs_are_called_with_public_facts(toy: Ruleset[Any], anna: User, bert: User) -> None:
    game = started(anna, bert, players=2, ruleset=toy.key)
    kinds = ["your_turn", "season_report", "game_over"]
    webhooks.webhook_create(
        person=anna, game_id=game.pk, url=CheckedUrl("https://192.0.2.1/hook"), kinds=kinds
    )
    play_out(game, anna, bert)
    calls = [
        json.loads(webhooks.payload(row)) for row in OutboxRow.objects.filter(channel="webhook")
    ]
    assert {call["kind"] for call in calls} == set(kinds)
    for call in calls:
        assert set(call) == {"id", "game", "kind", "turn", "step", "seq", "head", "deadline"}
    assert calls[-1]["head"] == again(game).head
    chapters = {call["turn"] for call in calls}
    assert chapters == {str(number) for number in range(len(chapters))} or chapters >= {"1", "2"}


@toys
def test_a_lone_player_among_bots_is_asked_and_told_and_no_more(
    toy: Ruleset[Any], anna: User
) -> None:
    game = started(anna, players=3, ruleset=toy.key)
    post = Correspondents(game, (anna,))
    asked = 0
    while not post.is_over():
        asked += len(list(post.asked()))
        answer(game, anna)
        game_advance(game_id=game.pk)
    kinds = list(OutboxRow.objects.filter(game=game).values_list("kind", flat=True))
    assert kinds.count("your_turn") == asked
    assert kinds.count("game_over") == 1
    # Whoever is asked in every round needs no report beside it.
    assert set(kinds) == {"your_turn", "game_over"}
