"""Players of Löwenherz that need nobody at the keyboard."""
