"""Games keep the version of the rules they began with; new ones get the newest."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.kernel.log import read_log
from engine.registry import RULESETS, WALLENSTEINS, newest
from games.log import store
from games.models import Game, User
from games.services.play.advance import game_advance
from games.services.tables.forks import game_fork
from games.services.tables.imports import game_import
from games.services.tables.invitations import game_rematch
from games.services.tables.lobby import game_start
from tests.service.tables import NOBODY, again, answer, lobby, person, play_out, proof

pytestmark = pytest.mark.django_db
RECORDED = Path(__file__).parents[1] / "recorded"
OLDER = sorted({*RULESETS} - {(key, newest(key).version) for key, _ in RULESETS})


def begun_before(anna: User, key: str, version: int) -> Game:
    """A table made when this version was the newest, and begun since."""
    game = lobby(anna, ruleset=key)
    options = {name: spec.default for name, spec in RULESETS[key, version].options.items()}
    Game.objects.filter(pk=game.pk).update(version=version, options=options)
    game_start(person=anna, game_id=game.pk)
    return again(game)


@pytest.mark.parametrize(("key", "version"), OLDER)
def test_a_game_and_its_fork_keep_their_version_and_a_rematch_gets_the_newest(
    anna: User, key: str, version: int
) -> None:
    game = begun_before(anna, key, version)
    answer(game, anna)
    game_advance(game_id=game.pk)
    staff = person("staff", is_staff=True)
    fork = game_fork(person=staff, game_id=game.pk, step=1, why="a revolt was counted twice")
    over = play_out(fork, anna)
    assert (over.version, store.header_of(over).version) == (version, version)
    (rules,) = (one.rules for one in WALLENSTEINS if (one.key, one.version) == (key, version))
    assert store.load(over).state.rules == rules
    held = proof(over, NOBODY)
    assert held.over
    assert held.resolved == held.steps
    assert game_rematch(person=anna, game_id=over.pk).version == newest(key).version


@pytest.mark.parametrize("name", ["played", "reasons-forked"])
def test_an_imported_game_keeps_its_version(name: str) -> None:
    lines = (RECORDED / "people" / f"{name}.wlog.jsonl").read_bytes().splitlines(keepends=True)
    header, _entries = read_log(lines)
    assert (header.ruleset, header.version) in OLDER
    game = game_import(lines=lines).game
    assert (game.version, store.header_of(game).version) == (header.version, header.version)
