"""Moving games on: a step when everybody has answered, the policy when time is up."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import structlog
from django.core.mail import mail_admins
from django.utils.translation import gettext as _

from engine.bots import DEFAULT_ANSWERS, Volunteer, bot_named, stand_in
from engine.kernel.chance import links, stream
from engine.kernel.core import Decision
from engine.kernel.game import advance, bot_salt, seal_default
from engine.kernel.journal import TimeRanOut
from games import clock
from games.errors import Illegal, Refused
from games.log.seals import unseal
from games.models import Game, SavedDraft
from games.schedule import schedule_of
from games.services.house import downtime
from games.services.play.deadlines import set_deadline
from games.services.play.signing import sign_head
from games.services.play.table import Table, table
from games.services.play.turns import seal_at
from games.services.post.announcements import announce
from games.services.post.webhooks import call_hooks
from games.trouble import told

log = structlog.get_logger()


class ChainUsedUp(Exception):
    """A game has taken as many steps as its chain of links has; a fork has a new one."""


def game_advance(*, game_id: str) -> int:
    """Take every step a game is ready for, or late for; how many. Calling it twice does nothing."""
    taken = 0
    while stepped := _advance_once(game_id):
        taken += 1
        if _is_used_up(stepped):
            raise ChainUsedUp  # at once, so that nobody answers in vain
        # The deadline is new, so nobody is late: another look would find the same people silent.
        if not stepped.complete:
            break
    return taken


def _advance_once(game_id: str) -> Table | None:
    """One step in one transaction; the table after it, none if the game waits or rests."""
    try:
        with table(game_id, Game.Status.RUNNING) as held:
            if held.game.trouble:
                return None
            moment = clock.trusted_now(_last_at(held))
            bots_answer(held, moment)
            if not held.complete:
                late_answer(held, moment)
            if not held.complete:
                return None
            take_step(held, moment)
            return held
    except Illegal:
        raise  # a bot, or the server, has said what the rules forbid: a fault, not a refusal
    except Refused:
        return None


def take_step(held: Table, moment: datetime) -> None:
    """Resolve what has been answered; then ask the bots, set the deadline, tell everybody."""
    before = held.position.seq
    link, veil = _next_link(held), _veil(held)
    held.add(*advance(held.position, link, clock.written(moment), veil))
    open_now = [decision.id for decision in held.position.decisions]
    SavedDraft.objects.filter(game=held.game).exclude(decision__in=open_now).delete()
    if not _is_used_up(held):
        bots_answer(held, moment)
    if not held.position.finished:
        set_deadline(held, moment, "step")
    announce(held, since=before, signed=sign_head(held, moment))
    call_hooks(held)
    log.info("step_taken", game=held.game.id, step=held.position.step, seq=held.position.seq)


def _next_link(held: Table) -> bytes:
    """What decides the chance of the next step; nobody is told before it begins."""
    if _is_used_up(held):
        raise ChainUsedUp
    return _chain(held)[held.position.step + 1]


def _is_used_up(held: Table) -> bool:
    """Whether a game would go on, and has no link left to do so with."""
    return not held.position.finished and held.position.step + 1 >= len(_chain(held))


def _chain(held: Table) -> Sequence[bytes]:
    """Every link from the public anchor to the secret end, made once while a table is held."""
    if not held.chain_links:
        chain = unseal(held.game.chain_sealed)
        held.chain_links = links(bytes.fromhex(chain["end"]), chain["length"])
    return held.chain_links


def _veil(held: Table) -> bytes:
    """What hides the cards of the game until its end; nothing where none are dealt."""
    return bytes.fromhex(unseal(held.game.veil_sealed)) if held.game.veil else b""


def bots_answer(held: Table, moment: datetime) -> None:
    """Let every bot that is asked answer at once, and where it need not if it likes to."""
    if held.position.finished:
        return
    bots = {seat.key: seat.bot for seat in held.game.seats.all() if seat.bot}
    for decision in held.position.decisions:
        if decision.seat in bots and decision.id not in held.position.sealed:
            _seal_for_bot(held, decision, bots[decision.seat], moment)


def _seal_for_bot(held: Table, decision: Decision, bot: str, moment: datetime) -> None:
    """A bot's answer under the one salt the server may give it, so that it cannot try others."""
    answer = bot_answer(held, decision, bot)
    # Who says nothing where it must is at fault, and that is found when it is sealed.
    if answer is not None or not decision.optional:
        salt = bot_salt(held.position, decision.id, _next_link(held))
        seal_at(held, decision.id, answer, salt, f"bot {bot}", moment)


