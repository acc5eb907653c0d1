"""The words of text orders, as we write them and as we read them, German and English."""

from collections.abc import Mapping
from typing import Final

from engine.text.lexicon import Lexicon, Words
from engine.text.line_problems import Head
from engine.text.voice import COLOURS
from engine.wallenstein.words.names import ACTION_NAMES

SEATS: Final = ("A", "B", "C", "D", "E")


def _deploy(number: int) -> tuple[str, ...]:
    verbs = ("", "aufstellen", "einsetzen", "kaufen", "ausheben")
    german = tuple(f"{number} Armeen {verb}" for verb in verbs)
    return (*german, f"deploy {number}", f"deploy {number} armies", f"{number} armies")


def _combat(side: str) -> tuple[str, ...]:
    words = ("combat", "movement", "attack", "battle", "Kampf", "Bewegung", "Angriff")
    doubled = ("Bewegung/Kampf", "Bewegung/Angriff", "movement/combat")
    return tuple(f"{word} {side}" for word in (*words, *doubled))


_HEADS: Final[Mapping[str, Head]] = {
    "build_palace": Head(
        {"de": "Palast bauen", "en": "build palace"}, ("palace", "Palast", "Palast errichten")
    ),
    "build_church": Head(
        {"de": "Kirche bauen", "en": "build church"}, ("church", "Kirche", "Kirche errichten")
    ),
    "build_trading_post": Head(
        {"de": "Handelshaus bauen", "en": "build trading post"},
        ("trading post", "Handelshaus", "Handelshaus errichten"),
    ),
    "collect_grain": Head(
        {"de": "Getreide", "en": "grain"}, ("Getreide eintreiben", "Getreide sammeln")
    ),
    "collect_taxes": Head(
        {"de": "Steuern", "en": "taxes"},
        ("tax", "collect tax", "Steuer", "Steuern eintreiben", "Steuern erheben"),
    ),
    "deploy_5": Head({"de": "5 Armeen", "en": "deploy 5"}, _deploy(5)),
    "deploy_3": Head({"de": "3 Armeen", "en": "deploy 3"}, _deploy(3)),
    "deploy_1_move": Head(
        {"de": "1 Armee", "en": "deploy 1"},
        (
            *("1 army", "deploy 1 army", "deploy 1 army and move", "deploy 1 and move"),
            *("deploy and move", "deploy/move", "1 Armee aufstellen", "1 Armee einsetzen"),
            *("1 Armeen aufstellen/bewegen", "1 Armee aufstellen/Armeen bewegen"),
            *("1 Armee aufstellen und bewegen", "1 Armee bewegen", "aufstellen/bewegen"),
            *("aufstellen und bewegen", "einsetzen und bewegen"),
        ),
    ),
    "combat_a": Head({"de": "Kampf A", "en": "combat A"}, _combat("A")),
    "combat_b": Head({"de": "Kampf B", "en": "combat B"}, _combat("B")),
    "bid": Head({"de": "Gebot", "en": "bid"}, ("my bid", "Gebot auf Spielerreihenfolge")),
    "positions": Head(
        {"de": "Positionen", "en": "positions"},
        ("position", "Position", "places", "Plätze", "Spielerreihenfolge"),
    ),
    "revolt_order": Head(
        {"de": "Aufstände", "en": "revolts"},
        ("revolt", "order of revolts", "Aufstand", "Aufstandsfolge", "Revolten"),
    ),
    # What no other line of a plan fills.
    "rest": Head(
        {"de": "Rest", "en": "rest"},
        (
            *("the rest", "all the rest", "others", "the others", "all others", "remaining"),
            *("der Rest", "den Rest", "alles andere", "alle anderen", "andere", "übrige"),
            *("coin on the rest", "Münze auf den Rest"),
        ),
    ),
    "counties": Head(
        {"de": "Länder", "en": "counties"}, ("county", "Land", "ranking", "Rangliste")
    ),
    "groups": Head({"de": "Gruppen", "en": "groups"}, ("army groups", "Armeegruppen")),
    "take": Head({"de": "Nimm", "en": "take"}, ("pick", "I take", "nehme", "ich nehme", "wähle")),
    "group": Head({"de": "Gruppe", "en": "group"}, ("army group", "Armeegruppe")),
    "position": Head({"de": "Position", "en": "position"}, ("place", "Platz", "Feld")),
    "orders": Head({"de": "Zug", "en": "move"}, ("moves", "order", "Bewegung", "ziehe", "Züge")),
}
# How lines begin; the printed name of an action will do.
HEADS: Final[Mapping[str, Head]] = {
    head: Head(written, (*others, *ACTION_NAMES.get(head, {}).values()))
    for head, (written, others) in _HEADS.items()
}

