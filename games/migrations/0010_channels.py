"""Channels besides mail: where to, what for, when; and a row of the outbox for each of them."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F

_CHANNELS = [
    ("mail", "e-mail"),
    ("push", "push to a browser"),
    ("apprise", "another service"),
    ("webhook", "webhook"),
]


def name_channels(apps: Any, _editor: Any) -> None:
    """What is in the outbox were letters and calls; the key of a letter names its notice."""
    rows = apps.get_model("games", "OutboxRow").objects
    rows.filter(webhook__isnull=False).update(channel="webhook")
    rows.filter(webhook__isnull=True).update(notice=F("dedup"))


class Migration(migrations.Migration):
    dependencies = [("games", "0009_mail_in")]
    operations = [
        migrations.CreateModel(
            name="Destination",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "channel",
                    models.CharField(
                        choices=[("push", "push to a browser"), ("apprise", "another service")],
                        max_length=10,
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("hint", models.CharField(blank=True, max_length=80)),
                ("address_sealed", models.BinaryField(editable=False)),
                ("digest", models.CharField(editable=False, max_length=64)),
                ("active", models.BooleanField(default=True)),
                ("failures", models.PositiveSmallIntegerField(default=0, editable=False)),
                ("trouble", models.CharField(blank=True, max_length=40)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="destinations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("user", "digest"), name="destination_once_per_user"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="NoticeChoice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=40)),
                ("channel", models.CharField(choices=_CHANNELS, max_length=10)),
                ("wanted", models.BooleanField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notice_choices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("user", "kind", "channel"), name="notice_choice_once_per_kind"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="NoticeTimes",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("quiet_from", models.TimeField(blank=True, null=True)),
                ("quiet_until", models.TimeField(blank=True, null=True)),
                ("digest_at", models.TimeField(blank=True, null=True)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notice_times",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(quiet_from__isnull=True, quiet_until__isnull=True)
                        | models.Q(quiet_from__isnull=False, quiet_until__isnull=False),
                        name="quiet_hours_begin_and_end",
                    )
                ],
            },
        ),
        migrations.AlterField(
            model_name="outboxrow",
            name="game",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="outbox",
                to="games.game",
            ),
        ),
        migrations.AlterField(
            model_name="outboxrow",
            name="state",
            field=models.CharField(
                choices=[
                    ("waiting", "waiting"),
                    ("sent", "handed over"),
                    ("given_up", "given up"),
                    ("spare", "kept in case another channel fails"),
                    ("switched", "switched to mail"),
                    ("collected", "in the daily letter"),
                ],
                default="waiting",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="outboxrow",
            name="dedup",
            field=models.CharField(max_length=200, unique=True),
        ),
        migrations.AddField(
            model_name="outboxrow",
            name="channel",
            field=models.CharField(choices=_CHANNELS, default="mail", max_length=10),
        ),
        migrations.AddField(
            model_name="outboxrow",
            name="notice",
            field=models.CharField(db_index=True, default="", max_length=160),
        ),
        migrations.AddField(
            model_name="outboxrow",
            name="destination",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notices",
                to="games.destination",
            ),
        ),
        migrations.AddField(
            model_name="outboxrow",
            name="digest",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="collected",
                to="games.outboxrow",
            ),
        ),
        migrations.RunPython(name_channels, migrations.RunPython.noop),
    ]
