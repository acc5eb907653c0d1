"""Webhooks: players' programs are told, signed, when a game moves (docs/api.md)."""

from __future__ import annotations

import enum
import hmac
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games import access, clock, outbound, projections
from games.errors import Illegal, NotFound, Refused
from games.models import Game, OutboxRow, User, Webhook
from games.seals import seal, unseal
from games.services.notices import about, put
from games.services.table import Table

PREFIX: Final = "whs_"
MOST_HOOKS: Final = 5
MOST_FAILURES: Final = 20
GONE: Final = 410


class Outcome(enum.Enum):
    """What became of a call."""

    SENT = "sent"
    FAILED = "failed"
    GONE = "gone"


@dataclass(frozen=True)
class NewSecret:
    """A hook and, this one time, the secret that signs its calls."""

    hook: Webhook
    secret: str = field(repr=False)


def webhook_create(
    *, person: User, game_id: str, url: outbound.CheckedUrl, kinds: Sequence[str]
) -> NewSecret:
    """A player, or the host, wants a program to be called about a game."""
    unknown = [kind for kind in kinds if kind not in Webhook.Kind.values]
    if unknown or not kinds:
        known = ", ".join(Webhook.Kind.values)
        raise Illegal("bad_kinds", _("A webhook is for one or more of: %s.") % known)
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).filter(pk=game_id).first()
        if game is None:
            raise NotFound("no_such_game", _("There is no such game."))
        if game.host_id != person.pk:
            access.seat_for(game, person)
        if hooks_of(person, game_id).count() >= MOST_HOOKS:
            raise Refused(
                "too_many_webhooks", _("Delete a webhook first: 5 for a game are enough.")
            )
        secret = _new_secret()
        hook = Webhook.objects.create(
            game=game,
            owner=person,
            url=url,
            secret_sealed=seal(secret),
            kinds=[kind for kind in Webhook.Kind.values if kind in kinds],
        )
    return NewSecret(hook, secret)


def webhook_rotate(*, person: User, game_id: str, hook_id: int) -> NewSecret:
    """A new secret, and a hook that was switched off is on again."""
    with transaction.atomic():
        hook = _held_hook(person, game_id, hook_id)
        secret = _new_secret()
        hook.secret_sealed, hook.active, hook.failures = seal(secret), True, 0
        hook.save(update_fields=["secret_sealed", "active", "failures"])
    return NewSecret(hook, secret)


def webhook_delete(*, person: User, game_id: str, hook_id: int) -> None:
    """No more calls, not even those that wait."""
    with transaction.atomic():
        _held_hook(person, game_id, hook_id).delete()


def hooks_of(person: User, game_id: str) -> QuerySet[Webhook]:
    """The hooks of a person for a game."""
    return Webhook.objects.filter(owner=person, game_id=game_id).order_by("pk")


def _held_hook(person: User, game_id: str, hook_id: int) -> Webhook:
    """A hook whose game is locked: a step that is being taken may just be writing a call for it."""
    Game.objects.select_for_update(no_key=True).filter(pk=game_id).first()
    hook = hooks_of(person, game_id).select_for_update(no_key=True).filter(pk=hook_id).first()
    if hook is None:
        raise NotFound("no_such_webhook", _("You have no such webhook."))
    return hook


def _new_secret() -> str:
    return PREFIX + secrets.token_urlsafe(32)


def call_hooks(held: Table) -> None:
    """After a step: a row for each hook that wants to know, in the transaction of the step."""
    position, game = held.position, held.game
    happened = "game_over" if position.finished else "season_report"
    asked = {decision.seat for decision in position.waiting}
    turn_of = {
        person
        for seat in game.seats.all()
        if seat.letter in asked
        for person in (seat.user_id, seat.substitute_id)
    }
    facts = {
        "turn": projections.turn_of(position),
        "step": position.step,
        "seq": position.seq,
        "head": position.head,
        "deadline": clock.written(game.deadline) if game.deadline else None,
    }
    rows = []
    for hook in game.webhooks.filter(active=True).select_related("owner"):
        told = {happened, *(["your_turn"] if hook.owner_id in turn_of else [])}
        for kind in sorted(told.intersection(hook.kinds)):
            row = about(game, hook.owner, kind, f"hook {hook.pk} step {position.step}")
            row.webhook = hook
            row.data = facts
            rows.append(row)
    put(rows)


def payload(row: OutboxRow) -> bytes:
    """What a call says: public facts of the moment it is about, no more."""
    told = {"id": str(row.pk), "game": row.game_id, "kind": row.kind, **row.data}
    return json.dumps(told, sort_keys=True).encode()


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """What proves that a call is ours, fresh and whole."""
    signed = timestamp.encode() + b"." + body
    return "v1=" + hmac.digest(secret.encode(), signed, "sha256").hex()


def send(row: OutboxRow) -> Outcome:
    """Call the program a row is for; writes nothing, see `settle`."""
    hook = row.webhook
    if hook is None or not hook.active:
        return Outcome.GONE
    body, timestamp = payload(row), str(int(clock.now().timestamp()))
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "wallenstein-by-post",
        "Wallenstein-Id": str(row.pk),
        "Wallenstein-Timestamp": timestamp,
        "Wallenstein-Signature": signature(unseal(hook.secret_sealed), timestamp, body),
    }
    try:
        status = outbound.post(hook.url, body, headers)
    except OSError:
        return Outcome.FAILED
    if status == GONE:
        return Outcome.GONE
    return Outcome.SENT if 200 <= status < 300 else Outcome.FAILED


def settle(row: OutboxRow, outcome: Outcome) -> None:
    """Remember how a hook behaves; one that is gone, or fails for long, is switched off."""
    with transaction.atomic():
        Game.objects.select_for_update(no_key=True).get(pk=row.game_id)
        hook = (
            Webhook.objects.select_for_update(no_key=True, of=("self",)).filter(calls=row).first()
        )
        if hook is None or not hook.active:
            return
        hook.failures = 0 if outcome is Outcome.SENT else hook.failures + 1
        hook.active = outcome is not Outcome.GONE and hook.failures < MOST_FAILURES
        hook.save(update_fields=["failures", "active"])
        if not hook.active and outcome is not Outcome.GONE:
            occasion = f"hook {hook.pk} {clock.written(clock.now())}"
            put([about(row.game, hook.owner, "webhook_off", occasion)])
