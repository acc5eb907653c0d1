"""Checks a game of Wallenstein by Post on your own computer, without trusting who ran it.

    python3 verify_game.py GAME.wlog.jsonl
    python3 verify_game.py GAME.wlog.jsonl --signed HEADS.json --keys KEYS.json --head HASH

One file, nothing but Python (3.9 or later), made to the description in docs/audit.md: it shares no
code with the site, which also hands it out as verify_wallenstein.py. It proves every game whose
table it has; of another one it proves what needs no table, unless you give it one: --table FILE.
It exits with 0 if everything held, 1 if something is wrong, 2 if unsure.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from games.trust.verifier.audit import check
from games.trust.verifier.encoding import Unusable, parsed
from games.trust.verifier.wording import told, verdict

EXIT = {"OK": 0, "FAILED": 1, "NOT FULLY CHECKED": 2}


def main(arguments: list[str] | None = None) -> int:
    """Check the files named on the command line."""
    parser = argparse.ArgumentParser(description="Checks games of Wallenstein by Post.")
    parser.add_argument("log", nargs="+", help="a game, *.wlog.jsonl")
    parser.add_argument("--signed", action="append", default=[], help="signed heads or receipts")
    parser.add_argument("--keys", help="the site's public keys, /.well-known/wallenstein-keys.json")
    parser.add_argument("--head", action="append", default=[], help="a head you noted, 64 digits")
    parser.add_argument("--table", action="append", default=[], help="the table of a game, JSON")
    parser.add_argument("--brief", action="store_true", help="one line a game, no report")
    given = parser.parse_args(arguments)
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")
    ends = {_checked(name, given) for name in given.log}
    return 1 if 1 in ends else max(ends)


def _checked(name: str, given: argparse.Namespace) -> int:
    try:
        signed = [parsed(Path(path).read_bytes()) for path in given.signed]
        keys = parsed(Path(given.keys).read_bytes())["keys"] if given.keys else None
        tables = [parsed(Path(path).read_bytes()) for path in given.table]
        report = check(Path(name).read_bytes(), signed, keys, given.head, tables)
    except Unusable as problem:
        print(f"{name}: {problem}", file=sys.stderr)
        return 2
    except OSError as problem:
        print(f"{problem.filename}: {problem.strerror}", file=sys.stderr)
        return 2
    except (ValueError, KeyError, TypeError):
        print(
            f"{name}: the signed statements, the keys or the table are not JSON as they should be",
            file=sys.stderr,
        )
        return 2
    for line in [verdict(report, name)] if given.brief else told(report, name):
        print(line)
    return EXIT[report.verdict]


if __name__ == "__main__":
    sys.exit(main())
