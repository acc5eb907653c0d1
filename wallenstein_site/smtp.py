"""Mail servers that are slow to say yes: a letter is theirs only when they have said so."""

from __future__ import annotations

import smtplib
from typing import Any

from django.conf import settings
from django.core.mail.backends.smtp import EmailBackend


class _Patient:
    """Waits longer for the answer to a letter than for anything before it.

    A server may look through a letter for minutes (RFC 5321, 4.5.3.2.6, says ten). Whoever hangs up
    before its yes sends the letter once more.
    """

    sock: Any

    def data(self, msg: Any) -> tuple[int, bytes]:
        """Hand a letter over."""
        usual = self.sock.gettimeout()
        self.sock.settimeout(settings.EMAIL_DATA_TIMEOUT)
        try:
            answer: tuple[int, bytes] = super().data(msg)  # type: ignore[misc] # of smtplib.SMTP
        finally:
            if self.sock is not None:  # smtplib has closed it if the line broke
                self.sock.settimeout(usual)
        return answer


class _Smtp(_Patient, smtplib.SMTP):
    """SMTP, perhaps encrypted later."""


class _SmtpSsl(_Patient, smtplib.SMTP_SSL):
    """SMTP, encrypted from the start."""


class PatientBackend(EmailBackend):
    """Django's way to a mail server, with patience for its last word."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        """The kind of line."""
        return _SmtpSsl if self.use_ssl else _Smtp