def bot_answer(held: Table, decision: Decision, bot: str) -> Any | None:
    """What a bot says, if anything; its luck is its own and no part of the game's chance."""
    state = held.position.state
    if bot == DEFAULT_ANSWERS:
        return None if decision.optional else held.position.ruleset.default(state, decision)
    key = hmac.digest(_chain(held)[-1], b"the bots of this game", "sha256")
    player, luck = bot_named(held.game.ruleset, bot), stream(key, decision.id)
    if not decision.optional:
        return player.answer(state, decision, luck)
    return player.volunteer(state, decision, luck) if isinstance(player, Volunteer) else None


def late_answer(held: Table, moment: datetime) -> None:
    """When time is up, answer for the silent seats as the game's policy says."""
    game = held.game
    if game.deadline is None or game.lateness == Game.Lateness.WAIT:
        return
    # A message may be older than an outage: first the tick says how long that was, then the time
    # is given back, and only then is anybody late.
    if not downtime.awake(moment):
        return
    downtime.credit(held, moment)
    if not schedule_of(game.schedule).is_late(game.deadline, moment):
        return
    silent = held.position.waiting
    held.note(TimeRanOut([decision.seat for decision in silent], game.lateness), moment)
    bot = stand_in(game.ruleset) if game.lateness == Game.Lateness.STAND_IN else None
    for decision in silent:
        draft = _legal_draft(held, decision)
        if draft is not None:
            seal_at(held, decision.id, draft, "", "draft", moment)
        elif bot is not None:
            _seal_for_bot(held, decision, bot, moment)
        else:
            position, entry = seal_default(held.position, decision.id, clock.written(moment))
            held.add(position, [entry])


def _legal_draft(held: Table, decision: Decision) -> Any | None:
    """What the seat had saved, where the game goes by that and it is legal still."""
    if held.game.lateness != Game.Lateness.DRAFT:
        return None
    draft = SavedDraft.objects.filter(game=held.game, decision=decision.id).first()
    answer = unseal(draft.answer_sealed) if draft else None
    problems = held.position.ruleset.problems(held.position.state, decision, answer)
    return None if problems else answer


def game_retry(*, game_id: str) -> int:
    """Clear a game's mark after a failed resolution and try it again."""
    updated = Game.objects.filter(pk=game_id).exclude(trouble="").update(trouble="")
    if not updated:
        raise Refused("not_marked", _("This game is not marked as broken."))
    return game_advance(game_id=game_id)


def mark_trouble(*, game_id: str, problem: Exception) -> None:
    """A resolution raised: the game is untouched, marked, and somebody is alerted."""
    text = f"{type(problem).__name__} at {clock.written(clock.now())}"
    Game.objects.filter(pk=game_id).update(trouble=text[:300])
    retry = f"When the cause is gone: manage.py retry_game {game_id}"
    if isinstance(problem, ChainUsedUp):
        retry = f"It can only go on with a new chain: manage.py fork_game {game_id}"
    log.error("resolution_failed", game=game_id, **{"do": retry, **told(problem)})
    _alert(game_id, f"{text}\n{retry}")


def _alert(game_id: str, text: str) -> None:
    """Write to whoever runs the site; what kind of fault it was, and nothing of the game."""
    try:
        mail_admins(f"Game {game_id} stands still", text)
    except OSError as problem:
        log.warning("alert_not_sent", game=game_id, problem=type(problem).__name__)


def _last_at(held: Table) -> str | None:
    last = held.game.entries.order_by("-seq").values_list("at", flat=True).first()
    return str(last) if last else None
