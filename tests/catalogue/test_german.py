"""Everything the site says, it says in German too."""

from __future__ import annotations

import re

import pytest
from babel.messages.catalog import Message

from tests.catalogue.messages import COMPILED, KEYWORDS, compiled, kept, said, sources

CALLED = re.compile(r"\b\w*gettext\w* as (\w+)")
HOLES = re.compile(r"%(?:\(\w+\))?[sd]")
SENTENCES = [message for message in said() if message.id]


def written(message: Message) -> tuple[list[str], list[str]]:
    """A sentence and its German, each in all its numbers."""
    known = kept().get(message.id, message.context)
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


def test_the_catalogue_keeps_nothing_that_nobody_says() -> None:
    known = {(message.id, message.context) for message in SENTENCES}
    assert [m.id for m in kept() if m.id and (m.id, m.context) not in known] == []


def test_what_django_reads_is_what_is_written_down() -> None:
    assert COMPILED.read_bytes() == compiled(kept())
