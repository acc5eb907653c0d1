"""What a page has confirmed stays in sight when the page renews itself."""

from __future__ import annotations

from playwright.sync_api import expect

from games.models import User
from games.services.tables.lobby import game_join, game_start
from tests.browser.conftest import Visit
from tests.service.tables import lobby, person


def test_a_confirmation_outlives_the_start_of_the_game(
    visit: Visit, anna: User, bert: User
) -> None:
    table = lobby(anna, players=3, bots=0)
    window = visit()
    window.sign_in(bert)
    page = window.open(f"/games/{table.pk}/")
    page.get_by_role("button", name="Sit down").click()
    message = page.locator("#messages .say > span")
    words = "You have a seat at the table."
    expect(message).to_have_text([words])
    # A guest more: the page takes over its parts. The start: it is another page.
    game_join(person=person("cora"), game_id=table.pk, invite=table.invite)
    expect(page.locator("#lobby")).to_contain_text("cora")
    expect(message).to_have_text([words])
    game_start(person=anna, game_id=table.pk)
    expect(page.locator("#now-heading")).to_have_text("It is your turn")
    expect(message).to_have_text([words])
    # It is shown again once, not for ever.
    page.locator("#messages").get_by_role("button").click()
    expect(message).to_have_count(0)
    page.reload()
    expect(page.locator("#now-heading")).to_have_text("It is your turn")
    expect(message).to_have_count(0)
