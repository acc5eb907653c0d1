"""German county names in a sentence: most stand alone, some take an article, one is plural."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.wallenstein.board import COUNTIES


@dataclass(frozen=True)
class Declined:
    """A county as subject and object, and where armies are, come from and go to."""

    subject: str
    object: str
    within: str
    out_of: str
    into: str
    plural: bool = False


_ARTICLES: Final[Mapping[str, str]] = {
    "altmark": "die",
    "mittelmark": "die",
    "neumark": "die",
    "lausitz": "die",
    "steiermark": "die",
    "oberpfalz": "die",
    "mark": "die",
    "breisgau": "der",
    "vogtland": "das",
    "fuerstentum_bayern": "das",
}
_SAECHSISCHE_LANDE: Final = Declined(
    subject="die Sächsischen Lande",
    object="die Sächsischen Lande",
    within="in den Sächsischen Landen",
    out_of="aus den Sächsischen Landen",
    into="in die Sächsischen Lande",
    plural=True,
)


def _declined(county: str) -> Declined:
    name = COUNTIES[county].name
    match _ARTICLES.get(county):
        case "die":
            return Declined(
                f"die {name}", f"die {name}", f"in der {name}", f"aus der {name}", f"in die {name}"
            )
        case "der":
            return Declined(
                f"der {name}", f"den {name}", f"im {name}", f"aus dem {name}", f"in den {name}"
            )
        case "das":
            return Declined(
                f"das {name}", f"das {name}", f"im {name}", f"aus dem {name}", f"ins {name}"
            )
        case _:
            return Declined(name, name, f"in {name}", f"aus {name}", f"nach {name}")


GERMAN: Final[Mapping[str, Declined]] = {
    **{county: _declined(county) for county in COUNTIES},
    "saechsische_lande": _SAECHSISCHE_LANDE,
}
