"""Slow play of a game of turns: one letter when it is one's turn, and once a day for who waits."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from games import access
from games.boards import board_of
from games.log import store
from games.models import Channel, Game, OutboxRow, User
from games.notice_kinds import DAILY
from games.notify.choices import choices_change
from games.ops import tasks
from games.read.since import last_turn, since_last_turn
from games.services.play.advance import game_advance
from games.services.play.turns import answer_submit
from games.services.post.daily import report_daily
from games.services.tables.seats import player_replace, substitute_name
from tests.mail.rows import opened, text_of
from tests.service.places import receiver, service
from tests.service.receiver import Receiver
from tests.service.tables import again, answer, open_seats, person, started, waiting
from tests.web.told import reader

__all__ = ["receiver"]

pytestmark = pytest.mark.django_db
RULESET = "loewenherz-2003"
START = datetime(2026, 6, 1, 9, tzinfo=UTC)
Travel = Callable[[datetime], None]


@pytest.fixture
def game(anna: User, bert: User, cora: User) -> Game:
    """Three people at a table of turns, all castles placed."""
    game = started(anna, bert, cora, ruleset=RULESET)
    while waiting(game, open_seats(game)[0]).kind == "castle":
        move(game)
    return again(game)


def move(game: Game) -> str:
    """Whoever is asked answers; the seat that did."""
    (seat,) = open_seats(game)
    player = game.seats.get(key=seat).user
    assert player is not None
    answer(game, player)
    game_advance(game_id=game.pk)
    return seat


def until_turn(game: Game, seat: str) -> None:
    """Play on until it is a seat's turn."""
    while open_seats(game) != [seat] or waiting(game, seat).kind != "turn":
        move(game)


def letters_to(person: User, after: int = 0) -> list[OutboxRow]:
    return list(OutboxRow.objects.filter(user=person, pk__gt=after).order_by("pk"))


def newest(game: Game) -> int:
    return OutboxRow.objects.filter(game=game).latest("pk").pk


def test_who_waits_has_no_letter_and_one_when_it_is_their_turn_with_everything_since(
    game: Game, anna: User
) -> None:
    until_turn(game, "A")
    before = newest(game)
    move(game)
    moved = last_turn(again(game), "A")
    assert store.load(again(game)).seq > moved
    until_turn(game, "A")
    rows = letters_to(anna, before)
    letter = rows[-1]
    assert [row.kind for row in rows if row.kind != "choice_asked"] == ["your_turn"]
    assert letter.data["since"] == moved
    text = text_of(opened(letter))
    assert "\n\nSince your last turn: " in text
    assert "SINCE YOUR LAST TURN IN SHORT" in text
    assert f"/games/{game.pk}/report/?at={moved + 1}\n" in text
    # What the others have played is told, and so is one's own move.
    for name in ("You:", "Bert:", "Cora:"):
        assert name in text


