"""The board of Löwenherz, drawn for pages and painted for letters."""
