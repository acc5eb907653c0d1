"""Wallenstein by letter: the question, the position in words, and orders to be filled in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.kernel.core import Decision, Json, Seat
from engine.wallenstein.words.names import county_name
from games.boards.blocks import Block, Heading, Listing, TableBlock, TableRow
from games.boards.board import Names
from games.boards.palette import on_seat, seat_colour
from games.boards.remarks import Remarks
from games.boards.wallenstein.court import Banner, CourtPicture, Household, marked
from games.boards.wallenstein.letters.templates import Templates
from games.boards.wallenstein.map.counties import CountyPanel, county_panel
from games.boards.wallenstein.story import FIGURES, WallensteinStory
from games.boards.wallenstein.table import Cubes, Place, TablePicture, WallensteinTable
from games.boards.wallenstein.turn import forms
from games.boards.wallenstein.turn.part import WallensteinTurn


@dataclass(frozen=True)
class WallensteinLetters:
    """An edition by letter: its table, its questions, its orders."""

    table: WallensteinTable
    story: WallensteinStory
    turn: WallensteinTurn
    templates: Templates

    def question(
        self, view: Json, decision: Decision, language: str, names: Names
    ) -> tuple[str, str]:
        """What a question is about, and the question itself in one sentence."""
        form = self.turn.made(
            view, decision, {}, Remarks(), language, names, asks=False, fresh=True
        )
        return forms.heading(form), forms.put(form, self.turn.builders)

    def template(
        self, view: Json, decision: Decision, language: str, *, brief: bool = False
    ) -> str:
        """Orders to be filled in, with everything that is legal."""
        return self.templates.template(view, decision, language, brief=brief)

    def standing(self, view: Json, language: str, names: Names) -> TableBlock:
        """What everybody has; after the end the best first."""
        has = self.story.counted(view)
        rows = [
            TableRow(
                (
                    _("%(name)s (winner)") % {"name": purse.name} if purse.won else purse.name,
                    *(str(has[figure.key][purse.seat]) for figure in FIGURES),
                ),
                seat_colour(purse.seat),
                on_seat(purse.seat),
                purse.seat,
            )
            for purse in self.table.table(view, language, names).players
        ]
        return TableBlock((_("Player"), *(str(figure.title) for figure in FIGURES)), rows)

    def decided_by(self, view: Json, language: str, names: Names) -> str:
        """What decided where the most points were not enough; nothing where they were."""
        return self.table.table(view, language, names).tie_break

    def position(
        self, view: Json, seat: Seat | None, language: str, names: Names
    ) -> Iterator[Block]:
        """Everything on the table in words, as a seat or a spectator sees it."""
        shown = self.table.table(view, language, names)
        yield self.standing(view, language, names)
        lines = (*_actions(shown), *_events(shown), *_order(shown, names), *_tower(shown))
        yield Listing(lines)
        if shown.court:
            yield from _court(shown.court)
        if shown.banners:
            yield Heading(_("Landsknechte"))
            yield Listing([(banner.name, _banner(banner)) for banner in shown.banners])
        yield from _lands(view, seat, language, names)


def _tower(shown: TablePicture) -> Iterator[tuple[str, str]]:
    yield _("Inside the tower"), _counted(shown.lodged)
    yield _("In the tray"), _counted(shown.tray)


def _counted(all_cubes: Sequence[Cubes]) -> str:
    counts = ", ".join(f"{cubes.name} {cubes.count}" for cubes in all_cubes if cubes.count)
    return counts or _("nothing")


def _actions(shown: TablePicture) -> Iterator[tuple[str, str]]:
    if shown.actions:
        names = [box.name for box in shown.actions if box.id is not None]
        hidden = len(shown.actions) - len(names)
        if hidden:
            names.append(_("%(count)d face down") % {"count": hidden})
        yield _("Actions, in this order"), ", ".join(names)
    if shown.left_empty:
        empty = "; ".join(f"{name}: {boxes}" for _seat, name, boxes in shown.left_empty)
        yield _("Boxes that stay empty"), empty


def _order(shown: TablePicture, names: Names) -> Iterator[tuple[str, str]]:
    if shown.places:
        places = (f"{place.number}: {_place(place, names)}" for place in shown.places)
        yield _("Positions"), "; ".join(places)
    if shown.order:
        yield _("Order of play"), ", ".join(name for _seat, name in shown.order)


def _place(place: Place, names: Names) -> str:
    """The tile of a position, and whoever has taken it."""
    return f"{place.name} ({names[place.seat]})" if place.seat else place.name


def _court(court: CourtPicture) -> Iterator[Block]:
    yield Heading(_("The Emperor’s court"))
    yield Listing(
        [
            (
                f"{card.number}: {marked(card.effect, card.house_value)}",
                _("for %(courtiers)s courtiers") % {"courtiers": card.courtiers},
            )
            for card in court.cards
        ]
    )
    halls = (_("Entrance hall"), _("Audience hall"), _("Supply"))
    yield TableBlock((_("Courtiers"), *halls), [_household(house) for house in court.households])
    if granted := [row for house in court.households for row in _granted(house)]:
        yield Listing(granted)


def _household(house: Household) -> TableRow:
    courtiers = (house.entrance, house.audience, house.supply)
    return TableRow(
        (house.name, *map(str, courtiers)),
        seat_colour(house.seat),
        on_seat(house.seat),
        house.seat,
    )


def _granted(house: Household) -> Iterator[tuple[str, str]]:
    if house.protected:
        actions = {"actions": house.protected}
        yield house.name, _("Cannot be attacked this season with %(actions)s.") % actions
    if house.wards:
        yield house.name, _("Keeps a favour against the next revolt marker.")


def _banner(banner: Banner) -> str:
    bonuses = marked(banner.following, banner.house_value)
    return _("Next card: %(bonuses)s") % {"bonuses": bonuses}


def _events(shown: TablePicture) -> Iterator[tuple[str, str]]:
    if shown.event:
        yield _("Event"), f"{shown.event.title}. {shown.event.effect}"
    elif shown.open_events:
        # The same card may lie there twice.
        cards = Counter((event.title, event.effect) for event in shown.open_events)
        yield _("One of these events"), " ".join(map(_card, cards, cards.values()))
    least, most = shown.winter_loss
    if most:
        span = (
            str(most)
            if least == most
            else _("%(least)d to %(most)d") % {"least": least, "most": most}
        )
        yield _("Grain lost in winter"), marked(span, shown.house_loss)


def _card(card: tuple[str, str], count: int) -> str:
    title, effect = card
    return f"{title} (× {count}): {effect}" if count > 1 else f"{title}: {effect}"


def _lands(view: Json, own_seat: Seat | None, language: str, names: Names) -> Iterator[Block]:
    """Every county: one's own with all that matters for planning, the others in short."""
    panels = [county_panel(view, county, language, names) for county in view["in_play"]]
    lands = [panel for panel in panels if panel]
    own = [land for land in lands if own_seat and land.owner == own_seat]
    if own:
        yield Heading(_("Your counties"))
        yield Listing([(land.name, _in_full(land, view)) for land in own])
    held = [
        (name, _in_short([land for land in lands if land.owner == seat]))
        for seat, name in names.items()
        if seat != own_seat
    ]
    free = [land.name for land in lands if land.owner is None]
    if free:
        held.append((_("Neutral"), ", ".join(free)))
    yield Heading(_("The counties of the others") if own else _("The counties"))
    yield Listing([(name, counties) for name, counties in held if counties])


