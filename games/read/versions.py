"""Which answer a page was made from, so that an older page does not overwrite a newer answer."""

from __future__ import annotations

import json
from hashlib import sha256

from engine.kernel.game import Position
from games.log.seals import unseal
from games.models import Game, SavedDraft


def version_of(game: Game, position: Position, decision: str) -> str:
    """A name for what is sealed and saved for a decision; the same answer has the same name."""
    sealed = position.sealed.get(decision)
    draft = SavedDraft.objects.filter(game=game, decision=decision).first()
    saved = unseal(draft.answer_sealed) if draft else None
    content = json.dumps([sealed.seq if sealed else 0, saved], sort_keys=True)
    return sha256(content.encode()).hexdigest()[:16]
