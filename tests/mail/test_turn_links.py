"""The link of a turn: opens that turn and nothing else, for its player, for a while."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from django.core import signing
from django.test import Client

from games import access, clock
from games.boards.wallenstein.turn.fields import to_fields
from games.mail.links import OPEN_FOR, TURN_SALT, read_off, read_turn
from games.models import Game, NoticeChoice, NoticeTimes, OutboxRow, SavedDraft, User
from games.notify.choices import times_change
from games.read import selectors
from games.services.play.advance import game_advance
from games.services.tables.seats import (
    player_replace,
    player_resign,
    substitute_end,
    substitute_name,
)
from tests.mail.rows import opened, rows_of, text_of
from tests.service.conftest import at, cora
from tests.service.tables import (
    again,
    answer,
    kinds,
    late,
    person,
    reported,
    some_answer,
    started,
    waiting,
)

__all__ = ["at", "cora"]

pytestmark = pytest.mark.django_db
Travel = Callable[[datetime], None]
START = datetime(2026, 6, 1, 12, tzinfo=UTC)


def link_to(game: Game, reader: User, kind: str = "your_turn") -> str:
    """The path of the link in somebody's newest letter."""
    text = text_of(opened(rows_of(game, kind, reader)[-1]))
    link = re.search(r"https?://[^/]+(/t/\S+)", text)
    assert link is not None
    return link[1]


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    return started(anna, bert, visibility="invited")


@pytest.fixture
def link(game: Game, anna: User) -> str:
    return link_to(game, anna)


def posted(link: str, game: Game, act: str = "ready", **more: str) -> tuple[Client, Any]:
    """A plan, sent by somebody who has nothing but the link."""
    client, plan = Client(enforce_csrf_checks=True), some_answer(game, waiting(game))
    seen = re.search(r'name="seen" value="(\w*)"', client.get(link).content.decode())
    assert seen is not None
    fields = {**to_fields("plan", plan), "kind": "plan", "act": act, "seen": seen[1], **more}
    return client, client.post(link, fields)


def test_it_seals_a_plan_without_a_session(game: Game, anna: User, link: str) -> None:
    plan = some_answer(game, waiting(game))
    client, response = posted(link, game)
    assert (response.status_code, response["Location"]) == (302, link)
    assert selectors.board(access.viewer(again(game), anna))["answers"] == {"1.spring.plan.A": plan}
    page = client.get(link)
    assert "You are ready" in page.content.decode()
    # Everything else is behind a door, and the page says which.
    door = f'href="/accounts/login/?next=/games/{game.pk}/">Sign in and go to the table</a>'
    assert door in page.content.decode()
    assert "sessionid" not in client.cookies
    # And nothing else of the site is open.
    assert client.get(f"/games/{game.pk}/").status_code == 404
    assert client.get(f"/games/{game.pk}/turn/1.spring.plan.A/").status_code == 302
    assert client.get("/me/").status_code == 302


def test_looking_changes_nothing(game: Game, link: str) -> None:
    before = (again(game).seq, kinds(game), OutboxRow.objects.count())
    for way in ("", "places/"):
        page = Client().get(link + way)
        assert page.status_code == 200
    assert Client().head(link).status_code == 200
    assert Client().get(link + "check/").status_code == 405
    assert not SavedDraft.objects.exists()
    assert (again(game).seq, kinds(game), OutboxRow.objects.count()) == before


def test_the_page_is_told_to_nobody_and_kept_by_nobody(link: str) -> None:
    for address, status in ((link, 200), (link + "places/", 200), ("/t/" + "x" * 40 + "/", 404)):
        page = Client().get(address)
        assert page.status_code == status
        assert page["Referrer-Policy"] == "no-referrer"
        assert "no-store" in page["Cache-Control"]
        assert page["X-Robots-Tag"] == "noindex"


