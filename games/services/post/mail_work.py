"""What a mail asks for is done here: orders sealed, orders taken back, questions answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property, partial
from hashlib import sha256
from itertools import chain
from typing import Final

from django.utils.translation import gettext as _

from engine.kernel.core import Decision, Json, Problem
from games import clock
from games.errors import Illegal, NotAllowed, Refused
from games.log import store
from games.mail import replies
from games.mail.addresses import TurnAddress
from games.mail.answers import KIND, MailAnswer, Piece, answer
from games.mail.inbound.commands import (
    MOST_SIGN_OFFS,
    Command,
    MailContent,
    ParsedOrders,
    content_of,
    is_sign_off,
    orders_of,
)
from games.mail.inbound.parts import Mail
from games.mail.inbound.quotes import Own, own_words
from games.mail.mail_case import MailCase, Unfinished
from games.models import GOING_ON, Game, InboundMail, OutboxRow, User
from games.read.open_orders import opened, unplaced
from games.read.selectors import ViewerTurn
from games.read.wishes import wish_in_force
from games.services.play.table import Table, require_status, table
from games.services.play.turns import submit_at
from games.services.play.wishes import counts, take_back_at
from games.trust.receipts import Receipt

# What is said to a mail, of the game as it is when everything is done.
Reply = Callable[[MailCase], Iterable[Piece]]
# What is wrong with an answer; nothing if it may be sealed.
Judge = Callable[[Json], Sequence[Problem]]
Outcome = InboundMail.Outcome
_NOTHING: Final = ParsedOrders({}, (), (), is_empty=True)


@dataclass(frozen=True)
class Done:
    """What became of a mail, and what is answered."""

    outcome: str
    answer: MailAnswer
    # The question an answer to the answer is about, and whose seat it is.
    decision: str = ""
    seat: str = ""
    head: str = ""
    said_sealed: bytes | None = field(default=None, repr=False)
    # Whether an order, well written or not, or a command was in it, whatever came of it.
    says_something: bool = False


def work(*, person: User, game: Game, address: TurnAddress, mail: Mail) -> Done:
    """Do what a mail asks for; what cannot be done is said in the answer.

    Nobody else changes the game meanwhile: whether a mail comes too late is asked and acted upon
    in one.
    """
    own = own_words(mail, address.secret)
    content = content_of(own.text, mail.subject)
    try:
        with table(game.pk, *Game.Status.values, person=person) as held:
            task = _Task(held, person, address, mail, own, content)
            outcome, reply = task.done()
            now = replace(task.case, position=held.position, unfinished=task.unfinished)
    except Refused as refusal:
        subject = _("Nothing changed in %s") % game.name
        lost = [*replies.refused(refusal.message), *replies.head(game)]
        return Done(Outcome.REFUSED, answer(subject, lost))
    tellers = [replies.TELLERS[word] for word in content.commands if word in replies.TELLERS]
    parts = [part(now) for part in (reply, *tellers, replies.proofs)]
    return Done(
        outcome=outcome,
        answer=answer(_SUBJECTS[outcome]() % now.game.name, chain.from_iterable(parts)),
        decision=now.asked.id if now.asked else "",
        seat=now.viewer.seat_key or "",
        head=now.game.head,
        said_sealed=task.kept.sealed(),
        says_something=task.says_something,
    )


_SUBJECTS: Final[Mapping[str, Callable[[], str]]] = {
    Outcome.ACCEPTED: lambda: _("Sealed: your orders in %s"),
    Outcome.REJECTED: lambda: _("Not sealed: your orders in %s"),
    Outcome.COMMAND: lambda: _("What you asked about %s"),
    Outcome.WITHDRAWN: lambda: _("Withdrawn: your orders in %s"),
    Outcome.NOTHING: lambda: _("No orders found for %s"),
    Outcome.REFUSED: lambda: _("Nothing changed in %s"),
}


@dataclass(frozen=True)
class _Verdict:
    """What would be sealed, what is wrong with it, and what stays unfinished if it is not."""

    answer: Json = field(repr=False)
    problems: Sequence[Problem]
    # Whether older orders are in it.
    merged: bool = False
    unfinished: Unfinished = field(default_factory=Unfinished, repr=False)


class _Task:
    """One mail at work, at a table that is held; raises Refused for somebody who lost the seat."""

    def __init__(
        self,
        held: Table,
        person: User,
        address: TurnAddress,
        mail: Mail,
        own: Own,
        content: MailContent,
    ) -> None:
        if held.viewer is None or held.viewer.seat_key != address.seat:
            raise NotAllowed("not_your_seat", _("You no longer play this seat."))
        self.held, self.address, self.mail = held, address, mail
        self.own, self.content = own, content
        self.case = MailCase(person, held.viewer, held.position)
        self.orders = _NOTHING
        # What this mail leaves unfinished, and what it or an earlier one does.
        self.kept = self.unfinished = Unfinished()

    def done(self) -> tuple[str, Reply]:
        """Do the one thing the mail wants done."""
        if self.mail.is_cut:
            return Outcome.REFUSED, replies.too_large
        decision = self._decision()
        if decision and decision.optional:
            self.case = replace(self.case, offer=decision.id)
        orders = self._orders(decision)
        orders = self.orders = replace(orders, prose=(*orders.prose, *self.own.torn))
        withdraws = Command.WITHDRAW in self.content.commands
        turn = self.case.turn_of(decision) if decision else None
        if turn and not withdraws:
            self.unfinished = self._unfinished(turn)
            self.case = replace(self.case, unfinished=self.unfinished)
        if orders.is_empty and not withdraws:
            return self._nothing_to_do(turn)
        if not orders.is_empty and withdraws:
            return Outcome.REFUSED, replies.both_at_once
        if turn is None:
            return Outcome.REFUSED, replies.too_late
        if overtaken := self._overtaken(turn.decision.id):
            return Outcome.REFUSED, overtaken
        try:
            require_status(self.held.game, *GOING_ON)
            if withdraws:
                return self._withdraw(turn)
            if Command.CHECK in self.content.commands:
                return self._check(turn, orders)
            return self._submit(turn, orders)
        except Refused as refusal:
            message = refusal.message
            return Outcome.REFUSED, lambda _now: replies.refused(message)

    @property
    def says_something(self) -> bool:
        """Whether somebody wants something; what was too large to be read may say anything."""
        return bool(self.orders.is_meant or self.content.is_literal or self.mail.is_cut)

    def _nothing_to_do(self, turn: ViewerTurn | None) -> tuple[str, Reply]:
        if Command.CHECK in self.content.commands:
            return self._check_unsaid(turn)
        if self.content.commands:
            return Outcome.COMMAND, lambda _now: replies.not_orders(self.orders.prose)
        reply = partial(
            replies.nothing_found,
            attachments=self.mail.attachments,
            unclear=self.own.is_unclear,
            torn=self.own.torn,
        )
        return Outcome.NOTHING, reply

    def _decision(self) -> Decision | None:
        """The question of the address, while it is open."""
        return next((one for one in self.case.decisions if self.address.asks(one.id)), None)

    def _orders(self, decision: Decision | None) -> ParsedOrders:
        """The orders of the mail, read as what they answer, or as what is asked now."""
        asked = decision or self.case.asked
        if asked is None:
            text = self.content.text
            is_meant = any(
                orders_of(text, partial(self.case.parse_as, kind)).is_meant
                for kind in self.case.plans
            )
            return replace(_NOTHING, is_empty=not text.strip(), is_meant=is_meant)
        return orders_of(
            self.content.text,
            partial(self.case.parse, asked),
            self.content.last_command,
            self.case.person.username,
        )

    def _withdraw(self, turn: ViewerTurn) -> tuple[str, Reply]:
        asked, prose = turn.decision, self.orders.prose
        counting = counts(self.held, asked)
        # What was left to an earlier question counts as well.
        answer = turn.sealed or wish_in_force(turn.viewer, asked.kind) if counting else None
        # Before anything is sealed there may be what earlier mails said, which goes as well.
        if counting or not self._unfinished(turn):
            take_back_at(self.held, asked.id)
        taken = partial(replies.withdrawn, kind=asked.kind, answer=answer, prose=prose)
        return Outcome.WITHDRAWN, taken

    def _check(self, turn: ViewerTurn, orders: ParsedOrders) -> tuple[str, Reply]:
        """Say what orders would do; nothing is sealed, and nothing is kept for another mail."""
        return self._checked(turn, self._judged(turn, orders, turn.problems))

    def _check_unsaid(self, turn: ViewerTurn | None) -> tuple[str, Reply]:
        """The same without orders: of what mails left unfinished, a draft, or what is sealed."""
        if turn is not None and self.unfinished:
            return self._check(turn, self.orders)
        # A program may have saved anything as a draft.
        drafts = (turn.draft, turn.sealed) if turn is not None else ()
        before = next((one for one in drafts if one and isinstance(one, dict)), None)
        if turn is None or before is None:
            return Outcome.COMMAND, replies.nothing_to_check
        return self._checked(turn, _Verdict(before, turn.problems(before)))

    def _checked(self, turn: ViewerTurn, verdict: _Verdict) -> tuple[str, Reply]:
        unread = [problem.data["message"] for problem in self.orders.unread]
        summary = self.case.remarks(turn, verdict.answer, verdict.problems).summary
        reply = partial(
            replies.checked,
            turn=turn,
            answer=verdict.answer,
            problems=[*unread, *(line["text"] for line in summary)],
            prose=self.orders.prose,
            merged=verdict.merged,
        )
        # What would stay open is told, and not kept.
        return Outcome.COMMAND, lambda now: reply(replace(now, unfinished=verdict.unfinished))

    def _readings(self, turn: ViewerTurn, orders: ParsedOrders) -> tuple[Unfinished, Json]:
        """What is unfinished with this mail, and that laid over what is sealed."""
        sealed: Json = turn.sealed or {}
        reading = orders.unread, orders.answer, sealed
        more = self.case.with_more(turn, orders.answer, opened(*reading), unplaced(*reading))
        laid = self.case.laid_over(turn.decision.kind, sealed, more)
        return more, self.case.completed(turn, laid)

    def _judged(self, turn: ViewerTurn, orders: ParsedOrders, judge: Judge) -> _Verdict:
        """What counts of the orders: they alone if they are whole, else laid over those before.

        What nobody could read is open: nothing older stands in for it, and nothing can be sealed
        before it is said.
        """
        more, laid = self._readings(turn, orders)
        alone = self.case.completed(turn, orders.answer)
        if orders.unread:
            if self._has_only_kind_words(turn, orders, alone):
                return _Verdict(alone, judge(alone))
            return _Verdict(laid, turn.problems(laid), unfinished=more)
        problems: Sequence[Problem] = ()
        if not orders.is_empty:
            problems = judge(alone)
            if not problems:
                return _Verdict(alone, problems)
        if more.is_open:
            return _Verdict(laid, turn.problems(laid), unfinished=more)
        if laid != alone:
            return _Verdict(laid, judge(laid), merged=True, unfinished=more)
        return _Verdict(laid, problems, unfinished=more)

    def _submit(self, turn: ViewerTurn, orders: ParsedOrders) -> tuple[str, Reply]:
        """Seal what counts of the orders, if it is legal."""
        receipts: list[Receipt] = []

        def sealing(answer: Json) -> Sequence[Problem]:
            try:
                receipts.append(submit_at(self.held, turn.decision.id, answer, self._salt()))
            except Illegal as refusal:
                return refusal.problems
            return ()

        verdict = self._judged(turn, orders, sealing)
        if receipts:
            return self._accepted(turn, verdict, receipts[0])
        return self._rejected(turn, verdict)

    def _has_only_kind_words(self, turn: ViewerTurn, orders: ParsedOrders, answer: Json) -> bool:
        """Whether beside a whole and legal answer nothing but kind words could not be read, which
        are no orders then."""
        parse = partial(self.case.parse, turn.decision)
        if len(orders.unread) > MOST_SIGN_OFFS:
            return False
        if not all(is_sign_off(p, parse) for p in orders.unread) or turn.problems(answer):
            return False
        lines = (problem.data["written"] for problem in orders.unread)
        self.orders = replace(orders, unread=(), prose=(*orders.prose, *lines))
        return True

    def _accepted(self, turn: ViewerTurn, verdict: _Verdict, receipt: Receipt) -> tuple[str, Reply]:
        self.unfinished = Unfinished()
        reply = partial(
            replies.accepted,
            turn=turn,
            answer=verdict.answer,
            receipt=receipt,
            prose=self.orders.prose,
            merged=verdict.merged,
        )
        return Outcome.ACCEPTED, reply

    def _salt(self) -> str:
        """The salt that the writer's own words make, if there are any.

        Words can be guessed, and are known when they come a second time. What stands before them
        is another secret for each question, and was fixed before they came.
        """
        words = self.content.salt
        salted = f"{self.address.mac}\n{words}".encode("utf-8", "replace")
        return sha256(salted).hexdigest() if words else ""

    def _rejected(self, turn: ViewerTurn, verdict: _Verdict) -> tuple[str, Reply]:
        """Nothing is sealed; what could be read is kept for the next mail.

        All that is wrong is told at once: what cannot be read, and what is not legal in the rest.
        """
        self.kept = self.unfinished = verdict.unfinished
        unread = [problem.data["message"] for problem in self.orders.unread]
        remarks = self.case.remarks(turn, verdict.answer, verdict.problems)
        illegal = [line["text"] for line in remarks.summary]
        reply = partial(
            replies.rejected, turn=turn, problems=unread + illegal, prose=self.orders.prose
        )
        return Outcome.REJECTED, reply

    def _unfinished(self, turn: ViewerTurn) -> Unfinished:
        """What earlier mails said that was not sealed, and nothing was since."""
        idle = (Outcome.COMMAND, Outcome.NOTHING, Outcome.REFUSED)
        last = next((mail for mail in self._thread if mail.outcome not in idle), None)
        if last is None or last.said_sealed is None:
            return Unfinished()
        is_sealed = turn.decision.id in self.held.position.sealed
        if is_sealed and self._last_change and self._last_change[0] >= last.received_at:
            return Unfinished()
        return Unfinished.unsealed(last.said_sealed)

    def _overtaken(self, decision: str) -> Reply | None:
        """What to say to a mail that is older than what it would change; nothing to any other."""
        sent = self.mail.sent_at
        if sent is None:
            return None
        changes = (Outcome.ACCEPTED, Outcome.REJECTED, Outcome.WITHDRAWN)
        changing = [mail for mail in self._thread if mail.outcome in changes]
        if any(mail.sent_at and mail.sent_at > sent for mail in changing):
            return replies.overtaken
        change = self._last_change
        if change is None or change[0] <= sent:
            return None
        # What a mail has changed is as old as that mail, however long it was on its way.
        person, game = self.case.person, self.held.game
        answers = OutboxRow.objects.filter(user=person, game=game, kind=KIND)
        mine = answers.filter(data__mail__in=[mail.pk for mail in changing])
        return None if mine.filter(data__head=change[1]).exists() else replies.changed_since

    @cached_property
    def _last_change(self) -> tuple[datetime, str] | None:
        """When the question was last answered or the answer taken back, and in which entry."""
        decision = self._decision()
        change = store.last_change_of(self.held.game, decision.id) if decision else None
        return (clock.read(change[0]), change[1]) if change else None

    @cached_property
    def _thread(self) -> Sequence[InboundMail]:
        """This person's mails about the same question, the newest first."""
        mails = InboundMail.objects.filter(user=self.case.person, game=self.held.game)
        mine = mails.filter(thread=self.address.tag).exclude(answer_sealed=b"")
        return list(mine.defer("answer_sealed").order_by("-received_at", "-pk"))
