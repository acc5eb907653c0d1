"""A word to those whom nothing would tell that it is their turn, or whom more could."""

from __future__ import annotations

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from games.models import Channel, User
from games.notify import push
from games.notify.reach import is_unreachable

register = template.Library()


@register.simple_tag(takes_context=True)
def unreachable(context: Context) -> SafeString:
    """A warning on every page, for those who have no working channel."""
    person = getattr(context.get("request"), "user", None)
    if not isinstance(person, User) or not is_unreachable(person):
        return mark_safe("")
    return render_to_string("web/unreachable.html")


@register.simple_tag(takes_context=True)
def push_offer(context: Context) -> SafeString:
    """For somebody who has just answered: this browser could call them. A script shows it, once."""
    request = context.get("request")
    person = getattr(request, "user", None)
    # Where one does not stay, nothing is read.
    passing = request is None or request.resolver_match.view_name not in ("table", "turn")
    if passing or not isinstance(person, User) or not push.public_key():
        return mark_safe("")
    if person.destinations.filter(channel=Channel.PUSH).exists():
        return mark_safe("")
    return render_to_string("web/push_offer.html", {"push_key": push.public_key()}, request)
