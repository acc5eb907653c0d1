"""Notes to oneself."""

from __future__ import annotations

from django.core.management import call_command

from games.models import GameNote, User
from games.read.talk import note_of
from games.services.tables.talk import LONGEST_NOTE
from tests.service.tables import everything_stored, started
from tests.web.pages import Reader


def test_a_note_is_kept_and_is_mine_alone(anna: User, bert: User) -> None:
    game = started(anna, bert)
    page = Reader(anna).post(
        f"/games/{game.pk}/notes/", {"text": "attack Anhalt\nin autumn", "edition": "0"}
    )
    assert "Saved at" in page
    assert "attack Anhalt\nin autumn" in Reader(anna).get(f"/games/{game.pk}/notes/")
    assert "attack Anhalt" not in Reader(bert).get(f"/games/{game.pk}/notes/")
    assert not any("attack Anhalt" in stored for stored in everything_stored())


def test_two_windows_do_not_overwrite_each_other(anna: User) -> None:
    game = started(anna)
    reader, address = Reader(anna), f"/games/{game.pk}/notes/"
    reader.post(address, {"text": "from the desk", "edition": "0"})
    page = reader.post(address, {"text": "from the phone", "edition": "0"}, status=409)
    assert "changed in another window" in page
    assert "from the phone" in page
    assert "from the desk" in page
    assert note_of(game, anna) == ("from the desk", 1)
    reader.post(address, {"text": "from both", "edition": "1"})
    assert note_of(game, anna) == ("from both", 2)


def test_a_note_that_is_too_long_stays_in_the_box(anna: User) -> None:
    game = started(anna)
    long = "x" * (LONGEST_NOTE + 1)
    address = f"/games/{game.pk}/notes/"
    page = Reader(anna).post(address, {"text": long, "edition": "0"}, status=422)
    assert long in page
    assert not GameNote.objects.exists()


def test_notes_survive_new_keys(anna: User) -> None:
    game = started(anna)
    Reader(anna).post(f"/games/{game.pk}/notes/", {"text": "kept", "edition": "0"})
    before = bytes(GameNote.objects.get().text_sealed)
    call_command("rotate_keys", verbosity=0)
    assert bytes(GameNote.objects.get().text_sealed) != before
    assert note_of(game, anna)[0] == "kept"
