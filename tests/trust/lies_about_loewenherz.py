"""Lies about games of Löwenherz, each in a log whose chain of hashes is whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import islice, pairwise
from typing import Any

from engine.kernel.log import Entry, Header, Secret
from engine.loewenherz.board import SIDES, SQUARES
from engine.loewenherz.cards import CARDS
from tests.contract.lies import Lie, changed_leaves, moved_facts, wrong_headers
from tests.play.forgery import changed, rechained
from tests.play.tables import Table
from tests.trust.loewenherz_games import by_the_deck, by_the_goal, in_the_dark

Told = Callable[[Any], Iterator[tuple[str, Any]]]
# Lies of one kind that are told of each game.
OF_EACH = 2
EVERY = 20
# What only the game that lasts to the last card tells of.
OF_THE_DECK = ("deserter_asked", "knight_deserted", "ducats_scored", "deck_emptied", "game_ended")


def places(entries: list[Entry], kind: str) -> list[int]:
    return [place for place, entry in enumerate(entries) if entry.kind == kind]


def told(header: Header, entries: list[Entry], kind: str, lies: Told) -> Iterator[Lie]:
    """Some facts of a kind, each told otherwise in as many ways as there are lies."""
    for place in places(entries, kind)[:OF_EACH]:
        for name, payload in lies(entries[place].payload):
            forged = [*entries]
            forged[place] = entries[place].but(payload={**entries[place].payload, **payload})
            yield (f"{kind} {place}: {name}", *rechained(header, forged))


def one_off(member: str) -> Told:
    """A number that is one too high or too low."""

    def lies(payload: Any) -> Iterator[tuple[str, Any]]:
        yield f"{member} one more", {member: payload[member] + 1}
        yield f"{member} one less", {member: payload[member] - 1}

    return lies


def another_seat(member: str = "seat") -> Told:
    """Somebody else."""

    def lies(payload: Any) -> Iterator[tuple[str, Any]]:
        for seat in "AB":
            if payload[member] != seat:
                yield f"{member} {seat}", {member: seat}

    return lies


def counted_for(member: str) -> Told:
    """What a seat is said to have, one too high; or somebody is left out."""

    def lies(payload: Any) -> Iterator[tuple[str, Any]]:
        for seat, number in payload[member].items():
            yield f"{member} of {seat} one more", {member: {**payload[member], seat: number + 1}}
            rest = {one: has for one, has in payload[member].items() if one != seat}
            yield f"no {member} of {seat}", {member: rest}

    return lies


def less_and_more(member: str, names: Any) -> Told:
    """A list that lacks its first, or has one more."""

    def lies(payload: Any) -> Iterator[tuple[str, Any]]:
        listed = payload[member]
        if listed:
            yield f"{member} without the first", {member: listed[1:]}
        more = next(name for name in names if name not in listed)
        yield f"{member} with {more}", {member: [*listed, more]}

    return lies


def wrong_scores(header: Header, entries: list[Entry]) -> Iterator[Lie]:
    """Points that nobody has won, or lost."""
    for kind in ("domain_arose", "domain_grew", "monopoly_won", "monopoly_lost"):
        yield from told(header, entries, kind, one_off("points"))
    yield from told(header, entries, "domain_grew", one_off("lost_points"))
    yield from told(header, entries, "domain_arose", another_seat("owner"))
    yield from told(header, entries, "monopoly_won", another_seat())
    for kind in ("ducats_scored", "game_ended"):
        yield from told(header, entries, kind, counted_for("points"))


def wrong_winners(header: Header, entries: list[Entry]) -> Iterator[Lie]:
    """Somebody else has won, or the game ends otherwise."""
    seats = header.seats
    ends = [*([seat] for seat in seats), list(seats), [], ["neutral"]]

    def lies(payload: Any) -> Iterator[tuple[str, Any]]:
        for winners in ends:
            if winners != payload["winners"]:
                yield f"winners {winners}", {"winners": winners}
        yield "another ending", {"ending": "deck" if payload["ending"] == "goal" else "goal"}

    yield from told(header, entries, "game_ended", lies)
    yield from told(header, entries, "goal_reached", one_off("goal"))
    yield from told(header, entries, "goal_reached", less_and_more("seats", seats))
    # The game is over when it is not: right after a turn in its middle.
    for ended in places(entries, "game_ended"):
        for place in places(entries, "round_began")[2:12:3]:
            early = [*entries[:place], *entries[ended:]]
            yield (f"game_ended before {place}", *rechained(header, early))


def wrong_money(header: Header, entries: list[Entry]) -> Iterator[Lie]:
    """Ducats that come from nowhere."""
    yield from told(header, entries, "income_paid", one_off("ducats"))
    yield from told(header, entries, "income_paid", counted_for("mines"))
    yield from told(header, entries, "card_sold", one_off("ducats"))
    yield from told(header, entries, "card_played", one_off("price"))
    yield from told(header, entries, "knight_placed", one_off("price"))
    for kind in ("ducats_scored", "game_ended"):
        yield from told(header, entries, kind, counted_for("money"))


def wrong_land(header: Header, entries: list[Entry]) -> Iterator[Lie]:
    """Extra borders, moved knights and castles, other domains."""

    def nowhere(*members: str) -> Told:
        def lies(payload: Any) -> Iterator[tuple[str, Any]]:
            for member in members:
                for square in ("a0", "m1", "A1", "", "neutral"):
                    yield f"{member} {square}", {member: square}

        return lies

    for kind, members in {
        "castle_placed": ("castle", "knight"),
        "knight_placed": ("square",),
        "border_placed": ("border",),
        "domain_grew": ("castle", "square"),
        "knight_deserted": ("square", "against", "domain"),
        "deserter_asked": ("place", "against", "domain"),
    }.items():
        yield from told(header, entries, kind, nowhere(*members))
    for member, names in {"squares": SQUARES, "freed": SIDES}.items():
        yield from told(header, entries, "domain_arose", less_and_more(member, names))
    for member, names in {"placed": SIDES, "freed": SIDES, "lost": SQUARES}.items():
        yield from told(header, entries, "domain_grew", less_and_more(member, names))
    yield from told(header, entries, "deserter_asked", less_and_more("knights", SQUARES))
    yield from moved_figures(header, entries)
    yield from extra_facts(header, entries)


def moved_figures(header: Header, entries: list[Entry]) -> Iterator[Lie]:
    """A knight or a castle stands where another figure, or no land for it, is."""
    first = entries[places(entries, "castle_placed")[0]].payload
    taken = [first["castle"], first["knight"]]
    for kind, member in (("knight_placed", "square"), ("castle_placed", "castle")):
        for place in places(entries, kind)[1 : 1 + OF_EACH]:
            for square in taken:
                lie = [*entries]
                lie[place] = changed(entries[place], member, to=square)
                yield (f"{kind} {place}: onto {square}", *rechained(header, lie))


def extra_facts(header: Header, entries: list[Entry]) -> Iterator[Lie]:
    """A border, a knight, a domain's step more than a card allows, or where no card is played."""
    for kind in ("border_placed", "knight_placed", "domain_grew", "alliance_made"):
        own = places(entries, kind)[:2]
        for place in own:
            for elsewhere in places(entries, "card_sold")[1:4]:
                lie = [*entries]
                lie.insert(elsewhere + 1, entries[place])
                yield (f"{kind} {place}: again at {elsewhere}", *rechained(header, lie))
    free = [side for side in SIDES if side not in {e.payload.get("border") for e in entries}]
    for number, place in enumerate(places(entries, "border_placed")[:OF_EACH]):
        border = entries[place].but(payload={**entries[place].payload, "border": free[number]})
        more = [border] * 3
        lie = [*entries[: place + 1], *more, *entries[place + 1 :]]
        yield (f"border_placed {place}: three more", *rechained(header, lie))


