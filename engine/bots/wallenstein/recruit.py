"""The `recruit` bot: the marshal's way to count, with a beginner's eyes."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.bots.wallenstein.marshal.weights import WEIGHTS, Weights

# Sees this winter and not the next, no rival's gain, no danger to what it holds, and no attack that
# must be prepared; is pleased with better odds than it needs; and is often taken by a whim.
BEGINNER: Final[Weights] = replace(
    WEIGHTS,
    later_county=0,
    later_building=0,
    later_majority=0,
    rival=0,
    leader=0,
    aggression=0,
    least_odds=700,
    hunger=1000,
    staging=0,
    whim=3000,
)
