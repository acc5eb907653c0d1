"""The letter about another deadline says who moved it, or for whom, and why."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest

from games.models import Game, Outage, OutboxRow, User
from games.services.house.downtime import credit_due
from games.services.people.absences import absence_cancel, absence_enter
from games.services.play.deadlines import deadline_extend, game_pause, game_resume
from games.services.play.extensions import extension_propose, extension_vote
from games.services.tables.seats import substitute_name
from tests.mail.rows import RHYTHM, opened, text_of
from tests.service.tables import person, started

pytestmark = pytest.mark.django_db
BEGAN = datetime(2026, 10, 22, 12, tzinfo=UTC)
DUE = date(2026, 10, 24)
Move = Callable[[Game, User, User], None]


def extended(game: Game, anna: User, _bert: User) -> None:
    deadline_extend(person=anna, game_id=game.pk, hours=12, why="A wedding")


def voted(game: Game, anna: User, bert: User) -> None:
    extension_propose(person=bert, game_id=game.pk, hours=12, why="Exams")
    extension_vote(person=anna, game_id=game.pk, yes=True)


def resumed(game: Game, anna: User, _bert: User) -> None:
    game_pause(person=anna, game_id=game.pk, why="Holidays")
    game_resume(person=anna, game_id=game.pk, why="All are back")


def away(_game: Game, _anna: User, bert: User) -> None:
    absence_enter(person=bert, first_day=DUE, last_day=DUE + timedelta(days=3))


def back(game: Game, anna: User, bert: User) -> None:
    away(game, anna, bert)
    absence_cancel(person=bert, absence_id=bert.absences.get().pk)


def down(_game: Game, _anna: User, _bert: User) -> None:
    noon = datetime(2026, 10, 24, 9, tzinfo=UTC)
    Outage.objects.create(began=noon, ended=noon + timedelta(hours=2))
    assert credit_due() == 1


def extended_into_an_absence(game: Game, anna: User, bert: User) -> None:
    day = DUE + timedelta(days=2)
    absence_enter(person=bert, first_day=day, last_day=day + timedelta(days=2))
    deadline_extend(person=anna, game_id=game.pk, hours=48, why="A wedding")


def paused(game: Game, anna: User, _bert: User) -> None:
    game_pause(person=anna, game_id=game.pk, why="Holidays")


SAID: list[tuple[Move, list[str], list[str]]] = [
    (extended, ["anna gives everybody more time.", "A wedding"], ["anna gibt allen mehr Zeit."]),
    (
        voted,
        ["bert asked for more time, and everybody agreed.", "Exams"],
        ["bert hat um mehr Zeit gebeten, und alle haben zugestimmt."],
    ),
    (
        resumed,
        ["anna has resumed the game.", "All are back"],
        ["anna lässt die Partie weitergehen."],
    ),
    (
        paused,
        ["anna has paused the game. Reason:", "Holidays", "The clock is stopped"],
        ["anna lässt die Partie ruhen. Grund:", "Holidays", "Die Uhr steht"],
    ),
    (
        away,
        ["The game waits longer, because bert will be away."],
        ["Die Partie wartet länger, weil bert abwesend ist."],
    ),
    (
        back,
        ["The deadline is earlier now, because bert will be away for a shorter time."],
        ["Die Frist endet früher, weil bert kürzer abwesend ist."],
    ),
    (
        down,
        ["The site was down. The lost time is added to the deadline."],
        ["Die Website war ausgefallen. Die verlorene Zeit kommt zur Frist hinzu."],
    ),
    (
        extended_into_an_absence,
        ["anna gives everybody more time.", "A wedding", "because bert will be away."],
        ["anna gibt allen mehr Zeit.", "weil bert abwesend ist."],
    ),
]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("move", "english", "german"), SAID, ids=[move.__name__ for move, _, _ in SAID]
)
def test_who_moved_a_deadline_and_why(
    at: Callable[[datetime], None],
    anna: User,
    bert: User,
    move: Move,
    english: list[str],
    german: list[str],
    language: str,
) -> None:
    User.objects.update(language=language)
    at(BEGAN)
    game = started(anna, bert, schedule=RHYTHM)
    at(datetime(2026, 10, 24, 11, 30, tzinfo=UTC))
    move(game, anna, bert)
    moved = OutboxRow.objects.filter(game=game, user=anna, kind="deadline_moved")
    text = " ".join(text_of(opened(moved.latest("pk"))).split())
    wanted = english if language == "en" else german
    assert [words for words in wanted if words not in text] == []
    assert text.count("because") + text.count(" weil ") <= 1


def test_a_pause_and_its_end_are_told_once_each(
    at: Callable[[datetime], None], anna: User, bert: User
) -> None:
    at(BEGAN)
    cora = person("cora")
    timeless = {"kind": "none"}
    for rhythm, resumed_as in ((RHYTHM, "Another deadline in"), (timeless, "")):
        game = started(anna, bert, schedule=rhythm)
        substitute_name(person=bert, game_id=game.pk, player="cora", why="A journey")
        rows = OutboxRow.objects.filter(game=game, kind="deadline_moved").order_by("pk")
        game_pause(person=anna, game_id=game.pk, why="Holidays")
        assert {row.user for row in rows} == {anna, bert, cora}
        letter = opened(rows.get(user=bert))
        assert letter["Subject"] == f"{game.name} is paused"
        assert "Answers are due" not in text_of(letter)
        game_resume(person=anna, game_id=game.pk, why="All are back")
        first, second = rows.filter(user=bert)
        assert first.state == OutboxRow.State.OVERTAKEN
        assert first.dedup != second.dedup
        wanted = f"{resumed_as} {game.name}" if resumed_as else f"{game.name} has resumed"
        assert opened(second)["Subject"] == wanted
