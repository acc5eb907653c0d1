"""A game of no engine, written down by hand in the second format of logs.

Pedlars roll dice, are dealt goods that nobody else sees, and may wish for something in rounds that
are not theirs. Its log is made from docs/audit.md alone, and its table is all that verifiers know.
"""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import Any

from engine.kernel.canonical import canonical
from engine.kernel.chance import step_key, stream
from tests.trust.copies import Log, log_in, rehashed

# Equal ones do not lie together, and to Python some are equal that are not: true and 1.
GOODS = [1, {"silk": 3}, "wool", {"silk": 3}, True, "salt", 7, 1, "wool", "salt"]
TABLE: dict[str, Any] = {
    "alike": {"format": 2, "seats": [2, 3], "options": {"fair": ["small", "large"]}},
    "rulesets": {
        "pedlars": {
            "versions": [1],
            "over": "fair_closed",
            "decks": {"goods": GOODS},
            "chance": {
                "weather_rolled": {"in": "roll", "label": "weather", "sides": 6, "dice": 2},
                "haggle_rolled": {
                    "in": "rolls",
                    "each": [
                        {"label": "offer", "sides": 20, "dice": 1},
                        {"label": "answer", "sides": 20, "dice": 1},
                    ],
                },
                "order_drawn": {"in": "draw", "label": "order", "of": "seats", "take": "all"},
                "goods_dealt": {"in": "deal", "label": "goods {seat}", "deck": "goods"},
                "goods_laid_out": {"in": "deal", "label": "stall", "deck": "goods"},
            },
            "asks": {
                "round_began": [
                    {"decision": "{round}.wish.{asked}", "of": "seats", "optional": True},
                    {"decision": "{round}.move.{asked}", "of": "seat"},
                ]
            },
        }
    },
}
VEIL = sha256(b"the veil of the pedlars").digest()
ROUNDS = 4


def link(game: str, number: int) -> bytes:
    """A link of a game's chain; each is the hash of the one after it."""
    secret = sha256(f"the last link of {game}".encode()).digest()
    for _ in range(2 * ROUNDS - number):
        secret = sha256(secret).digest()
    return secret


def digest(salt: str, value: Any) -> str:
    """What a secret is known by."""
    return sha256(bytes.fromhex(salt) + canonical(value)).hexdigest()


class Scribe:
    """Writes a log down, entry by entry."""

    def __init__(self, game: str = "fair") -> None:
        self.game = game
        self.step = self.forked_at = 0
        self.left = list(GOODS)
        self.key = b""
        self.uses: dict[str, int] = {}
        self.answers: list[tuple[int, str]] = []
        self.hands: dict[str, dict[str, Any]] = {}
        chance = {"anchor": link(game, 0).hex(), "veil": sha256(VEIL).hexdigest()}
        header = {"format": "wallenstein-log/2", "game": game, "ruleset": "pedlars", "version": 1}
        self.log: Log = [
            {**header, "options": {"fair": "small"}, "seats": ["A", "B"], "chance": chance}
        ]

    def tell(self, kind: str, secret: dict[str, Any] | None = None, **payload: Any) -> int:
        """Append an entry."""
        entry: dict[str, Any] = {"kind": kind, "version": 1, "payload": payload}
        entry["at"] = "2026-11-18T12:00:00Z"
        if secret:
            entry["secret_digest"] = digest(secret["salt"], secret["answer"])
            entry["secret"] = secret
        self.log.append(entry)
        return len(self.log) - 1

    def seal(self, decision: str, seat: str, answer: Any, by: str = "seat") -> None:
        """Seal an answer; call in the order in which the game asks."""
        salt = sha256(f"{self.game} {decision} {answer}".encode()).hexdigest()
        at = self.tell(
            "answer_sealed", {"salt": salt, "answer": answer}, decision=decision, seat=seat, by=by
        )
        self.answers.append((at, digest(salt, answer)))

    def begin(self) -> None:
        """Begin a step on everything sealed since the last one."""
        self.step += 1
        at = [seq for seq, _ in self.answers]
        opened = link(self.game, self.step - self.forked_at)
        self.tell("step_began", step=self.step, link=opened.hex(), answers=at)
        digests = [one for _, one in self.answers]
        self.key = step_key(opened, self.game, self.step, digests)
        self.answers, self.uses = [], {}

    def name(self, label: str) -> str:
        """The next stream of a label."""
        self.uses[label] = self.uses.get(label, 0) + 1
        return f"{label} {self.uses[label]}"

    def roll(self, label: str, sides: int, dice: int) -> dict[str, Any]:
        """Dice."""
        name = self.name(label)
        source = stream(self.key, name)
        return {
            "stream": name,
            "sides": sides,
            "rolled": [1 + source.below(sides) for _ in range(dice)],
        }

    def deal(self, kind: str, label: str, seat: str | None, *, face_up: bool = False) -> str:
        """A card of the goods, under the veil."""
        name, handle = self.name(label), f"card {len(self.hands) + 1}"
        made = {"stream": name, "deck": "goods", "of": len(self.left)}
        source = stream(hmac.digest(self.key, VEIL, "sha256"), name)
        card = self.left[source.below(len(self.left))]
        # Of equal cards the first is gone.
        del self.left[[canonical(one) for one in self.left].index(canonical(card))]
        salt = hmac.digest(VEIL, canonical(["veiled", self.game, handle]), "sha256").hex()
        self.hands[handle] = {"handle": handle, "card": card, "salt": salt}
        shown = {"shown": self.hands[handle]} if face_up else {}
        secret = {"salt": salt, "answer": card}
        self.tell(kind, secret, seat=seat, handle=handle, deal=made, **shown)
        return handle

    def draw_order(self) -> None:
        """The seats, in the order drawn."""
        name = self.name("order")
        source, left = stream(self.key, name), ["A", "B"]
        order = [left.pop(source.below(len(left))) for _ in "AB"]
        self.tell("order_drawn", draw={"stream": name, "from": ["A", "B"], "drawn": order})

    def fork(self, game: str) -> None:
        """Go on as another game, with a chain of its own and the same veil."""
        anchor = link(game, 0).hex()
        payload: dict[str, Any] = {
            "game": game,
            "origin": self.game,
            "step": self.step,
            "anchor": anchor,
        }
        self.tell("fork_began", **payload, by="house", why="the cart broke")
        self.game, self.forked_at = game, self.step

    def ask(self, number: int, seat: str) -> None:
        """Begin a round."""
        self.tell("round_began", round=number, seat=seat)


