"""What somebody wrote themselves: without quotations, above or below, and without signatures.

In doubt a line counts as quoted: a writer can send an order again, but nobody can take back one
that was never given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Final

from engine.text.order_lines import has_separator
from games.mail import marks
from games.mail.inbound import phrases
from games.mail.inbound.parts import Mail

# An attribution may be broken into so many lines.
_LINES_OF_ATTRIBUTION: Final = 4
_LONGEST_ATTRIBUTION: Final = 400
_NEAR: Final = 12
# From here on mail programs break lines, and may forget to put a sign before the second half.
_LONG_LINE: Final = 60


@dataclass(frozen=True)
class Own:
    """The writer's own lines; unclear if a part of ours stands among them without its beginning."""

    text: str = field(repr=False)
    is_unclear: bool = False
    # Lines taken for the ends of quoted ones, though they may be orders: named, and not read.
    torn: tuple[str, ...] = field(default=(), repr=False)


def own_text(text: str, secret: str) -> Own:
    """The lines of a mail that its writer wrote in answer to the letter with this secret."""
    reader = _Reader([line.rstrip() for line in text.split("\n")], secret)
    reader.read()
    lines = "\n".join(reader.own).strip("\n")
    torn = tuple(line for line in reader.torn if phrases.ORDER_LIKE.search(line))
    return Own("" if reader.is_unclear else lines, reader.is_unclear, torn)


def own_words(mail: Mail, secret: str) -> Own:
    """The same for a mail that may say it in HTML too, and with what a mail program took out."""
    own, unbroken = own_text(mail.text, secret), own_text(mail.html_text, secret)
    if not own.is_unclear:
        own = replace(own, text=_unbroken(own.text, unbroken.text))
    return with_passed_over(own, mail.passed_over)


def _unbroken(text: str, html: str) -> str:
    """Plain text with its long lines in one piece, where HTML that says the same has them so."""
    if "".join(text.split()) != "".join(html.split()):
        return text
    begun = set(accumulate(len("".join(line.split())) for line in html.split("\n")))
    lines: list[str] = []
    last, length = "", 0
    for line in text.split("\n"):
        words = line.split()
        # A short line was not broken for want of room, and what has a colon may be an order of its
        # own: there the HTML may be what is wrong.
        may_be_rest = words and last and not has_separator(line) and _had_no_room(last, words[0])
        is_rest = may_be_rest and length not in begun
        if is_rest:
            lines[-1] = f"{lines[-1]} {line.strip()}"
        else:
            lines.append(line)
        last, length = line, length + len("".join(words))
    return "\n".join(lines)


def _had_no_room(line: str, word: str) -> bool:
    return len(line) + len(word) >= _LONG_LINE


def with_passed_over(own: Own, lines: Iterable[str]) -> Own:
    """The same with what a mail program took out, where it may have been meant as an order."""
    meant = (line for line in lines if phrases.ORDER_LIKE.search(line))
    named = tuple(line for line in meant if not phrases.CONTACT.match(line))
    return replace(own, torn=(*own.torn, *named))


