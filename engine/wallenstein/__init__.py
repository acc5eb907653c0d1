"""Wallenstein: the board game's editions as rulesets."""