def test_the_letter_speaks_german(game: Game, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(language="de")
    until_turn(game, "A")
    move(game)
    until_turn(game, "A")
    text = text_of(opened(OutboxRow.objects.filter(user=anna, kind="your_turn").latest("pk")))
    assert "\n\nSeit deinem letzten Zug: " in text


def card(game: Game, who: User, path: str = "") -> str:
    page = reader(who).get(f"/games/{game.pk}/{path}").content.decode()
    shown = re.search(r'<details class="say since[^"]*".*?</details>', page, re.DOTALL)
    return shown.group() if shown else ""


def test_table_and_turn_tell_what_happened_since_ones_last_turn(
    game: Game, anna: User, bert: User
) -> None:
    until_turn(game, "A")
    assert card(game, anna) == ""
    move(game)
    moved = last_turn(again(game), "A")
    # Nothing to be asked for, nothing to be told first.
    assert card(game, anna) == ""
    until_turn(game, "A")
    since = since_last_turn(access.viewer(again(game), anna), "en")
    assert since is not None
    for path in ("", f"turn/{waiting(game, 'A').id}/"):
        shown = card(game, anna, path)
        assert f"<strong>Since your last turn:</strong> {since.headline}</span></summary>" in shown
        assert "Bert: " in shown
        assert f'href="/games/{game.pk}/report/?at={moved + 1}"' in shown
    report = reader(anna).get(f"/games/{game.pk}/report/?at={moved + 1}", follow=True)
    assert report.status_code == 200
    assert card(game, bert) == ""


def test_what_standing_orders_played_is_told_at_the_next_question(game: Game, anna: User) -> None:
    until_turn(game, "A")
    move(game)
    moved = last_turn(again(game), "A")
    wish = next(
        d for d in store.load(again(game)).decisions if d.seat == "A" and d.kind == "orders"
    )
    sale = {"orders": [{"card": wish.options["hand"][0], "do": "sell", "refill": ["deck"]}]}
    answer_submit(person=anna, game_id=game.pk, decision=wish.id, answer=sale)
    assert last_turn(again(game), "A") == moved
    until_turn(game, "A")
    since = since_last_turn(access.viewer(again(game), anna), "en")
    assert since is not None
    assert since.first == moved + 1
    own = [line for group in since.groups for line in group.lines if line.about == "You"]
    assert sum("sold for" in line.text for line in own) >= 1


def test_other_games_tell_of_chapters_as_before(anna: User) -> None:
    assert not board_of("wallenstein-2010").by_turns
    game = started(anna)
    answer(game, anna)
    game_advance(game_id=game.pk)
    assert card(game, anna) == ""
    row = OutboxRow.objects.filter(user=anna, kind="your_turn").latest("pk")
    assert "since_turn" not in row.data


def daily_to(person: User) -> list[OutboxRow]:
    return list(OutboxRow.objects.filter(user=person, kind=DAILY).order_by("pk"))


def want_daily(person: User) -> None:
    choices_change(person=person, wanted={(DAILY, Channel.MAIL): True})


def test_a_daily_letter_comes_to_who_wants_it_once_and_only_if_something_happened(
    at: Travel, game: Game, anna: User, cora: User
) -> None:
    """By anna's clock, which is that of Berlin, it is evening at 16:00 UTC."""
    until_turn(game, "A")
    at(START)
    move(game)
    move(game)
    assert open_seats(game) != ["A"]
    evening = START.replace(hour=16)
    at(evening + timedelta(minutes=1))
    assert report_daily() == 0
    want_daily(anna)
    at(evening - timedelta(minutes=1))
    assert report_daily() == 0
    at(evening)
    tasks.tick()
    tasks.tick()
    (letter,) = daily_to(anna)
    assert daily_to(cora) == []
    text = text_of(opened(letter))
    assert opened(letter)["Subject"] == "While you wait: Prague"
    assert "What is new: " in text
    assert "The game is waiting for" in text
    assert letter.data["until"] == again(game).seq
    # The next day nothing has happened.
    at(evening + timedelta(days=1))
    assert report_daily() == 0


def test_the_same_is_told_once_over_whatever_channel(
    at: Travel, game: Game, anna: User, receiver: Receiver
) -> None:
    service(anna, receiver)
    choices_change(person=anna, wanted={(DAILY, Channel.APPRISE): True})
    until_turn(game, "A")
    at(START)
    move(game)
    move(game)
    evening = START.replace(hour=17)
    counts = []
    for day in range(3):
        at(evening + timedelta(days=day))
        counts.append(report_daily())
    assert counts == [1, 0, 0]
    assert "apprise" in {row.channel for row in daily_to(anna)}


def test_ones_own_move_is_no_news(at: Travel, game: Game, anna: User) -> None:
    want_daily(anna)
    until_turn(game, "A")
    at(START)
    move(game)
    assert open_seats(game) != ["A"]
    at(START.replace(hour=17))
    assert report_daily() == 0
    move(game)
    # A deserter would ask anna at once.
    assert report_daily() == (open_seats(game) != ["A"])


def test_who_takes_over_a_seat_has_had_no_turn_yet(game: Game, anna: User) -> None:
    until_turn(game, "A")
    move(game)
    dora = person("dora")
    player_replace(person=anna, game_id=game.pk, seat_key="A", player="dora", why="A journey")
    until_turn(game, "A")
    text = text_of(opened(letters_to(dora)[-1]))
    assert "Since your last turn" not in text
    assert "What is new" in text


def test_who_is_asked_needs_no_daily_letter(at: Travel, game: Game, anna: User) -> None:
    want_daily(anna)
    until_turn(game, "A")
    move(game)
    until_turn(game, "A")
    at(START.replace(hour=20))
    assert report_daily() == 0


def test_a_day_brings_one_letter_for_each_game_whatever_happens_later(
    at: Travel, game: Game, anna: User
) -> None:
    want_daily(anna)
    until_turn(game, "A")
    move(game)
    move(game)
    at(START.replace(hour=17))
    assert report_daily() == 1
    if open_seats(game) != ["A"]:
        move(game)
    assert report_daily() == 0
    assert len(daily_to(anna)) == 1


def test_the_daily_letter_is_off_by_itself_and_a_choice_of_the_page(anna: User) -> None:
    page = reader(anna).get("/me/notices/").content.decode()
    box = re.search(rf'<input type="checkbox" name="{DAILY} mail"[^>]*>', page)
    assert box is not None
    assert "checked" not in box.group()
    want_daily(anna)
    page = reader(anna).get("/me/notices/").content.decode()
    box = re.search(rf'<input type="checkbox" name="{DAILY} mail"[^>]*>', page)
    assert box is not None
    assert "checked" in box.group()


def test_the_daily_letter_of_a_substitute_tells_for_whom_they_play(
    at: Travel, game: Game, anna: User
) -> None:
    dora = person("dora")
    want_daily(dora)
    until_turn(game, "A")
    move(game)
    substitute_name(person=anna, game_id=game.pk, player="dora", why="away")
    move(game)
    at(START.replace(hour=18))
    assert report_daily() == 1
    (letter,) = daily_to(dora)
    assert "You are standing in for anna" in text_of(opened(letter))
