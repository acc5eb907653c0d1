"""In which form a body is read and an answer written."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.utils.mediatypes import media_type_matches


class OneKind(BaseContentNegotiation):
    """Every address answers in one form, whatever the Accept header hopes for."""

    def select_parser(self, request: Request, parsers: Collection[Any]) -> Any:
        given = request.content_type or ""
        return next((p for p in parsers if media_type_matches(p.media_type, given)), None)

    def select_renderer(
        self, request: Request, renderers: list[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], renderers[0].media_type
