"""What every game is made of: facts, their log, chance and proof; it knows no game."""
