"""The referee's page: what was done, and what one may do."""

from __future__ import annotations

import re
from zoneinfo import ZoneInfo

import pytest

from games import access
from games.models import Game, User
from games.read.referee_log import acts_of
from games.services.people.absences import absence_enter
from games.services.play.extensions import extension_propose, extension_vote
from games.services.tables.seats import substitute_name
from tests.service.tables import again, kinds, late, play_out, started, waiting
from tests.web.pages import Reader

HOURLY = {"kind": "hours", "hours": 48}


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    return started(anna, bert, schedule=HOURLY)


def do(reader: Reader, game: Game, deed: str, status: int = 200, **sent: str) -> str:
    return reader.post(f"/games/{game.pk}/referee/{deed}/", sent, status)


def test_acts_stand_there_with_who_and_why(anna: User, game: Game, stranger: Reader) -> None:
    before = again(game).deadline
    assert "Nothing so far." in stranger.get(f"/games/{game.pk}/referee/")
    for act, given in (("extend", {"hours": "5"}), ("pause", {})):
        assert "Say why" in do(Reader(anna), game, act, 409, why=" ", **given)
    assert "It is in the log" in do(Reader(anna), game, "extend", hours="5", why="a wedding")
    after = again(game).deadline
    assert before is not None
    assert after is not None
    assert (after - before).total_seconds() == 5 * 3600
    page = stranger.get(f"/games/{game.pk}/referee/")
    assert "Reason:</span> a wedding" in page
    assert '<span class="tag">anna</span>' in page


def test_every_act_says_who_and_why_also_where_nobody_writes_a_reason(
    anna: User, bert: User, cora: User, game: Game
) -> None:
    assert game.deadline is not None
    day = game.deadline.date()
    absence_enter(person=bert, first_day=day, last_day=day)
    substitute_name(person=bert, game_id=game.pk, player=cora.username, why="A journey")
    extension_propose(person=anna, game_id=game.pk, hours=1, why="Rain")
    extension_vote(person=bert, game_id=game.pk, yes=True)

    def told() -> list[tuple[str, str, str]]:
        acts = acts_of(access.viewer(again(game), anna), "en")
        short = ((act, act.sentence.partition(" (UTC)")[2] or act.sentence) for act in acts)
        return [(act.by, sentence, act.why) for act, sentence in short]

    assert told() == [
        ("anna", " (everybody agreed).", "Rain"),
        ("bert", "bert votes for more time.", "for the reason given"),
        ("anna", "anna asks everybody for 1 h more.", "Rain"),
        ("bert", "bert has a substitute.", "A journey"),
        ("bert", " (because of an absence).", "a player is away"),
    ]
    # Of a game from another site the log knows people whom nobody knows here: no act of the house.
    User.objects.filter(pk=bert.pk).update(player_uid="p-" + "0" * 16)
    assert told()[-1][0] == "somebody without an account here"


def test_a_deadline_is_told_by_the_readers_clock(anna: User, game: Game, stranger: Reader) -> None:
    do(Reader(anna), game, "extend", hours="5", why="a wedding")
    due = again(game).deadline
    assert due is not None
    User.objects.filter(pk=anna.pk).update(time_zone="Asia/Tokyo")
    page = Reader(User.objects.get(pk=anna.pk)).get(f"/games/{game.pk}/referee/")
    acts = page[page.index('class="acts"') :]
    assert f'datetime="{due.astimezone(ZoneInfo("Asia/Tokyo")).isoformat()}"' in acts
    assert "(Asia/Tokyo)" in acts
    assert "(UTC)" not in acts
    # A stranger is told which zone it is, and their browser puts it into their own.
    shown = stranger.get(f"/games/{game.pk}/referee/")
    assert "data-local" in shown[shown.index('class="acts"') :]


def test_a_substitute_is_named_as_long_as_the_table_names_them(
    anna: User, cora: User, game: Game, stranger: Reader
) -> None:
    substitute_name(person=anna, game_id=game.pk, player="cora", why="A journey")
    for place in ("", "referee/"):
        assert "played by cora" in stranger.get(f"/games/{game.pk}/{place}")
    do(Reader(anna), game, "recall")
    for place in ("", "referee/"):
        assert "played by cora" not in stranger.get(f"/games/{game.pk}/{place}")


def test_whoever_gives_a_reason_knows_who_reads_it(anna: User, game: Game) -> None:
    page = Reader(anna).get(f"/games/{game.pk}/referee/")
    fields = page.count('name="why"')
    assert fields > 0
    assert page.count("Everybody at the table can read it.") == fields


