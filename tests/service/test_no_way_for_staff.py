"""No code path gives staff a sealed plan or a future link: who opens what is listed here, whole.

The pages, the API and the admin are walked as staff in tests/web/test_staff_sees_nothing.py; this
is the other half, read from the source itself: what opens a seal, what touches a sealed column,
what reads an opened secret, and where being staff counts.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from games import access
from games.errors import NotFound
from games.log import store
from games.models import User
from games.services.play.turns import answer_submit
from tests.service.tables import again, person, some_answer, started, waiting

ROOT = Path(__file__).resolve().parents[2]

# Each with what it opens. Nothing here asks whether somebody is staff, see below.
OPENERS = {
    "games.log.store": "answers of a log, to fold it",
    "games.log.position_cache": "positions kept beside a log",
    "games.services.play.advance": "the chain when a step is taken, the draft of whoever is late",
    "games.read.selectors": "the draft of the viewer's own seat",
    "games.read.versions": "a draft, to say whether it has changed",
    "games.read.talk": "a person's own note",
    "games.services.tables.talk": "a person's own note",
    "games.services.post.webhooks": "what signs the calls of a webhook",
    "games.web.accounts": "a person's own second step",
    "games.services.house.idempotency": "what a person was answered before",
    "games.trust.keys": "the key of the site",
    "games.services.play.turns": "the draft of the writer's own seat, to know it again",
    "games.mail.answers": "what a person's own mail is answered",
    "games.mail.account_letters": "a letter about a person's own account",
    "games.mail.mail_case": "what a person's own mail has said before",
    "games.notify.destinations": "where a person wants to be told",
}
SEALED_COLUMNS = {
    # The chain is opened in one place; two others seal one, and a key is changed in one.
    "chain_sealed": {
        "games.services.play.advance",
        "games.services.tables.lobby",
        "games.services.tables.forks",
        "games.management.commands.rotate_keys",
        "games.models.game",
    },
    # The veil likewise; a fork takes it over as it is.
    "veil_sealed": {
        "games.services.play.advance",
        "games.services.tables.lobby",
        "games.services.tables.forks",
        "games.management.commands.rotate_keys",
        "games.models.game",
    },
    "secret_sealed": {
        "games.log.store",
        "games.services.post.webhooks",
        "games.management.commands.rotate_keys",
        "games.models.log",
        "games.models.webhooks",
    },
    "position_sealed": {"games.log.position_cache", "games.models.log"},
    "answer_sealed": {
        "games.read.selectors",
        "games.read.versions",
        "games.services.play.advance",
        "games.services.play.turns",
        "games.management.commands.rotate_keys",
        "games.models.game",
        # What a person's own mail is answered, under the same name.
        "games.mail.answers",
        "games.models.mail",
        "games.services.post.mail_in",
        "games.services.post.mail_work",
        # The kind of an entry of the log, which they read from a file.
        "games.trust.verifier.audit",
        "games.trust.verifier.journal",
        "games.trust.verifier.statements",
    },
}
# Who is handed entries with their secrets open: to fold them, to filter them by a viewer, to give a
# player their own receipt, to prove the log without showing it.
READERS_OF_OPEN_LOGS = {
    "games.log.store",
    "games.read.timeline",
    "games.read.selectors",
    # The deals of a game that is over, when every hand lies open.
    "games.read.luck_queries",
    "games.services.play.turns",
    "games.services.play.table",
    "games.management.commands.verify_games",
}
READERS_OF_SECRETS = {
    "games.access",
    "games.log.store",
    "games.read.timeline",
    "games.services.play.turns",
    # The salt of a viewer's own answer, on their receipt.
    "games.read.selectors",
    "games.read.luck_queries",
    # The cards of the reader of a letter, by the door that hands them out (`Viewer.hand`).
    "games.mail.snapshots",
    # Of a file that somebody has; they read no database.
    "games.trust.verifier.audit",
    "games.trust.verifier.journal",
    "games.trust.verifier.veil",
    # Not of a log: what turn addresses are signed with and letters end with, and a key of a
    # browser's push.
    "games.mail.addresses",
    "games.mail.epochs",
    "games.mail.inbound.quotes",
    "games.mail.marks",
    "games.notify.push",
    "games.services.post.mail_work",
}
# Where it counts that somebody is staff. None of these hands out a viewer, a seat or an entry.
STAFF_COUNTS = {
    "games.access.require_steward",
    "games.access.require_referee",
    "games.admin.UsersAdmin",
    "games.admin.UsersAdmin.get_fields",
    "games.api.seats.SeatPlayer.put.work",
    "games.services.people.accounts._forget_person",
    "games.services.tables.talk.chat_hide",
    "games.web.referee._page",
    "games.web.talking._about",
}


@cache
def modules() -> list[tuple[str, ast.Module]]:
    """Every module of the service, parsed."""
    return list(_parsed())


def _parsed() -> Iterator[tuple[str, ast.Module]]:
    for folder in ("games", "wallenstein_site"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            if "migrations" not in parts:
                yield ".".join(parts).removesuffix(".__init__"), ast.parse(path.read_text("utf-8"))


def names_in(tree: ast.AST) -> Iterator[str]:
    """Every name somebody could reach a thing by: plain, dotted, imported, keyword or in quotes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.alias):
            yield node.name.rpartition(".")[2]
        elif isinstance(node, ast.keyword) and node.arg:
            yield node.arg
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def users_of(*names: str) -> set[str]:
    return {module for module, tree in modules() if set(names) & set(names_in(tree))}


