"""The words for everything that can be wrong with an answer, German and English."""

from collections.abc import Mapping
from typing import Final

from engine.kernel.catalogue import Catalogue
from engine.text.lexicon import Words
from engine.wallenstein.words.order_words import EXCHANGE, PILE
from engine.wallenstein.words.vocabulary import ProblemWords

# Parts of answers that have no name on the mat.
PARTS: Final[Mapping[str, Words]] = {
    "plan": {"de": "dein Plan", "en": "your plan"},
    "answer": {"de": "deine Antwort", "en": "your answer"},
    "boxes": {"de": "Aktionsfelder", "en": "action boxes"},
    "moves": {"de": "Bewegungen", "en": "movements"},
    "to": {"de": "Ziel", "en": "target"},
    "armies": {"de": "Armeen", "en": "armies"},
    "leave": {"de": "zurückbleibende Armeen", "en": "armies left behind"},
    "when": {"de": "Bedingung", "en": "condition"},
    "held_by": {"de": "Besitzer", "en": "holder"},
    "at_most": {"de": "höchstens", "en": "at most"},
    "at_least": {"de": "mindestens", "en": "at least"},
    "own": {"de": "eigenes Land", "en": "own county"},
    "enemy": {"de": "Gegner", "en": "enemy"},
    "neutral": {"de": "neutral", "en": "neutral"},
    "coin": {"de": "Münzkarte", "en": "coin card"},
}
ENTRY: Final[Words] = {"de": "Eintrag", "en": "entry"}
ORDER: Final[Words] = {"de": "Befehl", "en": "order"}

WHAT: Final[Mapping[str, Words]] = {
    "not_accepted": {
        "de": "das ist hier nicht möglich.",
        "en": "this is not accepted.",
    },
    "and_more": {
        "de": "weitere Fehler, die hier nicht stehen: {given}.",
        "en": "more mistakes that are not listed here: {given}.",
    },
    "not_an_object": {
        "de": "hier fehlen die einzelnen Angaben.",
        "en": "the entries are missing.",
    },
    "unknown_key": {
        "de": "eine Angabe {given} gibt es hier nicht.",
        "en": "there is no entry {given} here.",
    },
    "wrong_keys": {
        "de": "hier ist etwas anderes gefragt.",
        "en": "something else is asked for here.",
    },
    "unknown_box": {
        "de": "ein Feld {given} gibt es nicht.",
        "en": "there is no box {given}.",
    },
    "not_a_card": {
        "de": "{given} ist keine Karte.",
        "en": "{given} is not a card.",
    },
    "no_such_county": {
        "de": "ein Land {given} gibt es nicht.",
        "en": "there is no county {given}.",
    },
    "not_this_county": {
        "de": "{given} steht hier nicht zur Wahl.",
        "en": "{given} cannot be chosen here.",
    },
    "not_your_county": {
        "de": "{given} gehört dir nicht.",
        "en": "{given} is not yours.",
    },
    "card_twice": {
        "de": "die Karte {given} liegt in mehr als einem Feld.",
        "en": "the card {given} lies in more than one box.",
    },
    "no_such_coin": {
        "de": "eine Münzkarte mit {given} gibt es nicht.",
        "en": "there is no coin card of {given}.",
    },
    "bid_too_high": {
        "de": "ein Gebot von {given} ist mehr, als du hast.",
        "en": "a bid of {given} is more than you have.",
    },
    "too_many_coins": {
        "de": "{given} Felder sind mit Münzkarten belegt, du hast dafür aber nur {number}.",
        "en": "{given} boxes hold a coin card, but you have only {number} for them.",
    },
    "empty_box": {
        "de": "das Feld ist leer, obwohl noch Karten übrig sind.",
        "en": "the box is empty although cards are left.",
    },
    "too_few_empty": {
        "de": "deine Karten reichen nicht für alle Felder; leer bleiben genau {number} davon.",
        "en": "you have too few cards for all boxes; exactly {number} must stay empty.",
    },
    "not_a_list": {
        "de": "hier wird eine Liste erwartet, nicht länger als nötig.",
        "en": "a list is expected here, no longer than needed.",
    },
    "no_such_position": {
        "de": "eine Position {given} steht nicht zur Wahl.",
        "en": "position {given} cannot be chosen.",
    },
    "too_many_of_a_card": {
        "de": "so viele Karten {given} hast du nicht, sondern {number}.",
        "en": "you have only {number} {given} cards.",
    },
    "position_twice": {
        "de": "Position {given} ist zweimal genannt.",
        "en": "position {given} is named twice.",
    },
    "ranked_twice": {
        "de": "{given} ist zweimal genannt; einmal genügt.",
        "en": "{given} is named twice; once is enough.",
    },
    "unknown_move_action": {
        "de": "mit {given} ziehen keine Armeen.",
        "en": "{given} moves no armies.",
    },
    "stay_alone": {
        "de": "wer bleibt, nennt weder Ziel noch Armeen noch Bedingung.",
        "en": "an order to stay names no target, no armies and no condition.",
    },
    "must_march": {
        "de": "in dieser Ausgabe muss ziehen, wer ziehen kann; nenne ein Ziel.",
        "en": "in this edition armies that can march must march; name a target.",
    },
    "not_adjacent": {
        "de": "von dort können keine Armeen in das Land {given} ziehen.",
        "en": "armies cannot go from there to {given}.",
    },
    "armies_or_leave": {
        "de": "nenne entweder, wie viele Armeen ziehen, oder, wie viele zurückbleiben.",
        "en": "say either how many armies go or how many stay behind.",
    },
    "not_a_number_of_armies": {
        "de": "{given} ist keine Anzahl von Armeen.",
        "en": "{given} is not a number of armies.",
    },
    "too_many_armies": {
        "de": "so viele sind es nicht, und eine Armee muss zurückbleiben.",
        "en": "there are not that many, and one army must stay behind.",
    },
    "no_such_holder": {
        "de": "{given} kann kein Land besitzen.",
        "en": "{given} cannot hold a county.",
    },
    "not_on_offer": {
        "de": "{given} liegt nicht aus.",
        "en": "{given} is not on offer.",
    },
    "no_such_group": {
        "de": "eine solche Armeegruppe ist nicht mehr da.",
        "en": "there is no such army group left.",
    },
}

