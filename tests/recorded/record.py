"""Records the games that every later version must replay: `python -m tests.recorded.record`.

A recorded game is never written again. To record anew what no released version has played, remove
the files and the index by hand first: `rm tests/recorded/*.wlog.jsonl tests/recorded/index.json`.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import sys
from pathlib import Path

from engine.kernel.canonical import canonical
from engine.kernel.core import Json
from engine.kernel.game import Position, view
from engine.kernel.log import write_log
from engine.registry import newest
from engine.simulate import Played, play, table
from engine.wallenstein.battle_events import TowerThrown
from tests.play.tables import Table
from tests.recorded.realms import REALMS, reigned
from tests.recorded.rulings import RULINGS, played_out

FOLDER = Path(__file__).resolve().parent
INDEX = FOLDER / "index.json"
RULESETS = ("wallenstein-2010", "wallenstein-2002")
SEED = 1648

# Line-up, choices and expansions of the games that are recorded of each new version. Those of the
# versions before are in the index; what they were played by is in their headers.
TABLES_2010 = (
    (3, "default", "orders", ()),
    (5, "draft", "ask", ()),
    (3, "draft", "orders", ("emperors_court",)),
    (4, "draft", "ask", ("landsknechte",)),
    (4, "default", "orders", ("emperors_court", "landsknechte")),
    (5, "default", "ask", ("emperors_court", "landsknechte")),
)
TABLES_2002 = ((3, "default", "orders", ()), (4, "draft", "ask", ()), (5, "default", "ask", ()))

# In turn; not all there are, so that another bot does not make other games of them.
BOTS = ("random", "marshal")

# Name to ruleset, players, and the options that are not the usual ones.
GAMES = {
    "-".join((f"{key}-v{newest(key).version}-{players}p-{line_up}-{choices}", *expansions)): (
        key,
        players,
        {"line_up": line_up, "choices": choices, **dict.fromkeys(expansions, "on")},
    )
    for key, tables in zip(RULESETS, (TABLES_2010, TABLES_2002), strict=True)
    for players, line_up, choices, expansions in tables
}


def path_of(name: str) -> Path:
    """Where a game is recorded."""
    return FOLDER / f"{name}.wlog.jsonl"


def played(name: str) -> Played | Table:
    """The game of that name, played by these bots, in turn, or by players of its own."""
    if name in RULINGS:
        return played_out(name)
    if name in REALMS:
        return reigned(name)
    ruleset, players, options = GAMES[name]
    bots = itertools.islice(itertools.cycle(BOTS), players)
    return play(table(ruleset, players, SEED, options, tuple(bots)), 0)


# What views have learned to say since the first games were recorded; all else is as it was.
ADDED = frozenset(("chapter",))


def index_line(game: Position, events: int, throws: int) -> Json:
    """What must come out of a recorded game, for ever."""
    views = [
        {name: shown for name, shown in view(game, seat).items() if name not in ADDED}
        for seat in (*game.header.seats, None)
    ]
    return {
        "events": events,
        "throws": throws,
        "head": game.head,
        "views": hashlib.sha256(canonical(views)).hexdigest(),
        "scores": view(game, None)["points"],
    }


def main() -> int:
    """Record the games that are not recorded yet; refuse where a trace of one is left."""
    index: dict[str, Json] = json.loads(INDEX.read_text("utf-8")) if INDEX.exists() else {}
    missing = [name for name in (*GAMES, *RULINGS, *REALMS) if not path_of(name).exists()]
    if not missing:
        print("every game is recorded; a recorded game is not written again", file=sys.stderr)
        return 1
    for name in missing:
        if name in index:
            print(f"{name} is in the index, but its file is gone: restore it", file=sys.stderr)
            return 1
    for name in missing:
        done = played(name)
        path_of(name).write_bytes(b"".join(write_log(done.game.header, done.entries)))
        throws = sum(entry.kind == TowerThrown.kind for entry in done.entries)
        index[name] = index_line(done.game, len(done.entries), throws)
        print(f"recorded {name}: {len(done.entries)} events")
    INDEX.write_text(json.dumps(index, indent=2) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
