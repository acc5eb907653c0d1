"""How moments are written."""
