"""A choice on the way explained: what a bot would say, and what speaks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.kernel.core import Decision, Json
from engine.text.voice import begun
from engine.wallenstein.board import COUNTIES
from engine.wallenstein.emperors_court.favors import FAVOR_KEY
from engine.wallenstein.landsknechte.banners import BONUS
from engine.wallenstein.state import State
from engine.wallenstein.words.gain_words import amount_gained
from engine.wallenstein.words.names import ACTION_NAMES, TILE_NAMES, county_name
from games.boards.board import GuideStep
from games.boards.wallenstein.court import favor_offered
from games.boards.wallenstein.turn.reasons import USED_BY, Reasons

# How much of a long ranking is said in a line.
FIRST_OF_RANKING: Final = 4


class ChosenPart(NamedTuple):
    """One field, or several that belong together: what is chosen there, and why."""

    name: str
    title: str
    choice: str
    reason: str


class ChoiceGuide:
    """What is said of an answer to a question that is no plan."""

    def __init__(self, state: State, decision: Decision, answer: Json, reasons: Reasons) -> None:
        self.state, self.decision, self.answer = state, decision, answer
        self.options, self.reasons = decision.options, reasons
        self.language, self.voice = reasons.language, reasons.voice

    def steps(self, fields: Mapping[str, str]) -> Iterator[GuideStep]:
        """From the top of the form to its end."""
        explain: Mapping[str, Callable[[], Iterable[ChosenPart]]] = {
            "draft": self._draft,
            "draft_pick": self._pick,
            "draft_group": self._group,
            "position": self._position,
            "move": self._move,
            "revolt_order": self._revolts,
            FAVOR_KEY: self._favor,
            BONUS: self._bonus,
            "defence": self._defence,
            "empty_boxes": self._empty_boxes,
        }
        for name, title, choice, reason in explain[self.decision.kind]():
            mine = {
                field: value
                for field, value in fields.items()
                if field == name or field.startswith(f"{name}.")
            }
            yield GuideStep(name, title, "", choice, reason, (), mine)

    def _draft(self) -> Iterator[ChosenPart]:
        yield ChosenPart(
            "counties",
            _("Counties"),
            _ranked(map(county_name, self.answer["counties"])),
            _("Those that yield the most come first: tax, grain and cities added up."),
        )
        yield ChosenPart(
            "groups",
            _("Army groups"),
            _ranked(map(str, self.answer["groups"])),
            _("The counties you want most come early, and get the most armies."),
        )

    def _pick(self) -> Iterator[ChosenPart]:
        take = self.answer["take"]
        if take in COUNTIES:
            reason = " ".join(self._yields(take))
            yield ChosenPart("take", _("Take"), county_name(take), reason)
            yield from self._armies(take)
        elif take == "exchange":
            yield ChosenPart(
                "take",
                _("Take"),
                begun(_("two new cards first")),
                _("Neither open card yields much or lies well for you, and this costs nothing."),
            )
        else:
            yield ChosenPart(
                "take", _("Take"), begun(_("the top card of the pile")), _("No card lies open.")
            )

    def _yields(self, county: str) -> Iterator[str]:
        """What a county has printed on it, and how it lies."""
        card, own = COUNTIES[county], self.state.owned(self.decision.seat)
        yield _("Tax %(tax)d, grain %(grain)d, cities %(cities)d.") % {
            "tax": card.tax,
            "grain": card.grain,
            "cities": len(card.cities),
        }
        if near := [county_name(name) for name in own if name in card.neighbours]:
            yield _("It borders on what you have: %(counties)s.") % {"counties": ", ".join(near)}
        company = sum(COUNTIES[name].region == card.region for name in own)
        if company:
            yield (
                ngettext(
                    "%(count)d county of yours lies in the same region.",
                    "%(count)d counties of yours lie in the same region.",
                    company,
                )
                % {"count": company}
            )

    def _group(self) -> Iterator[ChosenPart]:
        yield from self._armies(self.options["county"])

    def _armies(self, county: str) -> Iterator[ChosenPart]:
        """How many go to a county that one has just got."""
        near = [name for name in COUNTIES[county].neighbours if name in self.state.counties]
        foreign = sum(self.state.counties[name].owner != self.decision.seat for name in near)
        reason = ngettext(
            "%(foreign)d of %(near)d neighbouring county is not yours.",
            "%(foreign)d of %(near)d neighbouring counties are not yours.",
            len(near),
        ) % {"foreign": foreign, "near": len(near)}
        yield ChosenPart("group", _("Armies"), str(self.answer["group"]), reason)

    def _position(self) -> Iterator[ChosenPart]:
        place = self.answer["position"]
        tile = self.options["tiles"][str(place)]
        yield ChosenPart(
            "position",
            _("Place"),
            f"{place}: {TILE_NAMES[tile][self.language]}",
            " ".join(self._good_for(tile, earliest=place == min(self.options["positions"]))),
        )

    def _good_for(self, tile: str, *, earliest: bool) -> Iterator[str]:
        if tile in USED_BY:
            actions = ", ".join(ACTION_NAMES[box][self.language] for box in USED_BY[tile])
            yield _("Its tile helps with: %(actions)s.") % {"actions": actions}
        else:
            yield _("Its tile helps wherever you are attacked.")
        if earliest:
            yield _("Of the places left it acts first.")

    def _move(self) -> Iterator[ChosenPart]:
        order, action = self.answer["orders"][0], self.options["action"]
        if order.get("stay"):
            reason = _("No march is worth its risk, as things stand.")
            yield ChosenPart("orders.0.to", _("March to"), begun(_("nobody marches")), reason)
            return
        reason = " ".join(self.reasons.moves(action))
        yield ChosenPart("orders.0.to", _("March to"), county_name(order["to"]), reason)

    def _revolts(self) -> Iterator[ChosenPart]:
        yield ChosenPart(
            "revolt_order",
            _("Revolts"),
            _ranked(map(county_name, self.answer["revolt_order"])),
            _("Where you have the most armies comes first; of equals, where you would lose most."),
        )

    def _favor(self) -> Iterator[ChosenPart]:
        wish = self.answer[FAVOR_KEY]
        if wish is None:
            reason = _("No card on offer would bring you anything now.")
            yield ChosenPart(FAVOR_KEY, _("Card"), begun(_("no card")), reason)
            return
        card = next(one for one in self.options["favors"] if one["favor"] == wish["favor"])
        yield ChosenPart(FAVOR_KEY, _("Card"), favor_offered(card, self.voice), _brings_most())

    def _bonus(self) -> Iterator[ChosenPart]:
        bonus = self.answer[BONUS]
        gain = amount_gained(self.voice, bonus, self.options["bonuses"][bonus])
        yield ChosenPart(BONUS, _("Bonus"), begun(gain), _brings_most())

    def _defence(self) -> Iterator[ChosenPart]:
        yield ChosenPart(
            "armies",
            _("Armies that fight"),
            str(self.answer["armies"]),
            _("Armies held back are lost with the county: everybody fights."),
        )

    def _empty_boxes(self) -> Iterator[ChosenPart]:
        boxes = [ACTION_NAMES[box][self.language] for box in self.answer["empty"]]
        reason = _("Laid with a card of yours, these would bring the least.")
        yield ChosenPart("empty", _("Boxes left empty"), ", ".join(boxes), reason)


def _brings_most() -> str:
    return _("Of what is on offer it brings you the most, as the bot reckons.")


def _ranked(names: Iterable[str]) -> str:
    """The first of a ranking, the best first."""
    listed: Sequence[str] = list(names)
    more = " › …" if len(listed) > FIRST_OF_RANKING else ""
    return " › ".join(listed[:FIRST_OF_RANKING]) + more
