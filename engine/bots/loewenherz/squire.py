"""The `squire` bot: the baron's way to count, with a beginner's eyes."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.bots.loewenherz.taste import TASTE, Taste

# Sees neither what rivals could close nor who could take land from whom, wants to close small land
# at once, thinks little of mines, spends what it has, and is often taken by a whim.
SQUIRE: Final[Taste] = replace(
    TASTE,
    wary=False,
    rivals=(0, 0, 0),
    crowded=0,
    patience=700,
    income=60,
    near_monopoly=0,
    ducats=(200, 100, 60, 30),
    whim=2500,
)
