"""What somebody has not read: the card that leads to it, and how far they have read."""

from __future__ import annotations

import re
import secrets
from html import unescape
from random import Random

import pytest

from engine.wallenstein.words.names import county_name
from games import access
from games.boards import board_of
from games.models import Game, ReadChapter, User
from games.names import names_of
from games.read.unread import unread_numbers, unread_story
from games.services.people.accounts import account_delete
from games.services.play.advance import game_advance
from games.services.tables.reading import chapter_read
from games.services.tables.seats import substitute_name
from tests.mail.rows import opened, rows_of, text_of
from tests.service.conftest import anna, bert, cora, nothing_folded
from tests.service.tables import again, answer, started, waiting
from tests.web.told import line_of, played, played_by_marshals, reader

__all__ = ["anna", "bert", "cora", "nothing_folded"]


def unread(game: Game, person: User) -> list[int]:
    return unread_numbers(access.viewer(again(game), person), person.pk)


def card(game: Game, person: User | None, path: str = "") -> str:
    """The card of a page; nothing where there is none."""
    page = reader(person).get(f"/games/{game.pk}/{path}").content.decode()
    shown = re.search(r'<section class="say unread.*?</section>', page, re.DOTALL)
    return shown.group() if shown else ""


def newest(game: Game, person: User) -> str:
    return str(reader(person).get(f"/games/{game.pk}/report/").headers["Location"])


def read(game: Game, person: User, chapter: int) -> None:
    page = reader(person).get(f"/games/{game.pk}/report/{chapter}/")
    assert page.status_code == 200


def test_a_season_that_is_over_has_a_card_until_it_is_read(anna: User) -> None:
    game = started(anna)
    assert card(game, anna) == ""
    answer(game, anna)
    game_advance(game_id=game.pk)
    line = line_of(game, anna)
    spring = line.chapters[1]
    names = names_of(again(game), "en")
    short = board_of(game.ruleset).story.in_short(line.passage(spring), "A", "en", names)
    for path in ("", f"turn/{waiting(game).id}/"):
        shown = card(game, anna, path)
        assert f"<strong>{spring.title}:</strong> {short.headline}" in shown
        assert f'href="/games/{game.pk}/report/1/"' in shown
        assert f'href="/games/{game.pk}/replay/?watch=1"' in shown
    read(game, anna, 1)
    assert card(game, anna) == ""


