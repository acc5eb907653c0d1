"""`python -m engine`: simulate, verify, ask what would happen, measure."""

import sys

try:
    from engine.cli import main
except ModuleNotFoundError as missing:
    sys.exit(f"{missing.name} is not installed here: run `make watch` once, then .venv/bin/python")

if __name__ == "__main__":
    sys.exit(main())
