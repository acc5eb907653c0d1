"""My channels: add, try and remove them."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.errors import Refused
from games.models import Webhook
from games.net import outbound
from games.notify import destinations, push
from games.services.post import webhooks
from games.web.notices import NewHook, NewService, page
from games.web.requests import me, next_page


@login_required
@require_POST
def browser_add(request: HttpRequest) -> HttpResponse:
    """Push to the browser that asks."""
    given = {name: request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth")}
    checked = push.checked_subscription(given)
    name = request.POST.get("name", "") or _("A browser")
    destinations.browser_add(person=me(request), name=name, subscription=checked)
    messages.success(request, _("Notifications go to this browser from now on."))
    return redirect(next_page(request, reverse("my-notices")))


@login_required
@never_cache
@require_POST
def service_add(request: HttpRequest) -> HttpResponse:
    """Tell me through a service."""
    form, person = NewService(request.POST), me(request)
    if form.is_valid():
        try:
            address, service = destinations.address_checked(
                person=person, text=form.cleaned_data["address"]
            )
            name = form.cleaned_data["name"]
            destinations.service_add(person=person, name=name, address=address, service=service)
        except Refused as refusal:
            form.add_error("address", refusal.message)
        else:
            messages.success(request, _("Added. Send a test to see whether it works."))
            return redirect("my-notices")
    return page(request, service=form)


@login_required
@require_POST
def remove(request: HttpRequest, destination: int) -> HttpResponse:
    """No more notices to a browser or a service."""
    destinations.destination_remove(person=me(request), destination_id=destination)
    messages.success(request, _("Removed. Nothing goes there any more."))
    return redirect("my-notices")


@login_required
@require_POST
def try_mail(request: HttpRequest) -> HttpResponse:
    """A test by mail."""
    destinations.mail_try(person=me(request))
    return _tried(request)


@login_required
@require_POST
def try_place(request: HttpRequest, destination: int) -> HttpResponse:
    """A test to a browser or a service."""
    destinations.destination_try(person=me(request), destination_id=destination)
    return _tried(request)


@login_required
@require_POST
def try_hook(request: HttpRequest, hook: int) -> HttpResponse:
    """A test to a program."""
    person = me(request)
    game = Webhook.objects.filter(owner=person, pk=hook).values_list("game", flat=True).first()
    destinations.webhook_try(person=person, game_id=game or "", hook_id=hook)
    return _tried(request)


def _tried(request: HttpRequest) -> HttpResponse:
    messages.success(
        request, _("The test is on its way. Reload this page to see whether it arrived.")
    )
    return redirect("my-post")


@login_required
@never_cache
@require_POST
def hook_add(request: HttpRequest) -> HttpResponse:
    """Call a program of mine; its secret is on the page this once."""
    person = me(request)
    form = NewHook(request.POST, person)
    if not form.is_valid():
        return page(request, hook=form)
    given = form.cleaned_data
    try:
        # Before the transaction: names are asked for, and that may take seconds.
        checked = outbound.checked_url(given["url"])
        made = webhooks.webhook_create(
            person=person, game_id=given["game"], url=checked, kinds=given["kinds"]
        )
    except Refused as refusal:
        form.add_error("url", refusal.message)
        return page(request, hook=form)
    return page(request, 201, made=made)


@login_required
@require_POST
def hook_remove(request: HttpRequest, hook: int) -> HttpResponse:
    """No more calls of a program."""
    person = me(request)
    game = Webhook.objects.filter(owner=person, pk=hook).values_list("game", flat=True).first()
    webhooks.webhook_delete(person=person, game_id=game or "", hook_id=hook)
    messages.success(request, _("Removed. Nothing goes there any more."))
    return redirect("my-notices")
