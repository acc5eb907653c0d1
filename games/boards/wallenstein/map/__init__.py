"""The map: where counties lie, what they are called there, how they are drawn and painted."""
