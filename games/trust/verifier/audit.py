"""The check: from the header to the head, entry by entry."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from games.trust.verifier.course import TableCourse
from games.trust.verifier.courses import course_of
from games.trust.verifier.devices import Devices
from games.trust.verifier.encoding import (
    Json,
    Unusable,
    Wrong,
    canonical,
    digest_of,
    hashed,
    is_count,
    is_hex,
    is_moment,
    parsed,
    typed,
)
from games.trust.verifier.journal import Journal
from games.trust.verifier.position import LogPosition
from games.trust.verifier.report import AuditReport
from games.trust.verifier.statements import compare
from games.trust.verifier.tables import MEMBERS, TABLES, members_of, played, rulesets_with
from games.trust.verifier.veil import HiddenCards

FORMATS = {"wallenstein-log/1": 1, "wallenstein-log/2": 2}
HEADER_KEYS = {"format", "game", "ruleset", "version", "tower", "options", "seats", "chance"}
PUBLIC_KEYS = ("seq", "kind", "version", "at", "payload")
ENTRY_KEYS = {*PUBLIC_KEYS, "prev", "hash"}


def check(
    data: bytes,
    signed: Iterable[Any] = (),
    keys: Iterable[Any] | None = None,
    heads: Iterable[str] = (),
    tables: Iterable[Any] = (),
) -> AuditReport:
    """Check a log, entry by entry, and what people hold that should agree with it."""
    report = AuditReport()
    try:
        entries = Audit(report, tables).whole(data)
        compare(entries, report, signed, keys, heads)
    except Wrong as problem:
        report.wrong = problem
    return report


class Audit:
    """Goes through a log from the header to the head; raises Wrong at the first thing amiss."""

    course: TableCourse
    devices: Devices
    veil: HiddenCards
    journal: Journal

    def __init__(self, report: AuditReport, tables: Iterable[Any] = ()) -> None:
        self.report = report
        self.rulesets = rulesets_with(tables)
        self.at = LogPosition(report)
        self.closed: list[tuple[int, str]] = []  # the secrets that are not open, and what they are
        self.time = ""

    def whole(self, data: bytes) -> list[Json]:
        """Check all lines of a file; its entries."""
        lines = data.split(b"\n")
        if lines.pop() and lines:
            raise Wrong(len(lines), "the file does not end with a line feed: it was cut off")
        if not lines:
            raise Unusable("this is no log: it has not one whole line")
        self.header(_line(lines[0], 0))
        entries: list[Json] = []
        for seq, line in enumerate(lines[1:], 1):
            entries.append(_line(line, seq))
            self.entry(entries[-1], seq)
        self._ended(len(entries))
        return entries

    def _ended(self, last: int) -> None:
        at, report = self.at, self.report
        is_waiting = at.asked or report.over or not self.course.knows_questions
        if at.key is not None and not is_waiting:
            raise Wrong(last, "the log ends within a step, before anybody is asked")
        if self.veil.missed():
            raise Wrong(last, "the game is over, but the veil is not lifted")
        if report.over and self.closed:
            seq, what = self.closed[0]
            raise Wrong(seq, f"the game is over, but this {what} is not open")
        report.sealed = sum(what == "answer" for _, what in self.closed)
        report.counted.update({answer["seq"]: answer for answer in at.sealed.values()})
        self.journal.ask_about_the_house()

    # -- the header

    def header(self, header: Json) -> None:
        """Check the first line and see which tables apply."""
        at, chance = self.at, header.get("chance")
        at.format = _format(header.get("format"))
        if not isinstance(chance, dict) or not _has_its_keys(header, chance, at.format):
            raise Wrong(0, "the header has not the keys it should have")
        seats, options = header["seats"], header["options"]
        is_in_order = (
            isinstance(seats, list) and bool(seats) and seats == list("ABCDEF")[: len(seats)]
        )
        is_plain = all(isinstance(header.get(k, ""), str) for k in ("game", "ruleset", "tower"))
        is_tower = at.format == 1 or header.get("tower") != ""
        if not is_in_order or not is_plain or not is_tower or not is_count(header["version"]):
            raise Wrong(0, "the header is not written as it should be")
        if not isinstance(options, dict) or not all(isinstance(v, str) for v in options.values()):
            raise Wrong(0, "the header's options are not written as they should be")
        if not is_hex(chance["anchor"], 64):
            raise Wrong(0, "the anchor is not 64 hexadecimal digits")
        if not is_hex(chance.get("veil", "0" * 64), 64):
            raise Wrong(0, "the digest of the veil is not 64 hexadecimal digits")
        self.report.header, at.seats, at.link = header, seats, chance["anchor"]
        at.game = self.report.games[0] = header["game"]
        self.report.head = hashed(0, b"", header)
        self._tables()

    def _tables(self) -> None:
        header, gaps = self.report.header, self.report.gaps
        named = f"{header['ruleset']} version {header['version']}"
        rules = self.rulesets.get(header["ruleset"])
        if rules is None or header["version"] not in rules["versions"]:
            gaps.append(_unknown(named, self.at.format))
        else:
            self.at.rules = played(rules, header["version"], header["options"])
            if not self.at.rules:
                gaps.append(f"this verifier does not know all options of this game of {named}")
        if self.at.rules:
            self._as_the_table_says(named)
        tower = TABLES["towers"].get(header.get("tower"), {})
        if not tower and "tower" in header:
            gaps.append(f"this verifier does not know the tower {header['tower']}")
        self.course = course_of(self.at)
        self.report.has_table = bool(self.at.rules)
        if self.at.rules and "course" not in self.at.rules:
            self.report.untold.append("the order of facts: the table of this game does not tell it")
        if self.at.rules and not self.course.knows_questions:
            gap = "whom the game asks: the table of this game does not tell it"
            self.report.untold.append(gap)
        self.devices = Devices(self.at, self.course, tower)
        self.veil = HiddenCards(self.at, self.course, self.devices)
        self.journal = Journal(self.at, self.course, self.veil)

    def _as_the_table_says(self, named: str) -> None:
        header, rules = self.report.header, self.at.rules
        if set(rules["options"]) != set(header["options"]):
            raise Wrong(0, "the header does not name every option")
        if len(self.at.seats) not in rules["seats"]:
            raise Wrong(0, f"{named} is not played by so many")
        if rules["format"] != self.at.format:
            raise Wrong(0, f"{named} is not written in the format {header['format']}")
        every = rules.get("chance", {}).values()
        listed = [one for rule in every for one in (rule if isinstance(rule, list) else [rule])]
        used = {rule["in"] for rule in listed}
        if ("throw" in used) is not ("tower" in header):
            raise Wrong(0, "the header names a tower that the game has not, or none")
        if ("deal" in used) is not ("veil" in header["chance"]):
            raise Wrong(0, "the header names a veil that the game has not, or none")

    # -- one entry: the chain first, then what it says

    def entry(self, entry: Json, seq: int) -> None:
        """Check one entry."""
        try:
            self._chained(entry, seq)
            self._timed(entry)
            kind, version = entry["kind"], entry["version"]
            is_journal, members = kind in TABLES["journal"], members_of(kind, version)
            if members is None and (is_journal or (self.at.rules and version != 1)):
                raise Wrong(seq, f"{kind} is told in a version that is not known")
            if members is not None:
                self.journal.shaped(members, entry["payload"])
            self._secret(entry)
            if is_journal:
                if kind == "veil_lifted" and self.at.format == 1:
                    raise Wrong(seq, "the veil is lifted in a game without one")
                self.journal.after_a_step(seq, kind)
                self.journal.entry(entry)
            else:
                self._fact(entry)
        except (KeyError, TypeError, AttributeError, IndexError, ValueError):
            raise Wrong(seq, f"the payload of {entry.get('kind')} is not as it should be") from None

    def _chained(self, entry: Json, seq: int) -> None:
        if not ENTRY_KEYS <= set(entry) <= ENTRY_KEYS | {"secret_digest", "secret"}:
            raise Wrong(seq, "the entry has not the keys it should have")
        if not is_count(entry["seq"]) or entry["seq"] != seq:
            raise Wrong(seq, f"the number of the entry should be {seq}")
        if entry["prev"] != self.report.head:
            raise Wrong(seq, "prev is not the hash of what stands before it")
        public = {key: entry[key] for key in (*PUBLIC_KEYS, "secret_digest") if key in entry}
        if entry["hash"] != hashed(seq, self.report.head.encode("ascii"), public):
            raise Wrong(seq, "the hash is not that of the entry")
        is_plain = isinstance(entry["kind"], str) and isinstance(entry["payload"], dict)
        if not is_plain or not is_count(entry["version"]) or not is_moment(entry["at"]):
            raise Wrong(seq, "the entry is not written as it should be")
        self.report.head, self.report.entries = entry["hash"], seq

    def _timed(self, entry: Json) -> None:
        if entry["at"] < self.time:
            remark = f"entry {entry['seq']} is dated {entry['at']}, before the one above"
            self.report.remarks.append(f"{remark} ({self.time})")
        self.time = entry["at"]

    def _secret(self, entry: Json) -> None:
        seq, is_answer = entry["seq"], entry["kind"] == "answer_sealed"
        is_card = self.at.format > 1 and not is_answer and "deal" in entry["payload"]
        is_secret = is_answer or is_card
        if is_secret != ("secret_digest" in entry) or ("secret" in entry and not is_secret):
            which = "a sealed answer" if self.at.format == 1 else "a sealed answer or a hidden card"
            raise Wrong(seq, f"only {which} has a digest, and it must have one")
        if not is_secret:
            return
        if not is_hex(entry["secret_digest"], 64):
            raise Wrong(seq, "the digest is not 64 hexadecimal digits")
        if "secret" not in entry:
            self.closed.append((seq, "answer" if is_answer else "card"))
            return
        secret = entry["secret"]
        if set(typed(dict, secret)) != {"salt", "answer"} or not is_hex(secret["salt"], 64):
            raise Wrong(seq, "the secret is not a salt and an answer")
        try:
            is_true = digest_of(secret["salt"], secret["answer"]) == entry["secret_digest"]
        except ValueError:
            is_true = False
        if not is_true and is_card:
            raise Wrong(seq, "the open card is not the one that was dealt")
        if not is_true:
            raise Wrong(seq, "the open answer is not the one that was sealed")
        if is_card:
            self.report.cards_open += 1
            return
        ours = sha256(canonical([self.at.game, entry["payload"]["decision"]]))
        if entry["payload"]["by"] == "default" and secret["salt"] != ours.hexdigest():
            raise Wrong(seq, "the server chose the salt of a silent seat")
        self.report.opened += 1

    # -- what the rules made of it

    def _fact(self, entry: Json) -> None:
        seq, kind, payload = entry["seq"], entry["kind"], entry["payload"]
        if self.at.key is None:
            raise Wrong(seq, "a fact stands outside every step")
        if self.report.over:
            raise Wrong(seq, "the game goes on after its end")
        if self.at.asked:
            raise Wrong(seq, "the step goes on though somebody was asked first")
        members = [member for member in MEMBERS[self.at.format] if member in payload]
        rules = {rule["in"]: rule for rule in self.course.chance_of(kind)}
        if self.at.rules and set(members) != set(rules):
            raise Wrong(seq, f"{kind} does not rest on chance as it should")
        self.course.before_chance(seq, kind, payload)
        for member in members:
            if member == "deal":
                self.veil.deal(entry, rules.get(member))
            else:
                self.devices.use(seq, payload, member, rules.get(member))
        if self.at.format > 1:
            self.veil.show(seq, payload)
        self.course.after_chance(seq, kind, payload)


def _format(name: Any) -> int:
    """Which format a log says it has; raises Unusable if it is none of ours."""
    if isinstance(name, str) and name in FORMATS:
        return FORMATS[name]
    family, _, number = name.partition("/") if isinstance(name, str) else ("", "", "")
    if family == "wallenstein-log" and number.isascii() and number.isdigit():
        problem = f"this log is of format {number}; this program reads 1 and 2"
        raise Unusable(f"{problem}: take the newest from the site that plays the game")
    raise Unusable("this is no log of the format wallenstein-log/1 or wallenstein-log/2")


def _has_its_keys(header: Json, chance: Json, number: int) -> bool:
    if number == 1:
        return set(header) == HEADER_KEYS and set(chance) == {"anchor"}
    # Since format 2 a game may do without a tower, and may have a veil.
    return set(header) | {"tower"} == HEADER_KEYS and set(chance) | {"veil"} == {"anchor", "veil"}


def _unknown(named: str, number: int) -> str:
    if number == 1:
        return f"this verifier does not know the ruleset {named}"
    gap = f"no table for the game {named}: chain, seals, links and chance are proved"
    return f"{gap}, the order of facts and whom the game asks are not"


def _line(line: bytes, seq: int) -> Json:
    try:
        value = parsed(line)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        if seq == 0:
            raise Unusable("this is no log: its first line is not a JSON object")
        raise Wrong(seq, "the line is not a JSON object as logs write it")
    return value
