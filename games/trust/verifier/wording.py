"""The report, in words."""

from __future__ import annotations

from collections.abc import Iterator

from games.trust.verifier.encoding import listed
from games.trust.verifier.report import AuditReport


def told(report: AuditReport, name: str) -> Iterator[str]:
    """The report, line by line, without anything that could steer a terminal."""
    for line in _told_all(report, name):
        yield _plain(line)


def _plain(line: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in line)


def _told_all(report: AuditReport, name: str) -> Iterator[str]:
    header = report.header
    yield f"{name}"
    if header:
        yield f"  game {', then '.join(report.games.values())}"
        tower = f", tower {header['tower']}" if "tower" in header else ""
        yield f"  rules {header['ruleset']} version {header['version']}{tower}"
        yield f"  seats {' '.join(header['seats'])}; {report.entries} entries; {report.steps} steps"
        yield f"  head {report.head}"
    yield from _throws_told(report)
    yield ""
    yield "What was checked" if report.wrong is None else "What was right up to there"
    for line in _checks(report):
        yield f"  + {line}"
    left = list(not_checked(report))
    if left:
        yield "What was not checked"
        for line in left:
            yield f"  - {line}"
    if report.remarks:
        yield "What you may want to ask about"
        for line in report.remarks:
            yield f"  ? {line}"
    yield ""
    yield verdict(report, name)


def _throws_told(report: AuditReport) -> Iterator[str]:
    chapter = None
    for number, throw in enumerate(report.throws, 1):
        if throw.chapter != chapter:
            chapter = throw.chapter
            here = sum(t.chapter == chapter for t in report.throws)
            yield ""
            yield f"{chapter}: {here} throw{'s' if here > 1 else ''}"
        yield f"  {number}. {throw.why}"
        yield f"     entry {throw.seq}, step {throw.step}, stream “{throw.stream}”"
        yield f"     thrown {listed(throw.thrown)}; in the tower before {listed(throw.lodged)}"
        yield f"     fell   {listed(throw.fell)}; in the tower after {listed(throw.after)}"
        for result in throw.result:
            yield f"     result {result}"


def _checks(report: AuditReport) -> Iterator[str]:
    yield f"the chain of hashes: {report.entries} entries, none changed, dropped, added or moved"
    yield f"the links: {report.steps}, each hashes to the one before, the first to the anchor"
    yield (
        "the answers each step rests on: of those in this log always those that were sealed last,"
        " none left out"
    )
    if report.questions:
        yield f"questions: {report.questions}, each by its right name, and answered before its step"
    yield f"sealed answers that are open: {report.opened}, each is the one that was sealed"
    if report.fixed_salts:
        yield f"salts of bots that are open and follow from the link: {report.fixed_salts}"
    answered = ", ".join(f"{who} {count}" for who, count in sorted(report.by.items()))
    yield f"who answered: {answered or 'nobody yet'}"
    yield f"draws: {report.draws}, each made again from its stream"
    if not report.header or "tower" in report.header:
        yield f"throws: {len(report.throws)}, each made again cube by cube from its stream"
    if report.rolls:
        yield f"rolls: {report.rolls}, each made again die by die from its stream"
    yield from _cards_checked(report)
    if report.judged:
        yield f"battles and revolts: {report.judged}, each ended as the cubes in the tray say"
    if report.heads:
        yield f"heads you noted: {report.heads}, each is in this log"
    if report.statements:
        yield f"signed statements: {report.statements}, each agrees with this log"
    if report.signatures:
        yield f"signatures: {report.signatures}, each made by the site's key"


def _cards_checked(report: AuditReport) -> Iterator[str]:
    if report.deals:
        yield f"hidden cards: {report.deals}, each under a digest that was fixed when it was dealt"
    if report.cards_open:
        yield f"hidden cards that are open: {report.cards_open}, each is the one that was dealt"
    if report.shown:
        yield f"cards turned up: {report.shown}, each is the one that was dealt, and once"
    if report.dealt_again:
        yield f"deals: {report.dealt_again}, each made again under the veil"


def not_checked(report: AuditReport) -> Iterator[str]:
    """What the check leaves open, and why."""
    yield from report.gaps
    if report.sealed:
        yield (
            f"{report.sealed} answers that are still sealed for you: their digests are fixed and"
            " enter the chance, what they say shows when they are opened"
        )
    hidden = report.deals - report.cards_open
    if hidden:
        yield (
            f"{hidden} cards that are still hidden from you: their digests are fixed, and when the"
            " veil is lifted each is dealt again"
        )
    yield from report.untold
    if report.wrong and report.wrong.seq is not None:
        yield "everything after that"
    elif not report.over and report.has_table:
        yield "whether all answers are opened in the end: the game is not over in this log"
    elif not report.over:
        yield (
            "whether all answers are opened in the end: without a table of the game nobody can tell"
            " whether it is over"
        )
    yield "whether the rules of the game were followed: `python -m engine verify` plays them again"
    yield "whether the times are true: compare them with your own mail"


def verdict(report: AuditReport, name: str) -> str:
    """One line, as `python -m engine verify` writes it."""
    if report.wrong:
        where = "" if report.wrong.seq is None else f"seq={report.wrong.seq} "
        return _plain(f"FAILED {name} {where}{report.wrong.reason}")
    word = "ok" if report.verdict == "OK" else "NOT FULLY CHECKED"
    return f"{word} {name} events={report.entries} throws={len(report.throws)} head={report.head}"
