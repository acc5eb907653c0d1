"""The words of Löwenherz, German and English."""