def test_the_script_of_the_page_works_by_the_same_key(game: Game, link: str) -> None:
    page = Client().get(link).content.decode()
    assert f'data-check="{link}check/"' in page
    assert f'data-places="{link}places/"' in page
    plan = some_answer(game, waiting(game))
    seen = re.search(r'name="seen" value="(\w*)"', page)
    assert seen is not None
    fields = {**to_fields("plan", plan), "kind": "plan", "seen": seen[1]}
    reply = Client(enforce_csrf_checks=True).post(f"{link}check/", fields).json()
    assert reply["code"] == "saved"
    assert SavedDraft.objects.get().seat == "A"


def test_it_can_take_back_what_it_has_sealed(game: Game, link: str) -> None:
    posted(link, game)
    client = Client()
    seen = re.search(r'name="seen" value="(\w*)"', client.get(link).content.decode())
    assert seen is not None
    assert client.post(link, {"act": "back", "seen": seen[1]}).status_code == 302
    assert kinds(game)[-1] == "answer_withdrawn"


def test_it_is_dead_when_the_question_is_closed(
    game: Game, anna: User, bert: User, link: str
) -> None:
    old = link
    answer(game, anna)
    answer(game, bert)
    game_advance(game_id=game.pk)
    page = Client().get(old)
    assert page.status_code == 410
    assert "moved on" in page.content.decode()
    assert f"/accounts/login/?next=/games/{game.pk}/" in page.content.decode()
    assert f'href="/games/{game.pk}/' not in page.content.decode()
    plan = to_fields("plan", some_answer(game, waiting(game)))
    late_one = Client().post(old, {**plan, "kind": "plan", "act": "ready", "seen": ""})
    assert late_one.status_code == 410
    assert "What you had typed" in late_one.content.decode()
    assert again(game).step == 2
    assert Client().get(link_to(game, anna)).status_code == 200


def test_it_is_dead_for_whoever_lost_the_seat(
    game: Game, anna: User, bert: User, cora: User
) -> None:
    link = link_to(game, bert)
    player_replace(person=anna, game_id=late(game).pk, seat_key="B", player="cora", why="gone")
    page = Client().get(link)
    assert page.status_code == 403
    assert "do not have a seat at this table" in page.content.decode()
    assert Client().get(link_to(game, cora, "seat_given")).status_code == 200
    plan = to_fields("plan", some_answer(game, waiting(game, "B")))
    sent = Client().post(link, {**plan, "kind": "plan", "act": "ready", "seen": ""})
    assert sent.status_code == 403
    assert "B" in [d.seat for d in game.open_decisions.filter(sealed_seq=None)]


def test_a_substitutes_link_ends_with_the_task(game: Game, anna: User, cora: User) -> None:
    substitute_name(person=anna, game_id=game.pk, player="cora", why="A journey")
    link = link_to(game, cora, "substitute_named")
    assert Client().get(link).status_code == 200
    substitute_end(person=anna, game_id=game.pk)
    assert Client().get(link).status_code == 403


def test_it_expires(at: Travel, anna: User, bert: User) -> None:
    at(START)
    link = link_to(started(anna, bert), anna)
    at(START + OPEN_FOR - timedelta(minutes=1))
    assert Client().get(link).status_code == 200
    at(START + OPEN_FOR + timedelta(minutes=1))
    page = Client().get(link)
    assert page.status_code == 410
    assert "too old" in page.content.decode()


def test_it_dies_with_a_password_and_with_an_address(game: Game, anna: User, link: str) -> None:
    anna.set_password("another one, and long")
    anna.save()
    assert Client().get(link).status_code == 410
    newer = link_to(game, anna)
    assert Client().get(newer).status_code == 200
    User.objects.filter(pk=anna.pk).update(notify_address="new@example.org")
    page = Client().get(newer)
    assert page.status_code == 410
    assert "Sign in to answer" in page.content.decode()
    assert Client().get(link_to(game, anna)).status_code == 200


def test_a_changed_letter_opens_nothing(game: Game, anna: User, bert: User, link: str) -> None:
    token = link.split("/")[2]
    content, mac = token.split(".")
    foreign = link_to(game, bert).split("/")[2].split(".")[0]
    for forged in (token[:-1], f"{foreign}.{mac}", f"{content}.{mac[::-1]}", "." + mac):
        assert read_turn(forged) is None
        assert Client().get(f"/t/{forged}/").status_code == 404
    earlier = signing.Signer(sep=".", salt=TURN_SALT).sign_object([game.pk, "x", anna.pk, "A", 1])
    assert Client().get(f"/t/{earlier}/").status_code == 404
    off = signing.Signer(sep=".", salt=TURN_SALT).sign_object([anna.pk, "your_turn"])
    assert read_off(off) is None


