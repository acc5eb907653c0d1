"""A letter is a mail: a seat is called by its key, and whatever is about a seat says `seat`."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0021_talk_read")]
    operations = [
        migrations.RemoveConstraint("seat", "seat_letter_once_per_game"),
        migrations.RenameField("seat", "letter", "key"),
        migrations.AlterModelOptions("seat", {"ordering": ["game", "key"]}),
        migrations.AddConstraint(
            "seat", models.UniqueConstraint(fields=["game", "key"], name="seat_once_per_game")
        ),
        migrations.RenameField("opendecision", "letter", "seat"),
        migrations.RenameField("saveddraft", "letter", "seat"),
        migrations.RenameField("invitation", "letter", "seat"),
        migrations.RenameField("signedreceipt", "letter", "seat"),
        migrations.AlterField(
            "outboxrow",
            "state",
            models.CharField(
                choices=[
                    ("waiting", "waiting"),
                    ("sent", "delivered"),
                    ("given_up", "given up"),
                    ("spare", "kept in case another channel fails"),
                    ("switched", "switched to mail"),
                    ("collected", "in the daily mail"),
                    ("overtaken", "no longer needed"),
                ],
                default="waiting",
                max_length=10,
            ),
        ),
    ]