def test_no_page_of_a_paused_game_has_a_clock_that_runs(anna: User, game: Game) -> None:
    places = ["/", f"/games/{game.pk}/", f"/games/{game.pk}/referee/"]
    places.append(f"/games/{game.pk}/turn/{waiting(game).id}/")
    for place in places:
        assert "1 day, 23 hours left" in Reader(anna).get(place).replace("\xa0", " ")
    do(Reader(anna), game, "pause", why="holidays")
    for place in places:
        page = Reader(anna).get(place)
        assert "paused" in page
        assert "left<" not in page
        assert "data-time-left" not in page
        assert place == "/" or "The clock is stopped until the host resumes the game." in page


def test_pause_and_go_on(anna: User, game: Game) -> None:
    do(Reader(anna), game, "pause", why="holidays")
    assert again(game).status == Game.Status.PAUSED
    assert "Say why" in do(Reader(anna), game, "resume", 409, why=" ")
    do(Reader(anna), game, "resume", why="back")
    assert again(game).status == Game.Status.RUNNING


def test_a_vote_of_all_moves_the_deadline(anna: User, bert: User, game: Game) -> None:
    before = again(game).deadline
    do(Reader(bert), game, "propose", hours="24", why="exams")
    page = Reader(anna).get(f"/games/{game.pk}/referee/")
    assert "Somebody asks for 24 more hours" in page
    assert "exams" in page
    do(Reader(anna), game, "vote", vote="yes")
    after = again(game).deadline
    assert before is not None
    assert after is not None
    assert (after - before).total_seconds() == 24 * 3600


def test_a_no_says_why_and_who_asked_takes_it_back_with_one_click(
    anna: User, bert: User, game: Game
) -> None:
    assert "Say why" in do(Reader(bert), game, "propose", 409, hours="24", why="")
    do(Reader(bert), game, "propose", hours="24", why="exams")
    assert "Say why" in do(Reader(anna), game, "vote", 409, vote="no")
    assert again(game).proposal is not None
    page = do(Reader(anna), game, "vote", vote="no", why="we leave tomorrow")
    assert "Reason:</span> we leave tomorrow" in page
    do(Reader(bert), game, "propose", hours="24", why="exams")
    page = Reader(bert).get(f"/games/{game.pk}/referee/")
    form = page[page.index("/referee/vote/") :]
    assert 'name="why"' not in form[: form.index("</form>")]
    assert "has taken the request back" in do(Reader(bert), game, "vote", vote="no")
    assert again(game).proposal is None


def test_substitutes_come_and_go(anna: User, cora: User, game: Game) -> None:
    page = do(Reader(anna), game, "substitute", 409, player="cora", why=" ")
    assert "Say why" in page
    assert 'value="cora"' in page
    do(Reader(anna), game, "substitute", player="cora", why="a journey")
    assert again(game).seats.get(key="A").substitute == cora
    assert "Standing in" in Reader(cora).get(f"/games/{game.pk}/referee/")
    do(Reader(anna), game, "recall")
    assert again(game).seats.get(key="A").substitute is None


def test_a_substitute_reads_everywhere_for_whom_they_play(
    anna: User, bert: User, cora: User, game: Game
) -> None:
    do(Reader(anna), game, "substitute", player="cora", why="a journey")
    table = f"/games/{game.pk}/"
    turn = f"{table}turn/{waiting(game).id}/"
    decline = f'<a href="{table}referee/">Stop standing in</a>'
    for page in (table, turn):
        text = Reader(cora).get(page)
        assert "You are standing in for anna." in text
        assert decline in text
        assert "standing in for" not in Reader(anna).get(page)
    assert "You are standing in for anna." in Reader(cora).get("/")
    assert "standing in for" not in Reader(anna).get("/") + Reader(bert).get("/")
    mine, theirs = (plain(Reader(one).get(table)) for one in (cora, anna))
    assert "anna played by cora (you)" in mine
    assert "anna (you) played by cora" in theirs


def plain(page: str) -> str:
    return " ".join(re.sub("<[^>]*>", " ", page).split())


def test_the_host_replaces_and_a_player_resigns(
    anna: User, bert: User, cora: User, game: Game
) -> None:
    named = {"seat": "B", "player": "cora", "bot": "marshal", "why": "gone"}
    assert "not late" in do(Reader(anna), game, "replace", 409, **named)
    do(Reader(anna), late(game), "replace", 200, **named)
    assert again(game).seats.get(key="B").user == cora
    assert "Tick the box to confirm" in do(Reader(cora), game, "resign", 409)
    do(Reader(cora), game, "resign", sure="yes")
    assert again(game).seats.get(key="B").bot == "marshal"
    assert kinds(game).count("player_replaced") == 2


