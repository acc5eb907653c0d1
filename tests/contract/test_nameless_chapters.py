"""A game may leave its chapters without a name: pages then call them by their ids."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pytest
from django.utils import translation

from engine.bots import BOTS
from engine.kernel.core import Notation
from engine.registry import RULESETS, by_version
from games import access
from games.boards import board_of
from games.models import Game
from games.read.timeline import timeline
from games.trust.offline_replay import replay_page
from tests.contract.toys import press
from tests.contract.toys.common import Chooser, ToyText
from tests.contract.toys.press import Press
from tests.service.tables import again, person, play_out, started
from tests.web.pages import Reader

pytestmark = pytest.mark.usefixtures("fresh_pages")
PAGES = ("report/1/", "report/3/log/", "replay/", "charts/")
EMPTY = re.compile(r"<(a|h1|h2|title|summary|th)\b[^>]*>\s*</\1>")


class Nameless(ToyText):
    """The words of the toy, without any for its chapters."""

    def chapter(self, chapter: str, language: str) -> str:
        return ""


class NamelessPress(Press):
    """Press your luck, in rounds that nobody has named."""

    key = "toy-nameless"

    def text(self, options: Mapping[str, str] | None = None) -> Notation:
        words = Nameless(press.TEXT.sentences, {}, {}, {})
        words.__dict__.update(press.TEXT.__dict__)
        return words


@pytest.fixture
def game(db: None) -> Iterator[Game]:
    toy, anna, bert = NamelessPress(), person("anna"), person("bert")
    with RULESETS.lent(by_version(toy)), BOTS.lent({toy.key: {"random": Chooser()}}):
        yield play_out(started(anna, bert, players=2, ruleset=toy.key), anna, bert)


def test_every_link_to_a_chapter_says_which(game: Game) -> None:
    anna = game.host
    assert anna is not None
    for page in PAGES:
        shown = Reader(anna).get(f"/games/{game.pk}/{page}")
        assert EMPTY.search(shown) is None, page
    with translation.override("en"):
        line = timeline(access.viewer(again(game), anna), "en")
        archived = replay_page(game, "en")
    assert [one.title for one in line.chapters] == ["From the start", "1", "2", "3"]
    assert EMPTY.search(archived) is None


def test_a_long_id_is_cut_on_the_axis_of_a_chart(game: Game) -> None:
    story = board_of(game.ruleset).story
    assert story.chapter_mark("2", "en") == ("2", "")
    assert story.chapter_mark("thirteenth", "en") == ("thirte", "")
