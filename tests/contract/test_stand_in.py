"""Who plays for somebody who is late or gone: the ruleset's own bot, or its default answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils.translation import override

from engine.bots import BOTS, DEFAULT_ANSWERS, stand_in
from engine.kernel.core import Ruleset
from engine.kernel.verify import verify
from engine.registry import RULESETS, by_version
from games.boards.bots import bot_title, bots_of, first_rivals, ranked_title
from games.errors import Refused
from games.log import store
from games.models import Game, User
from games.services.play.advance import game_advance
from games.services.tables.lobby import game_create, game_join, game_start
from games.services.tables.seats import player_resign
from tests.contract.toys.press import Press
from tests.contract.toys.registered import HIGH_CARD, PRESS, TOYS
from tests.service.conftest import anna, at, bert
from tests.service.tables import again, lobby, payloads, started

__all__ = ["anna", "at", "bert"]

pytestmark = pytest.mark.django_db
Travel = Callable[[datetime], None]
START = datetime(2026, 6, 1, 12, tzinfo=UTC)
DAY = {"kind": "hours", "hours": 24, "grace_minutes": 0}


class PressAlone(Press):
    """The same game, which no bot has learned."""

    key = "toy-press-alone"


ALONE: Ruleset[Any] = PressAlone()


@pytest.fixture(autouse=True)
def _known() -> Iterator[None]:
    """The game without bots is known, too."""
    store.forget()
    with RULESETS.lent(by_version(ALONE)):
        yield
    store.forget()


def two_alone(anna: User, bert: User, **choices: Any) -> Game:
    """Two people at a game without bots."""
    game = lobby(anna, players=2, bots=0, ruleset=ALONE.key, **choices)
    game_join(person=bert, game_id=game.id, invite=game.invite)
    return game_start(person=anna, game_id=game.id)


def sealed_by(game: Game) -> list[str]:
    return [payload["by"] for payload in payloads(game, "answer_sealed")]


def test_the_bot_named_for_it_stands_in_and_else_the_strongest() -> None:
    assert {key: stand_in(key) for key in BOTS} == {
        "wallenstein-2010": "marshal",
        "wallenstein-2002": "marshal",
        "loewenherz-2003": "baron",
        PRESS.key: "random",
        HIGH_CARD.key: "random",
    }
    assert stand_in(ALONE.key) is None
    assert stand_in("chess") is None
    known = ["generalissimo", "marshal", "recruit", "random"]
    assert [bot.name for bot in bots_of("wallenstein-2010")] == known
    # In a game that nobody has drawn a bot goes by its term.
    assert bots_of(PRESS.key) == [("random", "Chance", "", "")]
    assert bots_of(ALONE.key) == []


@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.key)
def test_a_bot_of_the_game_stands_in_for_the_late(
    at: Travel, toy: Ruleset[Any], anna: User
) -> None:
    at(START)
    game = started(anna, players=2, ruleset=toy.key, schedule=DAY, lateness="stand_in")
    for day in range(1, 200):
        if again(game).status == Game.Status.FINISHED:
            break
        at(START + timedelta(days=day))
        game_advance(game_id=game.id)
    over = again(game)
    assert over.status == Game.Status.FINISHED
    assert {by for by in sealed_by(game) if by.startswith("bot")} == {"bot random"}
    assert {p["policy"] for p in payloads(game, "time_ran_out")} == {"stand_in"}
    assert verify(store.header_of(over), store.entries_of(over)).over


def test_who_resigns_leaves_a_bot_of_the_game(anna: User, bert: User) -> None:
    game = started(anna, bert, players=3, ruleset=PRESS.key)
    player_resign(person=bert, game_id=game.id)
    assert again(game).seats.get(key="B").bot == "random"


@pytest.mark.parametrize(
    ("choices", "code", "words"),
    [
        ({"lateness": "stand_in"}, "no_stand_in", "none can stand in"),
        ({"bots": ["random"]}, "unknown_bot", "No bot plays this game."),
        ({"bots": [DEFAULT_ANSWERS]}, "unknown_bot", "No bot plays this game."),
    ],
)
def test_a_game_without_bots_seats_none(
    anna: User, choices: dict[str, Any], code: str, words: str
) -> None:
    with pytest.raises(Refused, match=words) as refused:
        game_create(host=anna, name="Alone", players=2, ruleset=ALONE.key, **choices)
    assert refused.value.code == code


def test_whoever_leaves_a_game_without_bots_is_followed_by_default_answers(
    anna: User, bert: User
) -> None:
    game = two_alone(anna, bert)
    for player in (bert, anna):
        player_resign(person=player, game_id=game.id)
    seat = again(game).seats.get(key="B")
    assert (seat.user, seat.bot) == (None, DEFAULT_ANSWERS)
    assert bot_title(ALONE.key, seat.bot) == "default answers"
    for _ in range(200):
        if again(game).status == Game.Status.FINISHED:
            break
        game_advance(game_id=game.id)
    over = again(game)
    entries = store.entries_of(over)
    assert set(sealed_by(game)) == {f"bot {DEFAULT_ANSWERS}"}
    assert verify(store.header_of(over), entries).over


def test_a_stored_table_that_wants_a_stand_in_nobody_can_be_goes_by_the_default(
    at: Travel, anna: User, bert: User
) -> None:
    at(START)
    game = two_alone(anna, bert, schedule=DAY, lateness="default")
    Game.objects.filter(pk=game.pk).update(lateness="stand_in")
    at(START + timedelta(days=1))
    game_advance(game_id=game.id)
    assert sealed_by(game) == ["default"]
    assert again(game).trouble == ""


def test_whoever_plays_for_the_first_time_meets_a_bot_of_the_game() -> None:
    for key, bots in BOTS.items():
        assert set(first_rivals(key, 4)) <= set(bots)
    assert first_rivals("wallenstein-2010", 4) == ["recruit", "marshal", "recruit", "marshal"]
    assert first_rivals(ALONE.key, 4) == []
    assert first_rivals(PRESS.key, 2) == [stand_in(PRESS.key)] * 2


def test_a_newcomer_is_told_how_strong_a_bot_is() -> None:
    levels = {bot.name: bot.level for bot in bots_of("wallenstein-2010")}
    assert levels == {
        "generalissimo": "strong",
        "marshal": "fair",
        "recruit": "beginner",
        "random": "plays at random",
    }
    assert ranked_title("wallenstein-2002", "marshal") == "Marshal (fair)"
    with override("de"):
        german = {bot.name: bot.level for bot in bots_of("wallenstein-2010")}
        assert german["recruit"] == "Anfänger"
        assert (german["marshal"], german["generalissimo"]) == ("ordentlich", "stark")
        assert ranked_title("wallenstein-2010", "recruit") == "Rekrut (Anfänger)"
    # Nobody has said it of a game that nobody has drawn.
    assert ranked_title(PRESS.key, "random") == bot_title(PRESS.key, "random") == "Chance"
