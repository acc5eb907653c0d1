"""What all pages of a game share: the ways between them, the news, the names."""

from __future__ import annotations

import re

import pytest

from games import access
from games.boards.wallenstein.board import BOARD_2010
from games.models import Game, User
from games.names import names_of
from games.read import selectors
from games.read.change_feed import Watch, pulses_of
from games.services.play.advance import game_advance
from tests.service.tables import again, answer, lobby, play_out, started, waiting
from tests.web.pages import Reader

pytestmark = pytest.mark.django_db

PAGES = (
    "",
    "report/0/",
    "chat/",
    # What unfolds as "More".
    "replay/",
    "charts/",
    "luck/",
    "odds/",
    "notes/",
    "audit/",
    "referee/",
)
IN_LINE = ["Table", "Plan", "Story", "Talk"]


def ways(page: str, game: Game) -> list[str]:
    nav = re.search(
        rf'<nav id="ways" class="tabs" aria-label="{re.escape(game.name)}">(.*?)</nav>', page, re.S
    )
    assert nav is not None
    return re.findall(r'href="([^"]*)"', nav[1])


def test_every_page_of_a_game_leads_to_all_others_and_hears_the_news(anna: User) -> None:
    game, reader = started(anna), Reader(anna)
    home = f"/games/{game.pk}/"
    turn = f"turn/{waiting(game).id}/"
    wanted = [home + end for end in ("", turn, "report/", *PAGES[2:])]
    for end in (*PAGES, turn):
        page = reader.get(home + end)
        assert ways(page, game) == wanted, end
        assert page.count("data-live") == 1, end
        assert f'data-pulse="{pulses_of([game.pk])[game.pk]}"' in page
        assert page.count('aria-current="page"') >= 1, end


@pytest.mark.parametrize(
    ("language", "in_line"), [("en", IN_LINE), ("de", ["Tisch", "Plan", "Geschichte", "Chat"])]
)
def test_five_ways_are_in_line_and_the_others_unfold(
    anna: User, language: str, in_line: list[str]
) -> None:
    anna.language = language
    anna.save()
    page = Reader(anna).get(f"/games/{started(anna).pk}/")
    line, _fold, rest = page.partition('<nav id="ways"')[2].partition("<details")
    assert re.findall(r"<a [^>]*>([^<\n]+)", line) == in_line
    unfolding = rest.partition("</details>")[0]
    assert re.findall(r"<summary>(.*?)</summary>", unfolding) == [
        {"en": "More", "de": "Mehr"}[language]
    ]
    assert len(re.findall("<a ", unfolding)) == 7


def test_a_table_that_fills_has_no_more_ways_than_fit(anna: User) -> None:
    page = Reader(anna).get(f"/games/{lobby(anna).pk}/")
    nav = page.partition('<nav id="ways"')[2].partition("</nav>")[0]
    assert "<details" not in nav
    assert re.findall(r"<a [^>]*>([^<\n]+)", nav) == ["Table", "Talk", "Notes"]


def test_the_ways_keep_the_invitation(stranger: Reader, anna: User) -> None:
    game = started(anna, visibility="invited")
    page = stranger.get(f"/games/{game.pk}/charts/?invite={game.invite}")
    assert all(way.endswith(f"?invite={game.invite}") for way in ways(page, game))
    news = stranger.get(f"/games/{game.pk}/news/?since=1&invite={game.invite}")
    assert f'href="/games/{game.pk}/report/?invite={game.invite}"' in news
    assert "(UTC)" not in news


def test_a_table_that_fills_hears_the_news_and_home_hears_of_all_games(anna: User) -> None:
    game = lobby(anna)
    other = started(anna, name="The other one")
    assert "data-live" in Reader(anna).get(f"/games/{game.pk}/")
    page = Reader(anna).get("/")
    assert set(re.findall(r'data-game="(\w+)"', page)) == {game.pk, other.pk}
    assert page.count("data-live") == 1
    assert f'href="/games/{other.pk}/turn/{waiting(other).id}/"' in page


def test_a_bot_has_one_name_everywhere(anna: User) -> None:
    game, reader = started(anna), Reader(anna)
    name = names_of(game)["B"]
    assert name.endswith(" (bot)")
    answer(game, anna)
    game_advance(game_id=game.pk)
    for end in ("", "report/0/", "replay/", "charts/", "referee/"):
        assert name in reader.get(f"/games/{game.pk}/{end}"), end
    assert name in reader.get("/")
    assert name in reader.get("/tables/?status=running")
    assert "Marshal (bot)" not in reader.get("/")


def test_strangers_are_told_the_zone_of_a_moment(stranger: Reader, anna: User) -> None:
    game = started(anna, schedule={"kind": "hours", "hours": 30})
    line = stranger.get("/tables/?status=running").partition(game.name)[2]
    assert 'data-local="SHORT_DATETIME_FORMAT"' in line
    assert "(UTC)" in line
    assert "data-local" not in Reader(anna).get(f"/games/{game.pk}/")


def test_no_time_is_left_to_nobody(anna: User) -> None:
    game = started(anna, schedule={"kind": "hours", "hours": 30})
    assert "data-time-left" in Reader(anna).get(f"/games/{game.pk}/")
    answer(game, anna)
    page = Reader(anna).get(f"/games/{game.pk}/")
    assert "The game goes on in a moment" in page
    assert "data-time-left" not in page


def test_after_the_end_the_players_may_ask_for_a_rematch_at_the_table(
    anna: User, bert: User
) -> None:
    game = play_out(started(anna), anna)
    assert again(game).status == Game.Status.FINISHED
    assert f'action="/games/{game.pk}/rematch/"' in Reader(anna).get(f"/games/{game.pk}/")
    assert "/rematch/" not in Reader(bert).get(f"/games/{game.pk}/")


def test_equal_points_are_told_with_what_decided(anna: User) -> None:
    game = play_out(started(anna), anna)
    shown = selectors.board(access.viewer(again(game), anna))
    names = names_of(game)
    even = dict.fromkeys(shown["points"], 40)
    tie_breaks = {
        BOARD_2010.table.table(
            shown | {"points": points, "winners": winners}, "en", names
        ).tie_break
        for points, winners in (
            ({**even, "A": 41}, ["A"]),
            (even, ["A"]),
            (even, ["A", "B"]),
        )
    }
    assert tie_breaks == {
        "",
        "Points are equal: the most Thalers decide.",
        "Points and Thalers are equal: the victory is shared.",
    }


def test_an_older_pulse_is_no_news() -> None:
    watch = Watch(every=0.01)
    watch._known = {"g": "4-running-3"}
    assert watch._differing({"g": "5-running-3"}) == {}
    assert watch._differing({"g": "4-paused-3"}) == {"g": "4-running-3"}
    assert watch._differing({"g": "3-running-3"}) == {"g": "4-running-3"}


def test_a_looker_that_fails_can_be_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_watched: object) -> None:
        raise RuntimeError("out of order")

    watch = Watch(every=0.01)
    monkeypatch.setattr("games.read.change_feed._asked", broken)
    monkeypatch.setattr("threading.excepthook", lambda _args: None)
    assert watch.wait({"g": "1-running-3"}, 0.2) == {}
    monkeypatch.setattr("games.read.change_feed._asked", lambda _watched: {"g": "2-running-3"})
    assert watch.wait({"g": "1-running-3"}, 120) == {"g": "2-running-3"}
