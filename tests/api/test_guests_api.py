"""Invitations, rematches, cancelled tables, lists and events over the API."""

from __future__ import annotations

import pytest

from games.models import Game, OutboxRow
from tests.api.requests import (
    Asker,
    legal_answer,
    new_game,
    person,
    question,
    refused,
    started_game,
)
from tests.api.requests import work as worked

pytestmark = pytest.mark.django_db


def names(asker: Asker, query: str) -> set[str]:
    return {game["name"] for game in asker.get(f"games/?{query}").json()["results"]}


def finished_game(asker: Asker, **more: object) -> str:
    game = started_game(asker, **more)
    while Game.objects.get(pk=game).status == "running":
        for asked in asker.get(f"games/{game}/board/").json()["decisions"]:
            body = {"answer": legal_answer(game, asked["id"])}
            asker.put(f"games/{game}/decisions/{asked['id']}/", body)
        worked(game)
    return game


def test_somebody_is_invited_by_name(anna, bela):
    game = new_game(anna, bots=["random"], visibility="invited")
    refused(bela.get(f"games/{game}/"), 404, "no_such_game")
    body, key = {"player": "bela"}, {"HTTP_IDEMPOTENCY_KEY": "k"}
    assert anna.post(f"games/{game}/invitations/", body, **key).status_code == 201
    replayed = anna.post(f"games/{game}/invitations/", body, **key)
    assert replayed["Idempotency-Replayed"] == "true"
    assert replayed.json() == {"player": "bela", "seat": ""}
    assert anna.get(f"games/{game}/invitations/").json() == [{"player": "bela", "seat": ""}]
    refused(bela.get(f"games/{game}/invitations/"), 403, "host_only")
    assert names(bela, "invited=true") == {"Prag"}
    assert bela.post(f"games/{game}/join/").json() == {"seat": "B"}
    refused(anna.post(f"games/{game}/invitations/", {"player": "bela"}), 409, "sits_already")
    refused(anna.post(f"games/{game}/invitations/", {"player": "zoe"}), 404, "no_such_player")


def test_an_invitation_is_taken_back_or_declined(anna, bela):
    carl = Asker(person("carl"))
    game = new_game(anna, bots=["random"], visibility="invited")
    for name in ("bela", "carl"):
        anna.post(f"games/{game}/invitations/", {"player": name})
    refused(bela.delete(f"games/{game}/invitations/carl/"), 403, "host_only")
    assert bela.delete(f"games/{game}/invitations/bela/").status_code == 204
    assert anna.delete(f"games/{game}/invitations/carl/").status_code == 204
    refused(anna.delete(f"games/{game}/invitations/carl/"), 404, "not_invited")
    for guest in (bela, carl):
        refused(guest.post(f"games/{game}/join/"), 404, "no_such_game")


def test_a_table_is_given_up(anna, bela):
    game = new_game(anna, bots=["random"])
    bela.post(f"games/{game}/join/")
    refused(bela.delete(f"games/{game}/"), 403, "host_only")
    assert anna.delete(f"games/{game}/").status_code == 204
    assert anna.get(f"games/{game}/").json()["status"] == "cancelled"
    refused(anna.delete(f"games/{game}/"), 409, "started_already")
    assert OutboxRow.objects.get(kind="table_cancelled").user == bela.user


def test_a_rematch_is_made_once(anna, bela):
    old = finished_game(anna)
    made = anna.post(f"games/{old}/rematch/")
    assert made.status_code == 201
    assert made.json()["rematch_of"] == old
    assert [seat["player"] or seat["bot"] for seat in made.json()["seats"]] == [
        "random",
        "anna",
        "random",
    ]
    assert anna.post(f"games/{old}/rematch/").json()["id"] == made.json()["id"]
    refused(bela.post(f"games/{old}/rematch/"), 403, "not_your_game")
    refused(anna.post(f"games/{made.json()['id']}/rematch/"), 409, "not_finished")


