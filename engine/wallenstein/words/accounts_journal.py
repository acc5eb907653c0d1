"""Accounts of what players and the house did around the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.journal import AnswerSealed, AnswerWithdrawn, StepBegan
from engine.wallenstein.words.names import ACTION_NAMES, SEASON_NAMES, Words
from engine.wallenstein.words.voice import Tellings, Voice

_LINK_SHOWN: Final = 12

_AN_ANSWER: Final[Words] = {"de": "eine Antwort", "en": "an answer"}
_ANSWERS: Final[Mapping[str, Words]] = {
    "plan": {"de": "den Plan", "en": "the plan"},
    "position": {"de": "die Wahl der Position", "en": "the choice of a position"},
    "revolt_order": {"de": "die Reihenfolge der Aufstände", "en": "the order of the revolts"},
    "draft": {"de": "die Wunschliste für die Startländer", "en": "the ranking for the draft"},
    "pick": {"de": "die Wahl eines Startlands", "en": "the pick of a county"},
    "group": {"de": "die Wahl einer Armeegruppe", "en": "the choice of an army group"},
}


def answer_sealed(say: Voice, event: AnswerSealed) -> str:
    """An answer is in, from the player or from somebody else for them."""
    who, answer = say.seat(event.seat), decision_named(say, event.decision)
    if event.by == "seat":
        return say(de=f"{who} hat {answer} versiegelt.", en=f"{who} has sealed {answer}.")
    if event.by.startswith("bot"):
        return say(
            de=f"Ein Bot hat für {who} {answer} versiegelt.",
            en=f"On behalf of {who} a bot has sealed {answer}.",
        )
    return say(
        de=f"Die Spielleitung hat für {who} {answer} versiegelt.",
        en=f"On behalf of {who} the house has sealed {answer}.",
    )


def answer_withdrawn(say: Voice, event: AnswerWithdrawn) -> str:
    """An answer was taken back."""
    who, answer = say.seat(event.seat), decision_named(say, event.decision)
    return say(de=f"{who} hat {answer} zurückgenommen.", en=f"{who} has taken back {answer}.")


def step_began(say: Voice, event: StepBegan) -> str:
    """The game moves on; the beginning of the link is enough to find it by."""
    answers = say.count(len(event.answers), "answer")
    link = event.link[:_LINK_SHOWN]
    return say(
        de=f"Schritt {event.step} beginnt mit {answers}; das Zufallsglied beginnt mit {link}.",
        en=f"Step {event.step} begins with {answers}; its link of chance begins with {link}.",
    )


def decision_named(say: Voice, decision: str) -> str:
    """What an answer to a decision is, in words; the id reads like 1.spring.plan.A."""
    year, season, asked = [*decision.split("."), "", ""][:3]
    if asked in ACTION_NAMES:
        answer = say(de="die Bewegung für", en="the movement for") + f" {say.action(asked)}"
    else:
        # The picks of a draft are numbered.
        answer = _ANSWERS.get(asked.rstrip("0123456789"), _AN_ANSWER)[say.language]
    if season not in SEASON_NAMES or not year.isdecimal():
        return answer
    name = SEASON_NAMES[season][say.language]
    return answer + say(de=f" im {name} des Jahres {year}", en=f" in {name} of year {year}")


TELLINGS: Final[Tellings] = {
    AnswerSealed: answer_sealed,
    AnswerWithdrawn: answer_withdrawn,
    StepBegan: step_began,
}
