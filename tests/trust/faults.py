"""One forged log for each fault that nothing else would show, and what the file says of it."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

from engine.kernel.log import write_log
from tests.play.tables import new_table
from tests.trust.copies import (
    COURT,
    FIVE,
    SMALL,
    Log,
    canonical,
    game_of,
    log_in,
    log_of,
    places,
    rehashed,
)

# What is found, where (none: in the last entry), and the log.
Fault = tuple[str, bytes]
ASK_2002 = game_of("2002-3p-default-ask")


def drafted_from_the_pile() -> bytes:
    """A draft in which everybody draws, or else exchanges the two cards that nobody wants."""
    table = new_table(3, "draft", "ask", name="from the pile")
    table.advance()
    while table.game.waiting[0].kind != "plan":
        (decision,) = table.game.waiting
        cards = decision.options["take"]
        take = "exchange" if "exchange" in cards else "pile"
        group = {} if take == "exchange" else {"group": decision.options["groups"][0]}
        table.seal(decision.id, {"take": take, **group})
        table.advance()
    return b"".join(write_log(table.game.header, table.entries))


def header_with(**changes: Any) -> bytes:
    """A header alone that says something else."""
    return rehashed([{**log_of(SMALL)[0], **changes}])


def cut(log: Log, seq: int, change: Callable[[Any], object]) -> bytes:
    """The beginning of a log, the last entry of which was changed."""
    part = copy.deepcopy(log[: seq + 1])
    change(part[seq])
    return rehashed(part)


def cut_with(log: Log, seq: int, **changes: Any) -> bytes:
    """The beginning of a log, the last fact of which tells something else."""
    return cut(log, seq, lambda entry: entry["payload"].update(changes))


def put_in(log: Log, seq: int, fact: int, **changes: Any) -> bytes:
    """The beginning of a log before an entry, and then a fact from elsewhere in it."""
    payload = {**copy.deepcopy(log[fact]["payload"]), **changes}
    return rehashed([*copy.deepcopy(log[:seq]), {**copy.deepcopy(log[fact]), "payload": payload}])


def faults_of_form() -> Iterator[Fault]:
    """The header, the members of an entry, what has no canonical form."""
    log = log_of(SMALL)
    yield "the header has not the keys it should have", header_with(note="")
    yield "the header is not written as it should be", header_with(version=True)
    options = {**log[0]["options"], "line_up": 1}
    yield "the header's options are not written as they should be", header_with(options=options)
    yield "the anchor is not 64 hexadecimal digits", header_with(chance={"anchor": "00"})
    reason = "the entry is not written as it should be"
    yield reason, cut(log, 1, lambda entry: entry.update(at="soon"))
    reason = "only a sealed answer has a digest, and it must have one"
    yield reason, cut(log, 2, lambda entry: entry.update(secret_digest="ab" * 32))
    answer = places(log, "answer_sealed")[0]
    reason = "the digest is not 64 hexadecimal digits"
    yield reason, cut(log, answer, lambda entry: entry.update(secret_digest="AB" * 32))
    half = canonical(log[1]).replace(b'"payload":{', b'"payload":{"x":"\\ud800",')
    yield "the text has no canonical form", canonical(log[0]) + b"\n" + half + b"\n"
    long = canonical(log[1]).replace(b'"payload":{', b'"payload":{"x":1' + 1000 * b"0" + b",")
    reason = "the line is not a JSON object as logs write it"
    yield reason, canonical(log[0]) + b"\n" + long + b"\n"
    thrown = log[places(log, "tower_thrown")[0]]
    record = {**thrown["payload"]["throw"], "reason": "luck"}
    yield "the throw has not the keys it should have", cut_with(log, thrown["seq"], throw=record)
    yield "the log ends within a step, before anybody is asked", rehashed(log[: thrown["seq"] + 1])
    yield "the log ends within a step, before anybody is asked", rehashed(log[:-1])


def faults_of_questions() -> Iterator[Fault]:
    """Who is asked what, and in the draft for which card."""
    log = log_of(COURT)
    asked = places(log, "choice_asked", lambda p: p["choice"] == "position")[0]
    began = next(seq for seq in places(log, "step_began") if seq > asked)
    decision = log[asked]["payload"]["decision"]
    yield f"{decision} was asked before", put_in(log, began + 1, asked)
    yield "this is no question of this game", cut_with(log, asked, choice="whim")
    log = log_of(FIVE)
    pick = places(log, "choice_asked", lambda p: p["choice"] == "draft_pick")[0]
    seat = next(one for one in "AB" if one != log[pick]["payload"]["seat"])
    reason = "another seat should be asked in the draft"
    yield reason, cut_with(log, pick, seat=seat, decision=f"0.setup.pick1.{seat}")
    log = log_of(ASK_2002)
    asked = places(log, "choice_asked", lambda p: p["choice"] == "defence")[0]
    about = {**log[asked]["payload"]["about"], "county": "nowhere"}
    yield "who is asked to defend a county is not who holds it", cut_with(log, asked, about=about)
    log = log_in(drafted_from_the_pile())
    exchanged = places(log, "draft_cards_exchanged")[0]
    reason = "other cards lie beside the pile, or were exchanged before"
    yield reason, cut_with(log, exchanged, counties=["trier", "mark"])
    later = next(seq for seq in places(log, "step_began") if seq > exchanged) + 1
    beside = log[exchanged + 1]["payload"]["draw"]["drawn"]
    yield reason, put_in(log, later, exchanged, counties=beside)


def faults_of_the_course() -> Iterator[Fault]:
    """What stands where it has no place, or is told of something else."""
    log = log_of(SMALL)
    ended, cleaned = places(log, "action_ended")[0], places(log, "phase_began", _is("clean_up"))[0]
    reason = "action_ended has no place in the phase clean_up"
    yield reason, put_in(log, cleaned + 1, ended)
    reason = "action_ended is told of another action than the one of the moment"
    yield reason, cut_with(log, ended, action="winter")
    drawn, season = places(log, "event_drawn")[0], places(log, "season_began")[1]
    reason = "the phase bids should come before the season ends"
    yield reason, put_in(log, drawn + 1, season)
    yield "the season should begin with display", cut_with(log, season, phase="plan")
    yield "the next phase should be bids", put_in(log, drawn + 1, cleaned)
    yield (
        "events_revealed has no place directly after event_drawn",
        put_in(log, drawn + 1, places(log, "events_revealed")[0]),
    )
    decided = places(log, "battle_decided")[0]
    yield "battle_decided is not about what was thrown for", cut_with(log, decided, county="trier")
    hungry = places(log, "revolt_broke_out", lambda p: p["cause"] == "winter")[0]
    seat = log[hungry]["payload"]["seat"]
    reason = f"no revolt in nowhere was drawn for {seat}, or it was over"
    yield reason, cut_with(log, hungry, county="nowhere")
    attack = places(log, "attack_made")[0]
    reason = "attack_made is told of another action than the one of the moment"
    yield reason, cut_with(log, attack, action="collect_taxes")
    log = log_of(FIVE)
    beside = places(log, "draft_cards_turned_up", lambda p: p["seat"] is None)[1]
    reason = "a card is turned up into another hand than that of who was asked"
    yield reason, cut_with(log, beside, seat="A")


def _is(phase: str) -> Callable[[Any], bool]:
    return lambda payload: bool(payload["phase"] == phase)


def faults() -> list[Fault]:
    """All of them."""
    return [*faults_of_form(), *faults_of_questions(), *faults_of_the_course()]


def last_of(data: bytes) -> int:
    """The number of the last entry, which is the one at fault."""
    assert json.loads(data.split(b"\n", 1)[0])
    return data.count(b"\n") - 1
