"""Letters: every kind, in both languages, complete, and always the same for a row."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime
from html import unescape

import pytest
from bs4 import BeautifulSoup
from django.conf import settings
from django.utils import translation

from engine.kernel.game import decode
from engine.wallenstein.action_events import BuildingBuilt
from engine.wallenstein.battle_events import BattleDecided
from engine.wallenstein.words.names import county_name
from games import access
from games.boards.blocks import ChapterBlock, Heading, Listing, Say, StoryLine, Way
from games.boards.wallenstein.board import BOARD_2010
from games.log import store
from games.mail.addresses import read_address
from games.mail.letters import letter_of, message_id, message_of, short
from games.mail.letters.kinds import OTHERS, WRITERS
from games.mail.marks import BOTTOM, TOP
from games.mail.plain import as_text
from games.mail.snapshots import scene_of
from games.models import Game, OutboxRow, User
from games.notice_kinds import KINDS
from games.read.reports import report
from games.read.timeline import timeline
from games.services.play.advance import game_advance
from games.services.play.deadlines import deadline_extend
from games.services.play.turns import answer_submit
from games.services.post.notices import about, put
from games.services.tables.invitations import game_rematch, player_invite
from games.services.tables.seats import player_replace, player_resign
from games.services.tables.talk import chat_post
from tests.cluster.by_mail import orders_from
from tests.mail.post import address_of, send
from tests.mail.rows import (
    RHYTHM,
    every_kind,
    html_of,
    opened,
    parts_of,
    read,
    rows_of,
    sent,
    text_of,
)
from tests.service.conftest import at, cora
from tests.service.tables import (
    again,
    answer,
    lobby,
    payloads,
    person,
    play_out,
    some_answer,
    started,
)

__all__ = ["at", "cora"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def kinds(anna: User, bert: User, cora: User) -> dict[str, OutboxRow]:
    return every_kind(anna, bert, cora)


def paragraphs(text: str) -> str:
    """A text without the line breaks of its paragraphs."""
    return " ".join(text.split())


def test_every_kind_is_a_letter_in_both_languages(kinds: dict[str, OutboxRow]) -> None:
    assert set(kinds) >= set(KINDS)
    assert set(kinds) | {"mail_answer"} == set(WRITERS) | set(OTHERS) | {"digest"}
    for kind, row in kinds.items():
        texts = {}
        for language in ("en", "de"):
            row.user.language = language
            raw = sent(row)
            letter = read(raw)
            subject = letter["Subject"]
            # Every header begins behind its name, however long its first word is.
            head = raw.partition(b"\n\n")[0]
            assert re.search(rb"^[\w-]+: *$", head, re.MULTILINE) is None, kind
            assert all(len(line) <= 78 or line.count(b" ") == 1 for line in head.splitlines()), kind
            text, page = text_of(letter), BeautifulSoup(html_of(letter), "html.parser")
            texts[language] = (subject, text)
            assert page.html is not None
            assert page.html["lang"] == language
            assert page.h1 is not None
            assert page.h1.get_text() == subject, kind
            # What is said is said in both; nothing is marked up by what somebody wrote.
            shown = paragraphs(page.get_text(" "))
            with translation.override(language):
                blocks = letter_of(row).blocks
            for block in blocks[:3]:
                words = getattr(block, "text", "")
                assert paragraphs(words) in shown, kind
            assert "%(" not in text
            assert [line for line in text.splitlines() if not _fits(line)] == []
            assert short(row).title == subject
            assert short(row).url.startswith(settings.SITE_URL)
        assert texts["en"][0]
        if kind in ("your_turn", "season_report", "game_over", "reminder"):
            assert texts["de"][0] != texts["en"][0]


def _fits(line: str) -> bool:
    """Whether a line is as narrow as a telephone, but for a word that is longer by itself."""
    return len(line) <= 72 or max(map(len, line.split())) > 40


def test_only_letters_with_a_question_ask_for_an_answer(kinds: dict[str, OutboxRow]) -> None:
    asked = {"your_turn", "choice_asked", "reminder", "seat_given", "substitute_named"}
    for kind, row in kinds.items():
        letter = message_of(row)
        invited = bool(letter.reply_to)
        page = unescape(str(letter.alternatives[0][0]))
        assert (TOP in letter.body) == (TOP in page) == invited, kind
        assert invited or kind not in asked
        # Where an answer is read, the letter says to what.
        explained = "reply to this mail with your orders" in paragraphs(str(letter.body))
        explained = explained or "answer this mail with your orders" in paragraphs(str(letter.body))
        assert not invited or explained, kind
    vote = message_of(kinds["vote"])
    assert "Use the link to vote" in paragraphs(str(vote.body))
    assert (vote.reply_to, vote.body.count("####")) == ([], 0)
    assert "Replies to this mail are not read." in vote.body


def test_an_invitation_says_who_asks_and_how_the_game_is_played(anna: User, bert: User) -> None:
    table = lobby(anna, bots=1, schedule=RHYTHM, name="Prague")
    player_invite(person=anna, game_id=table.pk, username="bert")
    [row] = rows_of(table, "invited", bert)
    text = paragraphs(text_of(opened(row)))
    assert "anna invites you to “Prague”: Wallenstein" in text
    assert f"a table of {table.players} seats" in text
    assert "A season takes at most 48 hours" in text
    assert "anna invites you" in short(row).body
    row.user.language = "de"
    german = paragraphs(text_of(opened(row)))
    assert "anna lädt dich zu „Prague“ ein: Wallenstein" in german
    assert "48 Stunden" in german


def test_a_rematch_names_whoever_asks_for_it(anna: User, bert: User) -> None:
    again_ = game_rematch(person=anna, game_id=play_out(started(anna, bert), anna, bert).pk)
    [row] = rows_of(again_, "rematch", bert)
    assert row.data["by"] == anna.player_uid
    text = paragraphs(text_of(opened(row)))
    assert "anna asks for a rematch at “Prague, rematch”: Wallenstein" in text
    assert "There is no deadline" in text


def test_every_letter_about_a_log_has_its_head_and_the_readers_receipts(
    anna: User, bert: User, cora: User
) -> None:
    kinds = every_kind(anna, bert, cora)
    for kind, row in kinds.items():
        if row.game is not None and row.game.head and kind != "digest":
            assert row.data["head"] in text_of(opened(row)), kind
    game = started(anna, bert)
    receipt, _plan = answer(game, bert)
    chat_post(person=anna, game_id=game.pk, channel="players", text="Good luck!")
    [talk] = rows_of(game, "chat_digest", bert)
    assert receipt.digest in text_of(opened(talk))
    head = {"head": again(game).head}
    put([about(game, bert, "webhook_off", "once", head)])
    [off] = rows_of(game, "webhook_off", bert)
    assert receipt.digest in text_of(opened(off))
    assert again(game).head in text_of(opened(off))


def test_a_number_stays_with_what_it_counts() -> None:
    for room in range(20, 64):
        sentence = f"{'x' * room} the tower answers 4 : 8; still inside: Yellow (bot) 7, bert 3."
        lines = as_text([Say(sentence)]).splitlines()
        assert " ".join(lines) == sentence
        for pair in ("4 : 8", "(bot) 7", "bert 3"):
            assert any(pair in line for line in lines), room


def test_a_letter_is_always_the_same_for_a_row(anna: User, bert: User) -> None:
    game = started(anna, bert, schedule=RHYTHM, lateness="wait")
    answer(game, anna)
    answer(game, bert)
    game_advance(game_id=game.pk)
    rows = [*rows_of(game, "your_turn", bert), *rows_of(game, "season_report", bert)]
    before = {row.pk: (parts_of(opened(row)), message_id(row)) for row in rows}
    # Time goes by, somebody else sits there, the deadline moves, the game ends.
    deadline_extend(person=anna, game_id=game.pk, hours=24, why="Harvest")
    answer(game, bert)
    player_resign(person=anna, game_id=game.pk)
    game_advance(game_id=game.pk)
    player_replace(
        person=bert, game_id=game.pk, seat_key="A", player=person("dora").username, why="gone"
    )
    store.forget()
    fresh = OutboxRow.objects.select_related("user", "game").filter(pk__in=before)
    assert {row.pk: (parts_of(opened(row)), message_id(row)) for row in fresh} == before


def test_a_question_tells_everything_since_the_last_letter(anna: User, bert: User) -> None:
    game = started(anna, bert, options={"choices": "ask"})
    people = {"A": anna, "B": bert}
    while again(game).turn == "1.spring":
        for asked in store.load(again(game)).waiting:
            plan = some_answer(game, asked)
            if asked.kind == "plan":  # without standing orders, so that everybody is asked
                plan = {"boxes": plan["boxes"], "bid": plan["bid"]}
            player = people[asked.seat]
            answer_submit(person=player, game_id=game.pk, decision=asked.id, answer=plan)
        game_advance(game_id=game.pk)
    assert len(payloads(game, "step_began")) > 2
    for reader in people.values():
        rows = OutboxRow.objects.filter(game=game, user=reader).order_by("pk")
        assert {row.kind for row in rows} == {"your_turn", "choice_asked"}
        # Nothing is left out and nothing is told twice: a letter begins where the last one ended.
        ends = [row.data["until"] for row in rows]
        assert [row.data["since"] for row in rows] == [0, *ends[:-1]]
        assert ends[-1] == again(game).seq
        # Every battle stands in one of them, and what the reader did while spring was not over.
        own = {anna: "A", bert: "B"}[reader]
        log = [decode(store.load(again(game)).ruleset, one) for one in store.entries_of(game)]
        lines = [line for row in rows for line in news_in(row)]
        for battle in (fact for fact in log if isinstance(fact, BattleDecided)):
            assert any(county_name(battle.county) in line for line in lines)
        built = [fact for fact in log if isinstance(fact, BuildingBuilt) and fact.seat == own]
        for fact in built:
            about = [line for line in lines if county_name(fact.county) in line]
            assert any("build" in line.lower() or "built" in line for line in about)
        stories = [
            [b for b in letter_of(row).blocks if isinstance(b, ChapterBlock)] for row in rows
        ]
        titles = [[part.title for part in story if part.title] for story in stories]
        # Each says first in which season its story begins.
        assert all(title in ([], ["Spring of year 1"]) for title in titles)
        assert any(titles)


def news_in(row: OutboxRow) -> list[str]:
    """Everything a letter tells of what happened: the heads, and the lines below them."""
    lines = []
    for block in letter_of(row).blocks:
        if isinstance(block, Heading) and block.text.startswith(("Spring", "Summer")):
            if not block.text.endswith("in short"):
                break  # the position
        elif isinstance(block, Listing):
            lines += [f"{name}: {text}" for name, text in block.items]
        elif isinstance(block, ChapterBlock):
            lines += [line.text for line in block.lines]
    return lines


def test_a_turn_says_first_what_became_of_the_reader_and_no_routine(anna: User, bert: User) -> None:
    game = started(anna, bert)
    answer(game, anna)
    answer(game, bert)
    game_advance(game_id=game.pk)
    row = rows_of(game, "your_turn", anna)[-1]
    first, *blocks = letter_of(row).blocks
    line = timeline(access.viewer(again(game), anna), "en")
    spring = next(one for one in line.chapters if one.id == "1.spring")
    head = report(line, spring, "en").short
    assert first == Say(f"Spring of year 1: {head.headline}")
    assert short(row).body.startswith(first.text)
    assert "There is no deadline" in short(row).body
    # Then what is asked and the way to it, then the rest of the head, then where all of it stands.
    kinds = [type(block) for block in blocks]
    assert kinds[:4] == [Heading, Say, Say, Way]
    news = news_in(row)
    for group in head.groups:
        assert all(any(one.line.text in line for line in news) for one in group.lines)
    ways = {block.label: block.url for block in blocks if isinstance(block, Way)}
    assert ways["Read the whole story"] == f"{settings.SITE_URL}/games/{game.pk}/report/"
    # Whatever somebody else collected or built, and the cubes of each throw, is a link away.
    lines = _lines(row)
    assert not any(line.aside or " collects " in line.text for line in lines)
    assert {line.text for line in lines} < {line.text for line in _lines(_whole(row))}


def _lines(row: OutboxRow) -> list[StoryLine]:
    return [line for block in letter_of(row).blocks for line in getattr(block, "lines", ())]


def test_how_orders_are_written_is_told_once_and_whenever_it_is_asked(
    anna: User, bert: User
) -> None:
    game = started(anna, bert)
    answer(game, anna)
    answer(game, bert)
    game_advance(game_id=game.pk)
    first, second = (text_of(opened(row)) for row in rows_of(game, "your_turn", anna))
    assert "Conditions, joined by commas" in unfolded(first)
    assert "Conditions, joined by commas" not in unfolded(second)
    assert "“help” alone explains more" in paragraphs(second)
    # Lines to fill in are there all the same, with a march to follow and what a bid may be.
    for text in (first, second):
        assert {"combat A:", "bid:", "positions:", "revolts:"} <= set(text.splitlines())
        assert "A bid is one of the numbers" in unfolded(text)
    assert re.search(r"# A march: combat A: \S+ ?\S* -> ", unfolded(second, keep="#"))
    send(address_of(game, anna), "help")
    row = OutboxRow.objects.select_related("user", "game").get(kind="mail_answer")
    assert "Conditions, joined by commas" in unfolded(text_of(opened(row)))


def test_a_plan_can_be_made_of_a_letter_alone(anna: User, bert: User) -> None:
    game = started(anna, bert)
    dice = random.Random(7)
    for season in ("1.spring", "1.summer"):
        assert again(game).turn == season
        for player in (anna, bert):
            letter = opened(rows_of(game, "your_turn", player)[-1])
            orders = orders_from(text_of(letter), dice)
            assert " -> " in orders
            send(str(letter["Reply-To"]), orders)
        game_advance(game_id=game.pk)
    sealed = [entry["decision"] for entry in payloads(game, "answer_sealed")]
    people = [one for one in sealed if one.endswith((".A", ".B"))]
    assert people == [f"1.{name}.plan.{seat}" for name in ("spring", "summer") for seat in "AB"]
    assert payloads(game, "time_ran_out") == []


def unfolded(text: str, keep: str = "") -> str:
    """A text with the comments of its orders in one piece."""
    return " ".join(text.replace("\n# ", f" {keep} ").split())


def test_the_turn_has_the_position_the_orders_and_the_proofs(anna: User, bert: User) -> None:
    game = started(anna, bert, schedule=RHYTHM)
    receipt, _plan = answer(game, anna)
    answer(game, bert)
    game_advance(game_id=game.pk)
    row = rows_of(game, "your_turn", anna)[-1]
    letter = opened(row)
    text, position = text_of(letter), store.load(again(game))
    words = paragraphs(text)
    for name, county in position.state.counties.items():
        card = county_name(name)
        assert f"{card}" in words
        if county.owner == "A":
            assert re.search(rf"- {card}: {county.armies} arm(y|ies); tax", words), card
    asked = next(d for d in position.waiting if d.seat == "A")
    orders = BOARD_2010.letters.template(scene_of(row).view, asked, "en", brief=True)
    assert orders in text
    # Where armies may march stands with the counties, and who is there.
    for origin, near in asked.options["counties"].items():
        [line] = re.findall(rf"- {county_name(origin)}: [^-]*? Next to ([^.]*)\.", words)
        for county in near:
            held = position.state.counties[county]
            there = f" {held.owner}{held.armies}" if held.owner else ""
            assert f"{county_name(county)}{there}" in line.split(", ")
    tower = scene_of(row).view["tower"]
    for place, cubes in (("Inside the tower", "lodged"), ("In the tray", "tray")):
        counts = re.findall(rf"- {place}: (.+?)(?= - | YOUR)", words)
        assert sum(map(int, re.findall(r"\d+", " ".join(counts)))) == sum(tower[cubes].values())
    assert f"Head of the log: {position.head}" in text
    assert receipt.digest in text
    assert receipt.salt not in text
    assert text.startswith(TOP)
    assert BOTTOM in text.splitlines()[-1]
    address = read_address(str(letter["Reply-To"]))
    assert address is not None
    assert (address.game_id, address.user_id, address.seat) == (game.pk, anna.pk, "A")
    assert address.asks(asked.id)
    markup = unescape(html_of(letter))
    assert receipt.digest in markup
    assert position.head in markup
    assert TOP in markup


def test_the_envelope_says_what_a_machine_wrote_and_how_to_get_no_more(
    anna: User, bert: User
) -> None:
    game = started(anna, bert, schedule=RHYTHM)
    [row] = rows_of(game, "your_turn", anna)
    letter = opened(row)
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter["X-Auto-Response-Suppress"] == "All"
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert letter["List-Unsubscribe"].startswith(f"<{settings.SITE_URL}/mail/off/")
    assert letter["Message-ID"] == message_id(row)
    assert game.pk in letter["References"]
    shape = [part.get_content_type() for part in letter.walk()]
    assert shape == [
        *("multipart/mixed", "multipart/related", "multipart/alternative"),
        *("text/plain", "text/html", "image/png", "text/calendar"),
    ]
    [picture] = [part for part in letter.walk() if part.get_content_type() == "image/png"]
    # A name of the form of an address (RFC 2392), which no picture of another letter has.
    named = f"map.png.{message_id(row).strip('<>')}"
    assert picture["Content-ID"] == f"<{named}>"
    assert f'src="cid:{named}"' in html_of(letter)
    assert len(message_of(row).message().as_bytes()) < 250_000


def test_what_is_no_persons_choice_has_no_way_out(anna: User) -> None:
    OutboxRow.objects.create(user=anna, kind="test", dedup="t", due_at=datetime.now(UTC))
    letter = opened(OutboxRow.objects.get())
    assert letter["List-Unsubscribe"] is None
    assert "No more letters" not in text_of(letter)


def test_a_choice_on_the_way_is_no_turn(anna: User) -> None:
    game = started(anna, options={"choices": "ask", "line_up": "draft"})
    game_advance(game_id=game.pk)  # as far as the bots go
    kinds = OutboxRow.objects.filter(game=game).values_list("kind", flat=True)
    assert set(kinds) == {"choice_asked"}
    [row] = rows_of(game, "choice_asked", anna)
    letter = opened(row)
    text = text_of(letter)
    heading = next(block.text for block in letter_of(row).blocks if isinstance(block, Heading))
    assert letter["Subject"] == f"A question in {game.name}: {heading}"
    assert "Which county do you take" in paragraphs(text)
    assert "take:\n" in text
    # Whoever is asked need not read that somebody is waited for.
    assert "The game is waiting for anna" not in paragraphs(text)


def test_everybody_else_is_told_who_plays_a_seat_now(anna: User, bert: User, cora: User) -> None:
    game = started(anna, bert, cora)
    player_resign(person=bert, game_id=game.pk, why="No time")
    dora = person("dora")
    player_replace(person=anna, game_id=game.pk, seat_key="B", player="dora", why="gone")
    rows = OutboxRow.objects.filter(game=game, kind="player_replaced").order_by("pk")
    assert [(row.user.username) for row in rows] == ["anna", "cora"] * 2
    first, _, third, _ = (text_of(opened(row)) for row in rows.select_related("user", "game"))
    assert "From now on Red (bot) plays seat B (Red)." in first
    assert "Reason:\n\n| No time" in first
    assert "From now on dora plays seat B (Red)." in third
    # The newcomer gets everything in one letter.
    [welcome] = rows_of(game, "seat_given", dora)
    letter = opened(welcome)
    assert "YOUR COUNTIES" in text_of(letter)
    assert "build palace:\n" in text_of(letter)
    assert read_address(str(letter["Reply-To"])) is not None
    [gone] = rows_of(game, "seat_lost", bert)
    assert opened(gone)["Reply-To"] is None
    assert "/t/" not in text_of(opened(gone))


def test_the_end_has_the_final_table_and_all_receipts(anna: User, bert: User) -> None:
    game = play_out(started(anna, bert), anna, bert)
    [row] = rows_of(game, "game_over", anna)
    text = text_of(opened(row))
    names = {"A": "anna", "B": "bert", "C": "Yellow (bot)"}
    assert "FINAL TABLE\n===========\n\n  Player" in text
    for winner in game.winners:
        assert names[winner] in text.splitlines()[0]
        assert f"{winner} {names[winner]} (winner)" in text
    for seat, points in game.scores.items():
        assert re.search(rf"^{seat} .*\b{points}\b", text, re.MULTILINE)
    sealed = [e for e in store.entries_of(game) if e.kind == "answer_sealed"]
    mine = [str(entry.secret_digest) for entry in sealed if entry.payload["seat"] == "A"]
    assert len(mine) > 3
    assert all(digest in text for digest in mine)


@pytest.mark.parametrize(
    ("zone", "summer", "winter"),
    [
        ("Europe/Berlin", "Sat 24 Oct 2026, 14:00", "Mon 26 Oct 2026, 13:00"),
        ("America/New_York", "Sat 24 Oct 2026, 08:00", "Mon 26 Oct 2026, 08:00"),
        ("Asia/Kathmandu", "Sat 24 Oct 2026, 17:45", "Mon 26 Oct 2026, 17:45"),
    ],
)
def test_times_are_the_readers_on_both_sides_of_a_change_of_clocks(
    at, anna: User, zone: str, summer: str, winter: str
) -> None:
    User.objects.filter(pk=anna.pk).update(time_zone=zone)
    at(datetime(2026, 10, 22, 12, tzinfo=UTC))
    game = started(anna, schedule=RHYTHM)
    at(datetime(2026, 10, 24, 11, 30, tzinfo=UTC))
    deadline_extend(person=anna, game_id=game.pk, hours=48, why="Harvest")
    [before] = rows_of(game, "your_turn", anna)
    [after] = rows_of(game, "deadline_moved", anna)
    assert f"Answers are due {summer} ({zone})." in paragraphs(text_of(opened(before)))
    assert f"Answers are due {winter} ({zone})." in paragraphs(text_of(opened(after)))


def test_somebody_without_a_known_zone_is_told_the_time_all_the_same(at, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(time_zone="Mars/Olympus")
    at(datetime(2026, 10, 22, 12, tzinfo=UTC))
    [row] = rows_of(started(anna, schedule=RHYTHM), "your_turn", anna)
    assert "Sat 24 Oct 2026, 12:00 (UTC)." in paragraphs(text_of(opened(row)))


def test_a_short_notice_has_no_key_and_no_receipt(kinds: dict[str, OutboxRow]) -> None:
    for row in kinds.values():
        notice = short(row)
        everything = f"{notice.title} {notice.body} {notice.url}"
        assert "/t/" not in everything
        assert re.search("[0-9a-f]{40}", everything) is None
        assert len(notice.body) <= 300
        assert not notice.body.endswith(":")
    moved, vote = (short(kinds[kind]).body for kind in ("deadline_moved", "vote"))
    assert moved.endswith("anna gives everybody more time.")
    assert "Please vote. Answers are due" in vote
    asked = short(kinds["your_turn"])
    assert "Answers are due" in asked.body or "no deadline" in asked.body
    assert f"/turn/{kinds['your_turn'].data['decision']}/" in asked.url


def test_names_are_those_of_the_moment_and_nobody_is_marked_up(anna: User) -> None:
    game = started(anna, name="Prague <b>& more</b>")
    [row] = rows_of(game, "your_turn", anna)
    letter = opened(row)
    assert letter["Subject"] == "Your turn in Prague <b>& more</b>"
    assert "<b>" not in html_of(letter)
    assert Game.objects.get().name in BeautifulSoup(html_of(letter), "html.parser").get_text()


def test_an_answer_is_bound_to_the_mail_it_answers(anna: User, bert: User) -> None:
    game = started(anna, bert)
    send(address_of(game, anna), "status", Message_ID="<question@example.net>")
    row = OutboxRow.objects.select_related("user", "game").get(kind="mail_answer")
    letter = opened(row)
    assert letter["In-Reply-To"] == letter["References"] == "<question@example.net>"
    assert letter["Auto-Submitted"] == "auto-replied"
    assert letter["Message-ID"] == message_id(row)
    assert letter["List-Unsubscribe"] is None
    assert text_of(letter).startswith(TOP)
    assert read_address(str(letter["Reply-To"])) is not None


def _whole(row: OutboxRow) -> OutboxRow:
    """The same as a report, which tells everything."""
    row.kind = "season_report"
    return row


def _stories(row: OutboxRow) -> list[str]:
    """The sentences about what happened in a letter."""
    return [line.text for block in letter_of(row).blocks for line in getattr(block, "lines", ())]


def test_a_report_says_you_to_its_reader_and_to_nobody_else(anna: User, bert: User) -> None:
    game = started(anna, bert)
    answer(game, anna)
    answer(game, bert)
    game_advance(game_id=game.pk)
    stories = {
        reader.username: _stories(_whole(rows_of(game, "your_turn", reader)[-1]))
        for reader in (anna, bert)
    }
    assert len(stories["anna"]) == len(stories["bert"])
    own = re.compile(r"\b[Yy]ou\b")
    for mine, theirs in (("anna", "bert"), ("bert", "anna")):
        assert any(map(own.search, stories[mine]))
        assert not any(mine in line for line in stories[mine])
        # What is said to one is told the other by name, and nobody else is “you” to them.
        for line, other in zip(stories[mine], stories[theirs], strict=True):
            assert bool(own.search(line)) == (mine in other), line


def test_a_successor_is_not_you_in_the_seasons_before(anna: User, bert: User, cora: User) -> None:
    game = started(anna, bert)
    answer(game, anna)
    answer(game, bert)
    game_advance(game_id=game.pk)
    player_resign(person=bert, game_id=game.pk)
    player_replace(person=anna, game_id=game.pk, seat_key="B", player=cora.username, why="Welcome")
    answer(game, anna)
    answer(game, cora)
    game_advance(game_id=game.pk)
    # A letter that tells of both: the spring of the one before, and a summer of one's own.
    row = rows_of(game, "your_turn", cora)[-1]
    row.data["since"] = 0
    _whole(row)
    blocks = [block for block in letter_of(row).blocks if isinstance(block, ChapterBlock)]
    first = next(at for at, block in enumerate(blocks) if block.title == "Summer of year 1")
    own = re.compile(r"\b[Yy]ou\b")
    spring, summer = (
        " ".join(line.text for block in part for line in block.lines)
        for part in (blocks[:first], blocks[first:])
    )
    assert (bool(own.search(spring)), "cora" in spring) == (False, True)
    assert (bool(own.search(summer)), "cora" in summer) == (True, False)
    # The pages tell it alike.
    line = timeline(access.viewer(again(game), cora), "en")
    for chapter in line.chapters:
        made = report(line, chapter, "en")
        story = " ".join(one.text for part in made.parts for one in part.lines)
        if chapter.title == "Spring of year 1":
            assert (bool(own.search(story)), "cora" in story) == (False, True)
            assert "boxes" not in {group.key for group in made.short.groups}
        elif chapter.title == "Summer of year 1":
            assert (bool(own.search(story)), "cora" in story) == (True, False)
