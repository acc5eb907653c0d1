"""Webhooks: players' programs are told, signed, when a game moves (docs/api.md)."""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games import access, clock
from games.errors import Illegal, NotFound, Refused
from games.log import projections
from games.log.seals import seal, unseal
from games.models import Channel, Game, OutboxRow, User, Webhook
from games.net import outbound
from games.notice_kinds import GAME_OVER, REPORT, YOUR_TURN
from games.notify.failing import CHANGED, note_outcome
from games.notify.fallback import hand_over
from games.notify.outcomes import NOBODY, CallOutcome, Fate
from games.services.play.table import Table
from games.services.post.announcements import report_instead
from games.services.post.notices import about, put

PREFIX: Final = "whs_"
MOST_HOOKS: Final = 5
# A program that is not there yet, or not just now, is called again.
GONE: Final = frozenset((410,))


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
        raise Illegal("bad_kinds", _("A webhook needs one or more of these kinds: %s.") % known)
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).filter(pk=game_id).first()
        if game is None:
            raise NotFound("no_such_game", _("There is no such game."))
        if game.host_id != person.pk:
            access.seat_for(game, person)
        if hooks_of(person, game_id).count() >= MOST_HOOKS:
            raise Refused(
                "too_many_webhooks", _("Delete a webhook first: a game can have at most 5.")
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
        hook.secret_sealed, hook.active = seal(secret), True
        hook.failures, hook.failing_since = 0, None
        hook.save(update_fields=["secret_sealed", *CHANGED])
    return NewSecret(hook, secret)


def webhook_delete(*, person: User, game_id: str, hook_id: int) -> None:
    """No more calls; what waits and comes no other way comes by mail."""
    with transaction.atomic():
        hook = _held_hook(person, game_id, hook_id)
        for call in hand_over(hook.calls.all()):
            report_instead(call)
        hook.delete()


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
    # Programs are called after every step, whatever their owners are told by mail.
    happened = GAME_OVER if position.finished else REPORT
    asked = {decision.seat: decision.id for decision in position.waiting}
    turn_of = {
        person: asked[seat.key]
        for seat in game.seats.all()
        if seat.key in asked
        for person in (seat.user_id, seat.substitute_id)
    }
    facts = {
        "turn": projections.chapter_of(position),
        "step": position.step,
        "seq": position.seq,
        "head": position.head,
        "deadline": clock.written(game.deadline) if game.deadline else None,
    }
    rows = []
    for hook in game.webhooks.filter(active=True).select_related("owner"):
        occasions = {happened: f"step {position.step}"}
        if hook.owner_id in turn_of:
            occasions[YOUR_TURN] = turn_of[hook.owner_id]
        for kind in sorted(set(occasions).intersection(hook.kinds)):
            row = about(game, hook.owner, kind, occasions[kind], facts)
            row.webhook, row.channel = hook, Channel.WEBHOOK
            row.dedup = f"{row.notice}:hook {hook.pk}"
            rows.append(row)
    put(rows)


def payload(row: OutboxRow) -> bytes:
    """What a call says: public facts of the moment it is about, no more."""
    body = {"id": str(row.pk), "game": row.game_id, "kind": row.kind, **row.data}
    return json.dumps(body, sort_keys=True).encode()


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """What proves that a call is ours, fresh and whole."""
    signed = timestamp.encode() + b"." + body
    return "v1=" + hmac.digest(secret.encode(), signed, "sha256").hex()


def send(row: OutboxRow) -> CallOutcome:
    """Call the program a row is for; writes nothing, see `settle`."""
    hook = row.webhook
    if hook is None or not hook.active:
        return NOBODY
    body, timestamp = payload(row), str(int(clock.now().timestamp()))
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "wallenstein-by-post",
        "Wallenstein-Id": str(row.pk),
        "Wallenstein-Timestamp": timestamp,
        "Wallenstein-Signature": signature(unseal(hook.secret_sealed), timestamp, body),
    }
    try:
        return CallOutcome.of_status(outbound.post(hook.url, body, headers), GONE)
    except OSError as problem:
        return CallOutcome.of_problem(problem)


def settle(row: OutboxRow, outcome: CallOutcome) -> None:
    """Remember how a hook behaves; one that is gone, or fails for long, is switched off."""
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).get(pk=row.the_game.pk)
        hook = (
            Webhook.objects.select_for_update(no_key=True, of=("self",)).filter(calls=row).first()
        )
        if hook is None or not hook.active:
            return
        gone = outcome.fate is Fate.REFUSED
        is_on = note_outcome(hook, outcome)
        hook.save(update_fields=CHANGED)
        if not is_on and not gone:
            occasion = f"hook {hook.pk} {clock.written(clock.now())}"
            put([about(game, hook.owner, "webhook_off", occasion, {"head": game.head})])
