"""The commands of the engine serve every game alike."""

from __future__ import annotations

import re

import pytest

from engine.bots import BOTS
from engine.cli import main
from engine.cli.play import chapters
from engine.registry import RULESETS, by_version, newest
from engine.simulate import play, table
from tests.contract.toys.press import Press
from tests.contract.toys.registered import TOYS

toys = pytest.mark.parametrize("key", [toy.key for toy in TOYS])


def played(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["play", *arguments]) == 0
    return capsys.readouterr().out


@toys
@pytest.mark.parametrize(("language", "title"), [("en", "Final table"), ("de", "Schlusstabelle")])
def test_play_tells_a_game(
    key: str, language: str, title: str, capsys: pytest.CaptureFixture[str]
) -> None:
    output = played(capsys, "--ruleset", key, "--players", "3", "--language", language)
    story, final = output.split(title)
    for chapter in ("1", "2", "3"):
        assert newest(key).text().chapter(chapter, language) in story
    rows = re.findall(r"(\* )?(?:Seat|Platz) ([ABC]) +│ +(\d+)", final)
    points = [int(points) for _crown, _seat, points in rows]
    assert sorted(seat for _crown, seat, _points in rows) == ["A", "B", "C"]
    assert points == sorted(points, reverse=True)
    assert [bool(crown) for crown, _seat, _points in rows] == [p == points[0] for p in points]
    assert not re.search("Thaler|Taler|Count|Länder", final)


@toys
def test_a_game_is_told_chapter_by_chapter(key: str) -> None:
    parts = list(chapters(play(table(key, 2, 1), 0)))
    opened = [[fact.opens_chapter() for fact in part if fact.opens_chapter()] for part in parts]
    named = [ids for ids in opened if ids]
    assert len(named) >= 3
    assert named == [[str(number)] for number in range(1, len(named) + 1)]


@toys
def test_all_seats_are_taken_by_the_strongest_bot(
    key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    named = ("--bots", list(BOTS[key])[-1], "--players", str(max(newest(key).seats)))
    assert played(capsys, "--ruleset", key) == played(capsys, "--ruleset", key, *named)


class NobodyPlays(Press):
    """The same game, which no bot has learned."""

    key = "toy-nobody-plays"


def test_a_game_without_bots_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with RULESETS.lent(by_version(NobodyPlays())):
        assert main(["play", "--ruleset", NobodyPlays.key]) == 2
    assert "no bot plays toy-nobody-plays" in capsys.readouterr().err
