#!/usr/bin/env python3
"""Checks a game of Wallenstein by Post on your own computer, without trusting who ran it.

    python3 verify_wallenstein.py GAME.wlog.jsonl
    python3 verify_wallenstein.py GAME.wlog.jsonl --signed HEADS.json --keys KEYS.json --head HASH

One file, nothing but Python (3.9 or later), made to the description in docs/audit.md: it shares no
code with the site. It exits with 0 if everything held, 1 if something is wrong, 2 if unsure.
"""

from __future__ import annotations

import argparse
import hmac
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from hashlib import sha256, sha512
from pathlib import Path
from typing import Any, NoReturn

Json = dict[str, Any]
Cubes = dict[str, int]

# ---- What the page lists: everything that belongs to one ruleset, and nowhere else --------------
#
# chance   a fact that rests on chance: in which member it says so, the label of its stream, what it
#          is asked about (`of`), and how many are drawn (`take`).
#            seats       the header's seats
#            deck NAME   the cards not yet drawn (`fresh`: all of them again)
#            open NAME   the cards that the draw marked `opens` laid open, less those drawn since
#            ties        for each bid that several seats made, in the order of `bids`, those seats
#            held        the counties of the payload's seat, in the order of the deck `counties`
#            tray        a throw: everything in the tray
#            missing     as many as the draft wants: one into a hand, or up to two face up
#            unfed       by the payload's `unfed`, as `revolts` says: from so many on, so many
# tray     which cubes a fact lays into the tray or takes out: "cubes" is a member that counts them
#          by colour, "armies of seat" a number and the member that names the colour, "peasants as
#          peasants" a number and the colour itself.
# holders  which fact says who holds a county: a map of seats to counties, or one county.
# holding  whose a county must be, by the members that name the county and its holder (or nobody).
# judged   a fact that says what a throw came to: by what follows from the tray alone.
# unrest   which fact lays revolt markers into a county (`more`), or takes them out (`less`): so
#          many, or as many as a member says.
# turned   with so many of them the peasants do not stand with the defender any more.
# phases   the phases of each season in their order; "if": only in games with that option.
# after    what always stands directly after something, and nowhere else: a fact, or the beginning
#          of a phase ("phase NAME", also that of a season that begins with it).
# may      where else a fact may stand; "choice NAME" is the question for such a choice.
# within   the phases in which a fact may be told.
# decides  what gathers cubes for a throw: the fact that decides it, and what both tell alike.
# fights   who fights in which actions: once in each, in winter once for each county drawn.
# once     what is told once a season, and by which members (once for a seat, say).
# alike    what a fact tells alike with the one directly before it.
# picks    a fact that picks one of the cards laid open: the member that names it, and which cards.
# numbered a member that counts the facts of its kind of a seat in a year, 1, 2, 3 …
# spread   in how many regions a seat must hold counties; a region is nine counties of the board.
# gifts    what brings cubes into the tray, or out of it, without a fight: `amounts`, by the member
#          `by` (and by what the member `what` says), is what `number` must be; `fewer`: or less, of
#          this; `tray` must be that number of the seat if `what` says `lies`, and else empty.
# waits    the phases that begin by asking: what for, whom, by which options.
# choices  what a question is called that a fact puts; `always` those that games by orders know.
# seasons  the seasons of a year in their order.
# years    the last year, the place where a year ends, and the fact that ends every other one.
# draft, actions   which facts tell of the draft, and of the action of the moment.
# bids     what may be bid, highest first; `worth` says what a card is worth that is no county's.
# told     how the report tells of what moves cubes with a throw, and of nothing else.
# expansions   by option: in which versions it may be `on`, and what it then adds to these tables.
# journal  what people and the house did: the members of each entry, and what each of them is.
# newer    the same of later versions of an entry than the first, by their number.
# policies     what the house may do for who is late, by the policy of the game.

