"""The end of a game: places, where the points came from, when it turned, luck, and once more."""

from __future__ import annotations

import re

import pytest

from engine.wallenstein.events import GameEnded
from engine.wallenstein.winter import WinterScored
from games import access
from games.models import Game, User
from games.names import names_of
from games.read.ending import Ending, Placed, ending, leaders, turning_point
from games.read.luck_queries import luck_of
from tests.contract.toys.registered import TOYS, toys_known
from tests.service.conftest import anna, bert, nothing_folded
from tests.service.tables import NOBODY, again, play_out, started
from tests.web.told import line_of, reader

__all__ = ["anna", "bert", "nothing_folded"]


def end_of(game: Game, person: User | None) -> Ending:
    shown = ending(access.viewer(again(game), person or NOBODY), "en")
    assert shown is not None
    return shown


def section(game: Game, person: User | None = None) -> str:
    """The words of the end on the page of a table; nothing where it is not there."""
    page = reader(person).get(f"/games/{game.pk}/").content.decode()
    shown = re.search(r'<section class="card end".*?</section>', page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", shown.group()).split()) if shown else ""


@pytest.fixture
def over(anna: User) -> Game:
    return play_out(started(anna, players=5), anna)


def test_a_game_that_goes_on_has_no_end(anna: User) -> None:
    game = started(anna)
    assert ending(access.viewer(again(game), anna), "en") is None
    assert section(game, anna) == ""


def test_places_and_points_are_those_of_the_last_fact(over: Game, anna: User) -> None:
    (end,) = [m.event for m in line_of(over).moments if isinstance(m.event, GameEnded)]
    shown = end_of(over, anna)
    assert [(one.seat, one.place, one.points) for one in shown.placed] == [
        (row["seat"], row["place"], row["points"]) for row in end.ranking
    ]
    mine = next(row for row in end.ranking if row["seat"] == "A")
    assert f"with {mine['points']} points" in shown.own
    assert ("won" in shown.own) == (mine["place"] == 1)
    place = ("first", "second", "third", "fourth", "fifth")[mine["place"] - 1]
    assert mine["place"] == 1 or f"You came {place} of five" in shown.own
    # How close it was: to whoever is next on the way up, for the winner on the way down.
    before = [row for row in end.ranking if row["place"] < mine["place"]]
    after = [row for row in end.ranking if row["place"] > 1]
    near = before[-1] if before else after[0]
    margin = abs(mine["points"] - near["points"])
    side = "behind" if mine["place"] > 1 else "ahead of"
    clause = f": {margin} {side} {names_of(over)[near['seat']]}."
    assert (clause in shown.own) == bool(margin)
    words = section(over, anna)
    for step in shown.podium:
        on_it = " ".join(one.name for one in step.players)
        assert f"{on_it} {step.place} {step.points} points" in words
    assert end_of(over, None).own == ""


def test_who_shares_a_place_shares_a_step() -> None:
    ranked = [("A", 1, 40), ("B", 2, 33), ("C", 3, 30), ("D", 3, 30), ("E", 5, 20)]
    placed = [Placed(seat, seat, place, points, seat == "D") for seat, place, points in ranked]
    podium = Ending(placed, "", None, "", "").podium
    steps = [("".join(one.seat for one in step.players), step.points) for step in podium]
    assert steps == [("A", 40), ("B", 33), ("CD", 30)]


def test_the_sheet_adds_up_winter_by_winter(over: Game, anna: User) -> None:
    winters = [m.event for m in line_of(over).moments if isinstance(m.event, WinterScored)]
    sheet = end_of(over, anna).sheet
    assert sheet is not None
    assert [title for title, _span in sheet.chapters] == ["Winter of year 1", "Winter of year 2"]
    assert sheet.items == ["Counties", "Buildings", "Majorities"] * 2
    for row in sheet.rows:
        expected = [
            number
            for winter in winters
            for score in [winter.scores[row.seat]]
            for number in (
                score["counties"],
                score["buildings"],
                sum(item["points"] for item in score["majorities"]),
            )
        ]
        assert list(row.numbers) == [*expected, sum(expected)]


def test_points_from_elsewhere_have_a_column_of_their_own(anna: User) -> None:
    options = {"emperors_court": "on", "landsknechte": "on"}
    game = play_out(started(anna, options=options), anna)
    sheet = end_of(game, anna).sheet
    assert sheet is not None
    for row, one in zip(sheet.rows, end_of(game, anna).placed, strict=True):
        assert sum(row.numbers[:-1]) == row.numbers[-1] == one.points


@pytest.mark.parametrize(
    ("led", "turned"),
    [
        (["A", "A", "A"], None),
        (["B", "A", "A"], ("2", ["B"])),
        (["A", "B", "A"], ("3", ["B"])),
        (["B", "C", "A"], ("3", ["C"])),
        (["BC", "AB", "A"], ("2", ["B", "C"])),
        (["A"], None),
    ],
)
def test_it_turned_when_a_winner_was_ahead_for_good(
    led: list[str], turned: tuple[str, list[str]] | None
) -> None:
    ends = [(str(number), list(seats)) for number, seats in enumerate(led, 1)]
    assert turning_point(ends, ["A"]) == turned


def test_the_turning_point_is_told(over: Game, anna: User) -> None:
    line = line_of(over, anna)
    winners = line.shown(line.position(line.last))["winners"]
    ends = list(leaders(line))
    assert [title for title, _led in ends] == [chapter.title for chapter in line.chapters[1:]]
    # The last one leads by what there is: nothing can be scored any more.
    assert set(winners) <= set(ends[-1][1])
    turned = turning_point(ends, winners)
    words = end_of(over, anna).turning
    assert (f"{turned[0]} was the turning point" if turned else "from the first") in words


def test_luck_is_told_in_a_line(over: Game, anna: User) -> None:
    own = next(one for one in luck_of(access.viewer(over, anna)).fortunes if one.seat == "A")
    words = end_of(over, anna).luck
    if not own.stakes:
        assert words == ""
    else:
        assert f"{own.battles.count} of {len(own.stakes)} battles won" in words
        assert f"{own.battles.expected:.1f} expected" in words
    assert end_of(over, None).luck == ""


@pytest.mark.parametrize("key", [toy.key for toy in TOYS])
def test_any_game_has_an_end(anna: User, key: str) -> None:
    with toys_known():
        game = play_out(started(anna, ruleset=key), anna)
        shown = end_of(game, anna)
        assert shown.placed[0].place == 1
        assert shown.own
        assert shown.turning
        assert (shown.sheet, shown.luck) == (None, "")
        assert "Watch the game in a minute" in section(game, anna)


def test_against_bots_a_rematch_begins_with_one_click(over: Game, anna: User) -> None:
    browser = reader(anna)
    led = [browser.post(f"/games/{over.pk}/rematch/").headers["Location"] for _click in range(2)]
    new = Game.objects.get(rematch_of=over)
    assert led[0] == led[1]
    assert f"/games/{new.pk}/" in led[0]
    assert new.status == Game.Status.RUNNING
    assert new.seats.get(user=anna).key == "B"
    assert [seat.bot for seat in new.seats.exclude(user=anna)] == ["random"] * 4
    assert "The rematch has begun." in browser.get(led[0]).content.decode()
    # Rematches of rematches are numbered, and a long name leaves room for that.
    assert new.name == f"{over.name}, rematch"
    for number in range(2, 4):
        Game.objects.filter(pk=new.pk).update(status=Game.Status.FINISHED)
        browser.post(f"/games/{new.pk}/rematch/")
        new = Game.objects.get(rematch_of=new)
        assert new.name == f"{over.name}, rematch {number}"
    Game.objects.filter(pk=over.pk).update(name="x" * 80)
    new.rematches.all().delete()
    Game.objects.filter(pk=new.pk).update(status=Game.Status.FINISHED)
    browser.post(f"/games/{new.pk}/rematch/")
    assert Game.objects.get(rematch_of=new).name == "x" * 69 + ", rematch 4"


def test_the_end_is_told_once_and_says_who_won(over: Game, anna: User) -> None:
    client = reader(anna)
    page = client.get(f"/games/{over.pk}/").content.decode()
    # While it is new it leads to its show by itself, and is not seen.
    assert not re.search(r'<section class="say unread"(?! hidden)', page)
    report = client.get(f"/games/{over.pk}/report/", follow=True).content.decode()
    last = max(map(int, re.findall(r"/report/(\d+)/", report)))
    report = client.get(f"/games/{over.pk}/report/{last}/").content.decode()
    assert "Who won" in report
    assert "Who leads" not in report
    german = reader().get(f"/games/{over.pk}/report/{last}/", headers={"accept-language": "de"})
    assert "Wer gewonnen hat" in german.content.decode()


def test_with_people_it_waits_for_them(anna: User, bert: User) -> None:
    old = play_out(started(anna, bert), anna, bert)
    reader(anna).post(f"/games/{old.pk}/rematch/")
    assert Game.objects.get(rematch_of=old).status == Game.Status.LOBBY


def test_the_game_in_a_minute_stops_at_what_matters(over: Game, anna: User) -> None:
    page = reader(anna).get(f"/games/{over.pk}/replay/?watch=game").content.decode()
    (stops,) = re.findall(r'data-stops="([\d: ]+)"', page)
    listed, holds = zip(*(map(int, stop.split(":")) for stop in stops.split()), strict=True)
    line = line_of(over)
    assert [*listed] == sorted(set(listed))
    assert (listed[0], listed[-1]) == (1, line.last)
    decided = [m.seq for m in line.moments if m.entry.kind in ("battle_decided", "winter_scored")]
    assert set(decided) <= set(listed)
    assert sum(holds) <= 60_000
    for nonsense in ("99", "x", "٣", "-1"):
        answered = reader(anna).get(f"/games/{over.pk}/replay/", {"watch": nonsense})
        assert answered.status_code == (404 if nonsense == "99" else 200)
        assert b"data-stops" not in answered.content
