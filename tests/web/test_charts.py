"""Charts: every value where it belongs, no label over another, a table for who does not see."""

from __future__ import annotations

import re
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.models import User
from games.read import charts, reports
from games.read.charts import Mark, Series
from tests.service.conftest import anna, bert, nothing_folded
from tests.service.tables import lobby, started
from tests.web.told import line_of, played, reader

__all__ = ["anna", "bert", "nothing_folded"]

MARKS = [
    Mark("Start", "", "The start"),
    Mark("Spr", "Year 1", "Spring"),
    Mark("Sum", "Year 1", "S"),
]


def some(*values: list[int]) -> charts.Chart:
    series = [Series("ABCDE"[at], f"player {at}", numbers) for at, numbers in enumerate(values)]
    return charts.chart("Money", MARKS, series)


@given(st.integers(0, 10**6))
def test_ticks_are_round_few_and_reach_the_top(highest: int) -> None:
    ticks = charts.nice_ticks(highest)
    step = ticks[1] - ticks[0]
    assert ticks[0] == 0
    assert ticks[-1] >= highest
    assert ticks[-1] - step < max(highest, 1)
    assert 2 <= len(ticks) <= charts.MOST_TICKS
    assert re.fullmatch("[125]0*", str(step))


@given(st.lists(st.floats(0, 300), min_size=1, max_size=6))
def test_labels_keep_apart_and_in_order(places: list[float]) -> None:
    moved = charts.apart(places, 15, 12, 210)
    assert all(abs(a - b) >= 14.8 for a, b in combinations(moved, 2))
    assert all(12 - 0.1 <= at <= 210.1 for at in moved)
    for (was, now), (later, then) in combinations(zip(places, moved, strict=True), 2):
        assert was == later or (was < later) == (now < then)


def test_labels_with_room_stay_where_their_lines_end() -> None:
    assert charts.apart([20.0, 100.0, 60.0], 15, 12, 210) == [20.0, 100.0, 60.0]


def test_values_stand_higher_the_greater_they_are() -> None:
    drawn = some([0, 5, 10], [10, 5, 0])
    rising, falling = drawn.lines
    assert [point.y for point in rising.points] == [point.y for point in falling.points][::-1]
    assert rising.points[0].y == drawn.bottom
    assert all(a.y > b.y for a, b in pairwise(rising.points))
    assert rising.path.startswith(f"{drawn.left},{drawn.bottom} ")
    assert rising.end.x == drawn.right


def test_lines_are_told_apart_without_colour() -> None:
    lines = some(*[[1, 2, 3]] * 5).lines
    assert len({line.dash for line in lines}) == 5
    assert len({line.marker for line in lines}) == 5


def test_a_year_is_named_once() -> None:
    assert [tick.group for tick in some([1, 2, 3]).chapters] == ["", "Year 1", ""]


def test_a_single_season_stands_in_the_middle() -> None:
    drawn = charts.chart("Money", MARKS[:1], [Series("A", "anna", [0])])
    assert drawn.left < drawn.lines[0].points[0].x < drawn.right
    assert [tick.label for tick in drawn.ticks] == ["0", "1"]


def test_a_long_name_is_cut_beside_its_line_only() -> None:
    name = "a very long name indeed"
    line = charts.chart("Money", MARKS[:1], [Series("A", name, [3])]).lines[0]
    assert line.name == name
    assert len(line.label) == charts.LONGEST_LABEL
    assert line.label.endswith("…")


def test_a_game_is_charted_at_the_end_of_every_season(anna: User) -> None:
    game = played(anna, seasons=3)
    line = line_of(game, anna)
    drawn = {chart.title: chart for chart in reports.game_charts(line, "en")}
    assert list(drawn) == ["Points", "Counties", "Armies", "Money", "Grain"]
    assert [mark.name for mark, _values in drawn["Money"].rows] == [
        "Before the first season",
        *(f"{season} of year 1" for season in ("Spring", "Summer", "Autumn", "Winter")),
    ]
    ends = {chapter.title: shown for chapter, shown in line.ends()}
    for mark, values in drawn["Money"].rows:
        assert values == list(ends[mark.name]["money"].values())
    shown = ends["Winter of year 1"]
    owned = [county["owner"] for county in shown["counties"].values()]
    assert drawn["Counties"].rows[-1][1] == [owned.count(seat) for seat in "ABC"]
    armies = sum(county["armies"] for county in shown["counties"].values())
    assert sum(drawn["Armies"].rows[-1][1]) == armies


def test_the_page_has_a_picture_and_a_table_for_everything(anna: User) -> None:
    game = played(anna, seasons=1)
    page = reader().get(f"/games/{game.id}/charts/")
    html = page.content.decode()
    assert page.status_code == 200
    assert html.count('<svg class="chart"') == html.count("<details>") == 5
    assert html.count("<title>anna, Spring of year 1: ") == 5
    assert "style=" not in html


def test_charts_speak_german(bert: User) -> None:
    bert.language = "de"
    bert.save()
    game = played(bert)
    html = reader(bert).get(f"/games/{game.id}/charts/").content.decode()
    assert ": Rot," not in html
    assert "Rot (" in html


@pytest.mark.parametrize("page", ["charts/", "report/", "report/1/", "replay/"])
def test_a_game_in_the_lobby_has_nothing_to_tell_yet(anna: User, page: str) -> None:
    game = lobby(anna)
    response = reader(anna).get(f"/games/{game.id}/{page}")
    assert response.status_code == 200
    assert "There is nothing to tell yet" in response.content.decode()


@pytest.mark.parametrize("page", ["charts/", "report/", "report/1/", "replay/", "replay/frames/0/"])
def test_a_closed_table_is_closed_here_too(anna: User, bert: User, page: str) -> None:
    game = started(anna, visibility="invited")
    path = f"/games/{game.id}/{page}"
    assert reader(bert).get(path).status_code == 404
    assert reader().get(path).status_code == 404
    invited = reader(bert).get(path, {"invite": game.invite}, follow=True)
    assert invited.status_code == 200


@pytest.mark.parametrize(("chapters", "every"), [(3, 1), (12, 1), (13, 2), (60, 5), (81, 10)])
def test_of_very_many_chapters_some_are_marked(chapters: int, every: int) -> None:
    marks = [Mark(str(number), "", f"Round {number}") for number in range(chapters)]
    drawn = charts.chart("Money", marks, [Series("A", "anna", list(range(chapters)))])
    (line,) = drawn.lines
    assert len(line.points) == len(drawn.rows) == chapters
    assert [tick.label for tick in drawn.chapters] == [mark.short for mark in marks[::every]]
    assert [dot.mark for dot in line.dots] == [*marks[:-1:every], marks[-1]]
