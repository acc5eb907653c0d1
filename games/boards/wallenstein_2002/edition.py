"""The numbers, cards and words of the edition of 2002."""

from typing import Final

from engine.registry import WALLENSTEIN_2002
from games.boards.wallenstein.edition import Edition

EDITION_2002: Final = Edition.of(WALLENSTEIN_2002)
