"""What Wallenstein is called on pages that know no game by name, and what its options mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext_lazy, pgettext_lazy

from games.boards.wallenstein.edition import EDITION_2010
from games.boards.wallenstein.rulebook import RULEBOOK
from games.boards.wallenstein.seasons import SEASONS, season_picture
from games.boards.wording import BotKind, Explained, OptionWords, Wording

WITHOUT: Final = Explained(
    gettext_lazy("without"), gettext_lazy("The game as it comes in the box.")
)
OPTIONS: Final[Mapping[str, OptionWords]] = {
    "line_up": OptionWords(
        gettext_lazy("Starting counties"),
        {
            "default": Explained(
                gettext_lazy("from the fixed list"),
                gettext_lazy(
                    "Everybody starts with counties and armies of the printed list. Quick and fair."
                ),
            ),
            "draft": Explained(
                gettext_lazy("chosen in turn"),
                gettext_lazy(
                    "Players pick counties one after the other and spread their armies. "
                    "More to think about, and a few days more until the first season."
                ),
            ),
        },
    ),
    "choices": OptionWords(
        gettext_lazy("Choices in mid-season"),
        {
            "orders": Explained(
                gettext_lazy("by standing orders"),
                gettext_lazy(
                    "Each plan says in advance what to do when a choice comes up, "
                    "so a season is resolved in one go. Best for slow games."
                ),
            ),
            "ask": Explained(
                gettext_lazy("the player is asked"),
                gettext_lazy(
                    "The season pauses wherever a plan is silent, and the player gets a mail. "
                    "Closer to the table, but a season takes longer."
                ),
            ),
        },
    ),
    "emperors_court": OptionWords(
        gettext_lazy("Emperor’s Court"),
        {
            "off": Explained(
                gettext_lazy("without"), gettext_lazy("The game as it comes in the box.")
            ),
            "on": Explained(
                gettext_lazy("with"),
                gettext_lazy(
                    "Armies become courtiers, and courtiers win the Emperor’s favour: three "
                    "cards each season. Some amounts on the cards are house values."
                ),
            ),
        },
    ),
    "landsknechte": OptionWords(
        gettext_lazy("Landsknechte"),
        {
            "off": Explained(
                gettext_lazy("without"), gettext_lazy("The game as it comes in the box.")
            ),
            "on": Explained(
                gettext_lazy("with"),
                gettext_lazy(
                    "A player who owns counties in at least four regions gets Thalers, grain, "
                    "armies or a point each season. The amounts are house values."
                ),
            ),
        },
    ),
}

# What to read about a question, a report, orders as text, or the options of a new table.
HELP_ON: Final[Mapping[str, Sequence[str]]] = {
    "plan": ("planning", "actions"),
    "expanded_plan": ("planning", "actions", "expansions"),
    "bonus": ("by-post", "expansions"),
    "favor": ("by-post", "expansions"),
    **dict.fromkeys(("draft", "draft_pick", "draft_group"), ("set-up",)),
    "move": ("actions", "battles"),
    "position": ("season",),
    "revolt_order": ("winter",),
    "question": ("by-post",),
    "orders": ("planning",),
    "report": ("season", "battles", "winter"),
    "options": ("overview", "set-up", "by-post", "expansions"),
}

BOTS: Final[Mapping[str, BotKind]] = {
    "generalissimo": BotKind(
        gettext_lazy("Generalissimo"),
        pgettext_lazy("bot", "strong"),
        gettext_lazy("tries many plans in its head and keeps the best"),
    ),
    "marshal": BotKind(
        gettext_lazy("Marshal"),
        pgettext_lazy("bot", "fair"),
        gettext_lazy("plays with a plan and knows its odds, but attacks late"),
    ),
    "recruit": BotKind(
        gettext_lazy("Recruit"),
        pgettext_lazy("bot", "beginner"),
        gettext_lazy("builds and collects, but thinks of no rival and of one winter only"),
    ),
    "random": BotKind(
        gettext_lazy("Dice"),
        pgettext_lazy("bot", "plays at random"),
        gettext_lazy("plays any legal plan; easy to beat"),
    ),
}
# Whoever begins at once can beat half the table, and sees from the other half how it is done.
FIRST_RIVALS: Final = ("recruit", "marshal")

WORDING_2010: Final = Wording(
    title=gettext_lazy("Wallenstein, edition of 2010"),
    short_title="Wallenstein",
    about=gettext_lazy(
        "Rule counties in the Thirty Years’ War: six seasons in two years, planned in secret."
    ),
    options=OPTIONS,
    bots=BOTS,
    first_rivals=FIRST_RIVALS,
    adviser="marshal",
    length=gettext_lazy("Six seasons of about five minutes each."),
    first_turn=gettext_lazy("The game has begun. Plan your first season whenever you like."),
    guided_through=gettext_lazy("through this plan"),
    suggested=gettext_lazy("Suggest a plan"),
    way_to_turn=pgettext_lazy("way", "Plan"),
    is_asked=gettext_lazy("planning"),
    chapters=SEASONS,
    chapter_picture=season_picture,
    rulebook=RULEBOOK,
    help_on=HELP_ON,
    # Favor cards say it themselves; the piles of the landsknechte cannot.
    house_values={**EDITION_2010.house_values, "landsknechte": ["amount"]},
)
