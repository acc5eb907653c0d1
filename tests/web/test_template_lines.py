"""Templates are read by people: no line of one is longer than a screen is wide."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
LONGEST = 200
# The template, how the line begins, and why it has to be whole.
WHOLE = {
    ("web/audit.html", "<pre><code>python3 "): "a command is copied as one line",
    ("mail/blocks/orders.html", "<pre "): "mail programs take styles apart in many ways",
    ("mail/blocks/heading.html", "<h2 "): "mail programs take styles apart in many ways",
}


def too_long(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text that are too long, with their numbers."""
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST:
            yield number, line


def test_no_line_of_a_template_is_too_long() -> None:
    templates = sorted(TEMPLATES.rglob("*.html"))
    assert len(templates) > 100
    wrong, excused = [], set()
    for template in templates:
        name = template.relative_to(TEMPLATES).as_posix()
        for number, line in too_long(template.read_text("utf-8")):
            excuses = {(of, start) for of, start in WHOLE if of == name and line.startswith(start)}
            excused |= excuses
            if not excuses:
                wrong.append(f"{name}:{number}: {len(line)} characters")
    assert wrong == []
    assert excused == set(WHOLE), "an exception that nothing needs any more"


def test_a_line_that_is_too_long_is_seen() -> None:
    assert list(too_long("short\n" + LONGEST * "a")) == []
    assert list(too_long("short\n" + (LONGEST + 1) * "b")) == [(2, (LONGEST + 1) * "b")]
