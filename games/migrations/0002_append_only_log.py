"""The database itself refuses to change or delete a line of any log.

Only a secret may be sealed anew, under another key: its digest, which is what the chain covers,
cannot change with it.
"""

from django.db import migrations

PUBLIC = ("game_id", "seq", "kind", "version", "at", "payload", "secret_digest", "prev", "hash")

SQLITE_UPDATE = """
CREATE TRIGGER log_is_append_only_update BEFORE UPDATE OF id, {columns} ON games_logentry
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
""".format(columns=", ".join(PUBLIC))
SQLITE_DELETE = """
CREATE TRIGGER log_is_append_only_delete BEFORE DELETE ON games_logentry
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
"""
SQLITE_SECRET = """
CREATE TRIGGER log_keeps_its_secrets BEFORE UPDATE OF secret_sealed ON games_logentry
WHEN (OLD.secret_sealed IS NULL) <> (NEW.secret_sealed IS NULL)
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
"""
POSTGRESQL = """
CREATE FUNCTION games_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE'
        AND NEW.id = OLD.id
        AND (NEW.secret_sealed IS NULL) = (OLD.secret_sealed IS NULL)
        AND ({old}) IS NOT DISTINCT FROM ({new})
    THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the log is append-only';
END $$;
CREATE TRIGGER log_is_append_only BEFORE UPDATE OR DELETE ON games_logentry
FOR EACH ROW EXECUTE FUNCTION games_log_is_append_only();
CREATE TRIGGER log_is_not_emptied BEFORE TRUNCATE ON games_logentry
FOR EACH STATEMENT EXECUTE FUNCTION games_log_is_append_only();
""".format(
    old=", ".join(f"OLD.{name}" for name in PUBLIC),
    new=", ".join(f"NEW.{name}" for name in PUBLIC),
)


def protect(apps, editor):
    if editor.connection.vendor == "postgresql":
        # Not through execute(): the percent-free body must reach the server as it is.
        with editor.connection.cursor() as cursor:
            cursor.execute(POSTGRESQL)
    else:
        for statement in (SQLITE_UPDATE, SQLITE_DELETE, SQLITE_SECRET):
            editor.execute(statement)


def unprotect(apps, editor):
    if editor.connection.vendor == "postgresql":
        editor.execute("DROP TRIGGER log_is_append_only ON games_logentry")
        editor.execute("DROP TRIGGER log_is_not_emptied ON games_logentry")
        editor.execute("DROP FUNCTION games_log_is_append_only()")
    else:
        for name in (
            "log_is_append_only_update",
            "log_is_append_only_delete",
            "log_keeps_its_secrets",
        ):
            editor.execute(f"DROP TRIGGER {name}")


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [migrations.RunPython(protect, unprotect)]
