"""What stands around every page is kept, and still is everybody's own."""

from __future__ import annotations

from pathlib import Path

from django.contrib.staticfiles.finders import find
from django.test import Client

from games.models import User
from tests.service.tables import person


def read(path: str, user: User | None, language: str = "en") -> str:
    client = Client(headers={"accept-language": language})
    if user:
        client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return client.get(path).content.decode()


def test_each_reader_has_their_own_name_language_and_ways(db: None) -> None:
    anna, bert = person("anna"), person("bert")
    bert.language, bert.time_zone = "de", "America/Bogota"
    bert.save()
    for _again in range(2):
        hers, his = read("/tables/", anna), read("/tables/", bert)
        strangers = read("/tables/", None), read("/tables/", None, "de")
        assert ">anna</a>" in hers
        assert ">anna</a>" not in his
        assert ">bert</a>" in his
        assert all("anna" not in page and "bert" not in page for page in strangers)
        assert all("My games" not in page for page in (his, *strangers))
        assert "My games" in hers
        assert [">Partien <" in page for page in (hers, his)] == [False, True]
        assert ["Sign in" in strangers[0], "Anmelden" in strangers[1]] == [True, True]
        assert ["America/Bogota" in page for page in (hers, his)] == [False, True]


def test_the_page_one_is_on_is_marked_each_time(db: None) -> None:
    anna = person("anna")
    for _again in range(2):
        assert 'href="/tables/" aria-current="page"' in read("/tables/", anna)
        assert 'href="/tables/" aria-current="page"' not in read("/rules/", anna)


def test_everything_that_unfolds_has_the_same_mark() -> None:
    base = Path(str(find("site/css/base.css")))
    for sheet in base.parent.glob("*.css"):
        marks = [line for line in sheet.read_text().splitlines() if "summary::before" in line]
        drawn = [line for line in marks if "content:" in line and "content: none" not in line]
        assert bool(drawn) is (sheet == base), sheet.name
