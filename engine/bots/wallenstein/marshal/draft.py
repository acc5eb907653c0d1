"""The draft: rich counties, in few regions, with the large groups where it will be hot."""

from __future__ import annotations

from engine.kernel.chance import Stream
from engine.kernel.core import Json, Seat
from engine.wallenstein.board import COUNTIES
from engine.wallenstein.state import State


def ranking(options: Json, stream: Stream) -> Json:
    """A ranking made before the first card is taken: by what is printed, equal ones by lot."""
    counties = list(options["counties"])
    lots = dict(zip(counties, stream.words(len(counties)), strict=True))
    counties.sort(key=lambda name: (-yields(name), lots[name]))
    return {"counties": counties, "groups": sorted(options["groups"], reverse=True)}


def yields(county: str) -> int:
    """What a county has printed on it."""
    card = COUNTIES[county]
    return card.tax + card.grain + len(card.cities)


def liking(state: State, seat: Seat, county: str) -> int:
    """How well a county goes with those one has."""
    own = state.owned(seat)
    card = COUNTIES[county]
    company = sum(COUNTIES[name].region == card.region for name in own)
    borders = sum(name in card.neighbours for name in own)
    return yields(county) + min(3, company) + 2 * min(2, borders)


def pick(state: State, seat: Seat, options: Json) -> Json:
    """One of the face-up cards; the pile only if both are poor."""
    face_up = [card for card in options["take"] if card in COUNTIES]
    best = max(face_up, key=lambda name: liking(state, seat, name), default=None)
    if best is None or (liking(state, seat, best) < 9 and "exchange" in options["take"]):
        return {"take": "exchange" if "exchange" in options["take"] else "pile"}
    return {"take": best, "group": group_for(state, seat, best, options["groups"])}


def group_for(state: State, seat: Seat, county: str, groups: list[int]) -> int:
    """A large group where many borders are not one's own, a small one in a corner."""
    neighbours = [state.counties[n] for n in COUNTIES[county].neighbours if n in state.counties]
    open_borders = sum(other.owner != seat for other in neighbours)
    wanted = 5 if open_borders >= 6 else 4 if open_borders >= 4 else 3 if open_borders >= 3 else 2
    return min(groups, key=lambda group: (abs(group - wanted), -group))
