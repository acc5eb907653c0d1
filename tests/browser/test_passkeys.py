"""Passkeys in a real browser, with an authenticator that Chromium only pretends to have."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from playwright.sync_api import Page, expect

from games.models import User
from tests.browser.conftest import PASSWORD, Visit

# A phone that knows its owner: keeps keys itself and needs nobody to touch it.
PHONE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def give_phone(page: Page) -> None:
    """Let this window have an authenticator."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": PHONE})


def test_a_passkey_is_added_and_signs_in_without_a_password(visit: Visit, anna: User) -> None:
    EmailAddress.objects.create(user=anna, email=anna.email, verified=True, primary=True)
    window = visit()
    page = window.sign_in_by_form(anna)
    give_phone(page)
    window.open("/accounts/2fa/webauthn/add/")
    # A second step is added only by who has said the password just now.
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    # Not by its end: the page that asks for the password names the one it leads to.
    page.wait_for_url(f"{window.base}/accounts/2fa/webauthn/add/")
    assert window.violations() == []
    page.fill("[name=name]", "my phone")
    page.check("[name=passwordless]")
    page.locator("#mfa_webauthn_add").click()
    page.wait_for_url("**/accounts/2fa/recovery-codes/**")
    assert window.violations() == []
    passkey = Authenticator.objects.get(user=anna, type=Authenticator.Type.WEBAUTHN)
    assert (passkey.wrap().name, passkey.wrap().is_passwordless) == ("my phone", True)

    window.open("/accounts/logout/")
    page.locator("main form button").click()
    page.wait_for_url(f"{window.base}/")
    window.open("/accounts/login/")
    page.locator("#passkey_login").click()
    page.wait_for_url(f"{window.base}/")
    expect(page.get_by_role("link", name="anna")).to_be_visible()
