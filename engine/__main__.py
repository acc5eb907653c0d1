"""`python -m engine`: simulate, verify, ask what would happen, measure."""

import sys

from engine.cli import main

if __name__ == "__main__":
    sys.exit(main())
