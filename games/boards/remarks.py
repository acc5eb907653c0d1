"""What is said about an answer beside the fields of the form it was given in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from engine.kernel.core import Json

# A posted form: the text in each field.
Fields = Mapping[str, str]


def field_id(name: str) -> str:
    """A field's id on the page."""
    return "f-" + name.replace(".", "-")


@dataclass(frozen=True)
class Remarks:
    """What is said about an answer, by field: objections, advice, and the odds of attacks."""

    problems: Mapping[str, Sequence[str]] = field(default_factory=dict)
    advice: Mapping[str, Sequence[str]] = field(default_factory=dict)
    odds: Mapping[str, Json] = field(default_factory=dict)
    # What a card in a field comes to, in a word or two, and whether that is good.
    tips: Mapping[str, Json] = field(default_factory=dict)
    sums: Sequence[str] = ()
    summary: Sequence[Json] = ()
    counsel: Sequence[Json] = ()
    # The fields that merely wait for a card, as the page has them.
    empty: Sequence[str] = ()
    # So many of them may stay so.
    spare: int = 0

    def while_planning(self) -> Remarks:
        """The same for somebody who is not done yet: what is still empty is no fault."""
        return replace(
            self,
            problems={
                name: texts for name, texts in self.problems.items() if name not in self.empty
            },
            summary=[line for line in self.summary if not line.get("empty")],
        )

    @property
    def missing(self) -> Json | None:
        """How many fields are still empty, and where the first of them is."""
        if not self.empty:
            return None
        text = _("%(count)d still empty") % {"count": len(self.empty) - self.spare}
        return {"text": text, "field": field_id(self.empty[0])}


def saving_words() -> Json:
    """What the script of any turn form says while it saves."""
    return {
        "saving": _("Saving …"),
        "offline": _("No connection. Your answer is kept in this browser and sent later."),
        "not_saved": _("This could not be saved. Your answer is kept in this browser."),
        "not_kept": _("This browser cannot store anything: please do not close this page yet."),
        "restored": _("This browser has an answer from {time} that the server has not seen."),
        "left_over": _(
            "What you typed for an earlier question at {time} did not count: the game had moved "
            "on. This browser still has it."
        ),
        "left_over_unknown": _(
            "This browser still has what you typed for an earlier question at {time}. We cannot "
            "tell from here whether it counted."
        ),
        "keep_mine": _("Keep this one"),
        "show_other": _("Show the other one"),
        "sign_in": _("Sign in (in a new window)"),
        "look": _("See what happened"),
        "ready_later": _(
            "No connection. This browser keeps your answer and seals it by itself as soon as there "
            "is a connection; only then is it checked."
        ),
        "not_ready": _(
            "No connection, and you are not ready: {fields} still empty. "
            "What you have is kept here."
        ),
        "check_later": _("No connection, so this cannot be checked now. It is kept here."),
        "ready_no_more": _("You have changed it, so it will not be sealed: press Ready again."),
    }
