"""Who knows what of a hidden hand: the seat that holds it, nobody else, everybody at the end."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256

import pytest

from engine.kernel.canonical import canonical
from engine.kernel.chance import Card, links, private_key, step_key, stream, veil_salt
from engine.kernel.core import Decision
from engine.kernel.game import (
    Position,
    advance,
    append,
    new_header,
    replay,
    seal_answer,
    seal_default,
    view,
)
from engine.kernel.journal import ForkBegan
from engine.kernel.log import Entry, Secret, visible
from engine.kernel.verify import verify
from tests.contract.tables import any_choice, file_of, halfway, played, seen
from tests.contract.toys.high_card import CARDS, HAND, HighCard, State
from tests.contract.toys.registered import HIGH_CARD, PRESS
from tests.play.tables import AT, Table


def dealt() -> Table:
    """A table of three that has boasted and holds its cards."""
    return halfway(HIGH_CARD, 3, 2)


def test_a_seat_knows_its_own_hand_and_the_cards_turned_up() -> None:
    table = dealt()
    game = table.game
    everything = game.known
    for seat in game.header.seats:
        hand = game.state.hands[seat]
        mine = game.seen_by(seat)
        (trump,) = (handle for handle, card in game.dealt.items() if card.shown)
        assert mine.known == {handle: everything[handle] for handle in (*hand, trump)}
        for decision in mine.decisions:
            own = decision.options["known"]
            assert own == ({h: everything[h] for h in hand} if decision.seat == seat else {})
    assert set(game.seen_by(None).known) == {trump}


def test_rules_that_list_the_cards_of_others_tell_nobody_what_they_are() -> None:
    class Peeking(HighCard):
        """Asks everybody about all hands."""

        def decisions(self, state: State) -> list[Decision]:
            cards = [card for hand in state.hands.values() for card in hand]
            return [
                replace(asked, options={**asked.options, "hand": cards})
                for asked in super().decisions(state)
            ]

    game = dealt().game
    peeking = game.but(ruleset=Peeking(), state=game.state)
    assert peeking.decisions
    for decision in peeking.decisions:
        own = game.state.hands[decision.seat]
        assert decision.options["known"] == {card: game.known[card] for card in own}
        assert len(decision.options["hand"]) == HAND * 3


def twin(table: Table, seat: str) -> tuple[Position, list[Entry]]:
    """The same game, had the seat been dealt other cards under the same digests."""
    cards = {
        handle: card.but(secret=card.secret.but(answer=card.secret.answer % 12 + 1))
        for handle, card in table.game.dealt.items()
        if card.seat == seat and card.secret and not card.shown
    }
    entries = [
        entry.but(secret=cards[entry.payload["handle"]].secret)
        if entry.payload.get("handle") in cards
        else entry
        for entry in table.entries
    ]
    assert cards
    return table.game.but(dealt={**table.game.dealt, **cards}), entries


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("steps", [2, 4])
def test_games_that_differ_in_a_rivals_hand_look_the_same(players: int, steps: int) -> None:
    table = halfway(HIGH_CARD, players, steps)
    other, entries = twin(table, "B")
    assert other.known != table.game.known
    for reader in (*(seat for seat in table.game.header.seats if seat != "B"), None):
        pair = [
            (game.seen_by(reader), list(visible(log, reader, game.finished)))
            for game, log in ((table.game, table.entries), (other, entries))
        ]
        first, second = (
            canonical(
                [
                    file_of(game, log).decode(),
                    view(game, reader),
                    [[one.id, one.options] for one in game.decisions],
                    game.known,
                ]
            )
            for game, log in pair
        )
        assert first == second
    mine = [game.seen_by("B").decisions for game in (table.game, other)]
    for shown in (view(game.seen_by("B"), "B") for game in (table.game, other)):
        assert all(asked["options"]["known"] for asked in shown["decisions"])
    assert mine[0] != mine[1], "who holds the cards sees the difference"


def test_no_hidden_card_stands_in_the_log_of_another() -> None:
    table = dealt()
    for reader in (*table.game.header.seats, None):
        for entry in seen(table, reader):
            mine = entry.payload.get("seat") == reader is not None
            assert (entry.secret is not None) == (entry.secret_digest is not None and mine)
            assert "card" not in {key for key in entry.payload if key != "shown"}
    assert "secret" not in repr(table.game.dealt["card 1"])


def test_in_the_middle_of_a_step_nobody_sees_more() -> None:
    table = dealt()
    last = next(entry for entry in reversed(table.entries) if entry.kind == "card_dealt")
    middle = replay(HIGH_CARD, table.game.header, table.entries[: last.seq])
    assert not middle.decisions
    assert len(middle.known) > 4
    assert set(middle.seen_by("A").known) == set(table.game.state.hands["A"])
    assert middle.seen_by(None).known == {}


def test_what_a_seat_holds_is_in_no_repr() -> None:
    decision = dealt().game.decisions[0]
    assert decision.options["known"]
    assert "known" not in repr(decision)
    assert repr(Card("cards", 7, "00" * 32)) == "Card(deck='cards')"


def test_hands_are_dealt_again_by_hand() -> None:
    """As docs/audit.md tells it, without the engine's own deal."""
    table = played(HIGH_CARD, 3)
    header, entries = table.game.header, table.entries
    veil = bytes.fromhex(entries[-1].payload["veil"])
    assert sha256(veil).hexdigest() == header.veil
    began = next(e for e in entries if e.kind == "step_began" and e.payload["step"] == 2)
    digests = [entries[seq - 1].secret_digest or "" for seq in began.payload["answers"]]
    key = step_key(bytes.fromhex(began.payload["link"]), header.game, 2, digests)
    left = list(CARDS)
    for number, entry in enumerate((e for e in entries if "deal" in e.payload), 1):
        handle, record = entry.payload["handle"], entry.payload["deal"]
        assert record == {"stream": f"card {number}", "deck": "cards", "of": len(left)}
        card = left[stream(private_key(key, veil), record["stream"]).below(len(left))]
        left.remove(card)  # of equal ones the first
        assert entry.secret == Secret(veil_salt(veil, header.game, handle), card)
    assert number == 3 * HAND + 1


