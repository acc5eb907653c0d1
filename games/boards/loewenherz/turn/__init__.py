"""The turn form: a card, what is done with it, the places, and what all of it would bring."""
