"""Votes, absences, substitutes and replacements over the API."""

from datetime import timedelta

import pytest

from games import clock
from games.models import Game
from tests.api.requests import (
    Asker,
    legal_answer,
    new_game,
    person,
    question,
    refused,
    started_game,
)
from tests.service.tables import late

pytestmark = pytest.mark.django_db
WEEK = {"kind": "hours", "hours": 24 * 7}
WEDDING = {"hours": 24, "why": "A wedding"}
WHY = {"why": "A journey"}


@pytest.fixture
def game(anna, bela) -> str:
    return started_game(anna, bela, schedule=WEEK, visibility="unlisted")


@pytest.fixture
def carl(db) -> Asker:
    return Asker(person("carl"))


def due(asker: Asker, game: str) -> str:
    return str(asker.get(f"games/{game}/").json()["deadline"])


def test_a_vote_on_more_time(anna, bela, carl, game):
    before = due(anna, game)
    asked = anna.post(f"games/{game}/extension/", WEDDING)
    assert asked.json()["proposal"] == {
        "seat": "A",
        "hours": 24,
        "why": "A wedding",
        "yes": ["A"],
    }
    refused(anna.post(f"games/{game}/extension/", {"hours": 24, "why": "More"}), 409, "vote_open")
    refused(carl.post(f"games/{game}/extension/vote/", {"yes": True}), 404, "no_such_game")
    refused(bela.post(f"games/{game}/extension/vote/", {}), 400, "invalid")
    refused(bela.post(f"games/{game}/extension/vote/", {"yes": "perhaps"}), 400, "invalid")
    for no in ({"yes": False}, {"yes": False, "why": " "}):
        refused(bela.post(f"games/{game}/extension/vote/", no), 409, "no_reason")
    assert due(anna, game) == before
    shown = bela.post(f"games/{game}/extension/vote/", {"yes": True}).json()
    assert shown["proposal"] is None
    assert shown["deadline"] > before
    refused(bela.post(f"games/{game}/extension/vote/", {"yes": True}), 409, "no_vote")
    refused(bela.post(f"games/{game}/extension/", {"hours": 0, "why": "Rain"}), 400, "invalid")
    refused(bela.post(f"games/{game}/extension/", {"hours": 1}), 400, "invalid")
    refused(bela.post(f"games/{game}/extension/", {"hours": 1, "why": "\t"}), 409, "no_reason")


def test_a_vote_says_why(anna, bela, game):
    for voter, vote, reason in (
        (bela, {"yes": False, "why": "I leave tomorrow"}, "I leave tomorrow"),
        (anna, {"yes": False}, "has taken the request back"),
        (bela, {"yes": True, "why": "Me too"}, "Me too"),
    ):
        assert anna.post(f"games/{game}/extension/", WEDDING).status_code == 200
        assert voter.post(f"games/{game}/extension/vote/", vote).status_code == 200
        events = anna.get(f"games/{game}/events/?limit=500").json()["events"]
        voted = [event for event in events if event["kind"] == "extension_voted"][-1]
        assert voted["payload"]["why"] == reason
        assert f"({reason})." in voted["text"]


def test_the_same_vote_sent_twice_is_one(anna, bela, game):
    anna.post(f"games/{game}/extension/", WEDDING)
    for replayed in (None, "true"):
        voted = bela.post(
            f"games/{game}/extension/vote/", {"yes": True}, HTTP_IDEMPOTENCY_KEY="my-vote"
        )
        assert voted.status_code == 200
        assert voted.get("Idempotency-Replayed") == replayed


def test_a_token_to_read_does_none_of_this(anna, bela, game):
    reader = Asker(bela.user, scopes=("read",))
    for response in (
        reader.post(f"games/{game}/extension/", {"hours": 1}),
        reader.post(f"games/{game}/extension/vote/", {"yes": True}),
        reader.put(f"games/{game}/substitute/", {"player": "carl"}),
        reader.delete(f"games/{game}/substitute/"),
        reader.post(f"games/{game}/resign/"),
        reader.put(f"games/{game}/seats/A/player/", {"bot": "random"}),
        reader.post("me/absences/", {}),
        reader.delete("me/absences/1/"),
    ):
        refused(response, 403, "insufficient_scope")
    assert reader.get("me/absences/").json() == {"days_a_year": 28, "absences": []}


def test_absences_are_entered_listed_and_cancelled(anna, bela, game):
    before = due(anna, game)
    first, last = (str(clock.now().date() + timedelta(days=days)) for days in (3, 5))
    made = bela.post("me/absences/", {"first_day": first, "last_day": last})
    assert made.status_code == 201
    assert made.json()["first_day"] == first
    assert due(anna, game) > before
    assert bela.get("me/absences/").json()["absences"] == [made.json()]
    # Others see that the deadline moved, and neither from when nor until when he is away.
    assert anna.get("me/absences/").json()["absences"] == []
    assert last not in anna.get(f"games/{game}/").content.decode()
    refused(
        bela.post("me/absences/", {"first_day": first, "last_day": last}),
        409,
        "overlapping_absence",
    )
    refused(bela.post("me/absences/", {"first_day": last, "last_day": first}), 422, "bad_dates")
    refused(bela.post("me/absences/", {"first_day": "soon", "last_day": last}), 400, "invalid")
    long = str(clock.now().date() + timedelta(days=600))
    refused(
        bela.post("me/absences/", {"first_day": long, "last_day": long[:4] + "-99-99"}),
        400,
        "invalid",
    )
    one = f"me/absences/{made.json()['id']}/"
    refused(anna.delete(one), 404, "no_such_absence")
    assert bela.delete(one).status_code == 204
    refused(bela.delete(one), 404, "no_such_absence")
    assert due(anna, game) == before


