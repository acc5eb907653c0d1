"""Accounts: what sign-up asks beyond name and address, and how second steps are kept."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.utils import filter_users_by_email
from allauth.mfa.adapter import DefaultMFAAdapter
from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt
from django import forms
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.log.seals import seal, unseal
from games.mail.inbound.automatic import machine_headers
from games.models import User
from games.services.post.account_letters import account_letter_keep
from games.web import zones
from games.web.requests import address_of

# In the session of somebody who has just signed up: the page they wanted to see.
GOAL: Final = "wanted_page"
NAME_HELP: Final = _("Letters, digits and the signs @ . + - _ only, no spaces.")


def zone_field() -> forms.ChoiceField:
    """A time zone to choose."""
    return forms.ChoiceField(
        label=_("Time zone"),
        choices=zones.choices,
        help_text=_("Deadlines are shown in this zone."),
    )


class SignupExtras(forms.Form):
    """Language and time zone, guessed; allauth asks for the rest."""

    language = forms.ChoiceField(label=_("Language"), choices=User.Language.choices)
    time_zone = zone_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"].initial = (get_language() or settings.LANGUAGE_CODE)[:2]
        self.fields["time_zone"].initial = User._meta.get_field("time_zone").default
        self.fields["time_zone"].widget.attrs["data-guess-zone"] = ""
        self.fields["username"].help_text = NAME_HELP

    def signup(self, request: HttpRequest, user: User) -> None:
        """Keep what was chosen; allauth calls this for a new user."""
        user.language = self.cleaned_data["language"]
        user.time_zone = self.cleaned_data["time_zone"]
        user.save(update_fields=["language", "time_zone"])
        # Where an address must be confirmed first, the way on is forgotten by then.
        request.session[GOAL] = request.POST.get("next", "")


class Accounts(DefaultAccountAdapter):  # type: ignore[misc] # allauth ships no types
    """Accounts as allauth has them, limited by the address we believe somebody to ask from."""

    def get_client_ip(self, request: HttpRequest) -> str:
        """Whose attempts these are."""
        return address_of(request)

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Where somebody is led who names no page: to the one they signed up for, if any."""
        goal = request.session.pop(GOAL, "")
        ours = url_has_allowed_host_and_scheme(goal, {request.get_host()}, request.is_secure())
        return goal if ours else str(super().get_login_redirect_url(request))

    def render_mail(
        self, template_prefix: str, email: str, context: dict[str, Any], headers: Any = None
    ) -> EmailMessage:
        """A letter to be sent; where there is no mail server, a copy lies in the post office."""
        headers = {**machine_headers(), **(headers or {})}
        letter: EmailMessage = super().render_mail(template_prefix, email, context, headers)
        # An address that several have given tells of nobody.
        known = [context["user"]] if "user" in context else filter_users_by_email(email)
        if len(known) == 1 and isinstance(person := known[0], User):
            subject, text = str(letter.subject), str(letter.body)
            account_letter_keep(person=person, to=email, subject=subject, text=text)
        return letter


class LoginGuard(AxesDatabaseHandler):  # type: ignore[misc] # axes ships no types
    """Counts wrong passwords without keeping what else was sent with them."""

    def user_login_failed(self, *args: Any, **kwargs: Any) -> None:
        """One more; the address somebody wanted to go to next may hold an invitation."""
        with transaction.atomic():
            super().user_login_failed(*args, **kwargs)
            kept = AccessAttempt.objects.exclude(get_data="", post_data="")
            kept.update(get_data="", post_data="")


class SecondSteps(DefaultMFAAdapter):  # type: ignore[misc] # allauth ships no types
    """Keys of authenticator apps and recovery codes are sealed at rest, like plans."""

    def encrypt(self, text: str) -> str:
        """The secret as the database keeps it."""
        return seal(text).decode("ascii")

    def decrypt(self, encrypted_text: str) -> str:
        """The secret again."""
        return str(unseal(encrypted_text.encode("ascii")))


def name_tried(request: HttpRequest, credentials: dict[str, Any] | None = None) -> str:
    """Whose account somebody tries to enter: allauth says it in one of three ways."""
    tried = credentials or {}
    named = tried.get("username") or tried.get("email") or request.POST.get("login")
    return str(named or request.POST.get("username", ""))[:255].casefold()


def locked_out(request: HttpRequest, _response: Any, _credentials: Any) -> HttpResponse:
    """Too many wrong passwords: says so, and until when."""
    wait: timedelta = settings.AXES_COOLOFF_TIME
    context = {"minutes": int(wait.total_seconds() // 60)}
    return render(request, "account/locked_out.html", context, status=429)
