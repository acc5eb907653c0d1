"""What drf-spectacular cannot see by itself: tokens, keys of requests, refusals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from drf_spectacular.drainage import get_override
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from engine.kernel.core import Json
from games.api.problems import MEDIA_TYPE
from games.api.shapes import Answer, Strict
from games.boards import BOARDS

IDEMPOTENCY_KEY: Final = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    pattern=r"^[!-~]{1,100}$",
    description="The same key and request again: done once, same answer. 1 to 100 characters.",
)
INVITE: Final = OpenApiParameter(
    "invite", OpenApiTypes.STR, description="the secret of an invitation link"
)

PROBLEM: Final[Json] = {
    "type": "object",
    "description": "Why a request was refused (RFC 9457).",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "for people, in their language"},
        "code": {"type": "string", "description": "for programs"},
        "problems": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["where", "code", "message", "accepted"],
                "properties": {
                    "where": {"type": "string"},
                    "code": {"type": "string"},
                    "message": {"type": "string"},
                    "accepted": {"type": "array", "items": {}},
                },
            },
        },
    },
}

# Numbers are whole: in a log a fraction would be written in more than one way.
JSON: Final[Json] = {
    "description": "JSON with whole numbers only, and null only inside.",
    "oneOf": [
        {"type": "boolean"},
        {"type": "integer"},
        {"type": "string"},
        {"type": "array", "items": {"$ref": "#/components/schemas/JsonOrNull"}},
        {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/JsonOrNull"}},
    ],
}
JSON_OR_NULL: Final[Json] = {**JSON, "description": "JSON with whole numbers.", "nullable": True}


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """`Authorization: Bearer wbp_…`."""

    target_class = "games.api.auth.BearerTokens"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> Json:
        return {"type": "http", "scheme": "bearer", "bearerFormat": "wbp_…"}


def _strict_shapes(shape: type[Strict]) -> Iterator[str]:
    for inner in shape.__subclasses__():
        name = get_override(inner, "component_name", inner.__name__)
        yield from (name, f"Patched{name}")
        yield from _strict_shapes(inner)


def add_problems(result: Json, **_kwargs: Any) -> Json:
    """Every operation may be refused, always in the same form; so are fields nobody knows,
    and texts that are not there."""
    known = result["components"]["schemas"]
    known.update({"Problem": PROBLEM, "Json": JSON, "JsonOrNull": JSON_OR_NULL})
    for name in _strict_shapes(Strict):
        if name in known:
            known[name]["additionalProperties"] = False
    refusal = {
        "description": "refused",
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for operations in result["paths"].values():
        for operation in operations.values():
            operation["responses"]["default"] = refusal
            body = operation.get("requestBody", {"content": ()})
            if "text/plain" in body["content"]:
                # drf-spectacular takes a text for something that may be missing.
                body["required"] = True
    return result


def add_answers(result: Json, **_kwargs: Any) -> Json:
    """What an answer looks like where its game says so: a component for each kind of question,
    called by the ruleset and the kind."""
    known = result["components"]["schemas"]
    typed = {
        f"{ruleset}.{kind}": shape
        for ruleset, board in BOARDS.items()
        for kind, shape in board.answer_shapes.items()
    }
    known.update(typed)
    references = [{"$ref": f"#/components/schemas/{name}"} for name in (*typed, "Json")]
    known[Answer.__name__]["properties"]["answer"] = {
        "description": "As its game wants it: see the schema called by ruleset and kind.",
        "anyOf": references,
    }
    return result
