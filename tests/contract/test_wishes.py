"""Questions that need not be answered, for whoever waits: in letters, for bots, and at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from engine.bots import BOTS, DEFAULT_ANSWERS
from engine.kernel.chance import Chance, Stream
from engine.kernel.core import Answers, Decision, Json, Notation, Ruleset, Turn
from engine.kernel.game import seal_answer
from engine.registry import RULESETS, by_version
from games.log import store
from games.models import Game, OutboxRow, User
from games.services.play.advance import game_advance
from games.services.play.turns import answer_submit
from tests.contract.toys.common import Chooser, ToyText
from tests.contract.toys.press import Press, State
from tests.contract.toys.registered import PRESS
from tests.mail.rows import opened, parts_of
from tests.service.tables import again, person, started

pytestmark = pytest.mark.django_db


class WishingPress(Press):
    """Press your luck, where whoever waits may wish the others something; also after the end."""

    key = "toy-press-wishing"

    def decisions(self, state: State) -> Sequence[Decision]:
        asked = super().decisions(state)
        waiting = [seat for seat in state.points if seat != state.seat] if state.round else []
        moment = f"{state.round}.wish{state.turn}{state.rolls}"
        wishes = {"choices": ["luck"]}
        offered = [Decision(f"{moment}.{s}", s, "wish", wishes, optional=True) for s in waiting]
        return [*asked, *offered]

    def resolve(self, state: State, answers: Answers, chance: Chance) -> Turn[State]:
        return PRESS.resolve(state, answers, chance)

    def text(self, options: Mapping[str, str] | None = None) -> Notation:
        plain = PRESS.text()
        assert isinstance(plain, ToyText)
        questions = {"press": ("Wahl", "choice"), "wish": ("Wunsch", "wish")}
        choices = {
            "luck": ("Glück", "luck"),
            "roll": ("würfeln", "roll"),
            "keep": ("nehmen", "keep"),
        }
        return ToyText(plain.sentences, questions, choices, {"pot": ("Topf", "pot")})


class Eager(Chooser):
    """Always says something."""

    def volunteer(self, state: Any, decision: Decision, stream: Stream) -> Json | None:
        return self.answer(state, decision, stream)


WISHING: Ruleset[Any] = WishingPress()


@pytest.fixture(autouse=True)
def _known() -> Iterator[None]:
    store.forget()
    with RULESETS.lent(by_version(WISHING)), BOTS.lent({WISHING.key: {"random": Eager()}}):
        yield
    store.forget()


@pytest.fixture
def people() -> dict[str, User]:
    return {"A": person("anna"), "B": person("bert")}


def played(people: dict[str, User]) -> Game:
    """A whole game of two people and an eager bot."""
    game = started(*people.values(), players=3, ruleset=WISHING.key)
    for _ in range(100):
        if again(game).status == Game.Status.FINISHED:
            break
        for decision in store.load(again(game)).waiting:
            choices = decision.options["choices"]
            answer = {"choice": choices[-1]}
            who = people[decision.seat]
            answer_submit(person=who, game_id=game.id, decision=decision.id, answer=answer)
        game_advance(game_id=game.pk)
    return again(game)


def letter_of(row: OutboxRow) -> str:
    """The text of a letter."""
    (_type, text), *_html = parts_of(opened(row))
    return text.decode()


def test_nobody_answers_after_the_end(people: dict[str, User]) -> None:
    game = played(people)
    assert game.status == Game.Status.FINISHED
    entries, position = store.entries_of(game), store.load(game)
    assert any(entry.payload.get("by") == "bot random" for entry in entries)
    end = next(entry.seq for entry in entries if entry.kind == "game_ended")
    assert [e.kind for e in entries if e.seq > end and e.kind == "answer_sealed"] == []
    offered = position.decisions[0]
    with pytest.raises(ValueError, match="is not open"):
        seal_answer(position, offered.id, {"choice": "luck"}, "0" * 64, entries[-1].at)


def test_who_waits_is_offered_by_letter_what_may_be_answered(people: dict[str, User]) -> None:
    game = played(people)
    reports = OutboxRow.objects.filter(game=game, kind="season_report", channel="mail")
    assert reports
    for row in reports:
        assert "wish: luck" in letter_of(row)
    (over, _other) = OutboxRow.objects.filter(game=game, kind="game_over", channel="mail")
    assert "wish: luck" not in letter_of(over)


def test_no_bot_has_the_name_of_the_default_answers() -> None:
    assert [key for key, bots in BOTS.items() if DEFAULT_ANSWERS in bots] == []
