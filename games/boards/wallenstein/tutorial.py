"""The tutorial of an edition: small positions, and what the real rules make of a learner's taps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from engine.devices.tower import DEFAULT_TOWER, TOWERS
from engine.kernel.core import Event, Json, Seat
from engine.registry import checked_options
from engine.text.lexicon import Words, language_of
from engine.text.voice import begun
from engine.wallenstein.board import COUNTIES
from engine.wallenstein.editions import Wallenstein
from engine.wallenstein.plan import plan_decision
from engine.wallenstein.scenario import PlayedScenario, opening, played_scenario
from engine.wallenstein.state import State
from engine.wallenstein.view import view
from engine.wallenstein.words.names import ACTION_NAMES, county_name
from engine.wallenstein.words.voice import Voice
from games.boards.board import Exhibit, Names, StoryPart, TowerPart, TurnPart
from games.boards.remarks import Remarks
from games.boards.tutorial import (
    BETWEEN,
    LaidCard,
    Offer,
    OfferNote,
    SceneLine,
    ShownScene,
    Walk,
    WrittenScene,
    WrittenTutorial,
    walk,
    way_of,
    words_in,
)
from games.boards.wallenstein.edition import Edition
from games.boards.wallenstein.map.part import MAP
from games.boards.wallenstein.map.picture import MapPicture, map_picture
from games.boards.wallenstein.points import points_picture
from games.boards.wallenstein.rulebook import RULEBOOK

TOWER: Final = TOWERS[DEFAULT_TOWER]
EXHIBITS: Final[Mapping[str, str]] = {
    "matrix": "boards/wallenstein/majority_matrix.html",
    "points": "boards/wallenstein/points.html",
}
# Of a position, what is said by county or by seat: the others stay as they were.
BY_NAME: Final = ("counties", "money", "grain")
# Of a scene's setting, what the rules get beside the position and the plan.
SCRIPT: Final = ("throws", "until")


class SceneMap(NamedTuple):
    """The map of a scene: the part of it that matters, and what on it is outlined."""

    picture: MapPicture
    frame: str
    chosen: str
    offered: Sequence[str]
    changed: Sequence[str]


@dataclass(frozen=True)
class WallensteinTutorial:
    """Scenes of a tutorial, played by a ruleset and shown with the parts of its board."""

    written: WrittenTutorial
    ruleset: Wallenstein
    edition: Edition
    turn: TurnPart
    story: StoryPart
    tower: TowerPart
    drawing_template: str = "boards/wallenstein/tutorial_map.html"
    styles: Sequence[str] = (*MAP.styles, "boards/wallenstein/css/mat.css")

    @property
    def minutes(self) -> int:
        """About how long it takes."""
        return self.written.minutes

    @property
    def scripts(self) -> Sequence[str]:
        """The cubes fall; a part of the map is close enough without zooming."""
        return self.tower.report_scripts

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
        """The position of each scene: its own laid over that of the scene before."""
        laid: dict[str, Json] = {}
        position: Json = {}
        for name, scene in self.written.scenes.items():
            own: Json = scene.setting.get("position", {})
            merged = {key: {**position.get(key, {}), **own[key]} for key in own if key in BY_NAME}
            position = {**position, **own, **merged}
            laid[name] = position
        return laid

    def scene(self, name: str, taps: str, language: str) -> ShownScene:
        """A scene after some taps; raises NoSuchScene."""
        written = self.written.scene(name)
        reached = walk(written, taps)
        done = reached.pick is None and bool(written.picks)
        before = opening(self.ruleset, self._options, self.positions[name])
        played = self.played(name, reached.taken) if done else None
        after = played.after if played else before
        names = {seat: begun(self.edition.text.seat(seat, language)) for seat in before.seats}
        return ShownScene(
            seat=self.seat,
            title=words_in(written.title, language),
            words=words_in(written.words, language),
            task=words_in(reached.pick.ask, language) if reached.pick else "",
            remark=words_in(reached.remark, language),
            offers=list(self._offers(before, written, reached, language)),
            laid=self._laid(before, written, reached, language),
            so_far=BETWEEN.join([*reached.taken, ""]),
            drawing=self._drawing(before, after, reached, language, names),
            exhibits=list(self._exhibits(written, after, language, names, done=done)),
            is_done=done,
            why=words_in(written.why, language) if done else "",
            report=list(self._report(written, played.events, language, names)) if played else [],
            rule=(RULEBOOK.game, *written.rule) if written.rule else None,
        )

    def played(self, name: str, taken: Sequence[str]) -> PlayedScenario | None:
        """What the rules make of a scene whose taps are all made; none where nothing is planned."""
        written = self.written.scene(name)
        plan = self._plan(written, taken)
        if not plan["boxes"]:
            return None
        script: Json = {key: written.setting[key] for key in SCRIPT if key in written.setting}
        scenario = {**self.positions[name], **script, "plans": {self.seat: plan}}
        return played_scenario(self.ruleset, self._options, scenario)

    @cached_property
    def _options(self) -> dict[str, str]:
        return checked_options(self.ruleset, {})

    def _plan(self, written: WrittenScene, taken: Sequence[str]) -> Json:
        """The plan that some taps make: a card in a box, and where its armies march."""
        tapped = {pick.kind: value for pick, value in zip(written.picks, taken, strict=False)}
        box = tapped.get("box") or written.setting.get("box")
        if not box or "card" not in tapped:
            return {"boxes": {}}
        plan: Json = {"boxes": {box: tapped["card"]}}
        if "target" in tapped:
            plan["moves"] = {box: [{"to": tapped["target"], "leave": 1}]}
        return plan

    def _remarks(
        self, state: State, written: WrittenScene, taken: Sequence[str], language: str
    ) -> Remarks:
        """What the planning mat would say to these taps."""
        plan = self._plan(written, taken)
        return self.turn.remarks(state, plan_decision(state, self.seat), plan, [], language, TOWER)

    def _offers(
        self, state: State, written: WrittenScene, reached: Walk, language: str
    ) -> Iterator[Offer]:
        pick = reached.pick
        for value in pick.offers if pick else ():
            taken = (*reached.taken, value)
            way = way_of(reached.taken, value)
            if pick and pick.kind == "box":
                yield Offer(way, ACTION_NAMES[value][language_of(language)], f"action-{value}")
                continue
            remarks = self._remarks(state, written, taken, language)
            odds = next(iter(remarks.odds.values()), None)
            notes = [] if odds else _notes(state, value)
            yield Offer(way, county_name(value), notes=notes, odds=odds)

    def _laid(
        self, state: State, written: WrittenScene, reached: Walk, language: str
    ) -> LaidCard | None:
        """The box the card is meant for, with what the mat says when it lies there."""
        tapped = {pick.kind: at for at, pick in enumerate(written.picks[: len(reached.taken)])}
        at = tapped.get("box")
        box = reached.taken[at] if at is not None else written.setting.get("box")
        if not box:
            return None
        card = reached.taken[tapped["card"]] if "card" in tapped else ""
        remarks = self._remarks(state, written, reached.taken, language)
        tip = remarks.tips.get(f"boxes.{box}", {}).get("text", "") if reached.pick is None else ""
        title = ACTION_NAMES[box][language_of(language)]
        return LaidCard(f"action-{box}", title, county_name(card) if card else "", tip)

    def _drawing(
        self, before: State, after: State, reached: Walk, language: str, names: Names
    ) -> SceneMap:
        shown = view(after, self.seat)
        changes = MAP.changes(view(before, self.seat), shown, language, names)
        frame = " ".join(map(str, self.written.setting["frame"]))
        offered = reached.pick.offers if reached.pick else ()
        return SceneMap(
            picture=map_picture(shown, language, names),
            frame=frame,
            chosen=next((one for one in reached.taken if one in COUNTIES), ""),
            offered=[one for one in offered if one in COUNTIES],
            changed=[one.id for one in changes if one.is_taken or one.id in reached.taken],
        )

    def _exhibits(
        self, written: WrittenScene, state: State, language: str, names: Names, *, done: bool
    ) -> Iterator[Exhibit]:
        """What brings points, where the scene shows that before or after the season."""
        shows = written.setting.get("shows", {}).get("after" if done else "before")
        if shows:
            voice = Voice.of(language, names, self.edition.words.accounts)
            shown = view(state, self.seat)
            picture = points_picture(shown, self.edition.rules, voice)
            yield Exhibit(EXHIBITS[shows], picture)

    def _report(
        self, written: WrittenScene, events: Sequence[Event[Any]], language: str, names: Names
    ) -> Iterator[SceneLine]:
        """The sentences of the real report that the scene is about, with their throws."""
        tells = written.setting.get("tells", ())
        throws = {id(events[at]): throw for at, throw in self.tower.throws(events, language, names)}
        for paragraph in self.story.paragraphs(events, language, names, self.seat):
            for line in paragraph.lines:
                # Where a matrix or a throw is shown, nobody needs the same in words.
                throw = throws.get(id(line.events[0]))
                if line.events[0].kind in tells and (throw or not line.aside):
                    yield SceneLine(line.text, throw)


def _notes(state: State, county: str) -> list[OfferNote]:
    """What a county card says, as in a hand on the mat."""
    card, stands = COUNTIES[county], state.counties[county]
    notes = [
        OfferNote("s-coin", _("tax"), str(card.tax)),
        OfferNote("s-grain", _("grain"), str(card.grain)),
        OfferNote("s-army", _("armies"), str(stands.armies)),
    ]
    if stands.revolt:
        notes.append(OfferNote("s-revolt", _("revolt markers"), str(stands.revolt), bad=True))
    return notes
