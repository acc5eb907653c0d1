"""Twins: the same game, had a seat been dealt other cards and said something else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from django.core.cache import cache, caches
from django.db import transaction

from engine.kernel.core import Json, Seat
from engine.kernel.journal import AnswerSealed
from engine.loewenherz.cards import CARDS, PILES
from games.log import store
from games.log.seals import seal, unseal
from games.mail import snapshots
from games.mail.letters import parts
from games.models import FoldedGame, Game, LogEntry, ReadChapter
from tests.contract.toys.registered import HIGH_CARD
from tests.service.tables import again

LOEWENHERZ = "loewenherz-2003"


class TwinEnds(Exception):
    """Takes back what a twin has written."""


class OtherLuck(NamedTuple):
    """What might as well have been dealt, and answered with a hand."""

    card: Callable[[Any], Any]
    answer: Callable[[Json, Sequence[str]], Json]


def other_number(answer: Json, hand: Sequence[str]) -> Json:
    """Another boast, or another card."""
    choice = answer["choice"]
    if isinstance(choice, int):
        return {"choice": (choice + 1) % 5}
    return {"choice": next((card for card in hand if card != choice), "")}


def other_power_card(name: str) -> str:
    """Another card with the same back, which is for all to see."""
    pile = list(dict.fromkeys(PILES[CARDS[name].letter]))
    return pile[(pile.index(name) + 1) % len(pile)]


def other_reign(answer: Json, hand: Sequence[str]) -> Json:
    """Another castle, another card, other orders, or other knights to be given up."""
    if "castle" in answer:
        return {"castle": answer["knight"], "knight": answer["castle"]}
    if "give_up" in answer:
        return {"give_up": [] if answer["give_up"] else ["a1"]}
    if "orders" in answer:
        first = answer["orders"][0]["card"] if answer["orders"] else ""
        return {"orders": [other_reign({"card": first}, hand)]}
    return {"card": next((card for card in hand if card != answer["card"]), ""), "do": "sell"}


# Every game with hidden hands.
HIDDEN: Mapping[str, OtherLuck] = {
    HIGH_CARD.key: OtherLuck(lambda card: card % 12 + 1, other_number),
    LOEWENHERZ: OtherLuck(other_power_card, other_reign),
}


def hidden_hand(game: Game, seat: Seat) -> list[str]:
    """The cards of a seat that nobody else knows."""
    position = store.load(again(game))
    return [one for one in position.state.hands[seat] if not position.dealt[one].shown]


def other_secrets(game: Game, seat: Seat) -> dict[int, bytes]:
    """Everything that only a seat knows, by its row in the log, as it might as well be."""
    hand, secret = store.load(again(game)).state.hands[seat], hidden_hand(game, seat)
    luck, others = HIDDEN[game.ruleset], {}
    for row in LogEntry.objects.filter(game=game, payload__seat=seat).exclude(secret_sealed=None):
        salt, content = unseal(row.secret_sealed)
        if row.kind == AnswerSealed.kind:
            others[row.pk] = seal([salt, luck.answer(content, hand)])
        elif row.payload["handle"] in secret:
            others[row.pk] = seal([salt, luck.card(content)])
    return others


def forget(game: Game) -> None:
    """Let this process know nothing of a game, nor what anybody has read of it."""
    ReadChapter.objects.filter(game=game).delete()
    FoldedGame.objects.filter(game=game).delete()
    store.forget()
    snapshots._past.cache_clear()
    parts._PAINTED.clear()
    for kept in (cache, caches["boards"]):
        kept.clear()


@contextmanager
def twin(game: Game, seat: Seat) -> Iterator[int]:
    """The same game for a while, under other secrets of a seat; how many there are."""
    others = other_secrets(game, seat)
    with suppress(TwinEnds), transaction.atomic():
        for row, sealed in others.items():
            # Another secret under the same digest, as only a change of keys writes one in life.
            LogEntry.objects.filter(pk=row).update(secret_sealed=sealed)
        forget(game)
        yield len(others)
        raise TwinEnds
    forget(game)
