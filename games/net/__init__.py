"""Calls to addresses that players name."""
