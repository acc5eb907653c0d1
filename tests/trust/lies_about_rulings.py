"""Lies about what the newest versions have settled: reserves, favors, bonuses (E-3, P-5, P-7)."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from tests.trust.copies import (
    EMPTY_SUPPLIES,
    NO_COUNTY_NAMED,
    NOBODY_FIGHTS,
    Copy,
    Log,
    in_the_dark,
    log_of,
    places,
)

GRANTED = ("building_granted", "armies_granted")


def _of_a_defender(payload: Any) -> bool:
    return payload["defender"] is not None


def _by_peasants_alone(payload: Any) -> bool:
    """A battle in which nobody but peasants fell for a defender, and more than attackers."""
    peasants = payload["home"].get("peasants", 0)
    is_won = payload["attackers_fell"] < payload["defenders_fell"] == peasants
    return _of_a_defender(payload) and is_won


def _told(log: Log, kind: str, that: Callable[[Any], bool], name: str, **lie: Any) -> Copy:
    """The first fact of a kind told otherwise, in the dark."""
    log = copy.deepcopy(log)
    seq = places(log, kind, that)[0]
    log[seq]["payload"].update(lie)
    return in_the_dark(log, seq, name)


def lies_about_reserves() -> list[Copy]:
    """E-3: what armies in reserve are worth, and what becomes of them."""
    log = log_of(NOBODY_FIGHTS)
    held = places(log, "battle_decided", lambda p: _by_peasants_alone(p) and p["owner"])[0]
    tied = places(log, "battle_decided", lambda p: _by_peasants_alone(p) and not p["owner"])[0]
    assert log[held + 1]["kind"] == "reserve_returned" != log[tied + 1]["kind"]
    returned, battle = "reserve_returned", "battle_decided"
    dropped, again, before = (copy.deepcopy(log) for _ in range(3))
    del dropped[held + 1]
    again.insert(held + 2, copy.deepcopy(again[held + 1]))
    before[0]["version"] = 1
    defender = log[tied]["payload"]["defender"]
    return [
        _told(
            log,
            battle,
            lambda p: _by_peasants_alone(p) and bool(p["owner"]),
            "a reserve holds nothing",
            outcome="tie",
            owner=None,
        ),
        _told(
            log,
            battle,
            lambda p: _by_peasants_alone(p) and not p["owner"],
            "peasants hold a county alone",
            outcome="defender",
            owner=defender,
        ),
        _told(log, returned, lambda p: p["home"], "stays in a lost county", home=False),
        _told(log, returned, lambda p: not p["home"], "goes home from a held one", home=True),
        _told(log, returned, lambda p: p["armies"] != 9, "other armies", armies=9),
        _told(log, returned, lambda p: p["county"] != "tirol", "elsewhere", county="tirol"),
        in_the_dark(dropped, held + 1, "a reserve that never returns"),
        in_the_dark(again, held + 2, "a reserve that returns twice"),
        in_the_dark(before, held, "played by the rules of before"),
    ]


def lies_about_favors() -> list[Copy]:
    """P-7: the fourth card is kept where there is no marker, and never lost."""
    log = log_of(NO_COUNTY_NAMED)
    kept = places(log, "ward_kept")[0]
    return [_wasted(log, kept, "the fourth card has no effect"), _of_another_card(log)]


def _wasted(log: Log, seq: int, name: str) -> Copy:
    log = copy.deepcopy(log)
    taken = log[seq - 1]["payload"]
    payload = {"seat": taken["seat"], "card": taken["card"]}
    log[seq].update(kind="favor_wasted", payload=payload)
    return in_the_dark(log, seq, name)


def _of_another_card(log: Log) -> Copy:
    log = copy.deepcopy(log)
    seq = places(log, "favor_wasted")[0]
    log[seq]["payload"]["card"] = 17
    return in_the_dark(log, seq, "a card that was not taken has no effect")


def favors_lost_though_some_county_is_legal() -> list[Copy]:
    """P-7: where a favor may be used follows from the position, which only the rules know."""
    log = log_of(NO_COUNTY_NAMED)
    granted = [seq for kind in GRANTED for seq in places(log, kind)]
    return [_wasted(log, seq, f"lost at {seq}") for seq in granted]


def lies_about_bonuses() -> list[Copy]:
    """P-5: nobody takes armies of which there are none."""
    log = log_of(EMPTY_SUPPLIES)
    return [
        _told(
            log,
            "bonus_taken",
            lambda p: p["bonus"] == "thalers",
            "armies from an empty supply",
            bonus="armies_to_tray",
            amount=0,
        )
    ]


def lies_about_rulings() -> list[Copy]:
    """All that every verifier names at its entry."""
    return [*lies_about_reserves(), *lies_about_favors(), *lies_about_bonuses()]
