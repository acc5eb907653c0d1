"""Everything the site says, it says in German too."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import allauth
import pytest
from babel.messages.catalog import Catalog, Message
from django.utils.translation import gettext, override

from tests.catalogue.messages import (
    ACCOUNTS,
    COMPILED,
    KEYWORDS,
    compiled,
    kept,
    sources,
)
from tests.catalogue.messages import sentences as extracted

CALLED = re.compile(r"\b\w*gettext\w* as (\w+)")
FORMAL = re.compile(r"\b(?:Sie|Ihnen|Ihre?[nmrs]?)\b")
MISSPELT = re.compile(r"\bdas selbe\b")
OF_ACCOUNTS = re.compile(r"(?:templates/)?(?:account|mfa)/")
# What the tower throws are small: the German of a cube is never that of a die.
OTHER_WORDS = {"cube": re.compile(r"\bWürfeln?\b"), "digest": re.compile(r"\bPrüfsumme")}
HOLES = re.compile(r"%(?:\(\w+\))?[sd]")
Sentences = list[Message]


# Read where it is asked for: every worker imports this file, and few of them run its tests.
@pytest.fixture(scope="module")
def sentences() -> Sentences:
    """Everything the site says."""
    return [message for message in extracted() if message.id]


@cache
def catalogue() -> Catalog:
    """The catalogue as it is written down."""
    return kept()


def written(message: Message) -> tuple[list[str], list[str]]:
    """A sentence and its German, each in all its numbers."""
    known = catalogue().get(message.id, message.context)
    assert known is not None, f"not in the catalogue: {message.id!r}; run make messages"
    ours = [message.id] if isinstance(message.id, str) else list(message.id)
    german = [known.string] if isinstance(known.string, str) else list(known.string or [""])
    return ours, german


def test_the_site_has_something_to_say(sentences: Sentences) -> None:
    assert len(sentences) > 50


def test_no_name_of_gettext_is_overlooked() -> None:
    names = {name for _path, source in sources() for name in CALLED.findall(source)}
    assert "_" in names
    assert names <= set(KEYWORDS)


def test_every_sentence_has_its_german(sentences: Sentences) -> None:
    assert [message.id for message in sentences if not all(written(message)[1])] == []


def test_the_german_has_the_same_holes(sentences: Sentences) -> None:
    last = [(ours[-1], german[-1]) for ours, german in map(written, sentences)]
    assert [
        (ours, german)
        for ours, german in last
        if set(HOLES.findall(ours)) != set(HOLES.findall(german))
    ] == []


@pytest.mark.parametrize("word", OTHER_WORDS)
def test_a_thing_has_one_name(sentences: Sentences, word: str) -> None:
    about = [m for m in sentences if re.search(rf"\b{word}s?\b", str(m.id), re.I)]
    assert about
    translations = [german for message in about for german in written(message)[1]]
    assert [german for german in translations if OTHER_WORDS[word].search(german)] == []


def test_the_catalogue_keeps_nothing_that_nobody_says(sentences: Sentences) -> None:
    known = {(message.id, message.context) for message in sentences}
    assert [m.id for m in kept() if m.id and (m.id, m.context) not in known] == []


def test_what_django_reads_is_what_is_written_down() -> None:
    assert COMPILED.read_bytes() == compiled(kept())
    assert ACCOUNTS.with_suffix(".mo").read_bytes() == compiled(kept(ACCOUNTS))


def test_nobody_is_spoken_to_as_a_stranger() -> None:
    """Pages and letters about accounts are allauth's, whose German changes between Sie and du."""
    theirs = kept(Path(allauth.__file__).parent / "locale" / "de" / "LC_MESSAGES" / "django.po")
    formal = {
        message.id: message.string
        for message in theirs
        if (FORMAL.search(str(message.string)) or MISSPELT.search(str(message.string)))
        and any(OF_ACCOUNTS.match(path) for path, _line in message.locations)
    }
    ours = {message.id: message.string for message in kept(ACCOUNTS) if message.id}
    assert len(formal) > 20
    assert ours.keys() == formal.keys()
    assert [german for german in ours.values() if FORMAL.search(str(german))] == []
    assert [german for german in ours.values() if MISSPELT.search(str(german))] == []
    with override("de"):
        assert gettext("Enter your password:") == "Gib dein Passwort ein:"
