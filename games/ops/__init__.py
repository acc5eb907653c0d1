"""What runs the site: tasks and their broker, health, numbers to watch, bad days, the demo."""
