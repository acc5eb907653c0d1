"""What happens in a running game: answers, steps, deadlines, signatures."""
