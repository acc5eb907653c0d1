"""The turn: its forms, what is said about a plan while it is made, the odds."""