def test_lists_are_narrowed_down(anna, bela, nobody):
    full = new_game(anna, name="Full house", bots=["random", "random"])
    new_game(anna, name="Open house", bots=["random"])
    new_game(bela, name="Inn", bots=["random"], visibility="unlisted")
    anna.post(f"games/{full}/start/")
    assert names(anna, "") == {"Full house", "Open house"}
    assert names(anna, "name=HOUSE&status=running") == {"Full house"}
    assert names(anna, "name=inn") == set()
    assert names(bela, "open_seats=true") == {"Open house", "Inn"}
    assert names(anna, "waiting=true") == {"Full house"}
    assert names(nobody, "mine=true") == names(nobody, "invited=true") == set()
    assert names(anna, "ruleset=wallenstein-2010&mine=true") == {"Full house", "Open house"}
    assert names(anna, "ruleset=halma") == set()
    refused(anna.get("games/?status=lost"), 400, "invalid")
    page = anna.get("games/?page_size=1").json()
    assert (page["count"], len(page["results"])) == (2, 1)
    assert "page=2" in page["next"]


def test_events_are_told_to_everybody_a_page_at_a_time(anna, bela, nobody):
    game = started_game(anna, bela)
    asked = question(anna, game)
    anna.put(f"games/{game}/decisions/{asked}/", {"answer": legal_answer(game, asked)})
    page = nobody.get(f"games/{game}/events/?limit=7").json()
    events = page["events"]
    while page["next_after"] is not None:
        assert len(page["events"]) == 7
        page = nobody.get(f"games/{game}/events/?after={page['next_after']}&limit=7").json()
        events += page["events"]
    row = Game.objects.get(pk=game)
    assert [event["seq"] for event in events] == list(range(1, row.seq + 1))
    assert page["head"] == row.head
    sealed = [event for event in events if event["kind"] == "answer_sealed" and "A" in str(event)]
    assert sealed[-1]["text"] == "Blue has sealed the plan in spring of year 1."
    german = anna.get(f"games/{game}/events/?after={row.seq - 1}", HTTP_ACCEPT_LANGUAGE="de").json()
    assert german["events"][0]["text"].startswith("Blau hat den Plan")
    assert anna.get(f"games/{game}/events/?after={row.seq + 5}").json()["events"] == []
    for bad in ("after=-1", "after=x", "limit=0", "limit=501", f"after={10**30}"):
        refused(anna.get(f"games/{game}/events/?{bad}"), 400, "invalid")
    refused(anna.get(f"games/{new_game(anna)}/events/"), 409, "not_started")


def test_a_draft_is_thrown_away_and_a_default_can_be_sent(anna, bela):
    game = started_game(anna, bela)
    asked, theirs = question(anna, game), question(bela, game)
    path = f"games/{game}/decisions/{asked}"
    anna.put(f"{path}/draft/", {"answer": {"half": "done"}})
    refused(bela.delete(f"{path}/draft/"), 404, "no_draft")
    assert anna.delete(f"{path}/draft/").status_code == 204
    refused(anna.get(f"{path}/draft/"), 404, "no_draft")
    default = anna.get(f"{path}/default/").json()
    assert anna.put(f"{path}/", default).status_code == 200
    refused(anna.get(f"games/{game}/decisions/{theirs}/default/"), 403, "not_your_decision")
    refused(anna.get(f"games/{game}/decisions/9.never/default/"), 409, "not_open")
    outsider = Asker(person("carl"))
    refused(outsider.get(f"{path}/default/"), 403, "not_your_game")


def test_a_suggestion_can_be_sent_and_knows_no_rivals_answer(anna, bela):
    game = started_game(anna, bela)
    asked, theirs = question(anna, game), question(bela, game)
    path = f"games/{game}/decisions/{asked}/suggestion/"
    suggested = anna.get(path).json()
    default = bela.get(f"games/{game}/decisions/{theirs}/default/").json()
    assert bela.put(f"games/{game}/decisions/{theirs}/", default).status_code == 200
    # Whatever a rival has sealed: it is the same suggestion, and nobody's answer yet.
    assert anna.get(path).json() == suggested
    refused(anna.get(f"games/{game}/decisions/{asked}/draft/"), 404, "no_draft")
    assert anna.put(f"games/{game}/decisions/{asked}/", suggested).status_code == 200
    outsider = Asker(person("carl"))
    refused(outsider.get(path), 403, "not_your_game")
    refused(bela.get(path), 403, "not_your_decision")
