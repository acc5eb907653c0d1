"""The expansions on the pages: everything a player with a court and landsknechte meets."""

from __future__ import annotations

import re
from functools import partial
from html import unescape
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.core import Json
from engine.registry import newest
from engine.wallenstein.emperors_court.cards import FAVORS
from engine.wallenstein.emperors_court.favor_words import favor_effect
from engine.wallenstein.words.voice import Voice
from games.boards import board_of
from games.boards.wallenstein.turn.expansion_form import OWN_FIELDS
from games.boards.wallenstein.turn.fields import to_fields as fields_of_every_edition
from games.log import store
from games.models import Game, User
from games.services.play.advance import game_advance
from games.services.play.turns import draft_save
from tests.play.tables import Of, random_answer, set_table
from tests.service.tables import again, kinds, proof, started, waiting
from tests.web.pages import Reader

KEY = "wallenstein-2010"
FORM = board_of(KEY).turn
TEXT = newest(KEY).text()
to_fields = partial(fields_of_every_edition, own=OWN_FIELDS)
PLAN = "1.spring.plan.A"
BOTH = {"emperors_court": "on", "landsknechte": "on"}
HOUSE = {"de": "Hauswert", "en": "house value"}


def turn(game: Game, decision: str = PLAN) -> str:
    return f"/games/{game.pk}/turn/{decision}/"


def posted(client: Client, game: Game, decision: str, fields: Json, act: str = "ready") -> Any:
    page = client.get(turn(game, decision)).content.decode()
    seen = re.search(r'name="seen" value="([0-9a-f]*)"', page)
    assert seen is not None
    return client.post(turn(game, decision), {**fields, "act": act, "seen": seen[1]})


@pytest.mark.django_db
def test_a_whole_game_by_the_forms_alone(annas: Client, anna: User) -> None:
    game = started(anna, options={**BOTH, "choices": "ask"})
    asked: set[str] = set()
    while again(game).status == Game.Status.RUNNING:
        position = store.load(again(game))
        decision = next((d for d in position.waiting if d.seat == "A"), None)
        if decision is not None:
            answer = random_answer(position, decision, "forms", terse=True)
            done = posted(annas, game, decision.id, to_fields(decision.kind, answer))
            assert done.status_code == 302, done.content[-3000:]
            asked.add(decision.kind)
        game_advance(game_id=game.id)
    assert {"plan", "favor", "move"} <= asked
    assert {"favors_laid", "court_closed", "courtiers_sent"} <= set(kinds(game))
    assert proof(game, anna).resolved == proof(game, anna).steps
    for language in ("de", "en"):
        for page in ("", "replay/", "charts/"):
            text = Reader().get(f"/games/{game.pk}/{page}", language=language)
            assert f'<html lang="{language}">' in text
        spoken = {"accept-language": language}
        newest_report = Client().get(f"/games/{game.pk}/report/", headers=spoken, follow=True)
        others = set(re.findall(r"/games/\w+/report/\w+/", newest_report.content.decode()))
        reports = [Client().get(page, headers=spoken).content.decode() for page in sorted(others)]
        assert any(HOUSE[language] in page for page in reports)


@pytest.mark.django_db
def test_the_plan_has_the_court_and_a_ranking(annas: Client, anna: User) -> None:
    game = started(anna, options=BOTH)
    page = annas.get(turn(game)).content.decode()
    for box in ("convert_3", "convert_2", "convert_1"):
        assert page.count(f'name="boxes.{box}"') == 1
    assert "tower card: armies from the tray" in page
    assert "tower card: counts as a 0" in page
    assert 'name="favors.2"' in page
    assert 'name="bonus.3"' in page
    offer = waiting(game).options["favors"]
    if any(card["house_value"] for card in offer):
        assert HOUSE["en"] in page


@pytest.mark.django_db
def test_ranked_favours_are_called_by_what_they_give(annas: Client, anna: User) -> None:
    game = started(anna, options=BOTH)
    offer = [card["favor"] for card in waiting(game).options["favors"]]
    plan = {"favors": [{"favor": favor} for favor in offer]}
    draft_save(person=anna, game_id=game.pk, decision=waiting(game).id, answer=plan)
    page = unescape(annas.get(turn(game)).content.decode())
    say = Voice.of("en", {})
    named = " › ".join(favor_effect(say, FAVORS[favor]) for favor in offer)
    assert f'data-ranked="favors">{named}</span>' in page


