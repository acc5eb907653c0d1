"""What a request may weigh and how often it may come."""

from __future__ import annotations

from typing import Any, Final

import structlog
from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

LARGEST_BODY: Final = 256 * 1024
DEEPEST: Final = 32


log = structlog.get_logger()


class _Throttle(SimpleRateThrottle):
    def allow_request(self, request: Request, view: Any) -> bool:
        try:
            return bool(super().allow_request(request, view))
        except Exception as problem:  # noqa: BLE001 caches fail in many ways
            # Counting is no reason to turn away a plan: without a cache nobody is counted.
            log.warning("throttle_unavailable", problem=type(problem).__name__)
            return True

    def get_rate(self) -> str:
        # Read when asked: DRF would keep the rate of the moment this module was imported.
        return str(settings.API_RATES[self.scope])


class PersonThrottle(_Throttle):
    """So many requests a person, whichever token they use."""

    scope = "person"

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        if not request.user.is_authenticated:
            return None
        return f"throttle-person-{request.user.pk}"


class AddressThrottle(_Throttle):
    """So many requests an address, for people who have not said who they are."""

    scope = "address"

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        if request.user.is_authenticated:
            return None
        return f"throttle-address-{self.get_ident(request)}"


class CarefulThrottle(_Throttle):
    """So many passwords and mailed codes a person: what must be neither guessed nor spammed."""

    scope = "careful"

    def get_cache_key(self, request: Request, view: Any) -> str:
        return f"throttle-careful-{request.user.pk}"


class StrangerThrottle(_Throttle):
    """So many wrong tokens an address; looks at nobody's account."""

    scope = "address"

    def get_cache_key(self, request: Request, view: Any) -> str:
        return f"throttle-stranger-{self.get_ident(request)}"