def _in_full(land: CountyPanel, view: Json) -> str:
    armies = ngettext("%(count)d army", "%(count)d armies", land.armies) % {"count": land.armies}
    parts = [armies, _("tax %(tax)d, grain %(grain)d") % {"tax": land.tax, "grain": land.grain}]
    parts += [site.name for site in land.sites if site.building]
    free = sum(site.building is None for site in land.sites)
    if free:
        cities = ngettext("%(count)d free city", "%(count)d free cities", free)
        parts.append(cities % {"count": free})
    if land.revolt:
        markers = ngettext("%(count)d revolt marker", "%(count)d revolt markers", land.revolt)
        parts.append(markers % {"count": land.revolt})
    near = ", ".join(_near(other.id, view) for other in land.neighbours)
    description = {"facts": "; ".join(parts), "near": near}
    return _("%(facts)s. Next to %(near)s.") % description


def _near(county: str, view: Json) -> str:
    """A neighbour with its armies, their owner by the letter that orders use, too."""
    here = view["counties"].get(county)
    if here is None:
        return county_name(county)
    return f"{county_name(county)} {here['owner']}{here['armies']}"


def _in_short(lands: Sequence[CountyPanel]) -> str:
    """Counties with their armies, and what stands out."""
    return ", ".join(
        " ".join(filter(None, (land.name, str(land.armies), _marks(land)))) for land in lands
    )


def _marks(land: CountyPanel) -> str:
    marks = [site.name for site in land.sites if site.building]
    if land.revolt:
        marks.append(_("revolt %(count)d") % {"count": land.revolt})
    return f"({', '.join(marks)})" if marks else ""
