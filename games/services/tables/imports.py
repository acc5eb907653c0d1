"""Finished games from elsewhere: proven first, then kept under their own id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db import DataError, transaction
from django.utils.translation import gettext as _

from engine.kernel.game import Position, replay
from engine.kernel.journal import PlayerReplaced, SeatTaken
from engine.kernel.log import Entry, Header, LogError, read_log
from engine.kernel.verify import Disproved, verify
from engine.registry import ruleset_of
from games import clock
from games.errors import Refused
from games.log import projections, store
from games.models import Game, Seat, User
from games.models.game import ID_LETTERS
from games.plain_text import plain
from games.services.people.accounts import pseudonym

LONGEST_ID = 20


@dataclass(frozen=True)
class Imported:
    """A game, and whether it was here before."""

    game: Game
    known: bool


def game_import(*, lines: Iterable[bytes], name: str = "", public: bool = False) -> Imported:
    """Store a finished game whose answers are all open; the same file again changes nothing.

    Not listed unless it is said: its players have not been asked whether everybody may look.
    """
    try:
        header, entries = read_log(lines)
        proof = verify(header, entries)
    except (LogError, Disproved) as problem:
        raise Refused("not_proven", _("The log is wrong: %s.") % problem) from None
    if not proof.over:
        message = _("The game is not over: what is still sealed or hidden in it is not here.")
        raise Refused("not_over", message)
    # Of a fork: the game that it has become, not the one that its log began as.
    position = replay(ruleset_of(header.ruleset, header.version), header, entries)
    game_id = position.header.game
    for name_of_log in (header.game, game_id):
        _require_id(name_of_log)
    with transaction.atomic():
        known = Game.objects.filter(pk=game_id).first()
        if known is not None:
            if (known.head, known.seq) == (proof.head, proof.events):
                return Imported(known, known=True)
            message = _("Another game is here under the same id: %s.") % game_id
            raise Refused("id_taken", message)
        try:
            stored = _stored(header, position, entries, plain(name, 80), public)
            return Imported(stored, known=False)
        except (DataError, ValueError):
            # A day that is in no calendar, or a sign that the database cannot hold.
            message = _("The log is right, but this site cannot keep it.")
            raise Refused("not_storable", message) from None


def _require_id(game_id: str) -> None:
    if not 1 <= len(game_id) <= LONGEST_ID or not set(ID_LETTERS).issuperset(game_id):
        raise Refused("bad_id", _("No game of this site could have the id “%s”.") % game_id[:40])


def _stored(
    header: Header, position: Position, entries: Sequence[Entry], name: str, public: bool
) -> Game:
    now, forked = position.header, position.header != header
    game = Game.objects.create(
        id=now.game,
        imported=True,
        visibility=Game.Visibility.PUBLIC if public else Game.Visibility.UNLISTED,
        name=name or _("Imported game %s") % now.game,
        status=Game.Status.FINISHED,
        ruleset=header.ruleset,
        version=header.version,
        tower=header.tower,
        options=header.options,
        players=len(header.seats),
        anchor=now.anchor,
        veil=now.veil,
        root=header.game if forked else "",
        root_anchor=header.anchor if forked else "",
        started_at=clock.read(entries[0].at),
        finished_at=clock.read(entries[-1].at),
        archive_due=True,
    )
    players = _players(entries)
    for key in header.seats:
        occupant = _occupant(players.get(key, ""))
        Seat.objects.create(game=game, key=key, ended_at=game.finished_at, **occupant)
    store.append(game, position, entries)
    projections.tell_step(game, position, entries)
    game.save()
    return game


def _players(entries: Iterable[Entry]) -> dict[str, str]:
    """Who played each seat last, as the log calls them."""
    kinds = (SeatTaken.kind, PlayerReplaced.kind)
    return {e.payload["seat"]: e.payload["player"] for e in entries if e.kind in kinds}


def _occupant(player: str) -> Mapping[str, User | str]:
    """A bot, or a pseudonym.

    Never somebody's account, even if the sign is theirs: a log says what was played, and nobody
    has shown by whom.
    """
    if player.startswith("bot "):
        return {"bot": player.removeprefix("bot ")[:40]}
    if not player:
        return {}
    sign = plain(player, 40)
    known = User.objects.filter(player_uid=sign, deleted_at__isnull=False).first()
    return {"user": known or _stand_in(sign)}


def _stand_in(sign: str) -> User:
    """Somebody who cannot sign in, under the sign of the log if it is free here."""
    person = User(is_active=False, deleted_at=clock.now())
    if not User.objects.filter(player_uid=sign).exists():
        person.player_uid = sign
    person.username = pseudonym(person.player_uid)
    person.email = f"{person.player_uid}@deleted.invalid"
    person.set_unusable_password()
    person.save()
    return person
