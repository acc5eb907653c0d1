"""Making a game on one page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from engine.registry import LOEWENHERZ, RULESETS, by_version
from games.models import Game, User
from games.web.wizard_form import NewGameForm
from tests.contract.toys.registered import PRESS
from tests.service.tables import play_out, started
from tests.web.pages import Reader

DEFAULTS = {
    "line_up": "default",
    "choices": "orders",
    "emperors_court": "off",
    "landsknechte": "off",
}


def filled_in(person: User, **answers: Any) -> dict[str, Any]:
    """The form as it comes, sent as a browser without a script would, with some answers changed."""
    form = NewGameForm(person=person)
    sent = {name: form[name].value() for name in form.fields}
    return {**sent, **answers}


def test_the_button_alone_makes_a_sensible_game(anna: User) -> None:
    page = Reader(anna).post("/tables/new/", filled_in(anna))
    assert "Your table is ready" in page
    game = Game.objects.get()
    assert game.host == anna
    assert game.players == 5
    assert game.options == DEFAULTS
    assert [seat.bot for seat in game.seats.all()] == ["", *["marshal"] * 4]
    assert game.schedule["kind"] == "none"
    assert game.schedule["hours"] == 48
    assert game.schedule["reminders"] == [24, 4]
    assert game.lateness == Game.Lateness.DRAFT


def test_whoever_has_played_is_offered_a_table_for_people(anna: User) -> None:
    play_out(started(anna), anna)
    first = NewGameForm(person=anna).initial
    assert (first["players"], first["bots"], first["pace"], first["hours"]) == (5, 0, "hours", 48)


def test_every_answer_is_heeded(anna: User) -> None:
    answers = {
        "name": "Prag",
        "players": "3",
        "bots": "2",
        "bot": "random",
        "visibility": "unlisted",
        "wallenstein-2010:line_up": "draft",
        "wallenstein-2010:choices": "ask",
        "pace": "daily",
        "at": "07:30",
        "zone": "Europe/Vienna",
        "weekdays": ["0", "3"],
        "minimum_hours": "6",
        "grace_minutes": "15",
        "reminders": "12; 2",
        "lateness": "stand_in",
    }
    Reader(anna).post("/tables/new/", filled_in(anna, **answers))
    game = Game.objects.get()
    assert (game.name, game.players, game.visibility) == ("Prag", 3, "unlisted")
    assert [seat.bot for seat in game.seats.all()] == ["", "random", "random"]
    assert game.options == {**DEFAULTS, "line_up": "draft", "choices": "ask"}
    assert game.schedule == {
        "kind": "daily",
        "hours": 48,
        "at": "07:30",
        "zone": "Europe/Vienna",
        "weekdays": [0, 3],
        "minimum_hours": 6,
        "grace_minutes": 15,
        "reminders": [12, 2],
    }
    assert game.lateness == "stand_in"


def test_each_option_says_what_it_means(anna: User) -> None:
    page = Reader(anna).get("/tables/new/")
    assert "Players pick counties one after the other" in page
    assert "The season pauses wherever a plan is silent" in page
    assert "No deadline" in page


def test_l_1_and_e_8_what_is_a_house_value_is_said_before_it_is_chosen(anna: User) -> None:
    page = Reader(anna).get("/tables/new/")
    assert "a point each season. The amounts are house values." in page
    assert "What the events do, and the grain they cost, are house values." in page


def test_more_bots_than_a_small_table_seats_say_what_they_need(anna: User) -> None:
    page = Reader(anna).get("/tables/new/")
    bots = page.partition('name="bots"')[2].partition("</select>")[0]
    assert '<option value="1">1</option>' in bots
    assert ">2, with 3 players or more<" in bots
    assert ">3, with 4 players or more<" in bots
    assert ">4, with 5 players or more<" in bots


def test_the_sentence_follows_the_form(anna: User) -> None:
    reader = Reader(anna)
    sent = filled_in(anna, pace="daily", at="21:00", weekdays=["4", "6"], lateness="wait")
    sentence = reader.post("/tables/new/preview/", sent)
    assert "at 21:00 (Europe/Berlin) on these days: Friday, Sunday" in sentence
    assert "the game waits for them" in sentence
    page = reader.post("/tables/new/", {**sent, "preview": "yes"})
    assert "on these days: Friday, Sunday" in page
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("answers", "complaint"),
    [
        ({"name": "  "}, "This field is required."),
        ({"players": "9"}, "9 is not one of the available choices"),
        ({"players": "3", "bots": "4"}, "There must be a seat left for you."),
        ({"hours": "0"}, "greater than or equal to 1"),
        ({"at": "25:00"}, "Write a time of day such as 20:00."),
        ({"zone": "Middle/Earth"}, "Select a valid choice"),
        ({"weekdays": []}, "This field is required."),
        ({"reminders": "soon"}, "Write up to five whole numbers"),
        ({"reminders": "0"}, "Each must be between 1 and 1440 hours."),
        ({"ruleset": "chess"}, "chess is not one of the available choices"),
        ({"wallenstein-2010:line_up": "x"}, "x is not one of the available choices"),
    ],
)
def test_bad_answers_are_named_and_nothing_typed_is_lost(
    anna: User, answers: dict[str, Any], complaint: str
) -> None:
    sent = filled_in(anna, **{"name": "Kept as typed", **answers})
    page = Reader(anna).post("/tables/new/", sent, status=422)
    assert complaint in page
    assert "name" in answers or "Kept as typed" in page
    assert not Game.objects.exists()


def test_a_form_altered_by_hand_is_no_fault(anna: User) -> None:
    page = Reader(anna).post("/tables/new/", {"name": "x\x00y"}, status=422)
    assert "need another look" in page


def test_only_who_is_signed_in_makes_games(stranger: Reader) -> None:
    response = stranger.client.get("/tables/new/")
    assert response["Location"] == "/accounts/login/?next=/tables/new/"


def offers(page: str) -> dict[str, Any]:
    """What the page knows of each game, for its script."""
    data = re.search(r'<script id="offers" type="application/json">(.*?)</script>', page)
    assert data
    return dict(json.loads(data[1]))


def test_the_script_knows_name_seats_bots_and_the_usual_bot_of_each_game(anna: User) -> None:
    games = offers(Reader(anna).get("/tables/new/"))
    first, other = games["wallenstein-2010"], games[LOEWENHERZ.key]
    assert (first["name"], other["name"]) == ("anna’s Wallenstein", "anna’s Löwenherz")
    assert (first["players"], other["players"]) == ([3, 4, 5], [2, 3, 4])
    assert [*first["bots"]] == ["generalissimo", "marshal", "recruit", "random"]
    assert [*other["bots"]] == ["baron", "squire", "random"]
    assert (first["usual_bot"], other["usual_bot"]) == ("marshal", "baron")


def test_a_bot_goes_by_the_name_it_has_in_each_game(anna: User) -> None:
    page = Reader(anna).get("/tables/new/")
    games = offers(page)
    assert games["wallenstein-2010"]["bots"]["random"].startswith("Dice (plays at random): ")
    assert games[LOEWENHERZ.key]["bots"]["random"].startswith("Vagabond (plays at random): ")
    # Without a script one list is for all games.
    label = page.partition('name="bot" value="random"')[2].partition("</label>")[0]
    assert "Dice (plays at random): " in label
    assert "in Löwenherz: Vagabond (plays at random): " in label
    assert label.count("Dice") == 1


def test_a_name_that_nobody_changed_goes_with_the_game(anna: User) -> None:
    made = {"ruleset": LOEWENHERZ.key, "players": "4", "bots": "3", "bot": "baron"}
    for name, called in (("anna’s Wallenstein", "anna’s Löwenherz"), ("Our own", "Our own")):
        Reader(anna).post("/tables/new/", filled_in(anna, **made, name=name))
        assert Game.objects.latest("created_at").name == called


def test_the_bots_of_every_game_are_listed_from_the_strongest(anna: User) -> None:
    page = Reader(anna).get("/tables/new/")
    listed = re.findall(r'name="bot" value="(\w+)"', page)
    for key, offer in offers(page).items():
        assert [name for name in listed if name in offer["bots"]] == [*offer["bots"]], key


def test_without_a_script_the_page_says_how_many_each_game_seats(anna: User) -> None:
    page = Reader(anna).get("/tables/new/")
    beside = page.partition('id="id_ruleset_helptext">')[2].partition("</div>")[0]
    assert "Wallenstein, edition of 2010: for 3, 4 or 5 players." in beside
    assert "Löwenherz: for 2, 3 or 4 players." in beside


def test_a_number_the_game_does_not_seat_is_refused_where_it_was_chosen(anna: User) -> None:
    sent = filled_in(anna, ruleset=LOEWENHERZ.key, name="Kept as typed")
    page = Reader(anna).post("/tables/new/", sent, status=422)
    beside = page.partition('id="id_players"')[2].partition('id="id_bots"')[0]
    assert "This game is for 2, 3, 4 players." in beside
    assert "Kept as typed" in page
    assert not Game.objects.exists()
    Reader(anna).post("/tables/new/", {**sent, "players": "4", "bots": "3", "bot": "baron"})
    game = Game.objects.get()
    assert (game.ruleset, game.players) == (LOEWENHERZ.key, 4)


def test_where_there_is_one_game_nothing_is_said_of_its_seats(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    with RULESETS.lent(by_version(PRESS)):
        monkeypatch.setattr("games.web.lobby.RULESETS", by_version(PRESS))
        assert "id_ruleset_helptext" not in Reader(anna).get("/tables/new/")


@pytest.fixture
def _a_game_without_bots() -> Iterator[None]:
    with RULESETS.lent(by_version(PRESS)):
        yield


@pytest.mark.usefixtures("_a_game_without_bots")
def test_a_game_without_bots_is_offered_none(
    anna: User, bert: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Reader(anna).get("/tables/new/")
    offer = offers(page)[PRESS.key]
    assert (offer["bots"], offer["usual_bot"]) == ({}, None)
    asked = {"ruleset": PRESS.key, "players": "2", "bots": "0"}
    # Without a script everything is offered, and what cannot be is refused where it was chosen.
    refused = Reader(anna).post(
        "/tables/new/", filled_in(anna, **{**asked, "bots": "1"}), status=422
    )
    assert "No bot plays this game." in refused
    late = filled_in(anna, **asked, lateness="stand_in")
    assert "none can stand in" in Reader(anna).post("/tables/new/", late, status=422)
    Reader(anna).client.post("/tables/new/", filled_in(anna, **asked, bot=""))
    assert Game.objects.get().ruleset == PRESS.key
    # Where no game has bots, nothing is said of them.
    monkeypatch.setattr("games.web.lobby.RULESETS", by_version(PRESS))
    page = Reader(bert).get("/tables/new/")
    assert 'name="bot"' not in page
    assert 'value="stand_in"' not in page
    assert page.partition('name="bots"')[2].partition("</select>")[0].count("<option") == 1


def folds(page: str) -> dict[str, bool]:
    """The parts of the wizard that fold, and whether they are open."""
    parts = re.findall(r'data-fold="(\w+)"( open)?', page)
    return {part: bool(is_open) for part, is_open in parts}


def test_what_fits_is_folded_and_told_in_a_line(anna: User) -> None:
    page = Reader(anna).get("/tables/new/")
    assert folds(page) == {"rules": False, "pace": False}
    line = re.search(r'id="rules-line">([^<]*)<', page)
    assert line
    assert line[1] == NewGameForm(person=anna).rules_in_brief()
    assert line[1].count(" · ") == len(DEFAULTS) - 1


@pytest.mark.parametrize(
    ("answers", "is_open"),
    [
        ({}, {"rules": False, "pace": False}),
        ({"pace": "hours"}, {"rules": False, "pace": True}),
        ({"hours": "0"}, {"rules": False, "pace": True}),
        ({"wallenstein-2010:line_up": "draft"}, {"rules": True, "pace": False}),
        ({"wallenstein-2010:line_up": "upside down"}, {"rules": True, "pace": False}),
    ],
    ids=["as it came", "another pace", "no hours", "another rule", "no rule"],
)
def test_a_part_with_a_mistake_or_a_change_in_it_is_open(
    anna: User, answers: dict[str, str], is_open: dict[str, bool]
) -> None:
    form = filled_in(anna, **answers) | {"preview": "yes"}
    wrong = "0" in answers.values() or "upside down" in answers.values()
    page = Reader(anna).post("/tables/new/", form, status=422 if wrong else 200)
    assert folds(page) == is_open


def test_the_line_of_the_rules_follows_the_form(anna: User) -> None:
    sent = filled_in(anna, **{"wallenstein-2010:line_up": "draft"})
    page = Reader(anna).post("/tables/new/preview/", sent)
    form = NewGameForm(sent, person=anna)
    assert form.rules_in_brief() in page
    assert form.rules_in_brief() != NewGameForm(person=anna).rules_in_brief()
    assert NewGameForm({"ruleset": "chess"}, person=anna).rules_in_brief() == ""