def swapped_cards(header: Header, entries: list[Entry]) -> Iterator[Lie]:
    """Another card is sold, played or taken than was dealt, or than lies there."""

    def lies(payload: Any) -> Iterator[tuple[str, Any]]:
        card, shown = payload["card"], payload["shown"]
        other = next(name for name in CARDS if name != card)
        yield "another card", {"card": other}
        yield "no card", {"card": "A:crown"}
        yield "another handle", {"handle": "card 60"}
        if shown is None:
            return
        yield "not turned up", {"shown": None}
        yield "turned up as another", {"card": other, "shown": {**shown, "card": other}}
        yield "another is turned up", {"shown": {**shown, "handle": "card 1"}}
        yield "under another salt", {"shown": {**shown, "salt": "00" * 32}}

    for kind in ("card_sold", "card_played"):
        yield from told(header, entries, kind, lies)
        yield from told(header, entries, kind, another_seat())
    hidden = [p for p in places(entries, "card_played") if entries[p].payload["shown"]]
    for place in hidden[:OF_EACH]:
        card = entries[place].payload["card"]
        for action in ("borders", "knights", "expand", "deserter", "alliance", "crown"):
            if action not in CARDS[card].actions:
                lie = [*entries]
                lie[place] = changed(entries[place], "action", to=action)
                yield (f"card_played {place}: for {action}", *rechained(header, lie))

    def taken(payload: Any) -> Iterator[tuple[str, Any]]:
        yield "another card", {"card": next(n for n in CARDS if n != payload["card"])}
        yield "one that was not sold", {"handle": "card 60"}

    yield from told(header, entries, "market_card_taken", taken)
    yield from told(header, entries, "market_card_taken", another_seat())


