"""Selectors read: what a person may see, built from the view and the filtered log only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from typing import Any

from django.core.cache import caches
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from engine.kernel.canonical import canonical
from engine.kernel.core import Decision, Json, Problem
from engine.kernel.game import Position, decode, view
from engine.kernel.journal import AnswerSealed
from engine.kernel.log import write_log
from games.access import Person, Viewer
from games.boards import board_of
from games.errors import NotAllowed
from games.log import store
from games.log.seals import unseal
from games.models import GOING_ON, Game, OpenDecision, SavedDraft, Seat, User
from games.read.versions import version_of


def games_visible_to(person: Person) -> QuerySet[Game]:
    """Public games, and those the person sits at, stands in for, hosts or is invited to."""
    shown = Q(visibility=Game.Visibility.PUBLIC)
    if person.is_authenticated:
        invited = person.invitations.order_by().values("game")
        shown |= Q(pk__in=ids_of_games(person).union(invited))
    return Game.objects.filter(shown)


def ids_of_games(person: User) -> QuerySet[Any, Any]:
    """The games a person sits at, stands in for or hosts, to be asked for within another query.

    A union, so that each part is found by its index: joined, all games of all people are read.
    """
    seats, stands_in = person.seats.order_by(), person.substitutes_for.order_by()
    return seats.values("game").union(
        stands_in.values("game"), person.hosted.order_by().values("pk")
    )


def games_waiting_for(person: Person, status: str = Game.Status.RUNNING) -> QuerySet[Game]:
    """Running games, or those of another status, in which this person has a question to answer."""
    if not person.is_authenticated:
        return Game.objects.none()
    own = Seat.objects.filter(
        Q(user=person) | Q(substitute=person), game=OuterRef("game"), key=OuterRef("seat")
    )
    asked = OpenDecision.objects.filter(
        Exists(own), game=OuterRef("pk"), sealed_seq__isnull=True, optional=False
    )
    return Game.objects.filter(Exists(asked), status=status)


def number_waiting_for(person: User) -> int:
    """How many games wait for a person; asked by every page, so it begins at their own seats."""
    asked = OpenDecision.objects.filter(
        game=OuterRef("game"), seat=OuterRef("key"), sealed_seq__isnull=True, optional=False
    )
    own, lent = (
        seats.filter(Exists(asked), ended_at=None, game__status=Game.Status.RUNNING)
        .order_by()
        .values("game")
        for seats in (person.seats, person.substitutes_for)
    )
    return own.union(lent).count()


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


def board(viewer: Viewer, position: Position | None = None) -> Json:
    """The position and the decisions, as this viewer may see them.

    Whoever has loaded the game already brings its position along.
    """
    position = position or store.load(viewer.game)
    shown = view(position.seen_by(viewer.seat_key), viewer.seat_key)
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


def new_here(viewer: Viewer) -> bool:
    """Whether this viewer was given the seat while the game went on, and may hand it back."""
    game = viewer.game
    if viewer.seat_key is None or game.status not in GOING_ON:
        return False
    # The log tells everybody alike, and says the same until it goes on.
    key = f"given-{game.pk}-{game.seq}-{viewer.seat_key}-{viewer.sign}"
    ask = partial(store.given_unasked, game, viewer.seat_key, viewer.sign)
    return bool(caches["boards"].get_or_set(key, ask, 3600))


def draft_of(viewer: Viewer, decision: str) -> Json | None:
    """The answer this viewer is still working on."""
    if viewer.seat is None:
        return None
    mine = SavedDraft.objects.filter(
        game=viewer.game, decision=decision, seat=viewer.seat.key
    ).first()
    draft: Json | None = unseal(mine.answer_sealed) if mine else None
    return draft


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
        for entry in store.public_entries_of(viewer.game, after=after, until=until)
    ]


@dataclass(frozen=True)
class ViewerTurn:
    """A question put to a viewer, and everything said in answer to it so far."""

    viewer: Viewer
    position: Position
    decision: Decision

    @cached_property
    def saved(self) -> SavedDraft | None:
        """The draft as it was when somebody first asked for it."""
        drafts = SavedDraft.objects.filter(game=self.viewer.game, decision=self.decision.id)
        return drafts.first()

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
        """What proves that an answer is sealed, and how it was salted if the viewer gave it."""
        mine = self.position.sealed.get(self.decision.id)
        if mine is None:
            return None
        game = self.viewer.game
        (entry,) = self.viewer.read(
            store.entries_of(game, after=mine.seq - 1, until=mine.seq), finished=False
        )
        kept, by = game.receipts.filter(seq=mine.seq).first(), entry.payload["by"]
        return {
            "digest": mine.digest,
            "at": datetime.fromisoformat(entry.at),
            "seq": mine.seq,
            "head": entry.hash,
            "salt": entry.secret.salt if entry.secret and by in AnswerSealed.BY_PEOPLE else "",
            "own_salt": by == AnswerSealed.BY_SEAT,
            "signed": canonical(kept.to_json()).decode() if kept else "",
        }

    @property
    def default(self) -> Json:
        """What is said for the seat if it stays silent."""
        return self.position.ruleset.default(self.position.state, self.decision)

    def problems(self, answer: Any) -> Sequence[Problem]:
        """Everything the rules object to in an answer."""
        return self.position.ruleset.problems(self.position.state, self.decision, answer)


def turn_of(viewer: Viewer, decision: str) -> ViewerTurn | None:
    """The open question of that name, for the seat it was put to; raises NotAllowed for others."""
    if viewer.seat is None:
        raise NotAllowed("not_your_game", _("You do not have a seat at this table."))
    position = store.load(viewer.game)
    asked = position.decision(decision)
    if asked is None:
        return None
    if asked.seat != viewer.seat_key:
        raise NotAllowed("not_your_decision", _("This question was put to somebody else."))
    return ViewerTurn(viewer, position, asked)


def was_answered(game: Game, decision: str) -> bool:
    """Whether a question has been put and answered, by whomever, as far as the game has come."""
    return store.last_change_of(game, decision) is not None


def counted(viewer: Viewer, decision: str) -> Any:
    """What counted as the viewer's answer to a closed question; none if it was not theirs."""
    mine = store.load(viewer.game).sealed.get(decision)
    if mine is None or mine.seq <= viewer.since:
        return None
    entry = store.public_entries_of(viewer.game, after=mine.seq - 1, until=mine.seq)[0]
    return mine.answer if entry.payload["seat"] == viewer.seat_key else None


