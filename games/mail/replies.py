"""What a mail is answered, in pieces that can be kept: what was read, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _

from engine.kernel.canonical import canonical
from engine.kernel.core import Decision, Json
from engine.kernel.journal import AnswerSealed
from games.boards.rulebooks import help_pages
from games.mail.answers import Piece
from games.mail.inbound.commands import Command
from games.mail.letters.parts import when
from games.mail.links import absolute
from games.mail.mail_case import MailCase
from games.mail.plain import as_text
from games.models import Game
from games.names import chapter_name
from games.read.selectors import ViewerTurn
from games.trust.receipts import Receipt


def say(text: str) -> Piece:
    """A sentence."""
    return ["say", text]


def _heading(text: str) -> Piece:
    return ["heading", text]


def _lines(text: str) -> Piece:
    return ["orders", text]


def accepted(
    case: MailCase,
    *,
    turn: ViewerTurn,
    answer: Json,
    receipt: Receipt,
    prose: Sequence[str],
    merged: bool,
) -> Iterator[Piece]:
    """The orders are sealed: as they were understood, with what proves it and what is missing."""
    yield ["loud", _("Your orders are sealed.")]
    # First what one may regret, while there is time; below a whole plan nobody would see it.
    yield from _counsel(case, turn, answer, _("They are legal, but think about this:"))
    yield from _until(case)
    if merged:
        yield say(_("They change the orders you sent before. Together they are:"))
    else:
        yield say(_("Your orders, as they were understood:"))
    yield _lines(case.as_text(turn.decision.kind, answer))
    yield from not_orders(prose)
    yield from missing(case)
    yield from due(case)
    # Proofs are for whoever wants to check, and stand where nobody stumbles over them.
    yield from _salted(receipt)
    if receipt.signed is not None:
        name = _("Signed by the site; keep it to check the log with")
        yield ["signed", name, canonical(receipt.signed).decode()]


def checked(
    case: MailCase,
    *,
    turn: ViewerTurn,
    answer: Json,
    problems: Sequence[str],
    prose: Sequence[str],
    merged: bool,
) -> Iterator[Piece]:
    """Orders on trial: what was understood, and what the form would say about it."""
    yield ["loud", _("Checked only: this mail seals nothing.")]
    if problems or case.unfinished.is_open:
        yield say(_("These orders cannot be sealed as they are:"))
        if problems:
            yield ["listing", list(problems)]
        yield from _still_open(case)
    else:
        yield say(_("These orders are legal. Send them without “check” to seal them."))
    yield from _counsel(case, turn, answer, _("Think about this:"))
    if sums := [line for line in case.remarks(turn, answer, ()).sums if line]:
        yield ["listing", sums]
    if merged:
        yield say(_("They change the orders you sent before. Together they are:"))
    yield _lines(case.as_text(turn.decision.kind, answer))
    yield from not_orders(prose)
    if turn.sealed is not None:
        yield say(_("What you sealed before still counts."))
    yield from due(case)


def nothing_to_check(case: MailCase) -> Iterator[Piece]:
    """Somebody wants a check and has no orders."""
    yield ["loud", _("There are no orders to check.")]
    yield say(_("Write “check” above your orders: you learn what they would do, unsealed."))
    if case.asked is not None:
        yield from template(case, case.asked)
        yield from due(case)


def _counsel(case: MailCase, turn: ViewerTurn, answer: Json, head: str) -> Iterator[Piece]:
    """What the form would warn of, box by box."""
    if counsel := case.remarks(turn, answer, ()).counsel:
        yield say(head)
        yield ["named", [[line["place"], line["text"]] for line in counsel]]


def _until(case: MailCase) -> Iterator[Piece]:
    """How sealed orders are changed, and how long they can be."""
    if not case.position.waiting:
        return
    change = _(
        "To change something, reply with that line alone; what you do not mention stays as it is."
    )
    deadline = case.game.deadline
    if deadline is None or case.game.status == Game.Status.PAUSED:
        until = _("You can until the game goes on.")
    else:
        until = _("You can until the game goes on, at the latest %(due)s.") % {
            "due": when(deadline, case.person)
        }
    yield say(f"{change} {until}")


def _salted(receipt: Receipt) -> Iterator[Piece]:
    """The salt that was sealed, and how to see that it is one's own, or to make one."""
    if receipt.by == AnswerSealed.BY_RELAY:
        yield say(_("This site drew their salt. To choose your own, add a line “salt: WORDS”."))
    made = _(
        "A salt of your own is the SHA-256 of two lines: the 16 letters before the @ of the "
        "address you write to, in lower case, and below them your words."
    )
    yield say(made)
    yield ["proof", _("Salt"), receipt.salt]


