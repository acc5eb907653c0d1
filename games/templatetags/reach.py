"""A word to those whom nothing would tell that it is their turn."""

from __future__ import annotations

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from games.models import User
from games.notify.reach import is_unreachable

register = template.Library()


@register.simple_tag(takes_context=True)
def unreachable(context: Context) -> SafeString:
    """A warning on every page, for those who have no working channel."""
    person = getattr(context.get("request"), "user", None)
    if not isinstance(person, User) or not is_unreachable(person):
        return mark_safe("")
    return render_to_string("web/unreachable.html")
