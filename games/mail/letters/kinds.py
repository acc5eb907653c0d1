"""Which letter says what: a function for each kind of notice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, override

from engine.kernel.journal import ExtensionProposed, GamePaused, PlayerReplaced
from games import clock
from games.boards.blocks import Block, Letter, Message, Say, Way
from games.mail import account_letters, answers
from games.mail.letters.calendar import calendar_file
from games.mail.letters.channels import ABOUT_CHANNELS, DAY, day_of
from games.mail.letters.moves import reason, why_moved
from games.mail.letters.news import headlines, news
from games.mail.letters.parts import Pen, when
from games.mail.letters.tables import ABOUT_THE_TABLE, about_the_table
from games.mail.links import absolute
from games.mail.snapshots import scene_of
from games.models import ChatMessage, OutboxRow
from games.notice_kinds import CHOICE, DAILY, REPORT
from games.read.referee_log import person_named
from games.read.talk import GALLERY, TABLE, messages

SUBJECTS: Final = {
    "your_turn": gettext_lazy("Your turn in %s"),
    "choice_asked": gettext_lazy("A question for you in %s"),
    REPORT: gettext_lazy("What happened in %s"),
    DAILY: gettext_lazy("While you wait: %s"),
    "game_over": gettext_lazy("%s is over"),
    "reminder": gettext_lazy("Time is running out in %s"),
    "deadline_moved": gettext_lazy("Another deadline in %s"),
    "vote": gettext_lazy("A vote on more time in %s"),
    "seat_given": gettext_lazy("You have a seat in %s"),
    "seat_lost": gettext_lazy("You no longer have your seat in %s"),
    "player_replaced": gettext_lazy("Another player in %s"),
    "substitute_gone": gettext_lazy("No substitute any more in %s"),
    "host_changed": gettext_lazy("You are the host of %s now"),
    "chat_digest": gettext_lazy("New messages in %s"),
    "game_forked": gettext_lazy("%s has stopped here and continues elsewhere"),
    "fork_began": gettext_lazy("%s continues from an earlier step"),
}
PAUSED: Final = gettext_lazy("%s is paused")
GOES_ON: Final = gettext_lazy("%s has resumed")


def letter_of(row: OutboxRow) -> Letter:
    """The letter of a notice, in the language that is spoken now."""
    if row.kind == DAY:
        return day_of(row, letter_of)
    writer = OTHERS.get(row.kind)
    return writer(row) if writer else _about_the_game(row)


def subject_of(row: OutboxRow) -> str:
    """What a letter is called, in its own language."""
    with override(row.language):
        return letter_of(row).subject


def _about_the_game(row: OutboxRow) -> Letter:
    """Something that is in the log of a game, told as of its moment."""
    pen = Pen(row, scene_of(row))
    subject = _subject(pen)
    blocks = list(WRITERS[row.kind](pen))
    seat = pen.scene.seat or row.data.get("seat")
    dated = seat is not None and row.kind in DATED
    calendar = calendar_file(pen.scene, seat, row.created_at) if dated else b""
    if row.kind in ASKING:
        return Letter(subject, blocks, pen.reply_to, calendar)
    if pen.reply_to:
        elsewhere = _(
            "Replies to this mail are not read. Send orders as a reply to the mail that asks "
            "for them."
        )
        blocks.append(Say(elsewhere))
    return Letter(subject, blocks, "", calendar)


def _subject(pen: Pen) -> str:
    """What the letter is called; to a substitute it names the player."""
    if pen.row.kind == "substitute_named":
        names = {"player": pen.names[pen.row.data["seat"]], "game": pen.game.name}
        return _("You may stand in for %(player)s in %(game)s") % names
    if pen.row.kind == CHOICE and pen.asked is not None:
        heading, _sentence = pen.board.letters.question(
            pen.scene.view, pen.asked, pen.language, pen.names
        )
        return _("A question in %(game)s: %(question)s") % {
            "question": heading,
            "game": pen.game.name,
        }
    return str(_form_of_subject(pen)) % pen.game.name


def _form_of_subject(pen: Pen) -> str | Promise:
    """The usual one of its kind; about the clock also where it stands still, or nothing is due."""
    if pen.row.kind != "deadline_moved" or pen.scene.deadline is not None:
        return SUBJECTS[pen.row.kind]
    return PAUSED if pen.scene.rests else GOES_ON


def _asked(pen: Pen) -> Iterator[Block]:
    """A question, with what matters since the last letter that told the reader what happened."""
    since = pen.row.data["since"]
    in_short = pen.since_turn if pen.row.data.get("since_turn") else pen.closed
    closed = in_short(since, pen.scene.position.seq)
    yield from headlines(closed)
    yield from pen.stands_in()
    yield from pen.question()
    yield from news(pen, closed, since)
    yield from pen.position()
    # How orders are written is told at length in the first letter, and whenever “help” asks for it.
    yield from pen.orders(brief=since > 0)
    yield from pen.offers()
    yield pen.table()
    yield from pen.proofs(since)


def _report(pen: Pen) -> Iterator[Block]:
    since = pen.row.data["since"]
    if pen.scene.position.finished:
        yield Say(_("The game is over."))
    elif pen.chapter:
        yield Say(_("Now: %(chapter)s.") % {"chapter": pen.chapter})
    yield Way(_("Read it with pictures"), absolute("report-newest", pen.game.pk))
    yield from pen.story(since, pen.scene.position.seq)
    yield from pen.standing()
    if pen.reply_to:
        # Below the story, so that whoever is told in short is not told to answer a mail.
        yield Say(
            _("It is your turn. You can answer this mail with your orders, one on each line.")
        )
    if not pen.scene.position.finished:
        yield from pen.offers()
    yield from pen.proofs(since)


def _daily(pen: Pen) -> Iterator[Block]:
    """What is new, for somebody who waits for their turn."""
    since, until = pen.row.data["since"], pen.scene.position.seq
    fresh = pen.stretch(_("What is new"), since, until)
    yield from headlines(fresh)
    if waiting := pen.scene.position.waiting:
        names = {"names": ", ".join(dict.fromkeys(pen.names[one.seat] for one in waiting))}
        yield Say(_("The game is waiting for %(names)s.") % names)
    yield from pen.stands_in()
    yield from news(pen, fresh, since)
    yield from pen.standing()
    yield from pen.offers()
    yield pen.table()
    yield from pen.proofs(since)


def _game_over(pen: Pen) -> Iterator[Block]:
    scene, letters = pen.scene, pen.board.letters
    winners = [pen.names[seat] for seat in scene.view["winners"]]
    names = {"winners": ", ".join(winners)}
    won = ngettext(
        "%(winners)s has won. Thank you for playing!",
        "%(winners)s have won together. Thank you for playing!",
        len(winners),
    )
    yield Say(won % names, loud=True)
    if decided := letters.decided_by(scene.view, pen.language, pen.names):
        yield Say(decided)
    yield from pen.standing()
    yield from pen.story(pen.row.data["since"], scene.position.seq)
    yield Way(_("Look at the whole game"), absolute("replay", pen.game.pk))
    yield Say(_("All answers are open now. Check everything with the log and the receipts below."))
    yield from pen.proofs(since=0)


def _reminder(pen: Pen) -> Iterator[Block]:
    yield Say(_("You have not answered yet."))
    yield from pen.stands_in()
    yield from pen.question()
    yield from pen.orders()
    yield from pen.proofs()


def _deadline_moved(pen: Pen) -> Iterator[Block]:
    if pen.scene.rests:
        yield from _paused(pen)
    else:
        yield from pen.due()
        yield from why_moved(pen)
    yield from pen.question()
    yield pen.table()
    yield from pen.proofs()


def _paused(pen: Pen) -> Iterator[Block]:
    pause = pen.last_of(GamePaused)
    who = {"player": person_named(pause["by"])}
    yield Say(_("%(player)s has paused the game.") % who, loud=True)
    yield from reason(pause["why"])
    yield Say(_("The clock is stopped until the host resumes the game. You can still answer."))


def _vote(pen: Pen) -> Iterator[Block]:
    asks = pen.last_of(ExtensionProposed)
    wish = {"player": pen.names[asks["seat"]], "hours": asks["hours"]}
    yield Say(_("%(player)s asks for %(hours)d more hours. Please vote.") % wish, loud=True)
    yield from reason(asks["why"])
    yield from pen.due()
    by_link = _("Use the link to vote; replies to this mail are not read.")
    yield Way(_("Go to the vote"), absolute("referee", pen.game.pk), by_link)
    yield from pen.proofs()


def _seat_given(pen: Pen) -> Iterator[Block]:
    place = {"seat": pen.seat(pen.row.data["seat"])}
    yield Say(_("You play %(seat)s from now on.") % place, loud=True)
    yield Say(
        _("If you do not want it, you can hand it back with one button on the page of the game.")
    )
    yield from reason(pen.row.data.get("why", ""))
    yield from _welcome(pen)


def _substitute_named(pen: Pen) -> Iterator[Block]:
    seat = pen.row.data["seat"]
    who = {"player": pen.names[seat], "seat": pen.seat(seat)}
    may = _(
        "You may stand in for %(player)s, %(seat)s: you see what they see and answer for them. "
        "You may also decline."
    )
    yield Say(may % who, loud=True)
    yield from reason(pen.row.data.get("why", ""))
    yield Way(_("Decline on the page “Referee”"), absolute("referee", pen.game.pk))
    yield from _welcome(pen)


def _welcome(pen: Pen) -> Iterator[Block]:
    """Everything for somebody who comes to a game that is under way."""
    yield from pen.question()
    yield from pen.position()
    yield from pen.orders()
    yield from pen.offers()
    yield pen.table()
    yield from pen.proofs()


def _seat_lost(pen: Pen) -> Iterator[Block]:
    place = {"seat": pen.seat(pen.row.data["seat"])}
    yield Say(_("You no longer play %(seat)s.") % place, loud=True)
    yield from reason(pen.row.data.get("why", ""))
    yield pen.table()
    yield from pen.proofs()


def _player_replaced(pen: Pen) -> Iterator[Block]:
    change = pen.last_of(PlayerReplaced)
    about = {"seat": pen.seat(change["seat"]), "player": pen.names[change["seat"]]}
    yield Say(_("From now on %(player)s plays %(seat)s.") % about, loud=True)
    yield from reason(change["why"])
    yield Say(_("A new player in a seat sees no answer that was sealed before."))
    yield pen.table()
    yield from pen.proofs()


def _substitute_gone(pen: Pen) -> Iterator[Block]:
    place = {"seat": pen.seat(pen.row.data["seat"])}
    yield Say(_("There is no longer a substitute for %(seat)s.") % place)
    yield from reason(pen.row.data.get("why", ""))
    yield pen.table()
    yield from pen.proofs()


def _host_changed(pen: Pen) -> Iterator[Block]:
    yield Say(_("The host has left, and of those still at the table you have been there longest."))
    yield Way(_("What a host can do"), absolute("referee", pen.game.pk))
    yield from pen.proofs()


def _game_forked(pen: Pen) -> Iterator[Block]:
    yield Say(
        _("The staff of the site have continued this game from an earlier step as a new game.")
    )
    yield from reason(pen.row.data["why"])
    yield Way(_("Go to the game that continues"), absolute("table", pen.row.data["fork"]))
    yield from pen.proofs()


def _fork_began(pen: Pen) -> Iterator[Block]:
    sentence = _(
        "The staff of the site have continued it from an earlier step, with a new chain of chance."
    )
    yield Say(sentence, loud=True)
    yield Say(_("You keep your seat. What was sealed after that step does not count here."))
    yield from reason(pen.row.data["why"])
    yield from _welcome(pen)


def _chat_digest(row: OutboxRow) -> Letter:
    """What was said since the reader last said something or was told; the gallery apart."""
    talk: list[Block] = []
    for channel in (TABLE, GALLERY):
        if channel in row.data["channels"]:
            talk += _talk_in(row, channel)
    count = sum(isinstance(block, Message) for block in talk)
    news = ngettext("%(count)d new message.", "%(count)d new messages.", count) % {"count": count}
    blocks = [Say(news), *talk]
    blocks.append(Way(_("Answer at the table"), absolute("chat", row.the_game.pk)))
    if row.data["head"]:
        blocks += Pen(row, scene_of(row)).proofs()
    return Letter(str(SUBJECTS["chat_digest"]) % row.the_game.name, blocks)


def _talk_in(row: OutboxRow, channel: str) -> Iterator[Block]:
    after, until = (clock.read(row.data[end]) for end in ("after", "until"))
    recent = list(messages(row.the_game, channel).filter(said_at__gte=after, said_at__lt=until))
    # Whoever has said something has read what was said before.
    own = [at for at, message in enumerate(recent, 1) if message.author_id == row.user_id]
    unread = recent[own[-1] :] if own else recent
    if unread and channel == GALLERY:
        yield Say(_("From the gallery:"))
    for message in unread:
        yield Message(_author(message), when(message.said_at, row.user), _text(message))


def _author(message: ChatMessage) -> str:
    return message.author.get_username() if message.author else _("somebody")


def _text(message: ChatMessage) -> str:
    return _("(hidden)") if message.hidden_at else message.text


# Letters that tell of no entry of a log.
OTHERS: Final[Mapping[str, Callable[[OutboxRow], Letter]]] = {
    **dict.fromkeys(ABOUT_THE_TABLE, about_the_table),
    **ABOUT_CHANNELS,
    "chat_digest": _chat_digest,
    answers.KIND: answers.letter,
    account_letters.KIND: account_letters.letter,
}
WRITERS: Final[Mapping[str, Callable[[Pen], Iterator[Block]]]] = {
    "your_turn": _asked,
    "choice_asked": _asked,
    REPORT: _report,
    DAILY: _daily,
    "game_over": _game_over,
    "reminder": _reminder,
    "deadline_moved": _deadline_moved,
    "vote": _vote,
    "seat_given": _seat_given,
    "seat_lost": _seat_lost,
    "player_replaced": _player_replaced,
    "substitute_named": _substitute_named,
    "substitute_gone": _substitute_gone,
    "host_changed": _host_changed,
    "game_forked": _game_forked,
    "fork_began": _fork_began,
}
# Letters that put a question, or announce one: an answer to them is an answer to it.
ASKING: Final = frozenset(
    (
        *("your_turn", "choice_asked", "reminder", "deadline_moved", REPORT),
        *("seat_given", "substitute_named", "fork_began"),
    )
)
# Letters that bring a time to keep in mind, or take one away.
DATED: Final = frozenset(
    (
        *("your_turn", "choice_asked", "reminder", "deadline_moved", "game_over"),
        *("seat_given", "seat_lost", "substitute_named", "substitute_gone", "game_forked"),
    )
)
