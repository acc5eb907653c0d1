"""What a verifier says of a log, in a form in which all of them can be compared."""

from __future__ import annotations

from typing import Any

from engine.kernel.log import LogError, lines_in, read_log
from engine.kernel.verify import Disproved, verify
from games.trust.verifier import AuditReport, Unusable, check
from games.trust.verifier.wording import not_checked

# What the page in the browser tells of a check, in the words of `summed_up`.
ASK_THE_PAGE = """async ([texts, given]) => {
  const reports = [];
  for (const text of texts) {
    try {
      const report = await check(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)), given);
      const { head, entries, steps, draws, judged, opened, sealed, over } = report;
      const { rolls, deals, shown } = report;
      reports.push({
        verdict: verdictOf(report), seq: report.wrong?.seq ?? null,
        reason: report.wrong?.reason ?? null, head, entries, steps, draws, judged, opened,
        rolls, deals, shown, open: report.cardsOpen, again: report.dealtAgain,
        sealed, over, by: { ...report.by }, gaps: report.gaps,
        untold: report.untold, unchecked: notChecked(report), remarks: report.remarks,
        signatures: report.signatures, statements: report.statements,
        throws: report.throws.map((one) => [one.seq, one.step, told(...one.chapter), one.why,
          one.stream,
          { ...one.thrown }, { ...one.lodged }, { ...one.fell }, { ...one.after }, one.result]),
      });
    } catch (problem) {
      if (!(problem instanceof Unusable)) throw problem;
      reports.push({ unusable: problem.message });
    }
  }
  return reports;
}"""


def by_the_file(data: bytes, **given: Any) -> dict[str, Any]:
    """What the verifier of one file says."""
    try:
        return summed_up(check(data, **given))
    except Unusable as problem:
        return {"unusable": str(problem)}


def summed_up(report: AuditReport) -> dict[str, Any]:
    """Everything a report says, as JSON."""
    wrong = report.wrong
    return {
        "verdict": report.verdict,
        "seq": wrong.seq if wrong else None,
        "reason": wrong.reason if wrong else None,
        "head": report.head,
        "entries": report.entries,
        "steps": report.steps,
        "draws": report.draws,
        "judged": report.judged,
        "opened": report.opened,
        "sealed": report.sealed,
        "over": report.over,
        "rolls": report.rolls,
        "deals": report.deals,
        "shown": report.shown,
        "open": report.cards_open,
        "again": report.dealt_again,
        "by": dict(report.by),
        "gaps": report.gaps,
        "untold": report.untold,
        "unchecked": list(not_checked(report)),
        "remarks": report.remarks,
        "signatures": report.signatures,
        "statements": report.statements,
        "throws": [
            [
                t.seq,
                t.step,
                t.chapter,
                t.why,
                t.stream,
                t.thrown,
                t.lodged,
                t.fell,
                t.after,
                t.result,
            ]
            for t in report.throws
        ],
    }


def entry_named_by_the_engine(data: bytes) -> int | None:
    """The entry at which the engine finds fault; none: it finds none."""
    try:
        verify(*read_log(lines_in(data)))
    except LogError as problem:
        return problem.line - 1
    except Disproved as problem:
        return problem.seq
    return None


def entry_named_by_the_file(data: bytes) -> int | None:
    """The entry at which the verifier of one file finds fault."""
    summary = by_the_file(data)
    return 0 if "unusable" in summary else summary["seq"]
