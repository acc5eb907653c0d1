"""Reasons the log gives where nobody has to give one: they stand there in English for good."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

RESIGNED: Final = "resigned"
DECLINED: Final = "declined the seat"
_TOLD: Final = {RESIGNED: _("resigned"), DECLINED: _("declined the seat")}


def reason_in_words(why: str) -> str:
    """A reason for a reader: the house's own in their language, any other as it was written."""
    return str(_TOLD.get(why, why))
