"""Chapters: a game of seasons names them by ids that nobody but its own words has to read."""

from __future__ import annotations

import pytest

from engine.kernel.game import decode, new_game, view
from engine.kernel.log import read_log
from engine.registry import WALLENSTEINS, newest, ruleset_of
from tests.recorded.record import path_of

NAMES = ("wallenstein-2010-3p-draft-ask", "wallenstein-2002-3p-default-orders")


@pytest.mark.parametrize("name", NAMES)
def test_the_view_is_in_the_chapter_that_was_opened_last(name: str) -> None:
    header, entries = read_log(path_of(name).read_bytes().splitlines(keepends=True))
    ruleset = ruleset_of(header.ruleset, header.version)
    game = new_game(ruleset, header)
    chapters = [view(game, None)["chapter"]]
    openers = ruleset.events.chapter_openers()
    for entry in entries:
        game = game.after(entry)
        opened = decode(ruleset, entry).opens_chapter()
        assert bool(opened) == (entry.kind in openers)
        if opened:
            chapters.append(opened)
        for seat in (None, "A"):
            assert view(game, seat)["chapter"] == chapters[-1]
    assert game.finished
    seasons = ("spring", "summer", "autumn", "winter")
    assert chapters == ["0.setup", *(f"{year}.{name}" for year in (1, 2) for name in seasons)]


@pytest.mark.parametrize("key", sorted({ruleset.key for ruleset in WALLENSTEINS}))
def test_every_chapter_has_a_name_in_both_languages(key: str) -> None:
    words = newest(key).text()
    assert words.chapter("0.setup", "en") == "Sharing out the counties"
    assert words.chapter("0.setup", "de") == "Verteilung der Länder"
    assert words.chapter("2.spring", "en") == "Spring of year 2"
    assert words.chapter("2.spring", "de-AT") == "Frühling des Jahres 2"
    assert words.chapter("1.winter", "fr") == "Winter of year 1"


@pytest.mark.parametrize("chapter", ["", "17", "1.", "1.monsoon", ".spring", "spring.1"])
def test_what_is_no_chapter_has_no_name(chapter: str) -> None:
    for ruleset in WALLENSTEINS:
        assert ruleset.text().chapter(chapter, "en") == ""
