"""Letters, odds, luck and audit of every ruleset and expansion: nothing of them knows one game."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest
from django.test import Client

from engine.kernel.core import Decision, Json
from games import access
from games.boards import BOARDS
from games.boards.blocks import Block, Heading, Listing
from games.mail.letters import message_of, short
from games.models import Game, OutboxRow, User
from games.read.timeline import timeline
from games.services.play.advance import game_advance
from tests.play.tables import Of, set_table
from tests.service.tables import again, answer, open_seats, started, waiting

FIRST_EDITION, COURT, BANNERS = "wallenstein-2002", "emperors_court", "landsknechte"
ASK = {"choices": "ask"}
DRAFT = {"choices": "ask", "line_up": "draft"}
# What each game is set up with, and what must have been asked by letter in it.
GAMES: dict[str, tuple[dict[str, Any], set[str]]] = {
    "2002 ask": ({"ruleset": FIRST_EDITION, "options": ASK}, {"plan", "move", "defence"}),
    "court ask": ({"options": {**ASK, COURT: "on"}}, {"plan", "move", "favor"}),
    "landsknechte ask": ({"options": {**ASK, BANNERS: "on"}}, {"plan", "position", "bonus"}),
    "both draft": (
        {"options": {**DRAFT, COURT: "on", BANNERS: "on"}},
        {"plan", "draft_pick", "favor", "bonus"},
    ),
}
PAGES = (
    *("", "?place=boehmen", "places/", "news/?since=1", "report/", "replay/", "charts/", "audit/"),
    *("luck/", "odds/", "chat/", "notes/", "referee/", "archive.zip"),
)


def listed(of: Of) -> tuple[Json, list[Block]]:
    """A table before the first plans, and all that a letter says of it."""
    table = set_table(of, "letters")
    table.advance()
    view = table.game.ruleset.view(table.game.state, None)
    names = {seat: seat for seat in view["money"]}
    return view, list(BOARDS[of.ruleset].letters.position(view, None, "en", names))


def test_house_values_are_marked_in_letters() -> None:
    view, blocks = listed(Of(3, "default", "orders", expansions=(COURT,)))
    marked = [card["house_value"] for card in view[COURT]["cards"]]
    start = blocks.index(Heading("The Emperor’s court"))
    cards = blocks[start + 1]
    assert isinstance(cards, Listing)
    assert ["(house value)" in title for title, _price in cards.items] == marked
    assert any(marked)
    _view, blocks = listed(Of(3, "default", "orders", expansions=(BANNERS,)))
    piles = blocks[blocks.index(Heading("Landsknechte")) + 1]
    assert isinstance(piles, Listing)
    assert {text for _name, text in piles.items} == {
        "Next card: 2 Thalers or 1 army into the tray (house value)"
    }
    _view, blocks = listed(Of(3, "default", "orders", FIRST_EDITION))
    lines = [item for block in blocks if isinstance(block, Listing) for item in block.items]
    assert dict(lines)["Grain lost in winter"].endswith("(house value)")
    _view, blocks = listed(Of(3, "default", "orders"))
    assert "house value" not in repr(blocks)


def play_tersely(game: Game, kinds: set[str], client: Client, *people: User) -> dict[str, Decision]:
    """The rest of a game, its forms looked at on the way; one question of each kind.

    Once these were asked, plans have standing orders, so that less is asked and the end is near.
    """
    asked: dict[str, Decision] = {}
    while again(game).status == Game.Status.RUNNING:
        for seat in open_seats(game):
            player = next(p for p in people if access.seat_for(game, p).key == seat)
            decision = waiting(game, seat)
            if decision.kind not in asked:
                asked[decision.kind] = decision
                look_at_turn(game, client, player, decision)
            answer(game, player, terse=not kinds <= set(asked))
        game_advance(game_id=game.id)
    return asked


def look_at_turn(game: Game, client: Client, player: User, decision: Decision) -> None:
    """The form of a question, and the table and the odds while it is open."""
    client.force_login(player)
    for page in (f"turn/{decision.id}/", "", "odds/", "places/"):
        response = client.get(f"/games/{game.pk}/{page}", follow=True)
        assert response.status_code == 200, (decision.kind, page)
    client.logout()


def pages_of(game: Game, reader: User) -> dict[str, list[str]]:
    """Every page of a game, in both languages; each chapter is told in one, in turns."""
    chapters = range(len(timeline(access.viewer(game, reader), "en").chapters))
    of_chapters = [[f"report/{chapter}/", f"replay/frames/{chapter}/"] for chapter in chapters]
    return {
        language: [*PAGES, *chain.from_iterable(of_chapters[place::2])]
        for place, language in enumerate(("en", "de"))
    }


@pytest.mark.parametrize(
    "name",
    [
        "2002 ask",
        "both draft",
        # Each alone has nothing that both together have not, but for questions that all games have.
        *(pytest.param(name, marks=pytest.mark.soak) for name in ("court ask", "landsknechte ask")),
    ],
)
def test_letters_and_pages_of_every_game(client: Client, anna: User, bert: User, name: str) -> None:
    choices, kinds = GAMES[name]
    User.objects.filter(pk=bert.pk).update(language="de")
    bert.refresh_from_db()
    running = started(anna, bert, **choices)
    asked = play_tersely(running, kinds, client, anna, bert)
    assert kinds <= set(asked)
    game = again(running)
    rows = OutboxRow.objects.filter(game=game).order_by("pk")
    assert {"your_turn", "game_over"} <= {row.kind for row in rows}
    assert {row.user.language for row in rows} == {"en", "de"}
    # One of each sort tells whether its words and its picture know the game.
    for row in {(row.kind, row.user.language, row.data.get("kind")): row for row in rows}.values():
        letter = message_of(row)
        assert game.name in letter.subject
        assert row.data["head"] in str(letter.body)
        assert short(row).title
    client.force_login(anna)
    for language, pages in pages_of(game, anna).items():
        for page in pages:
            address, header = f"/games/{game.pk}/{page}", {"accept-language": language}
            response = client.get(address, follow=True, headers=header)
            assert response.status_code == 200, (language, page)
        # The second time it is a stranger who reads, and in German.
        client.logout()
