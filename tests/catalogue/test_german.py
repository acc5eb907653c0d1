"""Everything the site says, it says in German too."""

from __future__ import annotations

import re
from pathlib import Path

import allauth
import pytest
from babel.messages.catalog import Message
from django.utils.translation import gettext, override

from tests.catalogue.messages import (
    ACCOUNTS,
    COMPILED,
    KEYWORDS,
    compiled,
    kept,
    sentences,
    sources,
)

CALLED = re.compile(r"\b\w*gettext\w* as (\w+)")
FORMAL = re.compile(r"\b(?:Sie|Ihnen|Ihre?[nmrs]?)\b")
MISSPELT = re.compile(r"\bdas selbe\b")
OF_ACCOUNTS = re.compile(r"(?:templates/)?(?:account|mfa)/")
# What the tower throws are small: the German of a cube is never that of a die.
OTHER_WORDS = {"cube": re.compile(r"\bWürfeln?\b"), "digest": re.compile(r"\bPrüfsumme")}
HOLES = re.compile(r"%(?:\(\w+\))?[sd]")
SENTENCES = [message for message in sentences() if message.id]
KEPT = kept()


def written(message: Message) -> tuple[list[str], list[str]]:
    """A sentence and its German, each in all its numbers."""
    known = KEPT.get(message.id, message.context)
    assert known is not None, f"not in the catalogue: {message.id!r}; run make messages"
    ours = [message.id] if isinstance(message.id, str) else list(message.id)
    german = [known.string] if isinstance(known.string, str) else list(known.string or [""])
    return ours, german


def test_the_site_has_something_to_say() -> None:
    assert len(SENTENCES) > 50


def test_no_name_of_gettext_is_overlooked() -> None:
    names = {name for _path, source in sources() for name in CALLED.findall(source)}
    assert "_" in names
    assert names <= set(KEYWORDS)


@pytest.mark.parametrize("message", SENTENCES, ids=lambda message: str(message.id)[:60])
def test_a_sentence_has_its_german_with_the_same_holes(message: Message) -> None:
    ours, german = written(message)
    assert all(german), f"no German for {message.id!r}"
    wanted = set(HOLES.findall(ours[-1]))
    assert set(HOLES.findall(german[-1])) == wanted


@pytest.mark.parametrize("word", OTHER_WORDS)
def test_a_thing_has_one_name(word: str) -> None:
    about = [m for m in SENTENCES if re.search(rf"\b{word}s?\b", str(m.id), re.I)]
    assert about
    translations = [german for message in about for german in written(message)[1]]
    assert [german for german in translations if OTHER_WORDS[word].search(german)] == []


def test_the_catalogue_keeps_nothing_that_nobody_says() -> None:
    known = {(message.id, message.context) for message in SENTENCES}
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
