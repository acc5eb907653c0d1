"""Text that people write, as the server keeps it."""

from __future__ import annotations


def plain(text: str, longest: int) -> str:
    """What somebody wrote, as one line that every database and every log can hold."""
    kept = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(kept.split())[:longest].rstrip()