# fmt: off
BOARD = [
    "altmark", "bremen", "holstein", "lueneburg", "mecklenburg", "mittelmark", "neumark",
    "osnabrueck", "vorpommern", "anhalt", "hessen_darmstadt", "hessen_kassel", "kursachsen",
    "lausitz", "paderborn", "saechsische_lande", "vogtland", "wolfenbuettel", "boehmen", "kaernten",
    "maehren", "niederoesterreich", "oberoesterreich", "passau", "schlesien", "steiermark", "tirol",
    "augsburg", "baden", "fuerstentum_bayern", "konstanz", "oberpfalz", "regensburg", "salzburg",
    "wuerttemberg", "wuerzburg", "breisgau", "burgund", "koeln", "lothringen", "luettich", "mark",
    "strassburg", "trier", "zweibruecken",
]
OUT = [
    "bremen", "holstein", "steiermark", "tirol", "fuerstentum_bayern", "konstanz", "burgund",
    "luettich",
]
ACTIONS = [
    "build_palace", "build_church", "build_trading_post", "collect_grain", "collect_taxes",
    "deploy_5", "deploy_3", "deploy_1_move", "combat_a", "combat_b",
]
CHANCE: Json = {
    "draft_opened": {"in": "draw", "label": "draft order", "of": "seats", "take": "all"},
    "draft_cards_turned_up": {
        "in": "draw", "label": "county cards", "of": "deck counties", "take": "missing"},
    "events_revealed": {
        "in": "draw", "label": "events", "of": "deck events", "take": 4, "opens": "events"},
    "actions_revealed": {
        "in": "draw", "label": "actions", "of": "deck actions", "take": 5, "fresh": True},
    "action_ended": {"in": "draw", "label": "actions", "of": "deck actions", "take": 1},
    "event_drawn": {"in": "draw", "label": "event", "of": "open events", "take": 1},
    "revolts_drawn": {"in": "draw", "label": "revolts {seat}", "of": "held", "take": "unfed"},
    "tower_thrown": {"in": "throw", "label": "throw", "of": "tray"},
}
TRAY: Json = {
    "fill_gathered": {"into": ["cubes"]},
    "attack_made": {"into": ["armies of seat", "defenders of defender", "extras"]},
    "revolt_broke_out": {"into": ["armies of seat", "peasants as peasants"]},
    "battle_decided": {"out": ["home", "garrison of owner"]},
    "revolt_decided": {"out": ["home", "garrison of seat"]},
    "tray_cleared": {"out": ["home"]},
}
HOLDERS: Json = {
    "line_up_placed": {"map": "armies"},
    "county_drafted": {"county": "county", "holder": "seat"},
    "battle_decided": {"county": "county", "holder": "owner"},
    "revolt_decided": {"county": "county", "holder": "seat", "if": "held"},
}
HOLDING: Json = {
    "attack_made": {"origin": "seat", "county": "defender"},
    "revolt_broke_out": {"county": "seat"},
}
JUDGED = {"tray_cleared": "filling", "battle_decided": "battle", "revolt_decided": "revolt"}
UNREST: Json = {"revolt_marker_added": {"more": 1}, "building_built": {"less": "calmed"}}
SEASONS = ["spring", "summer", "autumn", "winter"]
SETUP = ["line_up", "draft_orders", "draft", "fill_tower", "first_events"]
SEASON = [
    "display", "favors if emperors_court", "plan", "event", "bids", "order",
    "landsknechte if landsknechte", "convert if emperors_court", "audience if emperors_court",
    "actions", "clean_up",
]
SEASON_2002 = ["display", "empty_boxes", "plan", "order", "event", "actions", "clean_up"]
WINTER = [
    "grain_loss", "hunger", "scoring", "landsknechte_restored if landsknechte", "year_end",
]
AFTER: Json = {
    "draft_cards_turned_up": ["draft_opened", "draft_cards_exchanged"],
    "fill_gathered": ["phase fill_tower"],
    "events_revealed": ["phase first_events", "year_ended"],
    "actions_revealed": ["phase display"],
    "event_drawn": ["phase event"],
    "tower_thrown": ["fill_gathered", "attack_made", "revolt_broke_out"],
}
MAY: Json = {
    "line_up_placed": ["phase line_up"],
    "draft_opened": ["phase line_up"],
    "draft_cards_turned_up": ["county_drafted", "choice draft_pick"],
    "draft_cards_exchanged": ["choice draft_pick"],
    "revolts_drawn": ["phase hunger", "player_wintered"],
    "year_ended": ["phase year_end"],
    "game_ended": ["phase year_end"],
    "tray_cleared": ["tower_thrown"],
    "battle_decided": ["tower_thrown"],
    "revolt_decided": ["tower_thrown"],
}
WITHIN: Json = {
    "county_drafted": ["draft"], "attack_made": ["actions"], "action_ended": ["actions"],
    "revolt_broke_out": ["actions", "hunger"], "revolts_drawn": ["hunger"],
}
DECIDES: Json = {
    "fill_gathered": ["tray_cleared"],
    "attack_made": ["battle_decided", "seat", "origin", "county", "armies", "defender"],
    "revolt_broke_out": ["revolt_decided", "seat", "county"],
}
FIGHTS: Json = {
    "attack_made": {"by": "action", "in": ["combat_a", "combat_b"]},
    "revolt_broke_out": {"by": "cause", "in": ["collect_grain", "collect_taxes", "winter"]},
}
WAITS: Json = {
    "plan": {"name": "plan", "of": "holders", "by": {}},
    "draft_orders": {
        "name": "draft", "of": "seats", "by": {"line_up": "draft", "choices": "orders"}},
}
CHOICES = {
    "move": "{action}", "revolt_order": "revolt_order",
    "draft_pick": "pick{pick}{again}", "draft_group": "group{pick}",
}
DRAFT: Json = {
    "opened": "draft_opened", "turned_up": "draft_cards_turned_up", "taken": "county_drafted",
    "exchanged": "draft_cards_exchanged", "pick": "draft_pick", "face_up": 2,
}
TOLD = {
    "fill_gathered":
        "the tower is filled",
    "attack_made":
        "{seat} attacks {county} from {origin}, armies {armies}; defender {defender},"
        " armies {defenders}; added from the supplies {extras}",
    "revolt_broke_out":
        "{county}, held by {seat}, revolts: armies {armies}, peasants {peasants}",
    "battle_decided":
        "{outcome}; {county} is held by {owner}, armies {garrison}; back to the"
        " supplies {home}",
    "revolt_decided":
        "{seat} keeps {county}: {held}, armies {garrison}; back to the supplies {home}",
    "tray_cleared":
        "back to the supplies {home}",
}
ALIKE: Json = {
    "options": {"line_up": ["default", "draft"], "choices": ["ask", "orders"]}, "seats": [3, 4, 5],
    "over": "game_ended", "season": "season_began", "phase": "phase_began",
    "question": "choice_asked", "seasons": SEASONS, "left_out": {"3": OUT}, "waits": WAITS,
    "once": {}, "alike": {}, "picks": {}, "numbered": {}, "spread": {}, "gifts": {},
    "may": MAY, "within": WITHIN, "decides": DECIDES, "fights": FIGHTS, "hunger": "revolts_drawn",
    "choices": CHOICES, "always": [], "draft": DRAFT,
    "actions": {"revealed": "actions_revealed", "ended": "action_ended"},
    "revolts": [[7, 3], [3, 2], [1, 1]],
    "tray": TRAY, "holders": HOLDERS, "told": TOLD,
    "holding": HOLDING, "judged": JUDGED, "unrest": UNREST, "turned": 1,
    "years": {"last": 2, "ends": "phase year_end", "ended": "year_ended"},
}
TABLES: Json = {
    "towers": {"sieve-1": {"lodges": [2, 5], "stays": [93, 100]}},
    "journal": {
        "answer_sealed": {"decision": "text", "seat": "seat", "by": "who"},
        "answer_withdrawn": {"decision": "text", "seat": "seat"},
        "step_began": {"step": "count", "link": "text", "answers": "counts"},
        "seat_taken": {"seat": "seat", "player": "text"},
        "player_replaced": {"seat": "seat", "player": "text", "by": "text", "why": "text"},
        "substitute_named": {"seat": "seat", "player": "text or null", "by": "text"},
        "host_changed": {"player": "text or null", "by": "text", "why": "text"},
        "extension_proposed": {"seat": "seat", "hours": "count", "by": "text", "why": "text"},
        "extension_voted": {"seat": "seat", "yes": "flag", "by": "text"},
        "deadline_set": {
            "deadline": "moment or null", "reason": "text", "by": "text", "why": "text"},
        "time_ran_out": {"seats": "seats", "policy": "text"},
        "game_paused": {"by": "text", "why": "text"},
        "game_resumed": {"by": "text", "why": "text"},
        "game_forked": {"game": "text", "step": "count", "by": "text", "why": "text"},
        "fork_began": {
            "game": "text", "origin": "text", "step": "count", "anchor": "text", "by": "text",
            "why": "text"},
    },
    "newer": {
        "substitute_named": {
            "2": {"seat": "seat", "player": "text or null", "by": "words", "why": "words"}},
        "extension_voted": {
            "2": {"seat": "seat", "yes": "flag", "by": "words", "why": "words"}},
    },
    "policies": {"default": ["default"], "draft": ["draft", "default"], "stand_in": ["bot"]},
    "rulesets": {
        "wallenstein-2002": {
            **ALIKE,
            "versions": [1],
            "turned": 2,
            "choices": {
                **CHOICES, "empty_boxes": "empty_boxes",
                "defence": "defence_{action}_{county}{by}"},
            "always": ["empty_boxes"],
            "phases": {
                "setup": SETUP, **dict.fromkeys(SEASONS[:3], SEASON_2002), "winter": WINTER},
            "after": {**AFTER, "order_drawn": ["phase order"]},
            "decks": {
                "counties": BOARD,
                "actions": ACTIONS,
                "events": [
                    "trade_subsidy_5", "trade_subsidy_7", "palace_guards_2", "palace_guards_6",
                    "church_peace_3", "church_peace_4", "militant_peasants_3",
                    "militant_peasants_5", "weary_peasants_1", "weary_peasants_4",
                    "good_harvest_brandenburg_2", "good_harvest_sachsen_3",
                    "good_harvest_oesterreich_3", "good_harvest_bayern_4",
                    "good_harvest_kurpfalz_5", "harvest_failure_brandenburg_2",
                    "harvest_failure_sachsen_3", "harvest_failure_oesterreich_4",
                    "harvest_failure_bayern_4", "harvest_failure_kurpfalz_5",
                    "supply_problems_brandenburg_0", "supply_problems_sachsen_1",
                    "supply_problems_oesterreich_1", "supply_problems_bayern_2",
                    "supply_problems_kurpfalz_3",
                ],
            },
            "chance": {
                **CHANCE,
                "order_drawn": {
                    "in": "draw", "label": "player order", "of": "seats", "take": "all"},
            },
        },
        "wallenstein-2010": {
            **ALIKE,
            "versions": [1, 2],
            "choices": {**CHOICES, "position": "position"},
            "phases": {"setup": SETUP, **dict.fromkeys(SEASONS[:3], SEASON), "winter": WINTER},
            "after": {
                **AFTER, "tiles_laid": ["actions_revealed"], "bids_revealed": ["phase bids"]},
            "decks": {
                "counties": BOARD,
                "actions": ACTIONS,
                "events": [
                    "trade_support_5", "trade_support_7", "militant_peasants_3", "palace_guards_2",
                    "palace_guards_6", "church_peace_3", "church_peace_4", "tax_ceiling_0",
                    "tax_floor_2", "grain_floor_3", "grain_ceiling_4", "supply_problems_1",
                ],
                "tiles": [
                    "extra_thaler", "extra_grain", "six_armies", "extra_attacker", "extra_defender",
                ],
            },
            "bids": [4, 3, 2, 1, "a county card", 0, None],
            "chance": {
                **CHANCE,
                "tiles_laid": {
                    "in": "draw", "label": "tiles", "of": "deck tiles", "take": "all",
                    "fresh": True},
                "bids_revealed": {
                    "in": "draws", "label": "order tie", "of": "ties", "take": "all"},
            },
            "expansions": {
                "emperors_court": {
                    "versions": [2],
                    "decks": {"favors": list(range(1, 22))},
                    "worth": {"tower": 0},
                    "choices": {"favor": "favor"},
                    "after": {"favors_laid": ["phase favors"]},
                    "may": {
                        "favor_gained": ["favor_taken"], "armies_granted": ["favor_taken"]},
                    "within": {"courtiers_sent": ["convert"], "favor_taken": ["audience"]},
                    "once": {"courtiers_sent": ["seat", "box"], "favor_taken": ["seat"]},
                    "alike": {"favor_gained": ["seat", "card"], "armies_granted": ["seat"]},
                    "picks": {"favor_taken": ["card", "favors"]},
                    "gifts": {
                        "courtiers_sent": {
                            "by": "box", "number": "courtiers", "what": "card", "lies": "tower",
                            "amounts": {"convert_3": 3, "convert_2": 2, "convert_1": 1}},
                        "favor_gained": {
                            "by": "card", "number": "amount", "what": "gain",
                            "lies": "armies_to_tray", "fewer": "armies_to_tray",
                            "amounts": {
                                "2": {"thalers": 2}, "3": {"armies_to_tray": 3},
                                "5": {"grain": 1}, "6": {"victory_points": 1},
                                "8": {"armies_to_tray": 4}, "9": {"thalers": 4},
                                "13": {"victory_points": 2}, "14": {"armies_to_tray": 5},
                                "15": {"grain": 2}, "16": {"thalers": 6},
                                "19": {"victory_points": 3}, "20": {"grain": 3}}},
                    },
                    "chance": {
                        "favors_laid": {
                            "in": "draw", "label": "favors", "of": "deck favors", "take": 3,
                            "opens": "favors"},
                    },
                    "tray": {
                        "courtiers_sent": {"out": ["tray"]},
                        "favor_gained": {"into": ["tray"]},
                    },
                    "holders": {"armies_granted": {"county": "county", "holder": "seat"}},
                    "unrest": {
                        "marker_removed": {"less": 1}, "building_granted": {"less": "calmed"}},
                },
                "landsknechte": {
                    "versions": [2],
                    "choices": {"bonus": "bonus"},
                    "within": {"bonus_taken": ["landsknechte"]},
                    "once": {"bonus_taken": ["seat"]},
                    "numbered": {"bonus_taken": "card"},
                    "spread": {"bonus_taken": 4},
                    "gifts": {
                        "bonus_taken": {
                            "by": "card", "number": "amount", "what": "bonus",
                            "lies": "armies_to_tray", "fewer": "armies_to_tray",
                            "amounts": {
                                "1": {"thalers": 2, "armies_to_tray": 1},
                                "2": {"thalers": 4, "grain": 1, "armies_to_tray": 2},
                                "3": {
                                    "thalers": 6, "grain": 2, "armies_to_tray": 3,
                                    "victory_points": 1}}},
                    },
                    "tray": {"bonus_taken": {"into": ["tray"]}},
                },
            },
        },
    },
}
# fmt: on

# ---- Bytes: canonical JSON, hashes --------------------------------------------------------------


MOST_DIGITS = 1_000  # of a whole number; where there is no limit, readers have different ones


class Wrong(Exception):
    """What is wrong, and at which entry (0: the header; None: nowhere in particular)."""

    def __init__(self, seq: int | None, reason: str) -> None:
        super().__init__(reason)
        self.seq, self.reason = seq, reason


class Unusable(Exception):
    """A file that cannot be checked at all."""


def canonical(value: Any) -> bytes:
    """The one way in which a value becomes bytes."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode("utf-8")


def digest_of(salt: str, answer: Any) -> str:
    """What a sealed answer is known by."""
    return sha256(bytes.fromhex(salt) + canonical(answer)).hexdigest()


def parsed(line: bytes) -> Any:
    """A JSON text without fractions and without any key twice; raises ValueError."""
    try:
        return json.loads(
            line.decode("utf-8"),
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_not_whole,
            parse_constant=_not_whole,
        )
    except RecursionError:
        raise ValueError("nested too deep") from None


def _object(pairs: list[tuple[str, Any]]) -> Json:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key appears twice")
    return made


def _whole(text: str) -> int:
    if len(text.lstrip("-")) > MOST_DIGITS:
        raise ValueError("a number is too long")
    return int(text)


def _not_whole(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a whole number")


def is_hex(value: Any, digits: int) -> bool:
    """Whether a value is so many lower-case hexadecimal digits."""
    return isinstance(value, str) and re.fullmatch(f"[0-9a-f]{{{digits}}}", value) is not None


def is_count(value: Any, least: int = 0) -> bool:
    """Whether a value is a whole number that something can be counted with, and no boolean."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value < 2**53


def is_moment(value: Any) -> bool:
    """Whether a value is a time as logs write it."""
    form = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"
    return isinstance(value, str) and re.fullmatch(form, value) is not None


