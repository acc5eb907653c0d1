"""The audit of a game: every throw with what decides it, for everybody who may look at the game."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from engine.devices.tower import TOWERS, throw
from engine.kernel.chance import step_key, stream
from engine.kernel.core import Json
from engine.kernel.verify import verify
from games import access
from games.log import store
from games.models import Game, User
from games.services.play.advance import game_advance
from games.services.tables.forks import game_fork
from games.trust import audit as auditing
from games.trust.audit import ThrowAudit, audit
from games.web import trust
from tests.service.tables import again, answer, lobby, person, play_out, started
from tests.web.pages import Reader


@pytest.fixture
def over(anna: User, bert: User) -> Game:
    return play_out(started(anna, bert, players=4), anna, bert)


def of(game: Game, reader: User, language: str = "en") -> ThrowAudit:
    return audit(access.viewer(again(game), reader), language)


def data(page: str, name: str) -> Json:
    script = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', page)
    assert script
    read: Json = json.loads(script[1])
    return read


def test_every_throw_is_there_in_order_and_holds(over: Game, anna: User) -> None:
    report = of(over, anna)
    proof = verify(store.header_of(over), store.entries_of(over))
    entries = [e for e in store.public_entries_of(over) if e.kind == "tower_thrown"]
    assert len(report.throws) == proof.uses["tower"] == len(entries) > 5
    assert [t.seq for t in report.throws] == [e.seq for e in entries]
    assert [t.record for t in report.throws] == [e.payload["throw"] for e in entries]
    assert [t.number for t in report.throws] == list(range(1, len(entries) + 1))
    assert all(t.holds for t in report.throws)
    assert [s.number for s in report.steps] == list(range(1, over.step + 1))
    assert report.steps[0].before == over.anchor


def test_a_throw_tells_where_the_cubes_were_before_and_after(over: Game, anna: User) -> None:
    lodged: dict[str, int] = {}
    tray: dict[str, int] = {}
    for one in of(over, anna).throws:
        heaps = one.heaps
        shown = {place: counts for place, _title, counts in one.rows}
        for place, heap in heaps.items():
            assert {c: n for (c, _), n in zip(one.colours, shown[place], strict=True) if n} == heap
        assert heaps["lodged_before"] == lodged
        assert heaps["tray_before"] == tray
        assert all(heaps["thrown"].get(colour, 0) >= n for colour, n in tray.items())
        inside = {**lodged}
        for colour, count in heaps["thrown"].items():
            inside[colour] = inside.get(colour, 0) + count
        for colour, count in heaps["fell"].items():
            inside[colour] -= count
        assert heaps["lodged_after"] == {colour: n for colour, n in inside.items() if n}
        assert all(heaps["fell"].get(colour, 0) >= n for colour, n in heaps["tray_after"].items())
        lodged, tray = dict(heaps["lodged_after"]), dict(heaps["tray_after"])
    view = store.load(over).state.tower
    assert (lodged, tray) == (view.lodged, view.tray)


def test_a_throw_tells_its_season_its_action_its_county_and_its_words(
    over: Game, anna: User
) -> None:
    report = of(over, anna)
    first, *battles = report.throws
    assert (first.chapter, first.county) == ("Before the first season", "")
    assert first.seats == frozenset("ABCD")
    for one in battles:
        assert one.chapter
        assert one.action
        assert one.county in one.cause + one.result
        assert 1 <= len(one.seats) <= 2
        key = step_key(bytes.fromhex(one.step.link), over.pk, one.step.number, one.step.digests)
        words = stream(key, one.record["stream"]).words(4)
        assert one.words == [f"{word:016x}" for word in words]


def test_the_page_shows_all_of_it_to_a_stranger_by_player_and_page_by_page(
    over: Game, anna: User, stranger: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = of(over, anna)
    page = stranger.get(f"/games/{over.pk}/audit/?page=all")
    assert over.head in page
    assert over.anchor in page
    files = f"{over.pk}.wlog.jsonl --signed {over.pk}.heads.json --keys wallenstein-keys.json"
    assert f"python3 verify_game.py {files}</code>" in page
    for step in report.steps:
        assert step.link in page
    for one in report.throws:
        assert f'id="t{one.seq}"' in page
        assert one.words[0] in page
        assert one.cause in page
        assert one.result in page
    mine = stranger.get(f"/games/{over.pk}/audit/?player=A&page=all")
    shown = [int(seq) for seq in re.findall(r'id="t(\d+)"', mine)]
    assert shown == [one.seq for one in report.of("A")]
    assert 0 < len(shown) < len(report.throws)
    everybody = stranger.get(f"/games/{over.pk}/audit/?page=all&player=%00x")
    assert everybody.count('id="t') == len(report.throws)
    half = -(-len(report.throws) // 2)
    monkeypatch.setattr(trust, "ON_A_PAGE", half)
    first = stranger.get(f"/games/{over.pk}/audit/")
    assert f"Throws 1 to {half} of {len(report.throws)}" in first
    later = re.search(r'rel="next" href="([^"#]+)', first)
    assert later is not None
    second = stranger.get(f"/games/{over.pk}/audit/{later[1]}")
    seqs = [str(one.seq) for one in report.throws]
    for page, throws in ((first, seqs[:half]), (second, seqs[half:])):
        assert (
            re.findall(r'id="t(\d+)"', page) == list(data(page, "audit-data")["throws"]) == throws
        )
    assert f'id="t{seqs[-1]}"' in stranger.get(f"/games/{over.pk}/audit/?at={seqs[-1]}")


def test_what_the_page_gives_a_browser_is_enough_to_throw_again(
    over: Game, stranger: Reader
) -> None:
    given = data(stranger.get(f"/games/{over.pk}/audit/"), "audit-data")
    tower = TOWERS[over.tower]
    assert given["tower"] == {"lodge": list(tower.lodge), "stay": list(tower.stay)}
    for record in given["throws"].values():
        step = given["steps"][str(record["step"])]
        link = bytes.fromhex(given["links"][record["step"] - 1])
        key = step_key(link, step["game"], step["step"], step["digests"])
        fell = throw(tower, stream(key, record["stream"]), record["thrown"], record["lodged"])
        assert fell == record["fell"]


def test_a_throw_that_does_not_hold_is_said_to(
    over: Game, stranger: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auditing, "throw", lambda *_given: {"A": 99})
    assert "other cubes should have fallen" in stranger.get(f"/games/{over.pk}/audit/")


def test_no_answer_and_no_salt_is_opened_for_it(
    anna: User, bert: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = started(anna, bert)
    answer(game, anna)
    answer(game, bert)
    game_advance(game_id=game.pk)

    def never(_sealed: Any) -> Any:
        raise AssertionError("a seal was opened")

    monkeypatch.setattr(store, "unseal", never)
    assert of(game, bert).steps[-1].number == 2


def test_a_fork_is_audited_through_both_chains(anna: User, bert: User) -> None:
    game = started(anna, bert)
    for _season in range(2):
        answer(game, anna)
        answer(game, bert)
        game_advance(game_id=game.pk)
    staff = person("staff", is_staff=True)
    fork = game_fork(person=staff, game_id=game.pk, step=2, why="a fault")
    # Both are shown before a step is taken.
    assert of(fork, anna).anchors == [(1, again(game).anchor), (3, again(fork).anchor)]
    page = Reader(anna).get(f"/games/{fork.pk}/audit/")
    assert f'data-anchor="3">{again(fork).anchor}<' in page
    answer(fork, anna)
    answer(fork, bert)
    game_advance(game_id=fork.pk)
    steps = of(fork, anna).steps
    assert [(step.number, step.game) for step in steps] == [
        (1, game.pk),
        (2, game.pk),
        (3, fork.pk),
    ]
    assert steps[2].before == again(fork).anchor
    page = Reader(anna).get(f"/games/{fork.pk}/audit/")
    assert f'href="/games/{game.pk}/">{game.pk}</a>' in page


def test_downloads_lead_somewhere(over: Game, anna: User) -> None:
    reader = Reader(anna)
    page = reader.get(f"/games/{over.pk}/audit/")
    links = re.findall(r'href="([^"]+)" download', page)
    assert len(links) == 7
    assert "/verify_game.py" in links
    assert 'href="/verify/"' in page
    for link in (*links, "/verify/"):
        response: Any = reader.client.get(link)
        assert response.status_code == 200, link
    assert reader.client.get(f"/api/games/{over.pk}/heads/").json()["heads"]
    assert reader.client.get(f"/api/games/{over.pk}/receipts/").json()["receipts"]


def test_a_table_without_a_game_has_nothing_to_audit(anna: User, stranger: Reader) -> None:
    table = lobby(anna)
    assert "has not started" in stranger.get(f"/games/{table.pk}/audit/", status=409)
    hidden = lobby(anna, visibility="invited")
    stranger.get(f"/games/{hidden.pk}/audit/", status=404)
    assert Client().post(f"/games/{table.pk}/audit/").status_code == 405


def test_keys_are_public_and_may_be_kept(anna: User) -> None:
    started(anna)
    response = Client().get("/.well-known/wallenstein-keys.json")
    assert response.json()["keys"][0]["until"] is None
    assert set(response.json()["keys"][0]) == {"id", "public", "from", "until"}
    assert "public" in response["Cache-Control"]


def test_staff_fork_on_the_referees_page_and_everybody_reads_why(
    anna: User, bert: User, stranger: Reader
) -> None:
    game = started(anna, bert)
    staff = Reader(person("staff", is_staff=True))
    address = f"/games/{game.pk}/referee/"
    assert "Fork the game" in staff.get(address)
    assert "Fork the game" not in Reader(anna).get(address)
    sent = {"step": "1", "why": "the <b>board</b> was wrong"}
    assert "Write the number" in staff.post(f"{address}fork/", {**sent, "step": "one"}, 409)
    assert "Only staff" in Reader(anna).post(f"{address}fork/", sent, 403)
    assert "It is in the log" in staff.post(f"{address}fork/", sent)
    fork = Game.objects.get(root=game.pk)
    for here, other in ((game, fork), (fork, game)):
        page = stranger.get(f"/games/{here.pk}/referee/")
        assert "Reason:</span> the <b>board</b> was wrong" in page
        assert '<span class="tag">staff</span>' in page
        assert f'href="/games/{other.pk}/"' in page
    for page in ("", "referee/", "audit/", "report/1/"):
        assert "has stopped for good" in stranger.get(f"/games/{game.pk}/{page}")
        assert "has stopped for good" not in stranger.get(f"/games/{fork.pk}/{page}")
    assert "Resume" not in Reader(anna).get(address)
    raw = stranger.client.get(f"/games/{fork.pk}/referee/").content.decode()
    assert "&lt;b&gt;board" in raw
