"""The report of a season: everything told, every event linked, no plan before its time."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest

from games.models import OutboxRow, User
from games.read import reports
from games.read.timeline import opened
from games.services.play.advance import game_advance
from tests.mail.rows import opened as opened_letter
from tests.mail.rows import text_of
from tests.service.conftest import anna, bert, nothing_folded
from tests.service.tables import again, answer, play_out, started, waiting
from tests.web.told import line_of, played, reader

__all__ = ["anna", "bert", "nothing_folded"]


def page(game_id: str, step: int, user: User | None = None, query: str = "") -> str:
    response = reader(user).get(f"/games/{game_id}/report/{step}/{query}")
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def show(game_id: str, watch: int | str, user: User | None = None) -> str:
    response = reader(user).get(f"/games/{game_id}/replay/", {"watch": watch})
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def test_a_season_is_told_in_sentences_under_headings(anna: User) -> None:
    game = played(anna)
    text = page(game.id, 1)
    for heading in ("Player order", "Collect taxes", "Combat/Movement A"):
        assert f"{heading}</h3>" in text
    assert "The bids, in the order of choosing: " in text
    assert text.index("Player order</h3>") < text.index("Collect taxes</h3>")


def test_a_reader_is_spoken_to_and_everybody_else_is_not(anna: User, bert: User) -> None:
    game = played(anna, bert)
    mine, others, nobodys = (page(game.id, 1, who) for who in (anna, bert, None))
    own_lines = re.findall(r'<li class="told mine">.*?<p>(.*?)</p>', mine, re.DOTALL)
    assert any(line.startswith("You ") for line in own_lines)
    assert re.search(r"<p>(anna (builds|collects|deploys|attacks) .*?)</p>", others)
    assert re.search(r"<p>You (build|collect|deploy|attack) .*?</p>", others)
    assert not re.search(r"<p>You \w+", nobodys)


def test_every_event_of_a_season_has_one_anchor_and_a_way_into_the_replay(anna: User) -> None:
    game = played(anna, seasons=3)
    for chapter in line_of(game).chapters:
        text = page(game.id, chapter.number)
        anchors = [int(seq) for seq in re.findall(r'id="e(\d+)"', text)]
        assert sorted(anchors) == list(range(chapter.first, chapter.last + 1))
        log = re.search(r'<details class="fold" hx-get="([^"]+)"', text)
        assert log is not None
        entries = html.unescape(reader().get(log[1]).content.decode())
        linked = {int(seq) for seq in re.findall(r"/replay/\?at=(\d+)", text + entries)}
        assert linked >= set(anchors)
        assert [int(seq) for seq in re.findall(r'id="l(\d+)"', entries)] == sorted(anchors)


def test_what_a_season_brought_is_what_changed(anna: User) -> None:
    game = played(anna)
    line = line_of(game)
    spring = line.chapters[1]
    was = line.shown(line.position(spring.first - 1))["money"]["A"]
    now = line.shown(line.position(spring.last))["money"]["A"]
    row = re.search(r'<th scope="row">.*?title="anna".*?</tr>', page(game.id, 1), re.DOTALL)
    assert row is not None
    earlier = f'<span class="was">{was} → </span>' if was != now else ">"
    by = f"{now - was:+d}" if was != now else ""
    assert f'{earlier}{now}<span class="by">{by}</span>' in row.group()


def test_each_throw_is_drawn_once(anna: User) -> None:
    game = played(anna)
    line = line_of(game)
    thrown = [m.seq for m in line.of(line.chapters[1]) if m.entry.kind == "tower_thrown"]
    text = page(game.id, 1)
    assert text.count('<figure class="throw"') == len(thrown)
    for seq in thrown:
        assert re.search(rf'<span id="e{seq}"></span>(<span id="e\d+"></span>)*<figure', text)
    assert page(game.id, 0).count('<figure class="throw"') == 1


def test_the_map_shows_the_position_before_or_after(anna: User) -> None:
    game = played(anna)
    line = line_of(game)
    spring = line.chapters[1]
    after, before = page(game.id, 1), page(game.id, 1, query="?map=before")
    for shown_on, seq in ((after, spring.last), (before, spring.first - 1)):
        counties = line.shown(line.position(seq))["counties"]
        owners = dict(re.findall(r'data-county="(\w+)"[^>]*? data-owner="(\w)"', shown_on))
        assert owners == {name: county["owner"] for name, county in counties.items()}
        badges = re.findall(r'class="badge s-(\w)".*?<text y="6">(\d+)</text>', shown_on)
        assert sorted(badges) == sorted((c["owner"], str(c["armies"])) for c in counties.values())
    assert "The map after" in after
    assert "The map before" in before


def test_changed_counties_are_named_with_what_changed(anna: User) -> None:
    game = played(anna)
    line = line_of(game)
    spring = line.chapters[1]
    was = line.shown(line.position(spring.first - 1))["counties"]
    now = line.shown(line.position(spring.last))["counties"]
    changed = {name for name in {*was, *now} if was.get(name) != now.get(name)}
    owner: dict[str, Any] = {name: county["owner"] for name, county in now.items()}
    taken = {name for name in changed if was.get(name, {}).get("owner") != owner.get(name)}
    shown = page(game.id, 1)
    # What only the numbers tell is not outlined, nor what was built.
    assert set(re.findall(r'data-taken="([^"]*)"', shown)[0].split()) == taken < changed
    assert "data-changed" not in shown
    assert f"{len(changed)} counties changed" in shown


def group_of(text: str, key: str) -> str:
    """A group of the head of a report, without its markup."""
    group = re.search(rf'data-group="{key}">(.*?)</section>', text, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", group[1]).split()) if group else ""


def test_a_report_begins_with_what_it_was_about(anna: User) -> None:
    game = played(anna)
    line = line_of(game, anna)
    text = page(game.id, 1, anna)
    head = reports.head_of(line, line.chapters[1], "en")
    assert f'<p class="headline">{head.headline}</p>' in text
    assert text.index("In short</h2>") < text.index("What happened, line by line</h2>")
    for group in head.groups:
        for one in (*group.lines, *group.rest):
            assert f"{one.line.about} {one.line.text}" in group_of(text, group.key)
            assert one.seq is None or f'href="#e{one.seq}"' in text
    assert re.search(r"\byou\b", group_of(text, "lead"), re.IGNORECASE)
    assert group_of(page(game.id, 1), "boxes") == ""


def test_the_readers_lines_are_marked_and_routine_is_folded(anna: User) -> None:
    game = played(anna)
    line = line_of(game, anna)
    report = reports.report(line, line.chapters[1], "en")
    at_once = [one for part in report.parts for one in part.eventful]
    folded = [one for part in report.parts for one in part.folded]
    assert folded
    assert any(one.mine for one in at_once)
    assert not any(one.mine for one in folded)
    text = page(game.id, 1, anna)
    assert text.count('class="told mine"') + text.count('class="told aside mine"') == sum(
        one.mine for one in at_once
    )
    for part in re.findall(r'<details class="routine">(.*?)</details>', text, re.DOTALL):
        assert "attacks" not in part
        assert " mine" not in part
    assert 'class="told mine"' not in page(game.id, 1)


def test_a_letter_has_the_same_head_as_the_page(anna: User) -> None:
    game = played(anna, seasons=3)
    line = line_of(game, anna)
    row = OutboxRow.objects.filter(game=game, user=anna, kind="your_turn").latest("pk")
    letter = " ".join(text_of(opened_letter(row)).split())
    autumn, winter = line.chapters[3:5]
    for chapter in (autumn, winter):
        head = reports.head_of(line, chapter, "en")
        assert f"{chapter.title} in short".upper() in letter.upper()
        assert head.headline in letter
        for group in head.groups:
            assert group.title in letter
            for one in (*group.lines, *group.rest):
                assert f"{one.line.about}: {one.line.text}" in letter
                for chance in one.line.chances:
                    assert f"{chance.hundred} % {chance.when}" in letter
    assert letter.index(autumn.title) < letter.index(winter.title)


def test_a_rivals_standing_orders_are_told_when_the_game_is_over(anna: User, bert: User) -> None:
    game = started(anna, bert)
    answer(game, anna)
    _receipt, plan = answer(game, bert)
    game_advance(game_id=game.id)
    words = line_of(game).start.ruleset.text()
    whole = words.format("plan", plan, "en")
    assert "positions:" in whole.lower()
    assert whole in page(game.id, 1, bert)
    for somebody in (anna, None):
        text = page(game.id, 1, somebody)
        assert whole not in text
        assert "Standing orders stay sealed" in text
    cards = words.format("plan", {"boxes": plan["boxes"], "bid": plan["bid"]}, "en")
    turned_up = cards.splitlines()
    assert sum(line in page(game.id, 1, anna) for line in turned_up) == len(turned_up)
    play_out(game, anna, bert)
    for somebody in (anna, None):
        assert whole in page(game.id, 1, somebody)
    assert "Standing orders stay sealed" not in page(game.id, 1)


def test_before_a_season_is_played_nothing_of_a_rivals_plan_is_told(anna: User, bert: User) -> None:
    game = started(anna, bert)
    answer(game, bert)
    ask = "1.spring.plan.B"
    text = page(game.id, 1, anna)
    assert "What was planned" not in text
    assert "not over" in text
    line = line_of(game, anna)
    sealed = next(m.event for m in line.moments if m.entry.payload.get("decision") == ask)
    sentence = line.start.ruleset.text().account(sealed, "en", {"B": "bert"})
    assert sentence in page(game.id, 1, anna, "log/")
    assert opened(line_of(game, bert), line_of(game).chapters[1]) == []


def test_the_report_ends_with_the_hash_of_its_last_entry(anna: User) -> None:
    game = played(anna)
    last = line_of(game).of(line_of(game).chapters[1])[-1].entry
    assert f"The log up to entry {last.seq} ends with this hash: <code>{last.hash}</code>" in page(
        game.id, 1
    )


def test_seasons_lead_to_each_other(anna: User) -> None:
    game = played(anna, seasons=2)
    middle = page(game.id, 2)
    assert f'rel="prev" href="/games/{game.id}/report/1/"' in middle
    assert f'rel="next" href="/games/{game.id}/report/2/"' in page(game.id, 1)
    assert 'rel="prev"' not in page(game.id, 0)
    assert 'rel="next"' not in page(game.id, 3)


def test_a_season_nobody_has_played_is_no_report_to_go_to(anna: User) -> None:
    game = played(anna, seasons=2)
    assert len(line_of(game).chapters) == 4
    newest = page(game.id, 2)
    assert 'rel="next"' not in newest
    assert f"/games/{game.id}/report/3/" not in newest
    assert f'href="/games/{game.id}/report/1/"' in newest


def test_a_report_leads_on_to_the_question_that_waits(anna: User, bert: User) -> None:
    game = played(anna, bert)
    question = waiting(game, "A").id
    way = f'href="/games/{game.id}/turn/{question}/">Make your plan'
    # A show leads to its report while that is unread, and only then to the question.
    assert f'data-onward hidden href="/games/{game.id}/report/1/"' in show(game.id, 1, anna)
    assert f"{way} (Summer of year 1) →</a>" in page(game.id, 1, anna)
    assert f"data-onward hidden {way} →</a>" in show(game.id, 1, anna)
    assert f'data-skip href="/games/{game.id}/report/1/"' in show(game.id, 1, anna)
    # Others are not called, nor is whoever has answered.
    assert "data-onward" not in page(game.id, 1)
    answer(game, anna)
    assert "data-onward" not in page(game.id, 1, anna)


def test_the_main_way_leads_through_what_is_unread_and_then_to_the_plan(anna: User) -> None:
    game = played(anna, seasons=3)
    question = waiting(game, "A").id
    plan = rf'<a class="button{{}}" data-onward\s+href="/games/{game.id}/turn/{question}/">'
    reports = [page(game.id, step, anna) for step in (3, 4)]
    autumn, winter = reports
    onward = f'class="button primary" rel="next" data-read-on\n  href="/games/{game.id}/report/4/"'
    assert f"{onward}>Read on: Winter of year 1 →" in autumn
    assert re.search(plan.format(""), autumn)
    assert autumn.count('rel="next"') == 1
    assert "data-read-on" not in winter
    assert re.search(plan.format(" primary"), winter)
    assert [text.count('class="button primary"') for text in reports] == [1, 1]
    # What is read is no way to go on; nor is anything for somebody who looks on.
    assert "data-read-on" not in page(game.id, 3, anna)
    assert "data-read-on" not in page(game.id, 3)


def test_a_show_leads_to_the_first_of_its_chapters_that_is_unread(anna: User) -> None:
    game = played(anna, seasons=3)
    over = f'hidden href="/games/{game.id}/report/{{}}/">Read the report</a>'
    assert over.format(3) in show(game.id, 3, anna)
    page(game.id, 3, anna)
    assert over.format(4) in show(game.id, 3, anna)
    assert f'data-skip href="/games/{game.id}/report/4/"' in show(game.id, 3, anna)
    page(game.id, 4, anna)
    assert "Make your plan →" in show(game.id, 3, anna)
    # Who watches the whole game has come to its end.
    assert over.format(4) in show(game.id, "game")


def test_without_a_number_the_newest_season_is_told(anna: User) -> None:
    game = played(anna)
    newest = reader().get(f"/games/{game.id}/report/")
    assert newest.headers["Location"] == f"/games/{game.id}/report/1/"
    spring = line_of(game).chapters[1]
    by_event = reader().get(f"/games/{game.id}/report/?at={spring.first}")
    assert by_event.headers["Location"] == f"/games/{game.id}/report/1/#e{spring.first}"


@pytest.mark.parametrize("path", ["report/99/", "report/999999999999999999/", "report/?at=99999"])
def test_a_season_that_is_not_there_is_said_so(anna: User, path: str) -> None:
    game = started(anna)
    response = reader(anna).get(f"/games/{game.id}/{path}")
    assert response.status_code == 404
    assert "This game has no such" in response.content.decode()


def test_the_report_speaks_the_language_of_its_reader(bert: User) -> None:
    bert.language = "de"
    bert.save()
    game = played(bert)
    text = page(game.id, 1, bert)
    assert "Frühling des Jahres 1" in text
    assert "Spielerreihenfolge</h3>" in text
    assert "Steuern" in text


def test_an_invitation_goes_along_with_every_link(anna: User) -> None:
    game = played(anna, visibility="unlisted")
    text = page(game.id, 1, query=f"?invite={game.invite}")
    inside = [link for link in re.findall(r'href="([^"#]*)', text) if f"/games/{game.id}/" in link]
    assert inside
    assert [link for link in inside if f"invite={game.invite}" not in link] == []


def test_names_with_signs_do_no_harm(anna: User) -> None:
    game = played(anna)
    type(game).objects.filter(pk=game.pk).update(name="<b>Prag & Co</b>")
    raw = reader().get(f"/games/{again(game).pk}/report/1/").content.decode()
    assert "<b>Prag" not in raw
    assert "&lt;b&gt;Prag &amp; Co" in raw


def test_plans_stand_before_what_came_of_them_and_not_beside_the_map(anna: User) -> None:
    text = page(played(anna).id, 1, anna)
    planned, happened, beside = (
        text.index(part) for part in ('id="plans-title"', 'id="story-title"', "telling-side")
    )
    assert planned < happened < beside
    assert "changed-list" not in text[beside:]
