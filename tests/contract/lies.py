"""Lies about games of the toys, told by a house that computes every hash anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from hashlib import sha256
from itertools import islice
from typing import Any

from engine.kernel.core import Ruleset
from engine.kernel.game import append, house_salt
from engine.kernel.journal import AnswerSealed, GamePaused, TimeRanOut, VeilLifted
from engine.kernel.log import Entry, Header, Secret
from engine.registry import newest
from tests.contract.tables import halfway, played, seen
from tests.contract.toys.registered import HIGH_CARD, PRESS
from tests.play.forgery import at, changed, leaves, others, rechained
from tests.play.tables import AT, Table

Lie = tuple[str, Header, list[Entry]]
# What is told of people, and how an answer came, only they know; a secret has lies of its own.
UNTOLD = {"by"}
A_FEW = 12


@cache
def over(key: str) -> Table:
    """A game at its end, in which somebody has given standing orders."""
    table = played(newest(key), 3, "honest")
    assert key == PRESS.key or any("next" in decision for decision in table.game.sealed)
    return table


@cache
def running(key: str) -> Table:
    """A game in its middle."""
    return halfway(newest(key), 3, 4 if key == HIGH_CARD.key else 9, "running")


def changed_leaves(kind_of_log: str, header: Header, entries: list[Entry]) -> Iterator[Lie]:
    """Every place in the first two facts of a kind says something else."""
    occurrences: dict[str, int] = {}
    for place, entry in enumerate(entries):
        occurrences[entry.kind] = occurrences.get(entry.kind, 0) + 1
        if occurrences[entry.kind] > 2:
            continue
        for path in leaves(entry.payload):
            if not path or path[-1] in UNTOLD:
                continue
            for number, other in enumerate(islice(others(at(entry.payload, path)), A_FEW)):
                forged = [*entries]
                forged[place] = changed(entry, *path, to=other)
                name = f"{kind_of_log}: {entry.kind} {occurrences[entry.kind]} {path} {number}"
                yield (name, *rechained(header, forged))


def moved_facts(kind_of_log: str, header: Header, entries: list[Entry]) -> Iterator[Lie]:
    """A fact is left out, told twice, or told too early."""
    kinds: dict[str, int] = {}
    for place, entry in enumerate(entries):
        kinds.setdefault(entry.kind, place)
    for kind, place in kinds.items():
        less, more = [*entries], [*entries]
        del less[place]
        more.insert(place, entries[place])
        yield (f"{kind_of_log}: no {kind}", *rechained(header, less))
        # An answer that is sealed again is no lie.
        if kind != AnswerSealed.kind:
            yield (f"{kind_of_log}: {kind} twice", *rechained(header, more))


def wrong_headers(table: Table) -> Iterator[Lie]:
    """The game is said to be another one."""
    header = table.game.header
    wrong: dict[str, dict[str, Any]] = {
        "format 1": {"format": 1},
        "a tower": {"tower": "sieve-1"},
        "another game": {"game": "another"},
        "another anchor": {"anchor": "00" * 32},
        "another version": {"version": 2},
        "one seat less": {"seats": header.seats[:-1]},
        "one seat more": {"seats": (*header.seats, "D")},
        "an option": {"options": {"trump": "off"}},
        "another veil": {"veil": "00" * 32},
    }
    if header.veil:
        wrong["no veil"] = {"veil": ""}
    for name, changes in wrong.items():
        yield (f"header: {name}", *rechained(replace(header, **changes), table.entries))


def places(entries: list[Entry], kind: str) -> list[int]:
    return [place for place, entry in enumerate(entries) if entry.kind == kind]


def with_card(entries: list[Entry], handle: str, secret: Secret) -> list[Entry]:
    """Another card under a handle, wherever the log tells of it."""

    def told(shown: Any) -> Any:
        mine = shown["handle"] == handle
        return {**shown, "card": secret.answer, "salt": secret.salt} if mine else shown

    def forged(entry: Entry) -> Entry:
        payload = entry.payload
        if "shows" in payload:
            return entry.but(payload={**payload, "shows": [told(one) for one in payload["shows"]]})
        if payload.get("handle") != handle:
            return entry
        if "shown" in payload:
            payload = {**payload, "shown": told(payload["shown"])}
        return entry.but(payload=payload, secret=secret)

    return [forged(entry) for entry in entries]


def forged_deals() -> Iterator[Lie]:
    """Other cards than chance says, consistent wherever they show."""
    header, entries = over(HIGH_CARD.key).game.header, over(HIGH_CARD.key).entries
    dealt = [entries[place] for place in places(entries, "card_dealt")]
    dealt += [entries[place] for place in places(entries, "trump_turned")]
    for entry in dealt:
        secret, handle = entry.secret, entry.payload["handle"]
        assert secret is not None
        other = secret.but(answer=secret.answer % 12 + 1)
        yield (f"{handle} is another", *rechained(header, with_card(entries, handle, other)))
        salted = secret.but(salt=sha256(handle.encode()).hexdigest())
        yield (f"{handle} resalted", *rechained(header, with_card(entries, handle, salted)))
        hidden = [one.but(secret=None) if one.seq == entry.seq else one for one in entries]
        yield (f"{handle} never opened", header, hidden)
    first, second = next(
        (one, two)
        for one in dealt
        for two in dealt
        if one.secret and two.secret and one.secret.answer != two.secret.answer
    )
    assert first.secret is not None
    assert second.secret is not None
    one, two = first.payload["handle"], second.payload["handle"]
    swapped = with_card(entries, one, first.secret.but(answer=second.secret.answer))
    swapped = with_card(swapped, two, second.secret.but(answer=first.secret.answer))
    yield ("two cards exchanged", *rechained(header, swapped))
    lie = [e.but(secret=None, secret_digest=None) if e.seq == first.seq else e for e in entries]
    yield ("a deal without a digest", *rechained(header, lie))
    place = places(entries, "round_began")[0]
    lie = [*entries]
    lie[place] = entries[place].but(secret=Secret("00" * 32, 1))
    yield ("a digest where nothing is dealt", *rechained(header, lie))


def forged_veils() -> Iterator[Lie]:
    """The veil too early, too late, twice, never, or another one."""
    table = over(HIGH_CARD.key)
    header, entries = table.game.header, table.entries
    lifted, rest = entries[-1], entries[:-1]
    assert lifted.kind == VeilLifted.kind
    yield ("never lifted", *rechained(header, rest))
    yield ("lifted twice", *rechained(header, [*entries, lifted]))
    pause = append(table.game, GamePaused("house", "rain"), AT)
    yield ("lifted later", *rechained(header, [*rest, pause, lifted]))
    for number, place in enumerate(places(entries, "step_began")[1:]):
        early = [*rest[:place], lifted, *rest[place:]]
        yield (f"lifted before step {number + 2}", *rechained(header, early))
        twice = [*early, lifted]
        yield (f"lifted before step {number + 2} and at the end", *rechained(header, twice))
    for name, veil in {"another": "00" * 32, "short": "00", "no text": 1, "capital": "AB"}.items():
        lie = [*rest, lifted.but(payload={"veil": veil})]
        yield (f"the veil is {name}", *rechained(header, lie))


def lies_about_optional_answers() -> Iterator[Lie]:
    """Standing orders that do not count, count twice, or were given by the server."""
    header, entries = over(HIGH_CARD.key).game.header, over(HIGH_CARD.key).entries
    standing = [e for e in entries if ".next." in e.payload.get("decision", "")]
    for entry in standing:
        name = entry.payload["decision"]
        step = next(place for place in places(entries, "step_began") if place >= entry.seq)
        answers = entries[step].payload["answers"]
        for fault, counted in {
            "left out": [seq for seq in answers if seq != entry.seq],
            "counted twice": [*answers, entry.seq],
            "out of order": [*(seq for seq in answers if seq != entry.seq), entry.seq],
        }.items():
            if counted == answers:
                continue
            lie = [*entries]
            lie[step] = changed(entries[step], "answers", to=counted)
            yield (f"{name} is {fault}", *rechained(header, lie))
    table = halfway(HIGH_CARD, 3, 2, "optional")
    decision = next(one for one in table.game.decisions if one.optional)
    default = Secret(house_salt(table.game, decision.id), {"choice": decision.options["hand"][0]})
    for by in ("default", "draft", "nobody"):
        event = AnswerSealed(decision.id, decision.seat, by)
        told_by_house = append(table.game, event, AT, default)
        yield (f"optional, by {by}", table.game.header, [*table.entries, told_by_house])
    for waiting in table.game.waiting:
        table.seal(waiting.id, {"choice": waiting.options["hand"][0]})
    ran_out = append(table.game, TimeRanOut([decision.seat], "default"), AT)
    yield ("time ran out for who need not", table.game.header, [*table.entries, ran_out])


def deals_without_answers() -> Iterator[Lie]:
    """A card in the first step, on which no salt rests."""
    header, entries = over(HIGH_CARD.key).game.header, over(HIGH_CARD.key).entries
    deal = entries[places(entries, "card_dealt")[0]]
    yield ("dealt before anybody has answered", *rechained(header, [entries[0], deal, entries[1]]))


def untrue_of_hands() -> Iterator[Lie]:
    """Everything about the game of hidden hands."""
    table = over(HIGH_CARD.key)
    header, entries = table.game.header, table.entries
    yield from changed_leaves("over", header, entries)
    yield from moved_facts("over", header, entries)
    yield from wrong_headers(table)
    yield from forged_deals()
    yield from forged_veils()
    yield from lies_about_optional_answers()
    yield from deals_without_answers()


def untrue_of_dice() -> Iterator[Lie]:
    """Everything about the game of dice, which has no veil to lift."""
    table = over(PRESS.key)
    header, entries = table.game.header, table.entries
    yield from changed_leaves("over", header, entries)
    yield from moved_facts("over", header, entries)
    yield from wrong_headers(table)
    lifted = append(table.game, VeilLifted("00" * 32), AT)
    yield ("a veil where there is none", header, [*entries, lifted])


# What nobody can tell while answers and cards are sealed: it comes to light at the end.
SEEN_AT_THE_END = ("boasts_made", "card_dealt", "trump_turned", "round_began", "game_opened")


def untrue_in_the_dark(ruleset: Ruleset[Any]) -> Iterator[Lie]:
    """Lies about chance and about cards turned up, to somebody who may open nothing."""
    table = running(ruleset.key)
    header, entries = table.game.header, seen(table, None)
    for lie in changed_leaves("dark", header, entries):
        if not any(kind in lie[0] for kind in SEEN_AT_THE_END):
            yield lie
    yield from dark_lies_about_cards(header, entries)


def dark_lies_about_cards(header: Header, entries: list[Entry]) -> Iterator[Lie]:
    """What the digests show at once."""
    played_at, dealt_at = places(entries, "cards_played"), places(entries, "card_dealt")
    if not played_at:
        return
    again = [*entries]
    again[played_at[1]] = entries[played_at[0]]
    yield ("dark: the cards of the round before", *rechained(header, again))
    one = entries[dealt_at[0]]
    for name, path, other in (
        ("the deck", ("deal", "deck"), "others"),
        ("how many", ("deal", "of"), 47),
        ("the stream", ("deal", "stream"), "card 2"),
        ("the label", ("deal", "stream"), "better card 1"),
        ("the handle", ("handle",), entries[dealt_at[1]].payload["handle"]),
        ("the seat", ("seat",), "Z"),
    ):
        lie = [*entries]
        lie[dealt_at[0]] = changed(one, *path, to=other)
        yield (f"dark: {name} of a deal", *rechained(header, lie))


LIES: dict[str, Callable[[], Iterator[Lie]]] = {
    "hands": untrue_of_hands,
    "dice": untrue_of_dice,
    "hands in the dark": lambda: untrue_in_the_dark(HIGH_CARD),
    "dice in the dark": lambda: untrue_in_the_dark(PRESS),
}
