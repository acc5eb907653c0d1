"""A form sent twice, by two clicks or by a reload, is carried out once."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest

from games.services.house import idempotency
from games.web.requests import me

# The field in which a form carries its mark; the tag `once` writes it.
MARK: Final = "once"
_MARK: Final = re.compile(r"[A-Za-z0-9_-]{16,40}", re.ASCII)
_NOT_SAID: Final = ("csrfmiddlewaretoken", MARK)


def once(request: HttpRequest, work: Callable[[], Any]) -> Any:
    """What the work answers, or has answered when this form said the same before.

    A page one comes back to still has its mark: changed there, it says something new and is
    carried out. A form without a mark was not made by us and has nothing to be recognised by.
    """
    mark = request.POST.get(MARK, "")
    if not _MARK.fullmatch(mark):
        return work()
    fields = sorted(
        (name, values) for name, values in request.POST.lists() if name not in _NOT_SAID
    )
    digest = idempotency.request_digest(request.path.encode(), json.dumps(fields).encode())
    key = f"form:{mark}:{digest[:32]}"
    return idempotency.once(user=me(request), key=key, digest=digest, work=work).body