def the_fair(fork: str = "") -> Log:
    """A whole game: four rounds, five hidden cards, four of them turned up; or one with a fork."""
    scribe = Scribe()
    scribe.begin()
    scribe.tell("fair_opened")
    scribe.ask(1, "A")
    scribe.seal("1.wish.A", "A", {"wish": "rain"})
    scribe.seal("1.move.A", "A", {"go": "Ulm"})
    scribe.seal("1.wish.B", "B", {"wish": "sun"})
    scribe.begin()
    scribe.tell("weather_rolled", roll=scribe.roll("weather", 6, 2))
    first = scribe.deal("goods_dealt", "goods A", "A")
    second = scribe.deal("goods_dealt", "goods B", "B")
    scribe.ask(2, "B")
    scribe.seal("2.move.B", "B", {"go": "Basel"})
    scribe.begin()
    scribe.tell("haggle_rolled", rolls=[scribe.roll("offer", 20, 1), scribe.roll("answer", 20, 1)])
    scribe.deal("goods_laid_out", "stall", None, face_up=True)
    scribe.draw_order()
    scribe.tell("goods_sold", seat="B", shown=scribe.hands[second])
    scribe.ask(3, "A")
    if fork:
        scribe.fork(fork)
    scribe.tell("game_paused", by="house", why="the bridge is out")
    scribe.tell("game_resumed", by="house", why="the bridge is back")
    scribe.seal("3.move.A", "A", {"go": "Linz"})
    scribe.begin()
    scribe.tell("weather_rolled", roll=scribe.roll("weather", 6, 2))
    scribe.tell("weather_rolled", roll=scribe.roll("weather", 6, 2))
    third = scribe.deal("goods_dealt", "goods A", "A")
    scribe.deal("goods_dealt", "goods B", "B")
    scribe.ask(4, "B")
    scribe.seal("4.move.B", "B", {"go": "home"})
    scribe.begin()
    scribe.tell("goods_sold", seat="A", shows=[scribe.hands[first], scribe.hands[third]])
    scribe.tell("fair_closed")
    scribe.tell("veil_lifted", veil=VEIL.hex())
    return log_in(rehashed(scribe.log))


def half_a_fair(log: Log, seat: str | None, last: str = "4.move.B") -> Log:
    """The log as a seat reads it before this decision is answered."""
    end = next(
        at for at, entry in enumerate(log[1:], 1) if entry["payload"].get("decision") == last
    )
    for entry in log[1:end]:
        if seat is None or entry["payload"].get("seat") != seat:
            entry.pop("secret", None)
    return log[:end]


def deal_card(log: Log, at: int, card: Any, salt: str | None = None) -> None:
    """Let the server deal another card, with the digest that is right for it."""
    secret = log[at]["secret"]
    secret["answer"], secret["salt"] = card, salt or secret["salt"]
    log[at]["secret_digest"] = digest(secret["salt"], card)


def other_card(log: Log, at: int) -> Any:
    """A card of the goods that was not dealt by this entry."""
    return next(card for card in GOODS if card != log[at]["secret"]["answer"])
