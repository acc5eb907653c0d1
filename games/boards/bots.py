"""The bots that play a game, as people choose and see them."""

from __future__ import annotations

from itertools import cycle, islice
from typing import NamedTuple

from django.utils.translation import gettext as _

from engine.bots import BOTS, DEFAULT_ANSWERS, stand_in
from games.boards import wording_of


class BotWords(NamedTuple):
    """A bot: its name in logs, what it is called, how strong it is, and what it is like."""

    name: str
    title: str
    level: str = ""
    about: str = ""

    @property
    def ranked_title(self) -> str:
        """What it is called, with its level where somebody has found a word for that."""
        return f"{self.title} ({self.level})" if self.level else self.title


def bots_of(ruleset: str) -> list[BotWords]:
    """Every bot that plays a ruleset, the strongest first; one without words goes by its name."""
    words = wording_of(ruleset).bots
    return [
        BotWords(name, *map(str, words.get(name, (name.capitalize(),))))
        for name in reversed(list(BOTS.get(ruleset, {})))
    ]


def first_rivals(ruleset: str, number: int) -> list[str]:
    """As many bots as somebody meets who begins at once; nobody where no bot plays."""
    usual = stand_in(ruleset)
    named = wording_of(ruleset).first_rivals or ([usual] if usual else [])
    return list(islice(cycle(named), number))


def adviser(ruleset: str) -> str | None:
    """The bot whose answers are suggested to people; none where no bot plays."""
    return wording_of(ruleset).adviser or stand_in(ruleset)


def bot_title(ruleset: str, name: str) -> str:
    """What the bot on a seat is called, also one that nobody can choose."""
    if name == DEFAULT_ANSWERS:
        return _("default answers")
    titles = {bot.name: bot.title for bot in bots_of(ruleset)}
    return titles.get(name, name)


def ranked_title(ruleset: str, name: str) -> str:
    """The same with its level, where there is room for it."""
    titles = {bot.name: bot.ranked_title for bot in bots_of(ruleset)}
    return titles.get(name) or bot_title(ruleset, name)
