"""Paragraphs of the rules, each with the id that pages and tests name, and the ways there."""

from __future__ import annotations

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.boards.rulebooks import help_pages, page_title

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


@register.simple_block_tag
def house(content: str) -> SafeString:
    """Words that say what we have decided because no rule book says it; they are dotted."""
    inside = mark_safe(content)  # noqa: S308 # our own templates, nobody's input
    title = _("House value: decided here, because no rule book says it.")
    return format_html('<span class="house" title="{}">{}</span>', title, inside)


@register.simple_tag
def see_rule(game: str, page: str, name: str, *, apart: bool = False) -> SafeString:
    """A link to a rule; apart from a form, so that nobody leaves what they have begun."""
    address = reverse("rules-page", args=[game, page])
    return _link(f"{address}#{name}", _("Rule %s") % name, apart=apart)


@register.simple_tag
def see_page(game: str, page: str, *, apart: bool = False) -> SafeString:
    """A link to a page of the rules or the help, by its title."""
    return _link(reverse("rules-page", args=[game, page]), page_title(game, page), apart=apart)


@register.simple_tag
def help_on(ruleset: str, what: str, *, apart: bool = False) -> SafeString:
    """What to read about a thing in this game; about a question that has no page, about all."""
    pages = help_pages(ruleset, what) or help_pages(ruleset, "question")
    if not pages:
        return SafeString()
    links = format_html_join(" · ", "{}", ((see_page(*page, apart=apart),) for page in pages))
    return format_html('<p class="soft small">{} {}</p>', _("Help:"), links)


def _link(address: str, words: str, *, apart: bool) -> SafeString:
    if not apart:
        return format_html('<a href="{}">{}</a>', address, words)
    # Whoever does not see the new window is told of it.
    layout = '<a href="{}" target="_blank" rel="noopener">{}<span class="only-read"> {}</span></a>'
    return format_html(layout, address, words, _("(new window)"))
