"""The app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games and their people."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"
