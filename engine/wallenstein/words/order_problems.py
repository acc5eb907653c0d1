"""Why a line of orders cannot be read in Wallenstein, and what would have been read there."""

from collections.abc import Mapping
from typing import Final

from engine.text.lexicon import Words

UNREAD: Final[Mapping[str, Words]] = {
    "unknown_county": {
        "de": "Ein Land {written} gibt es nicht.",
        "en": "there is no county {written}.",
    },
    "ambiguous_county": {
        "de": "{written} kann {candidates} sein; schreibe den Namen weiter aus.",
        "en": "{written} may be {candidates}; write more of the name.",
    },
    "missing_county": {
        "de": "Hier fehlt der Name eines Landes.",
        "en": "the name of a county is missing.",
    },
    "more_than_one": {
        "de": "In ein Feld passt nur eine Karte.",
        "en": "a box takes one card only.",
    },
    "moves_nothing": {
        "de": "Mit „{head}“ ziehen keine Armeen.",
        "en": "“{head}” moves no armies.",
    },
    "no_target": {
        "de": "Eine Bedingung steht hier ohne Ziel.",
        "en": "there is a condition but no target.",
    },
    "no_amount": {
        "de": (
            "Wie viele Armeen sollen nach {county}?"
            " Schreibe „{county} 4“, „{county} alle“ oder „{county} lasse 2“."
        ),
        "en": (
            "how many armies go to {county}?"
            " Write “{county} 4”, “{county} all” or “{county} leave 2”."
        ),
    },
    "county_twice": {
        "de": "{county} steht zweimal da; nenne jedes Land einmal.",
        "en": "{county} is there twice; name each county once.",
    },
    "unknown_word": {
        "de": "{written} ist hier nicht zu verstehen.",
        "en": "{written} cannot be understood here.",
    },
    "no_condition": {
        "de": "Die Bedingung ist nicht zu Ende geschrieben.",
        "en": "the condition is not complete.",
    },
    "condition_twice": {
        "de": "{written} widerspricht einer Bedingung weiter vorn; eine von jeder Art genügt.",
        "en": "{written} clashes with a condition before it; one of each kind is enough.",
    },
    "stay_alone": {
        "de": "Bleiben gilt immer; eine Bedingung gehört nicht dazu.",
        "en": "staying takes no condition.",
    },
    "after_stay": {
        "de": (
            "Nach Zeile {first_line} bleiben die Armeen, also geschähe dies nie;"
            " schreibe es vor Zeile {first_line}."
        ),
        "en": (
            "line {first_line} makes the armies stay, so this could never happen;"
            " write it before line {first_line}."
        ),
    },
    "source_known": {
        "de": "Woher die Armeen kommen, steht schon fest; nenne nur das Ziel.",
        "en": "where the armies come from is settled; name the target only.",
    },
    "only_blank": {
        "de": "Auf den Rest kommen nur Karten ohne Land.",
        "en": "the rest takes only cards without a county.",
    },
    "coin_without_value": {
        "de": "Welche Münzkarte? Ein Gebot nennt ihren Wert.",
        "en": "which coin card? A bid names its value.",
    },
}

ACCEPTED: Final[Mapping[str, Words]] = {
    "box": {
        "de": "Möglich: „{head}: {county}“, „{head}: {blank}“{cards} oder „{head}: leer“.",
        "en": "Accepted: “{head}: {county}”, “{head}: {blank}”{cards} or “{head}: empty”.",
    },
    "move": {
        "de": (
            "Möglich: „{head}: {county} -> {target} 4; wenn gehalten von B, höchstens 2“,"
            " „{head}: {county} bleibt“, „{head}: {county}“, „{head}: {blank}“{cards}"
            " oder „{head}: leer“."
        ),
        "en": (
            "Accepted: “{head}: {county} -> {target} 4; if held by B, at most 2”,"
            " “{head}: {county} stay”, “{head}: {county}”, “{head}: {blank}”{cards}"
            " or “{head}: empty”."
        ),
    },
    # Where nobody may stay.
    "duty": {
        "de": (
            "Möglich: „{head}: {county} -> {target} 4; wenn gehalten von B, höchstens 2“,"
            " „{head}: {county}“, „{head}: {blank}“{cards} oder „{head}: leer“."
        ),
        "en": (
            "Accepted: “{head}: {county} -> {target} 4; if held by B, at most 2”,"
            " “{head}: {county}”, “{head}: {blank}”{cards} or “{head}: empty”."
        ),
    },
    "orders_of_duty": {
        "de": "Möglich: „{head}: {target} 4“ oder „{head}: {target} alle; wenn gehalten von B“.",
        "en": "Accepted: “{head}: {target} 4” or “{head}: {target} all; if held by B”.",
    },
    "condition": {
        "de": (
            "Hinter der Zahl der Armeen darf eine Bedingung stehen: „; wenn gehalten von B“ (A bis"
            " E), „; wenn gehalten vom Gegner“, „; wenn eigenes Land“, „; wenn neutral“,"
            " „; wenn mindestens 1, höchstens 2“."
        ),
        "en": (
            "After the number of armies there may be a condition: “; if held by B” (A to E),"
            " “; if held by enemy”, “; if own county”, “; if neutral”,"
            " “; if at least 1, at most 2”."
        ),
    },
    "orders": {
        "de": "Möglich: „{head}: {target} 4; wenn gehalten von B“ oder „bleibt“.",
        "en": "Accepted: “{head}: {target} 4; if held by B” or “stay”.",
    },
    "bid": {
        "de": (
            "Möglich: „{head}: {bid}“ ({bids} Taler), „{head}: {county}“{cards}"
            " oder „{head}: keine“."
        ),
        "en": (
            "Accepted: “{head}: {bid}” ({bids} Thalers), “{head}: {county}”{cards}"
            " or “{head}: none”."
        ),
    },
    "positions": {
        "de": "Möglich: „{head}: 2 1 3 4 5“, die liebste zuerst.",
        "en": "Accepted: “{head}: 2 1 3 4 5”, favourite first.",
    },
    "revolt_order": {
        "de": "Möglich: „{head}: {two}“, das erste zuerst.",
        "en": "Accepted: “{head}: {two}”, the first to revolt first.",
    },
    "rest": {
        "de": "Möglich: „{head}: {blank}“.",
        "en": "Accepted: “{head}: {blank}”.",
    },
    "counties": {
        "de": "Möglich: „{head}: {three}“, das liebste zuerst.",
        "en": "Accepted: “{head}: {three}”, favourite first.",
    },
    "groups": {
        "de": "Möglich: „{head}: 5 4 4 3 3 2 2“.",
        "en": "Accepted: “{head}: 5 4 4 3 3 2 2”.",
    },
    "take": {
        "de": "Möglich: „{head}: {county} mit 5“, „{head}: Stapel“ oder „{head}: tauschen“.",
        "en": "Accepted: “{head}: {county} with 5”, “{head}: pile” or “{head}: exchange”.",
    },
    "group": {
        "de": "Möglich: „{head}: 4“.",
        "en": "Accepted: “{head}: 4”.",
    },
    "position": {
        "de": "Möglich: „{head}: 2“.",
        "en": "Accepted: “{head}: 2”.",
    },
}
