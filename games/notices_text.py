"""Letters: what a notice says, in the language of its reader."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext as _

from games import store
from games.models import OutboxRow


def letter(row: OutboxRow) -> tuple[str, str]:
    """Subject and body of a notice."""
    game = row.game
    subjects = {
        "your_turn": _("Your turn in %s"),
        "season_report": _("What happened in %s"),
        "game_over": _("%s is over"),
        "reminder": _("Time is running out in %s"),
    }
    subject = subjects[row.kind] % game.name
    address = f"{settings.SITE_URL}/games/{game.pk}/"
    lines = [*_report(row), "", address, "", _("Head of the log: %s") % row.data["head"]]
    return subject, "\n".join(lines)


def _report(row: OutboxRow) -> list[str]:
    """Everything since the step before and no later, as everybody saw it."""
    position = store.load(row.game)
    words, kinds = position.ruleset.text(), position.ruleset.events
    facts = [
        kinds.decode(entry.kind, entry.version, entry.payload)
        for entry in store.entries_of(row.game, after=row.data["since"], until=row.data["until"])
        if entry.kind in kinds
    ]
    return list(words.report(facts, row.user.language, {}))
