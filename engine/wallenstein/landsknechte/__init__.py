"""The expansion Landsknechte: who rules in many regions gets a bonus each season (L-1 to L-3)."""
