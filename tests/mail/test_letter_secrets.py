"""Canaries: no letter of any kind tells what a rival has planned before its time."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from engine.kernel.chance import links
from games import clock
from games.log.seals import unseal
from games.mail.letters import message_of, short
from games.models import Game, OutboxRow, User
from games.services.play.advance import game_advance
from games.services.play.deadlines import deadline_extend
from games.services.play.signing import sign_head
from games.services.play.table import table
from games.services.play.turns import answer_submit, draft_save
from games.services.post.announcements import announce
from games.services.post.notices import about, put
from games.services.post.reminders import reminders
from games.services.tables.seats import substitute_name
from games.services.tables.talk import chat_post
from tests.mail.rows import opened, parts_of, text_of
from tests.service.conftest import cora
from tests.service.hashes import hashes_in
from tests.service.tables import again, answer, play_out, some_answer, started, waiting
from tests.service.test_secrets import canary_plan

__all__ = ["cora"]

pytestmark = pytest.mark.django_db
SALT = "c0ffee" * 10 + "dead"


def shows(text: str) -> bool:
    """Whether the standing order is there: as JSON, in a sentence, or as an order."""
    return re.search(r"(at.most|höchstens)\W{0,9}919\b", text, re.IGNORECASE) is not None


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    """Anna has sealed the canary and drafts another."""
    game = started(anna, bert, schedule={"kind": "hours", "hours": 48, "reminders": [4]})
    plan, decision = canary_plan(game), waiting(game).id
    answer_submit(person=anna, game_id=game.pk, decision=decision, answer=plan, salt=SALT)
    draft_save(person=anna, game_id=game.pk, decision=decision, answer=plan)
    return again(game)


def letters(game: Game) -> Iterator[tuple[OutboxRow, str]]:
    """Everything in every letter about a game, whoever reads it and in which language."""
    for row in OutboxRow.objects.filter(game=game).select_related("user", "game"):
        for language in ("en", "de"):
            row.user.language = language
            letter = opened(row)
            contents = [content.decode("utf-8", "replace") for _kind, content in parts_of(letter)]
            headers = [f"{name}: {value}" for name, value in letter.items()]
            yield row, "\n".join((*contents, *headers, repr(short(row)), repr(message_of(row))))


def hidden(game: Game) -> set[str]:
    """What the server keeps to itself, besides the game's own link."""
    chain = unseal(game.chain_sealed)
    every = [link.hex() for link in links(bytes.fromhex(chain["end"]), chain["length"])]
    return {*every[game.step + 1 :], SALT}


def test_the_canary_would_be_heard() -> None:
    assert shows('"at_most": 919')
    assert shows("combat A: Anhalt -> Altmark 1; if held by enemy, at most 919")
    assert shows("Kampf A: Anhalt -> Altmark 1; wenn gehalten vom Gegner, höchstens 919")


def test_no_letter_sings_while_the_plan_is_sealed(
    game: Game, anna: User, bert: User, cora: User
) -> None:
    deadline_extend(person=anna, game_id=game.pk, hours=24, why="Harvest")
    substitute_name(person=bert, game_id=game.pk, player="cora", why="A journey")
    chat_post(person=anna, game_id=game.pk, channel="players", text="Ready!")
    with table(game.pk, Game.Status.RUNNING) as held:
        put(reminders(held))
        # Every letter of a step once more, with a head that has the sealed plan behind it.
        announce(held, since=0, signed=sign_head(held, clock.now()))
        report = {"since": 0, "until": held.position.seq, "head": held.position.head}
        put([about(game, bert, "season_report", "step 1", report)])
    OutboxRow.objects.filter(kind="your_turn").update(data=_now(game))
    written = list(letters(game))
    assert {row.kind for row, _text in written} >= {
        *("your_turn", "season_report", "reminder", "deadline_moved", "chat_digest"),
        "substitute_named",
    }
    assert [row.kind for row, text in written if shows(text)] == []
    secrets = hidden(again(game))
    for notice, text in written:
        assert game.invite not in text, notice.kind
        assert not secrets & hashes_in(text), notice.kind


def _now(game: Game) -> dict[str, object]:
    fresh = again(game)
    return {"since": 0, "until": fresh.seq, "head": fresh.head, "seat": "B"}


def test_nor_after_it_was_played_and_the_end_itself_tells_no_orders(
    game: Game, anna: User, bert: User
) -> None:
    answer(game, bert)
    game_advance(game_id=game.pk)
    assert [row.kind for row, text in letters(game) if shows(text)] == []
    play_out(game, anna, bert)
    written = list(letters(again(game)))
    assert "game_over" in {row.kind for row, _text in written}
    assert [row.kind for row, text in written if shows(text)] == []
    assert not any(SALT in text for _row, text in written)


def test_two_games_that_differ_in_a_rivals_plan_write_the_same_letters(
    anna: User, bert: User
) -> None:
    """The receipt is the reader's own, and the plan of the other shows in nothing but the head."""
    game = started(anna, bert)
    decision = waiting(game)
    plan = some_answer(game, decision, "one")
    answer_submit(person=anna, game_id=game.pk, decision=decision.id, answer=plan)
    with table(game.pk, Game.Status.RUNNING) as held:
        put(reminders(held))
    [first] = OutboxRow.objects.filter(kind="reminder").select_related("user", "game")
    before, head = text_of(opened(first)), again(game).head
    other = some_answer(game, decision, "another")
    assert other != plan
    answer_submit(person=anna, game_id=game.pk, decision=decision.id, answer=other)
    OutboxRow.objects.filter(kind="reminder").delete()
    with table(game.pk, Game.Status.RUNNING) as held:
        put(reminders(held))
    [second] = OutboxRow.objects.filter(kind="reminder").select_related("user", "game")
    after = text_of(opened(second)).replace(again(game).head, head)
    without_keys = re.compile(r"/(t|mail/off)/\S+")
    assert without_keys.sub("", after) == without_keys.sub("", before)
