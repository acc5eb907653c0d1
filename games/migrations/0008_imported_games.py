"""Games that came from elsewhere are known by a mark: no rebuild seats accounts at them."""

from typing import Any

from django.db import migrations, models


def mark(apps: Any, _editor: Any) -> None:
    """Games that began here have a chain of chance, sealed; those from elsewhere never do."""
    games = apps.get_model("games", "Game").objects
    games.filter(chain_sealed=None).exclude(anchor="").update(imported=True)


class Migration(migrations.Migration):
    dependencies = [("games", "0007_folded_games")]
    operations = [
        migrations.AddField(
            model_name="game",
            name="imported",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.RunPython(mark, migrations.RunPython.noop),
    ]
