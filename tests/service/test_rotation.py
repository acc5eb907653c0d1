"""Keys are changed while people write: nothing accepted gives way to what it replaced."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet
from django.core.management import call_command
from django.db import connection

from games.log.seals import seal, unseal
from games.models import Game, GameNote, SavedDraft, User, Webhook
from games.net.outbound import checked_url
from games.services.play.turns import draft_save
from games.services.post.webhooks import webhook_create, webhook_rotate
from games.services.tables.talk import note_save
from tests.service.tables import person, started, waiting
from tests.service.test_crowds import at_once

pytestmark = pytest.mark.usefixtures("committed")
Case = tuple[str, Callable[[int], Any], Callable[[], Any]]


def drafts(anna: User, game: Game) -> Case:
    asked = waiting(game).id

    def write(number: int) -> Any:
        draft_save(person=anna, game_id=game.id, decision=asked, answer={"plan": number})
        return {"plan": number}

    return "games_saveddraft", write, lambda: unseal(SavedDraft.objects.get().answer_sealed)


def notes(anna: User, game: Game) -> Case:
    def write(number: int) -> Any:
        note_save(person=anna, game_id=game.id, text=f"note {number}", edition=number)
        return f"note {number}"

    return "games_gamenote", write, lambda: unseal(GameNote.objects.get().text_sealed)


def hooks(anna: User, game: Game) -> Case:
    made = webhook_create(
        person=anna, game_id=game.id, url=checked_url("http://127.0.0.1:9/"), kinds=["game_over"]
    )

    def write(_number: int) -> Any:
        return webhook_rotate(person=anna, game_id=game.id, hook_id=made.hook.pk).secret

    return "games_webhook", write, lambda: unseal(Webhook.objects.get().secret_sealed)


def recovery_codes(anna: User, _game: Game) -> Case:
    """Which of them are used up is beside their seed."""

    def write(number: int) -> Any:
        data = {"seed": seal("seed").decode(), "used_mask": number}
        kind = Authenticator.Type.RECOVERY_CODES
        Authenticator.objects.update_or_create(user=anna, type=kind, defaults={"data": data})
        return number

    return "mfa_authenticator", write, lambda: Authenticator.objects.get().data["used_mask"]


@pytest.mark.parametrize("case", [drafts, notes, hooks, recovery_codes])
def test_what_is_written_while_keys_are_changed_stays(
    settings: Any, case: Callable[[User, Game], Case]
) -> None:
    settings.WEBHOOKS_TO_LOOPBACK = True
    anna = person("anna")
    table, write, read = case(anna, started(anna))
    write(0)
    written: list[Any] = []

    def faster(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        """Somebody writes between the command's look at a row and its change of that row."""
        if sql.startswith("UPDATE") and table in sql and not written:
            written.extend(at_once(lambda: write(1)))
        return execute(sql, params, many, context)

    new = Fernet.generate_key().decode()
    settings.SEAL_KEYS = (new, *settings.SEAL_KEYS)
    with connection.execute_wrapper(faster):
        call_command("rotate_keys", verbosity=0)
    settings.SEAL_KEYS = (new,)
    assert [read()] == written
