"""What a house that cheats could try where answers are sealed, withheld or given by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.devices.tower import TOWERS, throw
from engine.kernel.chance import stream
from engine.kernel.core import Event
from engine.kernel.game import seal_answer, seal_default
from engine.kernel.log import Entry, Header, Secret, visible
from engine.kernel.verify import Disproved, verify
from engine.registry import RULESETS
from engine.wallenstein.action_events import TaxesCollected
from tests.play.forgery import (
    changed,
    drawn,
    honest,
    key_of_step,
    log_of,
    place_of,
    rechained,
    step_before,
)
from tests.play.tables import AT, Table, new_table


def unfinished() -> tuple[Header, list[Entry]]:
    """The first two seasons of a game as a spectator reads them."""
    header, entries = log_of(honest())
    cut = place_of(entries, "answer_sealed", 6)
    return header, list(visible(entries[:cut], None, finished=False))


def refused(header: Header, entries: list[Entry]) -> Disproved:
    with pytest.raises(Disproved) as refusal:
        verify(*rechained(header, entries))
    return refusal.value


def test_a_sealed_game_under_way_holds() -> None:
    header, entries = unfinished()
    proof = verify(header, entries)
    assert (proof.steps, proof.resolved) == (3, 1)


def test_a_finished_game_must_open_every_answer() -> None:
    header, entries = log_of(honest())
    withheld = place_of(entries, "answer_sealed")
    entries[withheld] = entries[withheld].but(secret=None)
    assert refused(header, entries).seq == entries[withheld].seq


@pytest.mark.parametrize("twice", [False, True], ids=["in another order", "one card four times"])
def test_a_draw_is_from_the_cards_on_the_table(twice: bool) -> None:
    header, entries = unfinished()
    place = place_of(entries, "event_drawn")
    key = key_of_step(header, entries, step_before(entries, place))
    record = entries[place].payload["draw"]
    cards = [record["from"][0]] * 4 if twice else record["from"][::-1]
    lie = drawn(stream(key, record["stream"]), cards, 1)
    entries[place] = changed(entries[place], "draw", to={**record, "from": cards, "drawn": lie})
    refusal = refused(header, entries)
    assert refusal.seq == place + 1
    assert "something else lies on the table" in refusal.reason


def test_only_what_lies_in_the_tray_is_thrown() -> None:
    header, entries = unfinished()
    place = place_of(entries, "tower_thrown", -1)
    key = key_of_step(header, entries, step_before(entries, place))
    record = entries[place].payload["throw"]
    thrown = {**record["thrown"], "A": record["thrown"].get("A", 0) + 20}
    fell = throw(TOWERS[header.tower], stream(key, record["stream"]), thrown, record["lodged"])
    lie = {**record, "thrown": dict(sorted(thrown.items())), "fell": fell}
    entries[place] = changed(entries[place], "throw", to=lie)
    assert refused(header, entries).seq == place + 1


def late_table() -> Table:
    """Two plans are in, and the third seat is silent."""
    table = new_table(3, "default", "orders", name="late")
    table.advance()
    for decision in table.game.waiting[:2]:
        answer = table.game.ruleset.default(table.game.state, decision)
        table.seal(decision.id, answer)
    return table


def test_the_default_of_a_silent_seat_holds_and_is_known_to_all() -> None:
    table = late_table()
    silent = table.game.waiting[0]
    table.game, entry = seal_default(table.game, silent.id, AT)
    table.entries.append(entry)
    table.advance()
    proof = verify(table.game.header, list(visible(table.entries, None, finished=False)))
    assert proof.steps == 2
    again, twin = seal_default(late_table().game, silent.id, AT)
    assert twin.secret_digest == entry.secret_digest
    assert again.waiting == []


@pytest.mark.parametrize("lie", ["salt", "answer"])
@pytest.mark.parametrize("opened", [True, False])
def test_the_house_has_no_choice_in_a_default(lie: str, opened: bool) -> None:
    table = late_table()
    silent = table.game.waiting[0]
    table.game, true = seal_default(late_table().game, silent.id, AT)
    assert true.secret is not None
    salt = "0" * 64 if lie == "salt" else true.secret.salt
    answer: Any = (
        {**true.secret.answer, "positions": [5]} if lie == "answer" else true.secret.answer
    )
    _, forged = seal_answer(late_table().game, silent.id, answer, salt, AT, by="default")
    entries = [*late_table().entries, forged]
    shown = entries if opened else list(visible(entries, None, finished=False))
    refusal = refused(table.game.header, shown)
    assert refusal.seq == forged.seq
    assert "default" in refusal.reason


def test_a_newer_version_of_an_event_does_not_disprove_old_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    header, entries = log_of(honest())
    monkeypatch.setattr(TaxesCollected, "version", 2)
    events = RULESETS[header.ruleset, header.version].events
    events.upcast("taxes_collected", 1, lambda payload: payload)
    assert verify(header, entries).resolved == 7


def test_a_throw_of_more_cubes_than_any_game_has_is_refused_at_once() -> None:
    header, entries = unfinished()
    place = place_of(entries, "tower_thrown")
    record = entries[place].payload["throw"]
    crowd = {f"colour {number}": 10_000 for number in range(3000)}
    entries[place] = changed(entries[place], "throw", to={**record, "thrown": crowd})
    assert refused(header, entries).seq == place + 1


@pytest.mark.parametrize("seats", [("peasants", "B", "C"), ("", "B", "C"), ("B", "A", "C")])
def test_seats_are_called_as_everywhere(seats: tuple[str, ...]) -> None:
    header, _ = log_of(honest())
    assert refused(replace(header, seats=seats), []).seq == 0


@pytest.mark.parametrize("at", ["x", "", "2026-11-16T12:00:00", "2026-11-16T12:00:00Z\n"])
def test_a_time_is_written_in_one_way(at: str) -> None:
    header, entries = log_of(honest())
    entries[3] = entries[3].but(at=at)
    assert refused(header, entries).seq == 4


def test_no_repr_shows_a_secret() -> None:
    table = honest()
    sealed = next(entry for entry in table.entries if entry.secret)
    assert isinstance(sealed.secret, Secret)
    for shown in (repr(sealed), repr(sealed.secret), repr(table.game)):
        assert sealed.secret.salt not in shown
        assert repr(sealed.secret.answer["boxes"]) not in shown


def test_every_event_that_rests_on_chance_says_what_chance_was_asked_about() -> None:
    known = {cls for ruleset in RULESETS.values() for cls in ruleset.events}
    asking = [cls for cls in known if {"draw", "draws", "throw"} & set(cls.__dataclass_fields__)]
    assert len(asking) == 13
    assert all(cls.fits is not Event.fits for cls in asking)
