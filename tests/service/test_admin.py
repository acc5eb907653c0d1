"""The admin pages: a superuser walks through all of them and finds no secret, and no eraser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.core.mail import EmailMessage
from django.db.models import Model
from django.test import Client, RequestFactory
from django.urls import reverse

from engine.kernel.chance import links
from games.admin import Reading
from games.log.seals import unseal
from games.models import (
    Absence,
    ApiToken,
    Game,
    IdempotencyKey,
    InboundMail,
    LogEntry,
    SavedDraft,
    User,
)
from games.net.outbound import checked_url
from games.notify.destinations import service_add
from games.services.house import idempotency
from games.services.people import tokens
from games.services.play.turns import answer_submit, draft_save
from games.services.post.delivery import deliver_due
from games.services.post.webhooks import webhook_create
from games.services.tables.invitations import player_invite
from tests.mail.post import address_of, send
from tests.service.tables import lobby, person, some_answer, started, waiting

pytestmark = pytest.mark.django_db

SALT = "c0ffee" * 10 + "dead"
CANARY = "canary-of-a-plan"
# Whatever any app puts into the admin: one that is new has to be as harmless.
ALL = list(admin.site._registry)


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
    monkeypatch.setattr("games.net.outbound.resolved", lambda _parts: "192.0.2.1")
    game = started(anna, bert)
    asked = waiting(game, "A")
    plan = some_answer(game, asked)
    answer_submit(person=anna, game_id=game.pk, decision=asked.id, answer=plan, salt=SALT)
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
    EmailAddress.objects.create(user=anna, email=anna.email, verified=True, primary=True)
    place = service_add(
        person=anna, name="chat", address=f"discord://1/{CANARY}", service="Discord"
    )
    send(address_of(game, bert), f"# {CANARY}\n\nbid: {CANARY}\n")
    mail = InboundMail.objects.get()
    row = Game.objects.get(pk=game.pk)
    chain = unseal(row.chain_sealed)
    hidden = links(bytes.fromhex(chain["end"]), chain["length"])[row.step + 1 :]
    sealed = [bytes(SavedDraft.objects.get().answer_sealed), bytes(row.chain_sealed or b"")]
    sealed += [bytes(place.address_sealed), bytes(mail.answer_sealed)]
    sealed += [bytes(hook.hook.secret_sealed), IdempotencyKey.objects.get().response.encode()]
    return [
        mail.message_id,
        SALT,
        CANARY,
        str(plan["boxes"]),
        token.text,
        ApiToken.objects.get().digest,
        hook.secret,
        place.digest,
        row.invite,
        open_table.invite,
        chain["end"],
        anna.password,
        *(link.hex() for link in hidden[:50]),
        *(text.decode() for text in sealed),
    ]


def page_of(model: type[Model]) -> str:
    """How the admin calls the pages about a model."""
    return f"admin:{model._meta.app_label}_{model._meta.model_name}"


def addresses() -> Iterator[str]:
    """Every page about every row, and the lists."""
    yield reverse("admin:index")
    for model in admin.site._registry:
        name = page_of(model)
        yield reverse(f"{name}_changelist")
        yield reverse(f"{name}_add")
        for row in model._default_manager.all():
            for page in ("change", "delete", "history"):
                yield reverse(f"{name}_{page}", args=[row.pk])


@pytest.mark.slow
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
    for model in ALL:
        listed = reverse(f"{page_of(model)}_changelist")
        for secret in secrets_stored[:6]:
            page = root.get(listed, {"q": secret})
            assert page.status_code == 200
            if admin.site._registry[model].search_fields:
                assert page.context["cl"].result_count == 0, model


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
        field for model in ALL for field in getattr(admin.site._registry[model], "shown", ["?"])
    }
    assert "?" not in named
    assert not named & {
        "invite",
        "anchor",
        "chain_sealed",
        "veil_sealed",
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
    for model in ALL:
        name = page_of(model)
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
    account = User.objects.get(pk=anna.pk)
    assert (account.username, account.email, account.is_superuser) == (
        "anna",
        "anna@example.org",
        False,
    )
    assert account.check_password("secret")
    assert account.is_active is False


def test_no_page_is_open_but_the_ones_that_were_looked_at() -> None:
    kept_out = {"is_active", "is_staff"}
    asked = RequestFactory().get("/admin/")
    asked.user = User(username="root", is_staff=True, is_superuser=True, is_active=True)
    for model, page in admin.site._registry.items():
        assert isinstance(page, Reading), model
        assert not page.has_add_permission(asked), model
        assert not page.has_delete_permission(asked, model()), model
        assert not page.get_actions(asked), model
        assert not any(inline.can_delete for inline in page.inlines), model
        if model is User:
            open_fields = set(page.get_fields(asked)) - set(page.get_readonly_fields(asked))
            assert open_fields == kept_out
        else:
            assert not page.has_change_permission(asked, model()), model


def test_a_superuser_gets_no_letter_that_opens_a_players_account(
    root: Client, anna: User, bert: User, mailoutbox: list[EmailMessage]
) -> None:
    game = started(anna, bert)
    asked = waiting(game)
    answer_submit(
        person=anna, game_id=game.pk, decision=asked.id, answer=some_answer(game, asked), salt=SALT
    )
    own = EmailAddress.objects.create(user=anna, email=anna.email, verified=True, primary=True)
    theirs = {"user": anna.pk, "email": "mole@example.org", "verified": "on", "primary": "on"}
    for page, more in (("add", []), ("change", [own.pk]), ("delete", [own.pk])):
        address = reverse(f"admin:account_emailaddress_{page}", args=more)
        assert root.post(address, {**theirs, "post": "yes"}).status_code == 403
    page = reverse("admin:games_user_change", args=[anna.pk])
    root.post(page, {"email": "mole@example.org", "notify_address": "mole@example.org"})
    User.objects.filter(pk=anna.pk).update(is_active=True)
    addresses = [(row.email, row.verified) for row in EmailAddress.objects.filter(user=anna)]
    assert addresses == [(anna.email, True)]
    assert User.objects.get(pk=anna.pk).address == anna.email
    Client().post("/accounts/password/reset/", {"email": "mole@example.org"})
    deliver_due()
    letters = [letter for letter in mailoutbox if "mole@example.org" in letter.to]
    # That nobody has such an account.
    assert len(letters) == 1
    assert "password/reset/key" not in letters[0].body


def test_the_log_stays_what_it_is(root: Client, anna: User) -> None:
    game = started(anna)
    before = list(LogEntry.objects.filter(game=game).values_list("seq", "hash"))
    for entry in LogEntry.objects.filter(game=game)[:3]:
        page = reverse("admin:games_logentry_change", args=[entry.pk])
        assert root.post(page, {"kind": "game_over", "payload": "{}"}).status_code == 403
    assert list(LogEntry.objects.filter(game=game).values_list("seq", "hash")) == before
