"""Löwenherz: which fact may come where, what it must say, and whom the game asks.

Every fact says what follows from those before it and from what somebody could choose. So each
method here that is called like a fact returns what it must say, and lets it happen. What its
table, tables/games/loewenherz.json, has beyond those of other games:

tiles      the nine landscape tiles, four rows of four signs each.
cards      of each card the actions and how often each may be done, its price, what its sale brings.
worth      the points of a square in a domain, by its sign.
mines      the kinds of mines by their signs; landmarks all that is counted in a new domain.
monopoly   how many mines of a kind make one, and its points.
bonus      the points for most ducats and for the next amount, when the deck is used up.
goals, castles   by the number of seats: the points that end the game, castles of each colour.
hand, ducats, borders, knights, apart   cards in a hand, ducats at the beginning, borders in all,
           knights of a colour, how far apart castles of a colour should stand.
"""

from __future__ import annotations

from typing import Any

from games.trust.verifier.course import TableCourse
from games.trust.verifier.encoding import Json, Wrong, same, text_of, typed
from games.trust.verifier.loewenherz_land import (
    BESIDE,
    NOBODY,
    PLACES,
    SIDES,
    RealmLand,
    in_order,
    side_between,
)
from games.trust.verifier.position import LogPosition

# What may come where nothing else decides it.
FIRST = {
    "set_up": ["board_laid"],
    "castles": ["castle_placed"],
    "pause": ["turn_began"],
    "income": ["income_paid"],
    "choose": ["card_sold", "card_played"],
    "asking": ["knight_deserted"],
    "over": ["game_ended"],
}
# The facts of each action; a knight who has deserted is replaced.
STEPS = {
    "borders": ["border_placed"],
    "knights": ["knight_placed"],
    "expand": ["domain_grew"],
    "alliance": ["alliance_made"],
    "deserter": ["deserter_asked", "knight_deserted"],
    "deserted": ["knight_placed"],
}


