"""Mail: letters out, orders in."""
