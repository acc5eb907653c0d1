"""English as an English player writes it, German as a German one does: no phrase of before."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any, Final

import pytest

from tests.catalogue.messages import ROOT, kept
from tests.catalogue.test_mail_words import MARKUP, on_pages

# What was said once, or is said in the other language, and what to say instead.
ENGLISH: Final[Mapping[str, str]] = {
    r"[Tt]o be put right": "Please fix",
    r"Never mind": "Cancel",
    r"\b(?:Touch|Point at|Click on) (?:a|the|another|your)\b": "Tap",
    r"\b[Cc]olors?\b|\b[Ff]avor(?:s|ed|ite)?\b|\b[Nn]eighbors?\b|\b[Hh]onors?\b": "-our",
    r"\b[Dd]efense\b|\b[Cc]enters?\b|\bgray\b|\b[Cc]anceled\b": "defence, centre, grey, cancelled",
    r"\bWho (?:owns|stands|takes) |\b[Ww]ho has (?:too few|most)\b": "A player who …",
    r"\b(?:has|have|with) most (?:points|armies|courtiers|Thalers)\b": "the most …",
    r"\bstands? back\b|\bstood back\b": "held back",
    r"\bread by nobody\b|\b[Ll]et nobody\b|\bfor whom we wait\b": "say who does what",
    r"\b[Ss]tands? in no rule ?book\b|\bat the moment none\b": "no rule book says it",
    r"\bplays? otherwise\b": "How … differs",
    r"\b(?:may|who) look on\b": "spectators",
    r"\bhanded over\b|\bNew talk\b|\bbecame of my\b": "delivered, New messages, Delivery log",
    r"\b(?:[Mm]y|[Yy]our|[Tt]he) post\b": "mail",
    r"\b[Tt]he house\b|\b[Tt]his house\b": "the server, or we",
    r"\b[Mm]ake (?:a|the) (?:game|token|table)\b|\bmade the game\b": "create",
    r"\bgo(?:es)? home\b": "go back to the supply",
    r"\bsigns at most\b": "at most … characters",
    r"\bjust now\b": "right now",
    r"\b[Ff]or 100 expected\b|\bfewer than 1 %": "per 100 expected, less than 1 %",
    r"\b[Bb]ehind (?:the (?:target|colon)|an arrow)": "after",
    r"\bdearest\b": "in order of preference",
    r"\bof your own is told\b|\bhow you are told\b|\bcannot be told\b": "notified",
    r"\bNotices?\b|\bnotices\b": "notifications",
    r"\bNo(?:t)? yours to do\b|\bdo not go$": "You cannot do this",
}
GERMAN: Final[Mapping[str, str]] = {
    r"\bTeam der Seite\b|\bSeite (?:betreib|signiert)|\bMails dieser Seite\b": "Website",
    r"\b[Dd]as Haus (?:hat|zog|antwortet)|\bdas Haus es\b": "der Server",
    r"„Leitung“": "Spielleitung",
    r"\bE?mails? an dieser\b|\bEmails?\b": "Mail, E-Mail",
    r"\bgeh(?:t|en) heim\b": "in den Vorrat zurück",
    r"\bWas sie brachte\b|\bfallen lassen\b": "Gewinne und Verluste, animieren",
    r"\bein Salt\b|\bEin Salt\b": "Salz",
    r"\bPrüfsummen?\b|\bKöpfe\b": "Fingerabdruck",
    r"\b(?:[Gg]rüne|deiner|jeden) Würfeln?\b": "Würfelchen",
}
# The values of sentences and the addresses of links are called by names, not by words.
_VALUE: Final = re.compile(r'%\(\w+\)[sd]|\{\w*\}|href="[^"]*"')


def faults(sentence: str, banned: Mapping[str, str]) -> list[str]:
    """What to say instead, for each phrase in a sentence that nobody should read."""
    text = _VALUE.sub("", sentence)
    return [better for phrase, better in banned.items() if re.search(phrase, text)]


@cache
def words_of_the_engine() -> tuple[tuple[str, str], ...]:
    """What the engine says, with its language: `en=` and `de=` of a call, `"en":` of a dict."""
    spoken: list[tuple[str, str]] = []
    for path in sorted((ROOT / "engine").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.keyword) and node.arg in ("de", "en"):
                spoken += ((node.arg, text) for text in _written(node.value))
            elif isinstance(node, ast.Dict):
                for key, value in zip(node.keys, node.values, strict=True):
                    if isinstance(key, ast.Constant) and key.value in ("de", "en"):
                        spoken += ((str(key.value), text) for text in _written(value))
    return tuple(spoken)


def _written(value: ast.expr) -> Iterator[str]:
    """Every text that a value may be: of one or many, in either case, of all that is put together.

    What only runs can know stands in it as “{}”.
    """
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value
    elif isinstance(value, ast.JoinedStr):
        pieces = [
            [str(part.value)] if isinstance(part, ast.Constant) else _pieces(part)
            for part in value.values
        ]
        yield from map("".join, product(*pieces))
    elif isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
        yield from map("".join, product(_pieces(value.left), _pieces(value.right)))
    elif isinstance(value, ast.FormattedValue):
        yield from _written(value.value)
    elif isinstance(value, ast.IfExp):
        yield from (*_written(value.body), *_written(value.orelse))
    elif isinstance(value, ast.Tuple | ast.List):
        for element in value.elts:
            yield from _written(element)


def _pieces(value: ast.expr) -> list[str]:
    return list(_written(value)) or ["{}"]


@pytest.mark.parametrize(
    ("expression", "texts"),
    [
        ("'one'", {"one"}),
        ("('is', 'are')", {"is", "are"}),
        ("'a' if many else f'b {c}'", {"a", "b {}"}),
        ("'a ' + name + ' b'", {"a {} b"}),
        ('f\'x {"y" if z else "w"}\'', {"x y", "x w"}),
        ("name", set()),
    ],
)
def test_whatever_may_be_written_is_read(expression: str, texts: set[str]) -> None:
    assert set(_written(ast.parse(expression, mode="eval").body)) == texts


@cache
def german() -> frozenset[str]:
    """The German of the site, wherever it is written down."""
    page = json.loads((ROOT / "games" / "trust" / "page" / "german.json").read_text("utf-8"))
    written = (*_catalogue("string"), *_rules("de"), *_engine("de"), *_tutorials("de"))
    return frozenset((*written, *page.values()))


@cache
def english() -> frozenset[str]:
    """The English of the site: its sentences, its pages but for German ones, and the engine's."""
    of_site = {*_catalogue("id"), *on_pages(), *_engine("en"), *_tutorials("en")}
    return frozenset(of_site - german())


