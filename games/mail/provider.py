"""Mail that a provider brings by calling us: django-anymail knows their ways, we take the mail."""

from __future__ import annotations

from typing import Any

from anymail.signals import inbound
from django.conf import settings
from django.urls import URLPattern, path
from django.utils.module_loading import import_string

from games.services.mail_in import mail_take
from wallenstein_site.mail import PROVIDERS


def take(event: Any, **_: Any) -> None:
    """Take a mail; if this raises, the provider is told to come again."""
    message = event.message
    envelope = [message.envelope_recipient] if message.envelope_recipient else []
    mail_take(raw=message.as_bytes(), recipients=envelope, sender=message.envelope_sender)


def address() -> URLPattern:
    """Where the provider calls."""
    name = settings.MAIL_PROVIDER
    view = import_string(f"anymail.webhooks.{name}.{PROVIDERS[name]}InboundWebhookView")
    inbound.connect(take, dispatch_uid="games.mail.provider")
    found: URLPattern = path(f"mail/in/{name}/", view.as_view(), name="mail-in")
    return found
