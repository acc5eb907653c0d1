"""The turn form over HTTP: plan, check, seal, take back, paste; and the days it goes wrong."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client

from engine.kernel.core import Json
from engine.registry import newest
from engine.wallenstein.words.names import ACTION_NAMES
from games import access
from games.boards.wallenstein.turn.fields import to_fields
from games.log import store
from games.models import Game, SavedDraft, User
from games.read import selectors
from games.services.play.advance import game_advance
from games.services.play.deadlines import game_pause
from games.services.play.turns import answer_submit, draft_save
from games.services.tables.seats import substitute_name
from tests.play.tables import RULESET
from tests.service.tables import again, answer, kinds, person, some_answer, started, waiting

pytestmark = pytest.mark.django_db
TEXT = newest(RULESET).text()
PLAN = "1.spring.plan.A"


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    return started(anna, bert)


def path(game: Game, decision: str = PLAN) -> str:
    return f"/games/{game.pk}/turn/{decision}/"


def page_of(response: Any) -> str:
    return html.unescape(response.content.decode())


def seen_in(response: Any) -> str:
    version = re.search(r'name="seen" value="([0-9a-f]*)"', response.content.decode())
    assert version is not None
    return version[1]


def selected(page: str, name: str) -> str:
    """The value a select or an input of a page holds."""
    field = re.search(rf'<select[^>]* name="{re.escape(name)}".*?</select>', page, re.DOTALL)
    if field is None:
        typed = re.search(rf'<input[^>]* name="{re.escape(name)}" value="([^"]*)"', page)
        assert typed is not None, name
        return typed[1]
    chosen = re.search(r'<option value="([^"]*)" selected', field[0])
    return chosen[1] if chosen else ""


def shown(page: str, kind: str, answer: Json) -> bool:
    """Whether the fields of a page say an answer."""
    return all(selected(page, name) == value for name, value in to_fields(kind, answer).items())


def post(client: Client, game: Game, act: str, answer: Json, **more: str) -> Any:
    kind = more.pop("kind", "plan")
    decision = more.pop("decision", PLAN)
    seen = more.pop("seen", None)
    if seen is None:
        seen = seen_in(client.get(path(game, decision)))
    fields = {**to_fields(kind, answer), "kind": kind, "act": act, "seen": seen, **more}
    return client.post(path(game, decision), fields)


def checked(client: Client, game: Game, act: str, answer: Json, **more: str) -> Any:
    """The page a form leads to that is not sealed: opened anew, so that a reload sends nothing."""
    led = post(client, game, act, answer, **more)
    assert led.status_code == 302
    assert led["Location"] == path(game, more.get("decision", PLAN)) + "?checked"
    return client.get(led["Location"])


def test_p_1_a_bid_that_has_to_be_made_is_asked_for_like_every_other_card(
    client: Client, game: Game, anna: User
) -> None:
    client.force_login(anna)
    page = page_of(client.get(path(game)))
    bid = re.search(r'<select[^>]* name="bid".*?</select>', page, re.DOTALL)
    assert bid is not None
    assert re.findall(r"<option[^>]*>([^<]*)</option>", bid[0])[0] == "choose a card …"


def test_w_r3_the_hand_counts_the_coins_that_are_left(annas: Client, game: Game) -> None:
    assert ">5 in hand<" in page_of(annas.get(path(game)))
    decision = waiting(game)
    coins = dict.fromkeys(decision.options["boxes"][:2], "coin")
    county = next(iter(decision.options["counties"]))
    for bid, left in ((None, 3), (county, 3), (0, 2)):
        page = page_of(checked(annas, game, "check", {"boxes": coins, "bid": bid}))
        assert f">{left} in hand<" in page
    # As the rules count: with a bid in coins four are left for the boxes.
    coins = dict.fromkeys(decision.options["boxes"][:5], "coin")
    page = page_of(checked(annas, game, "check", {"boxes": coins, "bid": 0}))
    assert ">0 in hand<" in page
    assert "5 boxes hold a coin card, but you have only 4 for them." in page


def annas_view(game: Game) -> access.Viewer:
    return access.viewer(again(game), User.objects.get(username="anna"))


def plan_of(game: Game, flavour: str = "") -> Json:
    return some_answer(game, waiting(game), flavour)


def test_a_plan_is_sealed_and_shown_again_with_its_receipt(annas: Client, game: Game) -> None:
    plan = plan_of(game)
    done = post(annas, game, "ready", plan)
    assert done.status_code == 302
    sealed = store.load(again(game)).sealed[PLAN]
    assert TEXT.format("plan", sealed.answer or {}, "en") == TEXT.format("plan", plan, "en")
    page = page_of(annas.get(path(game)))
    assert shown(page, "plan", sealed.answer or {})
    assert sealed.digest in page
    assert again(game).head in page
    entry = store.entries_of(again(game))[-1]
    assert entry.secret is not None
    # Without a script the house drew the salt: the page says so, and so does the log.
    assert entry.payload["by"] == "relay"
    assert entry.secret.salt in page
    assert "This site drew it" in page


def test_a_plan_is_sealed_under_the_salt_that_came_with_it(annas: Client, game: Game) -> None:
    salt, other = "5a" * 32, plan_of(game, "other")
    post(annas, game, "ready", plan_of(game), salt=salt)
    entry = store.entries_of(again(game))[-1]
    assert entry.secret is not None
    assert (entry.secret.salt, entry.payload["by"]) == (salt, "seat")
    page = page_of(annas.get(path(game)))
    assert salt in page
    assert "It came with your answer: your browser drew it" in page
    wrong = post(annas, game, "ready", other, salt="no salt")
    assert wrong.status_code == 409
    assert store.entries_of(again(game))[-1] == entry


def test_the_last_to_be_ready_is_led_to_the_table(annas: Client, game: Game, bert: User) -> None:
    plan = plan_of(game)
    assert post(annas, game, "ready", plan)["Location"] == path(game)
    answer(game, bert)
    done = post(annas, game, "ready", plan)
    assert done["Location"] == f"/games/{game.pk}/"
    assert "Everybody is ready" in page_of(annas.get(done["Location"]))


def test_boxes_come_in_the_order_of_the_season(annas: Client, game: Game) -> None:
    page = annas.get(path(game)).content.decode()
    actions = selectors.board(annas_view(game))["actions"]
    laid = re.findall(r'<li class="box" data-box="boxes\.(\w+)"', page)
    assert laid[: len(actions)] == actions
    assert sorted(laid) == sorted(waiting(game).options["boxes"])


def test_checking_saves_a_draft_and_names_every_problem_at_its_field(
    annas: Client, game: Game
) -> None:
    plan = plan_of(game)
    plan["boxes"]["deploy_5"] = None
    plan["bid"] = "atlantis"
    page = page_of(checked(annas, game, "check", plan))
    problems = newest(RULESET).problems(store.load(game).state, waiting(game), plan)
    assert {problem.where for problem in problems} == {"boxes.deploy_5", "bid"}
    (strange,) = (problem for problem in problems if problem.where == "bid")
    assert page.count(TEXT.problem(strange, "en")) == 2, "in the summary and at the field"
    assert page.count(f"Still empty: {ACTION_NAMES['deploy_5']['en']}</a>") == 1
    assert page.count(">Still empty.</li>") == 1
    assert 'href="#f-boxes-deploy_5"' in page
    assert selected(page, "bid") == "atlantis"
    draft = selectors.draft_of(annas_view(game), PLAN)
    assert draft is not None
    assert draft["bid"] == "atlantis"


def test_an_illegal_plan_is_not_sealed_and_not_lost(annas: Client, game: Game) -> None:
    plan = plan_of(game)
    plan["bid"] = "nobody's"
    before = seen_in(annas.get(path(game)))
    # The second time by somebody who went back to the page as it was.
    for _time in range(2):
        page = page_of(checked(annas, game, "ready", plan, seen=before))
        assert selected(page, "bid") == "nobody's"
        assert "Please fix" in page
    assert PLAN not in store.load(again(game)).sealed
    assert SavedDraft.objects.filter(game=game, decision=PLAN).exists()


def test_taken_back_it_counts_no_more_and_stays_in_the_form(annas: Client, game: Game) -> None:
    plan = plan_of(game)
    post(annas, game, "ready", plan)
    assert post(annas, game, "back", plan).status_code == 302
    assert PLAN not in store.load(again(game)).sealed
    assert kinds(game)[-1] == "answer_withdrawn"
    assert selected(page_of(annas.get(path(game))), "bid") == to_fields("plan", plan)["bid"]


def test_sealing_again_replaces(annas: Client, game: Game) -> None:
    first, second = plan_of(game, "first"), plan_of(game, "second")
    assert first["boxes"] != second["boxes"]
    for plan in (first, second):
        assert post(annas, game, "ready", plan).status_code == 302
    sealed = store.load(again(game)).sealed[PLAN].answer
    assert sealed is not None
    assert sealed["boxes"] == second["boxes"]
    assert kinds(game).count("answer_sealed") == 3, "the bot's and two of hers"


def test_pasted_text_fills_the_form_and_names_lines_it_cannot_read(
    annas: Client, game: Game
) -> None:
    plan = plan_of(game)
    text = TEXT.format("plan", plan, "de") + "\nHokus: Pokus"
    empty: Json = {"boxes": {}, "bid": None}
    response = post(annas, game, "read", empty, orders=text)
    page = page_of(response)
    assert response.status_code == 422
    assert "1 line cannot be read" in page
    assert "Hokus: Pokus" in page
    for action, card in plan["boxes"].items():
        assert selected(page, f"boxes.{action}") == (card or "")
    read = checked(annas, game, "read", empty, orders=TEXT.format("plan", plan, "en"))
    assert "cannot be read" not in page_of(read)


def test_text_lays_over_what_is_typed(annas: Client, game: Game) -> None:
    plan = plan_of(game)
    page = page_of(checked(annas, game, "read", plan, orders="bid: none"))
    assert selected(page, "bid") == ""
    kept = plan["boxes"]["collect_taxes"] or ""
    assert selected(page, "boxes.collect_taxes") == kept


def test_the_text_to_copy_is_the_plan(annas: Client, game: Game) -> None:
    plan = plan_of(game)
    post(annas, game, "ready", plan)
    page = page_of(annas.get(path(game)))
    copied = re.search(r'<textarea id="as-text"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    assert copied is not None
    read, unread = TEXT.parse("plan", copied[1], "en")
    assert unread == []
    assert read["boxes"] == plan["boxes"]


def check(client: Client, game: Game, fields: dict[str, str]) -> Any:
    return client.post(f"{path(game)}check/", fields, headers={"Accept": "application/json"})


def test_the_script_is_told_everything_about_a_plan(annas: Client, game: Game) -> None:
    seen = seen_in(annas.get(path(game)))
    counties = waiting(game).options["counties"]
    origin = max(counties, key=lambda name: len(counties[name]))
    targets = [t for t in counties[origin] if t not in counties]
    fields = {
        "seen": seen,
        "boxes.combat_a": origin,
        "moves.combat_a.1.to": targets[0],
        "moves.combat_a.1.amount": "armies",
        "moves.combat_a.1.number": "1",
        "boxes.build_palace": origin,
    }
    reply = check(annas, game, fields).json()
    assert reply["code"] == "saved"
    assert reply["seen"] != seen
    assert reply["message"].startswith("Saved ")
    odds = reply["odds"]["moves.combat_a.1.to"]
    assert odds["win"] + odds["tie"] + odds["loss"] == 100
    assert "boxes.combat_a" in reply["problems"]
    assert "boxes.build_palace" in reply["problems"]
    assert "combat A" in reply["text"]
    assert len(reply["sums"]) == 2
    many = {**fields, "seen": reply["seen"], "moves.combat_a.1.number": "99"}
    reply = check(annas, game, many).json()
    assert reply["odds"] == {}, "nobody marches, so nobody wins"
    assert "may leave" in reply["advice"]["moves.combat_a.1.to"][0]


def test_two_windows_do_not_overwrite_each_other_unseen(annas: Client, game: Game) -> None:
    first, second = plan_of(game), plan_of(game) | {"bid": None}
    seen = seen_in(annas.get(path(game)))
    checked(annas, game, "check", first, seen=seen)
    late = post(annas, game, "ready", second, seen=seen)
    page = page_of(late)
    assert late.status_code == 409
    assert "in another window" in page
    assert selected(page, "bid") == "", "what was typed here is still here"
    assert PLAN not in store.load(again(game)).sealed
    response = check(annas, game, {**to_fields("plan", second), "seen": seen})
    assert response.status_code == 409
    assert response.json()["code"] == "overtaken"
    # The page that was told shows the newest version: its next word is the player's choice.
    kept = checked(annas, game, "check", second, seen=response.json()["seen"])
    assert kept.status_code == 200
    draft = selectors.draft_of(annas_view(game), PLAN)
    assert draft is not None
    assert draft["bid"] is None


def test_a_double_click_seals_once(annas: Client, game: Game) -> None:
    plan, seen = plan_of(game), seen_in(annas.get(path(game)))
    for _ in range(2):
        assert post(annas, game, "ready", plan, seen=seen).status_code == 302
    by_anna = [k for k in kinds(game) if k == "answer_sealed"]
    assert len(by_anna) == 2, "the bot's and hers"


def test_a_sealed_plan_is_not_replaced_by_an_older_page(
    annas: Client, game: Game, anna: User
) -> None:
    seen = seen_in(annas.get(path(game)))
    sealed = plan_of(game)
    answer_submit(person=anna, game_id=game.pk, decision=PLAN, answer=sealed)
    other = {**sealed, "boxes": {**sealed["boxes"], "combat_a": "coin"}}
    assert post(annas, game, "ready", other, seen=seen).status_code == 409
    assert store.load(again(game)).sealed[PLAN].answer == sealed


def test_a_page_left_open_over_a_resolution_keeps_the_plan(
    annas: Client, game: Game, anna: User, bert: User
) -> None:
    plan, seen = plan_of(game), seen_in(annas.get(path(game)))
    answer(game, anna)
    answer(game, bert)
    game_advance(game_id=game.pk)
    late = post(annas, game, "ready", plan, seen=seen)
    page = page_of(late)
    assert late.status_code == 410
    assert "moved on" in page
    assert f'href="/games/{game.pk}/report/"' in page
    early = annas.get(path(game, "1.autumn.plan.A"))
    assert early.status_code == 404
    assert "Not asked yet" in page_of(early)
    assert TEXT.format("plan", plan, "en") in page
    response = check(annas, game, {"seen": seen})
    assert (response.status_code, response.json()["code"]) == (410, "over")


def test_signed_out_while_planning_nothing_is_lost(game: Game, anna: User) -> None:
    plan, client = plan_of(game), Client()
    assert client.get(path(game)).status_code == 302
    lost = post(client, game, "ready", plan, seen="0")
    page = page_of(lost)
    assert lost.status_code == 401
    assert TEXT.format("plan", plan, "en") in page
    response = check(client, game, {"seen": "0"})
    assert (response.status_code, response.json()["code"]) == (401, "signed_out")
    hidden = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', page))
    client.force_login(anna)
    shown_again = page_of(client.post(path(game), hidden))
    assert selected(shown_again, "bid") == to_fields("plan", plan)["bid"]
    assert PLAN not in store.load(again(game)).sealed, "it is shown, not sent"
    assert not SavedDraft.objects.exists()


def test_an_expired_page_keeps_the_plan(game: Game, anna: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(anna)
    plan = plan_of(game)
    refused = post(client, game, "ready", plan, csrfmiddlewaretoken="forged")
    page = page_of(refused)
    assert refused.status_code == 403
    assert TEXT.format("plan", plan, "en") in page
    assert 'name="act" value="show"' in page
    assert PLAN not in store.load(again(game)).sealed
    response = check(client, game, {"seen": "0"})
    assert (response.status_code, response.json()["code"]) == (403, "stale_page")


def test_a_forged_sign_in_shows_no_password_again(db: None) -> None:
    client = Client(enforce_csrf_checks=True)
    refused = client.post("/accounts/login/", {"login": "anna", "password": "hunter2hunter2"})
    assert refused.status_code == 403
    assert "hunter2" not in page_of(refused)


def test_other_forms_are_shown_again_but_not_offered_to_be_sent(game: Game, anna: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(anna)
    page = page_of(client.post(f"/games/{game.pk}/", {"text": "a forged word"}))
    assert "a forged word" in page
    assert 'name="text"' not in page


@pytest.mark.parametrize("act", ["check", "ready", "read", "show", "back", "dance"])
def test_an_altered_form_is_answered_in_words(annas: Client, game: Game, act: str) -> None:
    strange = {
        "act": act,
        "seen": "x",
        "kind": "nothing",
        "boxes.combat_a": "<script>",
        "boxes.nowhere": "anhalt",
        "bid": "9" * 50,
        "positions.999": "7",
        "positions.0": "\u0661",
        "moves.combat_a.0.to": "atlantis",
        "moves.combat_a.0.amount": "some",
        "moves.combat_a.70.number": "-1",
        "moves.combat_a.0.held_by": "Q",
    }
    for fields in (strange, {**strange, "seen": seen_in(annas.get(path(game)))}):
        response = annas.post(path(game), fields, follow=True)
        assert response.status_code in (200, 409, 422)
        assert "<script>" not in response.content.decode().replace("<script type=", "")
    assert PLAN not in store.load(again(game)).sealed


def test_only_the_seat_that_is_asked_gets_the_form(game: Game, bert: User) -> None:
    strangers = Client()
    strangers.force_login(person("carl"))
    rivals = Client()
    rivals.force_login(bert)
    for client in (strangers, rivals):
        for response in (client.get(path(game)), client.post(path(game), {"act": "ready"})):
            assert response.status_code == 403
            assert "combat" not in page_of(response).lower()
        assert check(client, game, {}).status_code == 403


def test_a_rivals_draft_is_on_no_page(game: Game, anna: User, bert: User) -> None:
    plan = plan_of(game)
    draft_save(person=anna, game_id=game.pk, decision=PLAN, answer=plan)
    rivals = Client()
    rivals.force_login(bert)
    page = page_of(rivals.get(path(game, "1.spring.plan.B")))
    assert 'name="boxes.combat_a"' in page
    assert f'value="{plan["boxes"]["combat_a"]}" selected' not in page


def test_a_substitute_plans_and_so_does_a_player_of_a_paused_game(
    annas: Client, game: Game, anna: User
) -> None:
    carl = person("carl")
    game.seats.filter(key="A").update(substitute=carl)
    game_pause(person=anna, game_id=game.pk, why="holidays")
    carls = Client()
    carls.force_login(carl)
    plan = plan_of(game)
    assert post(carls, game, "ready", plan).status_code == 302
    assert PLAN in store.load(again(game)).sealed


def test_every_question_of_a_game_that_asks_can_be_answered_by_form(anna: User) -> None:
    client, asked = Client(), set()
    client.force_login(anna)
    game = started(anna, options={"choices": "ask", "line_up": "draft"})
    for _ in range(80):
        game_advance(game_id=game.pk)
        if again(game).status != Game.Status.RUNNING:
            break
        decision = waiting(game)
        asked.add(decision.kind)
        assert client.get(path(game, decision.id)).status_code == 200
        answer = some_answer(game, decision)
        if decision.kind == "plan":
            answer = {"boxes": answer["boxes"], "bid": answer["bid"]}
        done = post(client, game, "ready", answer, decision=decision.id, kind=decision.kind)
        assert done.status_code == 302
    assert {"draft_pick", "plan", "position", "move"} <= asked


def test_the_ranking_of_a_draft_is_a_form(annas: Client, anna: User) -> None:
    game = started(anna, options={"line_up": "draft"})
    decision = waiting(game)
    ranking = some_answer(game, decision)
    done = post(annas, game, "ready", ranking, decision=decision.id, kind="draft")
    assert done.status_code == 302
    assert store.load(again(game)).sealed[decision.id].answer == ranking


def test_whoever_is_ready_is_told_so_once_and_for_whom_the_game_waits(
    annas: Client, game: Game
) -> None:
    led = post(annas, game, "ready", plan_of(game))
    page = page_of(annas.get(led["Location"]))
    assert page.count("You can change it until the game goes on") == 1
    assert "Sealed." not in page.partition("<main")[2].partition('id="receipt"')[0]
    assert "The game is waiting for bert." in page
    # Whoever has no script goes on by links, there and on the page after the resolution.
    assert ways_on(page) == {"Go to the table": table_of(game), "My games": "/"}


def test_after_ready_a_page_without_a_script_leads_on(
    annas: Client, game: Game, anna: User, bert: User
) -> None:
    answer(game, bert)
    led = post(annas, game, "ready", plan_of(game))
    waits = page_of(annas.get(led["Location"]))
    aside = waits.partition("<noscript>")[2].partition("</noscript>")[0]
    assert dict(LINK.findall(aside)) == {
        table_of(game): "Show the table as it is now",
        "/": "My games",
    }
    game_advance(game_id=game.pk)
    over = annas.get(path(game))
    assert over.status_code == 410
    following = path(game, waiting(game).id)
    assert ways_on(page_of(over)) == {
        "Answer the next question": following,
        "Go to the table": table_of(game),
        "My games": "/",
    }
    assert annas.get(following).status_code == 200


LINK = re.compile(r'<a class="button[^"]*" href="([^"]*)">([^<]*)</a>')
ON_THE_WAY = ("Answer the next question", "Go to the table", "My games")


def ways_on(page: str) -> dict[str, str]:
    """The links that lead on from an answer."""
    main = page.partition("<main")[2]
    return {words: to for to, words in LINK.findall(main) if words in ON_THE_WAY}


def table_of(game: Game) -> str:
    return f"/games/{game.pk}/"


def test_whoever_comes_to_a_seat_is_not_offered_its_last_plan(
    annas: Client, game: Game, anna: User, bert: User
) -> None:
    """Whoever comes to a seat reads no answer that was sealed there before."""
    for player in (anna, bert):
        answer(game, player)
    game_advance(game_id=game.pk)
    later = waiting(game).id
    assert 'value="last"' in page_of(annas.get(path(game, later)))
    carl = person("carl")
    substitute_name(person=anna, game_id=game.pk, player=carl.username, why="holidays")
    carls = Client()
    carls.force_login(carl)
    page = page_of(carls.get(path(game, later)))
    assert 'name="boxes.combat_a"' in page
    assert 'value="last"' not in page
