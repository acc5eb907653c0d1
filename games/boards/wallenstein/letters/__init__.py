"""The mails: the position in words, and orders to fill in."""
