"""Luck, counted: what the tower did beside what its specification says of it."""
