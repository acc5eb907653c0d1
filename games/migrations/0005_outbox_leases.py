"""A worker that sends notices has them for a while: no mail goes out inside a transaction."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0004_invitations_webhooks")]
    operations = [
        migrations.AddField(
            model_name="outboxrow",
            name="claimed_by",
            field=models.CharField(blank=True, editable=False, max_length=32),
        ),
        migrations.AddField(
            model_name="outboxrow",
            name="claimed_until",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
    ]
