"""Every throw of a game with all that is needed to check it, from what everybody may read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from engine.devices.tower import throw, tower_named
from engine.kernel.chance import step_key, stream
from engine.kernel.core import Json, Seat
from engine.kernel.game import decode, new_game
from engine.kernel.journal import AnswerSealed, ForkBegan, StepBegan
from engine.kernel.log import Entry
from engine.registry import ruleset_of
from games.access import Viewer
from games.boards import board_of, chapter_words
from games.log import store
from games.models import Game
from games.names import names_of

WORDS_SHOWN: Final = 4
# Where cubes lie around a throw, in the order in which they get there.
PLACES: Final = (
    ("tray_before", gettext_lazy("Was in the tray")),
    ("thrown", gettext_lazy("Thrown in, with that")),
    ("lodged_before", gettext_lazy("Inside before")),
    ("fell", gettext_lazy("Fell out")),
    ("lodged_after", gettext_lazy("Inside after")),
    ("tray_after", gettext_lazy("Stays in the tray")),
)


@dataclass(frozen=True)
class Step:
    """A step's part in chance: the link it opened, and the digests of the answers it rests on."""

    number: int
    seq: int
    game: str
    link: str
    before: str
    digests: Sequence[str]

    @property
    def key(self) -> bytes:
        """What everything random in the step follows from."""
        return step_key(bytes.fromhex(self.link), self.game, self.number, self.digests)

    def to_json(self) -> Json:
        """The same for a browser that checks it."""
        return {
            "step": self.number,
            "game": self.game,
            "digests": list(self.digests),
        }


@dataclass(frozen=True)
class AuditedThrow:
    """A throw: what was thrown why, what fell, what it came to, and the words that decided it."""

    number: int
    seq: int
    step: Step
    chapter: str
    action: str
    county: str
    seats: frozenset[Seat]
    cause: str
    result: str
    record: Json
    heaps: Mapping[str, Mapping[str, int]]
    colours: Sequence[tuple[str, str]]
    words: Sequence[str]
    holds: bool

    @property
    def rows(self) -> Iterator[tuple[str, Promise, list[int]]]:
        """The cubes at each place, a number for each of the colours."""
        for place, title in PLACES:
            heap = self.heaps[place]
            yield place, title, [heap.get(colour, 0) for colour, _name in self.colours]

    def to_json(self) -> Json:
        """What a browser needs to throw again, and to compare with the throw before."""
        tray = {"before": self.heaps["tray_before"], "after": self.heaps["tray_after"]}
        return {"step": self.step.number, "number": self.number, "tray": tray, **self.record}


@dataclass(frozen=True)
class ThrowAudit:
    """Everything that was left to chance in a tower, and what chance itself rests on."""

    game: Game
    # What each chain began with, the game's and that of each fork, by its first step.
    anchors: Sequence[tuple[int, str]]
    steps: Sequence[Step]
    throws: Sequence[AuditedThrow]

    def of(self, seat: Seat) -> list[AuditedThrow]:
        """The throws that decided about a seat."""
        return [thrown for thrown in self.throws if seat in thrown.seats]

    def before(self, shown: Sequence[AuditedThrow]) -> list[AuditedThrow]:
        """The throws that left what some others begin with, where they are not among those."""
        numbers = {thrown.number for thrown in shown}
        wanted = {number - 1 for number in numbers} - numbers
        return [thrown for thrown in self.throws if thrown.number in wanted]

    def to_json(self, shown: Sequence[AuditedThrow]) -> Json:
        """Some throws for a browser, with those before, all links and the model of the tower."""
        tower = tower_named(self.game.tower)
        model = {"lodge": list(tower.lodge), "stay": list(tower.stay)} if tower else None
        return {
            "tower": model,
            "links": [step.link for step in self.steps],
            "steps": {thrown.step.number: thrown.step.to_json() for thrown in shown},
            "throws": {thrown.seq: thrown.to_json() for thrown in shown},
            "before": [thrown.to_json() for thrown in self.before(shown)],
        }


def audit(viewer: Viewer, language: str) -> ThrowAudit:
    """The throws of a game so far; no secret is opened for it."""
    game = viewer.game
    entries = store.public_entries_of(game, until=game.seq)
    header = store.header_of(game)
    steps = list(_steps(header.anchor, header.game, entries))
    forks = [entry.payload for entry in entries if entry.kind == ForkBegan.kind]
    anchors = [(1, header.anchor), *((fork["step"] + 1, fork["anchor"]) for fork in forks)]
    return ThrowAudit(game, anchors, steps, list(_throws(game, steps, entries, language)))


def _steps(anchor: str, name: str, entries: Sequence[Entry]) -> Iterator[Step]:
    digests = {e.seq: e.secret_digest or "" for e in entries if e.kind == AnswerSealed.kind}
    for entry in entries:
        if entry.kind == ForkBegan.kind:
            name, anchor = entry.payload["game"], entry.payload["anchor"]
        elif entry.kind == StepBegan.kind:
            payload = entry.payload
            parts = [digests[seq] for seq in payload["answers"]]
            yield Step(payload["step"], entry.seq, name, payload["link"], anchor, parts)
            anchor = payload["link"]


def _throws(
    game: Game, steps: Sequence[Step], entries: Sequence[Entry], language: str
) -> Iterator[AuditedThrow]:
    board_tower, tower = board_of(game.ruleset).tower, tower_named(game.tower)
    if board_tower is None or tower is None:
        return
    ruleset = ruleset_of(game.ruleset, game.version)
    names, events = names_of(game, language), [decode(ruleset, entry) for entry in entries]
    chapters = _running([event.opens_chapter() for event in events])
    words, before_first = ruleset.text(), str(chapter_words(game.ruleset).before_first)
    state = new_game(ruleset, store.header_of(game)).state
    stories = board_tower.stories(state, events, language, names)
    for number, story in enumerate(stories, 1):
        entry = entries[story.place]
        step = next(step for step in reversed(steps) if step.seq < entry.seq)
        record = entry.payload["throw"]
        heaps = _heaps(record, story.tray_before, story.tray_after)
        source = stream(step.key, record["stream"])
        fell = throw(tower, source, record["thrown"], record["lodged"])
        again = stream(step.key, record["stream"])
        yield AuditedThrow(
            number=number,
            seq=entry.seq,
            step=step,
            chapter=words.chapter(chapters[story.place], language) or before_first,
            action=story.action,
            county=story.county,
            seats=story.seats,
            cause=story.cause,
            result=story.result,
            record=record,
            heaps=heaps,
            # Nothing lies in the tray afterwards that was neither thrown nor inside.
            colours=board_tower.colours({*record["thrown"], *record["lodged"]}, names),
            words=[f"{word:016x}" for word in again.words(WORDS_SHOWN)],
            holds=fell == record["fell"],
        )


def _heaps(
    record: Json, before: Mapping[str, int], after: Mapping[str, int]
) -> dict[str, Mapping[str, int]]:
    """The cubes at each place around a throw."""
    inside: Counter[str] = Counter(record["lodged"]) + Counter(record["thrown"])
    stays = inside - Counter(record["fell"])
    return {
        "tray_before": before,
        "thrown": record["thrown"],
        "lodged_before": record["lodged"],
        "fell": record["fell"],
        "lodged_after": stays,
        "tray_after": after,
    }


def _running(openings: Sequence[str]) -> list[str]:
    """The chapter of each event, from the events that begin one; before the first there is none."""
    running, now = [], ""
    for opened in openings:
        now = opened or now
        running.append(now)
    return running
