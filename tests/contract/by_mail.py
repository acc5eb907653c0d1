"""A table whose players have nothing but their mail: they read letters and reply to them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from itertools import takewhile

from games import access
from games.log import store
from games.models import Game, OutboxRow, User
from games.notice_kinds import ASKING
from games.services.play.advance import game_advance
from tests.mail.post import last_mail, send
from tests.mail.rows import opened, text_of
from tests.service.tables import again, open_seats, some_answer, waiting


def newest_letter(game: Game, player: User) -> EmailMessage:
    """The last letter that asked somebody, as their mail program shows it."""
    rows = OutboxRow.objects.filter(game=game, user=player, kind__in=ASKING)
    return opened(rows.select_related("user", "game").latest("pk"))


def orders_in(letter: EmailMessage) -> list[str]:
    """The orders of a letter's form, without the sign that makes remarks of them."""
    _heading, *form = text_of(letter).partition("\n# ")[2].splitlines()
    return [line.removeprefix("# ") for line in takewhile(lambda line: line > "#", form)]


def quoted(letter: EmailMessage) -> str:
    """A letter below an answer to it, as most mail programs put it there."""
    lines = "\n".join(f"> {line}" for line in text_of(letter).splitlines())
    return f"On Wed, somebody wrote:\n{lines}\n"


@dataclass
class Correspondents:
    """People who read their letters and reply, each with an order out of the letter's form."""

    game: Game
    people: tuple[User, ...]
    # Every order that was sent, by whom.
    sent: list[tuple[str, str]] = field(default_factory=list)

    def asked(self) -> Iterator[User]:
        """Whoever is waited for."""
        for seat in open_seats(self.game):
            yield next(p for p in self.people if access.seat_for(self.game, p).key == seat)

    def reply(self, player: User) -> str:
        """Order by mail what the form offers, another line each time; what became of it."""
        letter = newest_letter(self.game, player)
        offered = orders_in(letter)
        order = offered[len(self.sent) % len(offered)]
        send(str(letter["Reply-To"]), f"Hello,\n\n{order}\n\nBest wishes\nx\n\n{quoted(letter)}")
        self.sent.append((player.username, order))
        return str(last_mail().outcome)

    def reply_in_words(self, player: User) -> str:
        """Order by mail anything legal, in the player's language; what became of it."""
        letter, seat = newest_letter(self.game, player), access.seat_for(self.game, player).key
        asked = waiting(self.game, seat)
        notation = store.load(again(self.game)).ruleset.text()
        orders = notation.format(asked.kind, some_answer(self.game, asked), player.language)
        send(str(letter["Reply-To"]), f"{orders}\n\n{quoted(letter)}")
        self.sent.append((player.username, orders))
        return str(last_mail().outcome)

    def is_over(self) -> bool:
        """Whether there is nothing left to write."""
        return again(self.game).status == Game.Status.FINISHED

    def step(self) -> None:
        """Everybody who is asked replies, and the game goes on."""
        for player in list(self.asked()):
            assert self.reply(player) == "accepted", self.sent[-1]
        assert game_advance(game_id=self.game.pk) >= 1
