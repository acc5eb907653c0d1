"""Pushes about the toys: to a browser, over a service that stands in for those of the browsers."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.core import Ruleset
from games.models import User
from games.services.post.delivery import deliver_due
from tests.contract.page_text import NOUNS_OF_WALLENSTEIN
from tests.contract.toys.registered import TOYS
from tests.service.conftest import anna, bert, nothing_folded
from tests.service.places import browser, receiver, states
from tests.service.receiver import Receiver
from tests.service.tables import play_out, started

__all__ = ["anna", "bert", "nothing_folded", "receiver"]

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.key)
@pytest.mark.parametrize(
    ("language", "asked", "over"),
    [
        ("en", "Your turn in The Inn", "The Inn is over"),
        ("de", "The Inn: Du bist dran", "The Inn: Die Partie ist vorbei"),
    ],
)
def test_a_browser_is_told_of_the_game(
    toy: Ruleset[Any],
    language: str,
    asked: str,
    over: str,
    anna: User,
    bert: User,
    receiver: Receiver,
) -> None:
    User.objects.filter(pk=anna.pk).update(language=language)
    owned, _place = browser(anna, receiver)
    game = started(anna, bert, players=2, name="The Inn", ruleset=toy.key)
    assert deliver_due("calls") == 1
    play_out(game, anna, bert)
    assert deliver_due("calls") >= 1
    notices = [owned.read(body) for _headers, body in receiver.calls]
    assert (notices[0]["title"], notices[-1]["title"]) == (asked, over)
    for notice in notices:
        assert f"/games/{game.pk}/" in notice["url"]
        words = f"{notice['title']} {notice['body']}"
        assert NOUNS_OF_WALLENSTEIN[language].search(words) is None, words
    sent = {kind for kind, _channel, state in states(anna, channel="push") if state == "sent"}
    assert sent == {"your_turn", "game_over"}
