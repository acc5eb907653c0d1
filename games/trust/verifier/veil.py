"""Hidden cards: dealt under the veil, turned up one by one, and dealt again when it is lifted."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from games.trust.verifier.chance import dealt, private_key, veiled_salt
from games.trust.verifier.course import TableCourse, filled
from games.trust.verifier.devices import Devices
from games.trust.verifier.encoding import (
    Json,
    Wrong,
    digest_of,
    is_count,
    is_hex,
    typed,
)
from games.trust.verifier.position import LogPosition
from games.trust.verifier.tables import decks_of


@dataclass
class Deal:
    """One hidden card, as far as the log tells of it before the veil is lifted."""

    seq: int
    handle: str
    game: str
    key: bytes
    stream: str
    deck: str
    of: int
    digest: str
    secret: Json | None


class HiddenCards:
    """Follows the cards that the log hides."""

    def __init__(self, at: LogPosition, course: TableCourse, devices: Devices) -> None:
        self.at, self.course, self.devices = at, course, devices
        self.deals: dict[str, Deal] = {}
        self.shown: set[str] = set()
        self.is_lifted = False

    @property
    def digest(self) -> str | None:
        """What the header says of the veil, if the game has one."""
        digest: str | None = self.at.report.header["chance"].get("veil")
        return digest

    # -- a card is dealt

    def deal(self, entry: Json, rule: Json | None) -> None:
        """Check everything about a deal but the card."""
        seq, payload = entry["seq"], entry["payload"]
        made, handle, seat = typed(dict, payload["deal"]), payload["handle"], payload["seat"]
        if self.digest is None:
            raise Wrong(seq, "a card is dealt in a game without a veil")
        if set(made) != {"stream", "deck", "of"}:
            raise Wrong(seq, "the deal has not the keys it should have")
        if not self.at.rests_on:
            raise Wrong(seq, "a card is dealt before anybody has answered")
        if not isinstance(handle, str) or not handle or handle in self.deals:
            raise Wrong(seq, "the handle of the card is none, or was given before")
        if seat is not None and seat not in self.at.seats:
            raise TypeError
        label = filled(rule["label"], payload) if rule else None
        stream = self.devices.stream(seq, made["stream"], label, "veil")
        deck, of = typed(str, made["deck"]), made["of"]
        is_top = rule is None or deck == self._top(rule)
        if not is_top or not is_count(of, 1) or not self._has(deck, of):
            raise Wrong(seq, "the card is not dealt from what is left of its deck")
        dealt = (seq, handle, self.at.game, self.at.key or b"", stream, deck, of)
        self.deals[handle] = Deal(*dealt, entry["secret_digest"], entry.get("secret"))
        self.at.report.deals += 1

    def _top(self, rule: Json) -> str | None:
        """The deck that is dealt from: of those that lie on each other the first with a card."""
        return next((pile for pile in decks_of(rule) if self._left(pile)), None)

    def _has(self, deck: str, of: int) -> bool:
        """Whether so many cards are left; what the table does not name nobody can count."""
        return not self.at.rules or of == self._left(deck)

    def _left(self, deck: str) -> int:
        dealt = sum(one.deck == deck for one in self.deals.values())
        return len(self.course.decks.get(deck, ())) - dealt

    # -- a card is turned up

    def show(self, seq: int, payload: Json) -> None:
        """Check the cards that a fact turns up."""
        made = typed(list, payload["shows"]) if "shows" in payload else []
        single = payload.get("shown")
        for one in [*([] if single is None else [single]), *made]:
            self._show(seq, typed(dict, one))

    def _show(self, seq: int, shown: Json) -> None:
        if set(shown) != {"handle", "card", "salt"}:
            raise Wrong(seq, "what is turned up has not the keys it should have")
        handle = typed(str, shown["handle"])
        if handle not in self.deals:
            raise Wrong(seq, f"{handle} is turned up, which was not dealt")
        if handle in self.shown:
            raise Wrong(seq, f"{handle} is turned up a second time")
        is_salt = is_hex(shown["salt"], 64)
        if not is_salt or digest_of(shown["salt"], shown["card"]) != self.deals[handle].digest:
            raise Wrong(seq, f"{handle} is turned up as another card than was dealt")
        self.shown.add(handle)
        self.at.report.shown += 1

    # -- the end

    def lift(self, seq: int, payload: Json) -> None:
        """Check the veil, and deal every card again."""
        report, veil = self.at.report, payload["veil"]
        if self.digest is None:
            raise Wrong(seq, "the veil is lifted in a game without one")
        if self.is_lifted:
            raise Wrong(seq, "the veil is lifted a second time")
        if not self.at.in_step or (self.at.rules and not report.over):
            raise Wrong(seq, "the veil is lifted elsewhere than at the end of the game")
        if not is_hex(veil, 64) or sha256(bytes.fromhex(veil)).hexdigest() != self.digest:
            raise Wrong(seq, "this is not the veil that the game began with")
        self.is_lifted = report.over = True
        left: dict[str, list[Any]] = {}
        for one in self.deals.values():
            self._deal_again(one, bytes.fromhex(veil), left)
        unknown = {one.deck for one in self.deals.values()} - set(self.course.decks)
        for deck in sorted(unknown):
            gap = f"no table names the cards of the deck {deck}"
            report.gaps.append(f"{gap}: its deals are proved by digest and salt alone")

    def _deal_again(self, deal: Deal, veil: bytes, left: dict[str, list[Any]]) -> None:
        salt = veiled_salt(veil, deal.game, deal.handle)
        if deal.secret is not None and deal.secret["salt"] != salt:
            raise Wrong(deal.seq, "the server chose the salt of a hidden card")
        if deal.deck not in self.course.decks:
            return
        cards = left.get(deal.deck, self.course.decks[deal.deck])
        card, left[deal.deck] = dealt(private_key(deal.key, veil), deal.stream, cards)
        if digest_of(salt, card) != deal.digest:
            raise Wrong(deal.seq, "another card was dealt than chance says")
        self.at.report.dealt_again += 1

    def missed(self) -> bool:
        """Whether the game is over and the veil is not lifted."""
        return self.digest is not None and self.at.report.over and not self.is_lifted
