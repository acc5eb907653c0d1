"""What a letter is made of: blocks that know neither a game nor how they will be drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple


@dataclass(frozen=True)
class Block:
    """A piece of a letter; its template draws it for mail programs that show HTML."""

    template: ClassVar[str]


@dataclass(frozen=True)
class Heading(Block):
    """The title of what follows."""

    template: ClassVar[str] = "mail/blocks/heading.html"
    text: str


@dataclass(frozen=True)
class Say(Block):
    """A paragraph; a loud one must not be overlooked."""

    template: ClassVar[str] = "mail/blocks/say.html"
    text: str
    loud: bool = False


@dataclass(frozen=True)
class Way(Block):
    """A link that is worth a button."""

    template: ClassVar[str] = "mail/blocks/way.html"
    label: str
    url: str
    note: str = ""


class StoryLine(NamedTuple):
    """A sentence of a story; an aside belongs to the one before."""

    text: str
    aside: bool


@dataclass(frozen=True)
class ChapterBlock(Block):
    """What happened under one heading; `title` is there where a chapter of the game begins."""

    template: ClassVar[str] = "mail/blocks/chapter.html"
    title: str
    heading: str
    lines: Sequence[StoryLine]


class TableRow(NamedTuple):
    """A row of a table, and the colour of whoever it is about."""

    cells: Sequence[str]
    colour: str
    on_colour: str
    sign: str


@dataclass(frozen=True)
class TableBlock(Block):
    """Figures side by side; the first column is words, all others are numbers."""

    template: ClassVar[str] = "mail/blocks/table.html"
    head: Sequence[str]
    rows: Sequence[TableRow]


@dataclass(frozen=True)
class Listing(Block):
    """Some things, one after the other: a name and what is to be said about it."""

    template: ClassVar[str] = "mail/blocks/listing.html"
    items: Sequence[tuple[str, str]]
    numbered: bool = False
    title: str = ""


@dataclass(frozen=True)
class OrdersBlock(Block):
    """Text orders, to be copied as they are."""

    template: ClassVar[str] = "mail/blocks/orders.html"
    text: str


@dataclass(frozen=True)
class Verbatim(OrdersBlock):
    """A text that somebody else has set, as it is."""


@dataclass(frozen=True)
class Picture(Block):
    """A picture that comes with the letter, painted when it is sent; others read `alt`."""

    template: ClassVar[str] = "mail/blocks/picture.html"
    png: Callable[[], bytes]
    name: str
    alt: str
    caption: str


@dataclass(frozen=True)
class Quote(Block):
    """What somebody else wrote, with a sign before each line: nobody who answers has said it."""

    template: ClassVar[str] = "mail/blocks/quote.html"
    text: str


@dataclass(frozen=True)
class Message(Block):
    """What somebody has said, and when."""

    template: ClassVar[str] = "mail/blocks/message.html"
    who: str
    when: str
    text: str


@dataclass(frozen=True)
class ProofBlock(Block):
    """What a player holds in hand: a name and a digest."""

    template: ClassVar[str] = "mail/blocks/proof.html"
    name: str
    digest: str


@dataclass(frozen=True)
class Signed(ProofBlock):
    """A signed statement, to be copied as it stands into a file that a verifier reads."""


@dataclass(frozen=True)
class Letter:
    """A letter before it is put into an envelope."""

    subject: str
    blocks: Sequence[Block]
    # Where an answer goes, if the letter asks for one.
    reply_to: str = ""
    # A calendar file, if there is a time to keep in mind.
    calendar: bytes = b""
    # Another address than the reader's own, if it went there.
    to: str = ""
