"""Me, my tokens, my days away, and others as the site shows them."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from django.core import mail
from django.utils import timezone

from games.models import ApiToken, OutboxRow, User
from tests.service.tables import play_out, started
from tests.web.pages import Reader

PROFILE = {"username": "anna", "language": "en", "time_zone": "Europe/Berlin", "notify_address": ""}


def test_the_profile_is_changed_and_mistakes_are_named(anna: User, bert: User) -> None:
    reader = Reader(anna)
    page = reader.post("/me/", {**PROFILE, "username": "bert"}, status=422)
    assert "Somebody else has this name." in page
    changed = {**PROFILE, "username": "annette", "language": "de", "time_zone": "Asia/Tokyo"}
    assert '<html lang="de">' in reader.post("/me/", changed)
    anna.refresh_from_db()
    assert (anna.username, anna.language, anna.time_zone) == ("annette", "de", "Asia/Tokyo")


def test_a_new_address_counts_when_its_code_is_back(anna: User) -> None:
    reader = Reader(anna)
    page = reader.post("/me/", {**PROFILE, "notify_address": "post@example.net"})
    assert "A code was sent" in page
    [letter] = mail.outbox
    assert letter.to == ["post@example.net"]
    kept = OutboxRow.objects.get(user=anna, kind="account")
    at_home = reader.get(f"/outbox/{kept.pk}/")
    assert letter.body.split()[-1] in at_home
    assert "to post@example.net" in at_home
    assert "wrong or too old" in reader.post("/me/address/", {"code": "guess"}, status=422)
    anna.refresh_from_db()
    assert anna.address == "anna@example.org"
    reader.post("/me/address/", {"code": letter.body.split()[-1]})
    anna.refresh_from_db()
    assert anna.address == "post@example.net"


def test_a_token_is_shown_once_and_revoked(anna: User) -> None:
    reader = Reader(anna)
    page = reader.post("/me/tokens/", {"name": "my script", "scopes": ["read", "play"]})
    text = re.findall(r"wbp_[\w-]{20,}", page)
    assert len(text) == 1
    token = ApiToken.objects.get()
    assert token.scopes == ["read", "play"]
    page = reader.get("/me/tokens/")
    assert "my script" in page
    assert text[0] not in page
    reader.post(f"/me/tokens/{token.pk}/revoke/")
    assert "You have no tokens." in reader.get("/me/tokens/")
    assert "This field is required." in reader.post("/me/tokens/", {"name": "x"}, status=422)


def test_a_token_of_somebody_else_cannot_be_revoked(anna: User, bert: User) -> None:
    Reader(anna).post("/me/tokens/", {"name": "hers", "scopes": ["read"]})
    token = ApiToken.objects.get()
    Reader(bert).post(f"/me/tokens/{token.pk}/revoke/", status=404)
    token.refresh_from_db()
    assert token.revoked_at is None


def test_days_away_are_entered_and_given_back(anna: User) -> None:
    reader = Reader(anna)
    first = timezone.localdate() + timedelta(days=10)
    days = {"first_day": first.isoformat(), "last_day": (first + timedelta(days=6)).isoformat()}
    assert "Deadlines of your games wait" in reader.post("/me/away/", days)
    assert "away on some of these days already" in reader.post("/me/away/", days, status=422)
    absence = anna.absences.get()
    reader.post(f"/me/away/{absence.pk}/end/")
    assert not anna.absences.exists()


def test_an_account_ends_with_the_right_password_only(anna: User, bert: User) -> None:
    started(anna, bert)
    reader = Reader(anna)
    page = reader.post("/me/delete/", {"password": "wrong"}, status=422)
    assert "This is not your password." in page
    assert "Farewell" in reader.post("/me/delete/", {"password": "secret"})
    anna.refresh_from_db()
    assert anna.deleted_at is not None
    assert "_auth_user_id" not in reader.client.session


def test_who_guesses_the_password_of_an_open_session_waits(anna: User, settings: Any) -> None:
    reader = Reader(anna)
    for _ in range(settings.AXES_FAILURE_LIMIT - 1):
        reader.post("/me/delete/", {"password": "wrong"}, status=422)
    assert "Wait 15 minutes" in reader.post("/me/delete/", {"password": "wrong"}, status=429)
    reader.post("/me/delete/", {"password": "secret"}, status=429)
    anna.refresh_from_db()
    assert anna.deleted_at is None


def test_others_see_a_name_and_public_games_and_no_address(
    anna: User, bert: User, stranger: Reader
) -> None:
    play_out(started(anna, name="Played in the open"), anna)
    started(anna, bert, name="Behind doors", visibility="invited")
    page = stranger.get(f"/people/{anna.player_uid}/")
    assert "anna" in page
    assert "Played in the open" in page
    assert "1 finished public game" in page
    assert "Behind doors" not in page
    assert "@example.org" not in page
    stranger.get("/people/p-0123456789abcdef/", status=404)


def test_the_zone_of_the_browser_is_taken_from_any_page(anna: User) -> None:
    reader = Reader(anna)
    page = reader.get("/rules/")
    assert 'data-offer-zone="Europe/Berlin" hidden' in page
    sent = {"time_zone": "America/Bogota", "next": "/rules/"}
    page = reader.post("/me/zone/", sent)
    assert "Times are shown for America/Bogota" in page
    assert "<h1>Rules" in page
    anna.refresh_from_db()
    assert anna.time_zone == "America/Bogota"
    # Neither another site nor the name of a page, which a redirect would look up.
    for elsewhere in ("https://example.org/", "//example.org", "foo", "home", ""):
        away = reader.client.post("/me/zone/", {**sent, "next": elsewhere})
        assert away["Location"] == "/"
    reader.post("/me/zone/", {"time_zone": "Middle/Earth"}, status=422)
    anna.refresh_from_db()
    assert anna.time_zone == "America/Bogota"
