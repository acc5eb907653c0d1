"""What the site signs, and what it forks, under the verifier that is not ours."""

from __future__ import annotations

import copy

from games import access
from games.models import Game, User
from games.read import selectors
from games.services.play.advance import game_advance
from games.services.play.signing import signing_key_rotate
from games.services.tables.forks import game_fork
from games.trust.keys import public_keys
from games.trust.verifier import check
from tests.service.tables import again, answer, person, play_out, started


def log_for(game: Game, reader: User) -> bytes:
    """The log as somebody gets it."""
    return b"".join(selectors.log_file(access.viewer(again(game), reader)))


def test_receipts_and_heads_of_the_site_hold_across_a_rotation(anna: User, bert: User) -> None:
    game = started(anna, bert)
    first, _ = answer(game, anna)
    signing_key_rotate()
    game = play_out(game, anna, bert)
    viewer = access.viewer(game, anna)
    heads, receipts = selectors.signed_heads(viewer), selectors.signed_receipts(viewer)
    keys = public_keys()["keys"]
    assert len(keys) == 2
    signed = [{"heads": heads}, {"receipts": receipts}, first.to_json()]
    report = check(log_for(game, anna), signed, keys, [game.head])
    assert report.verdict == "OK"
    assert report.signatures == len(heads) + len(receipts) + 1 > 6
    forged = copy.deepcopy(first.to_json())
    forged["signed"]["statement"]["digest"] = "0" * 64
    wrong = check(log_for(game, anna), [forged], keys).wrong
    assert wrong is not None
    assert wrong.reason.endswith("was not signed by the site")


def test_a_fork_holds_with_the_statements_of_both_its_names(anna: User, bert: User) -> None:
    staff = person("staff", is_staff=True)
    old = started(anna, bert)
    for _season in range(2):
        answer(old, anna)
        answer(old, bert)
        game_advance(game_id=old.pk)
    fork = game_fork(person=staff, game_id=old.pk, step=2, why="A fault.")
    fork = play_out(fork, anna, bert)
    before = selectors.signed_heads(access.viewer(again(old), bert))
    # The head after step 2 covers what bots had sealed since, which the fork does not take over.
    heads = [head for head in before if head["statement"]["step"] < 2]
    heads += selectors.signed_heads(access.viewer(fork, bert))
    report = check(log_for(fork, bert), heads, public_keys()["keys"])
    assert report.verdict == "OK"
    assert list(report.games.values()) == [old.pk, fork.pk]
    assert report.signatures == len(heads)
    assert f"a fork of the game {old.pk} begins here" in report.remarks[0]
    rests = check(log_for(old, bert))
    assert rests.verdict == "OK"
    assert f"the game goes on as {fork.pk}" in rests.remarks[0]
