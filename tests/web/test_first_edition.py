"""The edition of 2002 on the pages: everything a player of it meets."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.core import Json
from engine.registry import newest
from engine.wallenstein.board import ACTIONS
from engine.wallenstein.edition_2002.rules import RULES_2002
from games.boards import board_of
from games.boards.wallenstein.turn.fields import to_fields as fields_of_every_edition
from games.boards.wallenstein_2002.turn_form import OWN_FIELDS
from games.log import store
from games.models import Game, User
from games.services.play.advance import game_advance
from tests.play.tables import Of, random_answer, set_table
from tests.service.tables import again, kinds, proof, started, waiting
from tests.web.pages import Reader
from tests.web.test_wizard import filled_in

KEY = "wallenstein-2002"
FORM = board_of(KEY).turn
TEXT = newest(KEY).text()
to_fields = partial(fields_of_every_edition, own=OWN_FIELDS)
PLAN = "1.spring.plan.A"


def begun(anna: User, **options: str) -> Game:
    return started(anna, ruleset=KEY, options=options)


def turn(game: Game, decision: str = PLAN) -> str:
    return f"/games/{game.pk}/turn/{decision}/"


def posted(client: Client, game: Game, decision: str, fields: Json, act: str = "ready") -> Any:
    page = client.get(turn(game, decision)).content.decode()
    seen = re.search(r'name="seen" value="([0-9a-f]*)"', page)
    assert seen is not None
    where = turn(game, decision) + ("check/" if act == "check" else "")
    return client.post(where, {**fields, "act": act, "seen": seen[1]})


@pytest.mark.django_db
def test_a_whole_game_by_the_forms_alone(
    annas: Client, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without blank cards everybody has too few cards from the start (E-2)."""
    monkeypatch.setattr(newest(KEY), "rules", replace(RULES_2002, blanks=0))
    game = begun(anna, choices="ask")
    asked: set[str] = set()
    while again(game).status == Game.Status.RUNNING:
        position = store.load(again(game))
        decision = next((d for d in position.waiting if d.seat == "A"), None)
        if decision is not None:
            answer = random_answer(position, decision, "forms", terse=True)
            fields = to_fields(decision.kind, answer)
            done = posted(annas, game, decision.id, fields)
            assert done.status_code == 302, done.content[-3000:]
            asked.add(decision.kind)
        game_advance(game_id=game.id)
    assert {"plan", "empty_boxes", "move"} <= asked
    assert {"order_drawn", "boxes_left_empty", "defence_chosen"} <= set(kinds(game))
    assert proof(game, anna).resolved == proof(game, anna).steps
    for language in ("de", "en"):
        for page in ("", "replay/", "charts/"):
            text = Reader().get(f"/games/{game.pk}/{page}", language=language)
            assert f'<html lang="{language}">' in text
        spoken = {"accept-language": language}
        report = Client().get(f"/games/{game.pk}/report/", headers=spoken, follow=True)
        assert {"de": "Hauswert", "en": "house value"}[language] in report.content.decode()


@pytest.mark.django_db
def test_the_plan_has_a_defence_and_no_auction(annas: Client, anna: User) -> None:
    game = begun(anna)
    page = annas.get(turn(game)).content.decode()
    decision = waiting(game)
    for county in decision.options["counties"]:
        assert f'name="defend.{county}"' in page
    assert 'name="place"' in page
    assert 'name="bid"' not in page
    assert 'name="positions.0"' not in page
    assert "blank card: not this action" in page
    assert "oin card" not in page


@pytest.mark.django_db
def test_the_hand_counts_the_blank_cards_that_are_left(annas: Client, anna: User) -> None:
    game = begun(anna)
    decision = waiting(game)
    blanks = decision.options["coins"]
    page = annas.get(turn(game)).content.decode()
    assert f">{blanks} in hand<" in page
    fields = dict.fromkeys((f"boxes.{box}" for box in decision.options["boxes"][:2]), "coin")
    posted(annas, game, PLAN, {"kind": "plan", **fields}, "check")
    page = annas.get(turn(game)).content.decode()
    assert f">{blanks - 2} in hand<" in page


@pytest.mark.django_db
def test_p_4_a_telephone_lets_one_write_all(annas: Client, anna: User) -> None:
    page = annas.get(turn(begun(anna))).content.decode()
    inputs = re.findall(r"<input [^>]*>", page)
    defended = [tag for tag in inputs if 'name="defend.' in tag]
    counted = [tag for tag in inputs if '.at_most"' in tag]
    assert defended
    assert not any("inputmode" in tag for tag in defended)
    assert counted
    assert all('inputmode="numeric"' in tag for tag in counted)


