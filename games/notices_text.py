"""Letters: what a notice says, in the language of its reader."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _

from games import clock, store
from games.away import zone_of
from games.models import OutboxRow

ABOUT_THE_TABLE: Final = frozenset(
    ("invited", "rematch", "unseated", "table_cancelled", "webhook_off")
)


def letter(row: OutboxRow) -> tuple[str, str]:
    """Subject and body of a notice."""
    return _about_the_table(row) if row.kind in ABOUT_THE_TABLE else _about_the_game(row)


def _about_the_table(row: OutboxRow) -> tuple[str, str]:
    """Something that is in no log: an invitation, the end of a table, a program switched off."""
    game = row.game
    told = {
        "invited": (
            _("You are invited to %s"),
            _("A seat is waiting for you. Look at the table and sit down if you like."),
        ),
        "rematch": (
            _("A rematch: %s"),
            _("Your seat of the last game is kept for you. Sit down if you want to play again."),
        ),
        "unseated": (
            _("You no longer sit at %s"),
            _("The host has given your seat away before the game has started."),
        ),
        "table_cancelled": (
            _("%s will not take place"),
            _("The host has cancelled the table."),
        ),
        "webhook_off": (
            _("Your webhook for %s is switched off"),
            _("Its address did not answer as it should. Set it up again when it works."),
        ),
    }
    subject, sentence = told[row.kind]
    return subject % game.name, "\n".join([sentence, "", f"{settings.SITE_URL}/games/{game.pk}/"])


def _about_the_game(row: OutboxRow) -> tuple[str, str]:
    game = row.game
    subjects = {
        "your_turn": _("Your turn in %s"),
        "season_report": _("What happened in %s"),
        "game_over": _("%s is over"),
        "reminder": _("Time is running out in %s"),
        "deadline_moved": _("Another deadline in %s"),
        "vote": _("A vote on more time in %s"),
        "seat_given": _("You have a seat in %s"),
        "seat_lost": _("You have left your seat in %s"),
        "substitute_named": _("You may stand in for somebody in %s"),
        "substitute_gone": _("Nobody stands in any more in %s"),
        "host_changed": _("You are the host of %s now"),
    }
    subject = subjects[row.kind] % game.name
    address = f"{settings.SITE_URL}/games/{game.pk}/"
    told = _report(row) if "since" in row.data else _message(row)
    lines = [*told, "", address, "", _("Head of the log: %s") % row.data["head"]]
    return subject, "\n".join(lines)


def _message(row: OutboxRow) -> list[str]:
    """What somebody has to know who is told of no season."""
    if row.kind in ("reminder", "deadline_moved"):
        due = clock.read(row.data["deadline"]).astimezone(zone_of(row.user.time_zone))
        told = {"due": f"{due:%Y-%m-%d %H:%M}", "zone": row.user.time_zone}
        return [_("Answers are due at %(due)s (%(zone)s).") % told]
    messages = {
        "vote": _("A player asks for %(hours)s more hours. Please vote."),
        "seat_given": _("You play seat %(seat)s from now on."),
        "seat_lost": _("You no longer play seat %(seat)s."),
        "substitute_named": _("You may see and answer for seat %(seat)s. You may also decline."),
        "substitute_gone": _("Seat %(seat)s has no substitute any more."),
        "host_changed": _("The host has left, and nobody has sat there longer than you."),
    }
    why = row.data.get("why")
    return [messages[row.kind] % row.data, *([_("Reason: %s") % why] if why else [])]


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
