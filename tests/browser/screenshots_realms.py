"""The tables of Löwenherz that are shown in the documents."""

from __future__ import annotations

from engine.bots import bot_named
from engine.kernel.chance import stream
from engine.kernel.core import Decision, Json
from games import access
from games.log import store
from games.models import Game, User
from games.read.timeline import timeline
from games.services.play.advance import game_advance
from games.services.play.turns import answer_submit, draft_save
from games.services.tables.reading import chapter_read
from tests.service.tables import again, started

RULESET = "loewenherz-2003"
TWO_DAYS = {"kind": "hours", "hours": 48}
# By then domains lie side by side.
ROUNDS = 9


def realms_laid_out(people: list[User]) -> dict[str, str]:
    """Play in a database that has these people; where each page of interest is."""
    anna = people[0]
    three, two = people[:3], people[:2]
    game = _played("A king’s heirs", three)
    while not _is_closing(game):
        _answered(game, three)
    decision = _asked(game)
    assert decision is not None
    draft_save(person=anna, game_id=game.pk, decision=decision.id, answer=_thought(game, decision))
    over = _played("The last card", two)
    while again(over).status == Game.Status.RUNNING:
        _answered(over, two)
    # One round is unread, as when somebody comes every day.
    newest = _round(game, anna)
    chapter_read(person=anna, game=again(game), chapter=newest - 1)
    chapter_read(person=anna, game=again(over), chapter=_round(over, anna))
    here = f"/games/{game.pk}/"
    return {
        "loewenherz-table": here,
        "loewenherz-turn": f"{here}turn/{decision.id}/",
        "loewenherz-report": f"{here}report/{newest - 1}/",
        "loewenherz-end": f"/games/{over.pk}/",
    }


def _played(name: str, people: list[User]) -> Game:
    """A game of people who play as the best bot would, some rounds old."""
    game = started(*people, players=len(people), ruleset=RULESET, name=name, schedule=TWO_DAYS)
    game_advance(game_id=game.pk)
    while store.load(again(game)).state.round < ROUNDS:
        _answered(game, people)
    return game


def _round(game: Game, reader: User) -> int:
    """The number of the newest chapter."""
    return timeline(access.viewer(again(game), reader), "en").newest.number


def _answered(game: Game, people: list[User]) -> None:
    """Whoever is asked answers."""
    for decision in store.load(again(game)).waiting:
        player = next(one for one in people if access.seat_for(game, one).key == decision.seat)
        answer = _thought(game, decision)
        answer_submit(person=player, game_id=game.pk, decision=decision.id, answer=answer)
    game_advance(game_id=game.pk)


def _asked(game: Game) -> Decision | None:
    waiting = store.load(again(game)).waiting
    return next((one for one in waiting if one.seat == "A" and one.kind == "turn"), None)


def _thought(game: Game, decision: Decision) -> Json:
    baron = bot_named(game.ruleset, "baron")
    answer: Json = baron.answer(
        store.load(again(game)).state, decision, stream(bytes(32), decision.id)
    )
    return answer


def _is_closing(game: Game) -> bool:
    """Whether the first player is asked for a turn in which borders are worth placing."""
    decision = _asked(game)
    return decision is not None and "borders" in _thought(game, decision)
