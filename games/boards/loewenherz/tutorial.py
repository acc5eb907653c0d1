"""The tutorial: a small position, and what the real rules make of a learner's taps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from engine.kernel.core import Decision, Event, Json, Seat, Turn
from engine.loewenherz.answers import DECK, LISTS, PLAY, SELL
from engine.loewenherz.board import INDEX, SIDES
from engine.loewenherz.cards import CARDS
from engine.loewenherz.options import decisions
from engine.loewenherz.ruleset import Loewenherz
from engine.loewenherz.scenario import PlayedTurns, ScriptedDeck, answer_state, opening
from engine.loewenherz.state import Realm
from engine.loewenherz.turns import begin_turn
from engine.loewenherz.view import view
from engine.registry import checked_options
from engine.text.lexicon import Words
from engine.text.voice import begun
from games.boards.board import Exhibit, Names, StoryPart
from games.boards.loewenherz.cards import CardPicture
from games.boards.loewenherz.map.part import MAP
from games.boards.loewenherz.map.picture import (
    SIZE,
    BoardPicture,
    Spot,
    board_picture,
    corner_of,
    side_path,
)
from games.boards.loewenherz.names import DEED_NAMES, counted, deed_symbol
from games.boards.loewenherz.rulebook import RULEBOOK
from games.boards.loewenherz.turn.outlook import outlook
from games.boards.tutorial import (
    BETWEEN,
    LaidCard,
    Offer,
    SceneLine,
    ShownScene,
    Walk,
    WrittenScene,
    WrittenTutorial,
    walk,
    way_of,
    words_in,
)

# Of the position after a turn, what the next scene begins with.
CARRIED: Final = (
    *("castles", "knights", "borders", "alliances", "money", "points", "hands", "market"),
)
CARD_TEMPLATE: Final = "boards/loewenherz/tutorial_card.html"
PURSES_TEMPLATE: Final = "boards/loewenherz/tutorial_purses.html"


class SquareTap(NamedTuple):
    """A square that can be tapped, and whether it is one of those that are lit."""

    id: str
    name: str
    spot: Spot
    lit: bool


class SideTap(NamedTuple):
    """A side that can be tapped."""

    id: str
    name: str
    path: str


class SceneBoard(NamedTuple):
    """The board of a scene: the part of it that matters, and what can be tapped there."""

    picture: BoardPicture
    frame: str
    chosen: str
    squares: Sequence[SquareTap]
    sides: Sequence[SideTap]


class PurseLine(NamedTuple):
    """What somebody has, in words."""

    seat: Seat
    name: str
    points: str
    ducats: str
    cards: str


class AskedTurn(NamedTuple):
    """A position in which the learner's turn has begun, and the question for it."""

    state: Realm
    decision: Decision


