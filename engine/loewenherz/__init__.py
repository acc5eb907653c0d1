"""Löwenherz (2003): castles, borders and a hand of secret cards."""