def last_answer(viewer: Viewer, decision: Decision) -> Json | None:
    """What counted as the viewer's answer to the last question of this kind, if it is theirs."""
    kind_of, sealed = board_of(viewer.game.ruleset).turn.kind_of, store.load(viewer.game).sealed
    earlier = [
        name
        for name, one in sealed.items()
        if one.seat == decision.seat and name != decision.id and kind_of(name) == decision.kind
    ]
    if not earlier:
        return None
    answer = counted(viewer, max(earlier, key=lambda name: sealed[name].seq))
    return answer if isinstance(answer, dict) else None


def signed_heads(viewer: Viewer) -> list[Json]:
    """How the log ended after each step, as the site has signed it; nothing in it is secret."""
    return [head.to_json() for head in viewer.game.heads.all()]


def signed_receipts(viewer: Viewer) -> list[Json]:
    """The receipts of the viewer's seat, since they came to it."""
    if viewer.seat_key is None:
        return []
    mine = viewer.game.receipts.filter(seat=viewer.seat_key, seq__gt=viewer.since)
    return [receipt.to_json() for receipt in mine]


def log_file(viewer: Viewer) -> Iterator[bytes]:
    """The log as this viewer may read it, as a file."""
    finished = viewer.game.status == Game.Status.FINISHED
    entries = store.entries_of(viewer.game, until=viewer.game.seq)
    return write_log(store.header_of(viewer.game), viewer.read(entries, finished=finished))