def functions(tree: ast.AST, before: str) -> Iterator[tuple[str, ast.AST]]:
    """Every function and class, by its dotted name, without what is inside of inner ones."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{before}.{node.name}"
            yield from functions(node, name)
            yield name, node
        else:
            yield from functions(node, before)


def places_of(*names: str) -> set[str]:
    """The innermost functions, classes or modules in which one of these names stands."""
    places: set[str] = set()
    for module, tree in modules():
        inner: set[int] = set()
        for name, node in functions(tree, module):
            mine = [n for n in ast.walk(node) if id(n) not in inner]
            inner.update(id(n) for n in mine)
            if any(set(names) & set(_own_names(n)) for n in mine):
                places.add(name)
        rest = [n for n in ast.walk(tree) if id(n) not in inner]
        if any(set(names) & set(_own_names(n)) for n in rest):
            places.add(module)
    return places


def _own_names(node: ast.AST) -> Iterator[str]:
    leaf = type(node)
    if leaf in (ast.Name, ast.Attribute, ast.alias, ast.keyword, ast.Constant):
        yield from list(names_in(node))[:1]


@pytest.mark.slow
def test_nobody_else_opens_a_seal() -> None:
    ways = ("unseal", "unseal_bytes", "MultiFernet", "Fernet", "_box", "decrypt")
    keys_are_made = {"games.log.seals", "games.management.commands.new_seal_key"}
    assert users_of(*ways) - keys_are_made - {"wallenstein_site.keys"} == set(OPENERS)


@pytest.mark.parametrize("column", SEALED_COLUMNS)
def test_nobody_else_touches_a_sealed_column(column: str) -> None:
    assert users_of(column) == SEALED_COLUMNS[column]


def test_the_chain_is_opened_where_a_step_is_taken_and_nowhere_else() -> None:
    openers = places_of("unseal") & places_of("chain_sealed")
    assert openers == {"games.services.play.advance._chain"}
    assert places_of("unseal") & places_of("veil_sealed") == {"games.services.play.advance._veil"}
    advance = dict(modules())["games.services.play.advance"]
    here = [node for node in advance.body if isinstance(node, ast.FunctionDef)]
    users = {
        name: [node.name for node in here if name in set(names_in(node))]
        for name in ("_chain", "_next_link", "_veil")
    }
    assert users == {
        "_chain": ["_next_link", "_is_used_up", "bot_answer"],
        "_next_link": ["take_step", "_seal_for_bot"],
        "_veil": ["take_step"],
    }
    # Nor is what was opened there for a while looked at anywhere else.
    assert users_of("chain_links") == {"games.services.play.advance", "games.services.play.table"}


def test_nobody_else_reads_an_opened_log() -> None:
    assert users_of("entries_of") == READERS_OF_OPEN_LOGS
    with_secrets = {
        m for m in users_of("secret") if not m.startswith(("games.api", "games.models"))
    }
    hooks = {"games.services.post.webhooks"}
    assert with_secrets - hooks - {"games.management.commands.rotate_keys"} <= READERS_OF_SECRETS


def test_every_exported_entry_goes_through_the_one_door() -> None:
    for function in (
        "games.read.selectors.log_file",
        "games.read.timeline.timeline",
        "games.read.timeline.opened",
    ):
        module, _dot, name = function.rpartition(".")
        tree = dict(modules())[module]
        node = dict(functions(tree, module))[function]
        assert {"entries_of", "read"} <= set(names_in(node)), name


def test_being_staff_opens_no_seat() -> None:
    marks = ("is_staff", "is_superuser", "has_perm", "has_perms", "user_passes_test", "IsAdminUser")
    assert places_of(*marks) == STAFF_COUNTS
    for gate in (access.require_steward, access.require_referee):
        assert inspect.signature(gate).return_annotation == "None"


def test_the_staffs_own_tools_know_no_secret() -> None:
    tools = (
        "games.admin",
        "games.read.referee_log",
        "games.web.referee",
        "games.web.trust",
        "games.api.trust",
        "games.api.seats",
        "games.api.deadlines",
        "games.trust.audit",
        "games.trust.statements",
        "games.management.commands.fork_game",
        "games.management.commands.export_game",
    )
    known = dict(modules())
    for tool in tools:
        names = set(names_in(known[tool]))
        assert not names & {"unseal", "entries_of", "secret", "salt", "answer", "load"}, tool


@pytest.mark.django_db
def test_staff_in_front_of_a_game_are_strangers(anna: User, bert: User) -> None:
    staff, stranger = person("staff", is_staff=True, is_superuser=True), person("cora")
    shown, hidden = started(anna, bert), started(anna, bert, visibility="invited")
    asked = waiting(shown)
    plan = some_answer(shown, asked)
    answer_submit(person=anna, game_id=shown.pk, decision=asked.id, answer=plan)
    entries = store.entries_of(again(shown))
    for somebody in (staff, stranger):
        viewer = access.viewer(again(shown), somebody)
        assert (viewer.seat, viewer.seat_key, viewer.is_host) == (None, None, False)
        assert all(entry.secret is None for entry in viewer.read(entries, finished=False))
        with pytest.raises(NotFound):
            access.viewer(again(hidden), somebody)


def test_a_planted_opening_would_be_found() -> None:
    planted = ast.parse("def peek(game):\n    return seals.unseal(getattr(game, 'chain_sealed'))")
    assert {"unseal", "chain_sealed"} <= set(names_in(planted))
