"""The rules engine: pure, deterministic, without Django, clock, network or database."""