def rejected(
    case: MailCase, *, turn: ViewerTurn, problems: Iterable[str], prose: Sequence[str]
) -> Iterator[Piece]:
    """The orders are not sealed: why, line by line, what is kept, and how it should look."""
    yield ["loud", _("Your orders are not sealed.")]
    if turn.sealed is not None:
        yield say(_("What you sealed before still counts."))
    yield ["listing", list(problems)]
    yield from not_orders(prose)
    if case.unfinished.said:
        yield say(
            _(
                "This much could be read and is kept. Send only what is missing, what is wrong "
                "and what you want to change:"
            )
        )
        yield _lines(case.as_text(turn.decision.kind, case.unfinished.said))
    else:
        yield say(_("None of your orders could be read, so nothing in this mail was kept."))
    yield from _still_open(case)
    yield from template(case, turn.decision)
    yield from due(case)


def _still_open(case: MailCase) -> Iterator[Piece]:
    """The orders that could not be read, so that nobody believes that older ones stand in."""
    if not case.unfinished.is_open:
        return
    if named := ", ".join(case.unfinished.open):
        again = _("Still open: %s. Nothing new is sealed until you send that again, or everything.")
        yield say(again % named)
    if lines := case.unfinished.lines:
        yield say(_("Still open, because we cannot tell which order it belongs to:"))
        yield _lines("\n".join(" ".join(line.split()) for line in lines))
        again = _(
            "Nothing new is sealed until you write this as an order, send all your orders in "
            "one mail, or take them back with “withdraw”."
        )
        yield say(again)
    if case.turn is not None and case.turn.sealed is not None:
        yield say(_("What you sealed before does not fill the gap."))


def not_orders(prose: Sequence[str]) -> Iterator[Piece]:
    """What was passed over, so that nobody believes it was an order."""
    if prose:
        yield say(_("These lines are not orders and were ignored:"))
        yield _lines("\n".join(prose[:20]))


def nothing_found(
    case: MailCase, *, attachments: int, unclear: bool, torn: Sequence[str]
) -> Iterator[Piece]:
    """There was nothing in the mail that anybody has ordered."""
    yield ["loud", _("There are no orders in your mail, so nothing has changed.")]
    if unclear:
        yield say(
            _(
                "It contains part of our mail without quote marks, so we cannot tell your words "
                "from ours. Write above our mail, or delete it."
            )
        )
    yield from not_orders(torn)
    if attachments:
        yield say(_("Attachments are not read. Write your orders into the mail itself."))
    yield say(_("“help” alone explains what you can write."))
    if case.asked is not None:
        yield from template(case, case.asked)
        yield from due(case)


def too_late(case: MailCase) -> Iterator[Piece]:
    """The question of the letter is not put any more."""
    yield ["loud", _("The mail you replied to is about a question that is closed.")]
    yield say(_("The game has moved on; your orders were not read."))
    if case.asked is not None and case.asked.id not in case.position.sealed:
        yield say(_("There is a new question for you. Reply to this mail to answer it."))
        yield from template(case, case.asked)
    yield from due(case)


def overtaken(_case: MailCase) -> Iterator[Piece]:
    """A mail that was on its way for long, while a newer one has come."""
    yield ["loud", _("This mail arrived late: one that you wrote after it has already been read.")]
    yield say(_("So nothing has changed. Send it again if you still want it."))


def changed_since(_case: MailCase) -> Iterator[Piece]:
    """A mail that is older than what was done elsewhere."""
    yield ["loud", _("Your orders were changed after you sent this mail.")]
    yield say(_("So nothing has changed. Send it again if you still want it."))


def too_large(_case: MailCase) -> Iterator[Piece]:
    """A mail of which only the head was looked at."""
    yield ["loud", _("Your mail is too large, so nothing in it was read.")]
    yield say(_("Attachments are not read. Write your orders into the mail itself."))


def proofs(case: MailCase) -> Iterator[Piece]:
    """What every answer ends with: the receipt for what is sealed, and the head of the log."""
    turn = case.turn
    if turn is not None and turn.sealed is not None:
        digest = case.position.sealed[turn.decision.id].digest
        yield ["proof", _("Receipt for %s") % turn.decision.id, digest]
    yield from head(case.game)


def head(game: Game) -> Iterator[Piece]:
    """The head of the log."""
    yield ["proof", _("Head of the log"), game.head]


def refused(message: str) -> Iterator[Piece]:
    """What a service said."""
    yield ["loud", message]


def withdrawn(case: MailCase, *, kind: str, answer: Any, prose: Sequence[str]) -> Iterator[Piece]:
    """The orders do not count any more."""
    yield ["loud", _("Your orders are withdrawn. Nothing counts until you send new ones.")]
    if answer is not None:
        yield say(_("They were:"))
        yield _lines(case.as_text(kind, answer))
    yield from not_orders(prose)
    yield from due(case)


