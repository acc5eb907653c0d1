"""The past of a game: every moment as the viewer was allowed to see it then, and not later."""

from __future__ import annotations

import json

import pytest

from engine.kernel.game import replay, view
from engine.kernel.journal import AnswerSealed
from games.errors import NotFound
from games.log import store
from games.models import Game, User
from games.read import reports
from games.read.timeline import opened
from games.services.play.advance import game_advance
from games.services.play.turns import answer_submit
from tests.service.conftest import anna, bert, nothing_folded
from tests.service.tables import answer, lobby, play_out, some_answer, started, waiting
from tests.web.told import line_of, played

__all__ = ["anna", "bert", "nothing_folded"]

CANARY = "ca" * 32


def test_seasons_follow_each_other_without_a_gap(anna: User) -> None:
    line = line_of(played(anna, seasons=3))
    titles = [chapter.title for chapter in line.chapters]
    assert titles[:3] == ["Before the first season", "Spring of year 1", "Summer of year 1"]
    assert titles[-1] == "Spring of year 2"
    covered = [seq for chapter in line.chapters for seq in range(chapter.first, chapter.last + 1)]
    assert covered == [moment.seq for moment in line.moments]
    assert [chapter.number for chapter in line.chapters] == list(range(len(titles)))


def test_seasons_are_called_by_the_names_of_the_language(anna: User) -> None:
    assert line_of(played(anna), language="de").chapters[1].title == "Frühling des Jahres 1"


def test_the_newest_season_is_the_one_last_played(anna: User) -> None:
    game = started(anna)
    assert line_of(game).newest.number == 0
    answer(game, anna)
    game_advance(game_id=game.id)
    assert line_of(game).newest.title == "Spring of year 1"


def test_after_autumn_the_newest_season_is_the_winter_that_followed(anna: User) -> None:
    assert line_of(played(anna, seasons=3)).newest.title == "Winter of year 1"


def test_a_season_that_stops_for_a_choice_is_the_newest(anna: User) -> None:
    game = started(anna, options={"choices": "ask"})
    plan = some_answer(game, waiting(game))
    silent = {"boxes": plan["boxes"], "bid": plan["bid"]}
    answer_submit(person=anna, game_id=game.id, decision="1.spring.plan.A", answer=silent)
    game_advance(game_id=game.id)
    assert waiting(game).id.startswith("1.spring.")
    assert line_of(game).newest.title == "Spring of year 1"


def test_each_frame_is_the_position_a_fold_of_the_log_gives(anna: User) -> None:
    game = played(anna, seasons=2)
    line = line_of(game, anna)
    entries = store.entries_of(game)
    header, ruleset = store.header_of(game), line.start.ruleset
    chapter = line.chapters[2]
    for moment, shown in line.walk(chapter.first, chapter.last):
        folded = view(replay(ruleset, header, entries[: moment.seq]), "A")
        assert shown == folded
    ends = {chapter.number: shown for chapter, shown in line.ends()}
    assert ends[1]["money"] == line.shown(line.position(line.chapters[1].last))["money"]


def test_own_answers_are_there_at_the_time_and_not_before(anna: User, bert: User) -> None:
    game = started(anna, bert)
    _receipt, plan = answer(game, anna)
    line = line_of(game, anna)
    sealed = next(
        m.seq for m in line.moments if isinstance(m.event, AnswerSealed) and m.event.seat == "A"
    )
    mine = "1.spring.plan.A"
    assert line.shown(line.position(sealed))["answers"] == {mine: plan}
    assert line.shown(line.position(sealed - 1))["answers"] == {}


@pytest.mark.parametrize("finished", [False, True], ids=["running", "finished"])
def test_no_secret_of_a_rival_is_in_an_earlier_frame(
    anna: User, bert: User, finished: bool
) -> None:
    game = started(anna, bert)
    answer(game, anna)
    answer(game, bert, salt=CANARY)
    game_advance(game_id=game.id)
    if finished:
        game = play_out(game, anna, bert)
        assert game.status == Game.Status.FINISHED
    for person, seat in ((anna, "A"), (None, None)):
        line = line_of(game, person)
        position = line.start
        for moment in line.moments:
            position = position.after(moment.entry)
            known = {d[-1] for d, s in position.sealed.items() if s.answer is not None}
            assert known <= {seat}
        spring = line.chapters[1]
        frames = [[f.sentence, f.redrawn, f.standing] for f in reports.frames(line, spring, "en")]
        shown = [line.shown(line.position(spring.last)), frames]
        assert CANARY not in json.dumps(shown)
    own = json.dumps([m.entry.to_json() for m in line_of(game, bert).moments])
    assert CANARY in own


def test_plans_open_when_the_rules_say_so(anna: User, bert: User) -> None:
    game = played(anna, bert)
    spring = line_of(game).chapters[1]
    assert [played.seat for played in opened(line_of(game, anna), spring)] == ["A"]
    assert opened(line_of(game), spring) == []
    over = play_out(game, anna, bert)
    assert [played.seat for played in opened(line_of(over), spring)] == ["A", "B", "C"]


def test_only_the_answer_that_was_played_counts_as_planned(anna: User, bert: User) -> None:
    game = started(anna, bert)
    _first, replaced = answer(game, anna, flavour="first")
    decision = "1.spring.plan.A"
    final = {**replaced, "positions": [5, 4, 3, 2, 1]}
    answer_submit(person=anna, game_id=game.id, decision=decision, answer=final)
    answer(game, bert)
    game_advance(game_id=game.id)
    line = line_of(game, anna)
    assert [played.answer for played in opened(line, line.chapters[1])] == [final]


def test_a_game_that_has_not_begun_has_no_past(anna: User) -> None:
    with pytest.raises(NotFound, match="not begun"):
        line_of(lobby(anna))


@pytest.mark.parametrize("seq", [0, -1, 10**8])
def test_there_is_no_such_event(anna: User, seq: int) -> None:
    with pytest.raises(NotFound, match="no such event"):
        line_of(started(anna)).chapter_at(seq)
