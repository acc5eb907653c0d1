"""Push to a browser (RFC 8030): encrypted for it alone, signed with the site's key (VAPID)."""

from __future__ import annotations

import base64
import binascii
import json
from email.utils import parseaddr
from typing import Any, Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils.translation import gettext as _

from engine.kernel.core import Json
from games.errors import Illegal
from games.mail.letters import Short
from games.net import outbound
from games.notice_kinds import KINDS
from games.notify.outcomes import CallOutcome, Fate

# A browser that is off gets what is younger than two days.
LASTS: Final = 2 * 24 * 60 * 60
# Of the public key of a browser, and of the secret it shares with us.
KEY_BYTES: Final = 65
SECRET_BYTES: Final = 16


def public_key() -> str:
    """The site's key as browsers want it; empty where push is not set up."""
    if not settings.PUSH_KEY:
        return ""
    secret = int.from_bytes(_decoded(settings.PUSH_KEY))
    public = ec.derive_private_key(secret, ec.SECP256R1()).public_key()
    point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def checked_subscription(given: Json) -> Json:
    """What a browser's PushSubscription says, if we could push to it; raises Illegal.

    Asks for the name of the push service, which may take seconds.
    """
    if not settings.PUSH_KEY:
        raise Illegal("no_push", _("This site does not send push notifications."))
    try:
        key, secret = _decoded(given["p256dh"]), _decoded(given["auth"])
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
    except ValueError:
        raise _bad_subscription() from None
    if len(key) != KEY_BYTES or len(secret) != SECRET_BYTES:
        raise _bad_subscription()
    endpoint = outbound.checked_url(given["endpoint"])
    return {"endpoint": endpoint, "p256dh": given["p256dh"], "auth": given["auth"]}


def _bad_subscription() -> Illegal:
    return Illegal("bad_subscription", _("This is not a browser’s subscription."))


def _decoded(text: str) -> bytes:
    """Base64url without its padding; raises ValueError."""
    try:
        return base64.b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), b"-_", True)
    except (binascii.Error, UnicodeEncodeError) as problem:
        raise ValueError("not base64url") from problem


def send(address: Json, notice: Short, *, kind: str, topic: str) -> CallOutcome:
    """Push a notice to a browser; a newer one of the same topic replaces one not fetched yet."""
    if not settings.PUSH_KEY:
        return CallOutcome(Fate.REFUSED, "no key")
    # Here and not at the top: they bring two HTTP clients along, and most sites push to nobody.
    from py_vapid import Vapid02  # noqa: PLC0415
    from pywebpush import WebPusher  # noqa: PLC0415

    endpoint = address["endpoint"]
    keys = {"p256dh": address["p256dh"], "auth": address["auth"]}
    payload = {"title": notice.title, "body": notice.body, "url": notice.url, "tag": topic}
    pusher = WebPusher({"endpoint": endpoint, "keys": keys})
    body: bytes = pusher.encode(json.dumps(payload).encode())["body"]
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": _contact()}
    signed: dict[str, Any] = Vapid02.from_raw(settings.PUSH_KEY.encode()).sign(claims)
    urgent = kind in KINDS and KINDS[kind].urgent
    headers = {
        "Authorization": str(signed["Authorization"]),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(LASTS),
        "Topic": topic,
        "Urgency": "high" if urgent else "normal",
    }
    try:
        return CallOutcome.of_status(outbound.post(endpoint, body, headers))
    except OSError as problem:
        return CallOutcome.of_problem(problem)


def _contact() -> str:
    """Whom a push service may ask about us."""
    return f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"
