"""The first five minutes of Löwenherz without a script: panel, suggestion, guide."""

from __future__ import annotations

import json
import re

import pytest

from engine.kernel.core import Decision
from games import access
from games.log import store
from games.models import Game, User
from games.read import selectors
from games.services.play.advance import game_advance
from tests.service.conftest import anna, nothing_folded
from tests.service.tables import again, answer, started
from tests.web.test_newcomers import panel, seen
from tests.web.told import reader

__all__ = ["anna", "nothing_folded"]

RULESET = "loewenherz-2003"


def asked(game: Game) -> Decision:
    """What A is asked that cannot be left."""
    waiting = store.load(again(game)).waiting
    return next(one for one in waiting if one.seat == "A" and not one.optional)


def first_turn(person: User) -> tuple[Game, str, Decision]:
    """A table whose castles stand, with A to move, and the address of that."""
    game = started(person, players=3, ruleset=RULESET)
    game_advance(game_id=game.pk)
    while (question := asked(game)).kind != "turn":
        answer(game, person)
        game_advance(game_id=game.pk)
    return game, f"/games/{game.pk}/turn/{question.id}/", question


@pytest.mark.parametrize(
    ("language", "sentence", "ways"),
    [
        ("en", "Closed land brings points at once", ("through this turn", "Suggest a turn")),
        ("de", "Geschlossenes Land bringt sofort Punkte", ("Schritt für", "Zug vorschlagen")),
    ],
)
def test_the_first_table_says_what_the_game_is(
    anna: User, language: str, sentence: str, ways: tuple[str, str]
) -> None:
    User.objects.filter(pk=anna.pk).update(language=language)
    game, path, _question = first_turn(anna)
    for address in ("", path):
        shown = panel(game, anna, address)
        assert shown.count("<li>") == 3
        assert sentence in shown
        assert 'href="/rules/loewenherz/overview/"' in shown
        assert f"{path}?guide" in shown
        assert all(way in shown for way in ways)
    assert f'href="/learn/{RULESET}/"' in panel(game, anna)
    # Whoever knows Löwenherz may still be new to the other game.
    reader(anna).post(f"/games/{game.pk}/known/")
    assert panel(game, anna) == ""
    assert panel(started(anna), anna)


def test_a_turn_is_suggested_and_explained(anna: User) -> None:
    game, path, question = first_turn(anna)
    client = reader(anna)
    posted = client.post(path, {"act": "suggest", "kind": "turn", "seen": seen(client, path)})
    assert posted.headers["Location"] == f"{path}?suggest#mat"
    page = client.get(posted.headers["Location"]).content.decode()
    reasons = page.partition('id="reasons"')[2].partition("</details>")[0]
    assert "Why this turn" in reasons
    assert [title in reasons for title in (">Card<", ">What to do with it<")] == [True, True]
    turn = selectors.turn_of(access.viewer(again(game), anna), question.id)
    assert turn is not None
    assert turn.problems(turn.draft) == []
    assert turn.sealed is None
    # The script is told the same, and what the fields hold then.
    body = {"tool": "suggest", "kind": "turn", "seen": seen(client, path)}
    reply = json.loads(client.post(f"{path}check/", body).content)
    assert reply["fields"]["card"] == turn.draft["card"]
    assert [line["name"] for line in reply["reasons"]][:2] == ["card", "deed"]
    assert reasons.count("<li>") == len(reply["reasons"])


def test_the_guide_leads_through_the_turn(anna: User) -> None:
    _game, path, _question = first_turn(anna)
    page = reader(anna).get(f"{path}?guide").content.decode()
    names = re.findall(r'data-step="([^"]*)"', page)
    assert names[:2] == ["card", "deed"]
    assert names[-2:] == ["refill.0", ""]


def test_a_castle_is_suggested_and_has_no_steps_to_be_led_through(anna: User) -> None:
    game = started(anna, players=3, ruleset=RULESET)
    game_advance(game_id=game.pk)
    path, client = f"/games/{game.pk}/turn/{asked(game).id}/", reader(anna)
    page = client.get(path).content.decode()
    assert "Suggest an answer" in page
    assert "?guide" not in page
    client.post(path, {"act": "suggest", "kind": "castle", "seen": seen(client, path)})
    page = client.get(f"{path}?suggest").content.decode()
    assert "Within two squares of it: " in page
    turn = selectors.turn_of(access.viewer(again(game), anna), asked(game).id)
    assert turn is not None
    assert turn.problems(turn.draft) == []