@pytest.mark.django_db
def test_defence_and_army_are_sealed_as_they_are_written(annas: Client, anna: User) -> None:
    game = begun(anna)
    decision = waiting(game)
    default = newest(KEY).default(store.load(again(game)).state, decision)
    county, other = list(decision.options["counties"])[:2]
    plan = {**default, "defend": {county: 1}, "place": False}
    fields = {**to_fields("plan", plan), f"defend.{other}": "Alle"}
    assert posted(annas, game, PLAN, fields).status_code == 302
    sealed = store.load(again(game)).sealed[PLAN].answer or {}
    assert (sealed["defend"], sealed["place"]) == ({county: 1, other: "all"}, False)
    assert "bid" not in sealed
    shown = annas.get(turn(game)).content.decode()
    assert re.search(rf'name="defend.{county}" value="1"', shown)
    assert re.search(rf'name="defend.{other}" value="all"', shown)
    assert TEXT.format("plan", sealed, "en") in Reader(anna).get(turn(game))


@pytest.mark.django_db
def test_text_orders_are_laid_over_the_form(annas: Client, anna: User) -> None:
    game = begun(anna)
    county = next(iter(waiting(game).options["counties"]))
    name = newest(KEY).text().format("plan", {"defend": {county: 0}}, "en").partition(":")[2]
    orders = f"defence:{name}\nplace army: no\nbid: 3"
    done = posted(annas, game, PLAN, {"orders": orders}, act="read")
    assert done.status_code == 422
    page = done.content.decode()
    assert re.search(rf'name="defend.{county}" value="0"', page)
    assert "1 line cannot be read" in page


@pytest.mark.django_db
def test_what_is_wrong_is_said_at_its_field(annas: Client, anna: User) -> None:
    game = begun(anna)
    county = next(iter(waiting(game).options["counties"]))
    fields = {f"defend.{county}": "many", "boxes.collect_taxes": county}
    reply = posted(annas, game, PLAN, fields, act="check").json()
    assert f"defend.{county}" in reply["problems"]
    assert "Bid" not in " ".join(reply["sums"])
    done = posted(annas, game, PLAN, fields)
    assert done.status_code == 302
    page = annas.get(done["Location"]).content.decode()
    remarks = page.split(f'id="f-defend-{county}-remarks"')[1].split("</ul>")[0]
    assert "is not a number of armies" in remarks


@pytest.mark.django_db
def test_e_2_named_boxes_are_public_and_locked(
    annas: Client, anna: User, bert: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(newest(KEY), "rules", replace(RULES_2002, blanks=0))
    game = started(anna, bert, ruleset=KEY)
    asked = waiting(game)
    assert asked.kind == "empty_boxes"
    page = annas.get(turn(game, asked.id)).content.decode()
    assert all(f'name="empty.{box}"' in page for box in ACTIONS)
    wrong = posted(annas, game, asked.id, {})
    assert wrong.status_code == 302
    assert "name exactly 1 boxes" in annas.get(wrong["Location"]).content.decode()
    assert posted(annas, game, asked.id, {"empty.combat_b": "yes"}).status_code == 302
    game_advance(game_id=game.id)
    for reader in (Reader(anna), Reader(bert), Reader()):
        table = reader.get(f"/games/{game.pk}/")
        assert "Boxes that stay empty" in table
        assert "Combat/Movement B" in table.split("Boxes that stay empty")[1].split("</section>")[0]


def test_every_answer_of_a_bot_means_the_same_after_a_form() -> None:
    table, seen = set_table(Of(5, "draft", "ask", KEY), "forms"), set()
    table.advance()
    for _ in range(90):
        if table.game.finished:
            break
        for decision in table.game.waiting:
            answer = random_answer(table.game, decision, "forms")
            again_said = FORM.answer(decision.kind, to_fields(decision.kind, answer))
            assert not table.game.ruleset.problems(table.game.state, decision, again_said)
            text = TEXT.format(decision.kind, again_said, "en")
            assert text == TEXT.format(decision.kind, answer, "en")
            seen.add(decision.kind)
        table.play_step("forms", terse=True)
    assert {"draft_pick", "plan", "move", "defence"} <= seen


@given(
    posted=st.dictionaries(
        st.sampled_from(["defend.anhalt", "place", "armies", "empty.combat_a"])
        | st.text(max_size=20),
        st.text(max_size=8),
    )
)
@pytest.mark.parametrize("kind", ["plan", "empty_boxes", "defence", "chess"])
def test_an_altered_form_never_raises(kind: str, posted: dict[str, str]) -> None:
    answer = FORM.answer(kind, posted)
    assert isinstance(FORM.as_text(kind, answer, "de"), str)
    assert FORM.same(kind, answer, answer)


@pytest.mark.django_db
def test_the_wizard_makes_a_table_of_either_edition(anna: User) -> None:
    reader = Reader(anna)
    page = reader.get("/tables/new/")
    assert page.index("edition of 2010") < page.index("first edition of 2002")
    chosen = {"name": "Prag", "ruleset": KEY, f"{KEY}:choices": "ask"}
    answers = {k: v for k, v in filled_in(anna, **chosen).items() if "2010:" not in k}
    reader.post("/tables/new/", answers)
    game = Game.objects.get()
    assert (game.ruleset, game.options) == (KEY, {"line_up": "default", "choices": "ask"})
