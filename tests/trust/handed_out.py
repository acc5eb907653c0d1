"""The verifier of one file as it is handed out, brought in as whoever saves it would."""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

from games.trust.pages import GENERAL_FILE_NAME, verifier_file


@cache
def program() -> ModuleType:
    """The program of one file."""
    with TemporaryDirectory() as folder:
        path = Path(folder, GENERAL_FILE_NAME)
        path.write_bytes(verifier_file())
        spec = spec_from_file_location(path.stem, path)
        assert spec is not None
        assert spec.loader is not None
        made = module_from_spec(spec)
        # Dataclasses look up the module they are of.
        sys.modules[path.stem] = made
        spec.loader.exec_module(made)
    return made