def _catalogue(side: str) -> Iterator[str]:
    for message in kept():
        text = getattr(message, side) if message.id else ""
        yield from (text,) if isinstance(text, str) else text or ()


def _rules(language: str) -> Iterator[str]:
    for path in sorted((ROOT / "templates" / "rules").rglob(f"{language}/*.html")):
        yield from MARKUP.sub("\n", path.read_text("utf-8")).split("\n")


def _tutorials(language: str) -> Iterator[str]:
    for path in sorted((ROOT / "games" / "boards").rglob("data/*.json")):
        yield from _spoken(json.loads(path.read_text("utf-8")), language)


def _spoken(words: Any, language: str) -> Iterator[str]:
    if isinstance(words, dict) and isinstance(words.get(language), str):
        yield words[language]
    for part in (
        words.values() if isinstance(words, dict) else words if isinstance(words, list) else ()
    ):
        yield from _spoken(part, language)


def _engine(language: str) -> Iterator[str]:
    return (text for tongue, text in words_of_the_engine() if tongue == language)


def test_english_is_what_a_player_would_write() -> None:
    assert len(english()) > 2500
    assert {s: better for s in english() if (better := faults(s, ENGLISH))} == {}


def test_german_is_what_a_player_would_write() -> None:
    assert len(german()) > 2000
    assert {s: better for s in german() if (better := faults(s, GERMAN))} == {}


def test_german_quotes_are_german() -> None:
    other = re.compile(r"”|[“\"](?=\w)")
    assert [text for text in german() if other.search(MARKUP.sub("", text))] == []


@pytest.mark.parametrize(
    "planted",
    [
        "To be put right",
        "Touch a county and then a box",
        "Which favor do you ask for?",
        "Who owns counties in four regions gets a point.",
        "Whoever has most points wins",
        "Who stands back stays.",
        "The house answers for Anna.",
        "Link for those who may look on",
        "My post about this game",
    ],
)
def test_a_planted_phrase_is_seen(planted: str) -> None:
    assert faults(planted, ENGLISH)


@pytest.mark.parametrize(
    "fine",
    ["Favour card %(favor)s", "Who leads", "trading post", "Wallenstein by Post", "house value"],
)
def test_names_and_headings_are_fine(fine: str) -> None:
    assert not faults(fine, ENGLISH)
