"""What the edition of 2002 is called on pages that know no game by name."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from django.utils.translation import gettext_lazy

from games.boards.wallenstein.wording import WORDING_2010
from games.boards.wallenstein_2002.edition import EDITION_2002

WORDING_2002: Final = replace(
    WORDING_2010,
    title=gettext_lazy("Wallenstein, first edition of 2002"),
    short_title="Wallenstein (2002)",
    about=gettext_lazy(
        "The same war without an auction: a drawn order, chosen defence, 25 events. "
        "What the events do, and the grain they cost, are house values."
    ),
    help_on={
        "plan": ("planning", "edition-2002"),
        "question": ("by-post", "edition-2002"),
        **dict.fromkeys(("draft", "draft_pick", "draft_group"), ("set-up", "edition-2002")),
        "move": ("actions", "battles", "edition-2002"),
        "orders": ("planning",),
        "report": ("edition-2002", "season", "battles", "winter"),
        "options": ("overview", "edition-2002"),
    },
    house_values=EDITION_2002.house_values,
)
