"""What Löwenherz is called on pages that know no game by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext_lazy, pgettext_lazy

from engine.loewenherz.board import HOUSE_TILES
from engine.loewenherz.cards import CARDS
from games.boards.chapters import PLAIN
from games.boards.loewenherz.rulebook import HELP_ON, RULEBOOK
from games.boards.wording import BotKind, Wording

BOTS: Final[Mapping[str, BotKind]] = {
    "baron": BotKind(
        gettext_lazy("Baron"),
        pgettext_lazy("bot", "fair"),
        gettext_lazy("closes good land early, arms where it is threatened and watches the goal"),
    ),
    "squire": BotKind(
        gettext_lazy("Squire"),
        pgettext_lazy("bot", "beginner"),
        gettext_lazy("closes small domains, and thinks of no rival"),
    ),
    "random": BotKind(
        gettext_lazy("Vagabond"),
        pgettext_lazy("bot", "plays at random"),
        gettext_lazy("plays any legal turn; easy to beat"),
    ),
}

# A chapter is a round: everybody's turn once.
ROUNDS: Final = replace(
    PLAIN,
    many=gettext_lazy("Rounds"),
    before_first=gettext_lazy("Before the first castle"),
    unknown=gettext_lazy("This game has no such round yet."),
    unfinished=gettext_lazy("This round is not over. This is what happened so far."),
    neighbours=gettext_lazy("Previous and next round"),
    watch=gettext_lazy("Watch this round"),
    through=gettext_lazy("Through the round"),
    one_by_one=gettext_lazy("%(game)s: round by round"),
    empty_charts=gettext_lazy(
        "Nothing has been played yet. The lines grow here after each round, one for each player."
    ),
    no_deadline=gettext_lazy("There is no deadline: the game goes on when a turn is played."),
    bot_stands_in=gettext_lazy("If somebody is late, their turn is played for them."),
)

# What on a card or on the board is settled by us.
HOUSE_VALUES: Final[Mapping[str, Sequence[str]]] = {
    **{name: ["actions"] for name, card in CARDS.items() if card.house},
    **{f"tile {name}": ["land"] for name in sorted(HOUSE_TILES)},
}

# Whoever begins at once can beat two of three, and sees from the third how it is done.
FIRST_RIVALS: Final = ("squire", "baron")

WORDING: Final = Wording(
    title="Löwenherz",
    about=gettext_lazy(
        "Fence in land with borders, guard it with knights, and take more: "
        "turn by turn with a hand of three secret cards, for 2 to 4."
    ),
    bots=BOTS,
    first_rivals=FIRST_RIVALS,
    first_turn=gettext_lazy("The game has begun. Place your first castle whenever you like."),
    length=gettext_lazy("About twenty turns of a minute or two each."),
    chapters=ROUNDS,
    way_to_turn=pgettext_lazy("way", "Turn"),
    is_asked=gettext_lazy("to play"),
    last_sealed=gettext_lazy("Your turn is sealed. The game goes on."),
    goes_on=gettext_lazy("The turn is being played. The game goes on in a moment."),
    map_title=pgettext_lazy("button", "Board"),
    revealed=gettext_lazy("The turns as they were written"),
    map_before=gettext_lazy("The board before"),
    map_after=gettext_lazy("The board after"),
    turned=gettext_lazy(
        "(Measured by the points at the end of each round. The game turned when a winner took the "
        "lead for good.)"
    ),
    rulebook=RULEBOOK,
    help_on=HELP_ON,
    house_values=HOUSE_VALUES,
)
