"""The admin pages: for looking; nothing here shows a secret or changes what happened.

What is not listed is not shown: sealed bytes, digests, salts, invitations' links, drafts and
remembered answers have no page, no column and no search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.models import Group
from django.http import HttpRequest

from games.models import (
    Absence,
    ApiToken,
    Destination,
    Game,
    InboundMail,
    Invitation,
    LogEntry,
    OpenDecision,
    OutboxRow,
    Seat,
    User,
    Webhook,
)

# It shows the keys of second factors.
admin.site.unregister(Authenticator)
# Whoever may write an address asks for a new password there: a way into anybody's account.
admin.site.unregister(EmailAddress)
# No page puts anybody into a group, so a page that changes them serves nobody.
admin.site.unregister(Group)


if TYPE_CHECKING:
    # Generic in the stubs alone.
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Seat, Game]
else:
    ModelAdmin, TabularInline = admin.ModelAdmin, admin.TabularInline


class Reading(ModelAdmin):
    """A table that can be read: the named fields, and no others."""

    shown: tuple[str, ...] = ()
    actions = None

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return self.shown

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return self.shown

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        # Django would filter by any column: a secret could be guessed letter by letter.
        field, _separator, test = lookup.partition("__")
        return field in self.list_filter and test in ("", "exact")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(User)
class UsersAdmin(Reading):
    """People; an operator may let somebody in or keep them out."""

    shown = (
        "username",
        "email",
        "language",
        "time_zone",
        "date_joined",
        "last_login",
        "deleted_at",
        "player_uid",
    )
    list_display = ("username", "email", "is_active", "date_joined", "deleted_at")
    list_filter = ("is_active", "is_staff")
    search_fields = ("username", "email", "player_uid")

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return (*self.shown, "is_active", "is_staff")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        # As Django would say it; and not for an account that is gone.
        allowed = ModelAdmin.has_change_permission(self, request, obj)
        return allowed and (obj is None or obj.deleted_at is None)


@admin.register(EmailAddress)
class AddressesAdmin(Reading):
    """Whether an address is confirmed; only its owner changes it."""

    shown = ("user", "email", "verified", "primary")
    list_display = shown
    list_filter = ("verified", "primary")
    list_select_related = ("user",)
    search_fields = ("email", "user__username")


class Seats(TabularInline):
    """Who sits where."""

    model = Seat
    fields = readonly_fields = ("key", "user", "bot", "substitute")
    can_delete = False
    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Game)
class GamesAdmin(Reading):
    """Games from outside."""

    shown = (
        "id",
        "name",
        "host",
        "visibility",
        "status",
        "ruleset",
        "version",
        "options",
        "players",
        "schedule",
        "lateness",
        "created_at",
        "started_at",
        "finished_at",
        "rematch_of",
        "imported",
        "seq",
        "head",
        "step",
        "turn",
        "scores",
        "winners",
        "deadline",
        "trouble",
    )
    list_display = ("name", "id", "status", "turn", "deadline", "trouble")
    list_filter = ("status", "ruleset")
    search_fields = ("name", "id")
    inlines = (Seats,)


@admin.register(LogEntry)
class LogAdmin(Reading):
    """The log, as everybody may read it."""

    shown = ("game", "seq", "kind", "version", "at", "payload", "secret_digest", "prev", "hash")
    list_display = ("game", "seq", "kind", "at")
    list_filter = ("kind",)
    list_select_related = ("game",)
    search_fields = ("game__id",)


@admin.register(OpenDecision)
class OpenDecisionsAdmin(Reading):
    """What games wait on."""

    shown = ("game", "decision", "seat", "kind", "sealed_seq")
    list_display = shown
    list_select_related = ("game",)
    search_fields = ("game__id",)


@admin.register(OutboxRow)
class OutboxAdmin(Reading):
    """Notices, sent and waiting."""

    shown = (
        "game",
        "user",
        "kind",
        "channel",
        "state",
        "attempts",
        "due_at",
        "sent_at",
        "last_error",
    )
    list_display = ("kind", "user", "channel", "state", "attempts", "due_at", "sent_at")
    list_filter = ("state", "channel", "kind")
    list_select_related = ("user",)


@admin.register(Destination)
class DestinationsAdmin(Reading):
    """Browsers and services that are told; whoever knows an address can write there."""

    shown = ("user", "channel", "active", "failures", "trouble", "created_at", "used_at")
    list_display = shown
    list_filter = ("channel", "active")
    list_select_related = ("user",)


@admin.register(InboundMail)
class MailsAdmin(Reading):
    """Mails that came in, and what became of them; not what they said."""

    shown = ("user", "game", "outcome", "sent_at", "received_at")
    list_display = shown
    list_filter = ("outcome",)
    list_select_related = ("user", "game")


@admin.register(ApiToken)
class TokensAdmin(Reading):
    """Tokens, by the name their owner gave them."""

    shown = ("user", "name", "scopes", "created_at", "used_at", "revoked_at")
    list_display = shown
    list_select_related = ("user",)


@admin.register(Absence)
class AbsencesAdmin(Reading):
    """Days somebody is away."""

    shown = ("user", "first_day", "last_day", "created_at")
    list_display = shown
    list_select_related = ("user",)


@admin.register(Invitation)
class InvitationsAdmin(Reading):
    """Who is invited where."""

    shown = ("game", "user", "seat", "created_at")
    list_display = shown
    list_select_related = ("game", "user")


@admin.register(Webhook)
class WebhooksAdmin(Reading):
    """Programs that are called; their addresses may hold a key, so only the owner sees them."""

    shown = ("game", "owner", "kinds", "active", "failures", "created_at")
    list_display = shown
    list_select_related = ("game", "owner")
