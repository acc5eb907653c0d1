from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0017_throws_due"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="veil",
            field=models.CharField(
                blank=True, db_default="", default="", editable=False, max_length=64
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="veil_sealed",
            field=models.BinaryField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="opendecision",
            name="optional",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
