"""A game that knows neither year nor season: its row, its past, its letters and its calls."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, cast

import pytest
from django.utils import translation

from engine.bots import BOTS
from engine.kernel.chance import Chance, Stream
from engine.kernel.core import Answers, Decision, Turn
from engine.registry import RULESETS
from games import access, names
from games.boards import chapter_words, chapter_words_of_all
from games.boards.chapters import PLAIN
from games.boards.wallenstein.seasons import SEASONS
from games.log import projections, store
from games.mail.letters import message_of, short
from games.models import Game, OutboxRow, User
from games.net.outbound import checked_url
from games.notify import switch_off
from games.read import reports
from games.read.schedule_text import pace_in_brief, pace_in_words
from games.read.timeline import timeline
from games.schedule import Schedule, schedule_of
from games.services.play.advance import game_advance
from games.services.play.turns import answer_submit
from games.services.post import webhooks
from tests.service import stones
from tests.service.places import receiver
from tests.service.receiver import Receiver
from tests.service.stones import IN_CHAPTERS, Heap, Stones
from tests.service.tables import again, started

__all__ = ["receiver"]

pytestmark = pytest.mark.django_db
GAMES = (stones.PLAIN, IN_CHAPTERS)
BOTH = ("anna", "bert")


@pytest.fixture(params=GAMES, ids=lambda game: str(game.key))
def rules(request: pytest.FixtureRequest) -> Iterator[Stones]:
    """A game of stones that the site knows for the length of a test."""
    made: Stones = request.param
    # Just enough of a ruleset for what is tested here.
    with RULESETS.lent({(made.key, made.version): cast(Any, made)}):
        yield made


class TakesOne:
    """A bot."""

    def answer(self, state: Heap, decision: Decision, stream: Stream) -> Any:
        return 1


def table_of(rules: Stones, anna: User, bert: User) -> Game:
    return started(anna, bert, players=2, ruleset=rules.key, name="Heap")


def take(game: Game, *people: User) -> Game:
    """A round."""
    for player in people:
        seat = access.seat_for(game, player).key
        decision = next(d for d in store.load(again(game)).waiting if d.seat == seat)
        answer_submit(person=player, game_id=game.pk, decision=decision.id, answer=1)
    game_advance(game_id=game.pk)
    return again(game)


def test_the_row_has_the_chapter_or_none(rules: Stones, anna: User, bert: User) -> None:
    game = take(table_of(rules, anna, bert), anna, bert)
    has = rules is IN_CHAPTERS
    assert game.turn == projections.chapter_of(store.load(game)) == ("2" if has else "")
    assert names.chapter_name(game, "de") == ("Runde 2" if has else "")


def test_the_past_is_told_in_chapters_or_as_one(rules: Stones, anna: User, bert: User) -> None:
    game = take(table_of(rules, anna, bert), anna, bert)
    with translation.override("en"):
        line = timeline(access.viewer(game, anna), "en")
        titles = [chapter.title for chapter in line.chapters]
        rounds = ["Round 1", "Round 2"] if rules is IN_CHAPTERS else []
        assert titles == ["From the start", *rounds]
        sentences = [
            one.sentence for part in line.chapters for one in reports.log(line, part, "en")
        ]
    assert len(sentences) == game.seq


def test_letters_go_and_tell_everything_once(rules: Stones, anna: User, bert: User) -> None:
    for reader, kind in ((bert, "your_turn"), (anna, "season_report")):
        switch_off(user=reader, kind=kind, channel="mail")
    game = table_of(rules, anna, bert)
    while game.status == Game.Status.RUNNING:
        game = take(game, anna, bert)
    rows = OutboxRow.objects.filter(game=game).order_by("pk")
    kinds = {name: [row.kind for row in rows if row.user.username == name] for name in BOTH}
    assert kinds["anna"] == ["your_turn"] * stones.ROUNDS + ["game_over"]
    reports = ["season_report"] * stones.ROUNDS if rules is IN_CHAPTERS else []
    assert kinds["bert"] == [*reports, "game_over"]
    for name in BOTH:
        mine = [row.data for row in rows if row.user.username == name]
        assert [one["since"] for one in mine] == [0, *(one["until"] for one in mine[:-1])]
    for row in rows:
        for language in ("en", "de"):
            row.user.language = language
            body = str(message_of(row).body)
            assert "%(" not in body
            assert short(row).title in message_of(row).subject
            named = "runde " if language == "de" else "round "
            assert (named in body.lower()) == (rules is IN_CHAPTERS)


def test_whoever_only_waits_reads_each_chapter_once(
    rules: Stones, anna: User, bert: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def only_a(state: Heap) -> list[Decision]:
        return [asked for asked in Stones.decisions(rules, state) if asked.seat == "A"]

    monkeypatch.setattr(rules, "decisions", only_a)
    game = table_of(rules, anna, bert)
    while game.status == Game.Status.RUNNING:
        game = take(game, anna)
    rows = OutboxRow.objects.filter(game=game, user=bert).order_by("pk")
    reports = ["season_report"] * stones.ROUNDS if rules is IN_CHAPTERS else []
    assert [row.kind for row in rows] == [*reports, "game_over"]
    ends = [row.data["until"] for row in rows]
    assert [row.data["since"] for row in rows] == [0, *ends[:-1]]


def ask_in_turn(rules: Stones, monkeypatch: pytest.MonkeyPatch, turns: str) -> None:
    """Let each round ask one seat alone, that stands here for it."""

    def decisions(state: Heap) -> list[Decision]:
        return [one for one in Stones.decisions(rules, state) if one.seat == turns[state.round - 1]]

    def resolve(state: Heap, answers: Answers, chance: Chance) -> Turn[Heap]:
        turn = Turn(state, answers, chance)
        turn.emit(rules.round_began(state.round + 1))
        return turn

    monkeypatch.setattr(rules, "decisions", decisions)
    monkeypatch.setattr(rules, "resolve", resolve)


@pytest.mark.parametrize("turns", ["ABA", "ABB", "BBA", "BBB"])
def test_no_letter_goes_for_a_step_after_which_only_bots_are_asked(
    rules: Stones, anna: User, turns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor where that step closes a chapter: the next letter tells of it."""
    ask_in_turn(rules, monkeypatch, turns)
    with BOTS.lent({rules.key: {"random": TakesOne()}}):
        game = started(anna, players=2, ruleset=rules.key, name="Heap")
        game_advance(game_id=game.pk)
        while again(game).status == Game.Status.RUNNING:
            take(game, anna)
    rows = list(OutboxRow.objects.filter(game=game).order_by("pk"))
    asked = [f"{at}.A" for at, seat in enumerate(turns, 1) if seat == "A"]
    assert [row.data["decision"] for row in rows[:-1]] == asked
    assert [row.kind for row in rows] == ["your_turn"] * len(asked) + ["game_over"]
    assert again(game).step == stones.ROUNDS + 1
    assert_told_once(rows, game)


