"""A letter as plain text: complete without pictures and markup, and narrow enough to be quoted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import singledispatch
from textwrap import wrap
from typing import Final

from games.boards.blocks import (
    Block,
    ChapterBlock,
    Heading,
    Listing,
    Message,
    OrdersBlock,
    Picture,
    ProofBlock,
    Quote,
    Say,
    Signed,
    TableBlock,
    Way,
)

# Room for two levels of quotation before a mail program breaks lines where it likes.
WIDTH: Final = 72
# The words of others are narrower still: no program may tear a line of theirs from its sign.
QUOTE_WIDTH: Final = 56
QUOTE_SIGN: Final = "| "
# A space at which no line is broken.
_GLUE: Final = "\xa0"
_BEFORE_A_NUMBER: Final = re.compile(r"(?<=[\w)]) (?=\d)|(?<=\d) (?=: \d)|(?<=\d :) (?=\d)")


def as_text(blocks: Sequence[Block]) -> str:
    """The blocks as text, one below the other."""
    # What a picture shows is told in words, too.
    blocks_in_words = [block for block in blocks if not isinstance(block, Picture)]
    parts = ["\n".join(_lines(block)) for block in blocks_in_words]
    return "\n\n".join(part for part in parts if part) + "\n"


def _wrapped(text: str, first: str = "", rest: str = "") -> list[str]:
    """Lines of a paragraph; addresses and hashes are never broken, nor “4 : 2” and “bert 3”."""
    lines = wrap(
        _BEFORE_A_NUMBER.sub(_GLUE, text),
        WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(_GLUE, " ") for line in lines]


@singledispatch
def _lines(block: Block) -> Iterator[str]:
    raise TypeError(f"no words for {type(block).__name__}")


@_lines.register
def _heading(block: Heading) -> Iterator[str]:
    yield block.text.upper()
    yield "=" * len(block.text)


@_lines.register
def _say(block: Say) -> Iterator[str]:
    yield from _wrapped(block.text)


@_lines.register
def _way(block: Way) -> Iterator[str]:
    yield f"{block.label}:"
    yield block.url
    yield from _wrapped(block.note)


@_lines.register
def _chapter(block: ChapterBlock) -> Iterator[str]:
    if block.title:
        yield block.title
        yield "-" * len(block.title)
        if block.lines:
            yield ""
    if block.lines and block.heading:
        yield block.heading
    for line in block.lines:
        indent = "    " if line.aside else "  "
        yield from _wrapped(line.text, indent, f"{indent}  ")


@_lines.register
def _table(block: TableBlock) -> Iterator[str]:
    first, *others = block.head
    rows = [
        (f"  {first}", *others),
        *((f"{r.sign} {r.cells[0]}", *r.cells[1:]) for r in block.rows),
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(block.head))]
    for row in rows:
        name, *numbers = row
        aligned = (f"{cell:>{width}}" for cell, width in zip(numbers, widths[1:], strict=True))
        yield "  ".join((f"{name:<{widths[0]}}", *aligned)).rstrip()


@_lines.register
def _listing(block: Listing) -> Iterator[str]:
    if block.title:
        yield block.title
    for number, (name, about) in enumerate(block.items, 1):
        mark = f"{number:>2}. " if block.numbered else "- "
        text = f"{name}: {about}" if name and about else name or about
        yield from _wrapped(text, mark, " " * len(mark))


@_lines.register
def _orders(block: OrdersBlock) -> Iterator[str]:
    yield from block.text.splitlines()


@_lines.register
def _message(block: Message) -> Iterator[str]:
    yield f"{block.who}, {block.when}:"
    yield from _quoted(block.text)


@_lines.register
def _quote(block: Quote) -> Iterator[str]:
    yield from _quoted(block.text)


def _quoted(text: str) -> Iterator[str]:
    for line in text.splitlines():
        parts = wrap(line, QUOTE_WIDTH - len(QUOTE_SIGN)) or [""]
        yield from (f"{QUOTE_SIGN}{part}".rstrip() for part in parts)


@_lines.register
def _proof(block: ProofBlock) -> Iterator[str]:
    # In one line with its name, so that it is found again; a digest is never broken.
    yield f"{block.name}: {block.digest}"


@_lines.register
def _signed(block: Signed) -> Iterator[str]:
    yield f"{block.name}:"
    yield block.digest
