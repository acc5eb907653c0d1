"""The first five minutes: the panel that can be put away, the suggestion, the guide."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from engine.kernel.core import Decision
from games import access
from games.models import Game, KnownGame, SavedDraft, User
from games.read import selectors
from games.read.newcomers import primer_for
from games.read.suggestions import luck_of_suggestions
from games.services.people.accounts import account_delete
from games.services.play.advance import game_advance
from games.services.play.turns import answer_submit
from games.web import newcomers
from tests.service.conftest import anna, bert, nothing_folded
from tests.service.tables import again, answer, some_answer, started, waiting
from tests.web.told import played, reader

__all__ = ["anna", "bert", "nothing_folded"]

PANEL = re.compile(r'<section class="primer.*?</section>', re.DOTALL)
GUIDE = re.compile(r'<section id="guide".*?</section>', re.DOTALL)


def turn_path(game: Game, seat: str = "A") -> str:
    return f"/games/{game.pk}/turn/{waiting(game, seat).id}/"


def panel(game: Game, person: User | None, path: str = "") -> str:
    page = reader(person).get(path or f"/games/{game.pk}/").content.decode()
    shown = PANEL.search(page)
    return shown.group() if shown else ""


def draft(game: Game, person: User) -> object:
    return selectors.draft_of(access.viewer(again(game), person), waiting(game).id)


def seen(client: Client, path: str) -> str:
    """Which answer the page has seen, as the form says it."""
    field = re.search(r'name="seen" value="(.*?)"', client.get(path).content.decode())
    assert field is not None
    return field.group(1)


def test_the_first_table_and_turn_say_what_the_game_is(anna: User, bert: User) -> None:
    game = started(anna)
    for path in ("", turn_path(game)):
        shown = panel(game, anna, path)
        assert shown.count("<li>") == 3
        assert "The most points win" in shown
        # Beside the map a small one would be one too many.
        small = f"/games/{game.pk}/map/{again(game).step}.svg" in shown
        assert small == bool(path)
        assert 'href="/rules/wallenstein/overview/"' in shown
        assert f"{turn_path(game)}?guide" in shown
        assert f"{turn_path(game)}?guide=suggest" in shown
    # Who looks on is not in the way of a plan.
    assert panel(game, bert) == panel(game, None) == ""


@pytest.mark.parametrize("by_script", [True, False])
def test_the_panel_is_put_away_for_good(anna: User, by_script: bool) -> None:
    game, other = started(anna), started(anna, ruleset="wallenstein-2002")
    headers = {"HX-Request": "true"} if by_script else {}
    posted = reader(anna).post(
        f"/games/{game.pk}/known/", {"next": turn_path(game)}, headers=headers
    )
    if by_script:
        assert (posted.status_code, posted.content) == (200, b"")
    else:
        assert posted.headers["Location"] == turn_path(game)
    assert panel(game, anna) == panel(game, anna, turn_path(game)) == ""
    # Editions of one game need one introduction.
    assert panel(other, anna) == ""
    account_delete(person=anna)
    assert not KnownGame.objects.exists()


def test_putting_away_leads_to_no_other_site_and_needs_a_seat(anna: User, bert: User) -> None:
    game = started(anna)
    path = f"/games/{game.pk}/known/"
    for elsewhere in ("https://elsewhere.example/", "foo"):
        led = reader(anna).post(path, {"next": elsewhere})
        assert led.headers["Location"] == f"/games/{game.pk}/"
    assert reader(bert).post(path).status_code == 302
    assert not KnownGame.objects.filter(user=bert).exists()
    assert "/accounts/login/" in reader().post(path).headers["Location"]
    assert reader(anna).get(path).status_code == 405


def test_whoever_has_sealed_some_plans_needs_no_panel(anna: User) -> None:
    game = started(anna)
    answer(game, anna)
    assert panel(game, anna)
    game_advance(game_id=game.pk)
    answer(game, anna)
    assert panel(game, anna) == ""
    game_advance(game_id=game.pk)
    # And at no other table.
    other = started(anna)
    assert primer_for(access.viewer(again(other), anna), anna.pk) is None


def test_a_plan_is_suggested_without_a_script(anna: User) -> None:
    game = started(anna)
    path, client = turn_path(game), reader(anna)
    assert 'name="act" value="suggest"' in client.get(path).content.decode()
    body = {"act": "suggest", "kind": "plan", "seen": seen(client, path)}
    posted = client.post(path, body)
    assert posted.headers["Location"] == f"{path}?suggest#mat"
    page = client.get(posted.headers["Location"]).content.decode()
    assert "This is the advice of the Marshal bot, and your rivals know how it thinks." in page
    reasons = re.search(r'id="reasons" open>.*?</details>', page, re.DOTALL)
    assert reasons is not None
    assert reasons.group().count("<li>") == 12
    assert "Collect taxes</a>: " in reasons.group()
    turn = selectors.turn_of(access.viewer(again(game), anna), waiting(game).id)
    assert turn is not None
    assert turn.problems(turn.draft) == []
    # A draft, and nothing more.
    assert turn.sealed is None


def test_the_script_gets_the_plan_its_fields_and_its_reasons(anna: User) -> None:
    game = started(anna)
    path, client = turn_path(game), reader(anna)
    body = {"tool": "suggest", "kind": "plan", "boxes.collect_taxes": "coin"}
    reply = client.post(f"{path}check/", {**body, "seen": seen(client, path)}).json()
    saved = draft(game, anna)
    assert isinstance(saved, dict)
    boxes = {f"boxes.{box}": card for box, card in saved["boxes"].items()}
    assert boxes.items() <= reply["fields"].items()
    assert reply["summary"] == []
    lines = {line["name"]: line for line in reply["reasons"]}
    assert lines["boxes.collect_taxes"]["value"] == saved["boxes"]["collect_taxes"]
    assert lines["boxes.collect_taxes"]["anchor"] == "f-boxes-collect_taxes"
    # Asked again it says the same.
    second = client.post(f"{path}check/", {**body, "seen": reply["seen"]}).json()
    assert (second["fields"], second["reasons"]) == (reply["fields"], reply["reasons"])


def test_another_windows_plan_is_not_overwritten_by_a_suggestion(anna: User) -> None:
    game = started(anna)
    path, client = turn_path(game), reader(anna)
    old = {"kind": "plan", "seen": seen(client, path)}
    client.post(f"{path}check/", {**old, "boxes.collect_taxes": "coin"})
    before = draft(game, anna)
    assert before is not None
    reply = client.post(f"{path}check/", {**old, "tool": "suggest"})
    assert (reply.status_code, reply.json()["code"]) == (409, "overtaken")
    assert client.post(path, {**old, "act": "suggest"}).status_code == 409
    assert draft(game, anna) == before


def test_the_guide_is_a_list_to_read_and_changes_nothing(anna: User) -> None:
    game = started(anna)
    client = reader(anna)
    page = client.get(f"{turn_path(game)}?guide").content.decode()
    shown = GUIDE.search(page)
    assert shown is not None
    steps = re.findall(r'data-step="([\w.]+)"', shown.group())
    assert len(steps) == 12
    assert steps[-2:] == ["bid", "positions"]
    fields = [
        json.loads(one.replace("&quot;", '"'))
        for one in re.findall(r'data-fields="(.*?)"', shown.group())
    ]
    assert all(step in given for step, given in zip(steps[:-1], fields[:-1], strict=True))
    assert '<button form="turn" name="act" value="suggest">' in shown.group()
    assert not SavedDraft.objects.exists()
    assert GUIDE.search(client.get(turn_path(game)).content.decode()) is None
    german = client.get(f"{turn_path(game)}?guide", headers={"Accept-Language": "de"})
    assert german.status_code == 200


def test_a_rivals_plan_is_in_no_guide(anna: User, bert: User) -> None:
    game = started(anna, bert)
    path, shown = turn_path(game), []
    asked = waiting(game, "B")
    for flavour in ("one", "another"):
        plan = some_answer(game, asked, flavour)
        answer_submit(person=bert, game_id=game.pk, decision=asked.id, answer=plan)
        page = reader(anna).get(f"{path}?guide").content.decode()
        guide = GUIDE.search(page)
        assert guide is not None
        shown.append(guide.group())
    assert shown[0] == shown[1]
    assert reader(bert).get(f"{path}?guide").status_code == 403


def test_what_is_suggested_depends_on_a_secret_of_the_site(anna: User, settings: Any) -> None:
    game = started(anna)
    asked = waiting(game)

    def words(question: Decision = asked) -> list[int]:
        return luck_of_suggestions(game.pk, question).words(4)

    mine = words()
    assert words() == mine
    # Another seat, another question: each has luck of its own.
    assert words(replace(asked, seat="B")) != mine
    assert words(replace(asked, id="2.summer.plan.A")) != mine
    # Whoever knows all that lies open, and not the secret, draws something else.
    settings.SECRET_KEY = settings.SECRET_KEY[::-1]
    assert words() != mine


def test_a_choice_has_a_suggestion_and_no_guide(anna: User) -> None:
    game = started(anna, options={"line_up": "draft"})
    path, client = turn_path(game), reader(anna)
    for asked in (path, f"{path}?guide", f"{path}?guide=suggest"):
        page = client.get(asked).content.decode()
        assert '<button name="act" value="suggest">Suggest an answer</button>' in page
        assert 'id="reasons" open hidden' in page
        assert GUIDE.search(page) is None
    shown = panel(game, anna, path)
    assert "The most points win" in shown
    assert "?guide" not in shown
    body = {"kind": waiting(game).kind, "seen": seen(client, path)}
    posted = client.post(path, {**body, "act": "suggest"})
    page = client.get(posted.headers["Location"]).content.decode()
    assert (
        "This is what the Marshal bot would do. Change what you like: it is only a draft." in page
    )
    reasons = re.search(r'id="reasons" open>.*?</details>', page, re.DOTALL)
    assert reasons is not None
    assert "Why this answer" in reasons.group()
    assert '<a href="#f-counties-0">Counties</a>: ' in reasons.group()
    turn = selectors.turn_of(access.viewer(again(game), anna), waiting(game).id)
    assert turn is not None
    assert turn.draft["counties"]
    assert turn.problems(turn.draft) == []
    # A draft, and nothing more.
    assert turn.sealed is None


def test_a_rivals_answer_changes_no_suggestion_for_a_choice(anna: User, bert: User) -> None:
    game = started(anna, bert, options={"line_up": "draft"})
    asked, replies = waiting(game, "B"), []
    for flavour in ("one", "another"):
        given = some_answer(game, asked, flavour)
        answer_submit(person=bert, game_id=game.pk, decision=asked.id, answer=given)
        path, client = turn_path(game), reader(anna)
        body = {"tool": "suggest", "kind": "draft", "seen": seen(client, path)}
        reply = client.post(f"{path}check/", body).json()
        replies.append((reply["fields"], reply["reasons"]))
    assert replies[0] == replies[1]


def test_where_no_bot_advises_a_suggestion_is_refused(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(newcomers, "adviser", lambda _ruleset: None)
    game = started(anna, options={"line_up": "draft"})
    path, client = turn_path(game), reader(anna)
    assert 'value="suggest"' not in client.get(path).content.decode()
    # Asked for all the same, it is refused in words, and nothing is saved.
    body = {"kind": waiting(game).kind, "seen": seen(client, path)}
    refused = client.post(path, {**body, "act": "suggest"})
    assert refused.status_code == 404
    assert "No bot can suggest an answer to this." in refused.content.decode()
    reply = client.post(f"{path}check/", {**body, "tool": "suggest"})
    assert (reply.status_code, reply.json()["code"]) == (404, "no_suggestion")
    assert not SavedDraft.objects.exists()


def test_after_a_season_there_is_no_panel_in_a_game_that_rests(anna: User) -> None:
    game = played(anna)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    assert primer_for(access.viewer(again(game), anna), anna.pk) is None
