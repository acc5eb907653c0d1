"""Sources of visible chance that a ruleset brings: how each is drawn, recorded and checked."""
