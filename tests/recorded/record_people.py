"""Records a game of the service among people: `python -m tests.recorded.record_people`.

What the bots of the other recorded games never do is in it: answers replaced, withdrawn, drafted
and given by default, more time, a rest, a substitute, a replacement, and a fork. Signs, salts and
links come from one seed, and the clock stands where it is told to: recorded anew it is the same.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "people"
# `played` and `forked` beside them are from before everybody gave a reason; they stay as they are.
PLAYED, FORKED = FOLDER / "reasons.wlog.jsonl", FOLDER / "reasons-forked.wlog.jsonl"


def main() -> int:
    """Record the two games, on a database that is thrown away; never over what is recorded."""
    if PLAYED.exists() or FORKED.exists():
        print("the games are recorded; a recorded game is not written again", file=sys.stderr)
        return 1
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django  # noqa: PLC0415 the settings are named above

    django.setup()
    from django.test.runner import DiscoverRunner  # noqa: PLC0415 so do the models

    from tests.recorded.people_table import recorded  # noqa: PLC0415

    runner = DiscoverRunner(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        for path, data in zip((PLAYED, FORKED), recorded(), strict=True):
            path.write_bytes(data)
            print(f"recorded {path.name}: {len(data.splitlines()) - 1} entries")
    finally:
        runner.teardown_databases(databases)
    return 0


if __name__ == "__main__":
    sys.exit(main())
