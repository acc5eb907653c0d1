"""No lie about a game of the toys is believed, though its chain of hashes is whole."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.core import Ruleset
from engine.kernel.log import LogError, read_log, write_log
from engine.kernel.verify import Disproved, verify
from tests.contract.lies import LIES, over, running
from tests.contract.tables import seen
from tests.contract.toys.registered import TOYS


@pytest.mark.parametrize(
    ("about", "least"),
    [("hands", 750), ("dice", 300), ("hands in the dark", 350), ("dice in the dark", 190)],
)
def test_every_lie_is_refused(about: str, least: int) -> None:
    names, believed = set(), []
    for name, header, entries in LIES[about]():
        assert name not in names
        names.add(name)
        try:
            verify(*read_log(write_log(header, entries)))
        except (Disproved, LogError):
            continue
        believed.append(name)
    assert believed == []
    assert len(names) >= least


@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.key)
def test_the_truth_is_believed(toy: Ruleset[Any]) -> None:
    table = over(toy.key)
    proof = verify(table.game.header, table.entries)
    assert (proof.over, proof.resolved) == (True, table.game.step)
    table = running(toy.key)
    for seat in (None, "A"):
        assert not verify(table.game.header, seen(table, seat)).over


WHY = {
    "header: no veil": "a game has a veil exactly if it deals hidden cards",
    "card 3 is another": "another card was dealt than chance says",
    "card 3 resalted": "another card was dealt than chance says",
    "card 3 never opened": "the game is over and this answer was never opened",
    "two cards exchanged": "another card was dealt than chance says",
    "never lifted": "the game is over and the veil was not lifted",
    "lifted later": "the game is over and the veil was not lifted",
    "lifted twice": "the veil is lifted when the game is over, and once",
    "lifted before step 3": "the veil is lifted when the game is over, and once",
    "the veil is another": "this is not the veil that the game began with",
    "optional, by default": "the server answers for A, who need not answer",
    "time ran out for who need not": "time ran out for A, on whom nobody waited",
    "dealt before anybody has answered": "a card is dealt before anybody has answered",
    "dark: the stream of a deal": "'card 2' is not next in its step",
    "dark: the handle of a deal": "card 2 was dealt already",
    "dark: the cards of the round before": "card 1 was turned up already",
    "dark: cards_played 1 ('shows', 0, 'card') 10": "card 1 is not the card that was dealt",
}


def test_a_lie_is_refused_for_what_it_is() -> None:
    reasons = {}
    for about in ("hands", "hands in the dark"):
        for name, header, entries in LIES[about]():
            if name in WHY:
                with pytest.raises(Disproved) as caught:
                    verify(header, entries)
                reasons[name] = caught.value.reason
    assert reasons == WHY