def dealt_otherwise(header: Header, entries: list[Entry]) -> Iterator[Lie]:
    """What everybody can see of a deal while its card is hidden."""

    def lies(payload: Any) -> Iterator[tuple[str, Any]]:
        deal = payload["deal"]
        yield "another pile", {"deal": {**deal, "deck": "D" if deal["deck"] == "A" else "A"}}
        yield "no pile", {"deal": {**deal, "deck": "E"}}
        yield "of more cards", {"deal": {**deal, "of": deal["of"] + 1}}
        yield "of fewer cards", {"deal": {**deal, "of": deal["of"] - 1}}
        yield "another stream", {"deal": {**deal, "stream": "card 99"}}
        yield "another label", {"deal": {**deal, "stream": "better card 1"}}
        yield "another handle", {"handle": "card 61"}
        yield "a handle that was dealt", {"handle": "card 1" if deal["of"] < 15 else ""}
        yield "to nobody", {"seat": None}

    yield from told(header, entries, "card_dealt", lies)
    yield from told(header, entries, "card_dealt", another_seat())
    place = places(entries, "card_dealt")[-1]
    for name, payload in lies(entries[place].payload):
        lie = [*entries]
        lie[place] = entries[place].but(payload={**entries[place].payload, **payload})
        yield (f"card_dealt {place}, the last: {name}", *rechained(header, lie))


def with_card(entries: list[Entry], handle: str, secret: Secret) -> list[Entry]:
    """Another card under a handle, wherever the log tells of it."""

    def forged(entry: Entry) -> Entry:
        payload = entry.payload
        if payload.get("handle") != handle:
            return entry
        if "deal" in payload:
            return entry.but(secret=secret)
        payload = {**payload, "card": secret.answer}
        if payload.get("shown") is not None:
            payload["shown"] = {"handle": handle, "card": secret.answer, "salt": secret.salt}
        return entry.but(payload=payload)

    return [forged(entry) for entry in entries]


def forged_deals(table: Table) -> Iterator[Lie]:
    """Other cards than chance says, consistent wherever they show."""
    header, entries = table.game.header, table.entries
    dealt = [entries[place] for place in places(entries, "card_dealt")]
    for entry in dealt:
        secret, handle = entry.secret, entry.payload["handle"]
        assert secret is not None
        alike = [name for name in CARDS if name[0] == secret.answer[0] and name != secret.answer]
        other = secret.but(answer=alike[0])
        yield (f"{handle} is another", *rechained(header, with_card(entries, handle, other)))
        salted = secret.but(salt=sha256(handle.encode()).hexdigest())
        yield (f"{handle} resalted", *rechained(header, with_card(entries, handle, salted)))
    for entry in dealt[:OF_EACH]:
        hidden = [one.but(secret=None) if one.seq == entry.seq else one for one in entries]
        yield (f"{entry.payload['handle']} never opened", header, hidden)
    for first, second in pairwise(dealt[:21]):
        assert first.secret is not None
        assert second.secret is not None
        if first.secret.answer != second.secret.answer:
            pair = [first.payload["handle"], second.payload["handle"]]
            swapped = with_card(entries, pair[0], first.secret.but(answer=second.secret.answer))
            swapped = with_card(swapped, pair[1], second.secret.but(answer=first.secret.answer))
            yield (f"{pair} exchanged", *rechained(header, swapped))


