"""The fields of a form on a page, as a browser would send them."""

from __future__ import annotations

from html.parser import HTMLParser


class FormFields(HTMLParser):
    """Reads one form of a page, by its id: what is filled in, and what could be chosen."""

    def __init__(self, page: str, form: str) -> None:
        super().__init__()
        self.sent: dict[str, str] = {}
        self.choices: dict[str, list[str]] = {}
        self._form = form
        self._inside = False
        self._select = self._textarea = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take what a field holds."""
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._inside = given.get("id") == self._form
        elif not self._inside:
            return
        elif tag == "input":
            self._input(given)
        elif tag == "select":
            self._select = given["name"]
        elif tag == "textarea" and "name" in given:
            self._textarea = given["name"]
            self.sent[self._textarea] = ""
        elif tag == "option" and self._select:
            self._option(given)

    def _input(self, given: dict[str, str]) -> None:
        name, value = given.get("name", ""), given.get("value", "")
        if given.get("type") not in ("radio", "checkbox"):
            self.sent[name] = value
            return
        self.choices.setdefault(name, []).append(value)
        if "checked" in given:
            self.sent[name] = value

    def _option(self, given: dict[str, str]) -> None:
        value = given.get("value", "")
        self.choices.setdefault(self._select, []).append(value)
        if "selected" in given or self._select not in self.sent:
            self.sent[self._select] = value

    def handle_endtag(self, tag: str) -> None:
        """Leave a field."""
        if tag == "form":
            self._inside = False
        elif tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._textarea = ""

    def handle_data(self, data: str) -> None:
        """Read on in a text."""
        if self._textarea:
            self.sent[self._textarea] += data
