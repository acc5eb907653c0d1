"""The admin pages: a superuser walks through all of them and finds no secret, and no eraser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from engine.chance import links
from games import idempotency, tokens
from games.models import Absence, ApiToken, Game, IdempotencyKey, LogEntry, SavedDraft, User
from games.outbound import checked_url
from games.seals import unseal
from games.services.invitations import player_invite
from games.services.turns import answer_submit, draft_save
from games.services.webhooks import webhook_create
from tests.service.tables import lobby, person, some_answer, started, waiting

pytestmark = pytest.mark.django_db

SALT = "c0ffee" * 10 + "dead"
CANARY = "canary-of-a-plan"
OURS = [model for model in admin.site._registry if model._meta.app_label == "games"]


@pytest.fixture
def root(db: None) -> Client:
    """Somebody who may do everything a site can be asked to allow."""
    client = Client()
    user = person("root", is_staff=True, is_superuser=True)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def secrets_stored(anna: User, bert: User, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A game with a secret of every kind, and what must not be seen of them."""
    monkeypatch.setattr("games.outbound.resolved", lambda _parts: "192.0.2.1")
    game = started(anna, bert)
    asked = waiting(game, "A")
    said = some_answer(game, asked)
    answer_submit(person=anna, game_id=game.pk, decision=asked.id, answer=said, salt=SALT)
    theirs = waiting(game, "B")
    draft_save(person=bert, game_id=game.pk, decision=theirs.id, answer={"note": CANARY})
    token = tokens.token_create(user=anna, name="mine", scopes=["read"])
    idempotency.once(user=anna, key="k", digest="ab" * 32, work=lambda: {"salt": SALT})
    hook = webhook_create(
        person=anna,
        game_id=game.pk,
        url=checked_url(f"https://x.example/{CANARY}"),
        kinds=["game_over"],
    )
    open_table = lobby(anna, bots=1, visibility="invited")
    player_invite(person=anna, game_id=open_table.pk, username="bert")
    wanted = {"next": f"/games/{open_table.pk}/?invite={open_table.invite}"}
    Client().post("/accounts/login/", {"login": "bert", "password": CANARY, **wanted})
    Absence.objects.create(user=anna, first_day="2026-06-01", last_day="2026-06-02")
    Authenticator.objects.create(user=anna, type="totp", data={"secret": CANARY})
    row = Game.objects.get(pk=game.pk)
    chain = unseal(row.chain_sealed)
    hidden = links(bytes.fromhex(chain["end"]), chain["length"])[row.step + 1 :]
    sealed = [bytes(SavedDraft.objects.get().answer_sealed), bytes(row.chain_sealed or b"")]
    sealed += [bytes(hook.hook.secret_sealed), IdempotencyKey.objects.get().response.encode()]
    return [
        SALT,
        CANARY,
        str(said["boxes"]),
        token.text,
        ApiToken.objects.get().digest,
        hook.secret,
        row.invite,
        open_table.invite,
        chain["end"],
        anna.password,
        *(link.hex() for link in hidden[:50]),
        *(text.decode() for text in sealed),
    ]


def addresses() -> Iterator[str]:
    """Every page about every row, and the lists."""
    yield reverse("admin:index")
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{name}_changelist")
        yield reverse(f"{name}_add")
        for row in model._default_manager.all():
            for page in ("change", "delete", "history"):
                yield reverse(f"{name}_{page}", args=[row.pk])


def test_no_page_shows_a_secret(root: Client, secrets_stored: list[str]) -> None:
    walked = [(address, root.get(address)) for address in addresses()]
    assert len(walked) > 100
    readable = 0
    for address, response in walked:
        assert response.status_code in (200, 302, 403), address
        readable += response.status_code == 200
        text = response.content.decode()
        for secret in secrets_stored:
            assert secret not in text, address
    assert readable > 50


def test_what_is_secret_cannot_be_searched_for(root: Client, secrets_stored: list[str]) -> None:
    for model in OURS:
        listed = reverse(f"admin:games_{model._meta.model_name}_changelist")
        for secret in secrets_stored[:6]:
            found = root.get(listed, {"q": secret})
            assert found.status_code == 200
            if admin.site._registry[model].search_fields:
                assert found.context["cl"].result_count == 0, model


@pytest.mark.parametrize(
    ("model", "lookup"),
    [
        ("game", "invite__startswith"),
        ("game", "chain_sealed__contains"),
        ("game", "drafts__answer_sealed__contains"),
        ("logentry", "secret_sealed__contains"),
        ("logentry", "game__invite__startswith"),
        ("apitoken", "digest__startswith"),
        ("webhook", "url__startswith"),
        ("webhook", "secret_sealed__contains"),
        ("user", "password__startswith"),
        ("invitation", "user__password__startswith"),
    ],
)
def test_what_is_secret_cannot_be_guessed_letter_by_letter(
    root: Client, secrets_stored: list[str], model: str, lookup: str
) -> None:
    assert secrets_stored
    listed = reverse(f"admin:games_{model}_changelist")
    assert root.get(listed, {lookup: "a"}).status_code == 400
    assert (
        root.get(reverse("admin:games_game_changelist"), {"status__exact": "lobby"})
        .context["cl"]
        .result_count
        == 1
    )


def test_secrets_have_no_page_at_all() -> None:
    shown = {model._meta.model_name for model in admin.site._registry}
    assert not shown & {
        "saveddraft",
        "idempotencykey",
        "authenticator",
        "session",
        "accessattempt",
    }
    named = {
        field for model in OURS for field in getattr(admin.site._registry[model], "shown", ["?"])
    }
    assert "?" not in named
    assert not named & {
        "invite",
        "anchor",
        "chain_sealed",
        "secret_sealed",
        "digest",
        "hint",
        "answer_sealed",
        "password",
        "url",
        "data",
    }


def test_nothing_can_be_changed_or_erased(root: Client, secrets_stored: list[str]) -> None:
    assert secrets_stored
    for model in OURS:
        name = f"admin:games_{model._meta.model_name}"
        row = model._default_manager.first()
        assert row is not None, model
        assert root.post(reverse(f"{name}_add"), {}).status_code == 403
        erased = root.post(reverse(f"{name}_delete", args=[row.pk]), {"post": "yes"})
        assert erased.status_code == 403
        if model is not User:
            assert root.post(reverse(f"{name}_change", args=[row.pk]), {}).status_code == 403
        several = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
        root.post(reverse(f"{name}_changelist"), several)
        assert model._default_manager.filter(pk=row.pk).exists()


def test_an_operator_keeps_somebody_out_and_changes_nothing_else(root: Client, anna: User) -> None:
    page = reverse("admin:games_user_change", args=[anna.pk])
    given = {
        "username": "hijacked",
        "email": "x@example.org",
        "password": "x",
        "is_superuser": "on",
    }
    assert root.post(page, given).status_code == 302
    found = User.objects.get(pk=anna.pk)
    assert (found.username, found.email, found.is_superuser) == (
        "anna",
        "anna@example.org",
        False,
    )
    assert found.check_password("secret")
    assert found.is_active is False


def test_the_log_stays_what_it_is(root: Client, anna: User) -> None:
    game = started(anna)
    before = list(LogEntry.objects.filter(game=game).values_list("seq", "hash"))
    for entry in LogEntry.objects.filter(game=game)[:3]:
        page = reverse("admin:games_logentry_change", args=[entry.pk])
        assert root.post(page, {"kind": "game_over", "payload": "{}"}).status_code == 403
    assert list(LogEntry.objects.filter(game=game).values_list("seq", "hash")) == before