@pytest.mark.parametrize(
    ("deed", "sent", "status", "complaint"),
    [
        ("extend", {"hours": "5"}, 403, "Only the host"),
        ("pause", {}, 403, "Only the host"),
        ("replace", {"seat": "A", "bot": "marshal"}, 403, "Only the host"),
        ("propose", {"hours": "x"}, 409, "Write a whole number of hours."),
        ("vote", {"vote": "yes"}, 409, "There is no vote"),
        ("substitute", {"player": "anna", "why": "a journey"}, 409, "has a seat at this table"),
    ],
)
def test_what_is_not_allowed_is_told_and_changes_nothing(
    bert: User, game: Game, deed: str, sent: dict[str, str], status: int, complaint: str
) -> None:
    before = kinds(game)
    assert complaint in do(Reader(bert), game, deed, status, **sent)
    assert kinds(game) == before


def test_a_refused_form_is_there_as_it_was_filled_in(anna: User, game: Game) -> None:
    sent = {"seat": "B", "player": "nobody-of-that-name", "bot": "random", "why": "gone & away"}
    page = do(Reader(anna), late(game), "replace", 404, **sent)
    assert "There is no player" in page
    form = page[page.index("/referee/replace/") :]
    form = form[: form.index("</form>")]
    for value in ('value="nobody-of-that-name"', 'value="gone & away"', 'value="random" selected'):
        assert value in form
    assert page.count('value="gone & away"') == 1
    assert '<details class="card fold" open><summary><h2>Replace a player' in page
    for deed, given in (
        ("substitute", {"player": "cora", "why": " "}),
        ("extend", {"hours": "x", "why": "gone & away"}),
        ("resign", {"why": "gone & away"}),
    ):
        page = do(Reader(anna), game, deed, 409, **given)
        assert "What you had typed" not in page
        assert [value for value in given.values() if value not in page] == []
    # Where the form itself is gone, what was typed is there all the same.
    assert "why: no & no" in do(Reader(anna), game, "resume", 409, why="no & no")


def test_what_is_typed_with_an_ended_session_is_kept(
    anna: User, game: Game, stranger: Reader
) -> None:
    before = kinds(game)
    page = do(stranger, game, "extend", 401, hours="7", why="a wedding", once="a" * 20)
    assert "why: a wedding" in page
    fields = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', page))
    stranger.client.force_login(anna)
    again_page = do(stranger, game, "extend", 200, **fields)
    assert 'name="why" maxlength="300" value="a wedding"' in again_page
    assert 'max="720" value="7"' in again_page
    assert kinds(game) == before


def test_a_button_pressed_with_an_ended_session_leads_to_a_page_that_is_there(
    anna: User, game: Game, stranger: Reader
) -> None:
    page = do(stranger, game, "recall", 401)
    link = re.search(r'href="([^"]+)">Reload the page', page)
    assert link
    stranger.client.force_login(anna)
    stranger.get(link[1])


def test_there_are_no_other_deeds(anna: User, game: Game) -> None:
    Reader(anna).post(f"/games/{game.pk}/referee/cheat/", status=404)


def test_a_rematch_seats_the_asker_and_invites_the_others(anna: User, bert: User) -> None:
    old = play_out(started(anna, bert), anna, bert)
    assert "Rematch" in Reader(bert).get(f"/games/{old.pk}/referee/")
    page = Reader(bert).post(f"/games/{old.pk}/rematch/")
    assert "A table for the rematch is there" in page
    new = Game.objects.get(rematch_of=old)
    assert new.seats.filter(user=bert).exists()
    assert new.invitations.get().user == anna


def test_a_seat_that_was_given_is_handed_back_by_one_button(
    anna: User, bert: User, cora: User, game: Game
) -> None:
    named = {"seat": "B", "player": "cora", "why": "gone"}
    do(Reader(anna), late(game), "replace", 200, **named)
    address = f"/games/{game.pk}/"
    assert "Hand the seat back" in Reader(cora).get(address)
    assert "Hand the seat back" not in Reader(anna).get(address)
    do(Reader(cora), game, "decline")
    assert again(game).seats.get(key="B").bot == "marshal"
    assert "Hand the seat back" not in Reader(cora).get(address)
