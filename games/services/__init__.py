"""Services write: each function is one thing that can happen, in one transaction."""
