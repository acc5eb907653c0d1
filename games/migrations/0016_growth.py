"""What must not grow with the site: indexes for what is asked, none that double another.

The index of the log is dropped by hand: for another description of its column SQLite would make
the table anew, without the triggers that keep it append-only.
"""

from copy import copy

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q


def drop_doubled(apps, editor):
    """Drop what indexes the game of an entry alone: the constraint's index begins with it."""
    table = apps.get_model("games", "LogEntry")._meta.db_table
    with editor.connection.cursor() as cursor:
        constraints = editor.connection.introspection.get_constraints(cursor, table)
    for name, constraint in constraints.items():
        if constraint["index"] and constraint["columns"] == ["game_id"]:
            editor.execute(f"DROP INDEX {editor.quote_name(name)}")


def add_again(apps, editor):
    entry = apps.get_model("games", "LogEntry")
    column = copy(entry._meta.get_field("game"))
    column.db_index = True
    for statement in editor._field_indexes_sql(entry, column):
        editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("games", "0015_append_only_replace")]
    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(drop_doubled, add_again)],
            state_operations=[
                migrations.AlterField(
                    model_name="logentry",
                    name="game",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="games.game",
                    ),
                ),
            ],
        ),
        migrations.AlterField(
            model_name="outboxrow",
            name="game",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="outbox",
                to="games.game",
            ),
        ),
        migrations.AlterField(
            model_name="outboxrow",
            name="digest",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="collected",
                to="games.outboxrow",
            ),
        ),
        migrations.AlterField(
            model_name="outboxrow",
            name="notice",
            field=models.CharField(default="", max_length=160),
        ),
        migrations.AlterField(
            model_name="outboxrow",
            name="dedup",
            field=models.CharField(max_length=200),
        ),
        migrations.AddConstraint(
            model_name="outboxrow",
            constraint=models.UniqueConstraint(fields=("dedup",), name="outbox_dedup_once"),
        ),
        migrations.AddIndex(
            model_name="outboxrow",
            index=models.Index(fields=["game"], name="outbox_game"),
        ),
        migrations.AddIndex(
            model_name="outboxrow",
            index=models.Index(fields=["notice"], name="outbox_notice"),
        ),
        migrations.AddIndex(
            model_name="outboxrow",
            index=models.Index(fields=["created_at"], name="outbox_written"),
        ),
        migrations.AddIndex(
            model_name="outboxrow",
            index=models.Index(
                condition=Q(("claimed_by", ""), _negated=True),
                fields=["claimed_by"],
                name="outbox_claimed",
            ),
        ),
        migrations.AddIndex(
            model_name="outboxrow",
            index=models.Index(fields=["digest", "state", "due_at"], name="outbox_to_collect"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["finished_at"], name="game_finished"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["status", "-created_at", "id", "visibility"], name="game_listed"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["-created_at", "id", "visibility", "status"], name="game_newest"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=Q(("trouble", ""), _negated=True),
                fields=["trouble"],
                name="game_marked",
            ),
        ),
    ]
