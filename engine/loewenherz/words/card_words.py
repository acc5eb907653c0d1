"""Which card a player means: by handle, by name, or by what it allows.

`card 7` is a handle; `A:borders-2`, `2 borders (pile A)`, `2 borders (A)`, `borders 2` and
`borders` are words, the last of which fit several cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Self

from engine.kernel.core import Json
from engine.loewenherz.cards import CARDS
from engine.loewenherz.words.order_words import (
    ACTION_LEXICON,
    DECK,
    DECK_LEXICON,
    NUMBER_WORDS,
)
from engine.text.order_lines import Misread

_HANDLE: Final = re.compile(r"(?:(?:card|karte|machtkarte)\s*)?#?(\d{1,4})", re.IGNORECASE)
_LETTER: Final = re.compile(
    r"^([A-D])(?:\s*:\s*|\s+)(?=\S)|\((?:(?:pile|stapel)\s+)?([A-D])\b[^)]*\)", re.IGNORECASE
)
_OR: Final = re.compile(r"/|\bor\b|\boder\b", re.IGNORECASE)
_COUNTED: Final = re.compile(
    r"(?:(?P<before>\d|[^\W\d_]+)\s*[x×]?\s+)?(?P<action>[^\d]+?)[-\s]*(?P<behind>\d)?",
    re.IGNORECASE,
)
_BETWEEN_WISHES: Final = re.compile(r"[,>→]|[-=]>|\b(?:then|else|dann|sonst)\b", re.IGNORECASE)
_ARTICLE: Final = re.compile(r"^(?:the|my|die|den|das|meine?n?)\s+", re.IGNORECASE)
# Without being told otherwise, as much as nobody has.
_ANY_MONEY: Final = 10_000


@dataclass(frozen=True)
class CardPhrase:
    """A card as somebody has written it: a handle, or a letter and what it allows."""

    written: str
    handle: str = ""
    letter: str = ""
    # How often each action may be done; none: the phrase does not say.
    actions: Mapping[str, int | None] = field(default_factory=dict)

    def among(self, names: Iterable[str]) -> list[str]:
        """The cards that fit, each once; those that allow nothing else, if there are such."""
        fitting = [name for name in dict.fromkeys(names) if self._fits(name)]
        exact = [name for name in fitting if CARDS[name].actions.keys() == self.actions.keys()]
        return exact or fitting

    def _fits(self, name: str) -> bool:
        card = CARDS[name]
        return self.letter in ("", card.letter) and all(
            action in card.actions and count in (None, card.actions[action])
            for action, count in self.actions.items()
        )


def read_phrase(written: str, head: str) -> CardPhrase:
    """What a text says about a card; a misreading if it is none of this game."""
    text = _ARTICLE.sub("", written.strip(" .!\"'„“”"))
    if handle := _HANDLE.fullmatch(text):
        return CardPhrase(written, handle=f"card {int(handle[1])}")
    letter = _LETTER.search(text)
    bare = _LETTER.sub(" ", text).strip() if letter else text
    actions: dict[str, int | None] = {}
    for part in _OR.split(bare):
        action, count = _read_part(part.strip(" ,-"), written, head)
        actions[action] = count
    mark = (letter[1] or letter[2]).upper() if letter else ""
    phrase = CardPhrase(written, letter=mark, actions=actions)
    if not phrase.among(CARDS):
        raise Misread("no_such_card", head=head, written=written)
    return phrase


def _read_part(part: str, written: str, head: str) -> tuple[str, int | None]:
    match = _COUNTED.fullmatch(part)
    action = ACTION_LEXICON.exact(part)
    if action is not None or match is None:
        count = None
    else:
        before = (match["before"] or "").lower()
        number = match["behind"] or NUMBER_WORDS.get(before, before)
        action = ACTION_LEXICON.exact(match["action"])
        count = int(number) if str(number).isdecimal() else None
        if before and count is None:
            action = None
    if action is None:
        raise Misread(
            "unknown_card", head=head, written=written, suggested=list(ACTION_LEXICON.similar(part))
        )
    return action, count


@dataclass(frozen=True)
class OwnCards:
    """What the author of an order holds, as far as the question tells, and what lies open."""

    # By handle, the one held longest first; not for a line of a log file.
    hand: Mapping[str, str] = field(default_factory=dict, repr=False)
    market: Sequence[str] = ()
    money: int = _ANY_MONEY

    @classmethod
    def of(cls, options: Json) -> Self:
        """The cards of a question."""
        known = options.get("known", {})
        hand = {handle: known[handle] for handle in options.get("hand", ()) if handle in known}
        return cls(hand, options.get("market", ()), options.get("money", _ANY_MONEY))

    def to_sell(self, phrase: CardPhrase, head: str) -> str:
        """The card meant; where cards differ in more than nothing, the author must say which."""
        handles = self._meant(phrase, head)
        if len(handles) > 1:
            names = list(dict.fromkeys(self._name(handle) for handle in handles))
            raise Misread("ambiguous_card", head=head, written=phrase.written, candidates=names)
        return handles[0]

    def to_play(self, phrase: CardPhrase | None, action: str, needed: int) -> str | None:
        """The card for an action: of those that are meant the one that can do it and costs least,
        then the one with the fewest other uses, then the one held longest; none if no hand is
        known."""
        if phrase is not None:
            handles = self._meant(phrase, "card")
        elif self.hand:
            handles = [one for one, name in self.hand.items() if action in CARDS[name].actions]
            if not handles:
                names = list(dict.fromkeys(self.hand.values()))
                raise Misread("no_card_for_it", head=action, action=action, own=names)
        else:
            return None
        return min(handles, key=lambda handle: self._cost(self._name(handle), action, needed))

    def _cost(self, name: str, action: str, needed: int) -> tuple[bool, bool, int, int, int]:
        card = CARDS.get(name)
        if card is None:
            return False, False, 0, 0, 0
        count = card.actions.get(action, 0)
        return count < needed, card.price > self.money, card.price, len(card.actions), count

    def _name(self, handle: str) -> str:
        return self.hand.get(handle, handle)

    def _meant(self, phrase: CardPhrase, head: str) -> list[str]:
        """The handles of the cards that fit, of equal ones the one held longest; names where no
        hand is known."""
        if phrase.handle:
            if self.hand and phrase.handle not in self.hand:
                raise self._not_held(phrase, head)
            return [phrase.handle]
        if not self.hand:
            names = phrase.among(CARDS)
            if len(names) > 1:
                raise Misread("ambiguous_card", head=head, written=phrase.written, candidates=names)
            return names
        names = phrase.among(self.hand.values())
        if not names:
            raise self._not_held(phrase, head)
        oldest = {name: handle for handle, name in reversed(list(self.hand.items()))}
        return [oldest[name] for name in names]

    def _not_held(self, phrase: CardPhrase, head: str) -> Misread:
        names = list(dict.fromkeys(self.hand.values()))
        return Misread("not_in_hand", head=head, written=phrase.written, own=names)

    def wishes(self, body: str, head: str) -> list[str]:
        """Cards of the market in order of preference, and the deck."""
        wishes: list[str] = []
        for part in _BETWEEN_WISHES.split(body):
            wishes += self._wish(part.strip(), head) if part.strip(" .!") else ()
        return wishes

    def _wish(self, written: str, head: str) -> list[str]:
        if DECK_LEXICON.exact(written):
            return [DECK]
        try:
            return self._open_cards(read_phrase(written, head), head)
        except Misread:
            parts = [part.strip() for part in _OR.split(written) if part.strip()]
            if len(parts) < 2:
                raise
        return [wish for part in parts for wish in self._wish(part, head)]

    def _open_cards(self, phrase: CardPhrase, head: str) -> list[str]:
        """The cards that fit, the cheapest first, those in the market alone if there are such; if
        they allow different things, the author must say which."""
        if phrase.handle:
            raise Misread("wish_by_handle", head=head, written=phrase.written)
        names = phrase.among(CARDS)
        if len(names) > 1:
            names = phrase.among(self.market) or names
        if len({tuple(CARDS[name].actions.items()) for name in names}) > 1:
            raise Misread("ambiguous_card", head=head, written=phrase.written, candidates=names)
        return sorted(names, key=lambda name: CARDS[name].price)

    def named(self, written: str, head: str) -> str:
        """Exactly one card of the game by its name."""
        phrase = read_phrase(written, head)
        if phrase.handle:
            raise Misread("wish_by_handle", head=head, written=written)
        names = phrase.among(CARDS)
        if len(names) > 1:
            raise Misread("ambiguous_card", head=head, written=written, candidates=names)
        return names[0]
