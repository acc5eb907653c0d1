"""Push in a real browser: the page sets it up, the script of the site shows what comes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser as Chrome
from playwright.sync_api import Page, Playwright, expect

from games.models import Destination, User
from games.notify.destinations import browser_add
from tests.browser.conftest import Visit, launched
from tests.browser.hands import until
from tests.service.browsers import Browser
from tests.service.tables import started

# A browser gets its subscription from a service of its maker, which no test can reach.
SUBSCRIBE = """(told) => {
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async (wanted) => {
    window.key = wanted.applicationServerKey.length;
    return { toJSON: () => told };
  };
  Notification.requestPermission = async () => "granted";
}"""


@pytest.fixture(scope="module")
def chrome(playwright: Playwright) -> Iterator[Chrome]:
    """A whole Chromium: without windows it shows no notices."""
    with launched(playwright, whole=True) as browser:
        yield browser


def subscription(of: Browser) -> dict[str, Any]:
    keys = of.subscription
    return {
        "endpoint": keys["endpoint"],
        "keys": {"p256dh": keys["p256dh"], "auth": keys["auth"]},
    }


def notifications(page: Page) -> list[Any]:
    shown: list[Any] = page.evaluate("""async () => {
      const registration = await navigator.serviceWorker.ready;
      const shown = await registration.getNotifications();
      return shown.map((one) => [one.title, one.body, one.data.url]);
    }""")
    return shown


def test_a_browser_is_set_up_with_one_button_and_shows_what_is_pushed(
    visit: Visit, anna: User, settings: Any
) -> None:
    settings.WEBHOOKS_TO_LOOPBACK = True
    window = visit(permissions=["notifications"])
    window.sign_in(anna)
    page = window.open("/me/notices/")
    page.evaluate(SUBSCRIBE, subscription(Browser("http://127.0.0.1:9/push")))
    page.fill("#push-name", "My desk")
    page.get_by_role("button", name="Notify me in this browser").click()
    expect(page.locator(".say.success")).to_contain_text("Notifications go to this browser")
    place = Destination.objects.get()
    assert (place.user, place.name, place.hint) == (anna, "My desk", "127.0.0.1:9")
    _push(page, window.base, {"title": "Your turn", "body": "Plan!", "url": f"{window.base}/me/"})
    assert notifications(page) == [["Your turn", "Plan!", f"{window.base}/me/"]]


def _push(page: Page, base: str, notice: dict[str, str]) -> None:
    """What the browser does when its push service calls."""
    line = page.context.new_cdp_session(page)
    registrations: list[str] = []
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(one["registrationId"] for one in event["registrations"]),
    )
    line.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(lambda: bool(registrations), page)
    line.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": base, "registrationId": registrations[-1], "data": json.dumps(notice)},
    )
    # A promise counts as an answer for `wait_for_function`, whatever becomes of it.
    until(lambda: bool(notifications(page)), page)


def test_a_browser_that_may_not_show_notices_says_so(visit: Visit, anna: User) -> None:
    window = visit()
    window.sign_in(anna)
    page = window.open("/me/notices/")
    page.evaluate("Notification.requestPermission = async () => 'denied'")
    page.get_by_role("button", name="Notify me in this browser").click()
    expect(page.locator("#push-problem")).to_contain_text("does not allow notifications")
    assert not Destination.objects.exists()


def test_the_pages_about_notices_shut_nobody_out(visit: Visit, anna: User) -> None:
    subscription = Browser("https://push.example/x").subscription
    browser_add(person=anna, name="A phone with a very long name " * 2, subscription=subscription)
    started(anna)
    window = visit(phone=True)
    page = window.sign_in(anna)
    for address in ("/me/notices/", "/me/post/"):
        window.open(address)
        assert window.violations() == []
        page.emulate_media(color_scheme="dark")
        assert window.violations("color-contrast") == []
        page.emulate_media(color_scheme="light")
        assert not page.evaluate(
            "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        )
