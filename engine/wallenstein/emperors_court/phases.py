"""The court in the course of a game: first courtiers, three cards, converting, audiences."""

from __future__ import annotations

from typing import cast

from engine.kernel.core import Json, Seat, Turn
from engine.wallenstein.board import COUNTIES
from engine.wallenstein.choices import ask, asks, plan_of
from engine.wallenstein.emperors_court.cards import FAVORS, SPACES
from engine.wallenstein.emperors_court.facts import (
    AudienceBegan,
    CourtClosed,
    CourtiersArrived,
    CourtiersSent,
    FavorDeclined,
    FavorsLaid,
    FavorTaken,
    NobodySent,
    ProtectionEnded,
)
from engine.wallenstein.emperors_court.favors import (
    FAVOR_KEY,
    FAVORS_KEY,
    NO_CARD,
    use,
)
from engine.wallenstein.emperors_court.hall import CONVERT, COURTIERS, TOWER, court
from engine.wallenstein.emperors_court.targets import is_open
from engine.wallenstein.fill import FillTower, TrayCleared
from engine.wallenstein.season import CleanUp, WallensteinPhase
from engine.wallenstein.state import State


class FillTowerAndHall(FillTower):
    """W-S6, K-1: each army that falls out sends a courtier to the entrance hall."""

    def play(self, turn: Turn[State]) -> None:
        """Throw the cubes, clear the tray, and count who fell out."""
        super().play(turn)
        fell = cast(TrayCleared, turn.events[-1]).home
        arrived = {seat: min(fell.get(seat, 0), COURTIERS) for seat in turn.state.seats}
        turn.emit(CourtiersArrived(arrived))


class ShowFavors(WallensteinPhase):
    """K-2: three favour cards are turned up after the bonus tiles."""

    name = "favors"

    def play(self, turn: Turn[State]) -> None:
        """Draw them."""
        unseen = court(turn.state).unseen
        turn.emit(FavorsLaid(turn.chance.draw(FavorsLaid.label, unseen, len(SPACES))))


class Convert(WallensteinPhase):
    """K-4: in player order armies become courtiers."""

    name = "convert"

    def play(self, turn: Turn[State]) -> None:
        """Run the three boxes of every seat."""
        for seat in turn.state.season.order:
            for box, number in CONVERT.items():
                self.run_box(turn, seat, box, number)

    def run_box(self, turn: Turn[State], seat: Seat, box: str, number: int) -> None:
        """Send so many courtiers, or nobody."""
        card = plan_of(turn, seat).get("boxes", {}).get(box)
        if card != TOWER and card not in COUNTIES:
            return
        reason = self.obstacle(turn.state, seat, card, number)
        if reason:
            turn.emit(NobodySent(seat, box, card, reason))
        else:
            tray = {seat: number} if card == TOWER else {}
            turn.emit(CourtiersSent(seat, box, card, number, tray))

    def obstacle(self, state: State, seat: Seat, card: str, number: int) -> str | None:
        """Why nothing happens; none if it does."""
        if card == TOWER:
            enough = state.tower.tray.get(seat, 0) >= number
        else:
            enough = state.counties[card].armies > number
        if not enough:
            return "too_few_armies"
        return None if court(state).supply[seat] >= number else "too_few_courtiers"


class Audience(WallensteinPhase):
    """K-5, K-6: by most courtiers, each seat may take a card and use it at once."""

    name = "audience"

    def play(self, turn: Turn[State]) -> None:
        """Let the seats in until all have been there or no card is left."""
        if turn.state.asking is not None:
            self.receive(turn, turn.state.asking.seat)
        while not turn.paused and court(turn.state).cards:
            seat = self.next_in(turn.state)
            if seat is None:
                break
            turn.emit(AudienceBegan(seat, court(turn.state).entrance[seat]))
            self.receive(turn, seat)
        if not turn.paused:
            turn.emit(CourtClosed(list(court(turn.state).cards.values())))

    def next_in(self, state: State) -> Seat | None:
        """Who has most courtiers waiting; of equal ones who plays first."""
        part = court(state)
        waiting = [
            seat for seat in state.season.order if seat not in part.served and part.entrance[seat]
        ]
        return max(waiting, key=lambda seat: part.entrance[seat], default=None)

    def receive(self, turn: Turn[State], seat: Seat) -> None:
        """Let a seat take one of the cards it has the courtiers for."""
        part = court(turn.state)
        offer = {card["favor"]: card["courtiers"] for card in part.offer(part.audience[seat])}
        if not offer:
            return
        wish = self.choice(turn, seat, offer)
        if turn.paused:
            return
        if wish is None:
            turn.emit(FavorDeclined(seat))
            return
        favor = FAVORS[wish["favor"]]
        turn.emit(FavorTaken(seat, favor.number, offer[favor.number]))
        use(turn, seat, favor, wish)

    def choice(self, turn: Turn[State], seat: Seat, offer: dict[int, int]) -> Json | None:
        """P-5: the first wish that can be had, by answer, or none."""
        wishes = plan_of(turn, seat).get(FAVORS_KEY)
        # An empty list of wishes says that nothing is wanted; so does its last one, if it is so.
        if wishes == []:
            return None
        may_ask = asks(turn.state)
        for wish in wishes or ():
            if wish.get(NO_CARD):
                return None
            if wish["favor"] in offer:
                if may_ask and is_open(turn.state, seat, wish):
                    break
                return dict(wish)
        if may_ask:
            answer = ask(turn, seat, FAVOR_KEY, {})
            return answer[FAVOR_KEY] if answer else None
        return None


class CleanUpCourt(CleanUp):
    """W-R10, K-8: protection ends with the season."""

    def play(self, turn: Turn[State]) -> None:
        """End it, and clear the season away."""
        if court(turn.state).protected:
            turn.emit(ProtectionEnded())
        super().play(turn)
