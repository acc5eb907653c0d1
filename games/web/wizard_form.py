"""The form that makes a game: every question with a sensible answer filled in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.html import format_html
from django.utils.text import get_text_list
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from engine.bots import stand_in
from engine.registry import newest
from games.boards import chapter_words_of_all, wording_of
from games.boards.bots import BotWords, bots_of
from games.boards.chapters import ChapterWords
from games.models import Game, User
from games.read.listings import is_new_to_games
from games.read.schedule_text import weekday_names
from games.schedule import LONGEST_HOURS, Schedule, schedule_of
from games.web import zones
from games.web.lobby import rulesets, table_sizes

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

# Where on the form a refusal of the service belongs.
FIELD_OF = {
    "no_name": "name",
    "bad_players": "players",
    "too_many_bots": "bots",
    "unknown_bot": "bot",
    "no_stand_in": "lateness",
    "unknown_ruleset": "ruleset",
}
RHYTHM_FIELDS = ("hours", "at", "zone", "weekdays", "minimum_hours", "grace_minutes", "reminders")
PACE_FIELDS = ("pace", *RHYTHM_FIELDS, "lateness")


class NewGameForm(forms.Form):
    """A new table."""

    name = forms.CharField(
        label=_("Name of the game"),
        max_length=80,
        help_text=_("Anything that sets it apart from your other games."),
    )
    ruleset = forms.ChoiceField(label=_("Game"))
    players = forms.TypedChoiceField(label=_("Players"), coerce=int)
    bots = forms.TypedChoiceField(
        label=_("Of these, bots"),
        coerce=int,
        help_text=_("You can put bots on free seats later, too."),
    )
    bot = forms.ChoiceField(label=_("Kind of bot"), required=False, widget=forms.RadioSelect)
    visibility = forms.ChoiceField(
        label=_("Who may see it"),
        widget=forms.RadioSelect,
        choices=[
            (Game.Visibility.PUBLIC, _("Public: it is in the list, anyone may join and watch.")),
            (Game.Visibility.UNLISTED, _("Unlisted: anyone who has the link.")),
            (Game.Visibility.INVITED, _("Invited players only.")),
        ],
    )
    pace = forms.ChoiceField(widget=forms.RadioSelect)
    hours = forms.IntegerField(label=_("Hours"), min_value=1, max_value=LONGEST_HOURS)
    at = forms.RegexField(
        r"^([01]\d|2[0-3]):[0-5]\d$",
        label=_("Time of day"),
        help_text=_("For example 20:00."),
        error_messages={"invalid": _("Write a time of day such as 20:00.")},
    )
    zone = forms.ChoiceField(label=_("In the time zone"))
    weekdays = forms.TypedMultipleChoiceField(
        label=_("On these days"), coerce=int, widget=forms.CheckboxSelectMultiple
    )
    minimum_hours = forms.IntegerField(min_value=0, max_value=LONGEST_HOURS)
    grace_minutes = forms.IntegerField(
        label=_("Minutes of grace"),
        min_value=0,
        max_value=7 * 24 * 60,
        help_text=_("Answers that come this late still count."),
    )
    reminders = forms.CharField(
        label=_("Reminders, hours before the deadline"),
        required=False,
        max_length=60,
        help_text=_(
            "Up to five numbers, such as 24, 4. Players who have not answered by then are "
            "reminded, once for each deadline. Empty: no reminders."
        ),
    )
    lateness = forms.ChoiceField(label=_("If somebody is late"), widget=forms.RadioSelect)

    def __init__(self, data: Any = None, *, person: User) -> None:
        super().__init__(data, initial=defaults(person))
        self.person = person
        listed = rulesets()
        self._choose("ruleset", listed)
        self.fields["ruleset"].help_text = _seats_in_words(listed)
        self._choose("players", [(n, str(n)) for n in table_sizes()])
        self._choose("zone", zones.choices(person.time_zone))
        self._choose("weekdays", list(enumerate(weekday_names())))
        self._seat_bots(_bots(listed))
        self._speak_of(chapter_words_of_all())
        for key, _title in listed:
            for name, spec in newest(key).options.items():
                title, values = wording_of(key).options[name]
                self.fields[f"{key}:{name}"] = forms.ChoiceField(
                    label=title,
                    widget=forms.RadioSelect,
                    initial=spec.default,
                    required=key == self._chosen(),
                    choices=[(value, _explained(*values[value])) for value in spec.values],
                )

    def _chosen(self) -> str:
        """The game that is asked for: the options of the others need no answer."""
        sent = self.data.get("ruleset") if self.is_bound else None
        return str(sent or self.initial["ruleset"])

    def _seat_bots(self, bots: list[tuple[str, str]]) -> None:
        """Offer bots for seats, and for whoever is late, where any of the games has some."""
        self._choose("bot", bots)
        self._choose("bots", _bot_counts(table_sizes()) if bots else [(0, "0")])

    def _speak_of(self, words: ChapterWords) -> None:
        """Ask about time in the words of the games."""
        self.fields["pace"].label = words.time_for_one
        self.fields["minimum_hours"].label = words.hours_at_least
        self._choose(
            "pace",
            [
                ("hours", words.hours_from_start),
                ("daily", _("At a fixed time of day.")),
                ("none", _("No deadline.")),
            ],
        )
        bots = any(offer["bots"] for offer in self.offers().values())
        self._choose(
            "lateness",
            [
                (Game.Lateness.DRAFT, _("their saved draft is played, else the default answer")),
                *([(Game.Lateness.STAND_IN, words.stands_in)] if bots else []),
                (
                    Game.Lateness.DEFAULT,
                    _("the default answer is played: it does as little as it can"),
                ),
                (Game.Lateness.WAIT, _("the game waits for them")),
            ],
        )

    def _choose(self, name: str, choices: Any) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    def offers(self) -> dict[str, dict[str, Any]]:
        """What the page offers for each game: a name, numbers of players, bots, the usual bot."""
        return {
            key: {
                "name": table_name(self.person, key),
                "players": list(newest(key).seats),
                "bots": {bot.name: _described(bot) for bot in bots_of(key)},
                "usual_bot": stand_in(key),
            }
            for key, _title in rulesets()
        }

    def option_fields(self) -> list[tuple[str, str, str, list[Any]]]:
        """The fields of each ruleset's options under what it is and is about, for the page."""
        return [
            (
                key,
                title,
                str(wording_of(key).about),
                [self[name] for name in self.fields if name.startswith(f"{key}:")],
            )
            for key, title in rulesets()
        ]

    def rules_in_brief(self) -> str:
        """The options of the chosen game, each with what is chosen; nothing of an unknown game."""
        key = self._chosen()
        if key not in dict(rulesets()):
            return ""
        words = wording_of(key).options
        chosen = {name: str(self[f"{key}:{name}"].value()) for name in newest(key).options}
        return " · ".join(
            f"{words[name][0]}: {words[name][1][value][0]}"
            for name, value in chosen.items()
            if value in words[name][1]
        )

    def open_folds(self) -> set[str]:
        """The parts that somebody should see: what needs another look, or is not as it was."""
        seen = {*self.errors, *(self.changed_data if self.is_bound else ())}
        rules = {"rules"} if any(":" in name for name in seen) else set()
        return rules | ({"pace"} if seen.intersection(PACE_FIELDS) else set())

    def clean_reminders(self) -> list[int]:
        """Hours, from whatever separates them."""
        words = str(self.cleaned_data["reminders"]).replace(",", " ").replace(";", " ").split()
        if len(words) > 5 or not all(w.isascii() and w.isdigit() and len(w) < 5 for w in words):
            raise forms.ValidationError(_now("Write up to five whole numbers, such as 24, 4."))
        hours = [int(word) for word in words]
        if not all(1 <= h <= LONGEST_HOURS for h in hours):
            message = _now("Each must be between 1 and %d hours.") % LONGEST_HOURS
            raise forms.ValidationError(message)
        return hours

    def clean(self) -> dict[str, Any]:
        """Answers that must fit each other."""
        given = dict(super().clean() or {})
        # Whoever left the name of another game as it was wants no other name.
        usual = {offer["name"] for offer in self.offers().values()}
        if "ruleset" in given and given.get("name") in usual:
            given["name"] = table_name(self.person, given["ruleset"])
        if "players" in given and given.get("bots", 0) >= given["players"]:
            self.add_error("bots", _now("There must be a seat left for you."))
        return given

    def schedule(self) -> Schedule:
        """The rhythm asked for; only of a valid form."""
        given = self.cleaned_data
        return schedule_of({"kind": given["pace"], **{name: given[name] for name in RHYTHM_FIELDS}})

    def wanted(self) -> dict[str, Any]:
        """What `game_create` is asked for; only of a valid form."""
        given = self.cleaned_data
        key = given["ruleset"]
        return {
            "name": given["name"],
            "ruleset": key,
            "players": given["players"],
            "bots": [given["bot"]] * given["bots"],
            "options": {name: given[f"{key}:{name}"] for name in newest(key).options},
            "visibility": given["visibility"],
            "schedule": self.schedule().to_json(),
            "lateness": given["lateness"],
        }


