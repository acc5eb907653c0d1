"""The numbers, cards and words of the edition of 2002."""

from typing import Final

from engine.wallenstein.edition_2002.ruleset import Wallenstein2002
from games.boards.wallenstein.edition import Edition

EDITION_2002: Final = Edition.of(Wallenstein2002())
