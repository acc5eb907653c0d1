"""Luck in words that a player understands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.luck.deals import DealtFortune
from games.luck.fortune import FEW, Fortune, Measure
from games.luck.trial import ENOUGH, Check, Trial, TrialRow
from games.read.luck_plots import Count, Plot, plot

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

Named = Callable[[str], str]


@dataclass(frozen=True)
class CheckTold:
    """One check of the tower for its reader."""

    key: str
    title: str
    about: str
    verdict: str
    doubtful: bool
    counted: str
    rows: Sequence[tuple[str, TrialRow]]
    plot: Plot


TITLES: Final[Mapping[str, StrOrPromise]] = {
    "colour": gettext_lazy("By colour"),
    "size": gettext_lazy("By size of the throw"),
    "spread": gettext_lazy("By how far a throw strays"),
    "runs": gettext_lazy("By runs"),
}
ABOUT: Final[Mapping[str, StrOrPromise]] = {
    "colour": gettext_lazy(
        "How many cubes of each colour fell out. If the tower knew colours, one of them would "
        "lie outside its range, and further outside with every throw."
    ),
    "size": gettext_lazy(
        "How many cubes fell out, by the number of cubes thrown in at once. A big throw loosens "
        "more of what lies inside; here you see whether it does so as it should."
    ),
    "spread": gettext_lazy(
        "How many throws let far fewer cubes fall than expected, fewer, about as many, more, far "
        "more. A tower that is too even, or too wild, shows here."
    ),
    "runs": gettext_lazy(
        "If a game has seen one, two or three throws in a row with more cubes than expected, or "
        "in a row without: how often the next throw goes the same way. The tower has no memory, "
        "so earlier throws should say nothing about the next one."
    ),
}
COUNTED: Final[Mapping[str, StrOrPromise]] = {
    "colour": gettext_lazy("Cubes that fell"),
    "size": gettext_lazy("Cubes that fell"),
    "spread": gettext_lazy("Throws"),
    "runs": gettext_lazy("Runs that went on"),
}
HEAPS: Final = (
    gettext_lazy("far fewer"),
    gettext_lazy("fewer"),
    gettext_lazy("as expected"),
    gettext_lazy("more"),
    gettext_lazy("far more"),
)


def checks_told(trial: Trial, colour: Named) -> list[CheckTold]:
    """Every check of a trial in words and as a plot."""
    labels: Mapping[str, Named] = {"colour": colour, "spread": lambda key: str(HEAPS[int(key)])}
    return [_check(check, trial, labels.get(check.key, str)) for check in trial.checks]


def _check(check: Check, trial: Trial, label: Named) -> CheckTold:
    rows = [(label(row.key), row) for row in check.rows]
    title = str(TITLES[check.key])
    counts = [Count(name, row.happened, row.expected, row.span) for name, row in rows]
    return CheckTold(
        key=check.key,
        title=title,
        about=str(ABOUT[check.key]),
        verdict=_verdict(check, trial),
        doubtful=trial.enough and check.doubtful,
        counted=str(COUNTED[check.key]),
        rows=rows,
        plot=plot(title, counts),
    )


def _verdict(check: Check, trial: Trial) -> str:
    if not trial.enough or check.chance is None:
        return _("Too few throws to say anything here.")
    often = _("Of a hundred honest towers, %s would stray at least so far.") % hundred(check.chance)
    if not check.doubtful:
        return often
    return _("%s That is more than chance should be blamed for.") % often


def hundred(chance: float) -> str:
    """A chance as how many of a hundred, never as none or all of them unless it is so."""
    if 0 < chance < 0.005:
        return _("less than 1")
    if 0.995 <= chance < 1:
        return _("more than 99")
    return str(round(100 * chance))


def trial_told(trial: Trial) -> str:
    """The verdict over all checks in one paragraph."""
    if not trial.enough:
        return ngettext(
            "There is %(throws)d throw so far. From %(enough)d on this page says whether they fit.",
            "There are %(throws)d throws so far. "
            "From %(enough)d on this page says whether they fit.",
            trial.throws,
        ) % {"throws": trial.throws, "enough": ENOUGH}
    if trial.doubtful:
        return _(
            "The throws do not fit the specification. Either something very rare has happened, or "
            "the tower is not what it should be. Look at the check that says so below."
        )
    return _("All checks pass: the throws fit the specification of the tower.")


MEASURES: Final[Mapping[str, StrOrPromise]] = {
    "battles": gettext_lazy("Battles won"),
    "own": gettext_lazy("Cubes on this player's side that fell out"),
    "against": gettext_lazy("Cubes on the other side that fell out"),
}
RESULTS: Final[Mapping[str, StrOrPromise]] = {
    "won": gettext_lazy("won"),
    "tied": gettext_lazy("tied"),
    "lost": gettext_lazy("lost"),
}


@dataclass(frozen=True)
class MeasureTold:
    """One count of a player's luck for its reader."""

    title: str
    measure: Measure
    verdict: str


def fortune_told(fortune: Fortune) -> str:
    """How much may be said of a player's luck at all."""
    if not fortune.stakes:
        return _("No battle yet.")
    number = len(fortune.stakes)
    battles = ngettext("%(number)d battle.", "%(number)d battles.", number) % {"number": number}
    if fortune.few:
        return _(
            "%(battles)s Too few to call it luck: with fewer than %(few)d, anything can happen."
        ) % {
            "battles": battles,
            "few": FEW,
        }
    return battles


def measures_told(fortune: Fortune) -> list[MeasureTold]:
    """Every count of a player with a text on it."""
    return [
        MeasureTold(str(MEASURES[one.key]), one, _luck(one))
        for one in fortune.measures
        if fortune.stakes
    ]


def _luck(one: Measure) -> str:
    if not one.side:
        return _("About average luck.")
    if one.side > 0:
        text = _(
            "Above the range. Out of a hundred players in the same battles, %s would see "
            "as many or more."
        )
    else:
        text = _(
            "Below the range. Out of a hundred players in the same battles, %s would see "
            "as few or fewer."
        )
    return text % hundred(one.chance)


def deals_told(one: DealtFortune) -> str:
    """What may be said of the cards of a player."""
    if not one.worth.side:
        return _("About average luck.")
    if one.worth.side > 0:
        text = _("Above the range. Out of a hundred players, %s would be dealt as much or more.")
    else:
        text = _("Below the range. Out of a hundred players, %s would be dealt as little or less.")
    return text % hundred(one.worth.chance)


def fortunes_plot(fortunes: Sequence[Fortune], names: Mapping[str, str]) -> Plot:
    """Battles won for a hundred expected, player by player."""
    counts = [
        Count(names[one.seat], one.battles.count, one.battles.expected, one.battles.span)
        for one in fortunes
    ]
    return plot(str(MEASURES["battles"]), counts)
