"""What a mail asks for is done here: orders sealed, orders taken back, questions answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from engine.core import Decision, Json, Problem
from games import access, clock, store
from games.errors import Illegal, NotAllowed, Refused
from games.mail import replies
from games.mail.addresses import TurnAddress
from games.mail.answers import KIND, Answer, Piece, answer
from games.mail.inbound.parts import Mail
from games.mail.inbound.quotes import Own, own_words
from games.mail.inbound.wishes import Command, Orders, Wishes, orders_of, wishes_of
from games.mail.mail_case import MailCase
from games.models import Game, InboundMail, OutboxRow, User
from games.seals import seal, unseal
from games.selectors import Turn
from games.services.table import hold_game
from games.services.turns import answer_submit, answer_withdraw

Outcome = InboundMail.Outcome
_NOTHING: Final = Orders({}, (), (), is_empty=True)


@dataclass(frozen=True)
class Done:
    """What became of a mail, and what is answered."""

    outcome: str
    answer: Answer
    # The question an answer to the answer is about, and whose seat it is.
    decision: str = ""
    seat: str = ""
    head: str = ""
    said_sealed: bytes | None = field(default=None, repr=False)
    # Whether an order, well written or not, or a command was in it, whatever came of it.
    says_something: bool = False


def work(*, person: User, game_id: str, address: TurnAddress, mail: Mail) -> Done:
    """Do what a mail asks for; what cannot be done is said in the answer.

    Nobody else changes the game meanwhile: whether a mail comes too late is asked and acted upon
    in one.
    """
    game = hold_game(game_id)
    try:
        case = _case(person, game, address)
    except Refused as refusal:
        subject = _("Nothing done in %s") % game.name
        lost = [*replies.refused(refusal.message), *replies.head(game)]
        return Done(Outcome.REFUSED, answer(subject, lost))
    own = own_words(mail, address.secret)
    wishes = wishes_of(own.text, mail.subject)
    task = _Task(case, address, mail, own, wishes)
    outcome, said = task.done()
    pieces = [*said, *task.asked_for()]
    now = MailCase(person, access.viewer(Game.objects.get(pk=game_id), person))
    pieces += replies.proofs(now)
    return Done(
        outcome=outcome,
        answer=answer(_SUBJECTS[outcome]() % now.game.name, pieces),
        decision=now.asked.id if now.asked else "",
        seat=now.viewer.letter or "",
        head=now.game.head,
        said_sealed=seal(task.kept) if task.kept else None,
        says_something=task.says_something,
    )


_SUBJECTS: Final[Mapping[str, Callable[[], str]]] = {
    Outcome.ACCEPTED: lambda: _("Sealed: your orders in %s"),
    Outcome.REJECTED: lambda: _("Not sealed: your orders in %s"),
    Outcome.COMMAND: lambda: _("What you asked about %s"),
    Outcome.WITHDRAWN: lambda: _("Taken back: your orders in %s"),
    Outcome.NOTHING: lambda: _("No orders found for %s"),
    Outcome.REFUSED: lambda: _("Nothing done in %s"),
}


def _case(person: User, game: Game, address: TurnAddress) -> MailCase:
    """Where the mail is dealt with; raises Refused for somebody who has lost the seat."""
    viewer = access.viewer(game, person)
    if viewer.letter != address.seat:
        raise NotAllowed("not_your_seat", _("You do not play this seat any more."))
    return MailCase(person, viewer)


class _Task:
    """One mail at work."""

    def __init__(
        self, case: MailCase, address: TurnAddress, mail: Mail, own: Own, wishes: Wishes
    ) -> None:
        self.case, self.address, self.mail, self.own, self.wishes = case, address, mail, own, wishes
        self.kept: Json | None = None
        self.orders = _NOTHING

    def done(self) -> tuple[str, Iterable[Piece]]:
        """Do the one thing the mail wants done."""
        if self.mail.is_cut:
            return Outcome.REFUSED, replies.too_large()
        decision = self._decision()
        found = self._orders(decision)
        orders = self.orders = replace(found, prose=(*found.prose, *self.own.torn))
        withdraws = Command.WITHDRAW in self.wishes.commands
        if orders.is_empty and not withdraws:
            return self._nothing_to_do()
        if not orders.is_empty and withdraws:
            return Outcome.REFUSED, replies.both_at_once()
        turn = self.case.turn(decision.id) if decision else None
        if turn is None:
            return Outcome.REFUSED, replies.too_late(self.case)
        if overtaken := self._overtaken(turn.decision.id):
            return Outcome.REFUSED, overtaken
        try:
            return self._withdraw(turn) if withdraws else self._submit(turn, orders)
        except Refused as refusal:
            return Outcome.REFUSED, replies.refused(refusal.message)

    def asked_for(self) -> Iterable[Piece]:
        """What else the mail asks to be told, as it is after everything was done."""
        wanted = [replies.TELLERS[word] for word in self.wishes.commands if word in replies.TELLERS]
        if not wanted:
            return
        now = self._case_now()
        now = replace(now, unfinished=self._still_open(now))
        for teller in wanted:
            yield from teller(now)

    @property
    def says_something(self) -> bool:
        """Whether somebody wants something; what was too large to be read may say anything."""
        return bool(self.orders.is_meant or self.wishes.commands or self.mail.is_cut)

    def _case_now(self) -> MailCase:
        """The case after everything was done."""
        game = Game.objects.get(pk=self.case.game.pk)
        return MailCase(self.case.person, access.viewer(game, self.case.person))

    def _nothing_to_do(self) -> tuple[str, Iterable[Piece]]:
        if self.wishes.commands:
            return Outcome.COMMAND, replies.not_orders(self.orders.prose)
        found = replies.nothing_found(
            self.case,
            attachments=self.mail.attachments,
            unclear=self.own.is_unclear,
            torn=self.own.torn,
        )
        return Outcome.NOTHING, found

    def _decision(self) -> Decision | None:
        """The question of the address, while it is open."""
        return next(
            (
                decision
                for decision in self.case.position.decisions
                if decision.seat == self.address.seat and self.address.asks(decision.id)
            ),
            None,
        )

    def _orders(self, decision: Decision | None) -> Orders:
        """The orders of the mail, read as what they answer, or as what is asked now."""
        asked = decision or self.case.asked
        if asked is None:
            text = self.wishes.text
            is_meant = any(
                orders_of(text, partial(self.case.parse_as, kind)).is_meant
                for kind in self.case.plans
            )
            return replace(_NOTHING, is_empty=not text.strip(), is_meant=is_meant)
        return orders_of(
            self.wishes.text, lambda text: self.case.parse(asked, text), self.wishes.last_command
        )

    def _withdraw(self, turn: Turn) -> tuple[str, Iterable[Piece]]:
        case = self.case
        answer_withdraw(person=case.person, game_id=case.game.pk, decision=turn.decision.id)
        taken = replies.withdrawn(case, turn.decision.kind, turn.sealed, self.orders.prose)
        return Outcome.WITHDRAWN, taken

    def _submit(self, turn: Turn, orders: Orders) -> tuple[str, Iterable[Piece]]:
        """Seal the orders; alone if they are whole, else laid over those that came before."""
        kind = turn.decision.kind
        before = self._said_before(turn)
        alone = not turn.problems(orders.answer) or before is None
        said = orders.answer if alone else self.case.merged(kind, before or {}, orders.answer)
        if orders.unread:
            return self._rejected(turn, orders, turn.problems(said), said)
        try:
            receipt = answer_submit(
                person=self.case.person,
                game_id=self.case.game.pk,
                decision=turn.decision.id,
                answer=said,
                salt=self._salt(),
            )
        except Illegal as refusal:
            return self._rejected(turn, orders, refusal.problems, said)
        now = self._case_now()
        return Outcome.ACCEPTED, replies.accepted(
            now, turn, said, receipt, orders, merged=not alone
        )

    def _salt(self) -> str:
        """The salt that the writer's own words make, if there are any.

        Words can be guessed, and are known when they come a second time. What stands before them
        is another secret for each question, and was fixed before they came.
        """
        words = self.wishes.salt
        salted = f"{self.address.mac}\n{words}".encode("utf-8", "replace")
        return sha256(salted).hexdigest() if words else ""

    def _rejected(
        self, turn: Turn, orders: Orders, problems: Sequence[Problem], said: Json
    ) -> tuple[str, Iterable[Piece]]:
        """Nothing is sealed; what could be read is kept for the next mail.

        All that is wrong is told at once: what cannot be read, and what is not legal in the rest.
        """
        self.kept = said
        unread = [problem.data["message"] for problem in orders.unread]
        illegal = [line["text"] for line in self.case.remarks(turn, said, problems).summary]
        return Outcome.REJECTED, replies.rejected(self.case, turn, orders, unread + illegal, said)

    def _said_before(self, turn: Turn) -> Any:
        """What earlier mails left unfinished, else what is sealed."""
        return self._unfinished(turn) or turn.sealed

    def _still_open(self, now: MailCase) -> Json | None:
        """What this mail or an earlier one left unfinished, if it is asked still."""
        asked = now.asked
        if asked is None or not self.address.asks(asked.id):
            return None
        turn = now.turn(asked.id)
        taken_back = Command.WITHDRAW in self.wishes.commands
        return self.kept or (self._unfinished(turn) if turn and not taken_back else None)

    def _unfinished(self, turn: Turn) -> Json | None:
        """What earlier mails said that was not sealed, and nothing was since."""
        idle = (Outcome.COMMAND, Outcome.NOTHING, Outcome.REFUSED)
        last = self._thread().exclude(outcome__in=idle).first()
        if last is None or last.said_sealed is None:
            return None
        sealed_since = turn.receipt is not None and turn.receipt["at"] >= last.received_at
        kept: Json | None = None if sealed_since else unseal(last.said_sealed)
        return kept

    def _overtaken(self, decision: str) -> Iterable[Piece]:
        """What to say to a mail that is older than what it would change; nothing to any other."""
        sent = self.mail.sent_at
        if sent is None:
            return ()
        changing = self._thread().filter(
            outcome__in=(Outcome.ACCEPTED, Outcome.REJECTED, Outcome.WITHDRAWN)
        )
        if changing.filter(sent_at__gt=sent).exists():
            return replies.overtaken()
        change = store.last_change_of(self.case.game, decision)
        if change is None or clock.read(change[0]) <= sent:
            return ()
        # What a mail has changed is as old as that mail, however long it was on its way.
        answers = OutboxRow.objects.filter(user=self.case.person, game=self.case.game, kind=KIND)
        mine = answers.filter(data__mail__in=[mail.pk for mail in changing])
        return () if mine.filter(data__head=change[1]).exists() else replies.changed_since()

    def _thread(self) -> QuerySet[InboundMail]:
        """This person's mails about the same question, the newest first."""
        mails = InboundMail.objects.filter(user=self.case.person, game=self.case.game)
        mine = mails.filter(thread=self.address.tag).exclude(answer_sealed=b"")
        return mine.order_by("-received_at", "-pk")
