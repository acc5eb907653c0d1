"""What a seat, or a spectator, may know: starts empty and adds what lies open on the table."""

from __future__ import annotations

from engine.kernel.core import Json, Seat
from engine.wallenstein.board import PEASANTS
from engine.wallenstein.state import County, State


def board_view(state: State) -> Json:
    """The position as it lies on the table."""
    bank = state.bank
    return {
        "year": state.season.year,
        "season": state.season.name,
        "counties": {
            name: county_view(county)
            for name, county in state.counties.items()
            if county.owner is not None
        },
        "money": {seat: player.money for seat, player in state.players.items()},
        "grain": {seat: player.grain for seat, player in state.players.items()},
        "points": {seat: player.points for seat, player in state.players.items()},
        "supply": {
            **{seat: player.supply for seat, player in state.players.items()},
            PEASANTS: bank.peasants,
            "buildings": dict(bank.buildings),
        },
        "tower": {"lodged": dict(state.tower.lodged), "tray": dict(state.tower.tray)},
        "order": list(state.season.order),
        "finished": state.result is not None,
        "winners": list(state.result.winners) if state.result else [],
    }


def county_view(county: County) -> Json:
    """A county that somebody owns."""
    return {
        "owner": county.owner,
        "armies": county.armies,
        "buildings": list(county.buildings),
        "revolt": county.revolt,
    }


def counties_in(shown: Json) -> dict[str, County]:
    """The counties of a view that somebody owns, as the rules know them."""
    return {
        name: County(
            county["owner"], county["armies"], tuple(county["buildings"]), county["revolt"]
        )
        for name, county in shown["counties"].items()
    }


def view(state: State, seat: Seat | None) -> Json:
    """The table, which is the same for all."""
    season = state.season
    shown = board_view(state)
    shown["seat"] = seat
    shown["chapter"] = season.chapter
    shown["phase"] = state.phase
    shown["in_play"] = list(state.counties)
    shown["actions"] = list(season.actions)
    shown["actions_done"] = season.done
    shown["tiles"] = list(season.tiles)
    shown["event"] = season.event
    shown["open_events"] = list(state.events.open)
    shown["bids"] = dict(season.bids)
    shown["positions"] = dict(season.positions)
    shown["changed"] = sorted(season.changed)
    shown.update((name, part.view()) for name, part in state.parts.items())
    return shown
