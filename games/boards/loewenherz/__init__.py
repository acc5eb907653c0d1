"""How Löwenherz is shown."""
