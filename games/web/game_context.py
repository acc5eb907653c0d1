"""What every page about a game knows: whose it is, where its links lead, what is new."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest

from engine.kernel.core import Seat
from games.access import Viewer
from games.boards import board_of
from games.language import spoken
from games.models import GOING_ON, Game
from games.names import chapter_name
from games.read import talk
from games.read.change_feed import pulse_of
from games.read.referee_log import goes_on_at
from games.read.since import since_last_turn
from games.read.unread import unread_story
from games.web.requests import invite_of


@dataclass(frozen=True)
class MyQuestions:
    """What a game asks a viewer: the first question, and the first that the game waits for."""

    first: str = ""
    pressing: str = ""
    running: bool = False
    # What kind of question the pressing one is.
    kind: str = ""

    @property
    def calling(self) -> bool:
        """Whether it is the viewer's turn."""
        return self.running and bool(self.pressing)


def about_game(
    request: HttpRequest, viewer: Viewer, asked: MyQuestions | None = None
) -> dict[str, Any]:
    """For the navigation, the news and every link of a page about a game.

    A page that knows what the viewer is `asked` spares a question to the database.
    """
    game = viewer.game
    mine = questions_to(viewer) if asked is None else asked
    return {
        "game": game,
        "board": board_of(game.ruleset),
        "viewer": viewer,
        "my_question": mine.first,
        "my_turn": mine.calling,
        "unread_talk": talk.number_unread(viewer, request.user),
        "pulse": pulse_of(game),
        "goes_on_at": goes_on_at(game),
        # Asked for only by pages that show it.
        "unread_chapters": partial(unread_story, viewer, request.user.pk, spoken()),
        "since_turn": partial(since_last_turn, viewer, spoken()) if mine.calling else None,
        **ways_on(request),
    }


def look_of(request: HttpRequest, viewer: Viewer, names: Mapping[Seat, str]) -> list[str]:
    """All that decides how the open part of a board looks; what is equal is drawn once.

    Where hands are hidden, a board is drawn for each seat: nothing is open that shows one of them.
    """
    game = viewer.game
    hand = viewer.seat_key or "" if game.veil else ""
    return [game.pk, str(game.seq), hand, spoken(), invite_of(request), *names.values()]


def ways_on(request: HttpRequest) -> dict[str, str]:
    """How addresses of a game go on for whoever came by an invitation.

    `keep` ends an address, `ask` begins a question of its own.
    """
    invite = invite_of(request)
    query = urlencode({"invite": invite}) if invite else ""
    return {
        "invite": invite,
        "keep": f"?{query}" if query else "",
        "ask": f"?{query}&" if query else "?",
    }


def questions_to(viewer: Viewer) -> MyQuestions:
    """What a game that goes on asks a viewer now."""
    if viewer.seat_key is None or viewer.game.status not in GOING_ON:
        return MyQuestions()
    asked = viewer.game.open_decisions.filter(seat=viewer.seat_key).order_by("optional", "pk")
    open_now = list(asked)
    pressing = (one for one in open_now if not one.optional and one.sealed_seq is None)
    first, next_one = next(iter(open_now), None), next(pressing, None)
    return MyQuestions(
        first=first.decision if first else "",
        pressing=next_one.decision if next_one else "",
        running=viewer.game.status == Game.Status.RUNNING,
        kind=next_one.kind if next_one else "",
    )


@dataclass(frozen=True)
class NextStep:
    """The question that waits for the viewer while they read, and what it calls for."""

    question: str
    words: str
    chapter: str


def next_step(viewer: Viewer) -> NextStep | None:
    """What the viewer has to do next; nothing while the game does not wait for them."""
    mine, game = questions_to(viewer), viewer.game
    if not mine.calling or game.trouble:
        return None
    words = board_of(game.ruleset).turn.call(mine.kind)
    return NextStep(mine.pressing, words, chapter_name(game, spoken()))
