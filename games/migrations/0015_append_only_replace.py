"""SQLite refuses to put another line in the place of one, too: REPLACE fires no trigger of DELETE.

PostgreSQL has nothing of the kind.
"""

from django.db import migrations

SQLITE_INSERT = """
CREATE TRIGGER log_is_append_only_insert BEFORE INSERT ON games_logentry
WHEN EXISTS (
    SELECT 1 FROM games_logentry WHERE id = NEW.id OR (game_id = NEW.game_id AND seq = NEW.seq)
)
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
"""


def protect(apps, editor):
    if editor.connection.vendor == "sqlite":
        editor.execute(SQLITE_INSERT)


def unprotect(apps, editor):
    if editor.connection.vendor == "sqlite":
        editor.execute("DROP TRIGGER log_is_append_only_insert")


class Migration(migrations.Migration):
    dependencies = [("games", "0014_says_something")]
    operations = [migrations.RunPython(protect, unprotect)]
