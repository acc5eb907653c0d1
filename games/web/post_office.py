"""The local post office: where there is no mail server, letters are read and answered here."""

from __future__ import annotations

from base64 import b64encode
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.mail import EmailMultiAlternatives
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from games import clock
from games.errors import NotFound
from games.mail.answers import KIND
from games.mail.letters import message_of, subject_of
from games.models import Channel, InboundMail, OutboxRow, User
from games.services.post.mail_in import mail_take
from games.web.requests import me

A_PAGE = 15
LONGEST_ANSWER = 20_000
# A letter brings its own looks and its own pictures, and may do nothing else.
LETTER_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"


@never_cache
@login_required
@require_GET
def letters(request: HttpRequest) -> HttpResponse:
    """Everything that was written to me, the newest first."""
    pages = Paginator(_mine(me(request)).order_by("-pk"), A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    shown = [(row, subject_of(row)) for row in page.object_list]
    return render(request, "web/post_office.html", {"page": page, "letters": shown})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def letter(request: HttpRequest, row: int) -> HttpResponse:
    """One letter, with a box to answer it."""
    outbox_row = _letter(me(request), row)
    message = message_of(outbox_row)
    if request.method == "POST" and message.reply_to:
        answer = _answered(me(request), message, request.POST.get("text", ""))
        if answer is not None:
            messages.info(request, _("Your mail has arrived, and this is the answer to it."))
            return redirect("post-office-letter", row=answer.pk)
        unanswered = _(
            "Your mail has arrived. It gets no answer, because neither it nor the mails before "
            "it contain an order or a question."
        )
        messages.warning(request, unanswered)
        return redirect("post-office-letter", row=row)
    context = {"row": outbox_row, "letter": message, "files": _files(message)}
    return render(request, "web/post_office_letter.html", context)


@never_cache
@login_required
@require_GET
def looks(request: HttpRequest, row: int) -> HttpResponse:
    """The same letter as a mail program shows it."""
    message = message_of(_letter(me(request), row))
    html = str(message.alternatives[0][0])
    for name, data in _pictures(message):
        html = html.replace(f"cid:{name}", f"data:image/png;base64,{b64encode(data).decode()}")
    response = HttpResponse(html)
    response["Content-Security-Policy"] = LETTER_POLICY
    return response


def _mine(person: User) -> Any:
    """The letters of a person; other channels have no paper."""
    if not settings.POST_OFFICE:
        raise NotFound("no_post_office", _("This site sends real mail."))
    rows = OutboxRow.objects.filter(user=person, channel=Channel.MAIL, webhook=None)
    shown = (OutboxRow.State.WAITING, OutboxRow.State.SENT, OutboxRow.State.GIVEN_UP)
    return rows.filter(state__in=shown).select_related("user", "game")


def _letter(person: User, key: int) -> OutboxRow:
    letter: OutboxRow | None = _mine(person).filter(pk=key).first()
    if letter is None:
        raise NotFound("no_such_letter", _("There is no such mail."))
    return letter


def _answered(person: User, message: EmailMultiAlternatives, text: str) -> OutboxRow | None:
    """Hand an answer in; the letter that answers it. Who says nothing again and again gets none."""
    name = make_msgid(domain="post-office.invalid")
    raw = _reply(message, text[:LONGEST_ANSWER], name)
    mail_take(raw=raw, recipients=message.reply_to, sender=message.to[0])
    taken = InboundMail.objects.filter(user=person, message_id=name).values_list("pk", flat=True)
    answer: OutboxRow | None = _mine(person).filter(kind=KIND, data__mail__in=list(taken)).first()
    return answer


def _reply(message: EmailMultiAlternatives, text: str, name: str) -> bytes:
    """An answer as a mail program writes it: the letter is quoted below."""
    quoted = "\n".join(f"> {line}".rstrip() for line in str(message.body).splitlines())
    reply = EmailMessage()
    reply["From"], reply["To"] = message.to[0], message.reply_to[0]
    reply["Subject"] = f"Re: {message.subject}"
    reply["Date"] = format_datetime(clock.now())
    reply["Message-ID"] = name
    reply["In-Reply-To"] = str(message.extra_headers["Message-ID"])
    reply.set_content(f"{text.strip()}\n\n{quoted}\n")
    return reply.as_bytes()


def _pictures(message: EmailMultiAlternatives) -> list[tuple[str, bytes]]:
    parts: Any = [part for part in message.attachments if hasattr(part, "get_content_type")]
    return [
        (part["Content-ID"].strip("<>"), part.get_payload(decode=True))
        for part in parts
        if part["Content-ID"]
    ]


def _files(message: EmailMultiAlternatives) -> list[str]:
    """The names of what came with the letter."""
    parts: Any = [part for part in message.attachments if hasattr(part, "get_filename")]
    return [part.get_filename() for part in parts if not part["Content-ID"]]
