"""Tables over the API: listed, made, joined, left, started."""

import pytest

from games.models import Game
from tests.api.requests import Asker, new_game, person, refused, started_game

pytestmark = pytest.mark.django_db


def test_the_rulesets_name_what_a_game_can_be_made_of(nobody):
    listed = nobody.get("rulesets/").json()
    beginners = {"wallenstein-2010": "recruit", "wallenstein-2002": "recruit"}
    beginners["loewenherz-2003"] = "squire"
    assert [rules["key"] for rules in listed] == list(beginners)
    for rules in listed:
        assert 3 in rules["seats"]
        assert set(rules["bot_levels"]) == set(rules["bots"])
        assert rules["bot_levels"][beginners[rules["key"]]] == "beginner"
        assert all(option["default"] in option["values"] for option in rules["options"].values())


def test_e_8_the_rulesets_name_the_cards_that_are_house_values(nobody):
    house = {rules["key"]: rules["house_values"] for rules in nobody.get("rulesets/").json()}
    assert house["wallenstein-2010"] == {"landsknechte": ["amount"]}
    assert len(house["wallenstein-2002"]) == 25
    assert set(map(tuple, house["wallenstein-2002"].values())) == {("effect", "grain_loss")}


def test_a_game_is_made_and_shown(anna, nobody):
    game = new_game(anna, schedule={"kind": "hours", "hours": 24}, lateness="default")
    mine, theirs = anna.get(f"games/{game}/").json(), nobody.get(f"games/{game}/").json()
    assert mine["you"] == {"seat": "A", "host": True}
    assert theirs["you"] == {"seat": None, "host": False}
    assert mine["invite"] == Game.objects.get(pk=game).invite
    assert theirs["invite"] is None
    assert mine["schedule"]["hours"] == 24
    assert [seat["player"] or seat["bot"] for seat in mine["seats"]] == ["anna", "random", "random"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"ruleset": "halma"}, "unknown_ruleset"),
        ({"players": 6}, "bad_players"),
        ({"options": {"x": "y"}}, "bad_option"),
        ({"schedule": {"kind": "often"}}, "bad_schedule"),
        ({"schedule": {"hours": 10**400}}, "bad_schedule"),
        ({"bots": ["hal"]}, "unknown_bot"),
        ({"bots": ["random"] * 3}, "too_many_bots"),
    ],
)
def test_what_cannot_be_played_is_refused(anna, change, code):
    body = {"name": "Prag", "ruleset": "wallenstein-2010", "players": 3, **change}
    refused(anna.post("games/", body), 422, code)
    assert not Game.objects.exists()


def test_every_wrong_field_is_named(anna):
    body = {"name": "", "players": "many", "visibility": "shy", "options": {"a": []}}
    problem = refused(anna.post("games/", body), 400, "invalid")
    assert {mistake["where"] for mistake in problem["problems"]} == {
        "name",
        "ruleset",
        "players",
        "visibility",
        "options.a",
    }
    problem = refused(anna.post("games/", {"nmae": "x"}), 400, "invalid")
    assert [mistake["where"] for mistake in problem["problems"]] == ["nmae"]


def test_people_join_and_leave(anna, bela):
    game = new_game(anna, bots=["random"])
    assert bela.post(f"games/{game}/join/").json() == {"seat": "B"}
    refused(bela.post(f"games/{game}/join/"), 409, "sits_already")
    refused(Asker(person("carl")).post(f"games/{game}/join/"), 409, "table_full")
    assert bela.post(f"games/{game}/leave/").status_code == 204
    refused(bela.post(f"games/{game}/leave/"), 403, "not_your_game")
    refused(anna.post(f"games/{game}/start/"), 409, "seats_free")


def test_the_host_clears_seats_and_seats_bots(anna, bela):
    game = new_game(anna, bots=["random"])
    bela.post(f"games/{game}/join/")
    refused(bela.put(f"games/{game}/seats/C/", {"bot": "marshal"}), 403, "host_only")
    refused(bela.post(f"games/{game}/start/"), 403, "host_only")
    assert anna.delete(f"games/{game}/seats/B/").status_code == 204
    shown = anna.put(f"games/{game}/seats/B/", {"bot": "marshal"}).json()
    assert shown["seats"][1]["bot"] == "marshal"
    refused(anna.put(f"games/{game}/seats/B/", {"bot": "hal"}), 422, "unknown_bot")
    refused(anna.put(f"games/{game}/seats/F/", {"bot": "random"}), 404, "no_such_seat")
    refused(anna.delete(f"games/{game}/seats/A/"), 409, "host_sits_here")
    assert anna.post(f"games/{game}/start/").json()["status"] == "running"
    refused(anna.post(f"games/{game}/start/"), 409, "started_already")


@pytest.mark.parametrize("visibility", ["unlisted", "invited"])
def test_a_hidden_game_is_for_those_with_the_link(anna, bela, nobody, visibility):
    game = new_game(anna, visibility=visibility, bots=["random"])
    invite = Game.objects.get(pk=game).invite
    for path in ("", "board/", "log/"):
        refused(bela.get(f"games/{game}/{path}"), 404, "no_such_game")
    for path in ("join/", "leave/", "start/"):
        refused(bela.post(f"games/{game}/{path}"), 404, "no_such_game")
    refused(bela.post(f"games/{game}/pause/", {"why": "to see"}), 404, "no_such_game")
    refused(bela.get(f"games/{game}/?invite=wrong"), 404, "no_such_game")
    assert nobody.get("games/").json()["count"] == 0
    assert bela.get(f"games/{game}/?invite={invite}").status_code == 200
    assert bela.post(f"games/{game}/join/?invite={invite}").status_code == 200
    assert bela.get(f"games/{game}/").status_code == 200


def test_lists_have_filters_and_pages(anna, bela, nobody):
    running, waiting = started_game(anna), new_game(anna)
    other = new_game(bela)

    def listed(asker, query=""):
        return {game["id"] for game in asker.get(f"games/?{query}").json()["results"]}

    assert listed(nobody) == listed(anna) == {running, waiting, other}
    assert listed(anna, "mine=true") == {running, waiting}
    assert listed(anna, "waiting=true") == {running}
    assert listed(anna, "status=lobby&mine=1") == {waiting}
    assert listed(nobody, "mine=true") == listed(nobody, "waiting=true") == set()
    first = anna.get("games/?page_size=2").json()
    second = anna.get("games/?page_size=2&page=2").json()
    assert (first["count"], len(first["results"]), len(second["results"])) == (3, 2, 1)
    refused(anna.get("games/?page=9"), 404, "not_found")
    refused(anna.get("games/?status=odd"), 400, "invalid")


def test_a_list_costs_the_same_for_one_game_and_for_ten(anna, django_assert_max_num_queries):
    for _ in range(10):
        new_game(anna)
    with django_assert_max_num_queries(8):
        assert len(anna.get("games/").json()["results"]) == 10


def test_before_the_start_there_is_nothing_to_see(anna):
    game = new_game(anna)
    refused(anna.get(f"games/{game}/board/"), 409, "not_started")
    refused(anna.get(f"games/{game}/log/"), 409, "not_started")
    refused(
        anna.put(f"games/{game}/decisions/1.spring.plan.A/", {"answer": {}}), 409, "not_started"
    )
