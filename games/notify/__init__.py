"""What is told to whom over which channel."""

from games.notify.choices import letters_end, switch_off

__all__ = ["letters_end", "switch_off"]
