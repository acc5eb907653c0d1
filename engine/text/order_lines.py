"""Reading orders line by line, forgivingly: what a line says, and what was wrong with it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from engine.text.lexicon import Language, Lexicon, fold
from engine.text.line_problems import Head, LineProblem

# More than any answer needs; what is longer is no orders, and similar names cost time to find.
MOST_LINES: Final = 400
LONGEST_LINE: Final = 1000
DASHES: Final = frozenset("-–—")

_BULLET = re.compile(r"^(?:[-*•·–—] ?)+(?!>)")
# People number their lines as our letters number the actions.
_NUMBERED = re.compile(r"^\d{1,2}[.)] ")
# Mail programs break a line before the word that has no room, and some leave little room.
_ROOM: Final = 60
# No order has a longer name.
_MOST_WORDS: Final = 5
# What begins a line without a colon may be any word, so only a slip of the pen is taken for a name:
# few short words are none, and a word that only has something of a name is another word.
_FEWEST_LETTERS: Final = 4
_SLIP: Final = 0.78
# Before a colon an order is meant; even there no name is guessed from half its letters.
_GUESS: Final = 0.65
_OPEN_END = re.compile(r"(?:[,;→]|[-=]>)$")
_SEPARATOR = re.compile(r"[:：]|=(?!>)")
_BETWEEN_NUMBERS = re.compile(r"->|=>|[\s,;>→]+")
_NUMBER = re.compile(r"[0-9]+")


def lexicon_of(heads: Mapping[str, Head], ids: Iterable[str]) -> Lexicon:
    """The beginnings of the lines that may be used for one kind of answer."""
    return Lexicon.of({head: (*heads[head].written.values(), *heads[head].others) for head in ids})


class Misread(Exception):
    """A line that says nothing we may act on; why, and the data for telling the player."""

    def __init__(self, code: str, **data: Any) -> None:
        super().__init__(code)
        self.code = code
        self.data = data


def _cleaned(line: str) -> str:
    """The line without bullets, invisible signs and doubled spaces."""
    visible = "".join(sign for sign in line if unicodedata.category(sign) not in ("Cf", "Cs"))
    composed = unicodedata.normalize("NFC", visible)
    return _BULLET.sub("", " ".join(composed.split())).strip()


class _Written(NamedTuple):
    """A line that is not blank, quoted or a comment: where it begins, as written, and cleaned."""

    number: int
    line: str
    content: str


def _order_lines(text: str) -> Iterator[_Written]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.lstrip().startswith(">"):
            continue  # what a mail quotes, somebody else has written
        content = _cleaned(line)
        if any(sign.isalnum() for sign in content) and not content.startswith("#"):
            yield _Written(number, line, content)


def _whole_lines(lines: Iterable[_Written], begins: Callable[[str], bool]) -> Iterator[_Written]:
    """The same with orders that a mail program has broken in one piece again."""
    whole = last = None
    for line in lines:
        if whole and last and begins(whole.content) and _goes_on(last, line, begins):
            written, content = (
                f"{whole.line} {line.line.strip()}",
                f"{whole.content} {line.content}",
            )
            whole = _Written(whole.number, written, content)
        else:
            if whole:
                yield whole
            whole = line
        last = line
    if whole:
        yield whole


def has_separator(content: str) -> bool:
    """Whether a line has what stands behind the name of an order."""
    return _SEPARATOR.search(content) is not None


def _goes_on(above: _Written, line: _Written, begins: Callable[[str], bool]) -> bool:
    """Whether a line is the rest of the one right above it, which ends openly or had no room."""
    if line.number != above.number + 1 or has_separator(line.content) or begins(line.content):
        return False
    first_word = line.content.partition(" ")[0]
    return bool(
        _OPEN_END.search(above.content) or len(above.line.rstrip()) + len(first_word) >= _ROOM
    )


def read_lines(
    text: str, begins: Callable[[str], bool], read: Callable[[int, str], None]
) -> tuple[LineProblem, ...]:
    """Hand each line to `read`; a line it cannot read becomes a problem, the others still count.

    What `begins` no order goes on with the order above it, where a mail program has broken that.
    """
    problems: list[LineProblem] = []
    whole = _whole_lines(_order_lines(text), begins)
    for count, (number, line, content) in enumerate(whole):
        if count == MOST_LINES:
            problems.append(LineProblem(number, line, "too_many_lines", {"most": MOST_LINES}))
            break
        try:
            if len(content) > LONGEST_LINE:
                raise Misread("line_too_long", most=LONGEST_LINE)
            read(number, content)
        except Misread as misread:
            problems.append(LineProblem(number, line, misread.code, misread.data))
    return tuple(problems)


def begins_order(content: str, heads: Lexicon) -> bool:
    """Whether a line begins with the name of an order, and is no longer than orders may be."""
    separator = _SEPARATOR.search(content) if len(content) <= LONGEST_LINE else None
    return separator is not None and _head(content[: separator.start()].strip(), heads) is not None


def _head(written: str, heads: Lexicon) -> str | None:
    """The order of that name, which may have a number before it: “3. Armeen” has it in its name."""
    return heads.exact(written) or heads.exact(_NUMBERED.sub("", written))


def split_head(content: str, heads: Lexicon) -> tuple[str, str]:
    """What the line is about, and what it says about it."""
    accepted = list(dict.fromkeys(heads.by_spelling.values()))
    separator = _SEPARATOR.search(content)
    if separator is None:
        raise Misread("no_separator", heads=accepted, begins_with=_beginnings(content, heads))
    written = content[: separator.start()].strip()
    head = _head(written, heads)
    if head is None:
        raise Misread(
            "unknown_head",
            written=written,
            heads=accepted,
            suggested_heads=list(heads.similar(written, _GUESS)),
        )
    body = content[separator.end() :].strip()
    if not body:
        raise Misread("no_body", head=head)
    return head, body


def _beginnings(content: str, heads: Lexicon) -> list[str]:
    """The orders that a line without a colon begins with; if with none, those most like it."""
    words = content.split(" ", _MOST_WORDS)[:_MOST_WORDS]
    begun = [" ".join(words[:count]) for count in range(len(words), 0, -1)]
    if named := list(dict.fromkeys(filter(None, map(heads.exact, begun)))):
        return named
    alike = (heads.similar(some, _SLIP) for some in begun if len(fold(some)) >= _FEWEST_LETTERS)
    return list(next(filter(None, alike), ()))


def read_number(written: str, head: str, low: int, high: int) -> int:
    """A number in plain digits between two limits."""
    if not _NUMBER.fullmatch(written):
        raise Misread("not_a_number", head=head, written=written, low=low, high=high)
    # Python refuses to read numbers of thousands of digits.
    if len(written) > 9 or not low <= int(written) <= high:
        raise Misread("out_of_range", head=head, written=written, low=low, high=high)
    return int(written)


def read_numbers(body: str, head: str, low: int, high: int) -> list[int]:
    """A row of numbers."""
    parts = [part for part in _BETWEEN_NUMBERS.split(body) if part]
    if not parts:
        raise Misread("no_body", head=head)
    return [read_number(part, head, low, high) for part in parts]


def write_lines(
    lines: Iterable[tuple[str, str]], language: Language, heads: Mapping[str, Head]
) -> str:
    """Heads and bodies as lines with the bodies in one column."""
    written = [(f"{heads[head].written[language]}:", body) for head, body in lines]
    width = max((len(head) for head, _ in written), default=0)
    return "\n".join(f"{head:<{width}} {body}" for head, body in written)


class LineReading:
    """What the lines so far have said, by head, so that no line overwrites another."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self._first_line: dict[str, int] = {}

    def check(self, head: str, value: Any) -> None:
        """A misreading if an earlier line said something else."""
        if head in self.values and self.values[head] != value:
            raise Misread("said_twice", head=head, first_line=self._first_line[head])

    def once(self, head: str, value: Any, line: int) -> None:
        """Note a thing that can only be said once; saying the same again is fine."""
        self.check(head, value)
        self.values.setdefault(head, value)
        self._first_line.setdefault(head, line)
