"""Accounts: what a profile takes, and that nothing personal outlives an account."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.admin.models import CHANGE
from django.contrib.admin.models import LogEntry as AdminLogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.kernel.log import read_log
from engine.kernel.verify import verify
from games import access
from games.errors import Illegal, Refused
from games.log.seals import seal
from games.models import Absence, Game, SavedDraft, User
from games.net.outbound import checked_url
from games.read import selectors
from games.services.house import idempotency
from games.services.people import tokens
from games.services.people.accounts import account_delete, notify_address_confirm, profile_change
from games.services.play.advance import game_advance
from games.services.play.turns import draft_save
from games.services.post.webhooks import webhook_create
from games.services.tables.invitations import player_invite
from games.services.tables.lobby import game_join
from tests.service.tables import (
    NOBODY,
    again,
    answer,
    everything_stored,
    kinds,
    lobby,
    payloads,
    person,
    play_out,
    proof,
    started,
    waiting,
)

pytestmark = pytest.mark.django_db

NAME = "zebedaeus"
ADDRESSES = ("zebedaeus@canary.example", "second@canary.example", "third@canary.example")


def mailed_code() -> str:
    return str(mail.outbox[-1].body.splitlines()[-1])


def refusal_codes(refusal: pytest.ExceptionInfo[Illegal]) -> set[str]:
    return {problem.code for problem in refusal.value.problems}


def test_a_profile_is_changed_and_sign_ins_follow_the_name(anna: User) -> None:
    AccessLog.objects.create(username="Anna", ip_address="192.0.2.1")
    profile_change(person=anna, username="anne", language="de", time_zone="America/Lima")
    stored = User.objects.get(pk=anna.pk)
    assert (stored.username, stored.language, stored.time_zone) == ("anne", "de", "America/Lima")
    assert AccessLog.objects.get().username == "anne"


def test_every_mistake_of_a_profile_is_named_and_nothing_changes(anna: User, bert: User) -> None:
    with pytest.raises(Illegal) as refusal:
        profile_change(
            person=anna,
            username="BERT",
            language="la",
            time_zone="../etc/passwd",
            notify_address="nowhere",
        )
    assert refusal_codes(refusal) == {
        "name_taken",
        "unknown_language",
        "unknown_time_zone",
        "bad_address",
    }
    with pytest.raises(Illegal) as refusal:
        profile_change(person=anna, username="Player p-1a2b")
    assert refusal_codes(refusal) == {"bad_username"}
    assert User.objects.get(pk=anna.pk).username == "anna"
    assert mail.outbox == []


def test_an_address_is_used_when_its_letter_was_answered(anna: User, bert: User) -> None:
    assert profile_change(person=anna, notify_address="new@example.org") == "new@example.org"
    assert User.objects.get(pk=anna.pk).address == "anna@example.org"
    assert mail.outbox[-1].to == ["new@example.org"]
    assert mail.outbox[-1].message()["Auto-Submitted"] == "auto-generated"
    code = mailed_code()
    for wrong in ("", "x:y:z", code[:-1], code.swapcase()):
        with pytest.raises(Illegal, match="wrong or too old"):
            notify_address_confirm(person=anna, code=wrong)
    with pytest.raises(Illegal, match="wrong or too old"):
        notify_address_confirm(person=bert, code=code)
    notify_address_confirm(person=anna, code=f" {code}\n")
    assert User.objects.get(pk=anna.pk).address == "new@example.org"
    assert profile_change(person=anna, notify_address="new@example.org") == ""
    profile_change(person=anna, notify_address="")
    assert User.objects.get(pk=anna.pk).address == "anna@example.org"


def test_a_code_is_good_once_and_for_three_days(anna: User, at: Callable[[datetime], None]) -> None:
    moment = datetime(2026, 6, 1, 12, tzinfo=UTC)
    at(moment)
    profile_change(person=anna, notify_address="first@example.org")
    first = mailed_code()
    profile_change(person=anna, notify_address="second@example.org")
    notify_address_confirm(person=anna, code=mailed_code())
    with pytest.raises(Illegal):
        notify_address_confirm(person=anna, code=first)
    profile_change(person=anna, notify_address="third@example.org")
    at(moment + timedelta(days=3, seconds=5))
    with pytest.raises(Illegal):
        notify_address_confirm(person=anna, code=mailed_code())
    assert User.objects.get(pk=anna.pk).notify_address == "second@example.org"


def test_a_mail_server_that_is_away_is_said_so(anna: User, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    with pytest.raises(Refused, match="could not be sent"):
        profile_change(person=anna, notify_address="new@example.org")


def known_person() -> User:
    """Somebody of whom every table knows something."""
    known = person(NAME, first_name=NAME, last_name=NAME, is_staff=True)
    User.objects.filter(pk=known.pk).update(email=ADDRESSES[0], notify_address=ADDRESSES[1])
    known.refresh_from_db()
    for address in (ADDRESSES[0], ADDRESSES[2]):
        EmailAddress.objects.create(user=known, email=address)
    Authenticator.objects.create(user=known, type="totp", data={"secret": NAME})
    for model in (AccessAttempt, AccessLog, AccessFailureLog):
        for name in (NAME.upper(), ADDRESSES[2]):
            more = {"failures_since_start": 1} if model is AccessAttempt else {}
            model.objects.create(username=name, ip_address="192.0.2.1", path_info="/", **more)
    for model, shown in ((User, NAME), (EmailAddress, ADDRESSES[2])):
        AdminLogEntry.objects.create(
            user=known,
            content_type=ContentType.objects.get_for_model(model),
            object_id=str(known.pk),
            object_repr=shown,
            action_flag=CHANGE,
        )
    tokens.token_create(user=known, name=NAME, scopes=["read"])
    today = date(2026, 6, 1)
    Absence.objects.create(user=known, first_day=today, last_day=today)
    idempotency.once(user=known, key=NAME, digest="0" * 64, work=lambda: {"name": NAME})
    Client().force_login(known, backend="django.contrib.auth.backends.ModelBackend")
    return known


def test_nothing_personal_outlives_an_account(
    anna: User,
    bert: User,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    monkeypatch.setattr("games.net.outbound.resolved", lambda _parts: "192.0.2.1")
    known = known_person()
    over = play_out(started(known), known)
    # Of a question that has passed, as older versions of the site left them.
    SavedDraft.objects.create(game=over, decision="old", seat="A", answer_sealed=seal(NAME))
    running = started(anna, known)
    invited = lobby(bert, bots=0, visibility="invited")
    player_invite(person=bert, game_id=invited.pk, username=NAME)
    url = f"https://{NAME}.example/"
    webhook_create(person=known, game_id=running.pk, url=checked_url(url), kinds=["your_turn"])
    asked = waiting(running, "B")
    draft_save(person=known, game_id=running.pk, decision=asked.id, answer={"by": NAME})
    head = again(over).head
    canaries = re.compile(f"{NAME}|canary", re.IGNORECASE)
    assert sum(bool(canaries.search(text)) for text in everything_stored()) > 10

    old_hash = known.get_session_auth_hash()
    with CaptureQueriesContext(connection) as queries:
        with django_capture_on_commit_callbacks(execute=True) as later:
            account_delete(person=known)
            # While games are locked nobody looks through the sessions of the whole site.
            assert not any("django_session" in query["sql"] for query in queries)
        assert later

    assert User.objects.get(pk=known.pk).get_session_auth_hash() != old_hash
    assert [text for text in everything_stored() if canaries.search(text)] == []
    assert not Session.objects.exists()
    assert not SavedDraft.objects.exists()
    gone = User.objects.get(pk=known.pk)
    assert gone.username == f"Player {gone.player_uid[:6]}"
    assert not gone.has_usable_password()
    assert not gone.is_active
    assert (gone.is_staff, gone.deleted_at is not None) == (False, True)
    shown = Game.objects.get(pk=over.pk)
    assert shown.head == head
    assert shown.seats.get(key="A").user == gone
    assert verify(*read_log(list(selectors.log_file(access.viewer(shown, NOBODY))))).over


def test_a_bot_goes_on_with_the_seat_and_another_hosts(anna: User, bert: User, cora: User) -> None:
    game = started(anna, bert, cora)
    account_delete(person=anna)
    game = again(game)
    assert game.host == bert
    assert payloads(game, "player_replaced") == [
        {
            "seat": "A",
            "player": "bot marshal",
            "by": anna.player_uid,
            "why": "account deleted",
        }
    ]
    assert game.seats.get(key="A").bot == "marshal"
    answer(game, bert)
    answer(game, cora)
    assert game_advance(game_id=game.pk) >= 1
    finished = play_out(game, bert, cora)
    assert finished.status == Game.Status.FINISHED
    assert proof(finished, NOBODY).over


def test_a_game_left_to_bots_alone_is_played_to_its_end(anna: User) -> None:
    game = started(anna)
    account_delete(person=anna)
    assert again(game).host is None
    game_advance(game_id=game.pk)
    assert again(game).status == Game.Status.FINISHED


def test_a_substitute_who_goes_is_taken_off_in_the_log(anna: User, bert: User) -> None:
    game = started(anna)
    game.seats.filter(key="A").update(substitute=bert)
    account_delete(person=bert)
    assert payloads(game, "substitute_named") == [
        {"seat": "A", "player": None, "by": bert.player_uid, "why": "account deleted"}
    ]
    assert again(game).seats.get(key="A").substitute is None
    assert "player_replaced" not in kinds(game)


def test_tables_in_the_lobby_are_handed_on_or_cancelled(anna: User, bert: User) -> None:
    alone, shared = lobby(anna, bots=1), lobby(anna, bots=1)
    theirs = lobby(bert, bots=1)
    game_join(person=bert, game_id=shared.pk)
    game_join(person=anna, game_id=theirs.pk)
    account_delete(person=anna)
    assert again(alone).status == Game.Status.CANCELLED
    assert again(shared).host == bert
    assert again(shared).status == Game.Status.LOBBY
    for game in (alone, shared, theirs):
        assert not game.seats.filter(user=anna).exists()
