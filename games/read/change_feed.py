"""The pulse of games: a short text that changes whenever somebody would want to look again.

The talk beside a game has a pulse of its own, named after the game and the channel.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from django.db import Error as AnyDatabaseError
from django.db import connections
from django.db.models import Count, Max, Q

from games.models import ChatMessage, Game

Pulses = Mapping[str, str]


def talk_name(game_id: str, channel: str) -> str:
    """What the pulse of the talk in a channel beside a game is called."""
    return f"{game_id}/{channel}"


def pulses_of(names: Collection[str]) -> dict[str, str]:
    """The pulses of these games and talks, in one question to the database for each kind."""
    talks = [name for name in names if "/" in name]
    pulses = _games([name for name in names if "/" not in name])
    return {**pulses, **_talks(talks)} if talks else pulses


def _games(game_ids: Collection[str]) -> dict[str, str]:
    taken = Count("seats", filter=Q(seats__user__isnull=False) | ~Q(seats__bot=""))
    rows = Game.objects.filter(pk__in=game_ids).annotate(taken=taken)
    return {game.pk: _written(game, game.taken) for game in rows.only("seq", "status")}


def _talks(names: Collection[str]) -> dict[str, str]:
    """The newest message of each talk."""
    games = {name.partition("/")[0] for name in names}
    messages = ChatMessage.objects.filter(game__in=games).values_list("game", "channel")
    newest = {
        talk_name(game, at): last for game, at, last in messages.annotate(Max("pk")).order_by()
    }
    return {name: str(newest.get(name, 0)) for name in names}


def pulse_of(game: Game) -> str:
    """The pulse of a game that was read together with its seats."""
    return _written(game, sum(not seat.is_free for seat in game.seats.all()))


def _written(game: Game, taken: int) -> str:
    return f"{game.seq}-{game.status}-{taken}"


@dataclass
class Watch:
    """One look a second for everybody in this process who waits for something to happen.

    A process may hold hundreds of open pages; asking the database once for each of them, every
    second, would make it busy with nothing.
    """

    every: float = 1.0
    _news: threading.Condition = field(default_factory=threading.Condition)
    _waiting: dict[int, frozenset[str]] = field(default_factory=dict)
    _known: dict[str, str] = field(default_factory=dict)
    _looker: threading.Thread | None = None

    def wait(self, known: Pulses, seconds: float) -> Pulses:
        """Wait until one of these games beats differently, or that long; what differs."""
        me = threading.get_ident()
        with self._news:
            self._waiting[me] = frozenset(known)
            self._look_on()
            try:
                self._news.wait_for(lambda: self._differing(known), timeout=seconds)
                return self._differing(known)
            finally:
                del self._waiting[me]

    def _differing(self, known: Pulses) -> Pulses:
        return {
            game: self._known[game]
            for game, pulse in known.items()
            if _is_news(self._known.get(game, pulse), pulse)
        }

    def _look_on(self) -> None:
        """Start the looker unless it looks; the caller holds the condition."""
        if self._looker is None:
            self._looker = threading.Thread(target=self._look, name="pulse", daemon=True)
            self._looker.start()

    def _look(self) -> None:
        """Look as long as somebody waits; whatever happens, somebody else may look afterwards."""
        pause = threading.Event()
        try:
            while watched := self._watched():
                pulses = _asked(watched)
                with self._news:
                    if pulses is not None:
                        self._known = pulses
                        self._news.notify_all()
                pause.wait(self.every)
        finally:
            with self._news:
                if self._looker is threading.current_thread():
                    self._looker = None
            connections.close_all()

    def _watched(self) -> frozenset[str]:
        """The games somebody waits for; if there are none, the looker is done."""
        with self._news:
            watched = frozenset[str]().union(*self._waiting.values())
            if not watched:
                self._looker = None
                self._known.clear()
            return watched


def _is_news(pulse: str, known: str) -> bool:
    """Whether a pulse differs and is no older; the looker may have looked before the reader."""
    return pulse != known and _entries(pulse) >= _entries(known)


def _entries(pulse: str) -> int:
    return int(pulse.partition("-")[0])


def _asked(watched: Collection[str]) -> dict[str, str] | None:
    """What the database says; nothing while it is away: pages simply wait on."""
    try:
        return pulses_of(watched)
    except AnyDatabaseError:
        connections.close_all()
        return None
