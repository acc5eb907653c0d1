"""What the server does by itself: downtime, counting, archives, tidying."""