def test_a_fork_keeps_the_veil_under_a_name_of_its_own() -> None:
    table = halfway(HIGH_CARD, 2, 1, "origin")
    chain = links(sha256(b"fork").digest(), 40)
    began = ForkBegan("fork", "origin", 1, chain[1].hex(), "p-1", "a fault")
    table.entries.append(append(table.game, began, AT))
    table.game, table.chain = table.game.after(table.entries[-1]), chain
    while not table.game.finished:
        for number, decision in enumerate(table.game.waiting):
            table.seal(decision.id, any_choice(decision, number))
        table.advance()
    origin = replace(table.game.header, game="origin", anchor=anchor_of("origin"))
    assert verify(origin, table.entries).over
    card = table.game.dealt["card 1"].secret
    assert card is not None
    assert card.salt == veil_salt(table.veil, "fork", "card 1")


def anchor_of(name: str) -> str:
    """The anchor of a table of that name."""
    return links(sha256(f"end of {name}".encode()).digest(), HIGH_CARD.chain_length)[0].hex()


def test_who_lacks_the_veil_or_a_card_cannot_go_on() -> None:
    table = dealt()
    for decision in table.game.waiting:
        table.seal(decision.id, any_choice(decision, 0))
    link = table.chain[table.game.step + 1]
    for veil in (b"", bytes(32)):
        with pytest.raises(ValueError, match="not the veil"):
            advance(table.game, link, AT, veil)
    with pytest.raises(ValueError, match="is not known here"):
        advance(table.game.seen_by("A"), link, AT, table.veil)


def test_a_header_has_a_veil_exactly_if_cards_are_hidden() -> None:
    for ruleset, veil in ((HIGH_CARD, b""), (PRESS, bytes(32))):
        with pytest.raises(ValueError, match="exactly if it deals hidden cards"):
            new_header(ruleset, "g", {}, "AB", bytes(32), veil)
    header = json.loads(canonical(new_header(PRESS, "g", {}, "AB", bytes(32)).to_json()))
    assert (header["format"], "tower" in header, set(header["chance"])) == (
        "wallenstein-log/2",
        False,
        {"anchor"},
    )


def test_an_optional_decision_blocks_nothing_and_tells_nobody() -> None:
    table = dealt()
    beforehand = next(one for one in table.game.decisions if one.optional and one.seat == "B")
    assert beforehand not in table.game.waiting
    with pytest.raises(ValueError, match="need not be answered"):
        seal_default(table.game, beforehand.id, AT)
    before = view(table.game, "A")
    game, _ = seal_answer(table.game, beforehand.id, any_choice(beforehand, 0), "00" * 32, AT)
    assert view(game, "A") == before
    shown = {asked["id"]: asked.get("optional", False) for asked in view(game, "B")["decisions"]}
    assert shown == {"1.play.B": False, "1.next.B": True}
    assert [asked["id"] for asked in before["waiting"]] == ["1.play.A", "1.play.B", "1.play.C"]
    assert view(game, "B")["answers"] == {beforehand.id: any_choice(beforehand, 0)}
    assert game.waiting == table.game.waiting
