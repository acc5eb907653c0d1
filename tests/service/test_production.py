"""Production: everything by environment, refused in words when half set, safe by default."""

from __future__ import annotations

import json
import os
import pwd
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.core.exceptions import ImproperlyConfigured

from games import trouble
from wallenstein_site import production
from wallenstein_site.database import database
from wallenstein_site.mail import mail

ROOT = Path(__file__).resolve().parent.parent.parent
OURS = ("DJANGO_", "WALLENSTEIN_", "DATABASE_", "REDIS_", "EMAIL_")
COMPLETE = {
    "DATABASE_URL": "postgresql://wallenstein:hunter2@localhost/wallenstein",
    "DJANGO_SECRET_KEY": "m8Q2zj4Vd0pXw7RkYc1nTf6LhBs9GuEaJx3oPiKvZq5WyNtM-and-more",
    "WALLENSTEIN_SEAL_KEYS": Fernet.generate_key().decode(),
    "WALLENSTEIN_SITE_URL": "https://wallenstein.example.org",
    "REDIS_URL": "redis://localhost:6379/0",
    "EMAIL_URL": "smtp+starttls://post:hunter2@mail.example.org",
}


def run(home: Path, *command: str, **given: str) -> subprocess.CompletedProcess[str]:
    """A command in an environment of production's own."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    return subprocess.run(
        [sys.executable, *command],
        env={**clean, "WALLENSTEIN_HOME": str(home), **given},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_the_deployment_check_has_nothing_to_say(tmp_path: Path) -> None:
    done = run(tmp_path, "-W", "error", "manage.py", "check", "--deploy", "--fail-level", "WARNING",
               **COMPLETE)  # fmt: skip
    assert done.stdout == "System check identified no issues (2 silenced).\n", done.stderr
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", [("manage.py", "check"), ("-m", "wallenstein_site.web")])
def test_everything_that_is_missing_is_named_at_once(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    done = run(tmp_path / "home", *command, WALLENSTEIN_PRODUCTION="yes")
    assert done.returncode == 1
    for name, why in production.NEEDED.items():
        assert f"Set {name}: {why}" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "home").exists()


def test_a_database_of_its_own_makes_it_production(tmp_path: Path) -> None:
    address = COMPLETE["DATABASE_URL"]
    done = run(tmp_path / "home", "manage.py", "check", DATABASE_URL=address)
    assert done.returncode == 1
    assert "Set REDIS_URL: " in done.stderr
    assert "DATABASE_URL" not in done.stderr
    assert "hunter2" not in done.stderr


@pytest.mark.parametrize("name", production.NEEDED)
def test_nothing_that_is_needed_can_be_left_out(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    for known, value in COMPLETE.items():
        monkeypatch.setenv(known, value)
    production.require_everything()
    monkeypatch.delenv(name)
    with pytest.raises(ImproperlyConfigured, match=f"^Set {name}: [^\n]+$"):
        production.require_everything()


def test_debugging_and_odd_addresses_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for known, value in COMPLETE.items():
        monkeypatch.setenv(known, value)
    monkeypatch.setenv("DJANGO_DEBUG", "yes")
    monkeypatch.setenv("WALLENSTEIN_SITE_URL", "wallenstein.example.org")
    with pytest.raises(ImproperlyConfigured) as refusal:
        production.require_everything()
    assert str(refusal.value).splitlines() == [
        "Unset DJANGO_DEBUG: its error pages show everything, plans included.",
        "WALLENSTEIN_SITE_URL must begin with https:// (or http:// for a test).",
    ]


def settings_of(home: Path, *names: str, **given: str) -> dict[str, Any]:
    """Some settings as a process of production has them."""
    code = (
        "import json, sys; from wallenstein_site import settings as s;"
        "print(json.dumps({n: getattr(s, n, None) for n in sys.argv[1:]}, default=str))"
    )
    done = run(home, "-c", code, *names, **COMPLETE | given)
    assert done.returncode == 0, done.stderr
    values: dict[str, Any] = json.loads(done.stdout)
    return values


def test_a_public_site_is_safe_by_default(tmp_path: Path) -> None:
    defaults = settings_of(
        tmp_path, "DEBUG", "SECURE_SSL_REDIRECT", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE",
        "SECURE_HSTS_SECONDS", "SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD",
        "SECURE_PROXY_SSL_HEADER", "ALLOWED_HOSTS", "ACCOUNT_EMAIL_VERIFICATION", "PRODUCTION",
        "SECRET_KEY_FALLBACKS",
    )  # fmt: skip
    assert defaults == {
        "DEBUG": False,
        "SECURE_SSL_REDIRECT": True,
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SECURE_HSTS_SECONDS": 30 * 24 * 60 * 60,
        "SECURE_HSTS_INCLUDE_SUBDOMAINS": False,
        "SECURE_HSTS_PRELOAD": False,
        "SECURE_PROXY_SSL_HEADER": None,
        "ALLOWED_HOSTS": ["wallenstein.example.org", "localhost", "127.0.0.1", "[::1]"],
        "ACCOUNT_EMAIL_VERIFICATION": "mandatory",
        "PRODUCTION": True,
        "SECRET_KEY_FALLBACKS": [],
    }


def test_a_proxy_and_an_old_secret_are_believed_only_if_told(tmp_path: Path) -> None:
    environment = {
        "WALLENSTEIN_PROXY_SSL_HEADER": "X-Forwarded-Proto",
        "WALLENSTEIN_PROXIES": "1",
        "DJANGO_SECRET_KEY_FALLBACKS": "o" * 60,
    }
    names = ("SECURE_PROXY_SSL_HEADER", "PROXIES", "SECRET_KEY_FALLBACKS")
    assert settings_of(tmp_path, *names, **environment) == {
        "SECURE_PROXY_SSL_HEADER": ["HTTP_X_FORWARDED_PROTO", "https"],
        "PROXIES": 1,
        "SECRET_KEY_FALLBACKS": ["o" * 60],
    }


@pytest.mark.slow
def test_the_demo_is_for_home_only(tmp_path: Path) -> None:
    code = (
        "import django; django.setup(); from django.urls import resolve, Resolver404\n"
        "try: resolve('/demo/x/')\nexcept Resolver404: print('not here')"
    )
    given = COMPLETE | {"DJANGO_SETTINGS_MODULE": "wallenstein_site.settings"}
    assert run(tmp_path, "-c", code, **given).stdout == "not here\n"
    refused = run(tmp_path, "manage.py", "prepare_play", **COMPLETE)
    assert refused.stderr.startswith("CommandError: This is for playing at home")


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("smtp://localhost", ("localhost", 25, "", "", False, False)),
        ("smtp+starttls://a:p%40ss@mail.x", ("mail.x", 587, "a", "p@ss", True, False)),
        ("smtps://a%40x:s@mail.x:4650", ("mail.x", 4650, "a@x", "s", False, True)),
    ],
)
def test_the_mail_server_by_its_address(
    tmp_path: Path, address: str, expected: tuple[Any, ...]
) -> None:
    names = ("HOST", "PORT", "HOST_USER", "HOST_PASSWORD", "USE_TLS", "USE_SSL")
    settings = mail(address, tmp_path)
    assert tuple(settings[f"EMAIL_{name}"] for name in names) == expected


@pytest.mark.parametrize("address", ["mail.x:25", "http://mail.x", "smtp://", "smtp://x:port"])
def test_a_mail_server_that_is_none_is_explained(tmp_path: Path, address: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL must look like smtp"):
        mail(address, tmp_path)


def test_the_database_by_its_address(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://a:b@db:5433/w")
    description = database(tmp_path)
    assert (description["HOST"], description["PORT"], description["NAME"]) == ("db", 5433, "w")
    assert description["OPTIONS"]["pool"]["max_size"] == 10
    assert description["CONN_MAX_AGE"] == 0
    monkeypatch.setenv("WALLENSTEIN_DB_POOL", "0")
    assert "pool" not in database(tmp_path)["OPTIONS"]
    for wrong in ("mysql://a:hunter2@db/w", "hunter2"):
        monkeypatch.setenv("DATABASE_URL", wrong)
        with pytest.raises(ImproperlyConfigured, match="DATABASE_URL must look like") as refusal:
            database(tmp_path)
        assert "hunter2" not in str(refusal.value)


def test_the_page_for_operators_knows_every_variable_and_every_bad_day() -> None:
    page = (ROOT / "docs" / "running.md").read_text()
    code = "".join(file.read_text() for file in sorted((ROOT / "wallenstein_site").glob("*.py")))
    asked = re.findall(
        r"env\.(?:text|flag|number|listing|choice|folder|address)\(\s*\"(\w+)\"", code
    )
    short = re.compile(r"^(WALLENSTEIN)(_\w+)$")
    unknown = [name for name in asked if name not in page and short.sub(r"…\2", name) not in page]
    assert set(unknown) <= {"DJANGO_DEBUG", "WALLENSTEIN_PRODUCTION"}  # for developers
    assert len(asked) > 15
    bad_days = [
        value.code for value in vars(trouble).values() if isinstance(value, trouble.Trouble)
    ]
    assert [day for day in bad_days if f"| `{day}` |" not in page] == []
    assert len(bad_days) > 8


def test_an_upgrade_stops_and_starts_every_unit() -> None:
    page = (ROOT / "docs" / "running.md").read_text()
    units = {file.stem for file in (ROOT / "deploy" / "systemd").glob("*.service")}
    for act in ("stop", "start"):
        lines = re.findall(rf"^systemctl {act} (.+)$", page, re.MULTILINE)
        assert set(" ".join(lines).split()) == units


@pytest.mark.slow
def test_a_command_runs_in_the_environment_of_the_service(tmp_path: Path) -> None:
    example = (ROOT / "deploy" / "wallenstein.env.example").read_text()
    filled = {**COMPLETE, "WALLENSTEIN_HOME": str(tmp_path)}
    for name, value in filled.items():
        example = re.sub(rf"^{name}=.*$", f"{name}='{value}'", example, flags=re.MULTILINE)
    file = tmp_path / "wallenstein.env"
    file.write_text(example)
    code = "from django.conf import settings as s; print(s.PRODUCTION, s.DEFAULT_FROM_EMAIL)"
    whoever = pwd.getpwuid(os.geteuid()).pw_name
    clean = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}

    def manage(env_file: Path) -> subprocess.CompletedProcess[str]:
        environment = {"WALLENSTEIN_ENV_FILE": str(env_file), "WALLENSTEIN_USER": whoever}
        command = ["sh", str(ROOT / "deploy" / "manage"), "shell", "--no-imports", "-c", code]
        return subprocess.run(
            command,
            env=clean | environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )

    done = manage(file)
    assert done.stdout == "True Wallenstein by Post <post@wallenstein.example.org>\n", done.stderr
    missing = manage(tmp_path / "none")
    assert (missing.returncode, missing.stdout) == (1, "")
    assert "cannot be read" in missing.stderr


def test_the_files_for_operators_fit_together() -> None:
    example = (ROOT / "deploy" / "wallenstein.env.example").read_text()
    for name in production.NEEDED:
        assert re.search(rf"^{name}=", example, re.MULTILINE)
    units = [file.read_text() for file in (ROOT / "deploy" / "systemd").glob("*.service")]
    starts = [
        re.findall(r"^ExecStart=/opt/wallenstein/(.+)$", unit, re.MULTILINE) for unit in units
    ]
    assert sorted(words[0].split()[1:5] for words in starts) == [
        ["-A", "wallenstein_site", "beat", "--schedule=/var/lib/wallenstein/beat"],
        ["-A", "wallenstein_site", "worker", "--queues=calls"],
        ["-A", "wallenstein_site", "worker", "--queues=celery"],
        ["-A", "wallenstein_site", "worker", "--queues=post"],
        ["-m", "wallenstein_site.web"],
        ["manage.py", "mail_fetch"],
        ["manage.py", "mail_listen"],
    ]
    proxy = (ROOT / "deploy" / "Caddyfile").read_text()
    assert "@inside path /metrics /metrics/* /health/ready\n\trespond @inside 404" in proxy
