"""A season in short: what changed hands, the battles that surprised, the boxes, who leads."""