def both_at_once(_case: MailCase) -> Iterator[Piece]:
    """Orders and a withdrawal in one mail."""
    yield ["loud", _("Your mail both withdraws orders and gives new ones. Nothing was changed.")]
    yield say(_("Send one or the other: new orders replace the old ones anyway."))


def due(case: MailCase) -> Iterator[Piece]:
    """Until when there is time; nothing if nobody needs any."""
    if case.game.status == Game.Status.PAUSED:
        yield say(_("The game is paused, and so is its clock."))
    elif case.game.status != Game.Status.RUNNING or not case.position.waiting:
        return
    elif case.game.deadline is not None:
        yield say(_("Answers are due %(due)s.") % {"due": when(case.game.deadline, case.person)})
    else:
        yield say(_("There is no deadline; the game waits for everybody."))


def missing(case: MailCase) -> Iterator[Piece]:
    """Whom the game waits for."""
    waiting = [case.names[decision.seat] for decision in case.position.waiting]
    if waiting:
        yield say(_("Still waiting for: %s.") % ", ".join(dict.fromkeys(waiting)))
    elif case.game.status == Game.Status.PAUSED:
        yield say(_("Everybody is ready."))
    elif not case.position.finished:
        yield say(str(case.board.wording.goes_on))


def template(case: MailCase, decision: Decision) -> Iterator[Piece]:
    """How orders look, with everything that is legal."""
    yield _heading(_("Orders to fill in"))
    yield say(_("Copy what you need and write after the colons. Lines with “#” are comments."))
    yield _lines(case.board.letters.template(case.view, decision, case.language))


def _status(case: MailCase) -> Iterator[Piece]:
    chapter = chapter_name(case.game, case.language)
    yield _heading(_("Standings"))
    if case.position.finished:
        won = ", ".join(case.names[seat] for seat in case.game.winners)
        yield say(_("The game is over. Won by: %s.") % won)
    elif chapter:
        yield say(_("Now: %(chapter)s.") % {"chapter": chapter})
    yield from missing(case)
    yield from due(case)
    turn = case.turn
    if turn is None:
        yield say(_("There is no question for you right now."))
        return
    if turn.decision.id in case.position.sealed:
        yield say(_("You have answered, and it is sealed."))
    else:
        yield _unanswered(turn.decision)
    if case.draft(turn):
        yield say(_("Your draft is saved. It does not count until it is sealed."))
    yield from _still_open(case)


def _unanswered(decision: Decision) -> Piece:
    if decision.optional:
        return say(_("You do not have to answer now, but you may."))
    return say(_("You have not answered yet."))


def _orders(case: MailCase) -> Iterator[Piece]:
    turn = case.turn
    yield _heading(_("Your orders"))
    if turn is None:
        yield say(_("There is no question for you right now."))
        return
    if turn.sealed is not None:
        yield say(_("Sealed, and in force until you send others:"))
        yield _lines(case.as_text(turn.decision.kind, turn.sealed))
    else:
        yield _unanswered(turn.decision)
    if draft := case.draft(turn):
        yield say(_("Kept as a draft, which does not count until it is sealed:"))
        yield _lines(case.as_text(turn.decision.kind, draft))
    yield from _still_open(case)
    yield from template(case, turn.decision)
    yield from due(case)


def _board(case: MailCase) -> Iterator[Piece]:
    yield _heading(chapter_name(case.game, case.language) or _("The position"))
    letters, seat = case.board.letters, case.viewer.seat_key
    position = letters.position(case.view, seat, case.language, case.names)
    yield _lines(as_text(list(position)))


def _help(case: MailCase) -> Iterator[Piece]:
    yield _heading(_("What you can write"))
    yield say(
        _(
            "Reply to a mail with your orders, one per line, above or below what your mail "
            "program quotes. Quoted text is never read as an order. The answer comes at once "
            "and shows what was understood. New orders replace the old ones."
        )
    )
    yield [
        "listing",
        [
            _("“status”: who the game is waiting for, and until when"),
            _("“orders”: what you have sealed, and a form to fill in"),
            _("“check”, above your orders: what they would do and what to think of; unsealed"),
            _("“board”: the position in words"),
            _("“withdraw”: take your orders back"),
            _("“help”: this"),
        ],
    ]
    yield say(
        _(
            "Put each of these on a line of its own. Attachments are not read. Every mail we send "
            "you has a reply address that is yours alone: anyone who has it can answer for you."
        )
    )
    for page in help_pages(case.game.ruleset, "orders"):
        yield ["way", _("How orders are written, in full detail"), absolute("rules-page", *page)]
    if case.asked is not None:
        yield from template(case, case.asked)


TELLERS = {
    Command.STATUS: _status,
    Command.ORDERS: _orders,
    Command.BOARD: _board,
    Command.HELP: _help,
}
