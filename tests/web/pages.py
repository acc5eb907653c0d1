"""Reading pages as somebody."""

from __future__ import annotations

from html import unescape
from typing import Any

from django.test import Client

from games.models import User


class Reader:
    """A browser without a script: signed in, or nobody."""

    def __init__(self, user: User | None = None) -> None:
        self.client = Client()
        if user:
            self.client.force_login(user)

    def get(self, path: str, status: int = 200, language: str = "en") -> str:
        """The text of a page."""
        return _text(self.client.get(path, headers={"accept-language": language}), status)

    def post(self, path: str, data: dict[str, Any] | None = None, status: int = 200) -> str:
        """The text of the page one ends at after sending a form."""
        return _text(self.client.post(path, data or {}, follow=True), status)


def _text(response: Any, status: int) -> str:
    assert response.status_code == status, response.content[-2000:]
    return unescape(response.content.decode())