# The same where the answer says nothing at all.
WHAT_IF_SILENT: Final[Mapping[str, Words]] = {
    "not_a_card": {"de": "hier fehlt die Karte.", "en": "a card is missing."},
    "no_such_county": {"de": "hier fehlt ein Land.", "en": "a county is missing."},
    "no_such_position": {
        "de": "diese Position steht nicht zur Wahl.",
        "en": "this position cannot be chosen.",
    },
    "not_on_offer": {"de": "du musst etwas nehmen.", "en": "you must take something."},
    "not_a_number_of_armies": {
        "de": "hier fehlt die Anzahl der Armeen.",
        "en": "the number of armies is missing.",
    },
    "no_such_holder": {"de": "hier fehlt der Besitzer.", "en": "the holder is missing."},
}

ACCEPTED_VALUES: Final[Words] = {"de": "Möglich: {accepted}.", "en": "Accepted: {accepted}."}
_STILL_FREE: Final[Words] = {"de": "Noch frei: {accepted}.", "en": "Still free: {accepted}."}

# Where "accepted" is not the word for what follows; none where the sentence says it all.
HINTS: Final[Mapping[str, Words | None]] = {
    "not_your_county": {"de": "Deine Länder: {accepted}.", "en": "Your counties: {accepted}."},
    "card_twice": _STILL_FREE,
    "position_twice": _STILL_FREE,
    "empty_box": _STILL_FREE,
    "not_an_object": {"de": "Erwartet: {accepted}.", "en": "Expected: {accepted}."},
    "wrong_keys": {"de": "Gefragt: {accepted}.", "en": "Asked for: {accepted}."},
    "too_many_coins": None,
    "too_many_of_a_card": None,
    "too_few_empty": None,
    "stay_alone": None,
    "must_march": None,
    "armies_or_leave": None,
}
# What may be taken besides a county, as the form has it; orders by mail may say so, too.
VALUES: Final[Mapping[str, Words]] = {
    PILE: {"de": "die oberste Karte vom Stapel", "en": "the top card of the pile"},
    EXCHANGE: {"de": "erst zwei neue Karten", "en": "two new cards first"},
}
PROBLEM_WORDS: Final = ProblemWords(Catalogue(WHAT), Catalogue(HINTS), Catalogue(VALUES))
