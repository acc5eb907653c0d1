"""How drf-spectacular reads a view of ours."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema


class Operations(AutoSchema):
    """Knows which operations are open to nobody in particular."""

    def get_auth(self) -> list[dict[str, Any]]:
        known: list[dict[str, Any]] = super().get_auth()
        return [*known, {}] if self.method in getattr(self.view, "open_to_all", ()) else known
