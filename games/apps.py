"""The app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games and their people."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make known what may stand in addresses, and whom messages go through."""
        # Not at the top: one needs the models, the other finds the tasks of apps that are ready.
        from games import converters  # noqa: PLC0415
        from wallenstein_site import celery  # noqa: F401, PLC0415

        converters.register()