def test_it_is_dead_with_the_account(game: Game, anna: User, link: str) -> None:
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert Client().get(link).status_code == 404


def test_it_speaks_the_readers_language_and_tells_their_time(bert: User) -> None:
    dora = person("dora", language="de", time_zone="Asia/Tokyo")
    game = started(dora, bert, schedule={"kind": "hours", "hours": 48})
    page = Client(headers={"accept-language": "en"}).get(link_to(game, dora)).content.decode()
    assert "Dein Plan" in page
    assert "Asia/Tokyo" in page


def test_no_line_of_the_log_has_the_key(
    game: Game, link: str, caplog: pytest.LogCaptureFixture
) -> None:
    from wallenstein_site.logs import Lines  # noqa: PLC0415

    token = link.split("/")[2]
    player_resign(person=User.objects.get(username="anna"), game_id=game.pk)
    for address in (link, f"{link}nowhere/", f"/mail/off/{token}/more"):
        assert Client().get(address).status_code in (403, 404)
    written = [Lines("json").format(record) for record in caplog.records]
    assert any("/t/" in line for line in written)
    assert any("/mail/off/" in line for line in written)
    assert not any(token in line for line in written)


def off_link(game: Game, reader: User, kind: str) -> str:
    return off_address(opened(rows_of(game, kind, reader)[-1]))


def off_address(letter: EmailMessage) -> str:
    return "/" + str(letter["List-Unsubscribe"]).strip(" <>").split("/", 3)[3]


def test_one_click_ends_a_kind_of_letter_and_a_look_does_not(anna: User, bert: User) -> None:
    game = reported(anna, bert)
    address = off_link(game, bert, "season_report")
    client = Client(enforce_csrf_checks=True)
    assert "What happened" in client.get(address).content.decode()
    assert not NoticeChoice.objects.exists()
    for _twice in range(2):
        page = client.post(address, {"List-Unsubscribe": "One-Click"})
        assert page.status_code == 200
        assert "no more mail" in page.content.decode()
    [choice] = NoticeChoice.objects.all()
    assert (choice.user, choice.kind, choice.channel, choice.wanted) == (
        *(bert, "season_report", "mail"),
        False,
    )
    assert [row.kind for row in OutboxRow.objects.filter(user=bert)] == ["your_turn"]


def test_one_click_ends_the_daily_letter(anna: User, bert: User) -> None:
    reported(anna, bert)
    times_change(person=bert, quiet_from=time(22), quiet_until=time(7), digest_at=time(8))
    row = OutboxRow.objects.create(
        user=bert, kind="digest", notice="day", dedup="day", due_at=clock.now()
    )
    letter = opened(row)
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = off_address(letter)
    client = Client(enforce_csrf_checks=True)
    assert "The daily mail" in client.get(address).content.decode()
    assert NoticeTimes.objects.get().digest_at == time(8)
    collected = OutboxRow.objects.filter(user=bert, kind="season_report")
    collected.update(state=OutboxRow.State.COLLECTED)
    for _twice in range(2):
        page = client.post(address, {"List-Unsubscribe": "One-Click"}).content.decode()
        assert "comes in a mail of its own" in page
        assert "What was collected for the next one is not sent" in page
    assert {row.state for row in collected} == {OutboxRow.State.OVERTAKEN}
    kept = NoticeTimes.objects.get()
    assert (kept.digest_at, kept.quiet_from, kept.quiet_until) == (None, time(22), time(7))
    assert not NoticeChoice.objects.exists()


def test_a_forged_way_out_is_none(game: Game, bert: User) -> None:
    address = off_link(game, bert, "your_turn")
    assert Client().post(address[:-3] + "/").status_code == 404
    assert Client().post(link_to(game, bert).replace("/t/", "/mail/off/")).status_code == 404
    assert not NoticeChoice.objects.exists()
