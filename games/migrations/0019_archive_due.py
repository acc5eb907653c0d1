"""Mark the games whose file is to be made, so that nobody has to compare all games and files."""

from django.db import migrations, models
from django.db.models import Q


def mark_unmade(apps, editor):
    """Games that are over and have no file, as they were found until now."""
    games = apps.get_model("games", "Game").objects
    unmade = games.filter(status="finished", archive=None).values("pk")
    games.filter(pk__in=unmade).update(archive_due=True)


class Migration(migrations.Migration):
    dependencies = [("games", "0018_hidden_cards_and_optional_questions")]
    operations = [
        migrations.AddField(
            model_name="game",
            name="archive_due",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=Q(("archive_due", True)),
                fields=["finished_at", "id"],
                name="game_archive_due",
            ),
        ),
        migrations.RunPython(mark_unmade, migrations.RunPython.noop),
    ]
