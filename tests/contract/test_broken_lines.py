"""Order lines that a mail program breaks at 78 columns, while its HTML has them whole."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from email.message import EmailMessage
from html import escape
from textwrap import fill

import pytest

from engine.bots import BOTS
from engine.kernel.core import Notation
from engine.registry import RULESETS, by_version
from games.models import InboundMail
from games.services.post.mail_in import mail_take
from tests.contract.by_mail import newest_letter, orders_in
from tests.contract.toys.common import Chooser, ToyText
from tests.contract.toys.press import TEXT, Press
from tests.mail.post import last_answer, last_mail, sealed, written
from tests.mail.rows import read
from tests.service.conftest import nothing_folded
from tests.service.tables import person, started

__all__ = ["nothing_folded"]

pytestmark = pytest.mark.django_db
COLUMNS = 78
Outcome = InboundMail.Outcome


class LongWinded(Press):
    """The same game, whose choices take more than a line to say."""

    key = "toy-long-winded"

    def text(self, options: Mapping[str, str] | None = None) -> Notation:
        return LONG_TEXT


IN_WORDS = {
    "de": "noch einmal würfeln und hoffen, dass er keine Eins zeigt, denn der Topf hängt daran",
    "en": "roll the die once more and hope that it shows no one, for the whole pot depends on that",
}
LONG_TEXT = ToyText(
    facts=TEXT.sentences,
    questions={"press": ("Wahl", "choice")},
    choices={"roll": (IN_WORDS["de"], IN_WORDS["en"]), "keep": ("behalten", "keep")},
    terms={"toy-long-winded": ("Viele Worte", "Many words")},
)


@pytest.fixture(autouse=True)
def _known() -> Iterator[None]:
    rules = LongWinded()
    with RULESETS.lent(by_version(rules)), BOTS.lent({rules.key: {"random": Chooser()}}):
        yield


def twice_said(to: str, lines: list[str]) -> bytes:
    """A mail as programs send it that write HTML: broken lines in the text beside it."""
    broken = "\n".join(fill(line, COLUMNS, break_long_words=False) for line in lines)
    mail: EmailMessage = read(written(to, broken))
    mail.add_alternative("".join(f"<div>{escape(line)}</div>" for line in lines), subtype="html")
    return mail.as_bytes()


@pytest.mark.parametrize("language", IN_WORDS)
def test_a_line_that_the_html_has_whole_is_read_whole(language: str) -> None:
    anna = person("anna", language=language)
    game = started(anna, players=2, ruleset=LongWinded.key)
    letter = newest_letter(game, anna)
    head = orders_in(letter)[0].partition(":")[0]
    order = f"{head}: {IN_WORDS[language]}"
    assert len(order) > COLUMNS
    to = str(letter["Reply-To"])
    # A misspelt line is one fault, not two: the text alone would have its second half as another.
    mail_take(raw=twice_said(to, ["Hello,", f"x{order}", "Best wishes"]), recipients=[to])
    assert last_mail().outcome == Outcome.REJECTED
    assert re.findall(r"\n- (?:Line|Zeile) (\d)", last_answer()) == ["2"]
    mail_take(raw=twice_said(to, ["Hello,", order, "Best wishes"]), recipients=[to])
    assert last_mail().outcome == Outcome.ACCEPTED
    assert sealed(game, anna) == {"choice": "roll"}
