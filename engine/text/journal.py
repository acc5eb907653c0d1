"""The journal in words: what players and the server did around the rules of any game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.kernel.core import Event
from engine.kernel.journal import (
    AnswerSealed,
    AnswerWithdrawn,
    DeadlineSet,
    ExtensionProposed,
    ExtensionVoted,
    ForkBegan,
    GameForked,
    GamePaused,
    GameResumed,
    HostChanged,
    PlayerReplaced,
    SeatTaken,
    StepBegan,
    SubstituteNamed,
    TimeRanOut,
    VeilLifted,
)
from engine.kernel.reasons import cause_in_words, in_words
from engine.text.voice import PlainVoice

_LINK_SHOWN: Final = 12


def answer_sealed(say: PlainVoice, event: AnswerSealed) -> str:
    """An answer is in, from the player or from somebody else for them."""
    who, answer = say.seat(event.seat), say.answer(event.decision)
    if event.by in AnswerSealed.BY_PEOPLE:
        return say(de=f"{who} hat {answer} versiegelt.", en=f"{who} has sealed {answer}.")
    if event.by.startswith("bot"):
        return say(
            de=f"Ein Bot hat für {who} {answer} versiegelt.",
            en=f"A bot has sealed {answer} for {who}.",
        )
    return say(
        de=f"Der Server hat für {who} {answer} versiegelt.",
        en=f"The server has sealed {answer} for {who}.",
    )


def answer_withdrawn(say: PlainVoice, event: AnswerWithdrawn) -> str:
    """An answer was taken back."""
    who, answer = say.seat(event.seat), say.answer(event.decision)
    return say(de=f"{who} hat {answer} zurückgenommen.", en=f"{who} has taken back {answer}.")


def step_began(say: PlainVoice, event: StepBegan) -> str:
    """The game moves on; the beginning of the link is enough to find it by."""
    answers = say.count(len(event.answers), "answer")
    link = event.link[:_LINK_SHOWN]
    return say(
        de=f"Schritt {event.step} beginnt mit {answers}; das Zufallsglied beginnt mit {link}.",
        en=f"Step {event.step} begins with {answers}; its link of chance begins with {link}.",
    )


def veil_lifted(say: PlainVoice, event: VeilLifted) -> str:
    """The hidden cards are open; the beginning of the veil is enough to find it by."""
    veil = event.veil[:_LINK_SHOWN]
    return say(
        de=f"Alle Karten liegen offen; der Schleier beginnt mit {veil}.",
        en=f"All cards lie open; the veil begins with {veil}.",
    )


def seat_taken(say: PlainVoice, event: SeatTaken) -> str:
    """Who sits where when the game starts; the log knows people by a sign only."""
    who = say.seat(event.seat)
    if event.player.startswith("bot "):
        return say(de=f"{who} wird von einem Bot gespielt.", en=f"{who} is played by a bot.")
    return say(de=f"{who} hat Platz genommen.", en=f"{who} has taken a seat.")


def player_replaced(say: PlainVoice, event: PlayerReplaced) -> str:
    """Somebody else goes on playing a seat."""
    who, why = say.seat(event.seat), because(say, event.why)
    return say(
        de=f"{who} wird ab jetzt von jemand anderem gespielt{why}.",
        en=f"{who} is played by somebody else from now on{why}.",
    )


def substitute_named(say: PlainVoice, event: SubstituteNamed) -> str:
    """Somebody may answer for a seat for a while, or no longer."""
    who, why = say.seat(event.seat), because(say, event.why)
    if event.player is None:
        return say(
            de=f"{who} wird nicht mehr vertreten{why}.",
            en=f"{who} no longer has a substitute{why}.",
        )
    return say(de=f"{who} wird vertreten{why}.", en=f"{who} has a substitute{why}.")


def host_changed(say: PlainVoice, event: HostChanged) -> str:
    """The table has another host, or none; the log knows people by a sign only."""
    why = because(say, event.why)
    if event.player is None:
        return say(
            de=f"Niemand leitet mehr den Tisch{why}.", en=f"Nobody hosts the table now{why}."
        )
    return say(
        de=f"Jemand anderes leitet ab jetzt den Tisch{why}.",
        en=f"Somebody else hosts the table from now on{why}.",
    )


def extension_proposed(say: PlainVoice, event: ExtensionProposed) -> str:
    """A vote on more time begins."""
    who, hours, why = say.seat(event.seat), event.hours, because(say, event.why)
    return say(
        de=f"{who} bittet alle um {hours} h mehr Zeit{why}.",
        en=f"{who} asks everybody for {hours} h more{why}.",
    )


def extension_voted(say: PlainVoice, event: ExtensionVoted) -> str:
    """A voice in that vote."""
    who, why = say.seat(event.seat), because(say, event.why)
    if event.yes:
        return say(de=f"{who} stimmt für mehr Zeit{why}.", en=f"{who} votes for more time{why}.")
    return say(
        de=f"{who} stimmt gegen mehr Zeit, es bleibt bei der Frist{why}.",
        en=f"{who} votes against more time, so the deadline stands{why}.",
    )


def deadline_set(say: PlainVoice, event: DeadlineSet) -> str:
    """When answers are due."""
    if event.deadline is None:
        return say(de="Es gibt keine Frist.", en="There is no deadline.")
    due = event.deadline.replace("T", " ").removesuffix("Z")
    cause = cause_in_words(event.reason, say.language)
    # Who moves it by hand says why; where nobody does, the cause says it all.
    why = because(say, cause, event.why if event.reason in DeadlineSet.BY_HAND else "")
    return say(
        de=f"Die Frist endet am {due} (UTC){why}.",
        en=f"Answers are due at {due} (UTC){why}.",
    )


def time_ran_out(say: PlainVoice, event: TimeRanOut) -> str:
    """The server answers for whoever did not."""
    seats = say.seats(event.seats)
    return say(
        de=f"Die Zeit ist um; es fehlten: {seats}.",
        en=f"Time is up; no answer from: {seats}.",
    )


def game_paused(say: PlainVoice, event: GamePaused) -> str:
    """The game is paused."""
    why = because(say, event.why)
    return say(de=f"Die Partie ruht{why}.", en=f"The game is paused{why}.")


def game_resumed(say: PlainVoice, event: GameResumed) -> str:
    """The game goes on."""
    why = because(say, event.why)
    return say(de=f"Die Partie geht weiter{why}.", en=f"The game goes on{why}.")


def game_forked(say: PlainVoice, event: GameForked) -> str:
    """The game goes on elsewhere."""
    game, step, why = event.game, event.step, because(say, event.why)
    return say(
        de=f"Nach Schritt {step} geht es als Partie {game} weiter; diese hier ruht{why}.",
        en=f"After step {step} it continues as game {game}; this one has stopped{why}.",
    )


def fork_began(say: PlainVoice, event: ForkBegan) -> str:
    """Where this game comes from; the beginning of the anchor is enough to find it by."""
    origin, step, why = event.origin, event.step, because(say, event.why)
    anchor = event.anchor[:_LINK_SHOWN]
    return say(
        de=f"Bis Schritt {step} war dies die Partie {origin}{why}. "
        f"Eine neue Kette des Zufalls beginnt, ihr Anker mit {anchor}.",
        en=f"Up to step {step} this was game {origin}{why}. "
        f"A new chain of chance begins, its anchor with {anchor}.",
    )


def because(say: PlainVoice, *reasons: str) -> str:
    """The reasons somebody or the server gave, on one line."""
    line = "; ".join(
        filter(None, (" ".join(in_words(why, say.language).split()) for why in reasons))
    )
    return f" ({line})" if line else ""


TELLINGS: Final[Mapping[type[Event[Any]], Callable[[PlainVoice, Any], str]]] = {
    AnswerSealed: answer_sealed,
    AnswerWithdrawn: answer_withdrawn,
    StepBegan: step_began,
    VeilLifted: veil_lifted,
    SeatTaken: seat_taken,
    PlayerReplaced: player_replaced,
    SubstituteNamed: substitute_named,
    HostChanged: host_changed,
    ExtensionProposed: extension_proposed,
    ExtensionVoted: extension_voted,
    DeadlineSet: deadline_set,
    TimeRanOut: time_ran_out,
    GamePaused: game_paused,
    GameResumed: game_resumed,
    GameForked: game_forked,
    ForkBegan: fork_began,
}
