"""Bodies of requests: strict JSON, or orders as text; anything doubtful is refused whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.parsers import BaseParser

from engine.kernel.log import parse_json
from games.api.limits import DEEPEST
from games.errors import Refused


class BadBody(Refused):
    """A body that cannot be read."""

    status = 400


class StrictJson(BaseParser):
    """A JSON object with whole numbers, each key once, in UTF-8."""

    media_type = "application/json"

    def parse(
        self,
        stream: Any,
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        body = stream.read()
        _in_utf8(body)
        try:
            value = parse_json(body)
        except ValueError as problem:
            message = _("The body is not JSON as this API reads it: %s.") % problem
            raise BadBody("not_json", message) from None
        if _depth_exceeds(value, DEEPEST):
            raise BadBody("nested_too_deep", _("The body is nested too deep."))
        if not isinstance(value, dict):
            raise BadBody("not_an_object", _("The body must be a JSON object."))
        return value


class TextOrders(BaseParser):
    """Orders, one a line, in UTF-8."""

    media_type = "text/plain"

    def parse(
        self,
        stream: Any,
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> str:
        return _in_utf8(stream.read()).removeprefix("\ufeff")


def _in_utf8(body: bytes) -> str:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as problem:
        message = _("The body is not UTF-8: look at byte %d.") % problem.start
        raise BadBody("not_utf8", message) from None


def _depth_exceeds(value: Any, most: int) -> bool:
    level = [value]
    for _level in range(most):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return False
    return True
