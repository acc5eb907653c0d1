"""Selectors read: what a person may see, built from the view and the filtered log only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from engine.core import Decision, Json, Problem
from engine.game import Game as Position
from engine.game import decode, view
from engine.log import write_log
from games import store
from games.access import Person, Viewer
from games.errors import NotAllowed
from games.models import Game, OpenDecision, SavedDraft, Seat
from games.seals import unseal
from games.versions import version_of


def games_visible_to(person: Person) -> QuerySet[Game]:
    """Public games, and those the person sits at, stands in for, hosts or is invited to."""
    shown = Q(visibility=Game.Visibility.PUBLIC)
    if person.is_authenticated:
        shown |= Q(seats__user=person) | Q(seats__substitute=person) | Q(host=person)
        shown |= Q(invitations__user=person)
    return Game.objects.filter(shown).distinct()


def games_waiting_for(person: Person) -> QuerySet[Game]:
    """Running games in which this person has a question to answer."""
    if not person.is_authenticated:
        return Game.objects.none()
    own = Seat.objects.filter(
        Q(user=person) | Q(substitute=person), game=OuterRef("game"), letter=OuterRef("letter")
    )
    asked = OpenDecision.objects.filter(Exists(own), game=OuterRef("pk"), sealed_seq__isnull=True)
    return Game.objects.filter(Exists(asked), status=Game.Status.RUNNING)


def games_filtered(
    person: Person,
    *,
    status: str = "",
    ruleset: str = "",
    name: str = "",
    mine: bool = False,
    waiting: bool = False,
    invited: bool = False,
    open_seats: bool = False,
) -> QuerySet[Game]:
    """The games a person may see, narrowed down by everything that is asked for."""
    games = games_visible_to(person)
    if status:
        games = games.filter(status=status)
    if ruleset:
        games = games.filter(ruleset=ruleset)
    if name:
        games = games.filter(name__icontains=name)
    if mine:
        games = games.filter(pk__in=person.seats.values("game") if person.pk else [])
    if waiting:
        games = games.filter(pk__in=games_waiting_for(person).values("pk"))
    if invited:
        games = games.filter(pk__in=person.invitations.values("game") if person.pk else [])
    if open_seats:
        free = Seat.objects.filter(game=OuterRef("pk"), user__isnull=True, bot="")
        games = games.filter(Exists(free), status=Game.Status.LOBBY)
    return games.order_by("-created_at", "pk")


def board(viewer: Viewer) -> Json:
    """The position and the decisions, as this viewer may see them."""
    position = store.load(viewer.game)
    shown = view(position, viewer.letter)
    if "answers" in shown:
        mine = shown["answers"].items()
        shown["answers"] = {
            decision: answer
            for decision, answer in mine
            if position.sealed[decision].seq > viewer.since
        }
    shown["head"] = viewer.game.head
    shown["seq"] = viewer.game.seq
    return shown


def draft_of(viewer: Viewer, decision: str) -> Json | None:
    """The answer this viewer is still working on."""
    if viewer.seat is None:
        return None
    mine = SavedDraft.objects.filter(
        game=viewer.game, decision=decision, letter=viewer.seat.letter
    ).first()
    found: Json | None = unseal(mine.answer_sealed) if mine else None
    return found


def default_of(viewer: Viewer, decision: str) -> Json | None:
    """What is said for this viewer if they stay silent; none if they are not asked."""
    position = store.load(viewer.game)
    asked = position.decision(decision)
    if asked is None or asked.seat != viewer.letter:
        return None
    return position.ruleset.default(position.state, asked)


def events(viewer: Viewer, *, after: int, most: int, language: str) -> list[Json]:
    """What happened, as everybody may read it: the public part of each entry and a sentence."""
    rules = store.load(viewer.game).ruleset
    words = rules.text()
    # No further than the row the viewer was let in with: the game may have moved on since.
    until = min(after + most, viewer.game.seq)
    return [
        {
            "seq": entry.seq,
            "kind": entry.kind,
            "at": entry.at,
            "text": words.account(decode(rules, entry), language, {}),
            "payload": entry.payload,
        }
        for entry in store.entries_of(viewer.game, after=after, until=until)
    ]


@dataclass(frozen=True)
class Turn:
    """A question put to a viewer, and everything said in answer to it so far."""

    viewer: Viewer
    position: Position
    decision: Decision
    saved: SavedDraft | None

    @property
    def sealed(self) -> Any:
        """The answer that counts now; none if there is none, or if others gave it before."""
        mine = self.position.sealed.get(self.decision.id)
        return mine.answer if mine and mine.seq > self.viewer.since else None

    @property
    def draft(self) -> Any:
        """The answer saved and not sealed."""
        return unseal(self.saved.answer_sealed) if self.saved else None

    @property
    def version(self) -> str:
        """Which answer this is about."""
        return version_of(self.viewer.game, self.position, self.decision.id)

    @property
    def receipt(self) -> Json | None:
        """What proves that an answer is sealed; not how it was salted."""
        mine = self.position.sealed.get(self.decision.id)
        if mine is None:
            return None
        entry = store.entries_of(self.viewer.game, after=mine.seq - 1, until=mine.seq)[0]
        at = datetime.fromisoformat(entry.at)
        return {"digest": mine.digest, "at": at, "seq": mine.seq, "head": entry.hash}

    def problems(self, answer: Any) -> Sequence[Problem]:
        """Everything the rules object to in an answer."""
        return self.position.ruleset.problems(self.position.state, self.decision, answer)


def turn_of(viewer: Viewer, decision: str) -> Turn | None:
    """The open question of that name, for the seat it was put to; raises NotAllowed for others."""
    if viewer.seat is None:
        raise NotAllowed("not_your_game", _("You do not sit at this table."))
    position = store.load(viewer.game)
    asked = position.decision(decision)
    if asked is None:
        return None
    if asked.seat != viewer.letter:
        raise NotAllowed("not_your_decision", _("This question was put to somebody else."))
    saved = SavedDraft.objects.filter(game=viewer.game, decision=decision).first()
    return Turn(viewer, position, asked, saved)


def log_file(viewer: Viewer) -> Iterator[bytes]:
    """The log as this viewer may read it, as a file."""
    finished = viewer.game.status == Game.Status.FINISHED
    told = store.entries_of(viewer.game, until=viewer.game.seq)
    return write_log(store.header_of(viewer.game), viewer.read(told, finished=finished))
