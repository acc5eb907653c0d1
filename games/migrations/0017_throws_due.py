"""Mark the games whose throws are to be counted; drop the positions of games that are over."""

from django.db import migrations, models
from django.db.models import F, Q


def mark_uncounted(apps, editor):
    """Games that have moved on since their throws were counted, as they were found until now."""
    uncounted = Q(counted=None) | Q(counted__step__lt=F("step"))
    games = apps.get_model("games", "Game").objects.exclude(anchor="").filter(imported=False)
    # By their ids: no update joins another table.
    games.filter(pk__in=games.filter(uncounted).values("pk")).update(throws_due=True)


def drop_useless(apps, editor):
    """Nobody goes on from the end of a game."""
    apps.get_model("games", "FoldedGame").objects.filter(game__status="finished").delete()


class Migration(migrations.Migration):
    dependencies = [("games", "0016_growth")]
    operations = [
        migrations.AddField(
            model_name="game",
            name="throws_due",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=Q(("throws_due", True)),
                fields=["created_at", "id"],
                name="game_throws_due",
            ),
        ),
        migrations.RunPython(mark_uncounted, migrations.RunPython.noop),
        migrations.RunPython(drop_useless, migrations.RunPython.noop),
    ]
