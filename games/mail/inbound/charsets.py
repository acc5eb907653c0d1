"""Bytes of a mail as text: what it says about its charset is a hint, often wrong."""

from __future__ import annotations

import codecs
import re
from typing import Final

# Python knows codecs that are no charsets (hex, zlib, idna): a mail may not choose among those.
_ALONE: Final = re.compile(r"utf-(?:7|16|32)(?:-[bl]e)?|iso2022.*")
_ON_ASCII: Final = re.compile(
    r"utf-8(?:-sig)?|ascii|iso8859-\d+|cp(?:437|8\d\d|125\d|932|949|950|936)|koi8-[rtu]"
    r"|mac-\w+|gb\w+|big5\w*|euc_\w+|shift_?jis\w*|hz|tis-620"
)
_CONTROLS: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_LATIN: Final = ("ascii", "iso8859-1")
# Told as a control sign, meant as a quotation mark or a dash.
_WINDOWS: Final = "cp1252"


def decoded(raw: bytes, charset: str) -> str:
    """The text; a sign nobody can read becomes a question mark, and nothing raises."""
    name = _known(charset)
    if _ALONE.fullmatch(name):
        return raw.decode(name, "replace")
    # Text in another charset is hardly ever valid UTF-8 by accident.
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    if name in ("", "utf-8", "utf-8-sig", *_LATIN):
        name = _WINDOWS
    return raw.decode(name, "replace")


def is_text(raw: bytes, charset: str) -> bool:
    """Whether bytes are text of a charset as they are, or of UTF-8, with nothing to guess."""
    for name in ("utf-8", _known(charset) or "utf-8"):
        try:
            return not _CONTROLS.search(raw.decode(name))
        except UnicodeDecodeError:
            continue
    return False


def _known(charset: str) -> str:
    """Python's name of a charset; empty for what is none."""
    try:
        name = codecs.lookup(charset.strip().strip("\"'")).name.replace("_sig", "-sig")
    except (LookupError, ValueError):
        return ""
    return name if _ALONE.fullmatch(name) or _ON_ASCII.fullmatch(name) else ""
