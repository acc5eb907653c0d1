"""The app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games and their people."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make known what may stand in addresses, what ends tokens, whom messages go through;
        remember which engine was loaded."""
        # Not at the top: some need the models, the last finds the tasks of apps that are ready.
        from games.services.people import tokens  # noqa: F401, PLC0415
        from games.trust.sources import engine_digest  # noqa: PLC0415
        from games.web import converters  # noqa: PLC0415
        from wallenstein_site import celery  # noqa: F401, PLC0415

        converters.register()
        engine_digest()
