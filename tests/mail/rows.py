"""A row of every kind of notice, and letters taken apart as a mail program does it."""

from __future__ import annotations

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

from games import clock
from games.mail.letters import message_of
from games.models import Channel, Game, NoticeChoice, OutboxRow, User
from games.notice_kinds import DAILY
from games.services.play.advance import game_advance
from games.services.play.deadlines import deadline_extend
from games.services.play.extensions import extension_propose
from games.services.play.table import Table, table
from games.services.post.account_letters import account_letter_keep
from games.services.post.notices import about, put, row
from games.services.post.reminders import reminders
from games.services.tables.forks import game_fork
from games.services.tables.invitations import player_invite
from games.services.tables.seats import (
    player_replace,
    player_resign,
    substitute_end,
    substitute_name,
)
from games.services.tables.talk import chat_post
from tests.service.tables import (
    answer,
    lobby,
    open_seats,
    person,
    play_out,
    reported,
    started,
)

RHYTHM = {"kind": "hours", "hours": 48, "reminders": [24, 4]}


def every_kind(anna: User, bert: User, cora: User) -> dict[str, OutboxRow]:
    """A notice of each kind to somebody; the newest where there are several."""
    asking = started(anna, options={"choices": "ask", "line_up": "draft"})
    game_advance(game_id=asking.pk)  # as far as the bots go
    return every_kind_of(anna, bert, cora)


def every_kind_of(anna: User, bert: User, cora: User, **choices: Any) -> dict[str, OutboxRow]:
    """The same in games of any ruleset, but for questions on the way, which few games have."""
    person("dora")
    play_out(started(anna, bert, **choices), anna, bert)
    game = reported(anna, bert, schedule=RHYTHM, lateness="wait", **choices)
    if "B" in open_seats(game):
        answer(game, bert)
    with table(game.pk, Game.Status.RUNNING) as held:
        put(reminders(held))
        # Who waits for their turn wants one; whoever reads it is told what happened.
        put([daily(held, bert)])
    deadline_extend(person=anna, game_id=game.pk, hours=24, why="A wedding")
    extension_propose(person=bert, game_id=game.pk, hours=12, why="Still packing")
    chat_post(person=bert, game_id=game.pk, channel="players", text="Good luck!\nAnd <fun>.")
    substitute_name(person=anna, game_id=game.pk, player=cora.username, why="A journey")
    substitute_end(person=anna, game_id=game.pk)
    player_resign(person=bert, game_id=game.pk, why="No time")
    player_replace(person=anna, game_id=game.pk, seat_key="B", player="dora", why="Welcome")
    player_resign(person=anna, game_id=game.pk)
    spoilt = started(anna, bert, name="Brno", **choices)
    game_fork(person=person("erik", is_staff=True), game_id=spoilt.pk, step=1, why="A fault")
    open_table = lobby(anna, bots=1, **choices)
    player_invite(person=anna, game_id=open_table.pk, username="bert")
    for kind in ("rematch", "unseated", "table_cancelled", "webhook_off"):
        put([about(open_table, bert, kind, "once")])
    _about_channels(bert)
    rows = OutboxRow.objects.select_related("user", "game").order_by("pk")
    return {row.kind: row for row in rows}


def daily(held: Table, reader: User) -> OutboxRow:
    """A letter about everything so far, written wanted or not."""
    at = {"since": 0, "until": held.position.seq, "head": held.position.head}
    made = row(held, reader, DAILY, "day 2026-06-01", {"seat": "B", **at})
    NoticeChoice.objects.update_or_create(
        user=reader, kind=DAILY, channel=Channel.MAIL, defaults={"wanted": True}
    )
    return made


def _about_channels(reader: User) -> None:
    channel = {"name": "My phone", "said": "410"}
    for kind, data in (("test", {}), ("channel_off", channel), ("digest", {})):
        OutboxRow.objects.create(
            user=reader, kind=kind, notice=kind, dedup=kind, due_at=clock.now(), data=data
        )
    account_letter_keep(person=reader, to=reader.email, subject="Confirm", text="Hello,\nconfirm.")
    day = OutboxRow.objects.get(kind="digest")
    # A few of them: of a game of turns there are very many.
    reports = OutboxRow.objects.filter(user=reader, kind="season_report").order_by("-pk")
    OutboxRow.objects.filter(pk__in=[row.pk for row in reports[:3]]).update(digest=day)


def rows_of(game: Game, kind: str, reader: User) -> list[OutboxRow]:
    """The letters of a kind to somebody, oldest first."""
    rows = OutboxRow.objects.filter(game=game, kind=kind, user=reader)
    return list(rows.select_related("user", "game").order_by("pk"))


def opened(row: OutboxRow) -> EmailMessage:
    """A letter as a mail program reads it."""
    return read(sent(row))


def sent(row: OutboxRow) -> bytes:
    """A letter as it is handed over."""
    return bytes(message_of(row).message().as_bytes())


def read(raw: bytes) -> EmailMessage:
    """What a mail program makes of it."""
    made: Any = message_from_bytes(raw, policy=default)
    assert isinstance(made, EmailMessage)
    return made


def text_of(letter: EmailMessage) -> str:
    """Its plain text."""
    return str(_body(letter, "plain").get_content())


def html_of(letter: EmailMessage) -> str:
    """The same with markup."""
    return str(_body(letter, "html").get_content())


def _body(letter: EmailMessage, kind: str) -> Any:
    return next(part for part in letter.walk() if part.get_content_type() == f"text/{kind}")


def parts_of(letter: EmailMessage) -> list[tuple[str, bytes]]:
    """Every part with its content, whatever the lines between them are called."""
    single: list[Any] = [part for part in letter.walk() if not part.is_multipart()]
    return [(part.get_content_type(), part.get_payload(decode=True) or b"") for part in single]
