"""Mail that a provider brings by calling us: django-anymail knows their ways, we take the mail."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

import structlog
from anymail.signals import inbound
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.module_loading import import_string

from games.services.post.mail_in import mail_take
from wallenstein_site.mail import PROVIDERS

# A mail with a photograph, in base64. Django would stop at much less, before anybody could be told
# that a mail was too large.
MOST_OF_A_CALL: Final = 12_000_000

log = structlog.get_logger()


def take(event: Any, **_: Any) -> None:
    """Take a mail; if this raises, the provider is told to come again."""
    message = event.message
    envelope = [message.envelope_recipient] if message.envelope_recipient else []
    mail_take(raw=message.as_bytes(), recipients=envelope, sender=message.envelope_sender)


def _roomy(view: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Let calls in that are larger than anything else a site is sent."""

    @wraps(view)
    def called(request: HttpRequest) -> HttpResponse:
        if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_OF_A_CALL:
            return _dropped()
        # Where Django keeps a body that was read, and looks no more at how large it is.
        request._body = request.read()
        try:
            return view(request)
        except RequestDataTooBig:  # a whole mail in one field of a form: at that it does look
            return _dropped()

    return called


def _dropped() -> HttpResponse:
    log.warning("mail_call_too_large")
    return HttpResponse()  # a refusal would only bring it again


def address() -> URLPattern:
    """Where the provider calls."""
    name = settings.MAIL_PROVIDER
    view = import_string(f"anymail.webhooks.{name}.{PROVIDERS[name]}InboundWebhookView")
    inbound.connect(take, dispatch_uid="games.mail.provider")
    pattern: URLPattern = path(f"mail/in/{name}/", _roomy(view.as_view()), name="mail-in")
    return pattern
