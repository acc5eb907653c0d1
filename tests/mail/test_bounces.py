"""Letters that come back: they mark the address they had gone to, and no other."""

from __future__ import annotations

import pytest

from games.mail.addresses import bounce_address
from games.mail.letters import message_id
from games.models import Game, OutboxRow, User
from games.services.post.mail_in import MailOutcome, mail_take
from tests.mail.post import address_of, send
from tests.mail.shapes import raw


def test_a_bounce_marks_the_address_and_a_mail_clears_it(game: Game, anna: User) -> None:
    report = raw("bounce_unknown_user", bounce_address(user=anna))
    assert mail_take(raw=report, sender="") == MailOutcome.BOUNCE
    anna.refresh_from_db()
    assert anna.address_fails
    assert (anna.bounced_from, anna.bounce_status) == (anna.address, "5.1.1")
    send(address_of(game, anna), "status")
    anna.refresh_from_db()
    assert not anna.address_fails


def test_a_bounce_is_known_by_the_letter_it_brings_back(game: Game, anna: User) -> None:
    row = OutboxRow.objects.filter(user=anna).latest("pk")
    old = b"<0123456789012345678901234567890123456789@wallenstein.example>"
    report = raw("bounce_headers_only", "post@localhost").replace(old, message_id(row).encode())
    assert mail_take(raw=report, sender="") == MailOutcome.BOUNCE
    anna.refresh_from_db()
    assert anna.address_fails
    anna.notify_address = "other@example.org"
    assert not anna.address_fails


def test_a_late_bounce_does_not_mark_a_new_address(game: Game, anna: User) -> None:
    old = bounce_address(user=anna)
    row = OutboxRow.objects.filter(user=anna).latest("pk")
    User.objects.filter(pk=anna.pk).update(notify_address="new@example.org")
    known = b"<0123456789012345678901234567890123456789@wallenstein.example>"
    by_name = raw("bounce_headers_only", "post@localhost").replace(known, message_id(row).encode())
    for report in (raw("bounce_unknown_user", old), by_name):
        assert mail_take(raw=report, sender="") == MailOutcome.BOUNCE
        anna.refresh_from_db()
        assert anna.bounced_at is None


def test_a_server_that_has_given_up_marks_the_address(game: Game, anna: User) -> None:
    report = raw("bounce_full", bounce_address(user=anna)).replace(b"4.2.2", b"4.4.7")
    assert mail_take(raw=report, sender="") == MailOutcome.BOUNCE
    anna.refresh_from_db()
    assert (anna.address_fails, anna.bounce_status) == (True, "4.4.7")


@pytest.mark.parametrize("name", ["bounce_unknown_user", "delayed", "bounce_full"])
def test_a_report_anybody_could_have_written_marks_nobody(
    game: Game, anna: User, name: str
) -> None:
    whom = "post@localhost" if name == "bounce_unknown_user" else bounce_address(user=anna)
    mail_take(raw=raw(name, whom), sender="")
    anna.refresh_from_db()
    assert not anna.address_fails
