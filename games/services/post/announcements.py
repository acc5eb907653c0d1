"""After a step: one notice for each person, with everything they have not been told by mail."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.db.models import Case, Count, F, IntegerField, Max, Q, QuerySet, When
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast

from engine.kernel.core import Json
from engine.kernel.journal import TimeRanOut
from engine.kernel.log import Entry
from engine.registry import ruleset_of
from games.boards import board_of
from games.log import store
from games.models import Channel, Game, OutboxRow, User
from games.models import Seat as SeatRow
from games.notice_kinds import ASKING, DAILY, GAME_OVER, REPORT
from games.notify.channels_of import spread, told_once
from games.notify.preferences import preferences_of
from games.notify.stale import HELD
from games.read.since import last_turn
from games.services.play.table import Table
from games.services.post.notices import about, asking, row, write
from games.services.post.waiting import after_answering

# The kinds whose letters tell what happened since the one before.
_TELLING: Final = (*ASKING, REPORT, DAILY)
_STATE = OutboxRow.State
# A letter that was held back while its question was answered is never sent (notify/stale.py).
_LEFT_OUT: Final = Q(
    state=_STATE.WAITING,
    kind__in=ASKING,
    attempts=0,
    due_at__gte=F("created_at") + HELD,
)
# A letter, or the daily letter it was collected for, that the mail server would not take.
_LOST: Final = Q(channel=Channel.MAIL) & (
    Q(state=_STATE.GIVEN_UP) | Q(state=_STATE.COLLECTED, digest__state=_STATE.GIVEN_UP)
)
_READ: Final = (
    Q(channel=Channel.MAIL)
    & Q(state__in=(_STATE.WAITING, _STATE.SENT, _STATE.COLLECTED))
    & ~_LEFT_OUT
    & ~_LOST
)


def announce(held: Table, *, since: int, signed: Json) -> None:
    """Tell whoever is asked, and everybody whose chapter has closed; at the end, everybody.

    Whose turn it is in a game of turns is told everything since their last one, in one letter.

    While bots answer all that is asked, the game goes on at once and nobody is told: the next
    step that somebody can read about tells of this one, too.
    """
    if held.complete:
        return
    seats = list(held.game.seats.select_related("user", "substitute"))
    people = [(seat, person) for seat in seats for person in _people(seat)]
    history = History(held.game, since, [person.pk for _seat, person in people], held.entries)
    rows: list[OutboxRow] = []
    by_turns = board_of(held.game.ruleset).by_turns
    asked = {decision.seat for decision in held.position.waiting}
    for seat, person in people:
        data = {
            "seat": seat.key,
            "since": history.told_by_mail(person),
            "until": held.position.seq,
            "head": held.position.head,
            "signed": signed,
        }
        if by_turns and (moved := last_turn(held.game, seat.key, held.entries)):
            data |= {"since": moved, "since_turn": True}
        rows += _notices(held, person, data)
        # Where people move in turn, reports are collected until it is theirs.
        tells = seat.key in asked if by_turns else history.closed_for(person)
        if held.position.finished or tells:
            rows.append(row(held, person, REPORT, _step(held), data))
    write(told_once(spread(rows)))


def report_instead(call: OutboxRow) -> bool:
    """Write to somebody whose program could not be told what happened; whether a letter does now.

    Between chapters none was kept for that. It tells everything up to now, so that one is enough
    for however many calls that fail. Whoever is told when the chapter closes need not have it.
    """
    if call.kind != REPORT or call.webhook_id is None:
        return False
    person = call.user
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).get(pk=call.the_game.pk)
        seats = game.seats.select_related("user", "substitute")
        seat = next((seat for seat in seats if person in _people(seat)), None)
        if seat is None or _is_told_of_chapters(person, game, but=call.webhook_id):
            return False
        data = {
            "seat": seat.key,
            "since": History(game, call.data["seq"], [person.pk]).told_by_mail(person),
            "until": game.seq,
            "head": game.head,
        }
        write([about(game, person, REPORT, f"missed calls up to {game.seq}", data)])
    return True


def _is_told_of_chapters(person: User, game: Game, *, but: int) -> bool:
    """Whether a channel works that brings somebody reports, besides one program."""
    preferences = preferences_of([person.pk])[person.pk]
    preferences.hooks = [hook for hook in preferences.hooks if hook.pk != but]
    by_mail = preferences.wants(REPORT, Channel.MAIL)
    return by_mail or bool(preferences.taking(REPORT)) or preferences.is_called(REPORT, game.pk)


def _people(seat: SeatRow) -> Iterator[User]:
    """The player of a seat, and whoever stands in."""
    return (person for person in (seat.user, seat.substitute) if person is not None)


def _notices(held: Table, person: User, data: dict[str, Any]) -> Iterator[OutboxRow]:
    """The questions to somebody, or the end; what happened is told beside the first question."""
    if held.position.finished:
        yield row(held, person, GAME_OVER, _step(held), data)
        return
    for decision in held.position.waiting:
        if decision.seat == data["seat"]:
            question = {**data, "decision": decision.id}
            asked = row(held, person, asking(held.game, decision), decision.id, question)
            asked.due_at = after_answering(held.game, asked, person)
            yield asked
            # Without `until` a letter has told nothing that the next step may leave out.
            data = {**data, "since": held.position.seq}
            data.pop("until", None)
            data.pop("since_turn", None)


def _step(held: Table) -> str:
    return f"step {held.position.step}"


class LastNotices(NamedTuple):
    """What somebody was told: the last entry of a notice, of a letter, and letters given up."""

    at_all: int | None = None
    by_mail: int | None = None
    lost: int = 0


def _number(name: str) -> Cast:
    """A number in the data of a row."""
    return Cast(KeyTextTransform(name, "data"), IntegerField())


@dataclass(frozen=True)
class History:
    """What these people have been told of a game before a step that began after `since`.

    `entries`: what the step has added, if it is not written yet.
    """

    game: Game
    since: int
    people: Collection[int]
    entries: Sequence[Entry] = ()

    def told_by_mail(self, person: User) -> int:
        """The entry up to which somebody has a letter; without one, up to the chapter under way.

        What was in a letter that was given up is told again.
        """
        last = self._last_notices_to(person).by_mail
        newest = last if last is not None else self._chapter_began - 1
        return min(newest, self._missed.get(person.pk, newest))

    def told_at_all(self, person: User) -> int:
        """The entry up to which somebody was told, over any channel; 0 if they never were."""
        return self._last_notices_to(person).at_all or 0

    def closed_for(self, person: User) -> bool:
        """Whether a chapter has closed that somebody has heard nothing of, over any channel."""
        last = self._last_notices_to(person).at_all
        after = last if last is not None else self._waited
        return any(seq > after for seq in self._openings)

    def _last_notices_to(self, person: User) -> LastNotices:
        return self._last_notices.get(person.pk, LastNotices())

    @cached_property
    def _last_notices(self) -> dict[int, LastNotices]:
        until = _number("until")
        rows = (
            self._rows.order_by()
            .values_list("user")
            .annotate(
                at_all=Max(until),
                by_mail=Max(Case(When(_READ, then=until))),
                lost=Count("pk", filter=_LOST),
            )
        )
        return {person: LastNotices(*rest) for person, *rest in rows}

    @cached_property
    def _missed(self) -> dict[int, int]:
        """Of whom a letter was given up, and no other tells it: after which entry it began.

        It may have been given up long after the next one was written.
        """
        people = [person for person, notices in self._last_notices.items() if notices.lost]
        if not people:
            return {}
        rows = self._rows.filter(user__in=people, data__has_key="until")
        read, lost = (
            list(rows.filter(wanted).values_list("user", _number("since"), _number("until")))
            for wanted in (_READ, _LOST)
        )
        missed: dict[int, int] = {}
        for person, since, until in lost:
            if not any(one == person and s <= since and until <= u for one, s, u in read):
                missed[person] = min(since, missed.get(person, since))
        return missed

    @property
    def _rows(self) -> QuerySet[OutboxRow]:
        return OutboxRow.objects.filter(game=self.game, user__in=self.people, kind__in=_TELLING)

    @cached_property
    def _openings(self) -> list[int]:
        """The entries that began a chapter, oldest first."""
        kinds = ruleset_of(self.game.ruleset, self.game.version).events.chapter_openers()
        added = [entry.seq for entry in self.entries if entry.kind in kinds]
        return [*store.seqs_of(self.game, kinds), *added]

    @property
    def _chapter_began(self) -> int:
        """The first entry of the chapter that was under way when somebody could last be told."""
        return max((seq for seq in self._openings if seq <= self._waited), default=1)

    @cached_property
    def _waited(self) -> int:
        """The last entry before the step for which the game had waited; bots keep nobody waiting.

        Between it and the step, chapters may have closed of which nobody was told.
        """
        # People answer in transactions of their own; only that time is up may be new.
        late = [entry.seq for entry in self.entries if entry.kind == TimeRanOut.kind]
        return max(late, default=0) or store.last_by_people(self.game, self.since)