def assert_told_once(rows: list[OutboxRow], game: Game) -> None:
    """Together these letters tell the whole game, and nothing twice."""
    ends = [row.data["until"] for row in rows]
    assert [row.data["since"] for row in rows] == [0, *ends[:-1]]
    assert ends[-1] == again(game).seq


@pytest.mark.parametrize(("turns", "reports"), [("CAC", 1), ("CCA", 1), ("ACA", 2), ("CCC", 0)])
def test_whoever_only_waits_is_told_of_chapters_that_closed_among_bots(
    rules: Stones,
    anna: User,
    bert: User,
    turns: str,
    reports: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ask_in_turn(rules, monkeypatch, turns)
    monkeypatch.setattr(rules, "seats", (3,))
    with BOTS.lent({rules.key: {"random": TakesOne()}}):
        game = started(anna, bert, players=3, ruleset=rules.key, name="Heap")
        game_advance(game_id=game.pk)
        while again(game).status == Game.Status.RUNNING:
            take(game, anna)
    rows = list(OutboxRow.objects.filter(game=game, user=bert).order_by("pk"))
    expected = ["season_report"] * reports if rules is IN_CHAPTERS else []
    assert [row.kind for row in rows] == [*expected, "game_over"]
    assert_told_once(rows, game)


def test_programs_are_called_as_ever(
    rules: Stones, anna: User, bert: User, receiver: Receiver
) -> None:
    game = table_of(rules, anna, bert)
    url = checked_url(receiver.url)
    kinds = ["your_turn", "season_report"]
    webhooks.webhook_create(person=anna, game_id=game.pk, url=url, kinds=kinds)
    take(game, anna, bert)
    calls = [
        json.loads(webhooks.payload(row)) for row in OutboxRow.objects.filter(channel="webhook")
    ]
    assert sorted(call["kind"] for call in calls) == ["season_report", "your_turn"]
    assert {call["turn"] for call in calls} == {"2" if rules is IN_CHAPTERS else ""}


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_game_without_words_of_its_own_names_no_season(
    rules: Stones, anna: User, bert: User, language: str
) -> None:
    words = chapter_words(rules.key)
    assert words is PLAIN
    # With several games that do not agree, forms speak plainly, too.
    assert chapter_words_of_all() is PLAIN
    schedules: list[Schedule] = [
        schedule_of({"kind": "none"}),
        schedule_of({"kind": "hours", "hours": 1}),
        schedule_of({"kind": "hours", "hours": 48}),
        schedule_of({"kind": "daily", "at": "20:00", "zone": "Europe/Berlin"}),
        schedule_of({"kind": "daily", "at": "20:00", "zone": "Europe/Berlin", "weekdays": [0, 3]}),
    ]
    with translation.override(language):
        sentences = [pace_in_words(one, "stand_in", words) for one in schedules]
        sentences += [pace_in_brief(one, words) for one in schedules]
        sentences += [str(sentence % {"game": "Heap"}) for sentence in (words.one_by_one,)]
        # What counts takes its number first; all of these are above.
        counted = ("hours_in_brief", "hours_at_most", "due_every_day", "due_on_days")
        sentences += [str(value) for name, value in vars(words).items() if name not in counted]
    for sentence in sentences:
        assert "season" not in sentence.lower(), sentence
        assert "jahreszeit" not in sentence.lower(), sentence


def test_wallenstein_goes_on_speaking_of_seasons() -> None:
    assert chapter_words("wallenstein-2010") is SEASONS
    # Other games have rounds: where none is chosen yet nobody speaks of seasons.
    assert chapter_words_of_all() is PLAIN
    hours = schedule_of({"kind": "hours", "hours": 48})
    with translation.override("en"):
        assert pace_in_brief(hours, SEASONS) == "48 hours a season"
        assert pace_in_words(schedule_of({"kind": "hours", "hours": 1}), "wait", SEASONS) == (
            "A season takes at most 1 hour, less when everybody is ready. "
            "If somebody is late, the game waits for them."
        )
    with translation.override("de"):
        assert pace_in_brief(hours, SEASONS) == "48 Stunden je Jahreszeit"