class _Reader:
    """Goes down a mail line by line and remembers whose words it is in."""

    def __init__(self, lines: Sequence[str], secret: str) -> None:
        self.lines, self._secret = lines, secret
        self.own: list[str] = []
        self.torn: list[str] = []
        self.is_unclear = False
        self._in_quote = self._in_signature = False
        self._was_ours = False

    def read(self) -> None:
        """Gather what is the writer's own."""
        number = 0
        while number < len(self.lines):
            number += self._take(number)

    def _take(self, number: int) -> int:
        """Read on from a line; how many lines that were."""
        line = self.lines[number]
        if marks.looks_like_an_end(line):
            self._take_end(line)
            return 1
        if marks.begins(line):
            self._was_ours = True
            self._in_quote = self._in_quote or not phrases.QUOTED.match(line)
            return 1
        if self._in_quote:
            return 1
        is_torn = self._is_torn_off(number)
        if is_torn or phrases.QUOTED.match(line):
            if is_torn:
                self.torn.append(line.strip())
            self._in_signature = False
            self._part()
            return 1
        if lines := self._attribution(number):
            self._begin_quote(number + lines)
            return lines
        if self._is_head(number):
            self._in_quote = True
            return 1
        self._take_own(line)
        return 1

    def _take_end(self, line: str) -> None:
        """A last line of ours; what follows is the writer's only if it ends the answered letter."""
        if not (self._was_ours or phrases.QUOTED.match(line)):
            # The end of a letter of ours whose beginning is gone: who wrote what stands above? What
            # looked like the beginning of a quotation may be the words of somebody in the letter.
            self.is_unclear = True
        if marks.ends(line, self._secret):
            self._in_quote = self._in_signature = self._was_ours = False

    def _take_own(self, line: str) -> None:
        if phrases.SIGNATURE.match(line):
            self._in_signature = True
        elif not self._in_signature and not phrases.DEVICE.match(line.strip()):
            self.own.append(line)

    def _part(self) -> None:
        """What stands above and below a quotation are two paragraphs."""
        if self.own and self.own[-1]:
            self.own.append("")

    def _is_torn_off(self, number: int) -> bool:
        """Whether this is the end of a quoted line, between two lines with their signs."""
        around = self.lines[max(number - 1, 0) : number + 2 : 2]
        return (
            number > 0
            and bool(self.lines[number].strip())
            and not phrases.QUOTED.match(self.lines[number])
            and len(around) == 2
            and len(around[0]) > _LONG_LINE
            and all(phrases.QUOTED.match(line) for line in around)
        )

    def _attribution(self, number: int) -> int:
        """How many lines from here say who wrote what follows; 0 if they do not."""
        line = self.lines[number].strip()
        if phrases.SEPARATOR.match(line):
            return 1
        if not line or len(line) > _LONGEST_ATTRIBUTION:
            return 0
        if phrases.WROTE.search(line):
            names = phrases.DATED.search(line) or phrases.ATTRIBUTION_BEGINS.match(line)
            if self._is_quoted_next(number + 1) or (names and line.endswith(":")):
                return 1
        return self._broken_attribution(number) if phrases.ATTRIBUTION_BEGINS.match(line) else 0

    def _broken_attribution(self, number: int) -> int:
        """The same for one that goes over several lines."""
        for count in range(2, _LINES_OF_ATTRIBUTION + 1):
            further = self.lines[number + count - 1 : number + count]
            line = further[0].strip() if further else ""
            if not line or phrases.QUOTED.match(line):
                return 0
            if line.endswith(":"):
                words = " ".join(self.lines[number : number + count])
                return count if phrases.WROTE.search(words) and phrases.DATED.search(words) else 0
        return 0

    def _is_quoted_next(self, number: int) -> bool:
        return bool(phrases.QUOTED.match(self._next(number)))

    def _next(self, number: int) -> str:
        """The next line that says anything, if it is near."""
        near = self.lines[number : number + _NEAR]
        return next((line for line in near if line.strip()), "")

    def _begin_quote(self, number: int) -> None:
        """After an attribution: lines with signs end by themselves, lines without at our mark."""
        self._in_quote = not self._is_quoted_next(number)
        self._in_signature = False
        self._part()

    def _is_head(self, number: int) -> bool:
        """Whether the head of a quoted mail begins here."""
        line = self.lines[number]
        if phrases.RULE.match(line):
            return bool(phrases.HEAD_BEGINS.match(self._next(number + 1)))
        if not phrases.HEAD_BEGINS.match(line):
            return False
        block = [text for text in self.lines[number + 1 : number + 7] if text.strip()][:4]
        return sum(bool(phrases.HEAD_LINE.match(text)) for text in block) >= 2
