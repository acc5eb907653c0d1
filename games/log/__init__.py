"""The log in the database and what is derived from it: the only code that touches its rows."""
