"""A database that an older version of the site has filled: it migrates, and everything goes on.

The services of commit b820674 have written `data/b820674.json.xz` (data/README.md says how): games
that run, one that is over, a table that waits, a draft, a webhook with calls, letters of all sorts.
"""

from __future__ import annotations

import json
import lzma
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

from games import access
from games.mail.letters import message_of, short
from games.models import Channel, Game, OutboxRow, User
from games.read import selectors
from games.services.post import webhooks
from games.services.tables.lobby import game_join, game_start
from tests.service.tables import open_seats, play_out, proof

DATABASE = Path(__file__).parent / "data" / "b820674.json.xz"
LAST_MIGRATION = ("games", "0015_append_only_replace")
SEAL_KEY = "YSBkYXRhYmFzZSBvZiBiODIwNjc0LCBsb25nIGFnbyE="
# Who was asked in each game that ran.
ASKED = {"Old rules": ["B"], "First edition": ["A"], "Asked": ["A"], "Court": ["A"]}
PAGES = ("", "report/", "replay/", "charts/", "referee/", "luck/")


@pytest.fixture
def old_database(committed: None, settings: Any) -> None:
    """The tables as they were, with what stood in them, brought up to date."""
    settings.SEAL_KEYS = (SEAL_KEY,)
    call_command("migrate", *LAST_MIGRATION, verbosity=0)
    try:
        fill(json.loads(lzma.decompress(DATABASE.read_bytes())))
    finally:
        call_command("migrate", "games", verbosity=0)


@transaction.atomic
def fill(tables: dict[str, Any]) -> None:
    """Put rows into the tables of an older migration, through the models of that time."""
    apps = MigrationExecutor(connection).loader.project_state(LAST_MIGRATION).apps
    models = [apps.get_model(label) for label in tables]
    for model, table in zip(models, tables.values(), strict=True):
        fields: list[Any] = [model._meta.get_field(name) for name in table["fields"]]
        for field in fields:
            # A row is as old as it says.
            field.auto_now = field.auto_now_add = False
        rows = [
            {
                field.attname: field.to_python(value)
                for field, value in zip(fields, row, strict=True)
            }
            for row in table["rows"]
        ]
        model._base_manager.bulk_create(model(**row) for row in rows)
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)


def browser_of(person: User) -> Client:
    browser = Client()
    browser.force_login(person)
    return browser


def every_page(person: User) -> None:
    """All that somebody may open of their games answers."""
    browser = browser_of(person)
    addresses = ["/", "/tables/"]
    for game in Game.objects.exclude(status=Game.Status.LOBBY):
        addresses += [f"/games/{game.pk}/{page}" for page in PAGES]
        seat = access.viewer(game, person).seat_key
        asked = game.open_decisions.filter(seat=seat)
        addresses += [f"/games/{game.pk}/turn/{one.decision}/" for one in asked]
    for address in addresses:
        assert browser.get(address, follow=True).status_code == 200, address


def every_letter() -> None:
    """Whatever was written down before can be sent now."""
    rows = OutboxRow.objects.select_related("game", "user", "webhook")
    for row in rows.filter(channel=Channel.MAIL):
        assert short(row).title in str(message_of(row).subject), row
    assert rows.filter(channel=Channel.MAIL).count() > 60
    calls = rows.filter(channel=Channel.WEBHOOK)
    assert sorted(row.kind for row in calls) == ["season_report", "your_turn"]
    for row in calls:
        assert json.loads(webhooks.payload(row))["game"] == row.game_id


@pytest.mark.slow
def test_everything_of_before_goes_on(old_database: None) -> None:
    anna, bert = User.objects.get(username="anna"), User.objects.get(username="bert")
    running = {game.name: game for game in Game.objects.filter(status=Game.Status.RUNNING)}
    assert {name: open_seats(game) for name, game in running.items()} == ASKED
    every_letter()
    every_page(anna)
    every_page(bert)
    court = running["Court"]
    (asked,) = court.open_decisions.filter(seat="A")
    assert selectors.draft_of(access.viewer(court, anna), asked.decision)

    (waiting,) = Game.objects.filter(status=Game.Status.LOBBY)
    for guest in (bert, User.objects.get(username="cora")):
        game_join(person=guest, game_id=waiting.pk, invite=waiting.invite)
    assert game_start(person=anna, game_id=waiting.pk).status == Game.Status.RUNNING

    for game in running.values():
        assert play_out(game, anna, bert).status == Game.Status.FINISHED
        assert proof(game, bert).over
    every_page(anna)
    out = StringIO()
    call_command("verify_games", stdout=out)
    assert out.getvalue().endswith("6 of 6 games hold.\n")


@pytest.mark.django_db
def test_no_model_is_ahead_of_its_migrations() -> None:
    out = StringIO()
    call_command("makemigrations", "games", dry_run=True, stdout=out)
    assert out.getvalue() == "No changes detected in app 'games'\n"
