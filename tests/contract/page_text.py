"""What a page says: its title, and every piece of text that a reader sees or hears."""

from __future__ import annotations

import re
from html.parser import HTMLParser

# Between these there are no words for readers, or what is the same in every language.
SILENT = {"script", "style", "template", "code", "pre", "textarea"}
SPOKEN = {"alt", "aria-label", "aria-description", "placeholder", "title"}
# What a template, a format or a name of the code leaves behind when it is shown as it is.
LEAKS = re.compile(
    r"\{\w*\}|\{[{%]|[%}]\}|%\(\w+\)|%[ds]\b|\bNone\b|\bTrue\b|\bFalse\b|Traceback"
    r"|<\w+ object|&lt;|\b[a-z]+_[a-z_]+\b|\[object|· ·|\btoy-"
)
# What Wallenstein has, and a game without a map or a tower has not.
NOUNS_OF_WALLENSTEIN = {
    "en": re.compile(r"\b(seasons?|count(y|ies)|throws?|towers?|maps?|cubes?|plans?)\b", re.I),
    "de": re.compile(
        r"\b(Jahreszeit(en)?|Land|Länder|Landkarten?|W[uü]rfe?|T[uü]rme?s?|Würfelchen|Pl[aä]ne?n?)\b",
        re.I,
    ),
}


class PageText(HTMLParser):
    """A page, read aloud."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.title = ""
        self._inside: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Hear what is only spoken, and remember where we are."""
        if tag in SILENT or tag == "title":
            self._inside.append(tag)
        for name, value in attrs:
            if name in SPOKEN and value:
                self._hear(value)

    def handle_endtag(self, tag: str) -> None:
        """Leave what was entered."""
        if self._inside and self._inside[-1] == tag:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        """Hear a piece of text."""
        if self._inside[-1:] == ["title"] and not self.title:
            self.title = data.strip()
        if not self._inside:
            self._hear(data)

    def _hear(self, text: str) -> None:
        if words := " ".join(text.split()):
            self.texts.append(words)

    @property
    def leaks(self) -> list[str]:
        """The texts that show how the page was made."""
        return [text for text in self.texts if LEAKS.search(text)]
