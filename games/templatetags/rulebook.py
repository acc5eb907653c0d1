"""Paragraphs of the rules, each with the id that problems and tests name."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_block_tag
def rule(content: str, name: str) -> SafeString:
    """A rule that can be linked to by its id."""
    inside = mark_safe(content.strip())  # noqa: S308 # our own templates, nobody's input
    return format_html(
        '<div class="rule" id="{}"><a class="rule-id" href="#{}">{}</a><p>{}</p></div>',
        name,
        name,
        name,
        inside,
    )
