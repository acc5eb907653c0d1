"""Tidying: what nobody will ask for again is forgotten, and with it who came when from where."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module
from typing import Final

from axes.models import AccessAttempt, AccessLog
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef

from games import clock
from games.models import InboundMail, OpenDecision, OutboxRow, SavedDraft
from games.services.house import idempotency
from games.services.play.signing import forget_private_keys

RECORDS_KEPT: Final = timedelta(days=90)
ANSWERS_TAKE: Final = timedelta(days=7)
# Long enough that somebody who was late may ask what became of the draft.
DRAFTS_KEPT: Final = timedelta(days=7)


def forget_old() -> None:
    """Drop every row whose time is over; called twice it does nothing the second time."""
    idempotency.forget_old()
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    with transaction.atomic():
        _forget_records()
        _forget_drafts()
        forget_private_keys()


def _forget_records() -> None:
    """Sign-ins, and letters that were handed over; one that was given up is kept to be seen."""
    before = clock.now() - RECORDS_KEPT
    for model in (AccessAttempt, AccessLog):
        model.objects.filter(attempt_time__lt=before).delete()
    states = OutboxRow.State
    OutboxRow.objects.filter(state=states.SENT, sent_at__lt=before).delete()
    # What went another way in the end, or did not have to go.
    others = (states.SWITCHED, states.SPARE, states.COLLECTED, states.OVERTAKEN)
    OutboxRow.objects.filter(state__in=others, created_at__lt=before).delete()
    # A letter that answers a mail needs it until it is forgotten itself.
    InboundMail.objects.filter(received_at__lt=before - ANSWERS_TAKE).delete()


def _forget_drafts() -> None:
    """Drafts of questions that are no longer put."""
    still_put = OpenDecision.objects.filter(game=OuterRef("game"), decision=OuterRef("decision"))
    old = SavedDraft.objects.filter(saved_at__lt=clock.now() - DRAFTS_KEPT)
    old.filter(~Exists(still_put)).delete()