def test_the_first_season_is_told_by_what_changed_in_it(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Counties change hands in most first springs, and in no other is there anything to tell.
    for luck in range(1, 20):
        monkeypatch.setattr(secrets, "token_bytes", Random(luck).randbytes)
        game = played_by_marshals(anna, steps=1)
        line = line_of(game, anna)
        setup, spring = line.chapters[:2]
        was, now = line.position(setup.last).state, line.position(spring.last).state
        changed = [
            county_name(county)
            for county in was.counties
            if was.counties[county].owner != now.counties[county].owner
        ]
        if changed:
            break
    assert changed
    [mail] = rows_of(game, "your_turn", anna)[-1:]
    places = {"card": card(game, anna), "mail": text_of(opened(mail))}
    places["report"] = reader(anna).get(f"/games/{game.pk}/report/1/").content.decode()
    names = names_of(game, "en")
    short = board_of(game.ruleset).story.in_short(line.passage(spring), "A", "en", names)
    for where, text in places.items():
        assert short.headline in " ".join(unescape(text).split()), where
        assert "shared out" not in text, where
    for where in ("report", "mail"):
        head = places[where].split("What changed hands")[1]
        assert all(county in unescape(head) for county in changed), where


def test_after_an_autumn_the_autumn_comes_first(anna: User) -> None:
    game = played(anna, seasons=2)
    read(game, anna, 1)
    read(game, anna, 2)
    answer(game, anna)
    game_advance(game_id=game.pk)
    assert unread(game, anna) == [3, 4]
    shown = card(game, anna)
    autumn, winter = line_of(game).chapters[3:5]
    assert shown.index(autumn.title) < shown.index(winter.title)
    assert f'href="/games/{game.pk}/report/3/"' in shown
    assert newest(game, anna) == f"/games/{game.pk}/report/3/"
    read(game, anna, 3)
    assert newest(game, anna) == f"/games/{game.pk}/report/4/"
    read(game, anna, 4)
    assert card(game, anna) == ""
    assert newest(game, anna) == f"/games/{game.pk}/report/4/"


def test_a_step_taken_while_a_page_is_made_is_not_told_yet(anna: User) -> None:
    game = played(anna, seasons=1)
    before = access.viewer(again(game), anna)
    answer(game, anna)
    game_advance(game_id=game.pk)
    story = unread_story(before, anna.pk, "en")
    assert story is not None
    assert [one.number for one in story.newest] == [1]
    assert unread_numbers(access.viewer(again(game), anna), anna.pk) == [1, 2]


def test_reading_never_goes_back(anna: User) -> None:
    game = played(anna, seasons=3)
    read(game, anna, 4)
    read(game, anna, 1)
    assert unread(game, anna) == []
    chapter_read(person=anna, game=game, chapter=2)
    assert ReadChapter.objects.get(game=game, user=anna).chapter == 4


def test_what_is_not_over_is_not_read(anna: User, bert: User) -> None:
    game = started(anna, bert)
    read(game, anna, 1)
    assert not ReadChapter.objects.exists()
    for player in (anna, bert):
        answer(game, player)
    game_advance(game_id=game.pk)
    assert unread(game, anna) == unread(game, bert) == [1]
    read(game, anna, 1)
    assert (unread(game, anna), unread(game, bert)) == ([], [1])


@pytest.mark.parametrize("by_script", [True, False])
def test_a_card_can_be_put_away(anna: User, by_script: bool) -> None:
    game = played(anna, seasons=3)
    assert unread(game, anna) == [1, 2, 3, 4]
    asked = f"/games/{game.pk}/turn/{waiting(game).id}/"
    headers = {"HX-Request": "true"} if by_script else {}
    response = reader(anna).post(f"/games/{game.pk}/read/", {"next": asked}, headers=headers)
    if by_script:
        assert (response.status_code, response.content) == (200, b"")
    else:
        assert response.headers["Location"] == asked
    assert card(game, anna) == ""
    assert unread(game, anna) == []


def test_putting_away_leads_to_no_other_site(anna: User, bert: User) -> None:
    game = played(anna)
    answered = reader(anna).post(f"/games/{game.pk}/read/", {"next": "https://elsewhere.example/"})
    assert answered.headers["Location"] == f"/games/{game.pk}/"
    # Somebody who looks on has nothing to put away, and nothing is remembered of them.
    assert reader(bert).post(f"/games/{game.pk}/read/").status_code == 302
    assert not ReadChapter.objects.filter(user=bert).exists()
    assert "/accounts/login/" in reader().post(f"/games/{game.pk}/read/").headers["Location"]


def test_who_looks_on_has_no_card_and_is_told_the_newest(anna: User, bert: User) -> None:
    game = played(anna, seasons=3)
    for somebody in (bert, None):
        assert card(game, somebody) == ""
        page = reader(somebody).get(f"/games/{game.pk}/report/")
        assert page.headers["Location"] == f"/games/{game.pk}/report/4/"
    read(game, bert, 4)
    assert not ReadChapter.objects.exists()


def test_who_comes_later_begins_there(anna: User, bert: User, cora: User) -> None:
    game = played(anna, bert)
    substitute_name(person=bert, game_id=game.pk, player="cora", why="A journey")
    assert unread(game, bert) == [1]
    assert unread(game, cora) == []
    answer(game, anna)
    answer(game, cora)
    game_advance(game_id=game.pk)
    assert unread(game, cora) == [2]


def test_nothing_is_remembered_of_who_is_gone(anna: User, bert: User) -> None:
    game = played(anna, bert)
    read(game, bert, 1)
    account_delete(person=bert)
    assert not ReadChapter.objects.exists()


def test_only_what_was_played_a_moment_ago_is_shown_by_itself(anna: User) -> None:
    game = played(anna, seasons=3)
    shown = card(game, anna)
    # Autumn and winter came with one step.
    assert f'data-just="{game.pk} 3"' in shown
    assert f'data-show="/games/{game.pk}/replay/?watch=3"' in shown
    read(game, anna, 3)
    assert f'data-just="{game.pk} 4"' in card(game, anna)