@pytest.mark.django_db
def test_l_1_the_amounts_of_the_landsknechte_are_marked_wherever_they_are_met(
    annas: Client, anna: User
) -> None:
    game = started(anna, options={"landsknechte": "on", "choices": "ask"})
    plan = annas.get(turn(game)).content.decode()
    assert "2 Thalers or 1 army into the tray (house value)" in " ".join(plan.split())
    question = None
    while question is None:
        position = store.load(again(game))
        for decision in [one for one in position.waiting if one.seat == "A"]:
            if decision.kind == "bonus":
                question = decision
                break
            answer = random_answer(position, decision, "banners", terse=True)
            posted(annas, game, decision.id, to_fields(decision.kind, answer))
        game_advance(game_id=game.id)
    page = annas.get(turn(game, question.id)).content.decode()
    assert "2 Thalers (house value)</option>" in page
    assert "1 army into the tray (house value)</option>" in page


@pytest.mark.django_db
def test_the_plan_leads_to_the_rules_of_the_expansions_it_has(annas: Client, anna: User) -> None:
    for option, rules in (("emperors_court", ("K-4", "K-5", "K-8")), ("landsknechte", ("L-2",))):
        page = annas.get(turn(started(anna, options={option: "on"}))).content.decode()
        assert '<a href="/rules/wallenstein/expansions/" target="_blank"' in page
        assert set(re.findall(r'"/rules/wallenstein/expansions/#(.*?)"', page)) == set(rules)
    assert "/rules/wallenstein/expansions/" not in annas.get(turn(started(anna))).content.decode()


def test_what_was_filled_in_for_another_favour_is_left_out() -> None:
    filled = {"counties.0": "wien", "counties.1": "anhalt", "cancel": "keep"}
    meant = {
        "7": {"favor": 7, "counties": ["wien", "anhalt"]},
        "16": {"favor": 16},
        "1": {"favor": 1, "cancel": False},
        # Of what is no card the rules say so.
        "99": {"favor": 99, "counties": ["wien", "anhalt"], "cancel": False},
    }
    answer = board_of("wallenstein-2010").turn.answer
    for card, wish in meant.items():
        asked = {"favor": card, **{f"favor.{part}": text for part, text in filled.items()}}
        assert answer("favor", asked) == {"favor": wish}
        planned = {"favors.0": card, **{f"favors.0.{part}": text for part, text in filled.items()}}
        assert answer("plan", planned)["favors"] == [wish]


@pytest.mark.django_db
def test_without_expansions_the_plan_has_none_of_it(annas: Client, anna: User) -> None:
    game = started(anna)
    page = annas.get(turn(game)).content.decode()
    assert not re.search(r'name="(boxes\.convert|favors|bonus)', page)
    assert "tower card" not in page
    table = annas.get(f"/games/{game.pk}/").content.decode()
    assert "court-heading" not in table
    assert "banners-heading" not in table


@pytest.mark.django_db
def test_the_table_shows_halls_cards_and_piles(annas: Client, anna: User) -> None:
    game = started(anna, options=BOTH)
    page = annas.get(f"/games/{game.pk}/").content.decode()
    part = store.load(again(game)).state.parts["emperors_court"].view()
    for card in part["cards"]:
        assert f"<strong>Card {card['favor']}:</strong>" in page
    # The next card of each pile, too: its amounts stand in no rule book (L-1).
    marked = sum(card["house_value"] for card in part["cards"]) + len("ABC")
    assert page.count('class="house" href="/rules/#house-values"') == marked
    halls = page.split('class="purses halls"')[1].split("</table>")[0]
    counts = [int(number) for number in re.findall(r'<td class="number">(\d)</td>', halls)]
    kept = (part[hall][seat] for seat in "ABC" for hall in ("entrance", "audience", "supply"))
    assert counts == list(kept)
    assert "Next card: 2 Thalers or 1 army into the tray" in page


