"""Looking for a table, and a table while it fills."""

from __future__ import annotations

import pytest

from games.models import Game, User
from games.services.tables.lobby import game_join
from tests.service.tables import again, lobby, started
from tests.web.pages import Reader


def test_the_lobby_shows_what_one_looks_for(anna: User, bert: User, stranger: Reader) -> None:
    lobby(anna, players=3, bots=1, name="Three wanted")
    lobby(anna, players=4, bots=3, name="Full of bots", schedule={"kind": "hours"})
    started(bert, name="Running already")
    lobby(anna, name="Nobody’s business", visibility="unlisted")
    page = stranger.get("/tables/")
    assert "Three wanted" in page
    assert "Full of bots" in page
    assert "Running already" not in page
    assert "Nobody’s business" not in page
    assert "Nobody’s business" in Reader(anna).get("/tables/")
    free = stranger.get("/tables/?free=on")
    assert "Three wanted" in free
    assert "Full of bots" not in free
    assert "Full of bots" in stranger.get("/tables/?players=4")
    assert "Three wanted" not in stranger.get("/tables/?players=4")
    assert "Running already" in stranger.get("/tables/?status=running")
    paced = stranger.get("/tables/?pace=hours")
    assert "Full of bots" in paced
    assert "Three wanted" not in paced
    assert "Three wanted" in stranger.get("/tables/?q=three")


def test_what_to_look_for_is_unfolded_on_a_phone_where_somebody_looks_for_it(
    anna: User, stranger: Reader
) -> None:
    lobby(anna)
    assert '<details class="filter-fold"><summary>' in stranger.get("/tables/")
    assert '<details class="filter-fold"><summary>' in stranger.get("/tables/?page=1")
    assert '<details class="filter-fold" open><summary>' in stranger.get("/tables/?q=three")


def test_the_lobby_opens_on_what_there_is(anna: User, bert: User, stranger: Reader) -> None:
    waits = '<option value="lobby" selected>'
    started(bert, name="Running already")
    # Nobody waits for players: then every table is shown, and the form says so.
    page = stranger.get("/tables/")
    assert "Running already" in page
    assert waits not in page
    # Whoever asks for those that wait is told that there is none.
    asked = stranger.get("/tables/?status=lobby")
    assert "No table matches" in asked
    assert waits in asked
    table = lobby(anna, name="Three wanted", visibility="unlisted")
    assert "Running already" in stranger.get("/tables/")
    table.visibility = "public"
    table.save(update_fields=["visibility"])
    page = stranger.get("/tables/")
    assert "Three wanted" in page
    assert "Running already" not in page
    assert waits in page


def test_somebody_who_wants_to_watch_is_led_to_games_that_run(stranger: Reader) -> None:
    assert 'href="/tables/?status=running">Watch a game' in stranger.get("/")
    assert "Watch a game" in stranger.get("/tables/")
    # Nobody plays: the page that says so does not lead to itself.
    nobody = stranger.get("/tables/?status=running")
    assert "Play now against bots" in nobody
    assert "Watch a game" not in nobody


def test_a_line_about_a_running_game_names_its_edition_and_says_its_pace_once(
    anna: User, stranger: Reader
) -> None:
    started(anna, name="The first edition", ruleset="wallenstein-2002")
    line = stranger.get("/tables/?status=running").partition('class="games"')[2]
    words = " ".join(line.split())
    assert "Wallenstein, first edition of 2002 · Spring of year 1 · no deadline" in words
    assert line.count("no deadline") == 1


def test_a_line_of_the_lobby_says_how_fast_against_whom_and_what_is_unusual(
    anna: User, stranger: Reader
) -> None:
    lobby(anna, name="As usual", bots=0)
    usual = " ".join(stranger.get("/tables/").split())
    assert "Wallenstein, edition of 2010 · no deadline</span>" in usual
    daily = {"kind": "daily", "at": "20:00", "weekdays": [0, 3], "zone": "Europe/Berlin"}
    lobby(
        anna,
        name="Unusual",
        bots=1,
        schedule=daily,
        options={"line_up": "draft", "emperors_court": "on"},
    )
    page = stranger.get("/tables/?q=unusual")
    assert "Monday, Thursday at 20:00 (Europe/Berlin)" in page
    assert "Starting counties: chosen in turn" in page
    assert "Emperor’s Court: with" in page
    assert "Landsknechte" not in page.partition('class="games"')[2]
    assert "Dice</span>" in page


def test_an_option_nobody_knows_any_more_does_not_break_the_lobby(
    anna: User, stranger: Reader
) -> None:
    table = lobby(anna, name="Of old", options={"line_up": "draft"})
    table.options |= {"weather": "on", "emperors_court": "sometimes"}
    table.save(update_fields=["options"])
    page = stranger.get("/tables/")
    assert "Of old" in page
    assert "Starting counties: chosen in turn" in page
    assert "weather" not in page
    assert "sometimes" not in page


@pytest.mark.parametrize("query", ["players=x", "status=%00", "page=-3", "page=x&q=a", "free=2"])
def test_odd_filters_are_no_fault(stranger: Reader, query: str) -> None:
    assert "Find a table" in stranger.get(f"/tables/?{query}")


