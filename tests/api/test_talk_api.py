"""Talk over the API: the same rules as on the pages, for programs."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine

from games.models import ChatMessage, Game, GameNote
from games.services.tables.talk import LONGEST_MESSAGE, LONGEST_NOTE, MOST_A_MINUTE
from tests.api.requests import Asker, content, person, refused, started_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna: Asker, bela: Asker) -> str:
    return started_game(anna, bela)


@pytest.fixture
def carl(db: None) -> Asker:
    return Asker(person("carl"))


def table(game: str) -> str:
    return f"games/{game}/chat/players/"


def gallery(game: str) -> str:
    return f"games/{game}/chat/spectators/"


def say(asker: Asker, address: str, text: str) -> int:
    response = asker.post(address, {"text": text})
    assert response.status_code == 201, content(response)
    return int(response.json()["id"])


def heard(asker: Asker, address: str) -> list[str | None]:
    page = asker.get(address)
    assert page.status_code == 200, content(page)
    return [message["text"] for message in page.json()["messages"]]


def test_players_talk_at_the_table_and_everybody_reads(anna, bela, carl, nobody, game):
    response = anna.post(table(game), {"text": " Hello\r\nall <b> "})
    assert response.status_code == 201
    message = response.json()
    assert message["text"] == "Hello\nall <b>"
    assert (message["author"], message["channel"]) == ("anna", "players")
    assert (message["hidden"], message["hidden_why"]) == (False, "")
    for asker, may_write in ((anna, True), (bela, True), (carl, False), (nobody, False)):
        page = asker.get(table(game)).json()
        assert page == {"may_write": may_write, "next_after": None, "messages": [message]}


def test_a_channel_is_read_on_from_a_message(anna, game):
    ids = [say(anna, table(game), f"number {number}") for number in range(5)]
    first = anna.get(f"{table(game)}?limit=2").json()
    assert [message["id"] for message in first["messages"]] == ids[:2]
    assert first["next_after"] == ids[1]
    second = anna.get(f"{table(game)}?limit=3&after={ids[1]}").json()
    assert [message["id"] for message in second["messages"]] == ids[2:]
    assert second["next_after"] is None
    assert heard(anna, f"{table(game)}?after={ids[-1]}") == []
    for wrong in ("after=-1", "after=x", f"after={2**63}", "limit=0", "limit=501"):
        refused(anna.get(f"{table(game)}?{wrong}"), 400, "invalid")


def test_players_do_not_hear_the_gallery_while_they_play(anna, carl, nobody, game):
    say(carl, gallery(game), "Red will lose")
    refused(anna.get(gallery(game)), 403, "not_your_channel")
    refused(anna.post(gallery(game), {"text": "What?"}), 403, "not_your_channel")
    assert heard(nobody, gallery(game)) == ["Red will lose"]
    assert anna.get(table(game)).json()["messages"] == []
    Game.objects.filter(pk=game).update(status=Game.Status.FINISHED)
    assert heard(anna, gallery(game)) == ["Red will lose"]
    say(anna, gallery(game), "I did not!")


def test_who_may_not_write_says_nothing(anna, carl, nobody, game):
    refused(carl.post(table(game), {"text": "Psst"}), 403, "not_your_channel")
    refused(nobody.post(gallery(game), {"text": "Psst"}), 401, "not_authenticated")
    reader = Asker(anna.user, scopes=("read",))
    refused(reader.post(table(game), {"text": "Psst"}), 403, "insufficient_scope")
    refused(anna.post(f"games/{game}/chat/whispers/", {"text": "Psst"}), 404, "no_such_address")
    assert not ChatMessage.objects.exists()


def test_a_closed_table_talks_behind_closed_doors(anna, bela, carl, nobody):
    game = started_game(anna, bela, visibility="invited")
    message = say(anna, table(game), "secretly")
    invite = f"?invite={Game.objects.get(pk=game).invite}"
    for asker in (carl, nobody):
        refused(asker.get(table(game)), 404, "no_such_game")
    refused(carl.post(gallery(game), {"text": "Psst"}), 404, "no_such_game")
    refused(carl.get(f"games/{game}/note/"), 404, "no_such_game")
    refused(carl.put(f"games/{game}/note/", {"text": "x", "edition": 0}), 404, "no_such_game")
    hide = f"games/{game}/chat/messages/{message}/hide/"
    refused(carl.post(hide, {"why": "x"}), 404, "no_such_game")
    assert heard(nobody, table(game) + invite) == ["secretly"]
    say(carl, gallery(game) + invite, "Hello")
    saved = carl.put(f"games/{game}/note/{invite}", {"text": "x", "edition": 0})
    assert saved.json() == {"text": "x", "edition": 1}


def test_something_sent_twice_is_said_once(anna, game):
    first = anna.post(table(game), {"text": "once"}, HTTP_IDEMPOTENCY_KEY="k")
    again = anna.post(table(game), {"text": "once"}, HTTP_IDEMPOTENCY_KEY="k")
    assert again["Idempotency-Replayed"] == "true"
    assert again.json() == first.json()
    other = anna.post(table(game), {"text": "twice"}, HTTP_IDEMPOTENCY_KEY="k")
    refused(other, 422, "idempotency_key_reused")
    assert heard(anna, table(game)) == ["once"]


def test_bad_messages_are_refused(anna, game):
    refused(anna.post(table(game), {"text": "x" * (LONGEST_MESSAGE + 1)}), 400, "invalid")
    refused(anna.post(table(game), {"text": ""}), 400, "invalid")
    refused(anna.post(table(game), {"text": " \n\t "}), 422, "empty_message")
    refused(anna.post(table(game), {"text": "x", "as": "bela"}), 400, "invalid")
    assert not ChatMessage.objects.exists()


def test_who_floods_a_table_is_told_when_to_go_on(anna, game):
    with time_machine.travel(datetime(2026, 3, 1, 12, tzinfo=UTC), tick=False) as clock:
        for number in range(MOST_A_MINUTE):
            say(anna, table(game), f"flood {number}")
        response = anna.post(table(game), {"text": "one more"})
        refused(response, 429, "too_fast")
        clock.shift(int(response["Retry-After"]) + 1)
        say(anna, table(game), "one more")
    assert ChatMessage.objects.count() == MOST_A_MINUTE + 1


def test_the_host_hides_a_message_with_a_reason(anna, bela, game):
    rude = say(bela, table(game), "something rude")
    path = f"games/{game}/chat/messages/{rude}/hide/"
    refused(bela.post(path, {"why": "mine"}), 403, "host_only")
    refused(anna.post(path, {"why": " "}), 422, "no_reason")
    refused(anna.post(path), 400, "invalid")
    player = Asker(anna.user, scopes=("read", "play"))
    refused(player.post(path, {"why": "be kind"}), 403, "insufficient_scope")
    hidden = anna.post(path, {"why": "be kind"})
    assert hidden.status_code == 200
    for asker in (anna, bela):
        page = asker.get(table(game))
        assert "something rude" not in content(page).decode()
        assert page.json()["messages"] == [hidden.json()]
    message = hidden.json()
    assert (message["text"], message["hidden"], message["hidden_why"]) == (None, True, "be kind")
    assert anna.post(path, {"why": "again"}).json() == message
    elsewhere = started_game(anna)
    lost = anna.post(f"games/{elsewhere}/chat/messages/{rude}/hide/", {"why": "x"})
    refused(lost, 404, "no_such_message")


def test_staff_may_hide_in_a_game_they_can_see(bela, game):
    staff = Asker(person("staff", is_staff=True))
    rude = say(bela, table(game), "something rude")
    path = f"games/{game}/chat/messages/{rude}/hide/"
    assert staff.post(path, {"why": "be kind"}).json()["hidden"]
    Game.objects.filter(pk=game).update(visibility=Game.Visibility.UNLISTED)
    refused(staff.post(path, {"why": "be kind"}), 404, "no_such_game")


def test_a_note_is_kept_and_is_mine_alone(anna, bela, nobody, game):
    path = f"games/{game}/note/"
    assert anna.get(path).json() == {"text": "", "edition": 0}
    text = " attack Anhalt\nin autumn "
    saved = anna.put(path, {"text": text, "edition": 0}, HTTP_IDEMPOTENCY_KEY="k")
    assert saved.json() == {"text": text, "edition": 1}
    again = anna.put(path, {"text": text, "edition": 0}, HTTP_IDEMPOTENCY_KEY="k")
    assert again["Idempotency-Replayed"] == "true"
    assert anna.get(path).json() == saved.json()
    assert bela.get(path).json() == {"text": "", "edition": 0}
    refused(nobody.get(path), 401, "not_authenticated")
    reader = Asker(anna.user, scopes=("read",))
    refused(reader.put(path, {"text": "x", "edition": 1}), 403, "insufficient_scope")
    assert reader.get(path).json() == saved.json()


def test_two_programs_do_not_overwrite_each_other(anna, game):
    path = f"games/{game}/note/"
    assert anna.put(path, {"text": "from the desk", "edition": 0}).status_code == 200
    refused(anna.put(path, {"text": "from the phone", "edition": 0}), 409, "note_changed")
    assert anna.get(path).json() == {"text": "from the desk", "edition": 1}
    assert anna.put(path, {"text": "", "edition": 1}).json() == {"text": "", "edition": 2}


def test_bad_notes_are_refused(anna, game):
    path = f"games/{game}/note/"
    refused(anna.put(path, {"text": "x" * (LONGEST_NOTE + 1), "edition": 0}), 400, "invalid")
    refused(anna.put(path, {"text": "x"}), 400, "invalid")
    refused(anna.put(path, {"text": "x", "edition": -1}), 400, "invalid")
    assert not GameNote.objects.exists()
