"""Lists of games: mine by what they want of me, and the lobby by what one looks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from django.core.paginator import Page, Paginator
from django.db.models import Model, Prefetch, QuerySet

from games.access import Person
from games.models import GOING_ON, Game, Seat, User
from games.read import selectors, talk
from games.read.referee_log import goes_on_at

M = TypeVar("M", bound=Model)

PAST: Final = 20


@dataclass(frozen=True)
class MyGames:
    """My games: those that wait for me, for others, for their host; tables, the past."""

    waiting: list[Game]
    running: list[Game]
    paused: list[Game]
    # Those of them in which I have a plan to make all the same.
    to_plan: frozenset[str]
    tables: list[Game]
    finished: Page[Game]
    # How much was said at each that I have not read.
    unread: Mapping[str, int]

    @property
    def nothing_going_on(self) -> bool:
        """Whether there is nothing to play, now or soon."""
        return not any((self.waiting, self.running, self.paused, self.tables))


def my_games(person: User, page: str = "1") -> MyGames:
    """Everything a person plays, stands in for or hosts; the nearest deadline first.

    What is over grows without end, so it comes a page at a time, the latest first.
    """
    alive = set(_ids_alive(person))
    finished: Page[Any] = Paginator(GamesPlayed(person), PAST).get_page(page)
    known = {game.pk: game for game in _listed(Game.objects.filter(pk__in=[*alive, *finished]))}
    finished.object_list = [known[key] for key in finished if key in known]
    games = [game for game in known.values() if game.pk in alive]
    asked = set(selectors.games_waiting_for(person).values_list("pk", flat=True))
    running = [g for g in games if g.status == Game.Status.RUNNING]
    under_way = sorted(running, key=_urgency)
    paused = [g for g in games if g.status == Game.Status.PAUSED]
    return MyGames(
        waiting=[g for g in under_way if g.pk in asked],
        running=[g for g in under_way if g.pk not in asked],
        paused=paused,
        to_plan=_to_plan(person, paused),
        tables=[g for g in games if g.status == Game.Status.LOBBY],
        finished=finished,
        unread=talk.unread(person, [g.pk for g in (*games, *finished) if _sits_at(person, g)]),
    )


class GamesPlayed(Sequence[str]):
    """The ids of what a person has played, stood in for or hosted to its end, the latest first.

    All are counted, by an index; read is only what may stand on the page that is asked for.
    """

    def __init__(self, person: User) -> None:
        self._seats, self._lent = (
            seats.filter(ended_at__isnull=False) for seats in (person.seats, person.substitutes_for)
        )
        self._hosted = person.hosted.filter(status=Game.Status.FINISHED)

    def __len__(self) -> int:
        own, lent, hosted = (
            self._seats.order_by().values("game"),
            self._lent.order_by().values("game"),
            self._hosted.order_by().values("pk"),
        )
        return own.union(lent, hosted).count()

    def __getitem__(self, wanted: Any) -> Any:
        if isinstance(wanted, int):
            place = range(len(self))[wanted]
            return self[place : place + 1][0]
        if wanted.stop is None or min(wanted.start or 0, wanted.stop) < 0:
            wanted = slice(*wanted.indices(len(self)))
        if not wanted.stop:
            return []
        hosted = _first(self._hosted, wanted.stop, "-finished_at", "pk")
        own, lent = (
            # With the end of the game, so that each is in the union once, whatever its seats say.
            _first(seats, wanted.stop, "-ended_at", "game").values_list("game", "game__finished_at")
            for seats in (self._seats, self._lent)
        )
        latest = hosted.values_list("pk", "finished_at").union(own, lent)
        return [key for key, _ in latest.order_by("-finished_at", "pk")[wanted]]


def _first(rows: QuerySet[M], number: int, *order: str) -> QuerySet[M]:
    """The first rows in an order, as a part of a union: SQLite wants them by their keys."""
    return rows.filter(pk__in=rows.order_by(*order)[:number].values("pk")).order_by()


def _ids_alive(person: User) -> QuerySet[Any, Any]:
    """What a person plays, stands in for or hosts and is not over; past seats are not looked at."""
    alive = (Game.Status.LOBBY, *GOING_ON)
    own, lent = (
        seats.filter(ended_at=None, game__status__in=alive).order_by()
        for seats in (person.seats, person.substitutes_for)
    )
    hosted = person.hosted.filter(status__in=alive).order_by()
    keys = own.values_list("game", flat=True)
    return keys.union(lent.values_list("game", flat=True), hosted.values_list("pk", flat=True))


def _sits_at(person: User, game: Game) -> bool:
    return any(person.pk in (seat.user_id, seat.substitute_id) for seat in game.seats.all())


def is_new_to_games(person: User) -> bool:
    """Whether somebody has not played a game to its end yet."""
    return not person.seats.filter(ended_at__isnull=False).exists()


def _to_plan(person: User, paused: list[Game]) -> frozenset[str]:
    """In which of these games a person may answer still; not where another has taken its place."""
    if not paused:
        return frozenset()
    resting = selectors.games_waiting_for(person, Game.Status.PAUSED)
    asked = set(resting.values_list("pk", flat=True))
    return frozenset(game.pk for game in paused if game.pk in asked and not goes_on_at(game))


def _urgency(game: Game) -> tuple[bool, float]:
    return (game.deadline is None, game.deadline.timestamp() if game.deadline else 0.0)


def lobby(
    person: Person,
    *,
    status: str = "",
    players: int | None = None,
    free: bool = False,
    ruleset: str = "",
    pace: str = "",
    text: str = "",
) -> QuerySet[Game]:
    """Games a person may see, by what they look for; the newest first."""
    games = selectors.games_filtered(person, ruleset=ruleset, name=text, open_seats=free)
    games = games.exclude(status=Game.Status.CANCELLED)
    if status == Game.Status.RUNNING:
        games = games.filter(status__in=GOING_ON)
    elif status:
        games = games.filter(status=status)
    if players:
        games = games.filter(players=players)
    if pace:
        games = games.filter(schedule__kind=pace)
    return _listed(games)


def played_by(person: User) -> QuerySet[Game]:
    """Public games a person sits at, for their page."""
    ids = Seat.objects.filter(user=person).values("game")
    games = Game.objects.filter(pk__in=ids, visibility=Game.Visibility.PUBLIC)
    return _listed(games.exclude(status=Game.Status.CANCELLED))


def _listed(games: QuerySet[Game]) -> QuerySet[Game]:
    """With everything a line about a game shows."""
    seats = Seat.objects.select_related("user", "game").order_by("key")
    return games.select_related("host").prefetch_related(
        Prefetch("seats", queryset=seats), "open_decisions"
    )