@pytest.mark.django_db
def test_text_orders_are_laid_over_the_form(annas: Client, anna: User) -> None:
    game = started(anna, options=BOTH)
    card = waiting(game).options["favors"][0]["favor"]
    orders = f"convert 3: tower\nfavor: {card}\nbonus: grain, thalers\nfavor: Atlantis"
    done = posted(annas, game, PLAN, {"orders": orders}, act="read")
    assert done.status_code == 422
    page = done.content.decode()
    assert "1 line cannot be read" in page
    assert '<option value="tower" selected>' in page
    assert f'<option value="{card}" selected>' in page
    assert '<option value="grain" selected>' in page


@pytest.mark.django_db
def test_what_is_wrong_is_said_at_its_field(annas: Client, anna: User) -> None:
    game = started(anna, options=BOTH)
    position = store.load(again(game))
    plan = newest(KEY).default(position.state, waiting(game))
    card = waiting(game).options["favors"][0]["favor"]
    fields = to_fields("plan", {**plan, "favors": [{"favor": card}]})
    wrong = {**fields, "favors.0": "99", "bonus.0": "beer", "boxes.convert_1": ""}
    led = posted(annas, game, PLAN, wrong)
    assert led["Location"] == turn(game) + "?checked"
    page = annas.get(led["Location"]).content.decode()
    assert "favour card 99 is not on offer" in page
    assert "there is no bonus" in page
    assert "Still empty: Convert 1" in page


@given(st.integers(0, 2**32), st.sampled_from([3, 5]), st.sampled_from(["orders", "ask"]))
def test_every_answer_comes_back_from_its_fields(key: int, players: int, choices: str) -> None:
    of = Of(players, "default", choices, KEY, ("emperors_court", "landsknechte"))
    table = set_table(of, name=str(key))
    table.advance()
    for decision in table.game.decisions:
        plan = random_answer(table.game, decision, str(key))
        back = FORM.answer(decision.kind, to_fields(decision.kind, plan))
        # To cancel the event is what card 1 does unless one says otherwise.
        for wish in plan["favors"]:
            if wish.get("cancel"):
                del wish["cancel"]
        assert {"moves": {}, **back} == plan


@pytest.mark.parametrize("wish", [None, {"favor": 16}, {"favor": 7, "counties": ["koeln"]}])
def test_a_wish_comes_back_from_its_fields(wish: Json | None) -> None:
    answer = {"favor": wish}
    assert FORM.answer("favor", to_fields("favor", answer)) == answer
    assert FORM.as_text("favor", answer, "en") == TEXT.format("favor", answer, "en")


@pytest.mark.parametrize("wishes", [[], [{"favor": 16}], [{"favor": 16}, {"none": True}]])
def test_p_5_what_else_is_wished_comes_back_from_its_fields(wishes: list[Json]) -> None:
    fields = to_fields("plan", {"favors": wishes})
    assert (fields.get("favors.else") == "none") == (wishes[-1:] != [{"favor": 16}])
    assert FORM.answer("plan", fields)["favors"] == wishes


@pytest.mark.django_db
@pytest.mark.parametrize("choices", ["orders", "ask"])
def test_p_5_no_card_is_chosen_in_words(annas: Client, anna: User, choices: str) -> None:
    game = started(anna, options={**BOTH, "choices": choices})
    position = store.load(again(game))
    plan = newest(KEY).default(position.state, waiting(game))
    assert plan["favors"] == []
    posted(annas, game, PLAN, {**to_fields("plan", plan), "boxes.combat_a": "nowhere"})
    page = annas.get(turn(game) + "?checked").content.decode()
    if choices == "orders":
        # Where there is nothing to choose it is said, and sent all the same.
        assert "<p>If none of these is available: no card</p>" in page
        assert re.search(r'<input type="hidden" [^>]*name="favors.else" value="none">', page)
        return
    chosen = page.split('name="favors.else"')[1].split("</select>")[0]
    assert '<option value="none" selected>no card</option>' in chosen
    assert chosen.count("<option") == 2


def test_a_broken_answer_makes_no_trouble() -> None:
    broken: list[Any] = [None, [], {"favors": 3, "bonus": "x", "boxes": []}, {"favors": [[], {}]}]
    for answer in broken:
        for kind in ("plan", "bonus", "favor"):
            assert isinstance(FORM.answer(kind, to_fields(kind, answer)), dict)
            assert isinstance(FORM.as_text(kind, answer, "de"), str)
