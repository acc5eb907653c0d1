"""The secret chain of a game, and the luck that is drawn beside it without telling of it."""

from __future__ import annotations

import hmac
from collections.abc import Sequence

from engine.kernel.chance import Stream, links, stream
from engine.kernel.core import Decision
from games.log.seals import unseal
from games.models import Game


def links_of(game: Game) -> Sequence[bytes]:
    """Every link from the public anchor to the secret end."""
    chain = unseal(game.chain_sealed)
    return links(bytes.fromhex(chain["end"]), chain["length"])


def luck_of_bots(end: bytes, decision: Decision) -> Stream:
    """A bot's luck, from the end of the chain; it is no part of the game's chance."""
    return stream(hmac.digest(end, b"the bots of this game", "sha256"), decision.id)


def luck_of_suggestions(game: Game, decision: Decision) -> Stream | None:
    """The luck of what is suggested to a seat; none where this site has not drawn the chain.

    Nobody can work it out without the secret, and it says nothing of a link, of what a bot will
    answer, or of what is suggested to another seat.
    """
    if game.chain_sealed is None:
        return None
    end = bytes.fromhex(unseal(game.chain_sealed)["end"])
    key = hmac.digest(end, b"the suggestions of this game", "sha256")
    return stream(key, f"{decision.seat} {decision.id}")
