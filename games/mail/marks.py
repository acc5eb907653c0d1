"""Marks around everything we write, so that it is known again when it comes back unquoted.

Most mail programs put a `>` before what they quote, or a line that names who wrote it. Some do
neither. The signs are the same in every language; the words between them are for people. The last
line bears a secret of its letter, so that nobody whose words stand in the letter can end it early.
"""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext as _

TOP: Final = "####>"
BOTTOM: Final = "<####"
_SIGNS: Final = re.compile(r"#{4,}")
# Signs mail programs put before what they quote; some write them as HTML does, once or twice.
QUOTE_SIGN: Final = (
    r"(?:[A-Z]{1,3}>|[>»›│¦}]|&(?:amp;)*(?:gt|raquo|rsaquo|#62|#x3e);|[|%](?=[ \t\xa0]|$))"
)
_QUOTE_SIGNS: Final = re.compile(rf"^(?:[\s\xa0\ufeff]|\||{QUOTE_SIGN})*")
_ESCAPED: Final = (
    (re.compile(r"(?<=####)&(?:amp;)*(?:gt|#62|#x3e);", re.IGNORECASE), ">"),
    (re.compile(r"&(?:amp;)*(?:lt|#60|#x3c);(?=####)", re.IGNORECASE), "<"),
)


def top_line() -> str:
    """The first line of a letter that may be answered."""
    return f"{TOP} " + _("Write your answer above this line.")


def bottom_line(secret: str) -> str:
    """The last line of a letter that may be answered."""
    return f"{BOTTOM} Wallenstein by Post {secret}".rstrip()


def framed(text: str, secret: str) -> str:
    """A letter between its marks."""
    return f"{top_line()}\n\n{text}\n\n{bottom_line(secret)}\n"


def begins(line: str) -> bool:
    """Whether a line may be the first of a letter of ours; too many are better than too few."""
    return TOP in _unescaped(line)


def looks_like_an_end(line: str) -> bool:
    """Whether a line may be the last of a letter of ours."""
    return _unquoted(line).startswith(BOTTOM)


def ends(line: str, secret: str) -> bool:
    """Whether a line is the last of the letter with this secret, and nothing else stands in it."""
    return " ".join(_unquoted(line).split()) == bottom_line(secret)


def _unquoted(line: str) -> str:
    return _QUOTE_SIGNS.sub("", _unescaped(line))


def _unescaped(line: str) -> str:
    """A line with its marks as we wrote them, however often a program has escaped them."""
    for escaped, sign in _ESCAPED:
        line = escaped.sub(sign, line)
    return line


def defused(words: Any) -> Any:
    """The same words, or the same thing made of words, without anything that looks like a mark."""
    if isinstance(words, str):
        return _SIGNS.sub("###", words)
    if is_dataclass(words) and not isinstance(words, type):
        return replace(
            words, **{part.name: defused(getattr(words, part.name)) for part in fields(words)}
        )
    if isinstance(words, tuple) and hasattr(words, "_fields"):
        return type(words)(*map(defused, words))
    return type(words)(map(defused, words)) if isinstance(words, list | tuple) else words