def test_long_lists_come_in_pages(anna: User, stranger: Reader) -> None:
    for number in range(21):
        lobby(anna, name=f"Table {number:02}")
    first, second = stranger.get("/tables/"), stranger.get("/tables/?page=2")
    assert "Page 1 of 2" in first
    assert "Table 20" in first
    assert "Table 00" not in first
    assert "Table 00" in second


def test_sit_down_stand_up(anna: User, bert: User) -> None:
    game = lobby(anna, bots=1)
    reader = Reader(bert)
    assert "Sit down" in reader.get(f"/games/{game.pk}/")
    page = reader.post(f"/games/{game.pk}/join/")
    assert "You have a seat at the table." in page
    assert again(game).seats.filter(user=bert).count() == 1
    reader.post(f"/games/{game.pk}/leave/")
    assert not again(game).seats.filter(user=bert).exists()


def test_a_closed_table_opens_with_its_link_only(anna: User, bert: User) -> None:
    game = lobby(anna, bots=1, visibility="invited")
    reader = Reader(bert)
    assert "not open to you" in reader.get(f"/games/{game.pk}/", status=404)
    page = reader.get(f"/games/{game.pk}/?invite={game.invite}")
    assert "Sit down" in page
    reader.post(f"/games/{game.pk}/join/", {"invite": "wrong"}, status=404)
    reader.post(f"/games/{game.pk}/join/", {"invite": game.invite})
    assert again(game).seats.filter(user=bert).exists()


def test_the_link_is_the_hosts_to_hand_out(anna: User, bert: User) -> None:
    game = lobby(anna, bots=0)
    game_join(person=bert, game_id=game.pk)
    host = Reader(anna)
    assert game.invite in host.get(f"/games/{game.pk}/")
    assert game.invite not in Reader(bert).get(f"/games/{game.pk}/")
    full = host.post(f"/games/{game.pk}/seats/C/", {"bot": "random"})
    assert "Invite somebody" not in full, "nobody could sit down"


def test_who_is_not_signed_in_comes_back_with_the_invitation(anna: User, stranger: Reader) -> None:
    game = lobby(anna, bots=1, visibility="invited")
    page = stranger.get(f"/games/{game.pk}/?invite={game.invite}")
    back = f"?next=/games/{game.pk}/%3Finvite%3D{game.invite}"
    # Whoever is invited has hardly ever been here before.
    seats = page.split("<main")[1]
    assert seats.index(f"/accounts/signup/{back}") < seats.index(f"/accounts/login/{back}")


def test_who_comes_back_to_a_button_is_led_to_its_table(anna: User, bert: User) -> None:
    """Pressed signed out, it is where signing in leads, and no page."""
    table = lobby(anna)
    page = Reader(bert).get(f"/games/{table.pk}/join/", status=405)
    assert "Nothing was changed." in page
    assert f'class="button" href="/games/{table.pk}/"' in page
    assert again(table).seats.filter(user=bert).count() == 0


def test_the_host_seats_bots_kicks_and_starts(anna: User, bert: User) -> None:
    game = lobby(anna, bots=0)
    game_join(person=bert, game_id=game.pk)
    host = Reader(anna)
    page = host.get(f"/games/{game.pk}/")
    assert "disabled" in page
    assert '<option value="marshal" selected>Marshal (fair)</option>' in page
    for kind in ("Generalissimo (strong)", "Recruit (beginner)", "Dice (plays at random)"):
        assert f">{kind}</option>" in page
    host.post(f"/games/{game.pk}/seats/B/", {"bot": ""})
    assert again(game).seats.get(key="B").is_free
    host.post(f"/games/{game.pk}/seats/B/", {"bot": "marshal"})
    page = host.post(f"/games/{game.pk}/seats/C/", {"bot": "random"})
    assert "(bot)" in page
    assert "Marshal (fair)" in page
    host.post(f"/games/{game.pk}/start/")
    assert again(game).status == Game.Status.RUNNING


def test_only_the_host_may(anna: User, bert: User) -> None:
    game = lobby(anna)
    reader = Reader(bert)
    assert "Only the host" in reader.post(f"/games/{game.pk}/start/", status=403)
    assert "Only the host" in reader.post(f"/games/{game.pk}/seats/B/", {"bot": ""}, status=403)
    assert "Only the host" in reader.post(f"/games/{game.pk}/cancel/", status=403)
    assert again(game).status == Game.Status.LOBBY


def test_guests_are_invited_by_name_and_may_decline(anna: User, bert: User, cora: User) -> None:
    game = lobby(anna, bots=1, visibility="invited")
    host = Reader(anna)
    assert "There is no player of that name" in host.post(
        f"/games/{game.pk}/invite/", {"username": "nobody"}
    )
    host.post(f"/games/{game.pk}/invite/", {"username": "be\x00rt"})
    assert not game.invitations.exists()
    page = host.post(f"/games/{game.pk}/invite/", {"username": "bert"})
    assert "bert is invited" in page
    guest = Reader(bert)
    assert "Decline the invitation" in guest.get(f"/games/{game.pk}/")
    guest.post(f"/games/{game.pk}/uninvite/", {"username": "bert"})
    guest.get(f"/games/{game.pk}/", status=404)
    Reader(cora).get(f"/games/{game.pk}/", status=404)


def test_a_table_can_be_given_up(anna: User) -> None:
    game = lobby(anna)
    assert "The table is cancelled." in Reader(anna).post(f"/games/{game.pk}/cancel/")
    assert "cancelled before it began" in Reader(anna).get(f"/games/{game.pk}/")
