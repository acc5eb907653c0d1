"""A turn explained part by part: what each is for, why this one, what could go wrong.

Everything here follows from the board, which is public, and from the reader's own hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.bots.loewenherz.enclosures import missing_sides
from engine.bots.loewenherz.judgement import Judgement
from engine.bots.loewenherz.taste import TASTE
from engine.kernel.core import Decision, Event, Json
from engine.loewenherz.answers import DECK, KEYS, LISTS, SELL
from engine.loewenherz.board import BIT, MINES, beside, mask_of
from engine.loewenherz.cards import CARDS
from engine.loewenherz.land import NEUTRAL
from engine.loewenherz.legality import sign
from engine.loewenherz.preview import preview
from engine.loewenherz.state import Realm
from engine.loewenherz.words.names import ACTION_NOUNS
from engine.loewenherz.words.terms import term
from engine.loewenherz.words.voice import RealmVoice
from engine.text.lexicon import Language
from engine.text.voice import begun
from games.boards.board import GuideStep, Names
from games.boards.loewenherz.cards import CardPicture
from games.boards.loewenherz.names import DEED_NAMES, TERRAIN, counted, mined
from games.boards.loewenherz.turn.fields import DEED, REFILL, to_fields

DOES: Final[Mapping[str, Any]] = {
    "borders": gettext_lazy(
        "Borders close land. Closed land with one castle in it is a domain and scores at once."
    ),
    "knights": gettext_lazy(
        "A knight stands beside your castle or another knight of yours, with no border between."
    ),
    "expand": gettext_lazy(
        "A domain takes a square beside it: free land, or land of a neighbour with fewer knights."
    ),
    "deserter": gettext_lazy("A knight leaves a neighbouring domain, and you place one of yours."),
    "alliance": gettext_lazy("Two neighbouring domains never take land from each other again."),
}
CLOSES_NOTHING: Final = gettext_lazy("Nothing is closed by it yet: your next borders go on there.")
QUIET: Final[Mapping[str, Any]] = {
    "borders": CLOSES_NOTHING,
    "knights": gettext_lazy("It brings no points at once: it makes your land stronger."),
    "expand": gettext_lazy("It brings no points at once: it makes your domain larger."),
    "deserter": gettext_lazy("It brings no points at once: it shifts strength to you."),
    "alliance": gettext_lazy("It brings no points at once: it makes your land safe on that side."),
}


@dataclass(frozen=True)
class TurnGuide:
    """What is said of an answer on the way through its form."""

    state: Realm
    decision: Decision
    answer: Json
    language: Language
    names: Names

    @property
    def _voice(self) -> RealmVoice:
        return RealmVoice.of(self.language, self.names)

    @cached_property
    def _fields(self) -> Mapping[str, str]:
        return {
            name: value
            for name, value in to_fields(self.decision.kind, self.answer).items()
            if value
        }

    def _filled(self, *begins: str) -> dict[str, str]:
        return {name: value for name, value in self._fields.items() if name.startswith(begins)}

    @property
    def _card(self) -> str:
        return str(self.decision.options["known"][self.answer["card"]])

    @cached_property
    def _ahead(self) -> Json:
        known = self.decision.options["known"]
        return preview(self.state, self.decision.seat, self.answer, known)

    @property
    def _facts(self) -> list[Event[Realm]]:
        return [fact for step in self._ahead["steps"] for fact in step["facts"]]

    def steps(self) -> Iterator[GuideStep]:
        """The card, what is done with it, the places and the refill, in the order of the form."""
        sold = self.answer["do"] == SELL
        yield GuideStep(
            "card",
            _("Card"),
            _("Each turn you play or sell exactly one card. Nobody else sees your hand."),
            CardPicture(self._card).sentence,
            self._sale() if sold else self._price(),
            [_("It lies open in the market then: others may take it.") if sold else self._gone()],
            {"card": self.answer["card"]},
        )
        deed = SELL if sold else self.answer["action"]
        yield GuideStep(
            DEED,
            _("What to do with it"),
            _("Play the card for its price, or sell it for its sale value: that always works."),
            str(DEED_NAMES[deed]),
            self._left() if sold else self._gains(deed),
            [],
            {DEED: deed},
        )
        if not sold:
            yield self._places(deed)
        if self._filled(f"{REFILL}."):
            yield self._refill()

    def _price(self) -> str:
        price = counted(CARDS[self._card].price, "ducat")
        money = counted(self.decision.options["money"], "ducat")
        return _("It costs %(price)s; you have %(money)s.") % {"price": price, "money": money}

    def _gone(self) -> str:
        return _("Played cards are gone for good.")

    def _sale(self) -> str:
        options = self.decision.options
        cards = [CARDS[name] for name in options["known"].values()]
        own = CARDS[self._card]
        if all(card.price > options["money"] for card in cards):
            money = counted(options["money"], "ducat")
            return _("You can pay for none of your cards: you have %(money)s.") % {"money": money}
        sale = {"ducats": counted(own.sale, "ducat")}
        if own.sale == max(card.sale for card in cards):
            return _("No card of your hand sells for more: %(ducats)s.") % sale
        return _("It sells for %(ducats)s.") % sale

    def _left(self) -> str:
        money = counted(self._ahead["money"], "ducat")
        return _("You have %(money)s then.") % {"money": money}

    def _gains(self, action: str) -> str:
        """The points of all of it together, for everybody."""
        gains: dict[str, int] = {}
        for step in self._ahead["steps"]:
            for seat, points in step["points"].items():
                gains[seat] = gains.get(seat, 0) + points
        own = gains.pop(self.decision.seat, 0)
        words = []
        if own:
            words.append(_("you %(gain)s") % {"gain": self._voice.gain(own)})
        words += [f"{self._voice.colour(s)} {self._voice.gain(n)}" for s, n in gains.items() if n]
        if not words:
            return str(QUIET[action])
        brings = _("It brings at once: %(gains)s.") % {"gains": ", ".join(words)}
        return f"{brings} {_('The goal is reached.')}" if self._ahead["goal"] else brings

    def _places(self, action: str) -> GuideStep:
        key = LISTS.get(action, "domain")
        one, many = ACTION_NOUNS[action][self.language]
        named = [self.answer[part] for part in KEYS[action] if part in self.answer]
        listed = [place for part in named for place in (part if isinstance(part, list) else [part])]
        reasons = {
            "borders": self._borders,
            "knights": self._knights,
            "expand": self._growth,
            "deserter": self._between,
            "alliance": self._between,
        }[action]()
        return GuideStep(
            key if action in LISTS else f"{action}.{key}",
            begun(many if action in LISTS else one),
            str(DOES[action]),
            self._chosen(action),
            " ".join(reasons),
            [*self._dangers()],
            self._filled(f"{action}.", f"{LISTS.get(action, action)}.", "give_up"),
            listed,
        )

    def _chosen(self, action: str) -> str:
        if action in ("borders", "knights"):
            return ", ".join(self.answer[LISTS[action]])
        if action == "expand":
            return f"{self.answer['domain']} → {', '.join(self.answer['squares'])}"
        if action == "deserter":
            return _("%(domain)s from %(against)s, new knight on %(knight)s") % self.answer
        return _("%(domain)s with %(against)s") % self.answer

    def _arisen(self) -> Iterator[Json]:
        for fact in self._facts:
            if fact.kind == "domain_arose":
                yield fact.payload()

    def _borders(self) -> Iterator[str]:
        for fact in self._arisen():
            words = {"castle": fact["castle"], "land": self._lies(mask_of(fact["squares"]))}
            if fact["owner"] == self._seat:
                yield _("Your domain %(castle)s is closed: %(land)s.") % words
            else:
                yield _("The domain %(castle)s is closed: %(land)s.") % words
        if not any(self._arisen()):
            yield from self._begun_domain()

    def _begun_domain(self) -> Iterator[str]:
        """Which land of the reader's the borders begin to close, and how many it still takes."""
        land, borders = self.state.land, {*self.answer["borders"]}
        plans = [
            (castle, plan.squares, {*missing_sides(plan.squares, land)})
            for castle, ways in Judgement(self.state, self._seat, TASTE).enclosures.items()
            if land.castles[castle] == self._seat
            for plan in ways
        ]
        # The land with the most of these borders on its rim; of equals what is closed soonest.
        best = max(plans, key=lambda one: (len(one[2] & borders), -len(one[2])), default=None)
        if best is None or not best[2] & borders:
            return
        castle, squares, missing = best
        left = len(missing - borders)
        yield ngettext(
            "%(count)d more border closes land around your castle %(castle)s: %(land)s.",
            "%(count)d more borders close land around your castle %(castle)s: %(land)s.",
            left,
        ) % {"count": left, "castle": castle, "land": self._lies(squares)}

    def _lies(self, squares: int) -> str:
        land = self._voice.landmarks(self.state.land.terrain.landmarks(squares))
        return land or _("only meadow")

    def _knights(self) -> Iterator[str]:
        land = self.state.land
        within: dict[str, int] = {}
        for square in self.answer["knights"]:
            castle = land.domain_at(BIT[square])
            if castle is None:
                words = _("Nobody can part %(square)s from the figure beside it by a border.")
                yield words % {"square": square}
            else:
                within[castle] = within.get(castle, 0) + 1
        for castle, more in within.items():
            knights = counted(land.strength(castle) + more, "knight")
            yield _("Domain %(castle)s has %(knights)s then.") % {
                "castle": castle,
                "knights": knights,
            }
            others = [one for one in land.adjacent(castle) if land.castles[one] != self._seat]
            if others:
                other = max(others, key=land.strength)
                strongest = {"castle": other, "knights": counted(land.strength(other), "knight")}
                yield _("Its strongest neighbour %(castle)s has %(knights)s.") % strongest

    @property
    def _seat(self) -> str:
        return self.decision.seat

    def _growth(self) -> Iterator[str]:
        land = self.state.land
        have = set(land.mines(self._seat))
        for fact in self._facts:
            data: Json = fact.payload()
            if fact.kind == "domain_grew":
                lies = TERRAIN[sign(land, data["square"])]
                yield f"{data['square']}: {lies}, {self._voice.gain(data['points'])}."
            if fact.kind == "domain_grew" and data["taken_from"]:
                words = {
                    "own": land.strength(data["castle"]),
                    "theirs": land.strength(data["taken_from"]),
                    "who": self._voice.colour(data["loser"]),
                }
                yield _("You have more knights than %(who)s there: %(own)d to %(theirs)d.") % words
            if fact.kind == "domain_grew":
                kind = MINES.get(sign(land, data["square"]))
                if kind and kind not in have:
                    have.add(kind)
                    yield _("A mine of a new kind (%(mine)s): 1 ducat more each turn.") % {
                        "mine": mined(kind)
                    }
            if fact.kind == "monopoly_won" and data["seat"] == self._seat:
                yield _("It makes a monopoly.")

    def _between(self) -> Iterator[str]:
        land = self.state.land
        own, other = self.answer["domain"], self.answer["against"]
        words = {
            "own": own,
            "mine": counted(land.strength(own), "knight"),
            "other": other,
            "theirs": counted(land.strength(other), "knight"),
        }
        yield _("Now %(own)s has %(mine)s, and %(other)s has %(theirs)s.") % words

    def _dangers(self) -> Iterator[str]:
        """Whom else it helps, and which new domain lies beside a stronger neighbour."""
        land, seat = self.state.land, self._seat
        for fact in self._arisen():
            if fact["owner"] not in (seat, NEUTRAL) and fact["points"]:
                who = self._voice.colour(fact["owner"])
                yield _("%(who)s scores as well.") % {"who": who}
            if fact["owner"] != seat:
                continue
            near = mask_of(fact["squares"])
            guards = sum(land.knights.get(square) == seat for square in fact["squares"])
            for castle, mask in land.domains.items():
                if land.castles[castle] not in (seat, NEUTRAL) and mask & beside(near):
                    knights = land.strength(castle)
                    if knights > guards:
                        yield _(
                            "Neighbour %(castle)s has more knights (%(theirs)d to %(own)d) and may "
                            "take land from it."
                        ) % {"castle": castle, "theirs": knights, "own": guards}

    def _refill(self) -> GuideStep:
        wishes = self.answer[REFILL]
        first = wishes[0]
        named = [_("from the deck") if one == DECK else term(one, self.language) for one in wishes]
        if first != DECK:
            price = counted(CARDS[first].price, "ducat")
            reason = _("It costs %(price)s to play.") % {"price": price}
            risk = _("Everybody sees that you have it.")
        else:
            empty = not self.decision.options["market"]
            reason = (
                _("The market is empty.")
                if empty
                else _("Nobody knows what you draw, and the market stays as it is.")
            )
            risk = _("It may be a card that you cannot use now.")
        return GuideStep(
            f"{REFILL}.0",
            _("Refill your hand"),
            _("After your turn you refill to three cards: from the open market, or from the deck."),
            begun(", ".join(named)),
            reason,
            [risk],
            self._filled(f"{REFILL}."),
        )
