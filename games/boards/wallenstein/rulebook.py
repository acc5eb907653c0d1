"""The rules of Wallenstein in our own words, for both editions."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy

from games.boards.rulebook import Rulebook

RULEBOOK: Final = Rulebook(
    game="wallenstein",
    title="Wallenstein",
    rules={
        "overview": gettext_lazy("The game in five minutes"),
        "set-up": gettext_lazy("Set-up"),
        "season": gettext_lazy("A season"),
        "actions": gettext_lazy("The ten actions"),
        "battles": gettext_lazy("Battles"),
        "winter": gettext_lazy("Revolts, winter and points"),
        "by-post": gettext_lazy("By post: what you decide in advance"),
        "expansions": gettext_lazy("Emperor’s Court and Landsknechte"),
        "edition-2002": gettext_lazy("How the 2002 edition differs"),
    },
    help={
        "planning": gettext_lazy("How to plan"),
        "tower": gettext_lazy("How the tower behaves"),
    },
    ids={
        "W-S": gettext_lazy("set-up"),
        "W-R": gettext_lazy("the course of a season"),
        "W-A": gettext_lazy("actions"),
        "W-B": gettext_lazy("battles"),
        "W-V": gettext_lazy("revolts"),
        "W-W": gettext_lazy("winter"),
        "K": gettext_lazy("the Emperor’s court"),
        "L": gettext_lazy("the Landsknechte"),
        "E": gettext_lazy("the edition of 2002"),
        "P": gettext_lazy("playing by post"),
    },
    once_without_game=frozenset(
        {
            *("overview", "set-up", "season", "actions", "battles", "winter"),
            *("by-post", "expansions", "edition-2002", "planning"),
        }
    ),
)