def test_the_quota_is_refused_in_words(anna):
    year = clock.now().year + 1
    body = {"first_day": f"{year}-02-01", "last_day": f"{year}-03-01"}
    problem = refused(anna.post("me/absences/", body), 409, "quota_used_up")
    assert f"29 days in {year}; 28 are allowed" in problem["detail"]


def test_a_substitute_plays_and_declines(anna, bela, carl, game):
    refused(anna.put(f"games/{game}/substitute/", {"player": "bela", **WHY}), 409, "sits_already")
    refused(
        anna.put(f"games/{game}/substitute/", {"player": "nobody", **WHY}), 404, "no_such_player"
    )
    refused(carl.get(f"games/{game}/board/"), 404, "no_such_game")
    refused(anna.put(f"games/{game}/substitute/", {"player": "carl"}), 400, "invalid")
    blank = {"player": "carl", "why": " "}
    refused(anna.put(f"games/{game}/substitute/", blank), 409, "no_reason")
    shown = anna.put(f"games/{game}/substitute/", {"player": "carl", **WHY}).json()
    assert shown["seats"][0]["substitute"] == "carl"
    assert carl.get(f"games/{game}/").json()["you"] == {"seat": "A", "host": False}
    asked = question(carl, game)
    assert asked.endswith(".A")
    body = {"answer": legal_answer(game, asked)}
    assert carl.put(f"games/{game}/decisions/{asked}/", body).status_code == 200
    refused(carl.post(f"games/{game}/resign/"), 403, "players_only")
    refused(
        bela.put(f"games/{game}/substitute/", {"player": "carl", **WHY}), 409, "knows_another_seat"
    )
    assert carl.delete(f"games/{game}/substitute/").status_code == 204
    refused(carl.get(f"games/{game}/board/"), 404, "no_such_game")
    refused(anna.delete(f"games/{game}/substitute/"), 409, "no_substitute")


@pytest.mark.parametrize(
    "name", [b'"\\ud800"', b'"\\u0000"', b'"' + b"x" * 151 + b'"', b"[]", b"null"]
)
def test_a_name_that_is_none_is_refused(anna, game, name):
    for path in (f"games/{game}/substitute/", f"games/{game}/seats/B/player/"):
        body = b'{"why": "gone", "player": ' + name + b"}"
        assert anna.put(path, body).status_code in (400, 404)
    assert Game.objects.get(pk=game).seats.get(key="B").user is not None


def test_a_player_is_replaced_and_put_back(anna, bela, carl, game):
    path = f"games/{game}/seats/B/player/"
    refused(bela.put(path, {"player": "carl", "why": "gone"}), 403, "host_only")
    refused(carl.put(path, {"player": "carl", "why": "gone"}), 404, "no_such_game")
    refused(anna.put(path, {"why": "gone"}), 422, "player_or_bot")
    refused(anna.put(path, {"player": "anna", "why": "gone"}), 409, "sits_already")
    refused(anna.put(path, {"bot": "hal", "why": "gone"}), 422, "unknown_bot")
    refused(anna.put(path, {"player": "carl", "why": "gone"}), 409, "not_late")
    late(Game.objects.get(pk=game))
    refused(anna.put(path, {"player": "carl"}), 400, "invalid")
    refused(anna.put(path, {"player": "carl", "why": ""}), 400, "invalid")
    refused(anna.put(path, {"player": "carl", "why": " "}), 409, "no_reason")
    assert anna.put(path, {"player": "carl", "why": "gone"}).json() == {
        "seat": "B",
        "letter": "B",
        "player": "carl",
        "bot": "",
        "substitute": None,
        "free": False,
    }
    refused(bela.get(f"games/{game}/"), 404, "no_such_game")
    assert carl.get(f"games/{game}/board/").json()["decisions"]
    assert anna.put(path, {"player": "bela", "why": "back"}).json()["player"] == "bela"
    refused(carl.get(f"games/{game}/"), 404, "no_such_game")


def test_staff_replace_at_a_table_they_may_not_look_at(anna, carl, game):
    staff = Asker(person("staff", is_staff=True))
    refused(staff.get(f"games/{game}/"), 404, "no_such_game")
    replaced = staff.put(f"games/{game}/seats/A/player/", {"player": "carl", "why": "gone"})
    assert replaced.json()["player"] == "carl"
    refused(staff.get(f"games/{game}/board/"), 404, "no_such_game")
    assert Game.objects.values_list("host__username", flat=True).get(pk=game) == "bela"
    named = {"bot": "random", "why": "gone"}
    refused(staff.put("games/2222222222/seats/A/player/", named), 404, "no_such_game")


def test_who_resigns_is_out_and_the_next_becomes_host(anna, bela, game):
    assert anna.post(f"games/{game}/resign/", {"why": "No time"}).status_code == 204
    refused(anna.get(f"games/{game}/"), 404, "no_such_game")
    shown = bela.get(f"games/{game}/").json()
    assert (shown["host"], shown["you"]["host"]) == ("bela", True)
    assert shown["seats"][0]["bot"] == "marshal"


def test_before_the_start_there_is_nobody_to_replace(anna):
    table = new_game(anna)
    named = {"bot": "random", "why": "gone"}
    refused(anna.put(f"games/{table}/seats/B/player/", named), 409, "not_started")
    refused(anna.post(f"games/{table}/resign/"), 409, "not_started")
    refused(anna.put(f"games/{table}/substitute/", {"player": "x", **WHY}), 409, "not_started")
