"""What lets anybody check a game without trusting us."""
