"""What the site does for a game, for every ruleset it has: lateness, letters, archives."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.bots import stand_in
from engine.kernel.verify import verify
from games.log import store
from games.mail.letters import letter_of, message_of, short
from games.models import Game, User
from games.services.house.archives import archive_of
from games.services.play.advance import game_advance
from games.services.play.turns import draft_save
from tests.contract.web_games import EVERY_KEY, TOY_KEYS
from tests.mail.rows import every_kind_of
from tests.service.conftest import anna, bert, cora, nothing_folded
from tests.service.tables import (
    again,
    answer,
    late,
    open_seats,
    payloads,
    play_out,
    some_answer,
    started,
    waiting,
)
from tests.trust.test_archive import FILES, checked, unpacked

__all__ = ["anna", "bert", "cora", "nothing_folded"]

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
every = pytest.mark.parametrize("key", EVERY_KEY)
# Letters and archives of the toys have tests of their own, which look closer.
of_the_site = pytest.mark.parametrize("key", [key for key in EVERY_KEY if key not in TOY_KEYS])
DAY = {"kind": "hours", "hours": 24, "grace_minutes": 0}
# So often somebody stays silent.
ANSWERS = 3


@every
@pytest.mark.parametrize("lateness", ["default", "draft", "stand_in"])
def test_a_game_goes_on_without_somebody(key: str, lateness: str, anna: User, bert: User) -> None:
    game = started(anna, bert, ruleset=key, schedule=DAY, lateness=lateness)
    sealed_by = list[str]()
    while len(sealed_by) < ANSWERS and again(game).status == Game.Status.RUNNING:
        if "A" in open_seats(game):
            answer(game, anna)
        if "B" in open_seats(game) and not sealed_by:
            asked = waiting(game, "B")
            draft = some_answer(game, asked)
            draft_save(person=bert, game_id=game.pk, decision=asked.id, answer=draft)
        game_advance(game_id=late(game).pk)
        sealed = payloads(game, "answer_sealed")
        sealed_by = [seal["by"] for seal in sealed if seal["seat"] == "B"]
    usual = {"stand_in": f"bot {stand_in(key)}"}.get(lateness, "default")
    first = "draft" if lateness == "draft" else usual
    assert sealed_by == [first, *[usual] * (ANSWERS - 1)]
    proof = verify(store.header_of(again(game)), store.entries_of(again(game)))
    assert proof.head == again(game).head


@of_the_site
def test_every_kind_of_letter_is_written(key: str, anna: User, bert: User, cora: User) -> None:
    for row in every_kind_of(anna, bert, cora, ruleset=key).values():
        for language in ("en", "de"):
            row.user.language = language
            letter = message_of(row)
            assert short(row).title == letter.subject
            assert list(letter_of(row).blocks)
            assert "%(" not in f"{letter.subject} {letter.body}"


@of_the_site
def test_what_lies_in_an_archive_proves_the_game(
    key: str, anna: User, bert: User, tmp_path: Path
) -> None:
    game = play_out(started(anna, bert, ruleset=key), anna, bert)
    folder = unpacked(game, archive_of(game=again(game)), tmp_path)
    assert sorted(path.name for path in folder.iterdir()) == sorted(FILES)
    proof = checked(folder)
    assert proof.returncode == 0, proof.stdout + proof.stderr
    assert game.head in proof.stdout
