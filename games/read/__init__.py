"""Selectors read: what a person may see of games, built from views and filtered logs."""
