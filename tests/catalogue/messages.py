"""The German catalogue of the site: what has to be in it, and its two files.

`python -m tests.catalogue.messages` brings the files in line with the code: new sentences come in
untranslated, sentences nobody says any more go. No gettext programs are needed.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "games" / "locale" / "de" / "LC_MESSAGES"
TEXT, COMPILED = FOLDER / "django.po", FOLDER / "django.mo"
# Written by hand: the sentences of allauth that speak to a player as to a stranger.
ACCOUNTS = ROOT / "games" / "locale_accounts" / "de" / "LC_MESSAGES" / "django.po"
KEYWORDS: dict[str, Any] = {
    **DEFAULT_KEYWORDS,
    "_now": None,
    "gettext_lazy": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
}
NEEDLESS = ("Project-Id", "Report-Msgid", "POT-", "PO-", "Last-", "Language-Team", "Generated")


class German(Catalog):
    """A catalogue whose head is what Django needs: no date, it changes when a sentence does."""

    def __iter__(self) -> Iterator[Message]:
        for message in super().__iter__():
            if not message.id:
                lines = str(message.string).splitlines(keepends=True)
                message.string = "".join(line for line in lines if not line.startswith(NEEDLESS))
            yield message


def sentences() -> Catalog:
    """Every sentence the site says, from its code and its templates."""
    catalogue = German(locale="de", header_comment="# The German of the site.", fuzzy=False)
    for path, source in sources():
        for line, message, _comments, context in extract(
            "python", io.BytesIO(source.encode()), keywords=KEYWORDS
        ):
            catalogue.add(message, locations=[(path, line)], context=context)
    return catalogue


def kept(text: Path = TEXT) -> Catalog:
    """A catalogue as it is written down."""
    if not text.exists():
        return Catalog(locale="de")
    with text.open("rb") as file:
        return read_po(file, locale="de")


def compiled(catalogue: Catalog) -> bytes:
    """The catalogue as Django reads it."""
    german, out = German(locale="de"), io.BytesIO()
    for message in catalogue:
        if message.id:
            german.add(message.id, message.string, context=message.context)
    write_mo(out, german)
    return out.getvalue()


def update() -> list[str]:
    """Bring both files in line with the code; the sentences still without German."""
    catalogue, known = sentences(), kept()
    for message in catalogue:
        before = known.get(message.id, message.context) if message.id else None
        if before is not None:
            message.string = before.string
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TEXT.open("wb") as file:
        write_po(file, catalogue, no_location=True, omit_header=False, sort_output=True, width=100)
    COMPILED.write_bytes(compiled(kept()))
    ACCOUNTS.with_suffix(".mo").write_bytes(compiled(kept(ACCOUNTS)))
    return [str(message.id) for message in kept() if message.id and not _whole(message.string)]


def _whole(string: Any) -> bool:
    return all(string) if isinstance(string, tuple | list) else bool(string)


def sources() -> Iterator[tuple[str, str]]:
    """Every file that says something to people, as Python."""
    for folder in ("games", "wallenstein_site"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield str(path.relative_to(ROOT)), path.read_text("utf-8")
    for path in sorted((ROOT / "templates").rglob("*.*")):
        # Django makes Python of a template's sentences; its indentation means nothing.
        lines = templatize(path.read_text("utf-8")).splitlines()
        yield str(path.relative_to(ROOT)), "\n".join(line.strip() for line in lines)


if __name__ == "__main__":
    for missing in update():
        print("not translated:", missing)
