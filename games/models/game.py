"""Games as the site knows them: who sits where, what they wait on, when time is up."""

from __future__ import annotations

import secrets
from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

# No vowels and no look-alikes: an id that can be read aloud and says nothing rude.
ID_LETTERS: Final = "23456789bcdfghjkmnpqrstvwxz"


def new_game_id() -> str:
    """A short name for a game, in addresses and in its log."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(10))


def new_invite() -> str:
    """The secret part of an invitation link."""
    return secrets.token_urlsafe(16)


class Game(models.Model):
    """A game from the lobby to its end; what happened in it is in the log, not here."""

    class Status(models.TextChoices):
        LOBBY = "lobby", _("waiting for players")
        RUNNING = "running", _("running")
        PAUSED = "paused", _("paused")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("anyone may see and join")
        UNLISTED = "unlisted", _("anyone with the link")
        INVITED = "invited", _("invited players only")

    class Lateness(models.TextChoices):
        WAIT = "wait", _("wait for them")
        DRAFT = "draft", _("their saved draft, else the default plan")
        DEFAULT = "default", _("the default plan")
        STAND_IN = "stand_in", _("a stand-in bot")

    id = models.CharField(primary_key=True, max_length=20, default=new_game_id, editable=False)
    name = models.CharField(_("name"), max_length=80)
    # No index of its own: `game_hosted` begins with it.
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="hosted",
        db_index=False,
    )
    visibility = models.CharField(
        max_length=10, choices=Visibility.choices, default=Visibility.PUBLIC
    )
    invite = models.CharField(max_length=40, default=new_invite, editable=False)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.LOBBY)
    ruleset = models.CharField(max_length=60)
    version = models.PositiveSmallIntegerField()
    tower = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    players = models.PositiveSmallIntegerField()
    schedule = models.JSONField(default=dict)
    lateness = models.CharField(max_length=10, choices=Lateness.choices, default=Lateness.WAIT)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    rematch_of = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematches"
    )

    # Came with `manage.py import_game`: who sits there was settled then, and not by accounts.
    imported = models.BooleanField(default=False, editable=False)
    anchor = models.CharField(max_length=64, blank=True, editable=False)
    chain_sealed = models.BinaryField(null=True, editable=False)
    # Of games that deal hidden cards: what hides them, and its SHA-256, which stands in the log.
    veil = models.CharField(max_length=64, blank=True, db_default="", default="", editable=False)
    veil_sealed = models.BinaryField(null=True, editable=False)
    # Of a fork: the game whose log it goes on from, as the first line of both has it.
    root = models.CharField(max_length=20, blank=True, editable=False)
    root_anchor = models.CharField(max_length=64, blank=True, editable=False)

    # From here on: projections of the log, rebuilt by `manage.py rebuild`.
    seq = models.PositiveIntegerField(default=0, editable=False)
    head = models.CharField(max_length=64, blank=True, editable=False)
    step = models.PositiveIntegerField(default=0, editable=False)
    # The id of the chapter, by the name that programs know it by.
    turn = models.CharField(max_length=60, blank=True, editable=False)
    scores = models.JSONField(default=dict, editable=False)
    winners = models.JSONField(default=list, editable=False)
    deadline = models.DateTimeField(null=True, blank=True, db_index=True)
    credited_until = models.DateTimeField(null=True, editable=False)
    # When the open questions were put and until when they would be open if nobody were away.
    asked_at = models.DateTimeField(null=True, editable=False)
    asked_until = models.DateTimeField(null=True, editable=False)
    remind_at = models.DateTimeField(null=True, db_index=True, editable=False)
    proposal = models.JSONField(null=True, editable=False)
    trouble = models.CharField(max_length=300, blank=True, editable=False)
    # The game has moved on since its throws were counted: so that nobody has to look at all games.
    throws_due = models.BooleanField(default=False, db_default=False, editable=False)
    # The game is over and nobody has made its file yet, for the same reason.
    archive_due = models.BooleanField(default=False, db_default=False, editable=False)

    class Meta:
        ordering = ["-created_at"]
        indexes = [
            models.Index(fields=["status", "deadline"]),
            models.Index(fields=["finished_at"], name="game_finished"),
            # In the order of the lobby, with what it asks of every game: also to count them.
            models.Index(fields=["-created_at", "id", "visibility", "status"], name="game_newest"),
            models.Index(fields=["status", "-created_at", "id", "visibility"], name="game_listed"),
            # What somebody hosts now, and what they have hosted, the latest first.
            models.Index(fields=["host", "status", "finished_at", "id"], name="game_hosted"),
            models.Index(fields=["trouble"], condition=~models.Q(trouble=""), name="game_marked"),
            models.Index(
                fields=["created_at", "id"],
                condition=models.Q(throws_due=True),
                name="game_throws_due",
            ),
            models.Index(
                fields=["finished_at", "id"],
                condition=models.Q(archive_due=True),
                name="game_archive_due",
            ),
        ]

    @property
    def is_used_up(self) -> bool:
        """Whether it has stopped because its chain of chance has no link left."""
        return self.trouble.startswith("ChainUsedUp ")

    def __str__(self) -> str:
        return f"{self.name} ({self.id})"


# Statuses in which questions are open and may be answered.
GOING_ON: Final = (Game.Status.RUNNING, Game.Status.PAUSED)


class Seat(models.Model):
    """A place at a table: a person, a bot, or still free."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    key = models.CharField(max_length=1)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="seats",
        db_index=False,
    )
    bot = models.CharField(max_length=40, blank=True)
    substitute = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="substitutes_for",
        db_index=False,
    )
    # When the game was played to its end, as its row has it: so that neither what somebody plays
    # now nor what they played last needs a look at all they have ever played.
    ended_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["game", "key"]
        indexes = [
            models.Index(fields=["user", "ended_at", "game"], name="seat_of_person"),
            models.Index(fields=["substitute", "ended_at", "game"], name="seat_of_substitute"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "key"], name="seat_once_per_game"),
            models.UniqueConstraint(
                fields=["game", "user"],
                condition=models.Q(user__isnull=False),
                name="one_seat_per_person_and_game",
            ),
            models.UniqueConstraint(
                fields=["game", "substitute"],
                condition=models.Q(substitute__isnull=False),
                name="one_seat_per_substitute_and_game",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.key}"

    @property
    def is_free(self) -> bool:
        """Whether somebody may still sit down here."""
        return self.user_id is None and not self.bot


class OpenDecision(models.Model):
    """An open question, as the log says; a projection. A game waits on all but optional ones."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="open_decisions")
    decision = models.CharField(max_length=80)
    seat = models.CharField(max_length=1)
    kind = models.CharField(max_length=40)
    optional = models.BooleanField(db_default=False, default=False)
    sealed_seq = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "decision"], name="decision_once_per_game")
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.decision}"


class SavedDraft(models.Model):
    """An answer somebody is still working on: kept sealed, not part of the log."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="drafts")
    decision = models.CharField(max_length=80)
    seat = models.CharField(max_length=1)
    answer_sealed = models.BinaryField()
    saved_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "decision"], name="draft_once_per_decision")
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.decision}"
