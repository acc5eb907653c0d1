"""From sign-up to a second step, and nobody learns who has an account."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from axes.models import AccessAttempt
from cryptography.fernet import Fernet
from django.contrib.auth.hashers import make_password
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games.models import User
from games.services.people.tokens import token_create, token_for
from tests.service.tables import everything_stored
from tests.web.pages import Reader
from wallenstein_site import settings as site

SIGN_UP = {
    "username": "dora",
    "email": "dora@example.org",
    "password1": "a horse and a tower",
    "password2": "a horse and a tower",
    "language": "de",
    "time_zone": "Europe/Vienna",
}


@pytest.fixture(autouse=True)
def _as_in_production(settings: Any) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"


@pytest.fixture(autouse=True)
def _time_stands_still() -> Iterator[None]:
    """A code of six digits is good for half a minute, which could end within a test."""
    with time_machine.travel(timezone.now(), tick=False):
        yield


def link_in(letter: Any) -> str:
    """The address a letter leads to, without its host."""
    link = re.search(r"https?://[^/\s]+(/accounts/\S+)", letter.body)
    assert link, letter.body
    return link[1]


def code_of(secret: str) -> str:
    counter = next(yield_hotp_counters_from_time())
    return str(format_hotp_value(hotp_value(secret, counter)))


def test_from_sign_up_to_a_second_step_and_a_new_password(stranger: Reader) -> None:
    stranger.post("/accounts/signup/", SIGN_UP)
    dora = User.objects.get(username="dora")
    assert (dora.language, dora.time_zone) == ("de", "Europe/Vienna")
    assert "_auth_user_id" not in stranger.client.session
    [letter] = mail.outbox
    assert letter.to == ["dora@example.org"]
    assert letter.subject.startswith("Wallenstein by Post: ")
    assert letter.message()["Auto-Submitted"] == "auto-generated"
    confirmation = link_in(letter)
    stranger.get(confirmation)
    stranger.post(confirmation)
    assert EmailAddress.objects.get(user=dora).verified

    signed_in = {"login": "dora", "password": SIGN_UP["password1"]}
    stranger.post("/accounts/login/", signed_in)
    assert stranger.client.session["_auth_user_id"] == str(dora.pk)

    stranger.post("/accounts/reauthenticate/", {"password": SIGN_UP["password1"]})
    stranger.get("/accounts/2fa/totp/activate/")
    secret = stranger.client.session["mfa.totp.secret"]
    stranger.post("/accounts/2fa/totp/activate/", {"code": code_of(secret)})
    assert Authenticator.objects.filter(user=dora, type=Authenticator.Type.TOTP).exists()
    assert not any(secret in stored for stored in everything_stored() if "mfa.totp" not in stored)

    stranger.post("/accounts/logout/")
    page = stranger.post("/accounts/login/", signed_in)
    assert 'name="code"' in page
    assert "_auth_user_id" not in stranger.client.session

    mail.outbox.clear()
    stranger = Reader()
    stranger.post("/accounts/password/reset/", {"email": "dora@example.org"})
    [letter] = mail.outbox
    address = stranger.client.get(link_in(letter), follow=True).redirect_chain[-1][0]
    new = {"password1": "a cube and a county", "password2": "a cube and a county"}
    stranger.post(address, new)
    dora.refresh_from_db()
    assert dora.check_password("a cube and a county")


def test_passwords_are_kept_by_argon2(stranger: Reader, settings: Any) -> None:
    settings.PASSWORD_HASHERS = site.PASSWORD_HASHERS
    stranger.post("/accounts/signup/", SIGN_UP)
    dora, password = User.objects.get(username="dora"), SIGN_UP["password1"]
    assert dora.password.startswith("argon2$argon2id$")
    assert dora.check_password(password)
    assert not dora.check_password(password.upper())
    # What an older site has kept is put under it when somebody signs in.
    User.objects.update(password=make_password(password, hasher="pbkdf2_sha256"))
    EmailAddress.objects.update(verified=True)
    stranger.post("/accounts/login/", {"login": "dora", "password": password})
    assert stranger.client.session["_auth_user_id"] == str(dora.pk)
    dora.refresh_from_db()
    assert dora.password.startswith("argon2$argon2id$")


def test_a_new_password_revokes_every_token(anna: User, bert: User) -> None:
    reader = Reader(anna)
    made = [token_create(user=user, name="x", scopes=["play"]).text for user in (anna, bert)]
    new = {"oldpassword": "secret", "password1": "a cube and a county"}
    page = reader.client.get("/admin/password_change/")
    assert page["Location"] == "/accounts/password/change/"
    reader.post(page["Location"], {**new, "password2": "something else"})
    assert all(token_for(text) for text in made)
    reader.post(page["Location"], {**new, "password2": new["password1"]})
    assert [bool(token_for(text)) for text in made] == [False, True]


def test_a_password_that_was_reset_revokes_every_token(anna: User) -> None:
    EmailAddress.objects.create(user=anna, email=anna.email, verified=True, primary=True)
    text = token_create(user=anna, name="x", scopes=["play"]).text
    stranger = Reader()
    stranger.post("/accounts/password/reset/", {"email": anna.email})
    address = stranger.client.get(link_in(mail.outbox[0]), follow=True).redirect_chain[-1][0]
    assert token_for(text)
    stranger.post(address, {"password1": "a cube and a county", "password2": "a cube and a county"})
    assert token_for(text) is None


def test_a_password_changed_by_an_operator_revokes_every_token(
    anna: User, bert: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = [token_create(user=user, name="x", scopes=["play"]).text for user in (anna, bert)]
    monkeypatch.setattr("getpass.getpass", lambda **_: "a cube and a county")
    call_command("changepassword", "anna", stdout=StringIO())
    anna.refresh_from_db()
    assert anna.check_password("a cube and a county")
    assert [bool(token_for(text)) for text in made] == [False, True]


def test_a_hash_renewed_at_sign_in_revokes_nothing(anna: User, settings: Any) -> None:
    text = token_create(user=anna, name="x", scopes=["play"]).text
    renewed = "django.contrib.auth.hashers.ScryptPasswordHasher"
    settings.PASSWORD_HASHERS = [renewed, *settings.PASSWORD_HASHERS]
    before = anna.password
    assert anna.check_password("secret")
    anna.refresh_from_db()
    assert anna.password != before
    assert token_for(text)


def test_signing_up_with_a_known_address_looks_the_same(anna: User) -> None:
    known, fresh = Reader(), Reader()
    twice = {**SIGN_UP, "email": anna.email}
    EmailAddress.objects.create(user=anna, email=anna.email, verified=True, primary=True)
    answers = [
        known.client.post("/accounts/signup/", twice),
        fresh.client.post("/accounts/signup/", {**SIGN_UP, "username": "emil"}),
    ]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert not User.objects.filter(username="dora").exists()
    to_anna = next(letter for letter in mail.outbox if letter.to == [anna.email])
    assert "There is an account with this address already" in to_anna.body


def test_a_reset_looks_the_same_for_unknown_addresses(anna: User) -> None:
    EmailAddress.objects.create(user=anna, email=anna.email, verified=True, primary=True)
    pages = [
        Reader().post("/accounts/password/reset/", {"email": address})
        for address in (anna.email, "nobody@example.org")
    ]
    assert without_tokens(pages[0]) == without_tokens(pages[1])
    assert len(mail.outbox) == 2


def without_tokens(page: str) -> str:
    return re.sub(r'(value="|CSRFToken": ")[A-Za-z0-9]{64}"', "", page)


def test_wrong_names_and_wrong_passwords_are_told_alike(anna: User) -> None:
    pages = [
        Reader().post("/accounts/login/", {"login": name, "password": "wrong"})
        for name in ("anna", "nobody")
    ]
    complaints = [re.findall(r"<li>(.*?)</li>", page) for page in pages]
    assert complaints[0] == complaints[1]
    assert complaints[0]


@pytest.mark.parametrize("login", ["anna", "anna@example.org"])
def test_who_guesses_passwords_waits(anna: User, settings: Any, login: str) -> None:
    settings.ACCOUNT_RATE_LIMITS = False
    guesser = Reader()
    for _ in range(settings.AXES_FAILURE_LIMIT - 1):
        guesser.post("/accounts/login/", {"login": login, "password": "wrong"})
    page = guesser.post("/accounts/login/", {"login": login, "password": "wrong"}, status=429)
    assert "Wait 15 minutes" in page
    guesser.post("/accounts/login/", {"login": login, "password": "secret"}, status=429)
    assert "account_login" not in guesser.client.session


def tried(name: str, password: str, address: str) -> int:
    """A browser at an address, as our proxy tells it, that signs in or fails to."""
    form = {"login": name, "password": password}
    answer = Client().post("/accounts/login/", form, headers={"X-Forwarded-For": address})
    return int(answer.status_code)


def test_behind_the_proxy_a_guesser_keeps_nobody_else_out(anna: User, settings: Any) -> None:
    settings.PROXIES = 1
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    settings.ACCOUNT_RATE_LIMITS = False
    for number in range(settings.AXES_FAILURE_LIMIT):
        # Whatever the guesser writes in front, the proxy adds where it comes from.
        tried("anna", "wrong", f"203.0.113.{number}, 192.0.2.1")
    assert tried("anna", "secret", "192.0.2.1") == 429
    assert tried("anna", "secret", "192.0.2.2") == 302
    assert {row.ip_address for row in AccessAttempt.objects.all()} == {"192.0.2.1"}


def test_the_limits_of_allauth_go_by_the_address_behind_the_proxy(db: None, settings: Any) -> None:
    settings.PROXIES = 1
    settings.ACCOUNT_RATE_LIMITS = {"login": "2/m/ip"}
    addresses = ["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2", "not an address"]
    assert [tried("nobody", "wrong", address) for address in addresses] == [200, 200, 429, 200, 200]


def test_no_proxy_is_believed_unless_there_is_one(anna: User, settings: Any) -> None:
    for number in range(2):
        tried("anna", "wrong", f"203.0.113.{number}")
    assert [row.ip_address for row in AccessAttempt.objects.all()] == ["127.0.0.1"]


def test_a_failed_sign_in_keeps_nothing_of_what_was_sent(anna: User) -> None:
    invited = "/accounts/login/?next=/games/b/%3Finvite%3Dcanary"
    for _ in range(2):
        form = {"login": "anna", "password": "wrong", "next": "/games/b/?invite=canary"}
        Client().post(invited, form)
    attempt = AccessAttempt.objects.get()
    assert (attempt.failures_since_start, attempt.get_data, attempt.post_data) == (2, "", "")
    assert not any("canary" in stored for stored in everything_stored())


def test_the_admin_asks_for_the_second_step_too(anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(is_staff=True, is_superuser=True)
    EmailAddress.objects.create(user=anna, email=anna.email, verified=True, primary=True)
    TOTP.activate(anna, "JBSWY3DPEHPK3PXP")
    client = Client()
    door = client.get("/admin/")
    assert door["Location"] == "/admin/login/?next=/admin/"
    form = {"username": "anna", "password": "secret", "next": "/admin/"}
    sent = client.post("/admin/login/", form)
    assert (sent.status_code, sent["Location"]) == (302, "/accounts/login/?next=%2Fadmin%2F")
    assert "_auth_user_id" not in client.session
    form = {"login": "anna", "password": "secret", "next": "/admin/"}
    assert b'name="code"' in client.post("/accounts/login/", form, follow=True).content
    assert client.get("/admin/").status_code == 302
    code = {"code": code_of("JBSWY3DPEHPK3PXP")}
    client.post("/accounts/2fa/authenticate/", code)
    assert client.get("/admin/").status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/accounts/email/",
        "/accounts/password/change/",
        "/accounts/2fa/",
        "/accounts/2fa/webauthn/",
        "/accounts/logout/",
    ],
)
def test_the_pages_of_an_account_are_ours_in_both_languages(anna: User, path: str) -> None:
    reader = Reader(anna)
    session = reader.client.session
    session["account_authentication_methods"] = [{"method": "password", "at": 4e9}]
    session.save()
    assert 'class="tabs"' in reader.get(path)
    anna.language = "de"
    anna.save()
    assert '<html lang="de">' in reader.get(path)


def test_second_steps_survive_new_keys(anna: User, settings: Any) -> None:
    TOTP.activate(anna, "JBSWY3DPEHPK3PXP")
    codes = RecoveryCodes.activate(anna).get_unused_codes()
    old = list(settings.SEAL_KEYS)
    settings.SEAL_KEYS = [Fernet.generate_key().decode(), *old]
    call_command("rotate_keys", verbosity=0)
    settings.SEAL_KEYS = settings.SEAL_KEYS[:1]
    totp = Authenticator.objects.get(user=anna, type=Authenticator.Type.TOTP)
    assert totp.wrap().validate_code(code_of("JBSWY3DPEHPK3PXP"))
    kept = Authenticator.objects.get(user=anna, type=Authenticator.Type.RECOVERY_CODES)
    assert kept.wrap().get_unused_codes() == codes


def test_sign_up_says_which_names_there_may_be(stranger: Reader) -> None:
    page = stranger.get("/accounts/signup/")
    assert page.count("Sign up") >= 4, "in the title, on top, at the button and at the way there"
    assert "Signup" not in page
    assert "Sign Up" not in page
    rule = "Letters, digits and the signs @ . + - _ only, no spaces."
    assert rule in page.partition('name="username"')[2].partition("</div>")[0]
    filled = {"username": "anna of Prague", "email": "anna@example.org"}
    assert "anna of Prague" in stranger.post("/accounts/signup/", filled)
