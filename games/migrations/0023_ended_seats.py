"""Write the end of a game on its seats, so that nobody has to look at all they ever played."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def write_ends(apps, editor):
    """As the games have it now."""
    games = apps.get_model("games", "Game").objects.filter(status="finished")
    seats = apps.get_model("games", "Seat").objects.filter(game__in=games.values("pk"))
    ends = games.filter(pk=OuterRef("game")).values("finished_at")
    seats.update(ended_at=Subquery(ends))


class Migration(migrations.Migration):
    dependencies = [("games", "0022_seat_keys")]
    operations = [
        migrations.AddField("seat", "ended_at", models.DateTimeField(editable=False, null=True)),
        migrations.RunPython(write_ends, migrations.RunPython.noop),
        migrations.AddIndex(
            "game",
            models.Index(fields=["host", "status", "finished_at", "id"], name="game_hosted"),
        ),
        migrations.AddIndex(
            "seat", models.Index(fields=["user", "ended_at", "game"], name="seat_of_person")
        ),
        migrations.AddIndex(
            "seat",
            models.Index(fields=["substitute", "ended_at", "game"], name="seat_of_substitute"),
        ),
        # The indexes that these begin like.
        *(
            migrations.AlterField(
                model,
                name,
                models.ForeignKey(
                    blank=model == "seat",
                    db_index=False,
                    null=True,
                    on_delete=django.db.models.deletion.SET_NULL,
                    related_name=related,
                    to=settings.AUTH_USER_MODEL,
                ),
            )
            for model, name, related in (
                ("game", "host", "hosted"),
                ("seat", "user", "seats"),
                ("seat", "substitute", "substitutes_for"),
            )
        ),
    ]
