"""Every address of the site, from the resolver itself, filled with things that exist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.regex_helper import normalize


@dataclass(frozen=True)
class Route:
    """One pattern of the resolver."""

    name: str
    shape: str
    wants: tuple[str, ...]

    def filled(self, known: Mapping[str, Sequence[object]]) -> Iterator[str]:
        """The addresses it stands for; raises KeyError when nobody knows what fits into it."""
        try:
            values = [
                known[f"{self.name}.{n}"] if f"{self.name}.{n}" in known else known[n]
                for n in self.wants
            ]
        except KeyError as unknown:
            message = f"{self.shape} wants {unknown}: say in the test what fits there"
            raise KeyError(message) from None
        for chosen in product(*values):
            yield "/" + self.shape % dict(zip(self.wants, map(str, chosen), strict=True))


def routes(resolver: URLResolver | None = None, before: str = "") -> Iterator[Route]:
    """All of them: pages, accounts, API, admin, health."""
    for entry in (resolver or get_resolver()).url_patterns:
        regex = before + entry.pattern.regex.pattern.removeprefix("^")
        if isinstance(entry, URLResolver):
            yield from routes(entry, regex)
        elif isinstance(entry, URLPattern):
            for shape, wants in normalize(regex):
                yield Route(entry.name or "", shape, tuple(wants))
