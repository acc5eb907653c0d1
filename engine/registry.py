"""The one place that knows the rulesets by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from engine.kernel.catalogue import Catalogue
from engine.kernel.core import Json, Ruleset
from engine.loewenherz.ruleset import Loewenherz
from engine.loewenherz.scenario import play_scenario as play_turns
from engine.wallenstein.edition_2002.rules import FIRST_RULES_2002
from engine.wallenstein.edition_2002.ruleset import Wallenstein2002
from engine.wallenstein.editions import Wallenstein
from engine.wallenstein.emperors_court.expansion import EmperorsCourt
from engine.wallenstein.forecast import forecast
from engine.wallenstein.landsknechte.expansion import Landsknechte
from engine.wallenstein.rules import RULES_2010
from engine.wallenstein.scenario import play_scenario


class UnknownRuleset(ValueError):
    """No ruleset of that name and version."""


def by_version(*rulesets: Ruleset[Any]) -> Mapping[tuple[str, int], Ruleset[Any]]:
    """Rulesets by what a header calls them."""
    return {(ruleset.key, ruleset.version): ruleset for ruleset in rulesets}


EXPANSIONS_2010: Final = (EmperorsCourt(), Landsknechte())
# The newest version of each edition comes last; the others are those that games are pinned to.
WALLENSTEIN_2010: Final = Wallenstein(RULES_2010, version=3, expansions=EXPANSIONS_2010)
WALLENSTEIN_2002: Final = Wallenstein2002()
WALLENSTEINS: Final = (
    Wallenstein(),
    Wallenstein(version=2, expansions=EXPANSIONS_2010),
    WALLENSTEIN_2010,
    Wallenstein2002(FIRST_RULES_2002, version=1),
    WALLENSTEIN_2002,
)
LOEWENHERZ: Final = Loewenherz()
RULESETS: Final = Catalogue(by_version(*WALLENSTEINS, LOEWENHERZ))

# Tools a ruleset may bring for people who ask "what if"; not every game has a tower.
SCENARIOS: Mapping[str, Callable[..., Json]] = {
    **{ruleset.key: play_scenario for ruleset in WALLENSTEINS},
    LOEWENHERZ.key: play_turns,
}
FORECASTS: Mapping[str, Callable[..., Json]] = {
    ruleset.key: partial(forecast, ruleset.rules) for ruleset in WALLENSTEINS
}


def newest(key: str) -> Ruleset[Any]:
    """The ruleset of that name that new games are played by."""
    versions = [version for known, version in RULESETS if known == key]
    if not versions:
        keys = ", ".join(sorted({known for known, _ in RULESETS}))
        raise UnknownRuleset(f"no ruleset {key!r}; known: {keys}")
    return RULESETS[key, max(versions)]


def ruleset_of(key: str, version: int) -> Ruleset[Any]:
    """The ruleset a game is pinned to."""
    newest(key)
    if (key, version) not in RULESETS:
        versions = ", ".join(str(v) for known, v in sorted(RULESETS) if known == key)
        raise UnknownRuleset(f"no version {version} of {key!r}; known: {versions}")
    return RULESETS[key, version]


def checked_options(ruleset: Ruleset[Any], given: Mapping[str, str]) -> dict[str, str]:
    """Every option of a ruleset with its value; raises ValueError on one that is not known."""
    for name, value in given.items():
        spec = ruleset.options.get(name)
        if spec is None:
            known = ", ".join(ruleset.options)
            raise ValueError(f"no option {name!r} in {ruleset.key}; known: {known}")
        if value not in spec.values:
            raise ValueError(
                f"option {name} cannot be {value!r}; it may be {', '.join(spec.values)}"
            )
    return {name: given.get(name, spec.default) for name, spec in ruleset.options.items()}
