"""A mail is a mail wherever people read of it: a letter is one of the alphabet."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from tests.catalogue.messages import ACCOUNTS, ROOT, kept, sentences

MEANT_AS_MAIL = re.compile(r"\b[Ll]etters?\b|\b(?:Brief|[A-ZÄÖÜ]\w*brief)(?:e|en|es|s)?\b")
# How the sentences begin that are about the alphabet.
ALPHABET = (
    "A salt of your own is the SHA-256 of two lines: the 16 letters before the @",
    "Choose a card for the box; or type the first letters of a county",
    "Letters, digits and the signs",
    "There is no page at this address. The link may be old, or a letter got lost.",
)
# What is no sentence of a page: tags and values of templates, comments, styles, and elements.
MARKUP = re.compile(
    r"\{% comment.*?endcomment %\}|\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}"
    r"|<!--.*?-->|<(style|script)\b.*?</\1>|<[^>]*>",
    re.DOTALL,
)
# The values that are put into a sentence are called by names, not by words.
_VALUE = re.compile(r"%\(\w+\)")


def speaks_of_letters(sentence: str) -> bool:
    """Whether a sentence calls a mail a letter."""
    match = MEANT_AS_MAIL.search(_VALUE.sub("", sentence))
    return match is not None and not sentence.startswith(ALPHABET)


def in_the_catalogues() -> Iterator[str]:
    """Every sentence of the site, in both languages."""
    for catalogue in (sentences(), kept(), kept(ACCOUNTS)):
        for message in catalogue:
            for text in (message.id, message.string):
                yield from (text,) if isinstance(text, str) else text or ()


def on_pages() -> Iterator[str]:
    """What stands in templates and on the page for sceptics itself, past the catalogue."""
    page = ROOT / "games" / "trust" / "page"
    for path in [*sorted((ROOT / "templates").rglob("*.html")), page / "page.html"]:
        yield from MARKUP.sub("\n", path.read_text("utf-8")).split("\n")
    for english, german in json.loads((page / "german.json").read_text("utf-8")).items():
        yield from (english, german)


def test_no_sentence_calls_a_mail_a_letter() -> None:
    texts = [*in_the_catalogues(), *on_pages()]
    assert [sentence for sentence in texts if speaks_of_letters(sentence)] == []
    assert len(texts) > 3000


def test_every_exception_is_needed() -> None:
    needed = {start for start in ALPHABET for text in in_the_catalogues() if text.startswith(start)}
    assert needed == set(ALPHABET)


@pytest.mark.parametrize(
    "planted",
    [
        "You get a letter.",
        "All Letters",
        "Der Brief ist da.",
        "Zwei Briefe",
        "Ein Erinnerungsbrief",
    ],
)
def test_a_planted_letter_is_seen(planted: str) -> None:
    assert speaks_of_letters(planted)


@pytest.mark.parametrize("fine", ["seat %(letter)s is kept", "a brief report", "All mail"])
def test_values_and_other_words_are_fine(fine: str) -> None:
    assert not speaks_of_letters(fine)
