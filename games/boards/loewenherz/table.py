"""What lies on the table beside the board: points, ducats, domains, mines, cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _

from engine.kernel.core import Json, Notation, Seat
from engine.loewenherz.board import MINES
from engine.loewenherz.land import NEUTRAL
from games.boards.board import Names
from games.boards.loewenherz.cards import CardPicture, heaped
from games.boards.loewenherz.map.picture import BoardPicture, board_picture, mark_of
from games.boards.loewenherz.names import PHASES, counted, mined, whose


@dataclass(frozen=True)
class DomainLine:
    """A domain: its castle, what its land is worth, its knights, and whom it is allied with."""

    castle: str
    points: int
    knights: int
    squares: int
    allies: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """The same in words."""
        parts = [counted(self.points, "point"), counted(self.knights, "knight")]
        if self.allies:
            parts.append(_("allied with %(castles)s") % {"castles": ", ".join(self.allies)})
        return ", ".join(parts)


@dataclass(frozen=True)
class MineLine:
    """The mines of a kind in somebody's domains."""

    kind: str
    name: str
    count: int
    is_monopoly: bool


@dataclass(frozen=True)
class Estate:
    """What a colour has: a player's, or with two players the neutral one's."""

    seat: Seat
    mark: str
    name: str
    points: int
    goal: int
    ducats: int
    # What the next income pays.
    income: int
    knights: int
    domains: tuple[DomainLine, ...]
    mines: tuple[MineLine, ...]
    # A card that everybody has seen, or none for a back.
    hand: tuple[CardPicture | None, ...]
    won: bool
    to_play: bool

    @property
    def hidden(self) -> int:
        """How many backs the others see."""
        return sum(card is None for card in self.hand)

    @property
    def open_cards(self) -> list[CardPicture]:
        """The cards in the hand that everybody has seen."""
        return [card for card in self.hand if card is not None]

    @property
    def progress(self) -> int:
        """The points in hundredths of the goal."""
        return max(0, min(100, 100 * self.points // self.goal))


@dataclass(frozen=True)
class BoardTabletop:
    """Everything on the table, ready to be drawn; the board only when it is wanted."""

    title: str
    phase: str
    finished: bool
    tie_break: str
    goal: int
    map: Callable[[], BoardPicture]
    players: tuple[Estate, ...]
    neutral: Estate | None
    # What the reader alone knows.
    own_hand: tuple[CardPicture, ...]
    market: Sequence[CardPicture]
    played: Sequence[CardPicture]
    played_count: int
    deck: int
    next_card: str
    borders: int

    @property
    def house_cards(self) -> bool:
        """Whether a card of our own making lies open before the reader."""
        hands = [card for player in self.players for card in player.open_cards]
        return any(card.house for card in (*self.own_hand, *self.market, *self.played, *hands))


@dataclass(frozen=True)
class LoewenherzTable:
    """The table of a game."""

    text: Notation
    template: str = "boards/loewenherz/board.html"
    players_template: str = "boards/loewenherz/players.html"
    points_template: str = "boards/loewenherz/market.html"
    cards_template: str = "boards/loewenherz/played.html"

    def table(self, view: Json, language: str, names: Names, place: str = "") -> BoardTabletop:
        """The table as somebody may see it."""
        return BoardTabletop(
            title=self.text.chapter(view["chapter"], language) or _("Before the first castle"),
            phase=phase_words(view, language, names),
            finished=view["finished"],
            tie_break=tie_break(view),
            goal=view["goal"],
            map=partial(board_picture, view, language, names),
            players=estates(view, language, names),
            neutral=_neutral(view, language, names) if view["neutral"] else None,
            own_hand=own_hand(view),
            market=heaped(view["market"]),
            played=heaped(view["played"]),
            played_count=len(view["played"]),
            deck=view["deck"],
            next_card=view["next_card"],
            borders=view["supply"]["borders"],
        )


def phase_words(view: Json, language: str, names: Names) -> str:
    """What is going on: whose turn it is, and where that is not all, in which part of the game."""
    parts = [str(PHASES[view["phase"]])]
    if view["turn"] and not view["finished"]:
        parts.append(_("%(who)s to play") % {"who": whose(view["turn"], language, names)})
    return " · ".join(filter(None, parts))


def tie_break(view: Json) -> str:
    """H-18, H-22: what decided where the most points were not enough; nothing where they were."""
    most = max(view["points"].values())
    best = [seat for seat, points in view["points"].items() if points == most]
    if not view["finished"] or len(best) < 2:
        return ""
    if len(view["winners"]) > 1:
        return _("Points and ducats are equal: the victory is shared.")
    return _("Points are equal: the most ducats decide.")


def own_hand(view: Json) -> tuple[CardPicture, ...]:
    """The cards that the reader holds, the one held longest first."""
    asked = (question["options"] for question in view.get("decisions", ()))
    options = next((one for one in asked if "hand" in one and "known" in one), None)
    hidden = view.get("known", {})
    # Nobody asks whoever waits for a deserter's victim, and their cards are theirs all the same.
    hands = view["hands"].values()
    hand = options["hand"] if options else next((h for h in hands if {*h} & {*hidden}), ())
    known = {**view["open"], **hidden, **(options["known"] if options else {})}
    return tuple(
        CardPicture(known[handle], handle=handle, seen=handle in view["open"])
        for handle in hand
        if handle in known
    )


def estates(view: Json, language: str, names: Names) -> tuple[Estate, ...]:
    """The players; after the end the best first."""
    players = tuple(_estate(view, seat, language, names) for seat in view["points"])
    if not view["finished"]:
        return players
    return tuple(sorted(players, key=lambda one: (not one.won, -one.points, -one.ducats)))


def domains_of(view: Json, colour: str) -> tuple[DomainLine, ...]:
    """The domains of a colour, in the order of the board."""
    pairs = [*view["alliances"], *(pair[::-1] for pair in view["alliances"])]
    return tuple(
        DomainLine(
            castle=one["castle"],
            points=one["points"],
            knights=len(one["knights"]),
            squares=len(one["squares"]),
            allies=tuple(other for castle, other in pairs if castle == one["castle"]),
        )
        for one in view["domains"]
        if one["owner"] == colour
    )


def _estate(view: Json, seat: Seat, language: str, names: Names) -> Estate:
    mines, held = view["mines"][seat], view["monopolies"][seat]
    seen = view["open"]
    return Estate(
        seat=seat,
        mark=seat,
        name=whose(seat, language, names),
        points=view["points"][seat],
        goal=view["goal"],
        ducats=view["money"][seat],
        income=len(mines),
        knights=view["supply"]["knights"][seat],
        domains=domains_of(view, seat),
        mines=tuple(
            MineLine(kind, mined(kind), mines[kind], kind in held)
            for kind in MINES.values()
            if kind in mines
        ),
        hand=tuple(
            CardPicture(seen[handle]) if handle in seen else None for handle in view["hands"][seat]
        ),
        won=seat in view["winners"],
        to_play=seat == view["turn"] and not view["finished"],
    )


def _neutral(view: Json, language: str, names: Names) -> Estate:
    """The colour nobody plays: it has domains and knights, and nothing else."""
    return Estate(
        seat=NEUTRAL,
        mark=mark_of(NEUTRAL),
        name=whose(NEUTRAL, language, names),
        points=0,
        goal=view["goal"],
        ducats=0,
        income=0,
        knights=view["supply"]["knights"][NEUTRAL],
        domains=domains_of(view, NEUTRAL),
        mines=(),
        hand=(),
        won=False,
        to_play=False,
    )
