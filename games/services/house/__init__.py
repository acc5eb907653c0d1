"""What the house does by itself: downtime, counting, archives, tidying."""