COIN: Final = "coin"
EMPTY: Final = "empty"
NONE: Final = "none"
ALL: Final = "all"
LEAVE: Final = "leave"
STAY: Final = "stay"
WITH: Final = "with"
PILE: Final = "pile"
EXCHANGE: Final = "exchange"

# The words behind the colon as we write them.
BODY_WORDS: Final[Mapping[str, Words]] = {
    COIN: {"de": "Münze", "en": "coin"},
    EMPTY: {"de": "leer", "en": "empty"},
    NONE: {"de": "keine", "en": "none"},
    ALL: {"de": "alle", "en": "all"},
    LEAVE: {"de": "lasse", "en": "leave"},
    STAY: {"de": "bleibt", "en": "stay"},
    WITH: {"de": "mit", "en": "with"},
    PILE: {"de": "Stapel", "en": "pile"},
    EXCHANGE: {"de": "tauschen", "en": "exchange"},
}
HOLDER_WORDS: Final[Mapping[str, Words]] = {
    "own": {"de": "eigenes Land", "en": "own county"},
    "enemy": {"de": "gehalten vom Gegner", "en": "held by enemy"},
    "neutral": {"de": "neutral", "en": "neutral"},
    **{seat: {"de": f"gehalten von {seat}", "en": f"held by {seat}"} for seat in SEATS},
}
BOUND_WORDS: Final[Mapping[str, Words]] = {
    "at_most": {"de": "höchstens", "en": "at most"},
    "at_least": {"de": "mindestens", "en": "at least"},
}
IF_WORD: Final[Words] = {"de": "wenn", "en": "if"}

BOX_LEXICON: Final = Lexicon.of(
    {
        COIN: (
            *("coin card", "money", "money card", "blank", "blank card", "none", "no", "pass"),
            *("skip", "Münze", "Münzkarte", "Taler", "Talerkarte", "Geld", "Geldkarte"),
            *("Blanko", "Blankokarte", "keine", "keins", "kein", "nichts", "passe", "passen"),
        ),
        EMPTY: ("leer", "no card", "left empty", "keine Karte", "bleibt leer"),
    }
)
NONE_LEXICON: Final = Lexicon.of(
    {
        NONE: (
            *("no card", "no bid", "nothing", "empty", "keine", "keins", "kein Gebot"),
            *("keine Karte", "nichts", "leer"),
        )
    }
)
TAKE_LEXICON: Final = Lexicon.of(
    {
        PILE: (
            *("the pile", "from pile", "from the pile", "top of the pile", "Stapel"),
            *("vom Stapel", "den Stapel", "verdeckt"),
            *("the top card of the pile", "die oberste Karte vom Stapel"),
        ),
        EXCHANGE: (
            *("exchange both", "swap", "new cards", "tausch", "tausche", "tauschen"),
            *("austauschen", "neue Karten", "two new cards first", "erst zwei neue Karten"),
        ),
    }
)

EXACTLY: Final = "exactly"
FILLER: Final = "filler"

CONDITION_LEXICON: Final = Lexicon.of(
    {
        "own": (
            *("my own", "my", "mine", "me", "mir", "mein", "meins", "eigen", "eigene"),
            *("eigenes", "eigener"),
        ),
        "enemy": (
            *("enemies", "opponent", "opponents", "another player", "Gegner", "Gegnern"),
            *("gegnerisch", "gegnerisches", "Feind", "feindlich", "Mitspieler", "Mitspielern"),
        ),
        "neutral": ("neutrales", "nobody", "niemand", "niemandem"),
        **{
            seat: (
                *(f"player {seat}", f"seat {seat}", f"Spieler {seat}", f"Spielerin {seat}"),
                *COLOURS[seat].values(),
            )
            for seat in SEATS
        },
        "at_most": (
            *("most", "max", "maximal", "maximum", "up to", "no more than", "höchstens"),
            *("maximal", "bis zu", "nicht mehr als"),
        ),
        "at_least": ("least", "min", "minimum", "mindestens", "wenigstens", "minimal"),
        EXACTLY: ("genau",),
        # Words that change nothing; "not" and "or" would, so they are not among them.
        FILLER: (
            *("if", "when", "only", "it", "is", "are", "held", "by", "owned", "holds", "belongs"),
            *("to", "the", "an", "county", "target", "there", "stand", "with", "of", "and"),
            *("army", "armies", "wenn", "falls", "nur", "es", "ist", "sind", "gehalten", "von"),
            *("vom", "hält", "gehört", "im", "Besitz", "das", "dem", "der", "den", "ein", "einem"),
            *("Land", "Ziel", "dort", "steht", "stehen", "mit", "und", "Armee", "Armeen"),
        ),
    }
)
BOUND_SIGNS: Final = {"<=": "at_most", "≤": "at_most", ">=": "at_least", "≥": "at_least"}
