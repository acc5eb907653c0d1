"""Wallenstein: where its facts may stand, what lies in the tray, who holds what, who is asked.

What its table, tables/games/wallenstein.json, has beyond those of other games:

tray     which cubes a fact lays into the tray or takes out: "cubes" is a member that counts them
         by colour, "armies of seat" a number and the member that names the colour, "peasants as
         peasants" a number and the colour itself.
holders  which fact says who holds a county: a map of seats to counties, or one county.
holding  whose a county must be, by the members that name the county and its holder (or nobody).
judged   a fact that says what a throw came to: by what follows from the tray alone.
unrest   which fact lays revolt markers into a county (`more`), or takes them out (`less`): so
         many, or as many as a member says.
turned   with so many of them the peasants do not stand with the defender any more.
phases   the phases of each season in their order; "if": only in games with that option.
after    what always stands directly after something, and nowhere else: a fact, or the beginning
         of a phase ("phase NAME", also that of a season that begins with it).
may      where else a fact may stand; "choice NAME" is the question for such a choice.
within   the phases in which a fact may be told.
decides  what gathers cubes for a throw: the fact that decides it, and what both tell alike.
fights   who fights in which actions: once in each, in winter once for each county drawn.
once     what is told once a season, and by which members (once for a seat, say).
alike    what a fact tells alike with the one directly before it.
picks    a fact that picks one of the cards laid open: the member that names it, and which cards.
numbered a member that counts the facts of its kind of a seat in a year, 1, 2, 3 …
spread   in how many regions a seat must hold counties; a region is nine counties of the board.
gifts    what brings cubes into the tray, or out of it, without a fight: `amounts`, by the member
         `by` (and by what the member `what` says), is what `number` must be; `fewer`: or less, of
         this; `tray` must be that number of the seat if `what` says `lies`, and else empty.
never    values that a member of a fact never has.
reserve  which fact says that a `number` of armies stands back from a fight (`chosen`), through
         which facts they do, and which tells what became of them (`returned`); `holds`: they
         hold the county where nobody but peasants fell for its defender.
waits    the phases that begin by asking: what for, whom, by which options.
choices  what a question is called that a fact puts; `always` those that games by orders know.
seasons  the seasons of a year in their order.
years    the last year, the place where a year ends, and the fact that ends every other one.
draft, actions   which facts tell of the draft, and of the action of the moment.
bids     what may be bid, highest first; `worth` says what a card is worth that is no county's.
told     how the report tells of what moves cubes with a throw, and of nothing else.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from games.trust.verifier.chance import some
from games.trust.verifier.course import TableCourse
from games.trust.verifier.encoding import Cubes, Json, Wrong, is_count, listed, same, text_of, typed
from games.trust.verifier.position import LogPosition
from games.trust.verifier.wallenstein_tray import battle_of, cubes_of, revolt_of


class WallensteinCourse(TableCourse):
    """Follows a game of Wallenstein, of either edition."""

    def __init__(self, at: LogPosition) -> None:
        super().__init__(at)
        self.tray: Counter[str] = Counter()
        self.holders: dict[str, str | None] = {}
        self.markers: Counter[str] = Counter()  # of revolt, by county
        self.year, self.season = 0, "setup"
        self.phase = ""
        self.before = ""  # the fact before this one, as the tables name places
        self.next: list[str] = []  # the facts that must come now, in this order
        self.gathered: Json = {}  # the fact that laid cubes ready for a throw
        self.fought: set[str] = set()  # the seats that have fought in the action of the moment
        self.hungry: list[str] = []  # the seats that revolts were drawn for this winter
        self.revolting: list[str] = []  # the counties that were drawn and have not revolted yet
        self.once: set[tuple[str, ...]] = set()  # what must not be told again this season
        self.last: Json = {}  # what the fact before this one told
        self.reserve: Json = {}  # the armies that stand back from the fight of the moment
        self.numbers: Counter[tuple[str, str]] = Counter()  # facts of a kind and seat in a year
        self.actions: list[Any] = []  # those of the season that are not ended yet
        self.order: list[Any] = []  # of the draft
        self.picks = 0
        self.again = ""
        self.face_up: list[Any] = []
        self.under_pile: list[Any] = []
        self._enter(self._phases()[0])

    @property
    def knows_questions(self) -> bool:
        """Whom the game asks follows from the facts."""
        return True

    @property
    def chapter(self) -> str:
        """The season."""
        return f"Year {self.year}, {self.season}" if self.year else "Before the first season"

    def before_chance(self, seq: int, kind: str, payload: Json) -> None:
        """Check where a fact stands, and what it does to the tray and the counties."""
        self._placed(seq, kind, payload)
        self._fights(seq, kind, payload)
        self._stands_back(seq, kind, payload)
        self._gifts(seq, kind, payload)
        self._judged(seq, kind, payload)
        self._cubes(seq, kind, payload)
        self._held(kind, payload)
        self._unrest(kind, payload)
        self._season(seq, kind, payload)

    def after_chance(self, seq: int, kind: str, payload: Json) -> None:
        """Follow what was drawn, see whom the fact asks, and tell what a throw came to."""
        self._drafted(seq, kind, payload)
        self._asks(seq, kind, payload)
        self._result(kind, payload)

    def to_be_thrown(self) -> Cubes | None:
        """Everything in the tray."""
        return some(self.tray)

    def fell(self, cubes: Cubes) -> None:
        """Lay what fell into the tray."""
        self.tray = Counter(cubes)

    # -- where a fact may stand, so that none is told twice until it pleases

    def _phases(self) -> list[str]:
        options = self.at.report.header["options"]
        listed = [phase.split(" if ") for phase in self.rules["phases"][self.season]]
        return [name for name, *needed in listed if all(options.get(o) == "on" for o in needed)]

    def _enter(self, phase: str) -> None:
        self.phase, self.before = phase, f"phase {phase}"

    def _placed(self, seq: int, kind: str, payload: Json) -> None:
        """Check that a fact stands where it belongs, and remember where the next one stands."""
        rules, expected, before = self.rules, self.next, self.before
        if expected and kind != expected[0]:
            raise Wrong(seq, f"{expected[0]} should come here, directly after {before}")
        places = [*rules["after"].get(kind, ()), *rules["may"].get(kind, ())]
        if places and before not in places:
            raise Wrong(seq, f"{kind} has no place directly after {before}")
        if self.phase not in rules["within"].get(kind, [self.phase]):
            raise Wrong(seq, f"{kind} has no place in the phase {self.phase}")
        if kind == rules["draft"]["turned_up"]:
            self._into_hand(seq, payload["seat"])
        self.next, self.before = expected[1:], kind
        if kind in (rules["phase"], rules["season"]):
            self._phased(seq, kind, typed(str, payload["phase"]))
        elif kind == rules["question"]:
            self.before = f"choice {text_of(payload['choice'])}"
        self.next += [fact for fact in rules["after"] if self.before in rules["after"][fact]]
        if self.before == rules["years"]["ends"]:
            is_last = self.year >= rules["years"]["last"]
            self.next.append(rules["over"] if is_last else rules["years"]["ended"])
        if kind in rules["decides"]:
            self.next.append(rules["decides"][kind][0])
            self.gathered = {"kind": kind, **payload}

    def _into_hand(self, seq: int, seat: Any) -> None:
        """Check that a card goes into the hand of who was asked just now, and else into none."""
        is_pick = self.before == f"choice {self.rules['draft']['pick']}"
        if seat != (self.order[self.picks % len(self.order)] if is_pick else None):
            raise Wrong(seq, "a card is turned up into another hand than that of who was asked")

    def _phased(self, seq: int, kind: str, phase: str) -> None:
        listed = self._phases()
        following = listed[listed.index(self.phase) + 1 :]
        if kind == self.rules["season"]:
            if following:
                raise Wrong(seq, f"the phase {following[0]} should come before the season ends")
        elif phase not in following[:1]:
            raise Wrong(seq, f"the next phase should be {text_of(next(iter(following), None))}")
        self._enter(phase)

    def _fights(self, seq: int, kind: str, payload: Json) -> None:
        """Check that nobody fights twice in an action, and that what is decided was thrown for."""
        result, *alike = self.rules["decides"].get(self.gathered.get("kind"), [None])
        if kind == result:
            if any(not same(payload[member], self.gathered[member]) for member in alike):
                raise Wrong(seq, f"{kind} is not about what was thrown for")
        elif kind == self.rules["hunger"]:
            if payload["seat"] in self.hungry:
                raise Wrong(seq, f"revolts were drawn for {text_of(payload['seat'])} before")
            self.hungry.append(typed(str, payload["seat"]))
        elif kind == self.rules["actions"]["ended"]:
            self._in_action(seq, kind, payload["action"], [*self.actions[:1]])
            self.fought = set()
        elif kind in self.rules["fights"]:
            rule = self.rules["fights"][kind]
            self._in_action(seq, kind, payload[rule["by"]], rule["in"])
            self._fought(seq, typed(str, payload["seat"]), typed(str, payload["county"]))
            self._theirs(seq, kind, payload)

    def _theirs(self, seq: int, kind: str, payload: Json) -> None:
        """Check that counties are theirs who are said to fight from them, and for them."""
        holding = self.rules["holding"][kind]
        for place, holder in holding.items():
            county = typed(str, payload[place])
            is_on_the_table = county in self.whole_deck("counties")
            if not is_on_the_table or not same(payload[holder], self.holders.get(county)):
                raise Wrong(seq, f"{kind} is told of a county that another one holds")
        if len({text_of(payload[holder]) for holder in holding.values()}) < len(holding):
            raise Wrong(seq, f"{kind} is told of who fights against themselves")

    def _stands_back(self, seq: int, kind: str, payload: Json) -> None:
        """Check that armies stand back from one fight in their county, and come back at once."""
        rule, reserve = self.rules["reserve"], self.reserve
        if kind == rule.get("chosen"):
            seat, county = typed(str, payload["seat"]), typed(str, payload["county"])
            armies = payload[rule["number"]]
            if not is_count(armies):
                raise TypeError
            if reserve or self.holders.get(county) != seat:
                raise Wrong(seq, "armies cannot stand back here, or others have not come back")
            self.reserve = {"seat": seat, "county": county, "armies": armies} if armies else {}
        elif kind == rule.get("returned"):
            if not reserve or any(not same(payload[one], reserve[one]) for one in reserve):
                raise Wrong(seq, "other armies come back than those that stood back")
            is_lost = self.holders.get(reserve["county"]) != reserve["seat"]
            if not same(payload["home"], is_lost):
                raise Wrong(seq, "armies that stood back share the fate of their county")
            self.reserve = {}
        elif reserve and kind in self.rules["fights"]:
            if not same(payload["county"], reserve["county"]):
                raise Wrong(seq, "armies stand back from a fight for another county")
            self.next.append(rule["returned"])
        elif reserve and kind not in rule["through"]:
            raise Wrong(seq, "the fight that armies stand back from should come here")

    def _judged(self, seq: int, kind: str, payload: Json) -> None:
        """Check that what a throw is said to have come to is what lies in the tray."""
        judge = self.rules["judged"].get(kind)
        if judge is None:
            return
        if judge == "filling":
            due: Json = {"home": some(self.tray)}
        elif judge == "revolt":
            due = revolt_of(self.tray, payload["seat"])
        else:
            is_calm = self.markers[payload["county"]] < self.rules["turned"]
            is_held = bool(self.reserve) and self.rules["reserve"].get("holds", False)
            due = battle_of(self.tray, payload["seat"], payload["defender"], is_calm, is_held)
        for member, value in due.items():
            if not same(payload[member], value):
                raise Wrong(seq, f"the tray says otherwise: {member} should be {text_of(value)}")
        self.at.report.judged += judge != "filling"

    def _unrest(self, kind: str, payload: Json) -> None:
        """Follow the revolt markers, as the facts tell of them."""
        rule = self.rules["unrest"].get(kind, {})
        for sign, change in ((1, rule.get("more")), (-1, rule.get("less"))):
            if change is not None:
                number = payload[change] if isinstance(change, str) else change
                if not is_count(number):
                    raise TypeError
                self.markers[typed(str, payload["county"])] += sign * number
        if kind == self.rules["years"]["ended"]:
            self.markers.clear()

    def _gifts(self, seq: int, kind: str, payload: Json) -> None:
        """Check what brings cubes without a fight: once, to whom it is due, and not more."""
        rules, last = self.rules, self.last
        self.last = payload
        for member, values in rules["never"].get(kind, {}).items():
            if any(same(payload[member], value) for value in values):
                raise Wrong(seq, f"{kind} never has {member} {text_of(payload[member])}")
        if any(not same(payload[member], last[member]) for member in rules["alike"].get(kind, ())):
            raise Wrong(seq, f"{kind} is not about what stands directly before it")
        if kind in rules["once"]:
            sign = (kind, *(typed(str, payload[member]) for member in rules["once"][kind]))
            if payload["seat"] not in self.at.seats:
                raise TypeError
            if sign in self.once:
                raise Wrong(seq, f"{' '.join(sign)} stands a second time in one season")
            self.once.add(sign)
        if kind in rules["picks"]:
            member, name = rules["picks"][kind]
            if not any(same(payload[member], card) for card in self.open.get(name, ())):
                raise Wrong(seq, f"the card {text_of(payload[member])} does not lie open")
            self.open[name] = [card for card in self.open[name] if card != payload[member]]
        self._due_gift(seq, kind, payload)
        if kind in rules["gifts"]:
            self._amount(seq, kind, payload, rules["gifts"][kind])

    def _due_gift(self, seq: int, kind: str, payload: Json) -> None:
        rules, seat = self.rules, payload.get("seat")
        if kind in rules["spread"]:
            board = rules["decks"]["counties"]
            held = {
                place // 9 for place, name in enumerate(board) if self.holders.get(name) == seat
            }
            if len(held) < rules["spread"][kind]:
                raise Wrong(seq, f"{text_of(seat)} holds counties in too few regions for {kind}")
        if kind in rules["numbered"]:
            self.numbers[kind, typed(str, seat)] += 1
            if not same(payload[rules["numbered"][kind]], self.numbers[kind, typed(str, seat)]):
                raise Wrong(seq, f"{kind} is of another number than the next of its seat")

    def _amount(self, seq: int, kind: str, payload: Json, rule: Json) -> None:
        what, number = typed(str, payload[rule["what"]]), payload[rule["number"]]
        due = rule["amounts"].get(text_of(payload[rule["by"]]))
        due = due.get(what) if isinstance(due, dict) else due
        is_fewer = what == rule.get("fewer") and is_count(due) and is_count(number)
        if due is None or not (same(number, due) or (is_fewer and number < due)):
            raise Wrong(seq, f"{kind} is of another amount than there is to be had")
        lies = {payload["seat"]: number} if what == rule["lies"] and number else {}
        if not same(payload["tray"], lies):
            raise Wrong(seq, f"{kind} moves other cubes of the tray than it says")

    def _in_action(self, seq: int, kind: str, named: Any, actions: list[Any]) -> None:
        action = self._action()
        if action is None or named != action or action not in actions:
            raise Wrong(seq, f"{kind} is told of another action than the one of the moment")

    def _fought(self, seq: int, seat: str, county: str) -> None:
        if self.season == "winter":
            if county not in self.revolting or seat != self.hungry[-1]:
                raise Wrong(seq, f"no revolt in {county} was drawn for {seat}, or it was over")
            self.revolting.remove(county)
        elif seat in self.fought:
            raise Wrong(seq, f"{seat} fights a second time in one action")
        self.fought.add(seat)

    def _action(self) -> Any:
        """The action of the moment."""
        return "winter" if self.season == "winter" else next(iter(self.actions), None)

    def _season(self, seq: int, kind: str, payload: Json) -> None:
        if kind == self.rules["season"]:
            seasons = self.rules["seasons"]
            after = (seasons.index(self.season) + 1) % len(seasons) if self.year else 0
            self.year, self.season = self.year + (after == 0), seasons[after]
            if not same([payload["year"], payload["season"]], [self.year, self.season]):
                raise Wrong(seq, f"the season should be the {self.season} of year {self.year}")
            if self.phase != self._phases()[0]:
                raise Wrong(seq, f"the season should begin with {self._phases()[0]}")
            self.actions, self.fought, self.hungry, self.revolting = [], set(), [], []
            self.once = set()
            if after == 0:
                self.numbers.clear()
        elif kind == self.rules["years"]["ended"] and not same(payload["year"], self.year):
            raise Wrong(seq, f"the year that ends is {self.year}")
        self.at.report.over = kind == self.rules["over"]

    def _held(self, kind: str, payload: Json) -> None:
        rule = self.rules["holders"].get(kind)
        if rule is None:
            return
        if "map" in rule:
            for seat, counties in payload[rule["map"]].items():
                self.holders.update(dict.fromkeys(typed(dict, counties), seat))
        else:
            county, holder = typed(str, payload[rule["county"]]), payload[rule["holder"]]
            if holder is not None:
                typed(str, holder)
            is_held = holder is not None
            if "if" in rule:
                is_held = payload[rule["if"]]
                if not isinstance(is_held, bool):
                    raise TypeError
            self.holders[county] = holder if is_held else None
            if not is_held:
                self.markers.pop(county, None)

    def _cubes(self, seq: int, kind: str, payload: Json) -> None:
        rule = self.rules["tray"].get(kind, {})
        for term in rule.get("into", ()):
            self.tray.update(cubes_of(term, payload))
        for term in rule.get("out", ()):
            self.tray.subtract(cubes_of(term, payload))
        if "into" in rule and kind in self.rules["told"]:
            self.cause = told_in_words(self.rules["told"][kind], payload)
        if any(count < 0 for count in self.tray.values()):
            raise Wrong(seq, f"{kind} takes cubes out of the tray that are not in it")

    def _result(self, kind: str, payload: Json) -> None:
        if kind not in self.rules["told"] or not self.at.report.throws:
            return
        if "out" in self.rules["tray"][kind]:
            sentence = told_in_words(self.rules["told"][kind], payload)
            self.at.report.throws[-1].result.append(sentence)

    # -- who is asked what

    def _drafted(self, seq: int, kind: str, payload: Json) -> None:
        """Follow the draft, and which action is the one of the moment."""
        draft, actions = self.rules["draft"], self.rules["actions"]
        drew = payload["draw"]["drawn"] if payload.get("draw") else []
        if kind == draft["opened"]:
            self.order = drew
        elif kind == draft["turned_up"]:
            from_below = self.under_pile[: self._missing(payload) - len(drew)]
            if not same(payload["from_bottom"], from_below):
                raise Wrong(seq, "other cards lie at the bottom of the pile")
            self.under_pile = self.under_pile[len(from_below) :]
            if payload["seat"] is None:
                self.face_up = [*self.face_up, *drew, *from_below]
        elif kind == draft["taken"]:
            self.picks, self.again = self.picks + 1, ""
            self.face_up = [card for card in self.face_up if card != payload["county"]]
            if len(self.face_up) < draft["face_up"]:
                self.next = [draft["turned_up"]]
        elif kind == draft["exchanged"]:
            if not same(payload["counties"], self.face_up) or self.again:
                raise Wrong(seq, "other cards lie beside the pile, or were exchanged before")
            self.under_pile, self.face_up = [*self.under_pile, *self.face_up], []
            self.again = ".again"
        elif kind == self.rules["hunger"]:
            self.revolting = list(drew)
        elif kind == actions["revealed"]:
            self.actions = drew
        elif kind == actions["ended"]:
            self.actions = [*self.actions[1:], *drew]

    def _missing(self, payload: Json) -> int:
        return (
            1 if payload["seat"] is not None else self.rules["draft"]["face_up"] - len(self.face_up)
        )

    def _asks(self, seq: int, kind: str, payload: Json) -> None:
        """What the game waits on after this fact; the step ends with it if that is anything."""
        asked: dict[str, str] = {}
        if kind == self.rules["question"]:
            seat = typed(str, payload["seat"])
            asked[self._decision(self._question(seq, payload), seat)] = seat
            if typed(str, payload["decision"]) not in asked:
                raise Wrong(seq, f"the question should be called {next(iter(asked))}")
        elif kind == self.rules["phase"] and typed(str, payload["phase"]) in self.rules["waits"]:
            rule, options = self.rules["waits"][payload["phase"]], self.at.report.header["options"]
            if all(options[option] == value for option, value in rule["by"].items()):
                holders = {self.holders.get(county) for county in self.whole_deck("counties")}
                seats = [s for s in self.at.seats if s in holders or rule["of"] == "seats"]
                asked = {self._decision(rule["name"], seat): seat for seat in seats}
        self.ask(seq, asked, set())

    def _decision(self, name: str, seat: str) -> str:
        return f"{self.year}.{self.season}.{name}.{seat}"

    def _question(self, seq: int, payload: Json) -> str:
        """The name of the choice a fact puts to a seat."""
        choice, about = typed(str, payload["choice"]), typed(dict, payload["about"])
        seat, name = payload["seat"], self.rules["choices"].get(choice)
        is_in_orders = self.at.report.header["options"]["choices"] == "orders"
        if name is None or seat not in self.at.seats:
            raise Wrong(seq, "this is no question of this game")
        if is_in_orders and choice not in self.rules["always"]:
            raise Wrong(seq, "this is no question of a game that is played by orders")
        if "{pick}" in name:
            if not self.order or seat != self.order[self.picks % len(self.order)]:
                raise Wrong(seq, "another seat should be asked in the draft")
            name = name.replace("{pick}", str(self.picks + 1)).replace("{again}", self.again)
        if "{action}" in name:
            action = self._action()
            if action is None or about["action"] != action:
                raise Wrong(seq, f"the action of the moment is {text_of(action)}")
            name = name.replace("{action}", action)
        if "{county}" in name:
            county, by = typed(str, about["county"]), about["by"]
            if self.holders.get(county) != seat or by == seat:
                raise Wrong(seq, "who is asked to defend a county is not who holds it")
            if by is not None and by not in self.at.seats:
                raise TypeError
            name = name.replace("{county}", county).replace("{by}", f"_{by}" if by else "")
        return str(name)

    # -- draws of its own

    def number(self, payload: Json, rule: Json, items: int) -> int:
        """How many are drawn of so many."""
        if rule["take"] == "missing":
            return min(self._missing(payload), items)
        if rule["take"] == "unfed":
            unfed = payload["unfed"]
            if not is_count(unfed, 1) or unfed > items:
                raise TypeError
            return next(int(number) for least, number in self.rules["revolts"] if unfed >= least)
        return super().number(payload, rule, items)

    def pools(self, payload: Json, rule: Json) -> list[list[Any]]:
        """What is drawn from, for each of the draws of a fact."""
        if rule["of"] == "held":
            board = self.rules["decks"]["counties"]
            seat = typed(str, payload["seat"])
            return [[county for county in board if self.holders.get(county) == seat]]
        if rule["of"] == "ties":
            return self._ties(payload["bids"])
        return super().pools(payload, rule)

    def _ties(self, bids: Json) -> list[list[Any]]:
        worth = self.rules.get("worth", {})
        ranks = {
            seat: worth.get(bid, "a county card") if isinstance(bid, str) else bid
            for seat, bid in bids.items()
        }
        groups = [
            [seat for seat in self.at.seats if seat in ranks and same(ranks[seat], rank)]
            for rank in self.rules["bids"]
        ]
        return [seats for seats in groups if len(seats) > 1]


def told_in_words(template: str, payload: Json) -> str:
    """A fact in the sentence that the table has for it."""

    def word(match: re.Match[str]) -> str:
        value = payload.get(match[1])
        if isinstance(value, dict):
            return listed(value)
        if isinstance(value, bool):
            return "yes" if value else "no"
        return "nobody" if value is None else text_of(value)

    return re.sub(r"\{(\w+)\}", word, template)
