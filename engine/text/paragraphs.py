"""A report for readers: sentences under headings, each with the facts behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.kernel.core import Event


class ReportSentence(NamedTuple):
    """A sentence of a report and the facts it tells of; an aside belongs to the line before."""

    text: str
    events: tuple[Event[Any], ...]
    aside: bool = False


@dataclass(frozen=True)
class Paragraph:
    """What a report says under one heading.

    `chapter` is there where one begins, in words; `name` is the id of the phase or the action.
    """

    chapter: str
    name: str
    heading: str
    lines: tuple[ReportSentence, ...]
