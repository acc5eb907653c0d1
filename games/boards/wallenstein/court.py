"""What the expansions lay on the table: the court with its halls and cards, the banners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.kernel.core import Json, Seat
from engine.text.voice import begun
from engine.wallenstein.emperors_court.cards import FAVORS
from engine.wallenstein.emperors_court.favor_words import favor_effect, favor_named
from engine.wallenstein.words.gain_words import amount_gained
from engine.wallenstein.words.voice import Voice


@dataclass(frozen=True)
class FavorLine:
    """A favor card on its space."""

    number: int
    courtiers: int
    effect: str
    house_value: bool


@dataclass(frozen=True)
class Household:
    """The courtiers of a player, and what the Emperor has granted."""

    seat: Seat
    name: str
    supply: int
    entrance: int
    audience: int
    protected: str
    wards: int


@dataclass(frozen=True)
class CourtPicture:
    """Both halls and the three cards."""

    cards: tuple[FavorLine, ...]
    households: tuple[Household, ...]


@dataclass(frozen=True)
class Banner:
    """What a player may choose from on the next card of the pile."""

    seat: Seat
    name: str
    following: str
    house_value: bool


def court(view: Json, voice: Voice) -> CourtPicture | None:
    """The court as everybody sees it; none in a game without it."""
    part = view.get("emperors_court")
    if part is None:
        return None
    cards = (FAVORS[card["favor"]] for card in part["cards"])
    return CourtPicture(
        tuple(
            FavorLine(
                favor.number,
                card["courtiers"],
                begun(favor_effect(voice, favor)),
                favor.house_value,
            )
            for favor, card in zip(cards, part["cards"], strict=True)
        ),
        tuple(
            Household(
                seat,
                voice.seat(seat),
                part["supply"][seat],
                part["entrance"][seat],
                part["audience"][seat],
                voice.both(map(voice.action, against)) if against else "",
                part["wards"].get(seat, 0),
            )
            for seat in view["money"]
            for against in [part["protected"].get(seat, [])]
        ),
    )


def banners(view: Json, voice: Voice) -> tuple[Banner, ...]:
    """The piles of the landsknechte; none in a game without them."""
    part = view.get("landsknechte")
    if part is None:
        return ()
    pile = part["pile"]
    following = {seat: pile[(top + 1) % len(pile)] for seat, top in part["top"].items()}
    return tuple(
        # Whatever a card gives, the amount stands in no rule book (L-1).
        Banner(seat, voice.seat(seat), bonuses(card, voice), bool(card))
        for seat, card in following.items()
    )


def favor_offered(card: Json, say: Voice) -> str:
    """A card on offer and its price."""
    offer = {"card": favor_named(say, card["favor"]), "courtiers": card["courtiers"]}
    return (
        ngettext(
            "%(card)s, for %(courtiers)d courtier",
            "%(card)s, for %(courtiers)d courtiers",
            card["courtiers"],
        )
        % offer
    )


def marked(amount: str, house_value: bool) -> str:
    """An amount, and whether the house has decided it."""
    return _("%(amount)s (house value)") % {"amount": amount} if house_value else amount


def bonuses(card: Mapping[str, int], voice: Voice) -> str:
    """What a card of the landsknechte gives, of which one may be had."""
    gains = [amount_gained(voice, bonus, amount) for bonus, amount in card.items()]
    return _either(gains) if gains else _("no bonus")


def _either(items: Sequence[str]) -> str:
    """A list of which one may be had: a, b or c."""
    *others, last = items
    if not others:
        return last
    return _("%(others)s or %(last)s") % {"others": ", ".join(others), "last": last}