@dataclass(frozen=True)
class LoewenherzTutorial:
    """Scenes of a tutorial, played by the rules and told by the real report."""

    written: WrittenTutorial
    ruleset: Loewenherz
    story: StoryPart
    drawing_template: str = "boards/loewenherz/tutorial_board.html"
    styles: Sequence[str] = (*MAP.styles, "boards/loewenherz/css/tutorial.css")
    # A part of the board is close enough without zooming.
    scripts: Sequence[str] = ()

    @property
    def minutes(self) -> int:
        """About how long it takes."""
        return self.written.minutes

    @property
    def scenes(self) -> Mapping[str, Words]:
        """The titles of the scenes by name, in their order."""
        return {name: scene.title for name, scene in self.written.scenes.items()}

    @property
    def seat(self) -> Seat:
        """Whom the learner plays."""
        seat: Seat = self.written.setting["seat"]
        return seat

    @cached_property
    def positions(self) -> Mapping[str, Json]:
        """The position of each scene: its own laid over what the right taps before it led to."""
        laid: dict[str, Json] = {}
        position: Json = {"turn": self.seat}
        for name, scene in self.written.scenes.items():
            position = {**position, **scene.setting.get("position", {})}
            laid[name] = position
            answer = self._answer(scene, [pick.right[0] for pick in scene.picks])
            if answer:
                played = self._played(position, answer)
                after = answer_state(played)
                position = {**position, **{key: after[key] for key in CARRIED}}
                position["deck"] = list(_deck_of(played))
        return laid

    def scene(self, name: str, taps: str, language: str) -> ShownScene:
        """A scene after some taps; raises NoSuchScene."""
        written = self.written.scene(name)
        reached = walk(written, taps)
        done = reached.pick is None and bool(written.picks)
        asked = self.asked(name)
        played = self.played(name, reached.taken) if done else None
        after = played.state if played else asked.state
        text = self.ruleset.text()
        names = {seat: begun(text.seat(seat, language)) for seat in after.seats}
        return ShownScene(
            seat=self.seat,
            title=words_in(written.title, language),
            words=words_in(written.words, language),
            task=words_in(reached.pick.ask, language) if reached.pick else "",
            remark=words_in(reached.remark, language),
            offers=list(self._offers(reached)),
            laid=self._laid(asked, written, reached, language, names),
            so_far=BETWEEN.join([*reached.taken, ""]),
            drawing=self._drawing(after, reached, language, names),
            exhibits=[Exhibit(PURSES_TEMPLATE, list(self._purses(after, names)))],
            is_done=done,
            why=words_in(written.why, language) if done else "",
            report=self._report(written, played.turn.events, language, names) if played else [],
            rule=(RULEBOOK.game, *written.rule) if written.rule else None,
        )

    def asked(self, name: str) -> AskedTurn:
        """The learner's turn as it is asked for in a scene: what mines pay is paid."""
        state, cards, deck = opening(self.ruleset, self._options, self.positions[name])
        turn = Turn(state, {}, ScriptedDeck(self.ruleset, cards, deck))
        begin_turn(turn)
        decision = decisions(turn.state)[0]
        known = {handle: cards[handle] for handle in decision.options["hand"]}
        return AskedTurn(
            turn.state, replace(decision, options={**decision.options, "known": known})
        )

    def played(self, name: str, taken: Sequence[str]) -> PlayedTurns | None:
        """What the rules make of a scene whose taps are all made; none where nothing is played."""
        answer = self._answer(self.written.scene(name), taken)
        return self._played(self.positions[name], answer) if answer else None

    @cached_property
    def _options(self) -> dict[str, str]:
        return checked_options(self.ruleset, {})

    def _played(self, position: Json, answer: Json) -> PlayedTurns:
        state, cards, deck = opening(self.ruleset, self._options, position)
        chance = ScriptedDeck(self.ruleset, cards, deck)
        played = PlayedTurns(self.ruleset, state, chance, [{"seat": self.seat, **answer}])
        played.play(1)
        return played

    def _answer(self, written: WrittenScene, taken: Sequence[str]) -> Json:
        """The turn that some taps make; nothing before it is said what is done with which card."""
        tapped = _tapped(written, taken)
        card, deed = tapped.get("card"), tapped.get("deed")
        if not card or not deed:
            return {}
        answer: Json = {"card": card, "do": SELL}
        if deed != SELL:
            place = tapped.get("square") or tapped.get("side")
            answer = {"card": card, "do": PLAY, "action": deed}
            answer[LISTS[deed]] = [place] if place else []
            if deed == "expand":
                # Only one domain of the learner's is told of.
                answer["domain"] = self.written.setting["domain"]
        return {**answer, "refill": [tapped["refill"]]} if "refill" in tapped else answer

    def _offers(self, reached: Walk) -> Iterator[Offer]:
        """Cards and what can be done with them; places are tapped on the board."""
        pick = reached.pick
        if pick is None or pick.kind in ("square", "side"):
            return
        for value in pick.offers:
            way = way_of(reached.taken, value)
            if value in CARDS:
                card = CardPicture(value)
                yield Offer(way, card.title, picture=Exhibit(CARD_TEMPLATE, card))
            elif value == DECK:
                yield Offer(way, begun(_("from the deck")), "s-hidden")
            else:
                yield Offer(way, str(DEED_NAMES[value]), deed_symbol(value))

    def _laid(
        self,
        asked: AskedTurn,
        written: WrittenScene,
        reached: Walk,
        language: str,
        names: Names,
    ) -> LaidCard | None:
        """The card, what is done with it, and what the form would say to that."""
        tapped = _tapped(written, reached.taken)
        card, deed = tapped.get("card"), tapped.get("deed")
        if not card:
            return None
        tip = ""
        if deed and reached.pick is None:
            handle = next(
                one for one, name in asked.decision.options["known"].items() if name == card
            )
            answer = {**self._answer(written, reached.taken), "card": handle}
            ahead = outlook(asked.state, asked.decision, answer, language, names)
            # What is left in the end stands in everybody's purse.
            tip = " ".join(ahead.sentences[:-1])
        symbol = deed_symbol(deed) if deed else "s-hidden"
        title = str(DEED_NAMES[deed]) if deed else _("Your card")
        return LaidCard(symbol, title, CardPicture(card).title, tip)

    def _drawing(self, state: Realm, reached: Walk, language: str, names: Names) -> SceneBoard:
        picture = board_picture(view(state), language, names)
        frame: list[int] = self.written.setting["frame"]
        pick = reached.pick
        lit = pick.offers if pick else ()
        places = [one for one in reached.taken if one in INDEX or one in SIDES]
        squares = [
            SquareTap(one.id, one.sentence, one.corner, one.id in lit)
            for row in picture.rows
            for one in row.squares
            if _is_inside(corner_of(one.id), frame)
        ]
        sides = [
            SideTap(one, _("Border %(side)s") % {"side": one}, side_path(one))
            for one in lit
            if one in SIDES
        ]
        return SceneBoard(
            picture=picture,
            frame=" ".join(map(str, frame)),
            chosen=places[-1] if places else "",
            squares=squares if pick else (),
            sides=sides,
        )

    def _purses(self, state: Realm, names: Names) -> Iterator[PurseLine]:
        for seat in state.seats:
            yield PurseLine(
                seat,
                _("You") if seat == self.seat else names[seat],
                _("%(points)s of %(goal)d points")
                % {"points": state.points[seat], "goal": state.goal},
                counted(state.money[seat], "ducat"),
                counted(len(state.hands[seat]), "card"),
            )

    def _report(
        self, written: WrittenScene, events: Sequence[Event[Any]], language: str, names: Names
    ) -> list[SceneLine]:
        """The sentences of the real report that the scene is about."""
        tells = written.setting.get("tells", ())
        return [
            SceneLine(line.text, None)
            for paragraph in self.story.paragraphs(events, language, names, self.seat)
            for line in paragraph.lines
            if any(event.kind in tells for event in line.events)
        ]


def _tapped(written: WrittenScene, taken: Sequence[str]) -> dict[str, str]:
    """What was tapped, by its kind, with what a scene has laid ready."""
    ready = {kind: written.setting[kind] for kind in ("card", "deed") if kind in written.setting}
    return ready | {pick.kind: one for pick, one in zip(written.picks, taken, strict=False)}


def _deck_of(played: PlayedTurns) -> Sequence[str]:
    chance = played.turn.chance
    return chance.deck if isinstance(chance, ScriptedDeck) else ()


def _is_inside(corner: Spot, frame: Sequence[int]) -> bool:
    left, top, width, height = frame
    return left <= corner.x <= left + width - SIZE and top <= corner.y <= top + height - SIZE
