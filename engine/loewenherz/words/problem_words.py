"""The words for everything that can be wrong with an answer, German and English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.text.lexicon import Words

# The parts of answers, as sentences about them begin.
PARTS: Final[Mapping[str, Words]] = {
    "answer": {"de": "Deine Antwort", "en": "Your answer"},
    "orders": {"de": "Befehl", "en": "Order"},
    "card": {"de": "Karte", "en": "Card"},
    "do": {"de": "Verkaufen oder spielen", "en": "Sell or play"},
    "action": {"de": "Aktion", "en": "Action"},
    "borders": {"de": "Grenze", "en": "Border"},
    "knights": {"de": "Ritter", "en": "Knight"},
    "squares": {"de": "Feld", "en": "Square"},
    "domain": {"de": "Eigenes Gebiet", "en": "Own domain"},
    "against": {"de": "Anderes Gebiet", "en": "Other domain"},
    "knight": {"de": "Ritter", "en": "Knight"},
    "castle": {"de": "Burg", "en": "Castle"},
    "give_up": {"de": "Abzugebender Ritter", "en": "Knight to give up"},
    "refill": {"de": "Nachziehen", "en": "Refill"},
    "if": {"de": "Bedingung", "en": "Condition"},
    "free": {"de": "frei", "en": "free"},
    "border": {"de": "Grenze", "en": "border"},
    "stronger": {"de": "stärker", "en": "stronger"},
    "unclaimed": {"de": "herrenlos", "en": "unclaimed"},
    "empty": {"de": "leer", "en": "empty"},
    "ducats": {"de": "Dukaten", "en": "ducats"},
    "market": {"de": "im Markt", "en": "in the market"},
    "play": {"de": "spielen", "en": "play"},
    "sell": {"de": "verkaufen", "en": "sell"},
}
# The same where a whole list is meant, and not an entry of it.
LISTS: Final[Mapping[str, Words]] = {
    "orders": {"de": "Befehle", "en": "Orders"},
    "borders": {"de": "Grenzen", "en": "Borders"},
    "knights": {"de": "Ritter", "en": "Knights"},
    "squares": {"de": "Felder", "en": "Squares"},
    "give_up": {"de": "Abzugebende Ritter", "en": "Knights to give up"},
    "refill": {"de": "Nachziehen", "en": "Refill"},
    "if": {"de": "Bedingungen", "en": "Conditions"},
}

WHAT: Final[Mapping[str, Words]] = {
    "not_accepted": {"de": "das ist hier nicht möglich.", "en": "this is not accepted."},
    "and_more": {
        "de": "weitere Fehler, die hier nicht stehen: {given}.",
        "en": "more mistakes that are not listed here: {given}.",
    },
    "not_an_object": {"de": "hier fehlen die Angaben.", "en": "the entries are missing."},
    "wrong_keys": {"de": "{keys}.", "en": "{keys}."},
    "not_a_list": {
        "de": "hier wird eine Liste erwartet, nicht {given}.",
        "en": "a list is expected here, not {given}.",
    },
    "not_in_hand": {
        "de": "{given} hast du nicht auf der Hand.",
        "en": "{given} is not in your hand.",
    },
    "not_offered": {"de": "{given} geht nicht.", "en": "{given} is not possible."},
    "not_on_card": {
        "de": "{given} steht nicht auf {card}.",
        "en": "{given} is not on {card}.",
    },
    "too_dear": {
        "de": "{card} kostet {price}, du hast {money}; verkauf sie oder spiel eine billigere.",
        "en": "{card} costs {price} and you have {money}; sell it or play a cheaper one.",
    },
    "none_named": {"de": "nenne mindestens einen Platz.", "en": "name at least one place."},
    "too_many": {
        "de": "{given} sind zu viele; {card} erlaubt höchstens {most}.",
        "en": "{given} are too many; {card} allows {most} at most.",
    },
    "no_side": {
        "de": "{given} ist keine Seite zwischen zwei Feldern; so heißen sie: c4|d4.",
        "en": "{given} is not a side between two squares; they are written like c4|d4.",
    },
    "no_square": {
        "de": "{given} ist kein Feld; die Felder heißen a1 bis l12.",
        "en": "{given} is not a square; squares are called a1 to l12.",
    },
    "not_two_squares": {
        "de": "hier stehen zwei Burgen: erst die, die stärker sein soll, nicht {given}.",
        "en": "two castles are expected, the stronger one first, not {given}.",
    },
    "side_taken": {
        "de": "auf {side} steht schon eine Grenze; wähle eine freie Seite.",
        "en": "there is a border on {side} already; choose a free side.",
    },
    "no_border_left": {
        "de": "für {side} ist keine Grenze mehr im Vorrat.",
        "en": "no border is left in the supply for {side}.",
    },
    "inside_domain": {
        "de": "{side} liegt im Gebiet {castle}; Grenzen stehen nur außerhalb von Gebieten.",
        "en": "{side} lies inside the domain at {castle}; borders stand outside domains only.",
    },
    "parts_figures": {
        "de": "auf {side} würde eine Grenze zwei Figuren von {colour} trennen.",
        "en": "a border on {side} would part two figures of {colour}.",
    },
    "no_knight_left": {
        "de": "für {square} ist kein Ritter mehr in deinem Vorrat.",
        "en": "no knight is left in your supply for {square}.",
    },
    "no_land_for_knights": {
        "de": "auf {square} liegt {land}; Ritter stehen auf Wiese oder Wald.",
        "en": "{square} is {land}; knights stand on meadow or forest.",
    },
    "square_taken": {
        "de": "auf {square} steht schon eine Figur; wähle ein freies Feld.",
        "en": "there is a figure on {square} already; choose a free square.",
    },
    "outside_domain": {
        "de": "{square} liegt nicht im genannten Gebiet.",
        "en": "{square} is not inside the domain you named.",
    },
    "not_beside_figure": {
        "de": "{square} liegt nicht neben einer eigenen Figur ohne Grenze dazwischen.",
        "en": "{square} is not next to a figure of yours with no border between.",
    },
    "forest_too_dear": {
        "de": "{square} ist Wald und kostet {price} zusätzlich; übrig hast du {money}.",
        "en": "{square} is forest and costs {price} more; you have {money} left.",
    },
    "no_own_domain": {
        "de": "{given} ist keine Burg eines deiner Gebiete.",
        "en": "{given} is not the castle of a domain of yours.",
    },
    "already_inside": {
        "de": "{square} gehört schon zum Gebiet {castle}; wähle ein Feld daneben.",
        "en": "{square} belongs to the domain at {castle} already; choose a square next to it.",
    },
    "not_beside_domain": {
        "de": "{square} liegt nicht neben dem Gebiet {castle}; wähle ein angrenzendes Feld.",
        "en": "{square} is not next to the domain at {castle}; choose an adjacent square.",
    },
    "figure_there": {
        "de": "auf {square} steht eine Figur von {colour}; wähle ein Feld ohne Burg und Gegner.",
        "en": "there is a figure of {colour} on {square}; choose one without castle or enemy.",
    },
    "own_domain": {
        "de": "{square} gehört zu deinem Gebiet {castle}; erweitere in anderes Land.",
        "en": "{square} belongs to your own domain at {castle}; expand into other land.",
    },
    "allied": {
        "de": "{square} gehört zum Gebiet {castle}, mit dem ein Bündnis besteht.",
        "en": "{square} belongs to the domain at {castle}, which is allied with yours.",
    },
    "not_stronger": {
        "de": (
            "{square} gehört zum Gebiet {castle}. Ritter dort: {enemy}, bei dir: {own};"
            " du brauchst mehr als dort."
        ),
        "en": (
            "{square} belongs to the domain at {castle}. Knights there: {enemy}, yours: {own};"
            " you need more than there are."
        ),
    },
    "other_chain": {
        "de": "der Ritter auf {square} {chain}; dazu darf nur einer aus der Kette dieser Burg.",
        "en": "the knight on {square} {chain}; only one of this castle's own chain may be taken.",
    },
    "too_few_borders": {
        "de": "für {square} braucht es Grenzen: {needed}; im Vorrat: {left}.",
        "en": "{square} needs borders: {needed}; left in the supply: {left}.",
    },
    "not_adjacent": {
        "de": "{against} ist kein fremdes Gebiet, das an {castle} grenzt.",
        "en": "{against} is not a domain of somebody else next to {castle}.",
    },
    "no_knight_there": {
        "de": "im Gebiet {castle} steht kein Ritter; beide Gebiete brauchen einen.",
        "en": "there is no knight in the domain at {castle}; both domains need one.",
    },
    "no_room": {
        "de": "im Gebiet {castle} ist kein Platz für einen Ritter; im Vorrat: {left}.",
        "en": "there is no room for a knight in the domain at {castle}; in the supply: {left}.",
    },
    "allied_already": {
        "de": "{castle} und {against} sind schon verbündet.",
        "en": "{castle} and {against} are allied already.",
    },
    "not_removable": {
        "de": "{given} kann nicht gehen; die anderen Ritter müssen mit der Burg verbunden bleiben.",
        "en": "{given} cannot leave; the other knights must stay joined to the castle.",
    },
    "not_a_knight": {
        "de": "auf {given} steht kein neutraler Ritter.",
        "en": "there is no neutral knight on {given}.",
    },
    "no_card": {
        "de": "eine Karte {given} gibt es nicht; Karten heißen etwa B:alliance, der Stapel deck.",
        "en": "there is no card {given}; cards are called like B:alliance, the deck is deck.",
    },
    "just_sold": {
        "de": "{card} hast du gerade verkauft; nimm eine andere Karte.",
        "en": "you have just sold {card}; take another card.",
    },
    "no_castle_there": {
        "de": (
            "auf {given} darf keine Burg stehen: freie Wiese mit Platz für den Ritter,"
            " Abstand zu gleichfarbigen Burgen mindestens {distance}."
        ),
        "en": (
            "no castle may stand on {given}: it takes a free meadow with room for the knight,"
            " at least {distance} steps from castles of its colour."
        ),
    },
    "no_place_for_knight": {
        "de": "{given} ist kein freies Wiesen- oder Waldfeld neben der Burg.",
        "en": "{given} is not a free meadow or forest next to the castle.",
    },
    "unknown_condition": {
        "de": "eine Bedingung {given} gibt es nicht.",
        "en": "there is no condition {given}.",
    },
    "not_a_number": {
        "de": "{given} ist keine Zahl ab 0.",
        "en": "{given} is not a number from 0 up.",
    },
    "too_many_orders": {
        "de": "{given} Befehle sind zu viele; höchstens {most} haben Platz.",
        "en": "{given} orders are too many; there is room for {most}.",
    },
}
ACCEPTED: Final[Words] = {"de": "Möglich: {accepted}.", "en": "Accepted: {accepted}."}
NO_CARD_NAMED: Final[Words] = {"de": "dieser Karte", "en": "this card"}
NEUTRAL_COLOUR: Final[Words] = {"de": "der neutralen Farbe", "en": "the neutral colour"}