def wrong_questions(header: Header, entries: list[Entry]) -> Iterator[Lie]:
    """Somebody is asked who was not, by another name, or is not asked at all."""
    sealed = places(entries, "answer_sealed")
    for place in [*sealed[:3], *sealed[len(sealed) // 2 :: len(sealed) // 8]]:
        decision, seat = (entries[place].payload[key] for key in ("decision", "seat"))
        number, rest = decision.split(".", 1)
        for other in (f"{number}.x{rest}", f"{number}0.{rest}", f"{decision}2", ""):
            lie = [*entries]
            lie[place] = changed(entries[place], "decision", to=other)
            yield (f"answer {place}: to {other}", *rechained(header, lie))
        lie = [*entries]
        lie[place] = changed(entries[place], "seat", to="B" if seat == "A" else "A")
        yield (f"answer {place}: of another", *rechained(header, lie))

    def ordered(payload: Any) -> Iterator[tuple[str, Any]]:
        yield "ordered, or not", {"ordered": not payload["ordered"]}
        yield "ordered by nobody", {"ordered": None}

    yield from told(header, entries, "turn_began", ordered)
    by_orders = [p for p in places(entries, "turn_began") if entries[p].payload["ordered"]]
    for place in by_orders[:OF_EACH]:
        lie = [*entries]
        lie[place] = changed(entries[place], "ordered", to=False)
        yield (f"turn_began {place}: not ordered", *rechained(header, lie))
    for place in [*places(entries, "deserter_asked"), *places(entries, "knight_deserted")]:
        lie = [*entries]
        del lie[place]
        yield (f"{entries[place].kind} {place} left out", *rechained(header, lie))


def wrong_order(header: Header, entries: list[Entry]) -> Iterator[Lie]:
    """Two facts that stand beside each other change places; turns of others, rounds of old."""
    pairs: dict[tuple[str, str], int] = {}
    for place in range(len(entries) - 1):
        pairs.setdefault((entries[place].kind, entries[place + 1].kind), place)
    for (one, other), place in pairs.items():
        if one != other and "answer_sealed" not in (one, other):
            lie = [*entries]
            lie[place : place + 2] = [entries[place + 1], entries[place]]
            yield (f"{other} before {one} at {place}", *rechained(header, lie))
    for kind in ("turn_began", "castle_placed", "income_paid", "deck_emptied"):
        yield from told(header, entries, kind, another_seat())
    yield from told(header, entries, "turn_began", one_off("turn"))
    yield from told(header, entries, "round_began", one_off("round"))
    yield from told(header, entries, "castle_placed", another_seat("colour"))


SEEN = (
    wrong_scores,
    wrong_winners,
    wrong_money,
    wrong_land,
    swapped_cards,
    dealt_otherwise,
    wrong_questions,
    wrong_order,
)


def told_of(header: Header, entries: list[Entry]) -> Iterator[Lie]:
    """Lies of all kinds that everybody sees at once."""
    for lies in SEEN:
        for name, same, forged in lies(header, entries):
            yield (f"{lies.__name__} {name}", same, forged)


def of_the_goal() -> Iterator[Lie]:
    """Lies about a game that is over by the goal."""
    header, entries = by_the_goal().game.header, by_the_goal().entries
    yield from told_of(header, entries)
    yield from moved_facts("over", header, entries)
    # Every place in the first facts of a kind says something else, one in so many.
    yield from islice(changed_leaves("over", header, entries), 0, None, EVERY)


def of_the_deck() -> Iterator[Lie]:
    """Lies about a game that is over by the deck, where they are not of the other one's kinds."""
    header, entries = by_the_deck().game.header, by_the_deck().entries
    for lie in told_of(header, entries):
        if any(kind in lie[0] for kind in OF_THE_DECK):
            yield lie


def while_it_runs() -> Iterator[Lie]:
    """The same lies before the last step of a game, to somebody who can open nothing."""
    header, entries = in_the_dark()
    yield from told_of(header, entries)


LIES: dict[str, Callable[[], Iterator[Lie]]] = {
    "a goal": of_the_goal,
    "a deck": of_the_deck,
    "deals": lambda: forged_deals(by_the_goal()),
    "headers": lambda: wrong_headers(by_the_goal()),
    "the dark": while_it_runs,
}
