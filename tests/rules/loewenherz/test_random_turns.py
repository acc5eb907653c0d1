"""Random legal play of Löwenherz; the laws hold after every single fact."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bots.loewenherz.vagabond import Vagabond
from engine.kernel.chance import links, stream
from engine.kernel.game import (
    Position,
    advance,
    new_game,
    new_header,
    replay,
    seal_answer,
    seal_default,
)
from engine.kernel.log import Entry
from engine.kernel.verify import verify
from engine.loewenherz.state import starting
from tests.rules.loewenherz.laws import LawWatch
from tests.rules.loewenherz.tables import RULES, RichTable, begun, stream_of

AT = "2026-11-18T12:00:00Z"
LONGEST = 1500
SEATS = st.sampled_from(["AB", "ABC", "ABCD"])
VEIL = bytes(range(32))


def played(seats: str, name: str, *, silent: str = "") -> tuple[Position, list[Entry]]:
    """A whole game on its log; a silent seat never answers."""
    chain = links(stream_of(name).word().to_bytes(8, "big") * 4, LONGEST)
    game = new_game(RULES, new_header(RULES, name, {}, seats, chain[0], VEIL))
    entries: list[Entry] = []
    bot = Vagabond()
    while not game.finished:
        for decision in game.decisions:
            if decision.seat == silent:
                if not decision.optional:
                    game, entry = seal_default(game, decision.id, AT)
                    entries.append(entry)
                continue
            luck = stream(chain[game.step], decision.id)
            if decision.optional:
                answer = bot.volunteer(game.state, decision, luck)
            else:
                answer = bot.answer(game.state, decision, luck)
            if answer is not None:
                game, entry = seal_answer(game, decision.id, answer, "0" * 64, AT)
                entries.append(entry)
        game, step = advance(game, chain[game.step + 1], AT, VEIL)
        entries.extend(step)
    return game, entries


@settings(max_examples=6, deadline=None)
@given(seats=SEATS, number=st.integers(0, 2**32))
def test_a_game_from_its_first_tile_to_its_end(seats: str, number: int) -> None:
    game, entries = played(seats, f"game {number}")
    LawWatch(starting(seats)).sees_step(entries, game)
    assert replay(RULES, game.header, entries).state == game.state
    assert RULES.view(game.state, None)["finished"]
    assert not any(game.state.hands.values()) or game.state.ending == "goal"


@settings(max_examples=6, deadline=None)
@given(seats=SEATS, number=st.integers(0, 2**32))
def test_a_game_in_which_there_is_much_to_take(seats: str, number: int) -> None:
    table = begun(RichTable(seats, f"rich {number}"))
    for _ in range(LONGEST):
        if table.state.winners:
            break
        table.step()
    assert table.state.winners


@pytest.mark.parametrize("seats", ["AB", "ABCD"])
def test_h_32_somebody_who_never_answers_sells_the_oldest_card(seats: str) -> None:
    _, entries = played(seats, "silent", silent="A")
    oldest: dict[str, list[str]] = {seat: [] for seat in seats}
    for entry in entries:
        payload = entry.payload
        if entry.kind in ("card_dealt", "market_card_taken"):
            oldest[payload["seat"]].append(payload["handle"])
        elif entry.kind in ("card_sold", "card_played"):
            if payload["seat"] == "A":
                assert entry.kind == "card_sold"
                assert payload["handle"] == oldest["A"][0]
            oldest[payload["seat"]].remove(payload["handle"])
    assert oldest == {seat: [] for seat in seats}


def test_h_2_hands_are_dealt_after_the_castles() -> None:
    _, entries = played("ABC", "set-up")
    facts = [entry for entry in entries if entry.kind in RULES.events]
    kinds = [entry.kind for entry in facts]
    assert kinds[:23] == ["board_laid", *["castle_placed"] * 12, *["card_dealt"] * 9, "round_began"]
    dealt = facts[13:22]
    assert [entry.payload["seat"] for entry in dealt] == list("AAABBBCCC")
    assert {entry.payload["deal"]["deck"] for entry in dealt} == {"A"}
    assert [entry.payload["deal"]["of"] for entry in dealt] == [15 - n for n in range(9)]
    assert facts[23].payload["seat"] == "C"


def test_ids_of_questions_never_repeat() -> None:
    _, entries = played("ABCD", "ids")
    asked = [entry.payload["decision"] for entry in entries if entry.kind == "answer_sealed"]
    assert len(set(asked)) == len(asked)
    assert any(".orders." in name for name in asked)
    assert any(".ranking." in name for name in asked)


def test_a_log_proves_itself_to_whoever_knows_everything_or_nothing() -> None:
    game, entries = played("ABC", "proof")
    proof = verify(game.header, entries)
    assert (proof.resolved, proof.over) == (proof.steps, True)
    begun_steps = [n for n, entry in enumerate(entries) if entry.kind == "step_began"]
    half = entries[: begun_steps[len(begun_steps) // 2]]
    dark = verify(game.header, [replace(entry, secret=None) for entry in half])
    assert (dark.over, dark.resolved) == (False, 0)
    assert dark.steps == len(begun_steps) // 2
