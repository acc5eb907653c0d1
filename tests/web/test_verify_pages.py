"""The verifiers are there for everybody, byte by byte the same, and stand alone."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from django.test import Client

from games import trust
from games.models import User
from games.trust.joining import joined_program
from games.trust.pages import verifier_script
from games.trust.verifier import TABLES
from tests.service.tables import started

FOLDER = Path(trust.__file__).parent / "page"


def hash_of(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def test_the_page_runs_its_own_script_and_asks_nobody() -> None:
    response = Client().get("/verify/")
    text = response.content.decode("utf-8")
    (script,) = re.findall(r"<script>(.*?)</script>", text, re.S)
    (style,) = re.findall(r"<style>(.*?)</style>", text, re.S)
    directives = {
        "default-src": "'none'",
        "script-src": hash_of(script),
        "style-src": hash_of(style),
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    policy = dict(d.strip().split(" ", 1) for d in response["Content-Security-Policy"].split(";"))
    assert policy == {**directives, "frame-ancestors": "'none'"}
    # From disk there is no header, and the page says it itself.
    (meta,) = re.findall(r'Content-Security-Policy" content="(.*?)"', text)
    assert dict(d.strip().split(" ", 1) for d in meta.split(";")) == directives
    assert not re.search(r"""(src|href|action)\s*=|fetch\(|XMLHttpRequest|import\(|url\(""", text)
    assert not response.cookies


def test_the_page_says_where_its_description_is() -> None:
    text = Client().get("/verify/").content.decode("utf-8")
    (paragraph,) = re.findall(r"What it does is described.*?</p>", text, re.S)
    assert "at\n/audit.md on the site and in the archive of every game" in paragraph
    assert "docs/" not in paragraph


def test_the_page_has_the_tables_of_the_file() -> None:
    text = Client().get("/verify/").content.decode("utf-8")
    (tables,) = re.findall(r'id="tables">(.*?)</script>', text)
    assert json.loads(tables) == TABLES


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("/verify_wallenstein.py", "verify_wallenstein.py"),
        ("/api/verifier/", "verify_wallenstein.py"),
        ("/verify_game.py", "verify_game.py"),
    ],
)
def test_anybody_gets_the_program_under_its_names(db: None, address: str, name: str) -> None:
    response = Client().get(address)
    assert response.status_code == 200
    assert response.content.decode() == joined_program()
    assert response["Content-Type"] == "text/x-python; charset=utf-8"
    assert response["Content-Disposition"] == f'attachment; filename="{name}"'


def test_anybody_gets_the_description_of_the_log(db: None) -> None:
    response = Client().get("/audit.md")
    assert response.status_code == 200
    assert (
        response.content == (Path(__file__).resolve().parents[2] / "docs" / "audit.md").read_bytes()
    )
    assert b"## What a check proves" in response.content.replace(b"###", b"##")
    assert response["Content-Type"] == "text/markdown; charset=utf-8"


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("/verify_wallenstein.html", "verify_wallenstein.html"),
        ("/api/verifier/page/", "verify_wallenstein.html"),
        ("/verify_game.html", "verify_game.html"),
    ],
)
def test_anybody_gets_the_page_to_keep(db: None, address: str, name: str) -> None:
    response = Client().get(address)
    assert response.status_code == 200
    opened = Client().get("/verify/", headers={"accept-language": "de"}).content
    assert opened.count(b'data-language="de"') == 1, "the site's language"
    assert response.content == opened.replace(b'data-language="de"', b'data-language=""')
    assert response["Content-Disposition"] == f'attachment; filename="{name}"'


def test_everything_the_page_says_is_there_in_german() -> None:
    german = json.loads((FOLDER / "german.json").read_text("utf-8"))
    script = re.sub(r'"\s*\+ "', "", verifier_script())
    sentences = set(re.findall(r'\b(?:say|word)\("([^"]+)"', script))
    assert len(sentences) > 30
    assert sentences <= german.keys()
    for rules in TABLES["rulesets"].values():
        assert {*rules.get("told", {}).values(), *rules.get("seasons", ())} <= german.keys()
    assert not re.search("Würfeln?\\b", " ".join(german.values())), "cubes, not dice"
    main = (FOLDER / "page.html").read_text("utf-8").split("<main>")[1].split("<noscript>")[0]
    shown = {" ".join(text.split()) for text in re.findall(r">([^<]+)", main)} - {""}
    assert shown <= german.keys()
    for english, translation in german.items():
        assert sorted(re.findall(r"{\w+}", english)) == sorted(re.findall(r"{\w+}", translation))


def test_everything_the_page_remarks_is_there_in_german() -> None:
    german = json.loads((FOLDER / "german.json").read_text("utf-8"))
    script = re.sub(r'[`"]\s*\+ [`"]', "", verifier_script())
    for name in ("remark", "named"):
        (part,) = re.findall(rf"const {name} = `(.+)`;", script)
        script = script.replace(f"${{{name}}}", part)
    pushed = re.findall(r'(?:remarks|gaps|untold)\.push\(\s*[`"](.+?)[`"]\s*\);', script, re.S)
    assert len(pushed) == len(re.findall(r"(?:remarks|gaps|untold)\.push\(", script)) > 15
    forms = {re.sub(r"{\w+}", "{}", english) for english in german}
    assert {re.sub(r"\${.*?}", "{}", sentence) for sentence in pushed} <= forms


@pytest.mark.parametrize("address", ["/verify/", "/verify_wallenstein.py"])
def test_nothing_can_be_sent_there(address: str) -> None:
    assert Client().post(address, {"log": "mine"}).status_code == 405


def test_a_game_leads_to_its_log_and_the_verifiers(anna: User) -> None:
    game = started(anna)
    client = Client()
    client.force_login(anna, "django.contrib.auth.backends.ModelBackend")
    text = client.get(f"/games/{game.pk}/").content.decode("utf-8")
    for address in (f"/api/games/{game.pk}/log/", "/verify/", "/verify_game.py"):
        assert f'href="{address}"' in text
