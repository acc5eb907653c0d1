"""What each box of a plan does and what could go wrong there, for whoever plans the first time."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.wallenstein.board import COMBATS
from engine.wallenstein.emperors_court.favors import FAVORS_KEY
from engine.wallenstein.emperors_court.hall import CONVERT
from engine.wallenstein.landsknechte.banners import BONUS
from engine.wallenstein.rules import Rules
from games.boards.wallenstein.turn.advice import DEPLOY_AND_MOVE

BID, POSITIONS = "bid", "positions"


def does(box: str, rules: Rules) -> str:
    """What happens in a box, in the numbers of the rules."""
    building = box.removeprefix("build_")
    if building in rules.prices:
        return {
            "palace": _("Builds a palace in the county you lay here, for %(price)d Thalers."),
            "church": _("Builds a church in the county you lay here, for %(price)d Thalers."),
            "trading_post": _(
                "Builds a trading post in the county you lay here, for %(price)d Thaler."
            ),
        }[building] % {"price": rules.prices[building]}
    if box in rules.deployments:
        return _deploys(box, rules)
    if box in CONVERT:
        return converts(CONVERT[box])
    if box in COMBATS:
        return _(
            "Armies of the county you lay here march to one neighbour: they move into your own, "
            "and attack any other. One army stays."
        )
    return {
        "collect_grain": _(
            "Brings the grain of the county you lay here. In winter each of your counties eats 1."
        ),
        "collect_taxes": _(
            "Brings the taxes of the county you lay here. They pay for buildings and armies."
        ),
        BID: _(
            "The highest bid chooses its position first. A county card as a bid costs nothing, "
            "and chooses before a bid of 0."
        ),
        POSITIONS: _(
            "A low position acts early, and each has a tile with a small bonus. "
            "Rank them, favourite first."
        ),
        FAVORS_KEY: _(
            "With enough courtiers you may take a card of the Emperor. Say which you would like."
        ),
        BONUS: _("With counties in at least four regions you get one of these each season."),
    }[box]


def _deploys(box: str, rules: Rules) -> str:
    deployment = rules.deployments[box]
    numbers = {"price": deployment.price, "armies": deployment.armies}
    if box == DEPLOY_AND_MOVE:
        return (
            _(
                "Places %(armies)d new army in the county you lay here, for %(price)d Thaler; then "
                "armies may move from there to a neighbour that is yours."
            )
            % numbers
        )
    return (
        _("Places %(armies)d new armies in the county you lay here, for %(price)d Thalers.")
        % numbers
    )


def converts(number: int) -> str:
    """What becomes of so many armies at the Emperor's court."""
    return ngettext(
        "Turns %(number)d army into a courtier. A county card takes it from that county, "
        "where one army must stay. A tower card takes it from the tray.",
        "Turns %(number)d armies into courtiers. A county card takes them from that county, "
        "where one army must stay. A tower card takes them from the tray.",
        number,
    ) % {"number": number}


def usual_risk(box: str, rules: Rules) -> str:
    """What could go wrong in a box, whatever lies there."""
    if box.removeprefix("build_") in rules.prices:
        return _("If your money is gone by then, or the county lost, nothing is built.")
    if box in rules.deployments:
        return _("If your money is gone by then, or the county lost, no army comes.")
    if box in CONVERT:
        return _("With too few armies or courtiers nothing happens.")
    if box in COMBATS:
        if rules.must_march:
            return _(
                "In this edition armies must march if they can. The tower decides a battle: "
                "the larger army often wins, not always."
            )
        return _(
            "The tower decides a battle: the larger army often wins, not always. Armies that "
            "march away no longer defend the county."
        )
    return {
        "collect_grain": _(
            "The county gets a revolt marker: collect there again this year, and peasants rise."
        ),
        "collect_taxes": _(
            "The county gets a revolt marker: collect there again this year, and peasants rise."
        ),
        BID: _("A bid in Thalers is paid, whichever position is left for you."),
        POSITIONS: _("Whoever bids more chooses first: your favourite may be gone."),
        FAVORS_KEY: _("Whoever has more courtiers in the entrance hall chooses before you."),
        BONUS: _("With counties in fewer than four regions you get nothing."),
    }[box]