def same(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON (for Python alone, true and 1 would be)."""
    return canonical(one) == canonical(other)


# ---- Chance: links, step keys, streams, draws, throws -------------------------------------------

WORD = 2**64
SLACK = timedelta(days=1)  # what was begun with a key may be signed when the next one is there
MOST_CUBES = 2_000  # no game has as many; whoever claims more wants to keep you waiting


def step_key(link: str, game: str, step: int, digests: list[str]) -> bytes:
    """The key that everything random in a step follows from."""
    return hmac.digest(bytes.fromhex(link), canonical([game, step, digests]), "sha256")


def bot_salt(link: str, game: str, decision: str) -> str:
    """The salt of what a bot answers: fixed by the link, so that nobody can choose it."""
    return hmac.digest(bytes.fromhex(link), canonical(["salt", game, decision]), "sha256").hex()


def words(key: bytes, name: str) -> Iterator[int]:
    """The words of a named stream: Philox4x64-10, counted from 1."""
    keyed = hmac.digest(key, name.encode("utf-8"), "sha256")
    first, second = (int.from_bytes(keyed[at : at + 8], "little") for at in (0, 8))
    counter = 0
    while True:
        counter += 1
        a, b, c, d, k0, k1 = counter, 0, 0, 0, first, second
        for _ in range(10):
            left, right = a * 0xD2E7470EE14C6C93, c * 0xCA5A826395121157
            a, b, c, d = right // WORD ^ b ^ k0, right % WORD, left // WORD ^ d ^ k1, left % WORD
            k0, k1 = (k0 + 0x9E3779B97F4A7C15) % WORD, (k1 + 0xBB67AE8584CAA73B) % WORD
        yield from (a, b, c, d)


def below(source: Iterator[int], n: int) -> int:
    """A fair whole number from 0 to n - 1."""
    limit = WORD - WORD % n
    return next(word for word in source if word < limit) % n


def drawn(source: Iterator[int], items: list[Any], count: int) -> list[Any]:
    """So many of a list, in the order drawn."""
    left = list(items)
    return [left.pop(below(source, len(left))) for _ in range(count)]


def fallen(source: Iterator[int], tower: Json, thrown: Cubes, lodged: Cubes) -> Cubes:
    """What falls out of the tower."""
    n = sum(thrown.values())
    lodges = WORD * tower["lodges"][0] // tower["lodges"][1]
    loosened = WORD - WORD * tower["stays"][0] ** n // tower["stays"][1] ** n
    fell: Cubes = {}
    for colour in sorted(thrown):
        fell[colour] = sum(next(source) >= lodges for _ in range(thrown[colour]))
    for colour in sorted(lodged):
        loose = sum(next(source) < loosened for _ in range(lodged[colour]))
        fell[colour] = fell.get(colour, 0) + loose
    return some(fell)


def some(cubes: Cubes) -> Cubes:
    """Cubes by colour, without the colours that have none."""
    return {colour: count for colour, count in cubes.items() if count}


# ---- Fights: what a tray says of them -----------------------------------------------------------


def battle_of(tray: Counter[str], attacker: str, defender: str | None, is_calm: bool) -> Json:
    """What a battle comes to; where the county is calm the peasants stand with its holder."""
    attack, own = tray[attacker], tray[defender] if defender else 0
    peasants = tray["peasants"] if is_calm or defender is None else 0
    home = {attacker: attack, "peasants": peasants, **({defender: own} if defender else {})}
    outcome, owner, garrison = "tie", None, 0
    if attack > own + peasants:
        outcome, owner, garrison = "attacker", attacker, attack - own - peasants
    elif own + peasants > attack and defender is None:
        outcome = "defender"
    elif own + peasants > attack and own:
        # The peasants are lost first.
        outcome, owner, garrison = "defender", defender, own - max(0, attack - peasants)
    if owner is not None:
        home[owner] -= garrison
    return {
        "attackers_fell": attack,
        "defenders_fell": own + peasants,
        "outcome": outcome,
        "owner": owner,
        "garrison": garrison,
        "home": some(home),
    }


def revolt_of(tray: Counter[str], seat: str) -> Json:
    """What a revolt comes to; all peasants in the tray take part in it."""
    own, against = tray[seat], tray["peasants"]
    garrison = max(0, own - against)
    return {
        "armies_fell": own,
        "peasants_fell": against,
        "held": own > against,
        "garrison": garrison,
        "home": some({seat: own - garrison, "peasants": against}),
    }


# ---- Signatures: Ed25519 (RFC 8032), verification only ------------------------------------------

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
Point = tuple[int, int, int, int]


def signature_holds(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether whoever holds the key signed exactly these bytes."""
    holder = _point(public)
    scalar = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or holder is None or scalar >= ORDER:
        return False
    hashed = sha512(signature[:32] + public + message).digest()
    against = _times(int.from_bytes(hashed, "little") % ORDER, _negative(holder))
    return _bytes(_sum(_times(scalar, BASE), against)) == signature[:32]


def _point(encoded: bytes) -> Point | None:
    if len(encoded) != 32:
        return None
    y = int.from_bytes(encoded, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    squared = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(squared, (P + 3) // 8, P)
    if (x * x - squared) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - squared) % P or (x == 0 and sign):
        return None
    if x % 2 != sign:
        x = P - x
    return x, y, 1, x * y % P


def _sum(one: Point, other: Point) -> Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * D * one[3] * other[3] % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(scalar: int, point: Point) -> Point:
    result: Point = (0, 1, 1, 0)
    for bit, double in enumerate(_doubles(point)):
        if scalar >> bit & 1:
            result = _sum(result, double)
    return result


@lru_cache(maxsize=16)  # of the base and of the site's keys, for every statement the same
def _doubles(point: Point) -> list[Point]:
    doubles = [point]
    while len(doubles) < ORDER.bit_length():
        doubles.append(_sum(doubles[-1], doubles[-1]))
    return doubles


def _negative(point: Point) -> Point:
    return P - point[0], point[1], point[2], P - point[3]


def _bytes(point: Point) -> bytes:
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _base() -> Point:
    found = _point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
    if found is None:
        raise ArithmeticError
    return found


BASE = _base()

# ---- What the check finds out -------------------------------------------------------------------


@dataclass
class Throw:
    """One throw, for the report."""

    seq: int
    step: int
    season: str
    why: str
    stream: str
    thrown: Cubes
    lodged: Cubes
    fell: Cubes
    after: Cubes
    result: list[str] = field(default_factory=list)


@dataclass
class Report:
    """What was checked, and what came of it."""

    header: Json = field(default_factory=dict)
    games: dict[int, str] = field(default_factory=dict)  # by the entry from which on it is this one
    entries: int = 0
    head: str = ""
    steps: int = 0
    questions: int = 0
    draws: int = 0
    throws: list[Throw] = field(default_factory=list)
    judged: int = 0
    seasons: list[str] = field(default_factory=list)
    opened: int = 0
    sealed: int = 0
    by: Counter[str] = field(default_factory=Counter)
    counted: dict[int, Json] = field(default_factory=dict)  # answers of steps, or of the next one
    fixed_salts: int = 0
    chosen_salts: list[int] = field(default_factory=list)
    house_last: list[int] = field(default_factory=list)
    relayed_last: list[int] = field(default_factory=list)
    over: bool = False
    signatures: int = 0
    statements: int = 0
    heads: int = 0
    gaps: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    wrong: Wrong | None = None

    @property
    def verdict(self) -> str:
        """OK, FAILED, or NOT FULLY CHECKED."""
        if self.wrong:
            return "FAILED"
        return "NOT FULLY CHECKED" if self.gaps else "OK"


HEADER_KEYS = {"format", "game", "ruleset", "version", "tower", "options", "seats", "chance"}
PUBLIC_KEYS = ("seq", "kind", "version", "at", "payload")
ENTRY_KEYS = {*PUBLIC_KEYS, "prev", "hash"}
# Whose own an answer is: under a salt of theirs, or under one that the house drew for them.
PEOPLE = ("seat", "relay")


def check(
    data: bytes,
    signed: Iterable[Any] = (),
    keys: Iterable[Any] | None = None,
    heads: Iterable[str] = (),
) -> Report:
    """Check a log, entry by entry, and what people hold that should agree with it."""
    report = Report()
    try:
        entries = Audit(report).whole(data)
        _compare(entries, report, signed, keys, heads)
    except Wrong as problem:
        report.wrong = problem
    return report


class Audit:
    """Goes through a log from the header to the head; raises Wrong at the first thing amiss."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.rules: Json = {}
        self.tower: Json = {}
        self.seats: list[str] = []
        self.game = self.link = ""
        self.key: bytes | None = None
        self.uses: Counter[str] = Counter()
        self.sealed: dict[str, Json] = {}
        self.closed: list[int] = []
        self.decks: dict[str, list[str]] = {}
        self.open: dict[str, list[str]] = {}
        self.tray: Counter[str] = Counter()
        self.lodged: Cubes = {}
        self.holders: dict[str, str | None] = {}
        self.markers: Counter[str] = Counter()  # of revolt, by county
        self.asked: dict[str, str] = {}  # what the game waits on: decisions, and whose
        self.decided: set[str] = set()
        self.in_step = False  # whether the entry before this one was a fact
        self.year, self.season = 0, "setup"
        self.phase = ""
        self.before = ""  # the fact before this one, as the tables name places
        self.next: list[str] = []  # the facts that must come now, in this order
        self.gathered: Json = {}  # the fact that laid cubes ready for a throw
        self.fought: set[str] = set()  # the seats that have fought in the action of the moment
        self.hungry: list[str] = []  # the seats that revolts were drawn for this winter
        self.revolting: list[str] = []  # the counties that were drawn and have not revolted yet
        self.once: set[tuple[str, ...]] = set()  # what must not be told again this season
        self.last: Json = {}  # what the fact before this one told
        self.numbers: Counter[tuple[str, str]] = Counter()  # facts of a kind and seat in a year
        self.actions: list[Any] = []  # those of the season that are not ended yet
        self.order: list[Any] = []  # of the draft
        self.picks = 0
        self.again = ""
        self.face_up: list[Any] = []
        self.under_pile: list[Any] = []
        self.cause = ""
        self.at = ""
        self.deadline: str | None = None
        self.is_due = False  # whether the deadline is that of the open questions
        self.policy = ""
        self.silent: set[str] = set()
        self.players: dict[str, str] = {}

    def whole(self, data: bytes) -> list[Json]:
        """Check all lines of a file; its entries."""
        lines = data.split(b"\n")
        if lines.pop() and lines:
            raise Wrong(len(lines), "the file does not end with a line feed: it was cut off")
        if not lines:
            raise Unusable("this is no log: it has not one whole line")
        self.header(_line(lines[0], 0))
        entries: list[Json] = []
        for seq, line in enumerate(lines[1:], 1):
            entries.append(_line(line, seq))
            self.entry(entries[-1], seq)
        if self.rules and self.key is not None and not self.asked and not self.report.over:
            raise Wrong(len(entries), "the log ends within a step, before anybody is asked")
        if self.report.over and self.closed:
            reason = "the game is over, but this answer is not open"
            raise Wrong(self.closed[0], reason)
        self.report.sealed = len(self.closed)
        self.report.counted.update({answer["seq"]: answer for answer in self.sealed.values()})
        self._house()
        return entries

    def _house(self) -> None:
        report = self.report
        if report.house_last:
            told = "the house sealed last, for a bot or from a draft, when it knew the link and all"
            where = f"steps {_ranges(report.house_last)}"
            report.remarks.append(f"{told} that the others had sealed: {where}")
        if report.relayed_last:
            told = "whoever sealed last did so under a salt that the house drew, when it knew the"
            where = f"steps {_ranges(report.relayed_last)}"
            report.remarks.append(f"{told} link and all that was sealed: {where}")
        if report.chosen_salts:
            told = "bots answered under a salt that does not follow from the link, so that the"
            where = f"entries {_ranges(report.chosen_salts)}"
            report.remarks.append(f"{told} house could choose it: {where}")

    # -- the header

    def header(self, header: Json) -> None:
        """Check the first line and see which tables apply."""
        if header.get("format") != "wallenstein-log/1":
            raise Unusable("this is no log of the format wallenstein-log/1")
        chance = header.get("chance")
        if set(header) != HEADER_KEYS or not isinstance(chance, dict) or set(chance) != {"anchor"}:
            raise Wrong(0, "the header has not the keys it should have")
        seats, options = header["seats"], header["options"]
        is_in_order = (
            isinstance(seats, list) and bool(seats) and seats == list("ABCDEF")[: len(seats)]
        )
        is_plain = all(isinstance(header[k], str) for k in ("game", "ruleset", "tower"))
        if not is_in_order or not is_plain or not is_count(header["version"]):
            raise Wrong(0, "the header is not written as it should be")
        if not isinstance(options, dict) or not all(isinstance(v, str) for v in options.values()):
            raise Wrong(0, "the header's options are not written as they should be")
        if not is_hex(chance["anchor"], 64):
            raise Wrong(0, "the anchor is not 64 hexadecimal digits")
        self.report.header, self.seats, self.link = header, seats, chance["anchor"]
        self.game = self.report.games[0] = header["game"]
        self.report.head = _hashed(0, b"", header)
        self._tables()

    def _tables(self) -> None:
        header, gaps = self.report.header, self.report.gaps
        named = f"{header['ruleset']} version {header['version']}"
        rules = TABLES["rulesets"].get(header["ruleset"])
        if rules is None or header["version"] not in rules["versions"]:
            gaps.append(f"this verifier does not know the ruleset {named}")
        else:
            self.rules = _played(rules, header["version"], header["options"])
            if not self.rules:
                gaps.append(f"this verifier does not know all options of this game of {named}")
        if self.rules:
            if set(self.rules["options"]) != set(header["options"]):
                raise Wrong(0, "the header does not name every option")
            if len(self.seats) not in self.rules["seats"]:
                raise Wrong(0, f"{named} is not played by so many")
            self.decks = {name: self._whole_deck(name) for name in self.rules["decks"]}
            self._enter(self._phases()[0])
        self.tower = TABLES["towers"].get(header["tower"], {})
        if not self.tower:
            gaps.append(f"this verifier does not know the tower {header['tower']}")

    def _whole_deck(self, name: str) -> list[str]:
        out = self.rules["left_out"].get(str(len(self.seats)), ())
        return [card for card in self.rules["decks"][name] if card not in out]

    # -- one entry: the chain first, then what it says

    def entry(self, entry: Json, seq: int) -> None:
        """Check one entry."""
        try:
            self._chained(entry, seq)
            self._timed(entry)
            is_journal, members = entry["kind"] in TABLES["journal"], _members(entry)
            if members is None and (is_journal or (self.rules and entry["version"] != 1)):
                raise Wrong(seq, f"{entry['kind']} is told in a version that is not known")
            if members is not None:
                self._shaped(members, entry["payload"])
            self._secret(entry)
            if is_journal:
                self._after_a_step(seq)
                self._journal(entry)
            else:
                self._fact(entry)
        except (KeyError, TypeError, AttributeError, IndexError, ValueError):
            raise Wrong(seq, f"the payload of {entry.get('kind')} is not as it should be") from None

    def _chained(self, entry: Json, seq: int) -> None:
        if not ENTRY_KEYS <= set(entry) <= ENTRY_KEYS | {"secret_digest", "secret"}:
            raise Wrong(seq, "the entry has not the keys it should have")
        if not is_count(entry["seq"]) or entry["seq"] != seq:
            raise Wrong(seq, f"the number of the entry should be {seq}")
        if entry["prev"] != self.report.head:
            raise Wrong(seq, "prev is not the hash of what stands before it")
        public = {key: entry[key] for key in (*PUBLIC_KEYS, "secret_digest") if key in entry}
        if entry["hash"] != _hashed(seq, self.report.head.encode("ascii"), public):
            raise Wrong(seq, "the hash is not that of the entry")
        is_plain = isinstance(entry["kind"], str) and isinstance(entry["payload"], dict)
        if not is_plain or not is_count(entry["version"]) or not is_moment(entry["at"]):
            raise Wrong(seq, "the entry is not written as it should be")
        self.report.head, self.report.entries = entry["hash"], seq

    def _shaped(self, members: Json, payload: Json) -> None:
        if set(payload) != set(members):
            raise TypeError
        for member, shapes in members.items():
            shape, _, optional = shapes.partition(" or ")
            value = payload[member]
            if not (optional and value is None) and not self._is(shape, value):
                raise TypeError

    def _is(self, shape: str, value: Any) -> bool:
        if shape in ("seats", "counts"):
            return isinstance(value, list) and all(self._is(shape[:-1], one) for one in value)
        if shape == "count":
            return is_count(value)
        if shape == "flag":
            return isinstance(value, bool)
        if shape == "moment":
            return is_moment(value)
        if not isinstance(value, str):
            return False
        if shape == "who":
            is_bot = value.startswith("bot ") and value != "bot "
            return value in (*PEOPLE, "default", "draft") or is_bot
        if shape == "words":
            return value != ""
        return shape == "text" or value in self.seats

    def _timed(self, entry: Json) -> None:
        if entry["at"] < self.at:
            told = f"entry {entry['seq']} is dated {entry['at']}, before the one above ({self.at})"
            self.report.remarks.append(told)
        self.at = entry["at"]

    def _secret(self, entry: Json) -> None:
        seq, is_answer = entry["seq"], entry["kind"] == "answer_sealed"
        if is_answer != ("secret_digest" in entry) or ("secret" in entry and not is_answer):
            raise Wrong(seq, "only a sealed answer has a digest, and it must have one")
        if not is_answer:
            return
        if not is_hex(entry["secret_digest"], 64):
            raise Wrong(seq, "the digest is not 64 hexadecimal digits")
        if "secret" not in entry:
            self.closed.append(seq)
            return
        secret = entry["secret"]
        if set(_kind(dict, secret)) != {"salt", "answer"} or not is_hex(secret["salt"], 64):
            raise Wrong(seq, "the secret is not a salt and an answer")
        try:
            is_true = digest_of(secret["salt"], secret["answer"]) == entry["secret_digest"]
        except ValueError:
            is_true = False
        if not is_true:
            raise Wrong(seq, "the open answer is not the one that was sealed")
        ours = sha256(canonical([self.game, entry["payload"]["decision"]]))
        if entry["payload"]["by"] == "default" and secret["salt"] != ours.hexdigest():
            raise Wrong(seq, "the house chose the salt of a silent seat")
        self.report.opened += 1

    # -- what people and the house did

    def _after_a_step(self, seq: int) -> None:
        self.in_step, self.key = self.key is not None, None
        if self.rules and self.in_step and not self.asked and not self.report.over:
            raise Wrong(seq, "the step before was broken off before anybody was asked")

    def _journal(self, entry: Json) -> None:
        seq, kind, payload = entry["seq"], entry["kind"], entry["payload"]
        if self.report.over and kind in ("answer_sealed", "step_began", "fork_began"):
            raise Wrong(seq, "the game goes on after its end")
        if kind == "answer_sealed":
            self._sealed(entry)
        elif kind == "answer_withdrawn":
            if self.sealed.pop(payload["decision"], {}).get("seat") != payload["seat"]:
                raise Wrong(seq, "an answer is withdrawn that was not sealed")
        elif kind == "step_began":
            self._step(seq, payload)
        elif kind == "deadline_set":
            self._due(entry)
        elif kind == "time_ran_out":
            self._late(entry)
        elif kind == "game_resumed":
            self.is_due = False
        elif kind in ("seat_taken", "player_replaced"):
            self._seated(seq, kind, payload["seat"], payload["player"])
        elif kind == "fork_began":
            self._forked(seq, payload)
        elif kind == "game_forked":
            self.report.remarks.append(f"entry {seq}: the game goes on as {payload['game']}")

    def _seated(self, seq: int, kind: str, seat: str, player: str) -> None:
        if kind == "seat_taken" and (self.report.steps or seat in self.players):
            raise Wrong(seq, f"{seat} is taken anew, which only replacing can do")
        self.players[seat] = player

    def _forked(self, seq: int, payload: Json) -> None:
        game, origin, anchor = payload["game"], payload["origin"], payload["anchor"]
        if origin != self.game or game == origin or not isinstance(game, str):
            raise Wrong(seq, f"a fork begins that is not one of the game {self.game}")
        if not same(payload["step"], self.report.steps or None) or not self.in_step:
            raise Wrong(seq, "a fork begins elsewhere than at the end of a step")
        if not is_hex(anchor, 64):
            raise Wrong(seq, "the anchor is not 64 hexadecimal digits")
        told = f"entry {seq}: a fork of the game {origin} begins here, with a chain of its own"
        self.report.remarks.append(f"{told}; by {payload['by']}, because: {payload['why']}")
        self.game = self.report.games[seq] = game
        self.link = anchor

    def _due(self, entry: Json) -> None:
        seq, before, deadline = entry["seq"], self.deadline, entry["payload"]["deadline"]
        if deadline is not None and deadline <= entry["at"]:
            told = (
                f"entry {seq}: the deadline {deadline} is not after {entry['at']}, when it was set"
            )
            self.report.remarks.append(told)
        elif self.is_due and deadline is not None and before is not None and deadline < before:
            told = f"entry {seq}: the deadline is moved to an earlier time, from {before}"
            self.report.remarks.append(f"{told} to {deadline}")
        self.deadline, self.is_due = deadline, True

    def _late(self, entry: Json) -> None:
        seq, payload = entry["seq"], entry["payload"]
        if self.deadline is None or entry["at"] < self.deadline:
            raise Wrong(seq, f"time ran out before the deadline ({self.deadline})")
        answered = {answer["seat"] for answer in self.sealed.values()}
        for seat in payload["seats"]:
            if seat in answered:
                raise Wrong(seq, f"time ran out for {seat}, who had answered")
            if self.rules and seat not in self.asked.values():
                raise Wrong(seq, f"time ran out for {seat}, whom nobody asked")
        if self.policy and payload["policy"] != self.policy:
            told = f"entry {seq}: who is late is treated by the policy {payload['policy']}"
            self.report.remarks.append(f"{told}, and before by {self.policy}")
        self.policy = payload["policy"]
        self.silent |= set(payload["seats"])

    def _sealed(self, entry: Json) -> None:
        seq, payload = entry["seq"], entry["payload"]
        decision, seat, by = payload["decision"], payload["seat"], payload["by"]
        who = by.partition(" ")[0]
        if self.rules and self.asked.get(decision) != seat:
            raise Wrong(seq, f"nobody asked {seat} for {decision}")
        self.report.by[who] += 1
        if by not in PEOPLE:
            if decision in self.sealed:
                raise Wrong(seq, f"the house answers for {seat}, who had answered")
            self._answered_for(seq, seat, by)
        # A decision that is answered again comes last, as if it had not been answered before.
        self.sealed.pop(decision, None)
        answer = {"decision": decision, "seat": seat, "seq": seq, "by": who}
        salt = entry["secret"]["salt"] if "secret" in entry else None
        self.sealed[decision] = {**answer, "digest": entry["secret_digest"], "salt": salt}

    def _answered_for(self, seq: int, seat: str, by: str) -> None:
        who, told = by.partition(" ")[0], f"entry {seq}: the house answers for {seat} ({by})"
        player = self.players.get(seat, "")
        if seat in self.silent:
            if who not in TABLES["policies"].get(self.policy, []):
                told += f", which is not what the policy {self.policy} says"
                self.report.remarks.append(told)
        elif who != "bot" or (player and player.partition(" ")[0] != "bot"):
            self.report.remarks.append(f"{told}, though the log tells of no time out")

    def _step(self, seq: int, payload: Json) -> None:
        step, link = payload["step"], payload["link"]
        if not is_count(step) or step != self.report.steps + 1:
            raise Wrong(seq, f"the number of the step should be {self.report.steps + 1}")
        if not is_hex(link, 64) or sha256(bytes.fromhex(link)).hexdigest() != self.link:
            raise Wrong(seq, "the link does not hash to the one before it")
        counted = sorted(self.sealed.values(), key=lambda answer: self.seats.index(answer["seat"]))
        if not same(payload["answers"], [answer["seq"] for answer in counted]):
            raise Wrong(seq, "the step does not rest on the answers that were sealed last")
        if len({answer["seat"] for answer in counted}) != len(counted):
            raise Wrong(seq, "a seat answers two things in one step")
        if step > 1 and not counted:
            raise Wrong(seq, "the step rests on no answer at all")
        for decision in self.asked:
            if decision not in self.sealed:
                raise Wrong(seq, f"the step begins though {decision} was not answered")
        self._chosen(step, link, counted)
        digests = [answer["digest"] for answer in counted]
        self.key = step_key(link, self.game, step, digests)
        self.link, self.report.steps = link, step
        self.decided |= set(self.asked)
        self.report.questions = len(self.decided)
        self.asked, self.sealed, self.silent, self.uses = {}, {}, set(), Counter()
        self.deadline, self.is_due = None, False

    def _chosen(self, step: int, link: str, counted: list[Json]) -> None:
        """What the house could have chosen, knowing the link: its answers, and their salts."""
        report = self.report
        report.counted.update({answer["seq"]: answer for answer in counted})
        # A default leaves nothing to choose; of the others the one sealed last decides.
        free = sorted((a["seq"], a["by"]) for a in counted if a["by"] != "default")
        if free and free[-1][1] in ("bot", "draft"):
            report.house_last.append(step)
        elif free and free[-1][1] == "relay":
            report.relayed_last.append(step)
        for answer in counted:
            if answer["by"] != "bot" or answer["salt"] is None:
                continue
            if answer["salt"] == bot_salt(link, self.game, answer["decision"]):
                report.fixed_salts += 1
            else:
                report.chosen_salts.append(answer["seq"])

    # -- what the rules made of it

    def _fact(self, entry: Json) -> None:
        seq, kind, payload = entry["seq"], entry["kind"], entry["payload"]
        if self.key is None:
            raise Wrong(seq, "a fact stands outside every step")
        if self.report.over:
            raise Wrong(seq, "the game goes on after its end")
        if self.asked:
            raise Wrong(seq, "the step goes on though somebody was asked first")
        members = [member for member in ("draw", "draws", "throw") if member in payload]
        rule = self.rules["chance"].get(kind) if self.rules else None
        if self.rules and members != ([rule["in"]] if rule else []):
            raise Wrong(seq, f"{kind} does not rest on chance as it should")
        if self.rules:
            self._placed(seq, kind, payload)
            self._fights(seq, kind, payload)
            self._gifts(seq, kind, payload)
            self._judged(seq, kind, payload)
            self._cubes(seq, kind, payload)
            self._held(kind, payload)
            self._unrest(kind, payload)
            self._season(seq, kind, payload)
        for member in members:
            if member == "throw":
                self._throw(seq, payload["throw"], rule)
            else:
                made = payload["draws"] if member == "draws" else [payload["draw"]]
                self._draws(seq, payload, made, rule)
        if self.rules:
            self._drafted(seq, kind, payload)
            self._asks(seq, kind, payload)
        self._result(kind, payload)

    # -- where a fact may stand, so that none is told twice until it pleases

    def _phases(self) -> list[str]:
        options = self.report.header["options"]
        listed = [phase.split(" if ") for phase in self.rules["phases"][self.season]]
        return [name for name, *needed in listed if all(options.get(o) == "on" for o in needed)]

    def _enter(self, phase: str) -> None:
        self.phase, self.before = phase, f"phase {phase}"

    def _placed(self, seq: int, kind: str, payload: Json) -> None:
        """Check that a fact stands where it belongs, and remember where the next one stands."""
        rules, expected, before = self.rules, self.next, self.before
        if expected and kind != expected[0]:
            raise Wrong(seq, f"{expected[0]} should come here, directly after {before}")
        places = [*rules["after"].get(kind, ()), *rules["may"].get(kind, ())]
        if places and before not in places:
            raise Wrong(seq, f"{kind} has no place directly after {before}")
        if self.phase not in rules["within"].get(kind, [self.phase]):
            raise Wrong(seq, f"{kind} has no place in the phase {self.phase}")
        if kind == rules["draft"]["turned_up"]:
            self._into_hand(seq, payload["seat"])
        self.next, self.before = expected[1:], kind
        if kind in (rules["phase"], rules["season"]):
            self._phased(seq, kind, _kind(str, payload["phase"]))
        elif kind == rules["question"]:
            self.before = f"choice {_text(payload['choice'])}"
        self.next += [fact for fact in rules["after"] if self.before in rules["after"][fact]]
        if self.before == rules["years"]["ends"]:
            is_last = self.year >= rules["years"]["last"]
            self.next.append(rules["over"] if is_last else rules["years"]["ended"])
        if kind in rules["decides"]:
            self.next.append(rules["decides"][kind][0])
            self.gathered = {"kind": kind, **payload}

    def _into_hand(self, seq: int, seat: Any) -> None:
        """Check that a card goes into the hand of who was asked just now, and else into none."""
        asked = self.before == f"choice {self.rules['draft']['pick']}"
        if seat != (self.order[self.picks % len(self.order)] if asked else None):
            raise Wrong(seq, "a card is turned up into another hand than that of who was asked")

    def _phased(self, seq: int, kind: str, phase: str) -> None:
        listed = self._phases()
        following = listed[listed.index(self.phase) + 1 :]
        if kind == self.rules["season"]:
            if following:
                raise Wrong(seq, f"the phase {following[0]} should come before the season ends")
        elif phase not in following[:1]:
            raise Wrong(seq, f"the next phase should be {_text(next(iter(following), None))}")
        self._enter(phase)

    def _fights(self, seq: int, kind: str, payload: Json) -> None:
        """Check that nobody fights twice in an action, and that what is decided was thrown for."""
        result, *alike = self.rules["decides"].get(self.gathered.get("kind"), [None])
        if kind == result:
            if any(not same(payload[member], self.gathered[member]) for member in alike):
                raise Wrong(seq, f"{kind} is not about what was thrown for")
        elif kind == self.rules["hunger"]:
            if payload["seat"] in self.hungry:
                raise Wrong(seq, f"revolts were drawn for {_text(payload['seat'])} before")
            self.hungry.append(_kind(str, payload["seat"]))
        elif kind == self.rules["actions"]["ended"]:
            self._in_action(seq, kind, payload["action"], [*self.actions[:1]])
            self.fought = set()
        elif kind in self.rules["fights"]:
            rule = self.rules["fights"][kind]
            self._in_action(seq, kind, payload[rule["by"]], rule["in"])
            self._fought(seq, _kind(str, payload["seat"]), _kind(str, payload["county"]))
            self._theirs(seq, kind, payload)

    def _theirs(self, seq: int, kind: str, payload: Json) -> None:
        """Check that counties are theirs who are said to fight from them, and for them."""
        holding = self.rules["holding"][kind]
        for place, holder in holding.items():
            county = _kind(str, payload[place])
            is_on_the_table = county in self._whole_deck("counties")
            if not is_on_the_table or not same(payload[holder], self.holders.get(county)):
                raise Wrong(seq, f"{kind} is told of a county that another one holds")
        if len({_text(payload[holder]) for holder in holding.values()}) < len(holding):
            raise Wrong(seq, f"{kind} is told of who fights against themselves")

    def _judged(self, seq: int, kind: str, payload: Json) -> None:
        """Check that what a throw is said to have come to is what lies in the tray."""
        judge = self.rules["judged"].get(kind)
        if judge is None:
            return
        if judge == "filling":
            due: Json = {"home": some(self.tray)}
        elif judge == "revolt":
            due = revolt_of(self.tray, payload["seat"])
        else:
            is_calm = self.markers[payload["county"]] < self.rules["turned"]
            due = battle_of(self.tray, payload["seat"], payload["defender"], is_calm)
        for member, value in due.items():
            if not same(payload[member], value):
                raise Wrong(seq, f"the tray says otherwise: {member} should be {_text(value)}")
        self.report.judged += judge != "filling"

    def _unrest(self, kind: str, payload: Json) -> None:
        """Follow the revolt markers, as the facts tell of them."""
        rule = self.rules["unrest"].get(kind, {})
        for sign, change in ((1, rule.get("more")), (-1, rule.get("less"))):
            if change is not None:
                number = payload[change] if isinstance(change, str) else change
                if not is_count(number):
                    raise TypeError
                self.markers[_kind(str, payload["county"])] += sign * number
        if kind == self.rules["years"]["ended"]:
            self.markers.clear()

    def _gifts(self, seq: int, kind: str, payload: Json) -> None:
        """Check what brings cubes without a fight: once, to whom it is due, and not more."""
        rules, last = self.rules, self.last
        self.last = payload
        if any(not same(payload[member], last[member]) for member in rules["alike"].get(kind, ())):
            raise Wrong(seq, f"{kind} is not about what stands directly before it")
        if kind in rules["once"]:
            sign = (kind, *(_kind(str, payload[member]) for member in rules["once"][kind]))
            if payload["seat"] not in self.seats:
                raise TypeError
            if sign in self.once:
                raise Wrong(seq, f"{' '.join(sign)} stands a second time in one season")
            self.once.add(sign)
        if kind in rules["picks"]:
            member, name = rules["picks"][kind]
            if not any(same(payload[member], card) for card in self.open.get(name, ())):
                raise Wrong(seq, f"the card {_text(payload[member])} does not lie open")
            self.open[name] = [card for card in self.open[name] if card != payload[member]]
        self._due_gift(seq, kind, payload)
        if kind in rules["gifts"]:
            self._amount(seq, kind, payload, rules["gifts"][kind])

    def _due_gift(self, seq: int, kind: str, payload: Json) -> None:
        rules, seat = self.rules, payload.get("seat")
        if kind in rules["spread"]:
            board = rules["decks"]["counties"]
            held = {
                place // 9 for place, name in enumerate(board) if self.holders.get(name) == seat
            }
            if len(held) < rules["spread"][kind]:
                raise Wrong(seq, f"{_text(seat)} holds counties in too few regions for {kind}")
        if kind in rules["numbered"]:
            self.numbers[kind, _kind(str, seat)] += 1
            if not same(payload[rules["numbered"][kind]], self.numbers[kind, _kind(str, seat)]):
                raise Wrong(seq, f"{kind} is of another number than the next of its seat")

    def _amount(self, seq: int, kind: str, payload: Json, rule: Json) -> None:
        what, number = _kind(str, payload[rule["what"]]), payload[rule["number"]]
        due = rule["amounts"].get(_text(payload[rule["by"]]))
        due = due.get(what) if isinstance(due, dict) else due
        is_fewer = what == rule.get("fewer") and is_count(due) and is_count(number)
        if due is None or not (same(number, due) or (is_fewer and number < due)):
            raise Wrong(seq, f"{kind} is of another amount than there is to be had")
        lies = {payload["seat"]: number} if what == rule["lies"] and number else {}
        if not same(payload["tray"], lies):
            raise Wrong(seq, f"{kind} moves other cubes of the tray than it says")

    def _in_action(self, seq: int, kind: str, told: Any, actions: list[Any]) -> None:
        action = self._action()
        if action is None or told != action or action not in actions:
            raise Wrong(seq, f"{kind} is told of another action than the one of the moment")

    def _fought(self, seq: int, seat: str, county: str) -> None:
        if self.season == "winter":
            if county not in self.revolting or seat != self.hungry[-1]:
                raise Wrong(seq, f"no revolt in {county} was drawn for {seat}, or it was over")
            self.revolting.remove(county)
        elif seat in self.fought:
            raise Wrong(seq, f"{seat} fights a second time in one action")
        self.fought.add(seat)

    def _action(self) -> Any:
        """The action of the moment."""
        return "winter" if self.season == "winter" else next(iter(self.actions), None)

    def _season(self, seq: int, kind: str, payload: Json) -> None:
        if kind == self.rules["season"]:
            seasons = self.rules["seasons"]
            after = (seasons.index(self.season) + 1) % len(seasons) if self.year else 0
            self.year, self.season = self.year + (after == 0), seasons[after]
            if not same([payload["year"], payload["season"]], [self.year, self.season]):
                raise Wrong(seq, f"the season should be the {self.season} of year {self.year}")
            if self.phase != self._phases()[0]:
                raise Wrong(seq, f"the season should begin with {self._phases()[0]}")
            self.report.seasons.append(f"Year {self.year}, {self.season}")
            self.actions, self.fought, self.hungry, self.revolting = [], set(), [], []
            self.once = set()
            if after == 0:
                self.numbers.clear()
        elif kind == self.rules["years"]["ended"] and not same(payload["year"], self.year):
            raise Wrong(seq, f"the year that ends is {self.year}")
        self.report.over = kind == self.rules["over"]

    def _held(self, kind: str, payload: Json) -> None:
        rule = self.rules["holders"].get(kind)
        if rule is None:
            return
        if "map" in rule:
            for seat, counties in payload[rule["map"]].items():
                self.holders.update(dict.fromkeys(_kind(dict, counties), seat))
        else:
            county, holder = _kind(str, payload[rule["county"]]), payload[rule["holder"]]
            if holder is not None:
                _kind(str, holder)
            is_held = holder is not None
            if "if" in rule:
                is_held = payload[rule["if"]]
                if not isinstance(is_held, bool):
                    raise TypeError
            self.holders[county] = holder if is_held else None
            if not is_held:
                self.markers.pop(county, None)

    def _cubes(self, seq: int, kind: str, payload: Json) -> None:
        rule = self.rules["tray"].get(kind, {})
        for term in rule.get("into", ()):
            self.tray.update(_counted(term, payload))
        for term in rule.get("out", ()):
            self.tray.subtract(_counted(term, payload))
        if "into" in rule and kind in self.rules["told"]:
            self.cause = _told(self.rules["told"][kind], payload)
        if any(count < 0 for count in self.tray.values()):
            raise Wrong(seq, f"{kind} takes cubes out of the tray that are not in it")

    def _result(self, kind: str, payload: Json) -> None:
        if not self.rules or kind not in self.rules["told"] or not self.report.throws:
            return
        if "out" in self.rules["tray"][kind]:
            told = _told(self.rules["told"][kind], payload)
            self.report.throws[-1].result.append(told)

    # -- who is asked what

    def _drafted(self, seq: int, kind: str, payload: Json) -> None:
        """Follow the draft, and which action is the one of the moment."""
        draft, actions = self.rules["draft"], self.rules["actions"]
        drew = payload["draw"]["drawn"] if payload.get("draw") else []
        if kind == draft["opened"]:
            self.order = drew
        elif kind == draft["turned_up"]:
            from_below = self.under_pile[: self._missing(payload) - len(drew)]
            if not same(payload["from_bottom"], from_below):
                raise Wrong(seq, "other cards lie at the bottom of the pile")
            self.under_pile = self.under_pile[len(from_below) :]
            if payload["seat"] is None:
                self.face_up = [*self.face_up, *drew, *from_below]
        elif kind == draft["taken"]:
            self.picks, self.again = self.picks + 1, ""
            self.face_up = [card for card in self.face_up if card != payload["county"]]
            if len(self.face_up) < draft["face_up"]:
                self.next = [draft["turned_up"]]
        elif kind == draft["exchanged"]:
            if not same(payload["counties"], self.face_up) or self.again:
                raise Wrong(seq, "other cards lie beside the pile, or were exchanged before")
            self.under_pile, self.face_up = [*self.under_pile, *self.face_up], []
            self.again = ".again"
        elif kind == self.rules["hunger"]:
            self.revolting = list(drew)
        elif kind == actions["revealed"]:
            self.actions = drew
        elif kind == actions["ended"]:
            self.actions = [*self.actions[1:], *drew]

    def _missing(self, payload: Json) -> int:
        return (
            1 if payload["seat"] is not None else self.rules["draft"]["face_up"] - len(self.face_up)
        )

    def _asks(self, seq: int, kind: str, payload: Json) -> None:
        """What the game waits on after this fact; the step ends with it if that is anything."""
        asked: dict[str, str] = {}
        if kind == self.rules["question"]:
            seat = _kind(str, payload["seat"])
            asked[self._decision(self._question(seq, payload), seat)] = seat
            if _kind(str, payload["decision"]) not in asked:
                raise Wrong(seq, f"the question should be called {next(iter(asked))}")
        elif kind == self.rules["phase"] and _kind(str, payload["phase"]) in self.rules["waits"]:
            rule, options = self.rules["waits"][payload["phase"]], self.report.header["options"]
            if all(options[option] == value for option, value in rule["by"].items()):
                holders = {self.holders.get(county) for county in self._whole_deck("counties")}
                seats = [s for s in self.seats if s in holders or rule["of"] == "seats"]
                asked = {self._decision(rule["name"], seat): seat for seat in seats}
        for decision in asked:
            if decision in self.decided:
                raise Wrong(seq, f"{decision} was asked before")
        self.asked = asked

    def _decision(self, name: str, seat: str) -> str:
        return f"{self.year}.{self.season}.{name}.{seat}"

    def _question(self, seq: int, payload: Json) -> str:
        """The name of the choice a fact puts to a seat."""
        choice, about = _kind(str, payload["choice"]), _kind(dict, payload["about"])
        seat, name = payload["seat"], self.rules["choices"].get(choice)
        is_in_orders = self.report.header["options"]["choices"] == "orders"
        if name is None or seat not in self.seats:
            raise Wrong(seq, "this is no question of this game")
        if is_in_orders and choice not in self.rules["always"]:
            raise Wrong(seq, "this is no question of a game that is played by orders")
        if "{pick}" in name:
            if not self.order or seat != self.order[self.picks % len(self.order)]:
                raise Wrong(seq, "another seat should be asked in the draft")
            name = name.replace("{pick}", str(self.picks + 1)).replace("{again}", self.again)
        if "{action}" in name:
            action = self._action()
            if action is None or about["action"] != action:
                raise Wrong(seq, f"the action of the moment is {_text(action)}")
            name = name.replace("{action}", action)
        if "{county}" in name:
            county, by = _kind(str, about["county"]), about["by"]
            if self.holders.get(county) != seat or by == seat:
                raise Wrong(seq, "who is asked to defend a county is not who holds it")
            if by is not None and by not in self.seats:
                raise TypeError
            name = name.replace("{county}", county).replace("{by}", f"_{by}" if by else "")
        return str(name)

    # -- draws and throws

    def _stream(self, seq: int, stream: Any, label: str | None) -> Iterator[int]:
        if label is None:
            label = str(stream).rpartition(" ")[0]
        self.uses[label] += 1
        expected = f"{label} {self.uses[label]}"
        if stream != expected or self.key is None:
            raise Wrong(seq, f"the stream should be called {expected}")
        return words(self.key, expected)

    def _draws(self, seq: int, payload: Json, made: list[Any], rule: Json | None) -> None:
        pools = self._pools(payload, rule) if rule else [None] * len(_kind(list, made))
        if len(_kind(list, made)) != len(pools):
            raise Wrong(seq, f"there should be {len(pools)} draws")
        for at, draw in enumerate(made):
            if draw is not None:
                self._draw(seq, payload, draw, pools[at], rule)
            elif rule and pools[at]:
                raise Wrong(seq, "there should be a draw")

    def _draw(self, seq: int, payload: Json, draw: Json, pool: Any, rule: Json | None) -> None:
        label = rule["label"].replace("{seat}", str(payload.get("seat"))) if rule else None
        if set(_kind(dict, draw)) != {"stream", "from", "drawn"}:
            raise Wrong(seq, "the draw has not the keys it should have")
        source = self._stream(seq, draw["stream"], label)
        if pool is not None and not same(draw["from"], pool):
            raise Wrong(seq, "the draw is not from what lies on the table")
        items, result = _kind(list, draw["from"]), _kind(list, draw["drawn"])
        number = self._number(payload, rule, len(items)) if rule else len(result)
        if len(result) > len(items) or len(result) != number or (rule and not number):
            raise Wrong(seq, "the draw is not of as many as it should be")
        if not same(drawn(source, items, len(result)), result):
            raise Wrong(seq, f"the stream {draw['stream']} gives another draw")
        self.report.draws += 1
        if rule:
            self._taken(rule, result)

    def _number(self, payload: Json, rule: Json, items: int) -> int:
        """How many are drawn of so many."""
        take = rule["take"]
        if take == "all":
            return items
        if take == "missing":
            return min(self._missing(payload), items)
        if take == "unfed":
            unfed = payload["unfed"]
            if not is_count(unfed, 1) or unfed > items:
                raise TypeError
            return next(int(number) for least, number in self.rules["revolts"] if unfed >= least)
        return int(take)

    def _pools(self, payload: Json, rule: Json) -> list[list[Any]]:
        what, _, name = rule["of"].partition(" ")
        if what == "seats":
            return [self.seats]
        if what == "deck":
            if rule.get("fresh"):
                self.decks[name] = self._whole_deck(name)
            return [self.decks[name]]
        if what == "open":
            return [self.open.get(name, [])]
        if what == "held":
            board = self.rules["decks"]["counties"]
            seat = _kind(str, payload["seat"])
            return [[county for county in board if self.holders.get(county) == seat]]
        return self._ties(payload["bids"])

    def _ties(self, bids: Json) -> list[list[Any]]:
        worth = self.rules.get("worth", {})
        ranks = {
            seat: worth.get(bid, "a county card") if isinstance(bid, str) else bid
            for seat, bid in bids.items()
        }
        groups = [
            [seat for seat in self.seats if seat in ranks and same(ranks[seat], rank)]
            for rank in self.rules["bids"]
        ]
        return [seats for seats in groups if len(seats) > 1]

    def _taken(self, rule: Json, cards: list[str]) -> None:
        what, _, name = rule["of"].partition(" ")
        if what in ("deck", "open"):
            piles = self.decks if what == "deck" else self.open
            piles[name] = [card for card in piles[name] if card not in cards]
        if "opens" in rule:
            self.open[rule["opens"]] = list(cards)

    def _throw(self, seq: int, throw: Json, rule: Json | None) -> None:
        if set(_kind(dict, throw)) != {"stream", "thrown", "lodged", "fell"}:
            raise Wrong(seq, "the throw has not the keys it should have")
        thrown, lodged = throw["thrown"], throw["lodged"]
        source = self._stream(seq, throw["stream"], rule["label"] if rule else None)
        if not same(lodged, self.lodged):
            raise Wrong(seq, f"what is in the tower should be {_list(self.lodged)}")
        if rule and not same(thrown, some(self.tray)):
            raise Wrong(seq, f"what is thrown should be {_list(some(self.tray))}")
        fell = throw["fell"]
        counts = [*thrown.values(), *fell.values()]
        if not all(is_count(count, 1) for count in counts) or sum(counts) > MOST_CUBES:
            raise Wrong(seq, "cubes are not counted as they should be")
        if self.tower and not same(fell, fallen(source, self.tower, thrown, lodged)):
            right = fallen(words(self.key or b"", throw["stream"]), self.tower, thrown, lodged)
            raise Wrong(seq, f"the stream {throw['stream']} lets fall {_list(right)}")
        inside: Counter[str] = Counter(lodged)
        inside.update(thrown)
        inside.subtract(fell)
        self.lodged, self.tray = some(inside), Counter(fell)
        season = self.report.seasons[-1] if self.report.seasons else "Before the first season"
        made = (self.cause, throw["stream"], thrown, lodged, fell, self.lodged)
        self.report.throws.append(Throw(seq, self.report.steps, season, *made))


def _members(entry: Json) -> Json | None:
    """What an entry of the journal has in its version; none if that is not known."""
    if entry["version"] == 1:
        first: Json | None = TABLES["journal"].get(entry["kind"])
        return first
    later: Json | None = TABLES["newer"].get(entry["kind"], {}).get(str(entry["version"]))
    return later


def _played(rules: Json, version: int, options: Json) -> Json:
    """The tables of a game with these options; none if an option is not known."""
    more = {o: m for o, m in rules.get("expansions", {}).items() if version in m["versions"]}
    known = {**rules["options"], **dict.fromkeys(more, ("off", "on"))}
    if any(value not in known.get(option, ()) for option, value in options.items()):
        return {}
    made = {**rules, "options": known}
    for added in (more[option] for option in more if options.get(option) == "on"):
        for part in set(added) - {"versions"}:
            made[part] = {**made.get(part, {}), **added[part]}
    return made


def _line(line: bytes, seq: int) -> Json:
    try:
        value = parsed(line)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        if seq == 0:
            raise Unusable("this is no log: its first line is not a JSON object")
        raise Wrong(seq, "the line is not a JSON object as logs write it")
    return value


def _hashed(seq: int, before: bytes, value: Json) -> str:
    try:
        return sha256(before + canonical(value)).hexdigest()
    except ValueError:
        raise Wrong(seq, "the text has no canonical form") from None


def _kind(kind: type, value: Any) -> Any:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise TypeError
    return value


def _counted(term: str, payload: Json) -> Cubes:
    amount, kind, colour = term.partition(" of ")
    if kind:
        return _one(payload[colour], payload[amount])
    amount, kind, colour = term.partition(" as ")
    if kind:
        return _one(colour, payload[amount])
    cubes = payload[term]
    if not all(is_count(count, 1) for count in cubes.values()):
        raise TypeError
    return dict(cubes)


def _one(colour: Any, count: Any) -> Cubes:
    if not is_count(count) or (count and not isinstance(colour, str)):
        raise TypeError
    return {colour: count} if count else {}


# ---- What people hold: heads they noted, statements the site signed -----------------------------


def _compare(
    entries: list[Json],
    report: Report,
    signed: Iterable[Any],
    keys: Iterable[Any] | None,
    heads: Iterable[str],
) -> None:
    """Compare a log that is whole in itself with what was told about it before."""
    known = {entry["hash"] for entry in entries}
    for head in heads:
        if head not in known:
            raise Wrong(
                None, f"no entry has the head {head}: this is not the log it was noted from"
            )
        report.heads += 1
    public = None if keys is None else _keys(keys)
    receipts: set[int] = set()
    engines: dict[int, str] = {}
    for statement in _statements(signed):
        if public is not None:
            _signed(statement, public, report)
        _agrees(statement["statement"], entries, report)
        report.statements += 1
        if statement["statement"]["kind"] == "receipt":
            receipts.add(statement["statement"]["seq"])
        elif isinstance(statement["statement"].get("engine"), str):
            engines[statement["statement"]["seq"]] = statement["statement"]["engine"]
    if report.statements and public is None:
        report.gaps.append("the signatures were not checked: no keys were given")
    _engines(engines, report)
    _answered(receipts, entries, report)


def _engines(engines: dict[int, str], report: Report) -> None:
    """Say where the site, by its own heads, played on with another engine."""
    heads = sorted(engines.items())
    for place, (seq, new) in enumerate(heads[1:]):
        before, old = heads[place]
        if new != old:
            told = f"the engine was changed between entries {before} and {seq}, from {old} to {new}"
            report.remarks.append(f"{told}: play the rules again with both")


def _answered(receipts: set[int], entries: list[Json], report: Report) -> None:
    """Compare which answers counted with those that people have receipts for."""
    for seq in sorted(receipts - set(report.counted)):
        later = _replaced_by(entries, seq)
        if later not in receipts:
            told = f"entry {seq}: this answer, for which there is a receipt, did not count"
            report.remarks.append(f"{told}: entry {later} replaced or withdrew it")
    # What a fork took over has its receipts in the game that it comes from.
    began = max((entry["seq"] for entry in entries if entry["kind"] == "fork_began"), default=0)
    counted = [a for a in report.counted.values() if a["by"] in PEOPLE and a["seq"] > began]
    for seat in sorted({entries[seq - 1]["payload"]["seat"] for seq in receipts}):
        missing = [a["seq"] for a in counted if a["seat"] == seat and a["seq"] not in receipts]
        if missing:
            told = f"{seat} gave receipts, but none for these answers that count as the seat's own"
            report.remarks.append(f"{told}: entries {_ranges(missing)}")


def _replaced_by(entries: list[Json], seq: int) -> int:
    decision = entries[seq - 1]["payload"]["decision"]
    return next(
        int(entry["seq"])
        for entry in entries[seq:]
        if entry["kind"] in ("answer_sealed", "answer_withdrawn")
        and entry["payload"]["decision"] == decision
    )


def _keys(keys: Iterable[Any]) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for key in keys:
        if not isinstance(key, dict) or not is_hex(key.get("public"), 64):
            raise Unusable("the keys are not written as they should be")
        if key.get("id") != sha256(bytes.fromhex(key["public"])).hexdigest()[:16]:
            raise Wrong(None, f"the key {key.get('id')} has another key's id")
        found[key["id"]] = key
    return found


def _statements(signed: Iterable[Any]) -> Iterator[Json]:
    """Statements, however a file groups them."""
    for value in signed:
        if isinstance(value, list):
            yield from _statements(value)
        elif isinstance(value, dict) and isinstance(value.get("statement"), dict):
            yield value
        elif isinstance(value, dict) and isinstance(value.get("signed"), dict):
            yield from _statements([value["signed"]])
        elif isinstance(value, dict) and {"heads", "receipts"} & set(value):
            yield from _statements([value.get("heads", []), value.get("receipts", [])])
        else:
            raise Unusable("this is neither a signed statement nor a list of them")


def _signed(signed: Json, keys: dict[str, Json], report: Report) -> None:
    statement, key = signed["statement"], keys.get(str(signed.get("key")))
    name = f"the {statement.get('kind')} of {statement.get('at')}"
    if key is None:
        raise Wrong(None, f"{name} is signed with a key that is not among the keys")
    if not is_hex(signed.get("signature"), 128):
        raise Wrong(None, f"{name} has no signature")
    if not signature_holds(
        bytes.fromhex(key["public"]), canonical(statement), bytes.fromhex(signed["signature"])
    ):
        raise Wrong(None, f"{name} was not signed by the site")
    at, since, until = statement.get("at"), key.get("from"), key.get("until")
    is_dated = is_moment(at) and is_moment(since) and (until is None or is_moment(until))
    if not is_dated or _when(at) < _when(since) - SLACK:
        raise Wrong(None, f"{name} is signed with a key that was not in use then")
    if until is not None and _when(at) > _when(until) + SLACK:
        raise Wrong(None, f"{name} is signed with a key that was not in use then")
    report.signatures += 1


def _when(moment: Any) -> datetime:
    try:
        return datetime.fromisoformat(str(moment)[:-1])
    except ValueError:
        raise Unusable(f"{moment} is no time") from None


def _agrees(statement: Json, entries: list[Json], report: Report) -> None:
    kind, seq = statement.get("kind"), statement.get("seq")
    name = f"the {kind} of {statement.get('at')}"
    if kind not in ("head", "receipt") or not isinstance(seq, int) or not is_count(seq):
        raise Unusable(f"{name} is of no kind this verifier knows")
    if statement.get("game") != report.games[max(at for at in report.games if at <= seq)]:
        raise Wrong(None, f"{name} is about another game")
    if seq > len(entries):
        raise Wrong(len(entries), f"the log ends here, but {name} knows an entry {seq}")
    entry = entries[seq - 1] if seq else {}
    genesis = entries[0]["prev"] if entries else report.head
    if entry.get("hash", genesis) != statement.get("head"):
        raise Wrong(seq, f"{name} has another head: this entry or one before it was changed")
    if kind == "head":
        steps = sum(e["kind"] == "step_began" for e in entries[:seq])
        if statement.get("step") != steps:
            raise Wrong(seq, f"{name} counts other steps")
        return
    told = [statement.get(key) for key in ("decision", "seat", "digest")]
    payload = entry.get("payload", {})
    sealed = [payload.get("decision"), payload.get("seat"), entry.get("secret_digest")]
    if entry.get("kind") != "answer_sealed" or not same(told, sealed):
        raise Wrong(seq, f"{name} is for another answer")
    if statement.get("at") != entry["at"]:
        raise Wrong(seq, f"{name} is of another time than the entry")


# ---- The report ---------------------------------------------------------------------------------


def _list(cubes: Json) -> str:
    return ", ".join(f"{colour} {_text(cubes[colour])}" for colour in sorted(cubes)) or "nothing"


def _text(value: Any) -> str:
    return value if isinstance(value, str) else canonical(value).decode("utf-8")


def _ranges(numbers: list[int]) -> str:
    """Numbers in few words, as in 2, 5-9, 12."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _told(template: str, payload: Json) -> str:
    def word(found: re.Match[str]) -> str:
        value = payload.get(found[1])
        if isinstance(value, dict):
            return _list(value)
        if isinstance(value, bool):
            return "yes" if value else "no"
        return "nobody" if value is None else _text(value)

    return re.sub(r"\{(\w+)\}", word, template)


def told(report: Report, name: str) -> Iterator[str]:
    """The report, line by line, without anything that could steer a terminal."""
    for line in _told_all(report, name):
        yield _plain(line)


def _plain(line: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in line)


def _told_all(report: Report, name: str) -> Iterator[str]:
    header = report.header
    yield f"{name}"
    if header:
        yield f"  game {', then '.join(report.games.values())}"
        yield f"  rules {header['ruleset']} version {header['version']}, tower {header['tower']}"
        yield f"  seats {' '.join(header['seats'])}; {report.entries} entries; {report.steps} steps"
        yield f"  head {report.head}"
    yield from _throws_told(report)
    yield ""
    yield "What was checked" if report.wrong is None else "What held up to there"
    for line in _checks(report):
        yield f"  + {line}"
    left = [*report.gaps, *_not_checked(report)]
    if left:
        yield "What was not checked"
        for line in left:
            yield f"  - {line}"
    if report.remarks:
        yield "What you may want to ask about"
        for line in report.remarks:
            yield f"  ? {line}"
    yield ""
    yield verdict(report, name)


def _throws_told(report: Report) -> Iterator[str]:
    season = None
    for number, throw in enumerate(report.throws, 1):
        if throw.season != season:
            season = throw.season
            here = sum(t.season == season for t in report.throws)
            yield ""
            yield f"{season}: {here} throw{'s' if here > 1 else ''}"
        yield f"  {number}. {throw.why}"
        yield f"     entry {throw.seq}, step {throw.step}, stream “{throw.stream}”"
        yield f"     thrown {_list(throw.thrown)}; in the tower before {_list(throw.lodged)}"
        yield f"     fell   {_list(throw.fell)}; in the tower after {_list(throw.after)}"
        for result in throw.result:
            yield f"     result {result}"


def _checks(report: Report) -> Iterator[str]:
    yield f"the chain of hashes: {report.entries} entries, none changed, dropped, added or moved"
    yield f"the links: {report.steps}, each hashes to the one before, the first to the anchor"
    yield (
        "the answers each step rests on: of those in this log always those that were sealed last,"
        " none left out"
    )
    if report.questions:
        yield f"questions: {report.questions}, each by its right name, and answered before its step"
    yield f"sealed answers that are open: {report.opened}, each is the one that was sealed"
    if report.fixed_salts:
        yield f"salts of bots that are open and follow from the link: {report.fixed_salts}"
    answered = ", ".join(f"{who} {count}" for who, count in sorted(report.by.items()))
    yield f"who answered: {answered or 'nobody yet'}"
    yield f"draws: {report.draws}, each made again from its stream"
    yield f"throws: {len(report.throws)}, each made again cube by cube from its stream"
    if report.judged:
        yield f"battles and revolts: {report.judged}, each ended as the cubes in the tray say"
    if report.heads:
        yield f"heads you noted: {report.heads}, each is in this log"
    if report.statements:
        yield f"signed statements: {report.statements}, each agrees with this log"
    if report.signatures:
        yield f"signatures: {report.signatures}, each made by the site's key"


def _not_checked(report: Report) -> Iterator[str]:
    if report.sealed:
        yield (
            f"{report.sealed} answers that are still sealed for you: their digests are fixed and"
            " enter the chance, what they say shows when they are opened"
        )
    if report.wrong and report.wrong.seq is not None:
        yield "everything after that"
    elif not report.over:
        yield "whether all answers are opened in the end: the game is not over in this log"
    yield "whether the rules of the game were followed: `python -m engine verify` plays them again"
    yield "whether the times are true: compare them with your own letters"


def verdict(report: Report, name: str) -> str:
    """One line, as `python -m engine verify` writes it."""
    if report.wrong:
        where = "" if report.wrong.seq is None else f"seq={report.wrong.seq} "
        return _plain(f"FAILED {name} {where}{report.wrong.reason}")
    word = "ok" if report.verdict == "OK" else "NOT FULLY CHECKED"
    return f"{word} {name} events={report.entries} throws={len(report.throws)} head={report.head}"


EXIT = {"OK": 0, "FAILED": 1, "NOT FULLY CHECKED": 2}


def main(arguments: list[str] | None = None) -> int:
    """Check the files named on the command line."""
    parser = argparse.ArgumentParser(description="Checks games of Wallenstein by Post.")
    parser.add_argument("log", nargs="+", help="a game, *.wlog.jsonl")
    parser.add_argument("--signed", action="append", default=[], help="signed heads or receipts")
    parser.add_argument("--keys", help="the site's public keys, /.well-known/wallenstein-keys.json")
    parser.add_argument("--head", action="append", default=[], help="a head you noted, 64 digits")
    parser.add_argument("--brief", action="store_true", help="one line a game, no report")
    given = parser.parse_args(arguments)
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")
    ends = {_checked(name, given) for name in given.log}
    return 1 if 1 in ends else max(ends)


def _checked(name: str, given: argparse.Namespace) -> int:
    try:
        signed = [parsed(Path(path).read_bytes()) for path in given.signed]
        keys = parsed(Path(given.keys).read_bytes())["keys"] if given.keys else None
        report = check(Path(name).read_bytes(), signed, keys, given.head)
    except Unusable as problem:
        print(f"{name}: {problem}", file=sys.stderr)
        return 2
    except OSError as problem:
        print(f"{problem.filename}: {problem.strerror}", file=sys.stderr)
        return 2
    except (ValueError, KeyError, TypeError):
        print(
            f"{name}: the signed statements or the keys are not JSON as they should be",
            file=sys.stderr,
        )
        return 2
    for line in [verdict(report, name)] if given.brief else told(report, name):
        print(line)
    return EXIT[report.verdict]


if __name__ == "__main__":
    sys.exit(main())
