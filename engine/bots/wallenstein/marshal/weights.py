"""What the marshal thinks things are worth, in thousandths of a victory point."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True)
class Weights:
    """The marshal's taste; found by playing variants against each other (docs/bots.md)."""

    # What a county, a building, a majority held today will still be worth in the second winter.
    later_county: int = 800
    later_building: int = 800
    later_majority: int = 600
    # What a county brings in each season still to come: per Thaler, grain and free city.
    use_of_income: int = 20
    use_of_city: int = 40
    # A rival's loss counts in part; the leader's more.
    rival: int = 200
    leader: int = 400
    # A Thaler kept, when poor, comfortable and rich; an army on the board.
    thaler: tuple[int, int, int] = (600, 450, 250)
    army: int = 250
    # How likely a neighbour who could take a county tries to, in thousandths.
    aggression: int = 350
    # The least chance of victory with which it attacks, in thousandths.
    least_odds: int = 550
    # It does not collect where a revolt would be put down less often than this.
    least_hold: int = 550
    # Grain against hunger is worth more than the counties hunger may take: it is collected early.
    hunger: int = 2500
    # What armies that could attack next season are worth of what that attack is worth.
    staging: int = 500
    # Moving first, per position.
    initiative: int = 60
    # The best position beside an average one is had for these shares of the stakes.
    bid_shares: tuple[int, int, int, int, int] = (150, 450, 650, 850, 950)
    county_bid_share: int = 300
    # Unpredictability: as many thousandths of a point decide between two equal uses of a card.
    whim: int = 128
    # What an attack is worth beyond its points that is won as often as this, in thousandths, and
    # leaves the county it comes from in no more danger than this.
    zeal: int = 0
    sure_odds: int = 700
    sure_hold: int = 250
    # What it costs to lay a county where it does nothing: to stay at home, to march where nobody
    # threatens, to build where nothing can be built. A coin card says as much.
    purpose: int = 0


WEIGHTS: Final = Weights()
# Who advises people is as clever and far less predictable: of plans that are nearly as good, which
# one it names is chance, or every rival at the table would know it. An attack that is good and safe
# it does not leave out for one thing more in the barn: whoever follows it came to play. And each
# county it lays does something that can be said in a line.
ADVISING: Final = replace(WEIGHTS, whim=800, zeal=2500, purpose=2000)
