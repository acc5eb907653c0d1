"""What happens around a table: it is made, filled, copied, imported and talked at."""
