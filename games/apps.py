"""The app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games and their people."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make our Celery application the one that messages go through."""
        # Not at the top: it reads the settings, and finds the tasks of apps that are ready.
        from wallenstein_site import celery  # noqa: F401, PLC0415
