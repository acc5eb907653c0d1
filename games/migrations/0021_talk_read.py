"""How far each player has read at each table; what was said before this counts as read."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Max

AT_ONCE = 1000


def take_as_read(apps, editor):
    """Nobody should find all the talk of years marked as new."""
    messages = apps.get_model("games", "ChatMessage").objects.filter(channel="players")
    newest = dict(messages.order_by().values_list("game").annotate(Max("pk")))
    seats = apps.get_model("games", "Seat").objects.filter(game__in=newest)
    read = apps.get_model("games", "TalkRead")
    readers = {
        (game, person)
        for game, player, substitute in seats.values_list("game", "user", "substitute")
        for person in (player, substitute)
        if person is not None
    }
    rows = [read(game_id=game, user_id=person, upto=newest[game]) for game, person in readers]
    read.objects.bulk_create(rows, batch_size=AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [("games", "0020_read_chapters")]
    operations = [
        migrations.AlterField(
            model_name="outboxrow",
            name="state",
            field=models.CharField(
                choices=[
                    ("waiting", "waiting"),
                    ("sent", "delivered"),
                    ("given_up", "given up"),
                    ("spare", "kept in case another channel fails"),
                    ("switched", "switched to mail"),
                    ("collected", "in the daily letter"),
                    ("overtaken", "not needed any more"),
                ],
                default="waiting",
                max_length=10,
            ),
        ),
        migrations.CreateModel(
            name="TalkRead",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("upto", models.BigIntegerField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "user"), name="talk_read_once_per_person"
                    )
                ]
            },
        ),
        migrations.RunPython(take_as_read, migrations.RunPython.noop),
    ]
