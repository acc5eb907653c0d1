"""The schema tells of every operation, and the page about the API of no other."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.urls import URLPattern
from drf_spectacular.validation import validate_schema

from games.api.urls import urlpatterns

pytestmark = pytest.mark.django_db
PAGE = Path(__file__).parents[2] / "docs" / "api.md"


@pytest.fixture
def schema(client):
    return client.get("/api/schema/").json()


def operations(schema):
    return {
        (method.upper(), path): operation
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    }


def test_the_schema_is_one_and_complete(schema):
    validate_schema(schema)
    views = [p for p in urlpatterns if isinstance(p, URLPattern) and "games.api" in p.lookup_str]
    paths = {path for _, path in operations(schema)}
    assert len(paths) == len(views) - 1  # all but the address that is nothing


def test_every_operation_can_be_refused(schema):
    for operation in operations(schema).values():
        assert "application/problem+json" in operation["responses"]["default"]["content"]
        assert operation["description"]


def test_every_write_takes_an_idempotency_key(schema):
    for (method, path), operation in operations(schema).items():
        named = {parameter["name"] for parameter in operation.get("parameters", ())}
        if method in ("POST", "PUT") and path != "/api/tokens/":
            assert "Idempotency-Key" in named, (method, path)


def test_the_docs_come_from_this_host_alone(client):
    page = client.get("/api/docs/").content.decode()
    assert "swagger" in page
    addresses = re.findall(r'(?:src|href)="([^"]+)"', page)
    # The script that sets it up is asked for here, so that none stands inside the page.
    addresses.remove("/api/docs/?script=")
    for address in addresses:
        assert address.startswith("/static/"), address
        assert finders.find(address.removeprefix("/static/")), address
    assert not re.findall(r"https?://(?!testserver)", page)


def test_the_page_names_operations_that_exist(schema):
    known = {(method, re.sub(r"\{\w+\}", "*", path)) for method, path in operations(schema)}
    text = PAGE.read_text(encoding="utf-8")
    named = set()
    for method, path in re.findall(r"^\| `(\w+)` \| `(/api/\S*?)`", text, re.MULTILINE):
        named.add((method, re.sub(r"\{\w+\}", "*", path)))
    assert named == known
    called = set()
    for line in re.findall(r"^(?:wbp|\$\(wbp|.*\bwbp) .*$", text, re.MULTILINE):
        call = re.search(r"wbp (GET|POST|PUT|PATCH|DELETE) \"?/?([^\s\"|)?]+)", line)
        if call:
            path = re.sub(r"\$\{?\w+\}?", "*", call[2])
            called.add((call[1], f"/api/{path}"))
    assert len(called) >= 6
    assert called <= known