class LoewenherzCourse(TableCourse):
    """Follows a game of Löwenherz, fact by fact."""

    parts = (
        *("chance", "tiles", "cards", "worth", "mines", "landmarks", "monopoly", "bonus"),
        *("goals", "castles", "hand", "ducats", "borders", "knights", "apart"),
    )

    def __init__(self, at: LogPosition) -> None:
        super().__init__(at)
        rules, seats = self.rules, at.seats
        self.seq = 0
        self.land = RealmLand(rules)
        self.money = dict.fromkeys(seats, int(rules["ducats"]))
        self.points = dict.fromkeys(seats, 0)
        self.hands: dict[str, list[str]] = {seat: [] for seat in seats}
        self.dealt = 0
        self.left = sum(len(self.whole[pile]) for pile in rules["chance"]["card_dealt"]["deck"])
        self.seen: dict[str, str] = {}  # the cards that were turned up, by their handles
        self.market: list[str] = []
        self.allied: list[list[str]] = []
        self.held: list[tuple[str, str]] = []  # the monopolies
        self.stage, self.round, self.turn = "set_up", 0, 0
        self.seat = self.first = ""
        self.moved = dict.fromkeys(seats, -1)  # each seat's last turn
        self.ordered = self.is_last = False
        self.used = self.action = ""  # the card of the turn, and what it is used for
        self.may = self.done = 0  # how many steps it still allows, and how many were done
        self.domain = self.place = ""  # the own domain it is used for, the place for a deserter
        self.asking: Json = {}
        self.ending = ""

    @property
    def knows_questions(self) -> bool:
        """Whom the game asks follows from the facts."""
        return True

    def after_chance(self, seq: int, kind: str, payload: Json) -> None:
        """Check that a fact may come here and says what it must, and see whom the game asks."""
        self.seq, expected = seq, self.expected()
        if kind not in expected:
            raise Wrong(seq, f"{kind} has no place where {' or '.join(expected)} should come")
        due: Json = getattr(self, kind)(payload)
        self._must(set(payload) == set(due), f"{kind} has not the members it should have")
        for member, value in due.items():
            is_due = same(payload[member], value)
            self._must(is_due, f"{member} of {kind} should be {text_of(value)}")
        self.ask(seq, *self._questions())

    def _must(self, is_so: bool, reason: str) -> None:
        if not is_so:
            raise Wrong(self.seq, reason)

    # -- what may come

    def expected(self) -> list[str]:
        """The facts of which one must come now."""
        if self.stage == "deal":
            return ["card_dealt"] if self._lacking() else ["round_began"]
        if self.stage not in ("act", "refill"):
            return FIRST[self.stage]
        settled = self._settled() if self.stage == "act" and self.done else None
        if settled or (not self.left and not self.is_last):
            return [settled or "deck_emptied"]
        more = STEPS[self.action] if self.stage == "act" and self.may else []
        if not self.done:
            return more
        if not self.is_last and self.seat in self._lacking():
            return [*more, "card_dealt", "market_card_taken"]
        seat = self._next_seat()
        if seat is None:
            return [*more, "ducats_scored"]
        return [*more, "round_began" if self._begins_round(seat) else "turn_began"]

    def _settled(self) -> str | None:
        """What follows of itself from a step."""
        if self.land.arisen():
            return "domain_arose"
        now = self._monopolies()
        if set(now) != set(self.held):
            return "monopoly_lost" if set(self.held) - set(now) else "monopoly_won"
        return "goal_reached" if self._over_the_goal() else None

    def _lacking(self) -> list[str]:
        return [seat for seat in self.at.seats if len(self.hands[seat]) < self.rules["hand"]]

    def _next_seat(self) -> str | None:
        at, seats = self.at.seats.index(self.seat) + (1 if self.turn else 0), self.at.seats
        return next((seat for seat in [*seats[at:], *seats[:at]] if self.hands[seat]), None)

    def _begins_round(self, seat: str) -> bool:
        at, seats = self.at.seats.index(self.first), self.at.seats
        order = [*seats[at:], *seats[:at]]
        return order.index(seat) <= order.index(self.seat)

    def _monopolies(self) -> list[tuple[str, str]]:
        """Who has how many of a kind, by seats, then as the table names the kinds."""
        kinds, least = self.rules["mines"], self.rules["monopoly"]["mines"]
        held = {seat: self.land.counted(self.land.land_of(seat), kinds) for seat in self.at.seats}
        return [(seat, kind) for seat in held for kind in held[seat] if held[seat][kind] >= least]

    def _over_the_goal(self) -> list[str]:
        goal = self.rules["goals"][str(len(self.at.seats))]
        return [seat for seat in self.at.seats if self.points[seat] >= goal]

    # -- whom the game asks

    def _questions(self) -> tuple[dict[str, str], set[str]]:
        if self.stage == "castles":
            seat = self._castle_turn()[0]
            return {f"castle{len(self.land.castles) + 1}.{seat}": seat}, set()
        if self.stage == "asking":
            victim = self.asking["seat"]
            asked, again = {f"{self.turn}.give_up.{victim}": victim}, "2"
        elif self.stage == "choose" and not self.ordered:
            asked, again = {f"{self.turn}.turn.{self.seat}": self.seat}, ""
        else:
            return {}, set()
        wishes: dict[str, str] = {}
        for seat in self.at.seats:
            if seat != self.seat and self.hands[seat]:
                wishes[f"{self.turn}.orders{again}.{seat}"] = seat
            is_asked = seat in (self.seat, self.asking.get("seat"))
            if not is_asked and seat in self.land.knights.values():
                wishes[f"{self.turn}.ranking{again}.{seat}"] = seat
        return {**asked, **wishes}, set(wishes)

    def _has_wished(self, wish: str, seat: str, since: int) -> bool:
        """Whether a seat has left orders or a ranking after some turn, be they empty or not."""
        turns = range(since + 1, self.turn + 1)
        names = {f"{turn}.{wish}{again}.{seat}" for turn in turns for again in ("", "2")}
        return bool(names & self.at.decided)

    # -- the board and the castles

    def board_laid(self, payload: Json) -> Json:
        """The tiles are laid as drawn and turned as rolled."""
        self.land.lay(payload["draw"]["drawn"], payload["roll"]["rolled"])
        self.stage = "castles"
        return {"draw": payload["draw"], "roll": payload["roll"]}

    def _castle_turn(self) -> tuple[str, str]:
        """Who places the next castle, and of which colour."""
        seats, placed = self.at.seats, len(self.land.castles)
        seat = seats[placed % len(seats)]
        return seat, seat if placed < len(seats) * self._castles_each() else NOBODY

    def _castles_each(self) -> int:
        return int(self.rules["castles"][str(len(self.at.seats))])

    def castle_placed(self, payload: Json) -> Json:
        """A castle and its knight stand where they may."""
        castle, knight = typed(str, payload["castle"]), typed(str, payload["knight"])
        seat, colour = self._castle_turn()
        is_place = knight in self.land.castle_places(colour).get(castle, [])
        self._must(is_place, f"no castle of {colour} may stand on {castle}, its knight on {knight}")
        self.land.castles[castle] = self.land.knights[knight] = colour
        colours = 3 if len(self.at.seats) == 2 else len(self.at.seats)
        if len(self.land.castles) == colours * self._castles_each():
            self.stage, self.seat, self.first = "deal", seat, seat
        return {"seat": seat, "colour": colour, "castle": castle, "knight": knight}

    # -- turns

    def round_began(self, _: Json) -> Json:
        """Rounds are counted."""
        self.round += 1
        self.stage = "pause"
        return {"round": self.round}

    def turn_began(self, payload: Json) -> Json:
        """The next seat that has a card is on turn; whoever left orders may not be asked."""
        seat, ordered = self._next_seat(), payload["ordered"]
        if seat is None or not isinstance(ordered, bool):
            raise TypeError
        has_ordered = self._has_wished("orders", seat, self.moved[seat])
        self._must(not ordered or has_ordered, f"{seat} has left no orders since the last turn")
        self.turn += 1
        self.seat, self.ordered, self.moved[seat] = seat, ordered, self.turn
        self.used = self.action = self.domain = self.place = ""
        self.may = self.done = 0
        self.stage = "income" if self._mines() else "choose"
        return {"turn": self.turn, "seat": seat, "ordered": ordered}

    def _mines(self) -> dict[str, int]:
        return self.land.counted(self.land.land_of(self.seat), self.rules["mines"])

    def income_paid(self, _: Json) -> Json:
        """A ducat for each kind of mine."""
        mines = self._mines()
        self.money[self.seat] += len(mines)
        self.stage = "choose"
        return {"seat": self.seat, "mines": mines, "ducats": len(mines)}

    # -- cards

    def card_dealt(self, payload: Json) -> Json:
        """The top card of the deck goes to whoever lacks one: first everybody, then the turn's."""
        is_deal = self.stage == "deal"
        seat = self._lacking()[0] if is_deal else self.seat
        self.dealt += 1
        self.left -= 1
        handle = f"card {self.dealt}"
        self.hands[seat].append(handle)
        self.stage = "deal" if is_deal else "refill"
        return {"seat": seat, "handle": handle, "deal": payload["deal"]}

    def market_card_taken(self, payload: Json) -> Json:
        """A card of the market goes into the hand, but not the one just sold."""
        handle = typed(str, payload["handle"])
        is_offered = handle in self.market and handle != self.used
        self._must(is_offered, f"{handle} cannot be taken from the market")
        self.market.remove(handle)
        self.hands[self.seat].append(handle)
        self.stage = "refill"
        return {"seat": self.seat, "handle": handle, "card": self.seen[handle]}

    def _out_of_hand(self, payload: Json) -> Json:
        """The card that leaves the hand, as the table has it; it is turned up for the first time,
        or everybody has seen it."""
        handle, card = typed(str, payload["handle"]), typed(str, payload["card"])
        shown, hand = payload["shown"], self.hands[self.seat]
        self._must(handle in hand, f"{handle} is not in the hand of {self.seat}")
        turned_up = {"handle": handle, "card": self.seen.get(handle)} if shown is None else shown
        is_it = same([turned_up["handle"], turned_up["card"]], [handle, card])
        self._must(is_it and card in self.rules["cards"], f"{handle} is not seen to be {card}")
        hand.remove(handle)
        self.seen[handle], self.used = card, handle
        known: Json = self.rules["cards"][card]
        return known

    def card_sold(self, payload: Json) -> Json:
        """A card goes to the market."""
        sale = self._out_of_hand(payload)["sale"]
        self.money[self.seat] += sale
        self.market.append(self.used)
        self.stage, self.done = "refill", 1
        return {**self._told(payload), "ducats": sale}

    def card_played(self, payload: Json) -> Json:
        """A card is paid for, and one of its actions begins."""
        action, card = typed(str, payload["action"]), self._out_of_hand(payload)
        self._must(action in card["actions"], f"{action} is no action of {payload['card']}")
        self._pay(card["price"])
        self.stage, self.action, self.may = "act", action, card["actions"][action]
        return {**self._told(payload), "action": action, "price": card["price"]}

    def _told(self, payload: Json) -> Json:
        return {"seat": self.seat, **{key: payload[key] for key in ("handle", "card", "shown")}}

    def _pay(self, ducats: int) -> None:
        self._must(ducats <= self.money[self.seat], f"{self.seat} has not as many ducats")
        self.money[self.seat] -= ducats

    def _done_once(self) -> None:
        self.may, self.done = self.may - 1, self.done + 1

    # -- borders, domains, knights

    def border_placed(self, payload: Json) -> Json:
        """A border on a free side, neither within a domain nor between figures of one colour."""
        border, land = typed(str, payload["border"]), self.land
        is_free = border in SIDES and border not in land.borders
        is_free = is_free and len(land.borders) < self.rules["borders"] and not land.parts(border)
        if is_free:
            castle, other = (land.domain_at(square) for square in SIDES[border])
            is_free = castle is None or castle != other
        self._must(is_free, f"no border may be placed at {border}")
        land.borders.add(border)
        self._done_once()
        return {"seat": self.seat, "border": border}

    def domain_arose(self, _: Json) -> Json:
        """An area with one castle is a domain, and the borders in it go back."""
        land, castle = self.land, self.land.arisen() or ""
        owner, area = land.castles[castle], land.area(castle)
        freed = [s for s, (a, b) in SIDES.items() if s in land.borders and a in area and b in area]
        land.domains[castle] = area
        land.borders -= set(freed)
        return {
            "castle": castle,
            "owner": owner,
            "squares": in_order(area),
            "points": self._score(owner, land.worth(area)),
            "freed": freed,
            "landmarks": land.counted(area, self.rules["landmarks"]),
        }

    def _score(self, colour: str | None, points: int) -> int:
        """Points for a seat; nobody else has any."""
        if colour not in self.points:
            return 0
        self.points[colour] += points
        return points

    def knight_placed(self, payload: Json) -> Json:
        """A knight beside a figure of its colour, no border between; a deserter's in its domain."""
        square, land, seat = typed(str, payload["square"]), self.land, self.seat
        is_place = self._has_room(square)
        if self.action == "deserted":
            is_place = is_place and square in land.domains[self.domain]
            is_place = is_place and square == (self.place or square)
        self._must(is_place, f"no knight of {seat} may be placed on {square}")
        price = self._forest_price(square)
        self._pay(price)
        land.knights[square] = seat
        self._done_once()
        return {"seat": seat, "square": square, "price": price}

    def _has_room(self, square: str) -> bool:
        """Whether a knight of the seat on turn may come to a square, its price aside."""
        land, seat = self.land, self.seat
        if square not in PLACES or not land.is_free(square):
            return False
        if [*land.knights.values()].count(seat) >= self.rules["knights"]:
            return False
        return any(
            land.figure(near) == seat and side_between(square, near) not in land.borders
            for near in BESIDE[square]
        )

    def _forest_price(self, square: str) -> int:
        return 1 if self.land.signs[square] == "F" else 0

    def domain_grew(self, payload: Json) -> Json:
        """A domain takes a square; whoever had it loses it, with all that it cuts off."""
        castle, square = typed(str, payload["castle"]), typed(str, payload["square"])
        is_legal = self._may_grow(castle, square)
        self._must(is_legal, f"the domain of {castle} may not take {square}")
        land, step = self.land, self.land.step(castle, square)
        loser = land.castles[step.source] if step.source else None
        if step.source:
            land.domains[step.source] -= set(step.lost)
        land.domains[castle].add(square)
        land.borders = (land.borders - set(step.freed)) | set(step.placed)
        self.domain = castle
        self._done_once()
        return {
            "seat": self.seat,
            "castle": castle,
            "square": square,
            "points": self._score(self.seat, land.worth([square])),
            "placed": step.placed,
            "freed": step.freed,
            "taken_from": step.source,
            "loser": loser,
            "lost": step.lost,
            "lost_points": self._score(loser, 0 - land.worth(step.lost)),
        }

    def _may_grow(self, castle: str, square: str) -> bool:
        land, seat = self.land, self.seat
        is_own = castle in land.domains and land.castles[castle] == seat
        if not is_own or self.domain not in ("", castle) or square not in PLACES:
            return False
        own = land.domains[castle]
        if square in own or not any(near in own for near in BESIDE[square]):
            return False
        if square in land.castles or land.knights.get(square, seat) != seat:
            return False
        step = land.step(castle, square)
        if step.source:
            is_allied = in_order([castle, step.source]) in self.allied
            strengths = [len(land.knights_in(one)) for one in (castle, step.source)]
            if land.castles[step.source] == seat or is_allied or strengths[0] <= strengths[1]:
                return False
        # Only a knight of this castle's own chain comes along, and none is cut off by it.
        is_held = square in land.knights
        if is_held and (land.chain_of(square) != [castle] or any(map(land.parts, step.placed))):
            return False
        standing = len(land.borders) + len(step.placed) - len(step.freed)
        return standing <= int(self.rules["borders"])

    def _monopoly(self, pairs: set[tuple[str, str]], sign: int) -> Json:
        kinds = list(self.rules["mines"].values())
        seat, mine = min(pairs, key=lambda pair: (pair[0], kinds.index(pair[1])))
        points = self._score(seat, sign * self.rules["monopoly"]["points"])
        return {"seat": seat, "mine": mine, "points": points}

    def monopoly_won(self, _: Json) -> Json:
        """Enough mines of a kind."""
        due = self._monopoly(set(self._monopolies()) - set(self.held), 1)
        self.held.append((due["seat"], due["mine"]))
        return due

    def monopoly_lost(self, _: Json) -> Json:
        """No longer enough mines of a kind."""
        due = self._monopoly(set(self.held) - set(self._monopolies()), -1)
        self.held.remove((due["seat"], due["mine"]))
        return due

    # -- deserters and alliances

    def _between(self, castle: str, other: str) -> bool:
        """Whether two domains have a side in common, the first of the seat on turn."""
        domains, castles = self.land.domains, self.land.castles
        is_own = castle in domains and castles[castle] == self.seat
        return is_own and other in domains and other in self.land.touching(castle)

    def _deserts(self, payload: Json) -> tuple[str, str, list[str]]:
        """The own domain, the other one, and the knights of that who may go."""
        castle, other = typed(str, payload["domain"]), typed(str, payload["against"])
        land, is_legal = self.land, self._between(castle, other)
        if is_legal:
            has_room = any(map(self._has_room, land.domains[castle]))
            is_legal = bool(has_room and land.knights_in(castle) and land.knights_in(other))
        self._must(is_legal, f"no knight may desert from {other} to {castle}")
        return castle, other, land.removable(other)

    def deserter_asked(self, payload: Json) -> Json:
        """The victim of a deserter chooses, if there is a choice."""
        castle, other, knights = self._deserts(payload)
        victim, place = self.land.castles[other], typed(str, payload["place"])
        has_choice = victim != NOBODY and len(knights) > 1
        self._must(has_choice, f"{victim} has no choice who deserts from {other}")
        is_room = self._has_room(place) and place in self.land.domains[castle]
        is_paid = is_room and self._forest_price(place) <= self.money[self.seat]
        self._must(is_paid, f"no knight of {self.seat} may be placed on {place}")
        self.place = place
        self.asking = {"seat": victim, "by": self.seat, "domain": castle, "against": other}
        self.asking.update(place=place, knights=knights)
        self.stage = "asking"
        return self.asking

    def knight_deserted(self, payload: Json) -> Json:
        """A knight goes; who goes was asked, or there was nothing to ask."""
        castle, other, knights = self._deserts(payload)
        square, victim = typed(str, payload["square"]), self.land.castles[other]
        asked = self.asking
        if asked:
            is_answered = [asked["domain"], asked["against"]] == [castle, other]
        else:
            is_answered = victim == NOBODY or len(knights) == 1
            is_answered = is_answered or self._has_wished("ranking", victim, -1)
        is_legal = is_answered and square in knights
        self._must(is_legal, f"the knight on {square} may not desert, or {victim} was not asked")
        del self.land.knights[square]
        self.stage, self.action, self.domain, self.asking = "act", "deserted", castle, {}
        due = {"seat": victim, "by": self.seat, "square": square}
        return {**due, "against": other, "domain": castle}

    def alliance_made(self, payload: Json) -> Json:
        """Two domains that touch will never grow into each other."""
        castles: list[Any] = typed(list, payload["castles"])
        one, other = (typed(str, castle) for castle in castles)
        is_legal = self._between(one, other) or self._between(other, one)
        is_legal = is_legal and in_order(castles) not in self.allied
        self._must(is_legal, f"{one} and {other} may not be allied")
        self.allied.append(in_order(castles))
        self._done_once()
        return {"seat": self.seat, "castles": in_order(castles)}

    # -- the end

    def deck_emptied(self, _: Json) -> Json:
        """The last card was drawn: from now on no hand is refilled."""
        self.is_last = True
        return {"seat": self.seat}

    def goal_reached(self, _: Json) -> Json:
        """Somebody has as many points as end the game."""
        self.stage, self.ending = "over", "goal"
        return {"seats": self._over_the_goal(), "goal": self.rules["goals"][str(len(self.points))]}

    def ducats_scored(self, _: Json) -> Json:
        """No hand has a card: points for most ducats, and for the next amount."""
        amounts = sorted({amount for amount in self.money.values() if amount}, reverse=True)
        bonus = dict(zip(amounts, self.rules["bonus"]))  # noqa: B905 - Python 3.9 has no strict
        points = {s: self._score(s, bonus[n]) for s, n in self.money.items() if n in bonus}
        self.stage, self.ending = "over", "deck"
        return {"money": self.money, "points": points}

    def game_ended(self, _: Json) -> Json:
        """Who has most points, of equals most ducats, has won; after a goal, of those who have
        reached it."""
        seats = self._over_the_goal() if self.ending == "goal" else self.at.seats
        ranks = {seat: (self.points[seat], self.money[seat]) for seat in seats}
        winners = [seat for seat in seats if ranks[seat] == max(ranks.values())]
        due = {"winners": winners, "ending": self.ending}
        return {**due, "points": self.points, "money": self.money}
