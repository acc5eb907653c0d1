"""HTML as lines of text, with a `>` where a mail program has put something it quotes."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from typing import Any, Final

from bs4 import BeautifulSoup, MarkupResemblesLocatorWarning, XMLParsedAsHTMLWarning
from bs4.element import (
    Comment,
    Declaration,
    Doctype,
    NavigableString,
    PageElement,
    ProcessingInstruction,
    Tag,
)

# A whole conversation fits in; taking more apart would take the time of other mails.
MOST_LETTERS: Final = 250_000
_BLOCKS: Final = (
    *("address", "article", "blockquote", "center", "dd", "div", "dl", "dt", "figure", "footer"),
    *("form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "ol", "p", "pre"),
    *("section", "table", "tbody", "tfoot", "thead", "tr", "ul"),
)
_UNSEEN: Final = ("head", "script", "style", "title", "template", "noscript", "svg", "object")
# What its writer has struck out.
_STRUCK: Final = ("s", "del", "strike")
_QUOTE_CLASSES: Final = {"gmail_attr", "yahoo_quoted", "protonmail_quote", "tutanota_quote"}
_SIGNATURE_CLASSES: Final = {
    *("gmail_signature", "moz-signature", "protonmail_signature_block", "tutanota_signature"),
    *("ms-outlook-mobile-signature",),
}
_SIGNATURE_IDS: Final = {"signature", "applemailsignature", "ms-outlook-mobile-signature"}
# A line on the left; none at all (`border-left: none`, `border-left-width: 0px`) quotes nothing.
_QUOTE_STYLE: Final = re.compile(
    r"border-left(?!-color|-radius)[^;:]*:(?!\s*(?:0|none|hidden)[^;1-9]*(?:;|$))[^;]*(?:solid|px|pt)",
    re.IGNORECASE,
)
_HIDDEN_STYLE: Final = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_STRUCK_STYLE: Final = re.compile(r"text-decoration[^;]*line-through", re.IGNORECASE)
_SPACES: Final = re.compile(r"[ \t\r\n\f\v]+")
_NO_TEXT: Final = (Comment, Declaration, Doctype, ProcessingInstruction)
# Where a block begins or ends; blocks in blocks begin one line, not several.
_EDGE: Final = "\x1d"
_EDGES: Final = re.compile(r"[ \xa0]*(?:\x1d[ \xa0]*)+")
_GAPS: Final = re.compile(r"[ \xa0]{2,}")
# A tag that never ends is text; Python's parser would look for the end again and again.
_NO_TAG: Final = re.compile(r"<(?=[^<>]*(?:<|\Z))|<(?=[^<>]{20000})")
QUOTED: Final = f"{_EDGE}> …{_EDGE}"


def text_of(markup: str) -> str:
    """What a reader sees, line by line; each quotation is one line that begins with `>`."""
    return seen_of(markup)[0]


def seen_of(markup: str) -> tuple[str, list[str]]:
    """The same, and the lines that were struck out or stand in a signature."""
    with warnings.catch_warnings():
        # Any text may come as HTML; it need not look like it.
        warnings.simplefilter("ignore", MarkupResemblesLocatorWarning)
        warnings.simplefilter("ignore", XMLParsedAsHTMLWarning)
        whole = _NO_TAG.sub("&lt;", markup[:MOST_LETTERS])
        soup = BeautifulSoup(whole, "html.parser")
    left_out: list[Tag] = []
    lines = "\n".join(_lines(_pieces(soup, left_out)))
    passed_over = [line for tag in left_out for line in _lines(_pieces(tag)) if line]
    return re.sub(r"\n{3,}", "\n\n", lines), passed_over


def _lines(pieces: Iterator[str]) -> list[str]:
    text = _EDGES.sub("\n", _GAPS.sub(" ", "".join(pieces)))
    return [line.strip(" \xa0") for line in text.split("\n")]


def _pieces(whole: Tag, left_out: list[Tag] | None = None) -> Iterator[str]:
    """The text between the tags and what the tags mean; tags may be nested without end.

    What is struck out, and signatures, are put aside where there is a place for them.
    """
    path: list[tuple[Tag, Iterator[PageElement]]] = [(whole, iter(whole.contents))]
    as_it_is = 0
    while path:
        tag, inside = path[-1]
        node = next(inside, None)
        if node is None:
            path.pop()
            as_it_is -= tag.name == "pre"
            yield _end(tag)
        elif isinstance(node, Tag):
            if _is_quote(node):
                yield QUOTED
            elif left_out is not None and _is_left_out(node):
                left_out.append(node)
            elif not _is_unseen(node):
                path.append((node, iter(node.contents)))
                as_it_is += node.name == "pre"
                yield _EDGE if node.name in _BLOCKS else ""
        elif isinstance(node, NavigableString) and not isinstance(node, _NO_TEXT):
            yield str(node) if as_it_is else _SPACES.sub(" ", str(node))


def _end(tag: Tag) -> str:
    if tag.name == "br":
        return "\n"
    if tag.name in ("td", "th"):
        return " "
    # Paragraphs have space between them, but for those of Outlook, where each is a line.
    gap = "\n" if tag.name == "p" and "MsoNormal" not in _classes(tag) else ""
    return f"{_EDGE}{gap}" if tag.name in _BLOCKS else ""


def _is_quote(tag: Tag) -> bool:
    return (
        tag.name == "blockquote"
        or tag.get("name") == "quote"
        or bool(_QUOTE_CLASSES.intersection(_classes(tag)))
        or bool(_QUOTE_STYLE.search(str(tag.get("style", ""))))
    )


def _is_unseen(tag: Tag) -> bool:
    return (
        tag.name in _UNSEEN
        or tag.has_attr("hidden")
        or bool(_HIDDEN_STYLE.search(str(tag.get("style", ""))))
    )


def _is_left_out(tag: Tag) -> bool:
    """Whether a reader sees it, and nobody means it as an order."""
    return not _is_unseen(tag) and (
        tag.name in _STRUCK
        or bool(_SIGNATURE_CLASSES.intersection(_classes(tag)))
        or str(tag.get("id", "")).lower().removeprefix("x_") in _SIGNATURE_IDS
        or bool(_STRUCK_STYLE.search(str(tag.get("style", ""))))
    )


def _classes(tag: Tag) -> list[str]:
    names: Any = tag.get("class") or ()
    return str(names).split() if isinstance(names, str) else list(names)
