"""The `marshal` bot: weighs every card in every box by what it is worth in victory points."""

from __future__ import annotations

from engine.bots.wallenstein.marshal import draft
from engine.bots.wallenstein.marshal.plan import Planner
from engine.bots.wallenstein.marshal.weights import WEIGHTS, Weights
from engine.kernel.chance import Stream
from engine.kernel.core import Decision, Json
from engine.wallenstein.state import State


class Marshal:
    """Plays as a careful person would who counts on their fingers and knows the tower."""

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self.weights = weights

    def answer(self, state: State, decision: Decision, stream: Stream) -> Json:
        """A legal answer from what lies open on the table."""
        options, seat = decision.options, decision.seat
        if decision.kind == "draft":
            return draft.ranking(options, stream)
        if decision.kind == "draft_pick":
            return draft.pick(state, seat, options)
        if decision.kind == "draft_group":
            return {"group": draft.group_for(state, seat, options["county"], options["groups"])}
        planner = Planner(state, seat, self.weights)
        if decision.kind == "plan":
            return planner.plan(options, stream)
        if decision.kind == "empty_boxes":
            return {"empty": planner.least_wanted(options["boxes"])[: options["count"]]}
        if decision.kind == "defence":
            # Who stands back is lost with the county: everybody fights.
            return {"armies": options["most"]}
        if decision.kind == "favor":
            return {"favor": next(iter(planner.petition.wishes(options["favors"])), None)}
        if decision.kind == "bonus":
            return {"bonus": planner.rewards.ranking(options["bonuses"])[0]}
        if decision.kind == "position":
            return {"position": planner.auction.ranking(options["positions"])[0]}
        if decision.kind == "move":
            must = "must_march" in options
            return {"orders": [planner.march_now(options["origin"], options["action"], must=must)]}
        return {"revolt_order": planner.revolt_order(options["counties"])}
