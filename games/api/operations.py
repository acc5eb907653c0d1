"""How drf-spectacular reads a view of ours."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema


class Operations(AutoSchema):
    """Knows which operations are open to nobody in particular."""

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        operation: dict[str, Any] | None = super().get_operation(*args, **kwargs)
        shape = getattr(self.view, "delete_takes", None)
        if operation and self.method == "DELETE" and shape:
            # The library holds that a DELETE never has a body.
            body = {"schema": self.resolve_serializer(shape, "request").ref}
            operation["requestBody"] = {"content": {"application/json": body}, "required": True}
        return operation

    def get_auth(self) -> list[dict[str, Any]]:
        known: list[dict[str, Any]] = super().get_auth()
        return [*known, {}] if self.method in getattr(self.view, "open_to_all", ()) else known