def _explained(name: StrOrPromise, about: StrOrPromise) -> str:
    """A value of an option and what it means."""
    layout = '<span><strong>{}</strong><br><span class="soft">{}</span></span>'
    return format_html(layout, name, about)


def _seats_in_words(listed: list[tuple[str, str]]) -> str:
    """How many each game seats, where there is more than one to choose from."""
    if len(listed) < 2:
        return ""
    sentence = _now("%(game)s: for %(numbers)s players.")
    return " ".join(
        sentence % {"game": title, "numbers": get_text_list(sizes, _now("or"))}
        for title, sizes in ((title, [*map(str, newest(key).seats)]) for key, title in listed)
    )


def _bot_counts(sizes: list[int]) -> list[tuple[int, str]]:
    """How many bots there may be; one seat is left for whoever makes the game."""
    few = [(bots, str(bots)) for bots in range(sizes[0])]
    many = _now("%(bots)d, with %(players)d players or more")
    return few + [(n - 1, many % {"bots": n - 1, "players": n}) for n in sizes[1:]]


def _bots(listed: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Every bot that plays any of these, with what it is like; the strongest of each game first."""
    shown: dict[str, list[str]] = {}
    simplest: set[str] = set()
    for key, title in listed:
        bots = bots_of(key)
        simplest.update(bot.name for bot in bots[1:][-1:])
        for bot in bots:
            ways = shown.setdefault(bot.name, [])
            # Where games call one differently, a page without a script must say both.
            if not ways:
                ways.append(_described(bot))
            elif not any(way.endswith(_described(bot)) for way in ways):
                other = _now("in %(game)s: %(bot)s")
                ways.append(other % {"game": title, "bot": _described(bot)})
    # Games share their simplest one: it comes after whatever else any of them has.
    listing = ((name, "; ".join(ways)) for name, ways in shown.items())
    return sorted(listing, key=lambda bot: bot[0] in simplest)


def _described(bot: BotWords) -> str:
    """A bot by its name, with what it is like where somebody has found words for that."""
    words = {"name": bot.ranked_title, "about": bot.about}
    return _now("%(name)s: %(about)s") % words if bot.about else bot.ranked_title


def table_name(person: User, ruleset: str) -> str:
    """What a table is called until somebody finds a better name: after its host and its game."""
    words = wording_of(ruleset)
    game = words.short_title or words.title
    return _now("%(player)s’s %(game)s") % {"player": person.get_username(), "game": game}


def defaults(person: User) -> dict[str, Any]:
    """A game most groups would enjoy; for somebody's first ones a table that can begin at once."""
    schedule, first = Schedule(), rulesets()[0][0]
    players, bot = max(newest(first).seats), stand_in(first) or ""
    alone = bool(bot) and is_new_to_games(person)
    return {
        "name": table_name(person, first),
        "ruleset": first,
        "players": players,
        "bots": players - 1 if alone else 0,
        "bot": bot,
        "visibility": Game.Visibility.PUBLIC,
        "pace": "none" if alone else "hours",
        "hours": schedule.hours,
        "at": schedule.at,
        "zone": person.time_zone,
        "weekdays": list(schedule.weekdays),
        "minimum_hours": schedule.minimum_hours,
        "grace_minutes": 30,
        "reminders": ", ".join(map(str, schedule.reminders)),
        "lateness": Game.Lateness.DRAFT,
    }
