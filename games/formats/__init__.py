"""How moments are written, in each language: no seconds, and no guessing of the weekday."""
